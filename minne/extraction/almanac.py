"""The calendar behind the time words: holidays, seasons, terms, weeks, quarters.

Conventions, where the language leaves a choice:

- Seasons end with May, August, November and February; winter belongs to the year it starts in.
- "jul" is 24-26 December (so "före jul" ends on the 23rd), English Christmas 25-26 December, Easter
  Good Friday to Easter Monday, midsummer the Friday and Saturday.
- The spring term is 15 January-15 June, the autumn term 15 August-15 January. Holidays whose weeks
  differ between towns (sportlov) are named but have no dates.
- The first, middle and last part of a month end on the 10th, the 20th and its last day; of anything
  else they are thirds.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

DAY = timedelta(days=1)


class Interval(NamedTuple):
    """A closed range of days; an unknown bound is None."""

    start: date | None
    end: date | None


UNKNOWN = Interval(None, None)

Yearly = Callable[[int], Interval]


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher)."""
    golden, century, in_century = year % 19, year // 100, year % 100
    correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - century // 4 - correction + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (in_century // 4) - epact - in_century % 4) % 7
    leap = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * leap + 114, 31)
    return date(year, month, day + 1)


def on_or_after(day: date, weekday: int) -> date:
    """The first such weekday (Monday is 0) from the day on."""
    return day + timedelta(days=(weekday - day.weekday()) % 7)


def length_of(year: int, number: int) -> int:
    """How many days the month has."""
    return calendar.monthrange(year, number)[1]


def month(year: int, number: int) -> Interval:
    return Interval(date(year, number, 1), date(year, number, length_of(year, number)))


def months(year: int, first: int, count: int) -> Interval:
    """`count` whole months from the first of a month; they may run into the next year."""
    last = first + count - 1
    return Interval(date(year, first, 1), month(year + (last - 1) // 12, (last - 1) % 12 + 1).end)


def iso_week(year: int, number: int) -> Interval:
    """Monday to Sunday; a week that the year lacks is its last."""
    last = date(year, 12, 28).isocalendar().week
    monday = date.fromisocalendar(year, min(number, last), 1)
    return Interval(monday, monday + 6 * DAY)


def add_months(day: date, count: int) -> date:
    """The same day `count` months later, or the last day of a shorter month."""
    year, index = divmod(day.year * 12 + day.month - 1 + count, 12)
    return date(year, index + 1, min(day.day, length_of(year, index + 1)))


def _fixed(first: tuple[int, int], last: tuple[int, int] | None = None) -> Yearly:
    return lambda year: Interval(date(year, *first), date(year, *(last or first)))


def _around_easter(first: int, last: int | None = None) -> Yearly:
    def days(year: int) -> Interval:
        sunday = easter(year)
        return Interval(sunday + first * DAY, sunday + (first if last is None else last) * DAY)

    return days


def _weekday_from(month_day: tuple[int, int], weekday: int, length: int = 1) -> Yearly:
    def days(year: int) -> Interval:
        first = on_or_after(date(year, *month_day), weekday)
        return Interval(first, first + (length - 1) * DAY)

    return days


def _turn(month_day: tuple[int, int]) -> Yearly:
    """A border between days: it ends with the day before it and what is "before" it ends there too."""

    def border(year: int) -> Interval:
        last = date(year, *month_day)
        return Interval(last + DAY, last)

    return border


SEASONS: dict[str, Yearly] = {
    "spring": lambda year: months(year, 3, 3),
    "summer": lambda year: months(year, 6, 3),
    "autumn": lambda year: months(year, 9, 3),
    "winter": lambda year: months(year, 12, 3),
}

TERMS: dict[str, Yearly] = {
    "vt": _fixed((1, 15), (6, 15)),
    "ht": lambda year: Interval(date(year, 8, 15), date(year + 1, 1, 15)),
    "school_year": lambda year: Interval(date(year, 8, 15), date(year + 1, 6, 15)),
}

HOLIDAYS: dict[str, Yearly] = {
    "new_year": _fixed((1, 1)),
    "epiphany": _fixed((1, 6)),
    "valentine": _fixed((2, 14)),
    "maundy_thursday": _around_easter(-3),
    "good_friday": _around_easter(-2),
    "easter_eve": _around_easter(-1),
    "easter_day": _around_easter(0),
    "easter_monday": _around_easter(1),
    "easter": _around_easter(-2, 1),
    "walpurgis": _fixed((4, 30)),
    "may_day": _fixed((5, 1)),
    "ascension": _around_easter(39),
    "ascension_weekend": _around_easter(39, 42),
    "whitsun": _around_easter(49),
    "memorial_day": _weekday_from((5, 25), 0),
    "national_day": _fixed((6, 6)),
    "midsummer_eve": _weekday_from((6, 19), 4),
    "midsummer_day": _weekday_from((6, 20), 5),
    "midsummer": _weekday_from((6, 19), 4, length=2),
    "midyear": _turn((6, 30)),
    "independence_day": _fixed((7, 4)),
    "labor_day": _weekday_from((9, 1), 0),
    "halloween": _fixed((10, 31)),
    "all_saints": _weekday_from((10, 31), 5),
    "autumn_break": lambda year: iso_week(year, 44),
    "thanksgiving": _weekday_from((11, 22), 3),
    "advent": _weekday_from((11, 27), 6),
    "lucia": _fixed((12, 13)),
    "christmas_eve": _fixed((12, 24)),
    "christmas_day": _fixed((12, 25)),
    "boxing_day": _fixed((12, 26)),
    "christmas": _fixed((12, 24), (12, 26)),
    "christmas_en": _fixed((12, 25), (12, 26)),
    "new_years_eve": _fixed((12, 31)),
    "turn_of_year": _turn((12, 31)),
    "unknown": lambda _year: UNKNOWN,
}


def upcoming(rule: Yearly, on: date) -> Interval:
    """The first occurrence of something yearly that has not ended before `on`."""
    for year in range(max(on.year - 1, 1), on.year + 3):
        found = rule(year)
        if found.end is None or found.end >= on:
            return found
    return UNKNOWN


def in_next_year(rule: Yearly, on: date) -> Interval:
    """ "Nästa sommar": next calendar year's, but the winter that starts this December."""
    this = rule(on.year)
    crosses = this.start is not None and this.end is not None and this.end.year > this.start.year
    return this if crosses and this.start and this.start > on else rule(on.year + 1)


def part(of: Interval, which: str) -> Interval:
    """The first, middle or last third of a range (the 10th and 20th of a month), or the week it is in."""
    if of.start is None or of.end is None or which in {"", "whole"}:
        return of
    if which == "week":
        return Interval(of.start - of.start.weekday() * DAY, of.end + (6 - of.end.weekday()) * DAY)
    length = (of.end - of.start).days + 1
    third = timedelta(days=10 if 28 <= length <= 31 else length // 3)
    if which == "first":
        return Interval(of.start, max(of.start, of.start + third - DAY))
    if which == "middle":
        return Interval(of.start + third, max(of.start + third, of.start + 2 * third - DAY))
    return Interval(of.start + 2 * third, of.end)
