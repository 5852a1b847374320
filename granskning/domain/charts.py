"""The geometry of the charts: numbers in, coordinates out. Templates draw it, style sheets colour it.

Coordinates are in the units of the picture's viewBox, y downwards, rounded to tenths. Shares lie in 0..1;
ValueError for one that does not. Nothing here is ever NaN: a chart without data has no points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from granskning.domain.plotting import (
    NARROW,
    SQUARE,
    STRIP,
    WIDE,
    Box,
    Placed,
    Reading,
    Scale,
    Tick,
    between,
    check,
    lowest_tenth,
    polyline,
    round_steps,
    spread,
    steps,
    tenth,
    with_room,
)

__all__ = [
    "NARROW",
    "SQUARE",
    "STRIP",
    "WIDE",
    "Bar",
    "Box",
    "Mark",
    "OverTime",
    "Placed",
    "Reading",
    "Square",
    "against_kept",
    "bar",
    "over_time",
    "reliability",
    "thinned",
]


@dataclass(frozen=True, slots=True)
class Mark:
    """Where something changed; `labelled` where there is room for its name."""

    x: float
    labelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OverTime:
    """Precision over time: points in the order of the readings, the target, and the changes."""

    box: Box
    ticks: tuple[Tick, ...]
    target_y: float
    points: tuple[Placed, ...]
    marks: tuple[Mark, ...]

    def line(self, chosen: Sequence[int]) -> str:
        """The polyline through the points with these indices."""
        return polyline((self.points[i].x, self.points[i].y) for i in chosen)


LABEL_GAP = 64.0  # between dates
MARK_GAP = 22.0  # between names of changes


def over_time(
    readings: Sequence[Reading], changes: Sequence[float] = (), *, target: float, box: Box = WIDE
) -> OverTime:
    """Readings in order of time, and the times of changes: one before the first stands at the edge."""
    for reading in readings:
        check(reading.share, reading.low, reading.high)
    bottom = lowest_tenth([target, *(reading.low for reading in readings)])
    across = Scale(bottom, 1.0, box.y_end, box.top)
    xs = spread([reading.at for reading in readings], box)
    labelled = with_room(xs, LABEL_GAP)
    points = tuple(
        Placed(x=x, y=across(r.share), y_low=across(r.low), y_high=across(r.high), labelled=room)
        for x, r, room in zip(xs, readings, labelled, strict=True)
    )
    at = [between(change, [reading.at for reading in readings], xs, box) for change in changes]
    rooms = with_room(at, MARK_GAP)
    return OverTime(
        box=box,
        ticks=tuple(Tick(across(value), value) for value in steps(bottom)),
        target_y=across(target),
        points=points,
        marks=tuple(Mark(x, room) for x, room in zip(at, rooms, strict=True)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One interval on a line from nothing to everything: where it begins and ends, the share, the target."""

    box: Box
    ticks: tuple[Tick, ...]
    low: float
    width: float
    share: float
    target: float


def bar(reading: Reading, *, target: float, box: Box = STRIP) -> Bar:
    """The interval of a reading, lying down; its `at` says nothing here."""
    check(reading.share, reading.low, reading.high, target)
    x = Scale(0, 1, box.left, box.x_end)
    low, high = x(reading.low), x(reading.high)
    ticks = tuple(Tick(x(value), value) for value in (0.0, 0.25, 0.5, 0.75, 1.0))
    return Bar(
        box=box, ticks=ticks, low=low, width=tenth(high - low), share=x(reading.share), target=x(target)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """A chart of shares against a share or a number: grid, points, and what stands behind them."""

    box: Box
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    points: tuple[Placed, ...]
    target_y: float | None = None

    @property
    def line(self) -> str:
        """The polyline through all points."""
        return polyline((point.x, point.y) for point in self.points)

    @property
    def band(self) -> str:
        """The polygon around all intervals."""
        upper = [(point.x, point.y_high) for point in self.points]
        lower = [(point.x, point.y_low) for point in reversed(self.points)]
        return polyline([*upper, *lower])


def reliability(readings: Sequence[Reading], *, box: Box = SQUARE) -> Square:
    """The share that was right against the confidence stated (`at`), with the interval of each bin."""
    for reading in readings:
        check(reading.at, reading.share, reading.low, reading.high)
    x, y = Scale(0, 1, box.left, box.x_end), Scale(0, 1, box.y_end, box.top)
    grid = [i / 5 for i in range(6)]
    return Square(
        box=box,
        across=tuple(Tick(x(value), value) for value in grid),
        up=tuple(Tick(y(value), value) for value in grid),
        points=tuple(_placed(reading, x, y) for reading in readings),
    )


MOST_POINTS = 60


def against_kept(readings: Sequence[Reading], *, target: float, box: Box = SQUARE) -> Square:
    """The share that was right against how many facts are kept (`at`), the most kept to the right."""
    for reading in readings:
        check(reading.share, reading.low, reading.high)
    most = max((reading.at for reading in readings), default=1.0)
    widest = max(readings, key=lambda reading: reading.at, default=None)
    lows = [widest.low] if widest else []
    bottom = lowest_tenth([target, *lows, *(reading.share for reading in readings)])
    x, y = Scale(0, most, box.left, box.x_end), Scale(bottom, 1.0, box.y_end, box.top)
    return Square(
        box=box,
        across=tuple(Tick(x(value), value) for value in round_steps(most)),
        up=tuple(Tick(y(value), value) for value in steps(bottom)),
        points=tuple(_placed(_above(reading, bottom), x, y) for reading in thinned(readings)),
        target_y=y(target),
    )


def thinned(readings: Sequence[Reading], most: int = MOST_POINTS) -> list[Reading]:
    """At most so many of the readings, evenly chosen, the first and the last among them."""
    if len(readings) <= most:
        return list(readings)
    return [readings[round(i * (len(readings) - 1) / (most - 1))] for i in range(most)]


def _above(reading: Reading, floor: float) -> Reading:
    """The reading with an interval that stays in the picture."""
    return Reading(
        at=reading.at, share=reading.share, low=max(reading.low, floor), high=max(reading.high, floor)
    )


def _placed(reading: Reading, x: Scale, y: Scale) -> Placed:
    return Placed(x=x(reading.at), y=y(reading.share), y_low=y(reading.low), y_high=y(reading.high))
