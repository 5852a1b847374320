"""Sameness and contradiction of statements about one person, by canonical keys.

A statement is read into a key: predicate class, polarity, and the stems of what it is about, with
numbers bound to their nouns, directions to what they point at, and names left alone. Two statements
are the same when their keys are equal, so merging is a lookup and never a chain of likenesses.

    "Föredrar kodexempel"        +prefer|example,code
    "Bor inte längre i Lund"     -residence=lund
    "Ska flytta till Visby 1 maj"  +plan+move|to:visby~day=1~month=5
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from minne.domain._keys_frames import frame_of
from minne.domain._keys_lexicon import lexicon
from minne.domain._keys_places import NEW_JOB
from minne.domain._keys_sense import VALUE, Sense
from minne.domain._keys_slots import sense
from minne.domain._keys_stems import nouns
from minne.domain._keys_tokens import LONGEST_TEXT, clean

Relation = Literal["same", "contradicts", "different"]

ALONE = ("civil=single", "live|alone")  # what a partner, and company at home, exclude
SEARCH = "search|jobword"  # what a new job ends
LONGEST_BASE = 120
LONGEST_CIRCUMSTANCES = 70
_CIRCUMSTANCE = "~"
_LIMITS_NOTHING = ("but:", "since:", "for=", "named:")  # a denial since some time holds now
_RECURS = ("part=", "each=", "each2=")  # up at five on weekdays and at nine on weekends
_THIS_YEAR = ("period=thisyear", "this=year")  # when a plan was for that one has no longer


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as read.

    `key` is polarity ("+", "-"), base and circumstances (times, and what a contrast adds), at most 200
    characters; equal keys are one fact. `base` is what is claimed, without polarity and circumstances.
    `slot` is the single-valued slot that the statement fills: then base is slot + "=" + value, or the
    slot itself where the value is the time. `group` is shared by all that could exclude one another.
    """

    key: str
    base: str
    negated: bool
    slot: str | None
    group: str


def _bounded(text: str, limit: int) -> str:
    """The text, its tail replaced by a digest where it is longer than the limit."""
    if len(text) <= limit:
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()[:20]
    return f"{text[: limit - 21]}#{digest}"


def _language(lang: str) -> str:
    return "en" if lang.casefold().startswith("en") else "sv"


def read(text: str, lang: str) -> Statement:
    """Read a statement in "sv" or "en" (any other language is read as Swedish). Never fails."""
    return _read(text[: 4 * LONGEST_TEXT], _spoken(text, _language(lang)))


def _spoken(text: str, lang: str) -> str:
    """The language of the verb that a statement opens with, where it is plainly not the one said."""
    first = text[:80].split(" ", maxsplit=1)[0].casefold()
    other = {"sv": "en", "en": "sv"}[lang]
    verb = lexicon(other).verbs.get(first)
    foreign = verb is not None and verb.form == "present" and first not in lexicon(lang).verbs
    return other if foreign and not lexicon(lang).said(first, "common") else lang


@lru_cache(maxsize=4096)
def _read(text: str, lang: str) -> Statement:
    frame = frame_of(text, lang)
    found = sense(frame)
    if not (frame.items or frame.times or frame.subject) and frame.main == "be":
        found = Sense(f"text|{clean(text).casefold()}", None, ())
    return _statement(found, negated=frame.negated)


def _statement(found: Sense, *, negated: bool) -> Statement:
    base = _bounded(found.base, LONGEST_BASE)
    slot = _bounded(found.slot, LONGEST_BASE) if found.slot else None
    around = "".join(_CIRCUMSTANCE + c for c in found.circumstances)
    key = ("-" if negated else "+") + base + _bounded(around, LONGEST_CIRCUMSTANCES)
    filled = base if found.timed else slot
    group = _bounded(found.group, LONGEST_BASE) if found.group else slot or base
    return Statement(key, base, negated, None if negated else filled, group)


def _around(statement: Statement) -> frozenset[str]:
    """The circumstances in a statement's key."""
    around = statement.key.removeprefix("-" if statement.negated else "+").removeprefix(statement.base)
    return frozenset(c for c in around.split(_CIRCUMSTANCE) if c)


def _values(statement: Statement) -> frozenset[str]:
    """The words of the value that fills a slot."""
    value = statement.base.removeprefix(f"{statement.slot}{VALUE}")
    return frozenset(value.split(","))


def _clash(a: Iterable[str], b: Iterable[str]) -> bool:
    """Whether two sets of times ("month=5", "day=3") name one kind of time and differ in it."""
    mine, theirs = _by_kind(a), _by_kind(b)
    return any(mine[kind].isdisjoint(theirs[kind]) for kind in mine.keys() & theirs.keys())


def _by_kind(circumstances: Iterable[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind, sign, value in (c.partition("=") for c in circumstances):
        if sign:
            found.setdefault(kind, set()).add(value)
    return found


def excludes(a: Statement, b: Statement) -> bool:
    """Whether both cannot hold of one person: two values of one slot, or one base said and denied.

    A denial limited to some circumstances denies only those: "never drinks coffee, only tea" excludes
    "drinks coffee every morning", "does not drink coffee on Fridays" does not. Symmetric.
    """
    if a.negated != b.negated:
        denied, said = (a, b) if a.negated else (b, a)
        free = (*_LIMITS_NOTHING, *_THIS_YEAR) if said.base.startswith("plan") else _LIMITS_NOTHING
        limits = {c for c in _around(denied) if not c.startswith(free)}
        kind = denied.base == denied.group == said.group  # "has no children" denies that there is a son
        return (a.base == b.base or kind) and limits <= _around(said)
    if a.group == b.group and SEARCH in (a.base, b.base):
        return NEW_JOB in _around(a) ^ _around(b)
    if a.group == b.group and not a.negated and a.base != b.base and {a.base, b.base}.intersection(ALONE):
        return _in_company(a) or _in_company(b)
    if a.negated or a.slot is None or a.slot != b.slot:
        return False
    if a.base == b.base:
        return a.slot == a.base and _clash(_around(a), _around(b))
    if _clash(*({c for c in _around(s) if c.startswith(_RECURS)} for s in (a, b))):
        return False
    mine, theirs = _values(a), _values(b)
    return not (mine <= theirs or theirs <= mine)


def _in_company(statement: Statement) -> bool:
    """Whether it says of the person that there is a partner, or whom they live with."""
    with_whom = {c.partition(":")[2] for c in _around(statement) if c.startswith(("with:", "together:"))}
    housed = statement.base.removeprefix("live|")
    people = any({*with_whom, housed} & nouns("housemates", lang) for lang in ("sv", "en"))
    return statement.group == "civil" or people or housed.startswith(("|", "with:", "together:"))


def relation(a: str, b: str, lang: str) -> Relation:
    """How two statements about one person stand to each other. Symmetric; "same" is transitive."""
    first, second = read(a, lang), read(b, lang)
    if first.key == second.key:
        return "same"
    return "contradicts" if excludes(first, second) else "different"


@lru_cache(maxsize=4096)
def _words(base: str) -> frozenset[str]:
    _, _, about = base.partition("|")
    about = about or base.partition(VALUE)[2]
    return frozenset(w for w in about.replace("|", ",").replace(VALUE, ",").split(",") if w)


def likeness(a: Statement, b: Statement) -> float:
    """How much two statements that a person may be asked to merge have in common, from 0.5 to 1; else 0.

    They are neither the same nor contradicting, and share at least half of all their words. Symmetric.
    """
    mine, its = _words(a.base), _words(b.base)
    both = len(mine & its)
    share = both / (len(mine) + len(its) - both) if both else 0.0
    if share < 0.5 or a.key == b.key or a.negated != b.negated or excludes(a, b):
        return 0.0
    return share


def similar(text: str, others: Sequence[str], lang: str) -> list[str]:
    """The others that a person may be asked whether to merge with `text`; nothing merges by itself.

    Closest first; see `likeness`.
    """
    mine = read(text, lang)
    scored = [(-likeness(mine, read(other, lang)), other) for other in others]
    return [other for score, other in sorted(scored) if score]
