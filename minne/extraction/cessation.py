"""What a person has stopped doing, as what they did: "har slutat jobba på Volvo" as "jobbar på Volvo"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from minne.extraction.predicates import Predicate
from minne.extraction.vocabulary import Lexicon


def what_ended(predicate: Predicate, clause: str, lex: Lexicon) -> tuple[Predicate, ...]:
    """What the predicate, said in the clause, says is over; () when it says so of nothing."""
    if predicate.form == "said" and predicate.negated and lex.rules["called_off"].search(clause):
        return (replace(predicate, negated=False),)
    return _what_stopped(predicate, lex)


def _what_stopped(predicate: Predicate, lex: Lexicon) -> tuple[Predicate, ...]:
    """What the predicate says has stopped, said of the present and denied of it."""
    found = lex.rules["stopped"].match(predicate.core) if predicate.form == "said" else None
    if found is None or predicate.negated:
        return ()
    present = next((form for form in _present(found["verb"].casefold(), lex) if _known(form, lex)), None)
    if present is None:
        return ()
    rest = found["rest"].strip()
    reflexive, rest = _reflexive(rest, lex)
    did = replace(predicate, head=present, reflexive=reflexive, rest=rest, auxiliary="")
    return did, replace(did, negated=True)


def _known(verb: str, lex: Lexicon) -> bool:
    return verb in lex.words["finite"] or verb in lex.words["activity_verb"]


def _reflexive(rest: str, lex: Lexicon) -> tuple[str, str]:
    first, _, after = rest.partition(" ")
    return (first.casefold(), after) if first.casefold() in lex.words["reflexive"] else ("", rest)


def _present(verb: str, lex: Lexicon) -> Iterator[str]:
    """The finite forms that an infinitive (Swedish) or a form in -ing (English) may have."""
    if lex.lang == "sv":
        yield from (f"{verb}r", f"{verb[:-1]}er", verb[:-1])
        return
    stem = verb.removesuffix("ing")
    yield from (stem, f"{stem}e", stem[:-1], f"{stem.removesuffix('y')}ie")
