"""What one clause states of the speaker, by the patterns of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from minne.domain.episodes import FactType
from minne.extraction.dates import Period, find_period
from minne.extraction.predicates import Predicate, read, strip_leads
from minne.extraction.vocabulary import Lexicon, Pattern
from minne.extraction.wording import fill, finish, render


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact as one clause states it, not yet tied to a place in an episode."""

    text: str
    type: FactType
    valid_until: date | None
    pattern: Pattern | None
    predicate: Predicate | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The statements of a clause, and the predicate whose subject the next clause may share."""

    statements: tuple[Statement, ...]
    predicate: Predicate | None


def read_clause(
    clause: str, *, lex: Lexicon, on: date, asked: bool = False, carried: Predicate | None = None
) -> Reading:
    """Read one clause said on the day `on`; `asked` when the person told us to remember it."""
    role = tuple(_role(clause, lex))
    predicate = read(_without_role(clause, lex), lex, carried)
    if predicate is None or (lex.rules["doubt"].search(clause) and not asked):
        return Reading(role, predicate)
    return Reading((*role, *_statement(predicate, clause, lex, on, asked)), predicate)


def _statement(
    predicate: Predicate, clause: str, lex: Lexicon, on: date, asked: bool
) -> Iterator[Statement]:
    if lex.rules["deictic_object"].search(predicate.whole):
        return
    period = find_period(clause, on, lex.lang)
    for pattern in lex.patterns:
        match = _match(pattern, predicate) if asked or not pattern.fallback else None
        if match is None:
            continue
        kind = _timed(pattern, period, on, clause, lex)
        if kind is not None:
            yield Statement(_text(pattern, match, predicate, lex), *kind, pattern, predicate)
            return


def _match(pattern: Pattern, predicate: Predicate) -> re.Match[str] | None:
    if pattern.form != predicate.form or pattern.negated not in (None, predicate.negated):
        return None
    whole = predicate.whole
    if pattern.unless and pattern.unless.search(whole):
        return None
    if pattern.needs and not pattern.needs.search(whole):
        return None
    return next((found for m in pattern.match if (found := m.match(predicate.core))), None)


def _timed(
    pattern: Pattern, period: Period | None, on: date, clause: str, lex: Lexicon
) -> tuple[FactType, date | None] | None:
    """The type and the last day that a period in the clause gives; None when it rules the fact out."""
    named = period is not None and not lex.rules["since"].search(period.text)
    end = period.end if period is not None and named else None
    if pattern.period == "needed" and not named:
        return None
    if pattern.period in {"needed", "until"}:
        return None if end is not None and end <= on else (pattern.type, end)
    if pattern.period == "passing" and end is not None:
        return None if end <= on else ("temporary", end)
    return pattern.type, None


def _text(pattern: Pattern, match: re.Match[str], predicate: Predicate, lex: Lexicon) -> str:
    if pattern.text:
        return fill(pattern.text, match, predicate, lex)
    past = lex.rules["past_time"]
    return render(replace(predicate, rest=past.sub("", predicate.rest), front=past.sub("", predicate.front)), lex)


def _role(clause: str, lex: Lexicon) -> Iterator[Statement]:
    """ "As a teacher, I …" says what the speaker is."""
    found = lex.rules["as_role"].match(strip_leads(clause, lex))
    if found:
        text = finish(f"{lex.forms['words']['is']} {found['role']}", lex)
        yield Statement(text, "knowledge", None, None, None)


def _without_role(clause: str, lex: Lexicon) -> str:
    bare = strip_leads(clause, lex)
    found = lex.rules["as_role"].match(bare)
    return bare[found.end() :] if found else clause
