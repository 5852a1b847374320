"""The word lists and patterns of one language, read once from TOML.

A pattern is a list of regular expressions over a clause as `predicates` writes it: the finite verb first,
adverbs and negation taken out. `{name}` in an expression stands for the alternatives of `[words] name`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal, cast, get_args

from minne.domain.episodes import FACT_TYPES, FactType
from minne.extraction.expressions import MACRO, Expression, Expressions

Lang = Literal["sv", "en"]
LANGS: tuple[Lang, ...] = ("sv", "en")
Form = Literal["said", "thing", "mine", "told"]
FORMS: tuple[Form, ...] = ("said", "thing", "mine", "told")
PeriodRule = Literal["ignored", "passing", "until", "needed"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way of saying something lasting about oneself.

    `form`: what the speaker speaks of: themself ("said"), what something is to them ("thing"), a thing of
    theirs ("mine"), the assistant ("told").
    `period`: what a period in the clause means: nothing; that the state is temporary; until when the fact
    holds; or that the pattern only counts with one.
    `also`: the text of a second fact, said when every group of the expression matched.
    `lasting`: does not count where the clause says that it is for now.
    `fallback`: tried only for what the person asked to have remembered.
    """

    name: str
    form: Form
    type: FactType
    match: tuple[Expression, ...]
    unless: Expression | None
    needs: Expression | None
    text: str | None
    also: str | None
    negated: bool | None
    period: PeriodRule
    one_off: bool
    lasting: bool
    fallback: bool
    yes: tuple[tuple[str, tuple[str, ...]], ...]
    no: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inference:
    """What behaviour in a turn suggests; `repeated`: only from the second such turn of a conversation."""

    text: str
    type: FactType
    match: Expression
    repeated: bool
    yes: tuple[str, ...]
    no: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    lang: Lang
    words: Mapping[str, frozenset[str]]
    rules: Expressions
    forms: Mapping[str, Mapping[str, str]]
    patterns: tuple[Pattern, ...]
    inferences: tuple[Inference, ...]


@lru_cache(maxsize=4096)
def patterns_from(lang: Lang, form: Form, start: str) -> tuple[Pattern, ...]:
    """The patterns of a form that a text may fit whose folded form begins with `start`, in their order."""
    return tuple(
        pattern
        for pattern in lexicon(lang).patterns
        if pattern.form == form and any(expression.may_begin(start) for expression in pattern.match)
    )


@cache
def lexicon(lang: Lang) -> Lexicon:
    """The lexicon of `lang`, its expressions compiled as they come to use."""
    source = resources.files("minne.extraction") / "lexicon" / f"{lang}.toml"
    raw = tomllib.loads(source.read_text(encoding="utf-8"))
    words = {name: _split(value) for name, value in raw["words"].items()}
    words = {name: _flat(value, words) for name, value in words.items()}
    return Lexicon(
        lang=lang,
        words={name: frozenset(w.casefold() for w in value) for name, value in words.items()},
        rules=Expressions({name: _joined(value) for name, value in raw["rules"].items()}, words),
        forms=raw["forms"],
        patterns=tuple(_pattern(form, row, words) for form in FORMS for row in raw[form]),
        inferences=tuple(_inference(row, words) for row in raw["inferred"]),
    )


def _split(value: str | list[str]) -> list[str]:
    """A list as it stands; a string is a comma-separated list."""
    parts = value if isinstance(value, list) else value.split(",")
    return [part.strip() for part in parts if part.strip()]


def _flat(parts: list[str], words: Mapping[str, list[str]]) -> list[str]:
    """With each item that is nothing but `{name}` replaced by the items it names."""
    named = [(part, MACRO.fullmatch(part)) for part in parts]
    return [word for part, macro in named for word in (words[macro[1]] if macro else [part])]


def _pattern(form: Form, row: Mapping[str, Any], words: Mapping[str, list[str]]) -> Pattern:
    if row["type"] not in FACT_TYPES or row.get("period", "ignored") not in get_args(PeriodRule):
        raise ValueError(f"pattern {row['name']!r}: unknown type or period")
    return Pattern(
        name=row["name"],
        form=form,
        type=cast(FactType, row["type"]),
        match=tuple(Expression(rf"^(?:{m})", words) for m in _listed(row["match"])),
        unless=Expression(_joined(row["unless"]), words) if "unless" in row else None,
        needs=Expression(_joined(row["needs"]), words) if "needs" in row else None,
        text=row.get("text"),
        also=row.get("also"),
        negated=row.get("negated"),
        period=cast(PeriodRule, row.get("period", "ignored")),
        one_off=row.get("one_off", False),
        lasting=row.get("lasting", False),
        fallback=row.get("fallback", False),
        yes=tuple((said, tuple(facts)) for said, *facts in row["yes"]),
        no=tuple(row["no"]),
    )


def _inference(row: Mapping[str, Any], words: Mapping[str, list[str]]) -> Inference:
    return Inference(
        text=row["text"],
        type=cast(FactType, row["type"]),
        match=Expression(_joined(row["match"]), words),
        repeated=row.get("repeated", False),
        yes=tuple(row["yes"]),
        no=tuple(row["no"]),
    )


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _joined(value: str | list[str]) -> str:
    return "|".join(_listed(value))
