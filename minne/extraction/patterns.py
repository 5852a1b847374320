"""What one clause states of the speaker, by the patterns of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from minne.domain.episodes import FactType
from minne.extraction.cessation import what_ended
from minne.extraction.contrasts import parted
from minne.extraction.dates import Period, find_period
from minne.extraction.expressions import Expression, folded
from minne.extraction.predicates import Predicate, read, strip_leads
from minne.extraction.vocabulary import Lexicon, Pattern, patterns_from
from minne.extraction.wording import fill, finish, render

START = 3  # letters by which patterns are looked up
ERRAND = timedelta(days=1)  # what is over by tomorrow is an errand, unless it is an exam or the like


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
    clause: str,
    *,
    lex: Lexicon,
    on: date,
    asked: bool = False,
    carried: Predicate | None = None,
    opening: bool = False,
) -> Reading:
    """Read one clause said on the day `on`; `asked` when the person told us to remember it."""
    role = tuple(_role(clause, lex))
    predicate = read(_without_role(clause, lex), lex, carried, opening=opening)
    if predicate is None and asked:
        predicate = _theirs(clause, lex)
    if predicate is None or (lex.rules["doubt"].search(clause) and not asked):
        return Reading(role, predicate)
    stated = (s for part in parted(predicate, lex) for s in _statement(part, clause, lex, on, asked))
    return Reading((*role, *stated), predicate)


def _statement(predicate: Predicate, clause: str, lex: Lexicon, on: date, asked: bool) -> Iterator[Statement]:
    if lex.rules["deictic_object"].search(predicate.whole):
        return
    found = next(_matches(predicate, clause, lex, on, asked), ())
    yield from found
    for did in () if found else what_ended(predicate, clause, lex):
        ended = next(_matches(did, clause, lex, on, asked=False, over=True), ())
        if ended and ended[0].type != "temporary":
            yield replace(ended[0], text=_said(predicate, lex), type="knowledge", valid_until=None)
            return


def _matches(
    predicate: Predicate, clause: str, lex: Lexicon, on: date, asked: bool, *, over: bool = False
) -> Iterator[tuple[Statement, ...]]:
    """What each pattern that fits says, the first first; what is `over` need not say when it was to be."""
    whole = predicate.whole
    said = f"{predicate.core} {predicate.front}".strip()
    if predicate.negated:
        said = lex.rules["any_longer"].sub("", said)
    begins = folded(said)
    for pattern in patterns_from(lex.lang, predicate.form, begins[:START]):
        opened = [m for m in pattern.match if begins.startswith(m.opens)]
        fits = opened and (asked or not pattern.fallback) and pattern.negated in (None, predicate.negated)
        match = _match(pattern, opened, said, whole) if fits else None
        if match is None:
            continue
        undated = over and pattern.period == "needed" and pattern.type == "goal"
        kind = (pattern.type, None) if undated else _timed(pattern, clause, on, lex)
        if kind is not None:
            first = Statement(_text(pattern, match, predicate, lex), *kind, pattern, predicate)
            yield (first, *_also(first, match, lex))


def _also(first: Statement, match: re.Match[str], lex: Lexicon) -> Iterator[Statement]:
    """What else the same words say: "switched from Windows to Linux" that Windows is used no more."""
    pattern, predicate = first.pattern, first.predicate
    if pattern and predicate and pattern.also and all(match.groupdict().values()):
        yield replace(first, text=fill(pattern.also, match, predicate, lex), predicate=None)


def _match(pattern: Pattern, opened: list[Expression], said: str, whole: str) -> re.Match[str] | None:
    """`said` is the core before what was fronted, `whole` the same in the other order with adverbs."""
    match = next((found for m in opened if (found := m.compiled.match(said))), None)
    if match is None or (pattern.needs and not pattern.needs.compiled.search(whole)):
        return None
    unless = pattern.unless.compiled if pattern.unless else None
    return None if unless and (unless.search(said) or unless.search(whole)) else match


def _timed(pattern: Pattern, clause: str, on: date, lex: Lexicon) -> tuple[FactType, date | None] | None:
    """The type and the last day that a period in the clause gives; None when it rules the fact out."""
    if pattern.period == "ignored":
        return pattern.type, None
    period = period_of(clause, on, lex)
    named = period is not None and not lex.rules["since"].search(period.text)
    end = period.end if period is not None and named else None
    if pattern.period == "needed" and not named:
        return None
    if pattern.period == "needed" and end is not None and end <= on + ERRAND:
        return (pattern.type, end) if lex.rules["event"].search(clause) and end > on else None
    if pattern.period in {"needed", "until"}:
        return None if end is not None and end <= on else (pattern.type, end)
    if pattern.period == "passing" and end is not None:
        return None if end <= on else ("temporary", end)
    return pattern.type, None


@lru_cache(maxsize=512)
def _period(text: str, on: date, lang: str) -> Period | None:
    return find_period(text, on, lang)


def period_of(text: str, on: date, lex: Lexicon) -> Period | None:
    """The period that a clause said on the day `on` names."""
    return _period(text, on, lex.lang)


def _text(pattern: Pattern, match: re.Match[str], predicate: Predicate, lex: Lexicon) -> str:
    if pattern.text:
        return fill(pattern.text, match, predicate, lex)
    return _said(predicate, lex)


def _said(predicate: Predicate, lex: Lexicon) -> str:
    past = lex.rules["past_time"]
    return render(
        replace(predicate, rest=past.sub("", predicate.rest), front=past.sub("", predicate.front)), lex
    )


def _role(clause: str, lex: Lexicon) -> Iterator[Statement]:
    """ "As a teacher, I …" says what the speaker is."""
    found = lex.rules["as_role"].match(strip_leads(clause, lex))
    if found:
        text = finish(f"{lex.forms['words']['is']} {found['role']}", lex)
        yield Statement(text, "knowledge", None, None, None)


def _theirs(clause: str, lex: Lexicon) -> Predicate | None:
    """What to remember of somebody or something else that is the speaker's: "Tuesdays are my day off"."""
    theirs = lex.rules["own"].search(clause) or lex.rules["own_place"].search(clause)
    if not theirs or lex.rules["not_to_keep"].match(clause):
        return None
    return Predicate("mine", "", lex.rules["own"].sub(lex.forms["words"]["own"], clause))


def _without_role(clause: str, lex: Lexicon) -> str:
    bare = strip_leads(clause, lex)
    found = lex.rules["as_role"].match(bare)
    return bare[found.end() :] if found else clause
