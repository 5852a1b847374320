"""Two facts said as one: "gillar promenader men inte att springa"."""

from __future__ import annotations

from dataclasses import replace

from minne.extraction.predicates import Predicate
from minne.extraction.vocabulary import Lexicon


def parted(predicate: Predicate, lex: Lexicon) -> tuple[Predicate, ...]:
    """What is said and what is denied of it after a "but", each on its own; else the predicate as it is."""
    plain = predicate.form == "said" and not predicate.negated and not predicate.front
    if not plain or predicate.head not in lex.words["parted"]:
        return (predicate,)
    said = lex.rules["but_not"].fullmatch(predicate.rest)
    if said is None:
        return (predicate,)
    particle, no, two = said["particle"] or "", said["no"], said["two"]
    first = replace(predicate, rest=f"{particle}{said['one']}")
    if lex.rules["anaphoric"].search(two):
        return (first,)
    if no in lex.words["negation"]:
        denied = replace(
            predicate, rest=f"{particle}{two}", adverbs=(no,), auxiliary=_auxiliary(predicate, lex)
        )
    else:
        denied = replace(predicate, rest=f"{particle}{no} {two}", adverbs=())
    return first, replace(denied, negated=True)


def _auxiliary(predicate: Predicate, lex: Lexicon) -> str:
    return "" if lex.lang == "sv" or predicate.head in {"have", "can"} else "do"
