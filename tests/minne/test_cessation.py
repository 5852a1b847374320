"""Whatever the rules can read that somebody does, they can read that it is over; the one ends the other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from minne.domain.episodes import Episode
from minne.domain.matching import relation
from minne.extraction.rules import RuleExtractor
from minne.extraction.vocabulary import LANGS, Lang, lexicon

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
ONCE_ONLY = {  # what cannot be over, or is itself an end
    "age",
    "turns",
    "left and sold",
    "switched",
    "only that",
    "eats again",
    "quitting",
    "diet and quitting",
    "asked to be kept",
    "long done",
    "lived long",
    "decision",
    "experience had",
    "experience",
    "moved",
    "long liking",
    "so many of us",
    "best of all",
    "one's thing",
    "never a fan",
    "always been",
    "most of it there",
    "in the middle of it",
    "keys to a home",
}
NOT_SAID_SO = (
    "gärna",
    "hellre",
    "helst",
    "mest",
    "alltid",
    "bara",
    "always",
    "rather",
    "how",
    "pensionerad",
    "inte",
    "aldrig",
    "inga",
    "inget",
)
OWN = {"sig": "mig", "sin": "min", "sitt": "mitt", "their": "my", "them": "me", "they": "I"}


def found(said: str) -> list[str]:
    return [c.text for c in RuleExtractor().extract([Episode("e", "p", "c", "user", said, NOON)])]


def own(words: list[str]) -> str:
    return " ".join(OWN.get(word, word) for word in words)


def over(text: str, lang: Lang) -> Iterator[str]:
    """How somebody would say that what the fact says is over."""
    head, *rest = text.split()
    verb = head.lower()
    if lang == "sv":
        reflexive = [rest.pop(0)] if rest and rest[0] == "sig" else []
        yield f"Jag {verb} {own(reflexive)} inte {own(rest)} längre.".replace("  ", " ")
        yield f"Jag {verb} {own(reflexive)} inte längre {own(rest)}.".replace("  ", " ")
        yield f"Nu {verb} jag {own(reflexive)} inte {own(rest)} längre.".replace("  ", " ")
        return
    base = {"is": "am", "has": "have", "goes": "go"}.get(verb)
    bases = (verb[:-1], verb[:-2], f"{verb[:-3]}y")
    base = base or next((f for f in bases if verb.endswith("s") and f in lexicon("en").words["finite"]), None)
    if base is None:
        return
    yield f"I {base} no longer {own(rest)}." if base == "am" else f"I no longer {base} {own(rest)}."
    yield f"I'm not {own(rest)} any more." if base == "am" else f"I don't {base} {own(rest)} any more."


def cases() -> Iterator[tuple[str, str, Lang]]:
    for lang in LANGS:
        for pattern in lexicon(lang).patterns:
            usual = pattern.form == "said" and pattern.negated is None and pattern.type != "goal"
            if not usual or pattern.name in ONCE_ONLY:
                continue
            for fact in (fact for _, facts in pattern.yes for fact in facts):
                plain = not any(word in fact.casefold().split() for word in NOT_SAID_SO)
                if plain and fact.split()[0] not in {
                    "Can",
                    "Works",
                    "Would",
                    "Usually",
                    "Often",
                    "Mostly",
                    "Doesn't",
                }:
                    yield from ((fact, said, lang) for said in over(fact, lang))


CASES = list(cases())


def test_there_is_something_to_try() -> None:
    assert len(CASES) > 70


@pytest.mark.parametrize(("fact", "said", "lang"), CASES)
def test_what_is_said_to_be_over_contradicts_what_was_said_before(fact: str, said: str, lang: Lang) -> None:
    assert [relation(fact, newer, lang) for newer in found(said)] == ["contradicts"], found(said)


STOPPED = {
    "sv": {
        "Jag jobbar på Volvo.": "Jag har slutat jobba på Volvo.",
        "Jag spelar fotboll.": "Jag slutade spela fotboll förra året.",
        "Jag pluggar juridik.": "Jag har slutat plugga juridik.",
        "Jag undervisar i kemi.": "Jag har slutat undervisa i kemi.",
        "Jag pendlar till Lund.": "Jag har slutat pendla till Lund.",
        "Jag springer varje morgon.": "Jag har slutat springa varje morgon.",
        "Jag använder Firefox.": "Jag har slutat använda Firefox.",
        "Jag röker.": "Jag slutade röka i maj.",
        "Jag äter kött.": "Jag har slutat äta kött.",
        "Jag lär mig spanska.": "Jag har slutat lära mig spanska.",
    },
    "en": {
        "I teach at Eton.": "I've stopped teaching at Eton.",
        "I play the piano.": "I quit playing the piano.",
        "I work as a chef in Bath.": "I stopped working as a chef in Bath.",
        "I run every morning.": "I've stopped running every morning.",
        "I smoke.": "I gave up smoking in May.",
        "I use Firefox.": "I stopped using Firefox.",
        "I live in Leeds.": "I've stopped living in Leeds.",
        "I study law at Leiden.": "I quit studying law at Leiden.",
    },
}


@pytest.mark.parametrize(
    ("doing", "stopped", "lang"), [(d, s, lang) for lang, pairs in STOPPED.items() for d, s in pairs.items()]
)
def test_what_one_has_stopped_doing_ends_the_doing(doing: str, stopped: str, lang: str) -> None:
    older, newer = found(doing) or [doing.removeprefix("Jag ").strip(".").capitalize()], found(stopped)
    assert [relation(one, other, lang) for one in older for other in newer] == ["contradicts"], (older, newer)


@pytest.mark.parametrize(
    "said",
    [
        "Jag orkar inte längre.",
        "Jag ser inte felet längre.",
        "Jag slutade jobba klockan fem.",
        "Jag har slutat läsa boken.",
        "Det har slutat regna.",
        "I can't log in any more.",
        "It doesn't work any more.",
        "I stopped running the script.",
        "I stopped working on it.",
        "I stopped at the store.",
    ],
)
def test_what_is_over_for_the_moment_is_no_fact(said: str) -> None:
    assert found(said) == []
