"""The geometry of the charts: numbers in, coordinates out. Templates draw it, style sheets colour it.

Coordinates are in the units of the picture's viewBox, y downwards, rounded to tenths. Shares lie in 0..1;
ValueError for one that does not. Nothing here is ever NaN: a chart without data has no points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The picture's size and, within it, the field that the data may use."""

    width: float
    height: float
    left: float = 44
    right: float = 16
    top: float = 16
    bottom: float = 40

    @property
    def x_end(self) -> float:
        return self.width - self.right

    @property
    def y_end(self) -> float:
        return self.height - self.bottom

    @property
    def x_middle(self) -> float:
        return _tenth((self.left + self.x_end) / 2)


WIDE = Box(width=760, height=300)
NARROW = Box(width=340, height=280, left=40, right=10)
SQUARE = Box(width=340, height=300)


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight mapping of low..high onto start..end; a span of nothing lands in the middle."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        if self.high == self.low:
            return _tenth((self.start + self.end) / 2)
        return _tenth(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start))


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid and the share or number that it stands for."""

    place: float
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A measured share with its interval, and when it was measured (in any unit of time)."""

    at: float
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A reading's place; `labelled` where there is room for its date underneath."""

    x: float
    y: float
    y_low: float
    y_high: float
    labelled: bool = True


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
        return _polyline((self.points[i].x, self.points[i].y) for i in chosen)


GAP = 22.0  # the least distance between points
LABEL_GAP = 64.0  # between dates
MARK_GAP = 30.0  # between names of changes


def over_time(
    readings: Sequence[Reading], changes: Sequence[float] = (), *, target: float, box: Box = WIDE
) -> OverTime:
    """Readings in order of time, and the times of changes: one before the first stands at the edge."""
    for reading in readings:
        _check(reading.share, reading.low, reading.high)
    floor = _floor([target, *(reading.low for reading in readings)])
    across = Scale(floor, 1.0, box.y_end, box.top)
    xs = _spread([reading.at for reading in readings], box)
    labelled = _with_room(xs, LABEL_GAP)
    points = tuple(
        Placed(x=x, y=across(r.share), y_low=across(r.low), y_high=across(r.high), labelled=room)
        for x, r, room in zip(xs, readings, labelled, strict=True)
    )
    at = [_between(change, [reading.at for reading in readings], xs, box) for change in changes]
    rooms = _with_room(at, MARK_GAP)
    return OverTime(
        box=box,
        ticks=tuple(Tick(across(value), value) for value in _steps(floor)),
        target_y=across(target),
        points=points,
        marks=tuple(Mark(x, room) for x, room in zip(at, rooms, strict=True)),
    )


def _spread(times: Sequence[float], box: Box) -> list[float]:
    """Places in proportion to time, pushed apart where they would lie on one another."""
    if not times:
        return []
    if any(later < earlier for earlier, later in pairwise(times)):
        raise ValueError("readings must come in order of time")
    start, end = box.left + GAP, box.x_end - GAP
    scale = Scale(times[0], times[-1], start, end)
    gap = min(GAP, (end - start) / max(len(times) - 1, 1))
    xs = [scale(time) for time in times]
    for i in range(1, len(xs)):
        xs[i] = max(xs[i], xs[i - 1] + gap)
    xs[-1] = min(xs[-1], end)
    for i in range(len(xs) - 2, -1, -1):
        xs[i] = min(xs[i], xs[i + 1] - gap)
    return [_tenth(x) for x in xs]


def _between(at: float, times: Sequence[float], xs: Sequence[float], box: Box) -> float:
    """The place of a moment between the readings around it."""
    before = sum(time <= at for time in times)
    if before == 0:
        return box.left
    if before == len(times):
        return _tenth((xs[-1] + box.x_end) / 2) if at > times[-1] else xs[-1]
    return Scale(times[before - 1], times[before], xs[before - 1], xs[before])(at)


def _with_room(xs: Sequence[float], gap: float) -> list[bool]:
    """Which of the places can carry a word, the last one first."""
    rooms: list[bool] = []
    nearest = math.inf
    for x in reversed(xs):
        rooms.append(nearest - x >= gap)
        if rooms[-1]:
            nearest = x
    return rooms[::-1]


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
        return _polyline((point.x, point.y) for point in self.points)

    @property
    def band(self) -> str:
        """The polygon around all intervals."""
        upper = [(point.x, point.y_high) for point in self.points]
        lower = [(point.x, point.y_low) for point in reversed(self.points)]
        return _polyline([*upper, *lower])


def reliability(readings: Sequence[Reading], *, box: Box = SQUARE) -> Square:
    """The share that was right against the confidence stated (`at`), with the interval of each bin."""
    for reading in readings:
        _check(reading.at, reading.share, reading.low, reading.high)
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
        _check(reading.share, reading.low, reading.high)
    most = max((reading.at for reading in readings), default=1.0)
    floor = _floor([target, *(reading.share for reading in readings)])
    x, y = Scale(0, most, box.left, box.x_end), Scale(floor, 1.0, box.y_end, box.top)
    return Square(
        box=box,
        across=tuple(Tick(x(value), value) for value in _round_steps(most)),
        up=tuple(Tick(y(value), value) for value in _steps(floor)),
        points=tuple(_placed(_above(reading, floor), x, y) for reading in thinned(readings)),
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


def _check(*shares: float) -> None:
    for share in shares:
        if not 0 <= share <= 1:
            raise ValueError(f"a share must lie in 0..1, not {share}")


def _floor(shares: Sequence[float]) -> float:
    """The tenth at or below the lowest share, 0.8 at most, so that little differences do not look big."""
    return min(0.8, math.floor(min(shares) * 10 + 1e-9) / 10)


def _steps(floor: float) -> list[float]:
    """Tenths from the floor to 1, every other where they would stand close."""
    tenths = range(round(floor * 10), 11)
    step = 1 if len(tenths) <= 6 else 2
    return [tenth / 10 for tenth in tenths if (10 - tenth) % step == 0]


def _round_steps(most: float) -> list[float]:
    """Round numbers from 0 to `most`, about four of them."""
    rough = max(most / 4, 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough)
    return [step * i for i in range(int(most // step) + 1)]


def _polyline(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _tenth(value: float) -> float:
    return round(value, 1)
