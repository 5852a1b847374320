"""A predicate as a fact's text: third person without a subject, in the person's own language."""

from __future__ import annotations

import re

from minne.extraction.predicates import Predicate
from minne.extraction.vocabulary import Lexicon

_SPACES = re.compile(r"\s+")
_MODALS = frozenset({"can", "could", "will", "would", "should", "must", "may", "might", "cannot"})
_IRREGULAR = {"am": "is", "have": "has", "do": "does", "go": "goes"}
_PAST = frozenset(
    [
        "grew",
        "bought",
        "got",
        "had",
        "been",
        "broke",
        "split",
        "did",
        "went",
        "became",
        "began",
        "quit",
        "chose",
        "left",
        "sold",
        "took",
        "made",
        "gave",
        "found",
        "kept",
        "met",
        "lost",
        "won",
        "built",
        "wrote",
        "ate",
        "drank",
        "drove",
        "spoke",
        "taught",
        "told",
        "said",
        "came",
        "saw",
        "knew",
        "ran",
        "sang",
        "swam",
        "slept",
        "felt",
        "thought",
        "brought",
    ]
)
_CONTRACTED = {"do": "doesn't", "did": "didn't", "can": "can't", "will": "won't", "would": "wouldn't"}


def render(predicate: Predicate, lex: Lexicon) -> str:
    """The predicate as it stands, with its adverbs where the language has them."""
    if predicate.form == "mine":
        return finish(_owned(predicate, lex), lex)
    if lex.lang == "sv":
        parts = [predicate.head, "sig" if predicate.reflexive else "", *predicate.adverbs]
        return finish(" ".join([*parts, predicate.rest, predicate.front]), lex)
    rest = predicate.rest if predicate.auxiliary else _coordinated(predicate, lex)
    return finish(f"{_english(predicate)} {rest} {predicate.front}", lex)


def fill(template: str, match: re.Match[str], predicate: Predicate, lex: Lexicon) -> str:
    """A pattern's own text: `{group}` from its expression, `{adverbs}`, `{not}` and `{front}` as said."""
    values = {name: value or "" for name, value in match.groupdict().items()}
    values["adverbs"] = " ".join(a for a in predicate.adverbs if a not in lex.words["negation"])
    rest, everything = (
        lex.rules["told_me"].sub(lex.forms["words"]["told_me"], said)
        for said in (predicate.rest, values.get("all", ""))
    )
    if "manner" in values:
        values["manner"] = lex.forms["manners"].get(values["manner"].casefold(), values["manner"].lower())
    values |= {"front": predicate.front, "rest": rest, "head": predicate.head, "all": everything}
    values["not"] = lex.forms["words"]["not"] if predicate.negated else ""
    values["a"] = lex.forms["articles"].get(predicate.auxiliary, "")
    values["present"] = lex.forms["imperatives"].get(predicate.head, predicate.head)
    return finish(template.format(**values), lex)


def finish(text: str, lex: Lexicon) -> str:
    """First person to third, one space between words, a capital first and no closing mark."""
    text = (
        _SPACES.sub(" ", third_person(text.strip(" ,;:–—-.!?…"), lex)).replace(" ,", ",").strip(" ,;:–—-.!?…")
    )
    if "(" in text and ")" not in text:
        text = text[: text.index("(")].rstrip()
    return text[:1].upper() + text[1:]


def third_person(text: str, lex: Lexicon) -> str:
    for name, replacement in lex.forms["third_person"].items():
        text = lex.rules[f"person_{name}"].sub(replacement, text)
    return text


def no_longer(predicate: Predicate, lex: Lexicon) -> str:
    """What a predicate says, no longer: "Är vegan" becomes "Är inte vegan längre"."""
    adverbs = tuple(a for a in predicate.adverbs if a not in lex.words["continuing"])
    not_, end = lex.forms["words"]["not"], lex.forms["words"]["no_longer"]
    auxiliary = predicate.auxiliary or ("" if lex.lang == "sv" else "do")
    if predicate.head in _MODALS or predicate.head in {"am", "have"}:
        auxiliary = ""
    ended = Predicate(
        form="said",
        head=predicate.head,
        rest=f"{predicate.rest} {end}",
        adverbs=(not_, *adverbs),
        reflexive=predicate.reflexive,
        auxiliary=auxiliary,
        negated=True,
    )
    return render(ended, lex)


def _english(predicate: Predicate) -> str:
    adverbs = list(predicate.adverbs)
    if predicate.auxiliary:
        negative = "not" in adverbs
        if negative:
            adverbs.remove("not")
        word = _CONTRACTED[predicate.auxiliary] if negative else ""
        head = predicate.head if negative else third_singular(predicate.head)
        return " ".join(part for part in (word, *adverbs, head) if part)
    if predicate.head in _MODALS or predicate.head in {"am", "have", "was", "were"}:
        if "not" in adverbs and predicate.head in _CONTRACTED:
            adverbs.remove("not")
            return " ".join([_CONTRACTED[predicate.head], *adverbs])
        return " ".join([third_singular(predicate.head), *adverbs])
    return " ".join([*adverbs, third_singular(predicate.head)])


def _coordinated(predicate: Predicate, lex: Lexicon) -> str:
    """ "Cook and eat" becomes "cooks and eats", where the second is plainly a verb."""
    if predicate.head in _MODALS or predicate.head in {"am", "have"} or " to " in f" {predicate.rest} ":
        return predicate.rest
    words = predicate.rest.split(" ")
    for at in range(1, len(words)):
        if words[at] in lex.words["coordinated"] and (words[at - 1] == "and" or words[at - 1].endswith(",")):
            words[at] = third_singular(words[at])
    return " ".join(words)


def third_singular(verb: str) -> str:
    """An English verb as "she" takes it; past forms and modals stand."""
    if verb in _MODALS or verb in {"was", "were"} or (verb.endswith("ed") and not verb.endswith("eed")):
        return "was" if verb == "were" else verb
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _PAST:
        return verb
    if re.search(r"(?:s|x|z|ch|sh)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else verb + "s"


def _owned(predicate: Predicate, lex: Lexicon) -> str:
    """A thing of the speaker's without its possessive: "min svenska är …" becomes "svenskan är …"."""
    thing = lex.rules["newest"].sub("", predicate.rest)
    if lex.lang == "en" or not predicate.auxiliary:
        return thing
    noun, _, after = thing.partition(" ")
    return f"{definite(noun, predicate.auxiliary)} {after}"


def definite(noun: str, owner: str) -> str:
    """The definite form of a Swedish noun that `owner` ("min", "vårt", "mina") stood before."""
    low = noun.casefold()
    if not low.isalpha() or (low[-1] in "nt" and low.endswith(("ande", "ende"))):
        return noun
    if owner in {"mina", "våra"}:
        return noun + ("na" if low.endswith("r") else "a" if low.endswith("n") and len(low) > 4 else "en")
    vowel = low[-1] in "aeioåäöy"
    if owner in {"mitt", "vårt"}:
        return noun + ("t" if vowel else "et")
    return noun + ("n" if vowel or low.endswith(("or", "er", "el")) else "en")
