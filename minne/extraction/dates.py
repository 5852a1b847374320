"""Find the time expression of a sentence and resolve it to the end of the period it names.

`find_period("Jag arbetar deltid till september", date(2026, 3, 10), "sv").end` is 30 September 2026.

A name without a year means its next occurrence that has not ended ("i maj", said in May, is this
May; "på fredag", said on a Friday, is the next). "Next Friday" is the Friday of next week. "Before X"
ends the day before X starts; "after", "from" and names that fix no date have an unknown end. In English
4/5 may be two days, so its end is unknown. What is past, a habit or a rate is no period at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache

from minne.extraction import almanac
from minne.extraction.almanac import DAY, Interval
from minne.extraction.date_durations import duration_rules
from minne.extraction.date_names import named_rules
from minne.extraction.date_numbers import numbered_rules
from minne.extraction.date_tense import is_habit, is_over
from minne.extraction.date_units import Unit, resolve_safely
from minne.extraction.date_words import Words, words_for

JOINTS = re.compile(
    r"\s?(?:[–-]|till och med|t\.o\.m\.|till|to|through|until|och|and|eller|or)\s?(?:den\s|the\s)?",
    re.IGNORECASE,
)
AMOUNT_WORDS = {
    "över",
    "over",
    "runt",
    "kring",
    "omkring",
    "around",
    "at",
    "for",
    "up to",
}  # "over 2050 readers"
ENDING = re.compile(r"\s(?:är (?:slut|över)|tar slut|is (?:over|out|up|done)|ends)\b", re.IGNORECASE)
REACH = 60  # characters before a unit in which its preposition may stand


@dataclass(frozen=True, slots=True)
class Period:
    """A period named in a text. `end` is its last day, None when not known; `span` is offsets."""

    start: date | None
    end: date | None
    span: tuple[int, int]
    text: str


@dataclass(frozen=True, slots=True)
class _Reading:
    """A unit as its sentence uses it: where it begins, how it is bound, and as which part."""

    unit: Unit
    begin: int
    binding: str
    part: str
    stands: bool  # False for a bare name, which counts only as the end of a range

    def interval(self, on: date) -> Interval | None:
        found = resolve_safely(self.unit, on)
        return found and almanac.part(found, self.part)


def find_period(text: str, on: date, lang: str) -> Period | None:
    """The period the sentence names, seen from the day it was said; None when it names none.

    Of several, a limit ("till", "until", "by") wins, then the first with a known end, then the first.
    """
    best: tuple[int, Period] | None = None
    for rank, period in _ranked(text, on, lang):
        if best is None or rank < best[0]:
            best = (rank, period)
    return best and best[1]


def find_periods(text: str, on: date, lang: str) -> list[Period]:
    """Every period the text names, in order."""
    return [period for _, period in _ranked(text, on, lang)]


def _ranked(text: str, on: date, lang: str) -> list[tuple[int, Period]]:
    words = words_for(lang)
    found = []
    for first, last in _joined(text, [_read(text, unit, words) for unit in _units(text, words.lang)]):
        period = _period(text, first, last, on, words.lang)
        if period is not None:
            limit = first.binding in {"until", "before"} or last is not first
            found.append((2 if period.end is None else 0 if limit else 1, period))
    return found


def _units(text: str, lang: str) -> list[Unit]:
    """The longest units that do not overlap, in order."""
    found: list[Unit] = []
    for pattern, make in (*numbered_rules(lang), *named_rules(lang), *duration_rules(lang)):
        found += filter(None, (make(match, words_for(lang)) for match in pattern.finditer(text)))
    found.sort(key=lambda unit: (unit.start - unit.end, unit.start))
    return _without_overlap(found)


def _without_overlap(units: Iterable[Unit]) -> list[Unit]:
    taken: dict[int, Unit] = {}
    kept = []
    for unit in units:
        if not any(place in taken for place in range(unit.start, unit.end)):
            taken.update(dict.fromkeys(range(unit.start, unit.end), unit))
            kept.append(unit)
    return sorted(kept, key=lambda unit: unit.start)


@cache
def _before(lang: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What may stand directly before a unit: a part of it ("slutet av"), a preposition."""
    words = words_for(lang)
    article = r"(?:(?:the|den|det)\s{1,3})?"
    part = rf"(?<![\w])(?:the\s)?(?P<it>{words.any_of(words.parts)})[\s-]{{1,3}}(?:in\s|i\s)?{article}$"
    preposition = rf"(?<![\w.])(?P<it>{words.any_of(words.prepositions)})\s{{1,3}}{article}$"
    return re.compile(part, re.IGNORECASE), re.compile(preposition, re.IGNORECASE)


def _read(text: str, unit: Unit, words: Words) -> _Reading:
    """The unit with the part and preposition before it."""
    part_pattern, preposition = _before(words.lang)
    begin, part = unit.start, ""
    if found := part_pattern.search(text, max(0, begin - REACH), begin):
        begin, part = found.start(), words.group_of(words.parts, found["it"])
    found = preposition.search(text, max(0, begin - REACH), begin)
    binding = words.group_of(words.prepositions, found["it"]) if found else ""
    begin = found.start() if found else begin
    if binding == "before" and ENDING.match(text, unit.end):  # "before October is over"
        binding = "until"
    missing = {"nothing": False, "preposition": not (part or found), "part": not part}[unit.need]
    word = found["it"].casefold() if found else None
    habit = is_habit(text, unit, begin, preposition=word, binding=binding, lang=words.lang)
    missing = missing or (unit.kind == "year" and word in AMOUNT_WORDS)
    stands = not (missing or habit or binding in {"never", "since"})
    return _Reading(unit, begin, binding, part, stands)


def _joined(text: str, readings: list[_Reading]) -> list[tuple[_Reading, _Reading]]:
    """Pairs (first, last): two readings joined to a range ("maj till augusti"), or one twice."""
    pairs: list[tuple[_Reading, _Reading]] = []
    for reading in readings:
        if pairs and _continues(text, pairs[-1][1], reading):
            pairs[-1] = (pairs[-1][0], reading)
        else:
            pairs.append((reading, reading))
    return [(first, last) for first, last in pairs if first.stands or _is_range(text, first, last)]


def _is_range(text: str, first: _Reading, last: _Reading) -> bool:
    """ "April–juni" needs no preposition."""
    months = first.unit.kind == last.unit.kind == "month" and first is not last
    return months and text[first.unit.end : last.unit.start].strip() in {"–", "-"}


def _continues(text: str, before: _Reading, after: _Reading) -> bool:
    gap = text[before.unit.end : after.unit.start]
    if "past" in {before.unit.kind, after.unit.kind}:
        return False
    if before.unit.kind == "duration":
        return bool(re.fullmatch(r"\s(?:i|in|under|during|from|från)\s", gap))
    return bool(JOINTS.fullmatch(gap))


def _period(text: str, first: _Reading, last: _Reading, on: date, lang: str) -> Period | None:
    begin, end = first.begin, last.unit.end
    if is_over(text, begin, end, first.unit.kind, lang):
        return None
    interval = _interval(first, last, on)
    if interval is None or (interval.end is not None and interval.end < on):
        return None
    start, stop = interval
    if start and stop and start > stop:
        start = stop
    return Period(start, stop, (begin, end), text[begin:end])


def _interval(first: _Reading, last: _Reading, on: date) -> Interval | None:
    opening = first.interval(on)
    if first is not last:
        return _range(opening, first, last, on)
    if opening is None:
        return None
    if first.binding == "until":
        return Interval(None, opening.end)
    if first.binding == "before":
        return _up_to(opening, first, on)
    if first.binding == "after":
        return Interval(opening.end and opening.end + DAY, None)
    if first.binding == "from" and not (first.unit.kind == "day" and opening.start != opening.end):
        return Interval(opening.start, None)
    return opening


def _range(opening: Interval | None, first: _Reading, last: _Reading, on: date) -> Interval | None:
    """From the start of the first to the end of the last, the last seen from the first."""
    if first.unit.kind == "duration":
        return last.interval(on)
    begin = opening.start if opening else None
    closing = last.interval(max(begin, on) if begin else on)
    return closing and Interval(begin, closing.end)


def _up_to(limit: Interval, reading: _Reading, on: date) -> Interval | None:
    """The day before it starts; a limit already passed this year means next year's."""
    if limit.start is None:
        return limit
    if reading.part == "last":  # "before the end of May" is in May
        return Interval(None, limit.end)
    if limit.start <= on and limit.end:
        later = reading.interval(limit.end + DAY)
        limit = later if later and later.start else limit
    return Interval(None, limit.start and limit.start - DAY)
