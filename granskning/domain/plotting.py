"""What every chart is made of: the picture's box, scales, ticks, readings and their places.

Coordinates are in the units of the picture's viewBox, y downwards, rounded to tenths. Nothing here is
ever NaN: a scale over a span of nothing answers with its middle.
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
    top: float = 24
    bottom: float = 40

    @property
    def x_end(self) -> float:
        return self.width - self.right

    @property
    def y_end(self) -> float:
        return self.height - self.bottom

    @property
    def x_middle(self) -> float:
        return tenth((self.left + self.x_end) / 2)


WIDE = Box(width=760, height=300)
NARROW = Box(width=340, height=280, left=40, right=10)
SQUARE = Box(width=340, height=300)
STRIP = Box(width=340, height=58, left=14, right=22, top=18, bottom=22)


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight mapping of low..high onto start..end; a span of nothing lands in the middle."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        if self.high == self.low:
            return tenth((self.start + self.end) / 2)
        return tenth(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start))


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


GAP = 22.0  # the least distance between points


def spread(times: Sequence[float], box: Box) -> list[float]:
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
    return [tenth(x) for x in xs]


def between(at: float, times: Sequence[float], xs: Sequence[float], box: Box) -> float:
    """The place of a moment between the readings around it."""
    before = sum(time <= at for time in times)
    if before == 0:
        return box.left
    if before == len(times):
        return tenth((xs[-1] + box.x_end) / 2) if at > times[-1] else xs[-1]
    return Scale(times[before - 1], times[before], xs[before - 1], xs[before])(at)


def with_room(xs: Sequence[float], gap: float) -> list[bool]:
    """Which of the places can carry a word, the last one first."""
    rooms: list[bool] = []
    nearest = math.inf
    for x in reversed(xs):
        rooms.append(nearest - x >= gap)
        if rooms[-1]:
            nearest = x
    return rooms[::-1]


def check(*shares: float) -> None:
    for share in shares:
        if not 0 <= share <= 1:
            raise ValueError(f"a share must lie in 0..1, not {share}")


def lowest_tenth(shares: Sequence[float]) -> float:
    """The tenth at or below the lowest share, 0.8 at most, so that little differences do not look big."""
    return min(0.8, math.floor(min(shares) * 10 + 1e-9) / 10)


def steps(floor: float) -> list[float]:
    """Tenths from the floor to 1, every other where they would stand close."""
    tenths = range(round(floor * 10), 11)
    step = 1 if len(tenths) <= 6 else 2
    return [tenth / 10 for tenth in tenths if (10 - tenth) % step == 0]


def round_steps(most: float) -> list[float]:
    """Round numbers from 0 to `most`, about four of them."""
    rough = max(most / 4, 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough)
    return [step * i for i in range(int(most // step) + 1)]


def polyline(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def tenth(value: float) -> float:
    return round(value, 1)
