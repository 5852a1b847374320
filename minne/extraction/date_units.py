"""Recognise the named and numbered days, months, seasons and so on in a text, one kind a rule.

A rule is a pattern and a maker; the maker turns a match into a `Unit`, which can resolve itself
against any day. What the unit means in its sentence (until, before, since) is for dates.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Literal

from minne.extraction import almanac
from minne.extraction.almanac import DAY, UNKNOWN, Interval, Yearly
from minne.extraction.date_words import Words, alternatives, normal, words_for

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


Maker = Callable[[re.Match[str], Words], Unit | None]
Rule = tuple[re.Pattern[str], Maker]

YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d|[.,:/-]\d)"


def _unit(match: re.Match[str], kind: str, resolve: Resolve, need: Need = "nothing", **more: bool) -> Unit:
    return Unit(match.start(), match.end(), kind, resolve, need, **more)


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


def _iso(match: re.Match[str], _words: Words) -> Unit | None:
    year, month, day = (int(match[name]) for name in ("y", "m", "d"))
    return _exact(match, year, month, day)


def _exact(match: re.Match[str], year: int, month: int, day: int) -> Unit | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return _unit(match, "day", lambda _on: Interval(found, found), particular=True)


def _slashed(match: re.Match[str], words: Words) -> Unit | None:
    """Day/month in Swedish. In English the order is anybody's guess, so the day stays unknown."""
    first, second = int(match["d"]), int(match["m"])
    year = match["y"] and int(match["y"][-2:]) + 2000
    if words.lang == "sv":
        if year:
            return _exact(match, year, second, first)
        if (first, second) in {(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (24, 7)} and not match["den"]:
            return None
        return _day_of(match, words, second, first)
    if year and max(first, second) > 12:
        return _exact(match, year, min(first, second), max(first, second))
    plausible = min(first, second) <= 12 and max(first, second) <= 31 and min(first, second) > 0
    return _unit(match, "day", lambda _on: UNKNOWN, "preposition") if plausible else None


def _day_of(
    match: re.Match[str], words: Words, month: int, day: int, first: int | None = None
) -> Unit | None:
    """A day of a month, or the days from `first` to it, in the year named or the next to come."""
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return None

    def happens(year: int) -> Interval:
        last = min(day, almanac.length_of(year, month)) if (month, day) == (2, 29) else day
        begin = first if first and first <= last else last
        return Interval(date(year, month, begin), date(year, month, last))

    try:
        happens(2024)
    except ValueError:
        return None
    resolve, particular = yearly(happens, match, words)
    lower = "month" in match.groupdict() and match["month"] in {"may", "march", "mar"}
    return _unit(match, "day", resolve, "preposition" if lower else "nothing", particular=particular)


def _day_and_month(match: re.Match[str], words: Words) -> Unit | None:
    day = int(match["d"]) if match["d"] else words.ordinals[normal(match["o"])]
    first = int(match["first"]) if match["first"] else None
    return _day_of(match, words, words.months[normal(match["month"])], day, first)


def _day_alone(match: re.Match[str], _words: Words) -> Unit | None:
    """ "den 15:e", "the 15th": the next month that has one."""
    day = int(match["d"])
    if not 1 <= day <= 31:
        return None

    def resolve(on: date) -> Interval:
        for ahead in range(3):
            month = almanac.add_months(on.replace(day=1), ahead)
            if day <= almanac.length_of(month.year, month.month) and month.replace(day=day) >= on:
                return Interval(month.replace(day=day), month.replace(day=day))
        return UNKNOWN

    return _unit(match, "day", resolve, "preposition")


def _week_number(match: re.Match[str], words: Words) -> Unit | None:
    last, first = int(match["last"] or match["first"]), int(match["first"])
    if not 1 <= first <= last <= 53:
        return None

    def happens(year: int) -> Interval:
        return Interval(almanac.iso_week(year, first).start, almanac.iso_week(year, last).end)

    resolve, _ = yearly(happens, match, words)
    return _unit(match, "week", resolve, particular=True)


def _quarter(match: re.Match[str], words: Words) -> Unit | None:
    number = int(match["n"]) if match["n"] else words.ordinals[normal(match["o"])]
    if number > 4:
        return None
    resolve, _ = yearly(lambda year: almanac.months(year, 3 * number - 2, 3), match, words)
    return _unit(match, "quarter", resolve, particular=True)


def _half_year(match: re.Match[str], words: Words) -> Unit | None:
    first = normal(match["half"]) in {"h1", "första", "first"}
    resolve, _ = yearly(lambda year: almanac.months(year, 1 if first else 7, 6), match, words)
    return _unit(match, "half", resolve, particular=True)


def _term_code(match: re.Match[str], words: Words) -> Unit | None:
    happens = almanac.TERMS[words.terms[normal(match["term"])]]
    if match["yy"]:
        year = 2000 + int(match["yy"][-2:])
        return _unit(match, "term", lambda _on: happens(year), particular=True)
    if len(match["term"]) == 2:
        return None
    return _unit(match, "term", lambda on: almanac.upcoming(happens, on), "preposition")


def _school_year(match: re.Match[str], _words: Words) -> Unit | None:
    year = 2000 + int(match["yy"])
    return _unit(match, "term", lambda _on: almanac.TERMS["school_year"](year), particular=True)


def _year(match: re.Match[str], _words: Words) -> Unit | None:
    year = int(match["year"])
    whole = Interval(date(year, 1, 1), date(year, 12, 31))
    return _unit(match, "year", lambda _on: whole, "preposition", particular=True)


AMOUNT = r"(?!\s{0,2}(?:kr|kronor|:-|tkr|sek|euro?|dollars?|usd|personer|people|st|stycken|ord|words|kcal|steg|steps|meter|m|km|g|kg|%|tecken|rader|lines|likes)\b)"


@cache
def numbered_rules(lang: str) -> tuple[Rule, ...]:
    """Dates written with figures, and weeks, quarters, terms and years."""
    words = words_for(lang)
    month = rf"(?P<month>{alternatives(words.months)})"
    weekday = rf"(?:{alternatives(words.weekdays)}(?:en)?,?\s{{1,2}})?"
    ordinal = rf"(?P<o>{alternatives(words.ordinals)})"
    suffix = year_suffix(words)
    until_day = (
        r"(?:(?P<first>\d{1,2})(?::?[ea]|st|nd|rd|th)?\s?(?:[–-]|till|to|through)\s?(?:den\s|the\s)?)?"
    )
    day = rf"{until_day}(?:(?P<d>\d{{1,2}})(?::?[ea]|st|nd|rd|th)?|{ordinal})"
    alone = r"den\s(?P<d>\d\d?)(?::[ea])?" if words.lang == "sv" else r"the\s(?P<d>\d\d?)(?:st|nd|rd|th)"
    rules = [
        rule(r"(?P<y>(?:19|20)\d\d)[-/.](?P<m>\d\d?)[-/.](?P<d>\d\d?)", _iso),
        rule(r"(?P<d>\d\d?)\.(?P<m>\d\d?)\.(?P<y>20\d\d)", _iso),
        rule(
            r"(?P<den>den\s)?(?P<d>\d\d?)/(?P<m>\d\d?)(?:[ /-]-?(?P<y>20\d\d|(?<=[/-])\d\d))?(?![/\d-])",
            _slashed,
        ),
        rule(
            rf"{weekday}(?:den\s{{1,2}}|d\.\s?|the\s{{1,2}})?{day}\.?\s{{0,2}}(?:of\s)?{month}{suffix}",
            _day_and_month,
        ),
        rule(
            r"(?:v\.?|vecka|week|veckorna|weeks)\s?(?P<first>\d\d?)(?:\s?(?:[–-]|till|to)\s?(?P<last>\d\d?))?"
            + suffix,
            _week_number,
        ),
        rule(rf"(?:q(?P<n>[1-4])|(?:the\s)?{ordinal}\s(?:kvartalet|quarter)){suffix}", _quarter),
        rule(rf"(?:kvartal\s|quarter\s)(?P<n>[1-4])(?P<o>){suffix}", _quarter),
        rule(
            rf"(?P<half>h1|h2|(?:första|andra|first|second)(?=\s(?:halvåret|half\sof\sthe\syear)))(?:\s(?:halvåret|half\sof\sthe\syear))?{suffix}",
            _half_year,
        ),
        rule(rf"(?P<term>{alternatives(words.terms)})(?:\s?-?(?P<yy>(?:20)?\d\d))?", _term_code),
        rule(
            r"(?:läsåret|school\syear|academic\syear)\s(?:20)?(?P<yy>\d\d)\s?[/–-]\s?(?:20)?\d\d",
            _school_year,
        ),
        rule(rf"(?:år\s|the\syear\s)?{YEAR}{AMOUNT}", _year),
        rule(rf"{alone}(?=\s{{0,2}}(?:$|[.,;!?)]|(?:och|men|så|and|but|so)\b))", _day_alone),
    ]
    if words.lang == "en":
        tail = r"(?:(?P<first>\d\d?)(?:st|nd|rd|th)?\s?(?:[–-]|to|through)\s?)?(?P<d>\d\d?)(?:st|nd|rd|th)?(?P<o>)"
        rules.append(rule(rf"{weekday}{month}\.?\s{{1,2}}(?:the\s)?{tail}{suffix}", _day_and_month))
    return tuple(rules)
