"""What a rule for time words is: a pattern, and a maker that turns a match into a `Unit`.

A unit can resolve itself against any day. The rules are in date_numbers.py, date_names.py and
date_durations.py; what a unit means in its sentence (until, before, since) is for dates.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from minne.extraction import almanac
from minne.extraction.almanac import Interval, Yearly
from minne.extraction.date_words import Words, alternatives, normal

Need = Literal["nothing", "preposition", "part"]
Resolve = Callable[[date], Interval]
PAST = Interval(date.min, date.min)


@dataclass(frozen=True)
class Unit:
    """A time word with its place in the text. `need` says what must stand before it to count."""

    start: int
    end: int
    kind: str
    resolve: Resolve
    need: Need = "nothing"
    particular: bool = False  # named with "next", a year and the like: never a habit


def resolve_safely(unit: Unit, on: date) -> Interval | None:
    """None for what is past by its name or falls outside the calendar."""
    try:
        found = unit.resolve(on)
    except (ValueError, OverflowError, IndexError):
        return None
    return None if found == PAST else found


Maker = Callable[[re.Match[str], Words], Unit | None]
Rule = tuple[re.Pattern[str], Maker]

YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d|[.,:/-]\d)"


def rule(pattern: str, maker: Maker) -> Rule:
    return re.compile(rf"(?<![\w@#]){pattern}(?!\w)", re.IGNORECASE), maker


def year_suffix(words: Words) -> str:
    return rf"(?:,?\s{{1,3}}(?:(?:of|in|år)\s)?(?:{YEAR}|(?P<yearword>{alternatives(words.year_words)})))?"


def qualifier(words: Words) -> str:
    return rf"(?:(?P<q>{words.any_of(words.qualifiers)})\s{{1,3}})?"


def chosen(match: re.Match[str], words: Words) -> str:
    """ "this", "next", "coming", "last" or "" as the match is qualified."""
    return words.group_of(words.qualifiers, match["q"] or "")


def yearly(happens: Yearly, match: re.Match[str], words: Words) -> tuple[Resolve, bool]:
    """How something yearly resolves with its year or qualifier, and whether it had any."""
    groups = match.groupdict()
    if groups.get("year"):
        year = int(groups["year"])
        return (lambda _on: happens(year)), True
    if groups.get("yearword"):
        offset = words.year_words[normal(groups["yearword"])]
        return (lambda on: happens(on.year + offset)), True
    which = chosen(match, words) if "q" in groups else ""
    if which == "last":
        return (lambda _on: PAST), True
    if which == "next":
        return (lambda on: almanac.in_next_year(happens, on)), True
    return (lambda on: almanac.upcoming(happens, on)), bool(which)
