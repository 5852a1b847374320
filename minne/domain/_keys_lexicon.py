"""The word classes of one language, read once from lexicon/{lang}.toml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any, Literal

import snowballstemmer

from minne.domain.spans import tables

Form = Literal["base", "infinitive", "present", "past", "perfect", "ing"]


@dataclass(frozen=True, slots=True)
class Verb:
    """One form of one verb: its synonym class, and whether the verb says the opposite of the class."""

    cls: str
    positive: bool
    form: Form
    lemma: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern of words (alternatives a place; "~lemma" is any form of a verb) and what it becomes."""

    pattern: tuple[frozenset[str], ...]
    becomes: tuple[str, ...]


def _swedish_forms(spec: list[str]) -> Iterator[tuple[str, Form]]:
    """ "spela" alone is the first conjugation; else infinitive, present, past, supine."""
    base = spec[0]
    present, past, perfect = spec[1:] or (base + "r", base + "de", base + "t")
    yield from ((base, "base"), (past, "past"), (perfect, "perfect"), (present, "present"))
    yield from ((base + "s", "present"), (past + "s", "past"), (perfect + "s", "perfect"))
    yield base + "nde", "ing"


def _english_forms(spec: list[str]) -> Iterator[tuple[str, Form]]:
    """ "play" alone is regular; else base, past, participle, -ing and odd present forms."""
    base = spec[0]
    root = base[:-1] if base.endswith("e") and not base.endswith(("ee", "ye")) else base
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", base):
        root = base + base[-1]
    soft = base[-1] == "y" and base[-2] not in "aeiou"
    regular = base[:-1] + "ied" if soft else root + "ed"
    third = (
        base[:-1] + "ies" if soft else base + ("es" if base.endswith(("s", "sh", "ch", "x", "o")) else "s")
    )
    past = spec[1] if len(spec) > 1 else regular
    perfect = spec[2] if len(spec) > 2 else past
    yield from ((perfect, "perfect"), (base, "base"), (past, "past"), (third, "present"))
    yield spec[3] if len(spec) > 3 else root + "ing", "ing"
    yield from ((form, "present") for form in spec[4:])


def _verbs(table: Mapping[str, list[str]], lang: str) -> dict[str, Verb]:
    """Every form of every verb. Of two verbs with one form the first listed has it."""
    forms = _swedish_forms if lang == "sv" else _english_forms
    found: dict[str, Verb] = {}
    for name, specs in table.items():
        for spec in specs:
            lemma = spec.split()[0]
            cls = lemma if name == "other" else name.removeprefix("-")
            own = {
                form: Verb(cls, not name.startswith("-"), tense, lemma) for form, tense in forms(spec.split())
            }
            found = own | found
    return found


def _each(table: Mapping[str, str]) -> dict[str, str]:
    """Words to the name of the group they stand in."""
    return {word: name for name, words in table.items() for word in words.split()}


def _numbered(groups: Iterable[str], start: int) -> dict[str, int]:
    return {word: number for number, words in enumerate(groups, start) for word in words.split()}


@dataclass(frozen=True)
class Lexicon:
    """What the readers of one language need to know about words. Words are casefolded."""

    lang: str
    stemmer: Any
    verbs: dict[str, Verb]
    words: dict[str, frozenset[str]]
    classes: dict[str, frozenset[str]]
    stems: dict[str, str]
    synonyms: dict[str, str]
    axes: dict[str, str]
    places: dict[str, frozenset[str]]
    prepositions: dict[str, str]
    phrases: dict[tuple[str, str], tuple[Phrase, ...]]
    copula: str
    percent: str
    alcohol: str
    compounds: dict[str, frozenset[str]]
    nominal: dict[str, str]
    opinions: dict[str, str]
    genus: dict[str, str]
    months: dict[str, int]
    weekdays: dict[str, int]
    recurring: dict[str, int]
    numbers: dict[str, int]
    ordinals: dict[str, int]
    periods: dict[str, str]
    parts: dict[str, str]
    units: dict[str, str]
    frequencies: dict[str, int]
    relatives: dict[str, str]
    consumed: dict[str, str]
    nouns: dict[str, frozenset[str]]
    doings: dict[str, str]
    time_starts: frozenset[str]

    @cached_property
    def heads(self) -> frozenset[str]:
        """The last parts at which a compound is taken apart."""
        return self.compounds["heads"] | self.compounds["things"]

    @cached_property
    def phrase_starts(self) -> frozenset[str]:
        return frozenset(first for first, _ in self.phrases)

    def said(self, word: str, cls: str) -> bool:
        """Whether the casefolded word is in the word class."""
        return word in self.words[cls]

    def has(self, verb: str, cls: str) -> bool:
        """Whether the verb class is of the kind."""
        return verb in self.classes[cls]


def _tens(tens: str, ones: Iterable[str], lang: str) -> dict[str, int]:
    """The numbers from twenty to ninety-nine, in words."""
    found: dict[str, int] = {}
    for ten, word in enumerate(tens.split(), 2):
        found[word] = 10 * ten
        joint = "" if lang == "sv" else "-"
        found |= {f"{word}{joint}{w}": 10 * ten + one for w, one in _numbered(ones, 1).items()}
    return found


def _phrases(table: Mapping[str, str]) -> dict[tuple[str, str], tuple[Phrase, ...]]:
    """Patterns by each two words they may begin with ("" for no second), longest first."""
    found: dict[tuple[str, str], list[Phrase]] = {}
    for pattern, becomes in table.items():
        places = tuple(frozenset(place.split("|")) for place in pattern.split())
        for start in product(places[0], places[1] if len(places) > 1 else [""]):
            found.setdefault(start, []).append(Phrase(places, tuple(becomes.split())))
    return {start: tuple(sorted(some, key=lambda p: -len(p.pattern))) for start, some in found.items()}


def _sets(table: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in table.items() if isinstance(words, str)}


def _time_starts(words: Mapping[str, Any]) -> frozenset[str]:
    """The words that a time may begin with."""
    grouped = ("month", "weekday", "weekdays", "ordinals", "numbers", "frequency")
    listed = (words["each"].split(), words["sometimes"].split())
    named = (_each(words[name]) for name in ("period", "part", "unit", "relative_time"))
    return frozenset(w for name in grouped for group in words[name] for w in group.split()).union(
        *listed, *named
    )


@cache
def lexicon(lang: str) -> Lexicon:
    """The lexicon of "sv" or "en"."""
    raw = tables(lang)
    words = raw["words"]
    return Lexicon(
        lang=lang,
        stemmer=snowballstemmer.stemmer({"sv": "swedish", "en": "english"}[lang]),
        verbs=_verbs(raw["verbs"], lang),
        words=_sets(words),
        classes={name: frozenset(some) for name, some in raw["classes"].items()},
        stems=raw["stems"],
        synonyms=_each(raw["synonyms"]),
        axes={w: f"{axis}={end}" for axis, ends in raw["axes"].items() for w, end in _each(ends).items()},
        places=_sets(raw["places"]),
        prepositions=_each(raw["prepositions"]),
        phrases=_phrases(raw["phrases"]),
        copula=words["copula"],
        percent=words["percent"],
        alcohol=words["alcohol"],
        compounds=_sets(raw["compounds"]),
        nominal=_each(raw["nominal"]),
        opinions=_each(raw["opinions"]),
        genus=_each(raw["genus"]),
        months=_numbered(words["month"], 1),
        weekdays=_numbered(words["weekday"], 1),
        recurring=_numbered(words["weekdays"], 1),
        numbers=_numbered(words["numbers"], 0) | _tens(words["tens"], words["ones"], lang),
        ordinals=_numbered(words["ordinals"], 0),
        periods=_each(words["period"]),
        parts=_each(words["part"]),
        units=_each(words["unit"]),
        frequencies=_numbered(words["frequency"], 1),
        relatives=_each(words["relative_time"]),
        consumed=_each(raw["consume"]),
        nouns=_sets(raw["nouns"]),
        doings=_each(raw["doings"]),
        time_starts=_time_starts(words),
    )
