"""Is a fact with confidence 0.8 right in 80 % of cases?"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from granskning.domain.decision import ALPHA
from granskning.domain.intervals import clopper_pearson

Outcome = tuple[float, bool]  # stated confidence, and whether the fact was right


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """The labelled facts with from <= confidence < to (the last bin takes 1.0 too); at least one.

    `share` is right / n, `low` and `high` its exact interval, `confidence` the mean confidence stated.
    """

    from_: float
    to: float
    n: int
    right: int
    confidence: float
    share: float
    low: float
    high: float

    @property
    def fits(self) -> bool:
        """Does the interval reach the mean confidence?"""
        return self.low <= self.confidence <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The whole: Brier's score, and Spiegelhalter's z with its two-sided p. None where undefined.

    The sign of z says nothing plain (facts over and under one half pull it opposite ways); p says
    whether such outcomes are common when every confidence is true.
    """

    bins: tuple[Bin, ...]
    n: int
    brier: float | None
    z: float | None
    p: float | None


def calibration(outcomes: Iterable[Outcome], *, bins: int = 10, alpha: float = ALPHA) -> Calibration:
    """Bins of equal width over 0..1 (only those with facts), Brier and Spiegelhalter.

    ValueError for a confidence outside 0..1 or fewer than one bin.
    """
    known = _checked(outcomes)
    z = spiegelhalter_z(known)
    return Calibration(
        bins=reliability(known, bins=bins, alpha=alpha),
        n=len(known),
        brier=brier(known),
        z=z,
        p=None if z is None else math.erfc(abs(z) / math.sqrt(2)),
    )


def reliability(outcomes: Iterable[Outcome], *, bins: int = 10, alpha: float = ALPHA) -> tuple[Bin, ...]:
    """The bins that hold at least one fact, lowest confidence first."""
    if bins < 1:
        raise ValueError(f"at least one bin, not {bins}")
    edges = [i / bins for i in range(bins + 1)]
    held: dict[int, list[Outcome]] = {}
    for confidence, right in _checked(outcomes):
        place = min(bisect_right(edges, confidence) - 1, bins - 1)
        held.setdefault(place, []).append((confidence, right))
    return tuple(_bin(edges[i], edges[i + 1], held[i], alpha) for i in sorted(held))


def brier(outcomes: Iterable[Outcome]) -> float | None:
    """The mean squared distance between confidence and outcome (Brier 1950, Mon Weather Rev 78:1)."""
    known = _checked(outcomes)
    return math.fsum((p - right) ** 2 for p, right in known) / len(known) if known else None


def spiegelhalter_z(outcomes: Iterable[Outcome]) -> float | None:
    """Spiegelhalter's z (1986, Stat Med 5:421): standard normal when every confidence is true.

    z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p)). None when nothing can vary: no facts, or
    only confidences of 0, one half and 1. (A confidence of 1 that was wrong adds to the numerator only.)
    """
    known = _checked(outcomes)
    variance = math.fsum((1 - 2 * p) ** 2 * p * (1 - p) for p, _ in known)
    if variance <= 0:
        return None
    return math.fsum((right - p) * (1 - 2 * p) for p, right in known) / math.sqrt(variance)


def _checked(outcomes: Iterable[Outcome]) -> Sequence[Outcome]:
    known = list(outcomes)
    for confidence, _ in known:
        if not 0 <= confidence <= 1:
            raise ValueError(f"a confidence must lie in 0..1, not {confidence}")
    return known


def _bin(from_: float, to: float, held: Sequence[Outcome], alpha: float) -> Bin:
    n, right = len(held), sum(bool(is_right) for _, is_right in held)
    low, high = clopper_pearson(right, n, alpha)
    return Bin(
        from_=from_,
        to=to,
        n=n,
        right=right,
        confidence=math.fsum(p for p, _ in held) / n,
        share=right / n,
        low=low,
        high=high,
    )
