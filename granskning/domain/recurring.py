"""On which days something recurs: values in, days out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

LAST = 5
WEEK = timedelta(days=7)
WEEKS_AHEAD = 120  # more than the longest time between two days of any rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One weekday (Monday is 0): the `nth` of each month, 5 being the last, or every so many weeks.

    Weeks are counted from the first such weekday on or after `begins`. Just one of `nth` and `every` is set.
    """

    weekday: int
    begins: date
    nth: int | None = None
    every: int | None = None

    def __post_init__(self) -> None:
        if (self.nth is None) == (self.every is None):
            raise ValueError("either nth or every")

    @property
    def first(self) -> date:
        """The first such weekday on or after `begins`."""
        return self.begins + timedelta(days=(self.weekday - self.begins.weekday()) % 7)

    def falls_on(self, day: date) -> bool:
        if day < self.begins or day.weekday() != self.weekday:
            return False
        if self.every is not None:
            return (day - self.first).days // 7 % self.every == 0
        if self.nth == LAST:
            return (day + WEEK).month != day.month
        return (day.day - 1) // 7 + 1 == self.nth

    def days(self, since: date) -> Iterator[date]:
        """The days from `since` on, the nearest years of them."""
        start = max(since, self.begins)
        start += timedelta(days=(self.weekday - start.weekday()) % 7)
        return (day for day in (start + week * WEEK for week in range(WEEKS_AHEAD)) if self.falls_on(day))

    def latest(self, *, after: date | None, by: date) -> date | None:
        """The latest day up to and including `by`, and later than `after` where that is given."""
        start = by - timedelta(days=(by.weekday() - self.weekday) % 7)
        back = (start - week * WEEK for week in range(WEEKS_AHEAD))
        found = next((day for day in back if self.falls_on(day)), None)
        return found if found is not None and (after is None or found > after) else None
