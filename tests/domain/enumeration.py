"""Chances computed by going through everything that can happen, independently of the code under test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb, lgamma

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Whole = NDArray[np.int_]
Interval = tuple[float, float]


def tail(x: int, n: int, N: int, right: int) -> Fraction:
    """P(X >= x) as a fraction, by the definition."""
    ways = sum(comb(right, i) * comb(N - right, n - i) for i in range(x, n + 1))
    return Fraction(ways, comb(N, n))


def log_tail(x: int, n: int, N: int, right: int) -> float:
    """log P(X >= x) by summing every term in the log domain; good to 1e-6 at ten million facts."""
    from scipy.special import gammaln, logsumexp

    def log_comb(of: Floats | int, take: Floats) -> Floats:
        return np.asarray(gammaln(of + 1) - gammaln(take + 1) - gammaln(of - take + 1), dtype=np.float64)

    i = np.arange(x, min(n, right) + 1, dtype=np.float64)
    ways = log_comb(right, i) + log_comb(N - right, n - i)
    return float(logsumexp(ways) - log_comb(N, np.array(float(n))))


def coverage(intervals: Sequence[Interval], N: int) -> Floats:
    """The chance, for each count 0..N of right facts, that the interval of the x drawn holds it."""
    n = len(intervals) - 1
    counts, xs = np.arange(N + 1)[:, None], np.arange(n + 1)[None, :]
    low, high = np.array([i[0] for i in intervals]), np.array([i[1] for i in intervals])
    held = (low - 1e-9 <= counts) & (counts <= high + 1e-9)
    held &= (xs <= counts) & (n - xs <= N - counts)
    right, x = np.nonzero(held)
    factorials = _log_factorials(N)

    def log_comb(of: Whole, take: Whole) -> Floats:
        return np.asarray(factorials[of] - factorials[take] - factorials[of - take], dtype=np.float64)

    ways = log_comb(right, x) + log_comb(N - right, n - x) - log_comb(np.array(N), np.array(n))
    return np.asarray(np.bincount(right, weights=np.exp(ways), minlength=N + 1), dtype=np.float64)


def _log_factorials(N: int) -> Floats:
    """log 0!, log 1!, ... log N!, each right to the last digit."""
    return np.array([lgamma(i + 1) for i in range(N + 1)])


def step(mass: Floats, n: int, N: int, right: int) -> Floats:
    """The distribution of x after n draws from that after n - 1."""
    x = np.arange(n)
    after = np.zeros(n + 1)
    left = N - n + 1
    after[1:] += mass * np.maximum(right - x, 0) / left
    after[:-1] += mass * np.maximum(N - right - (n - 1 - x), 0) / left
    return after


def looks(N: int, right: int, last: int) -> Iterator[tuple[int, Floats]]:
    """(n, distribution of x) after each of the first `last` draws."""
    mass = np.ones(1)
    for n in range(1, last + 1):
        mass = step(mass, n, N, right)
        yield n, mass


def ever(
    N: int,
    right: int,
    last: int,
    stopping: Callable[[int], Flags],
    before: Callable[[int], Flags] | None = None,
) -> float:
    """The chance that at some look n <= last the x seen is one of those flagged by `stopping(n)`.

    With `before`, only if no x flagged by it was seen at an earlier look.
    """
    mass, stopped = np.ones(1), 0.0
    for n in range(1, last + 1):
        mass = step(mass, n, N, right)
        flags = stopping(n)
        stopped += float(mass[flags].sum())
        mass = np.where(flags if before is None else flags | before(n), 0.0, mass)
    return stopped


def skip_coverage(
    n: int, judged: tuple[int, int], skipped: tuple[int, int], union: Callable[..., tuple[int, int]]
) -> float:
    """The chance that `union(correct, wrong, skipped, N)` holds the truth when skips are replaced.

    The frame has (right, wrong) facts that can be judged and as many that a reviewer skips; facts are
    drawn until n are judged.
    """
    (right, wrong), judgeable, skippable = judged, sum(judged), sum(skipped)
    N, truth, answered = judgeable + skippable, right + skipped[0], min(n, judgeable)
    total = Fraction(0)
    for met in range(skippable + 1):
        if judgeable < n:
            chance = Fraction(int(met == skippable))
        else:
            ways = comb(met + n - 1, met) * comb(N - met - n, skippable - met)
            chance = Fraction(ways, comb(N, skippable))
        if not chance:
            continue
        for x in range(max(0, answered - wrong), min(answered, right) + 1):
            low, high = union(x, answered - x, met, N)
            if low <= truth <= high:
                ways = comb(right, x) * comb(wrong, answered - x)
                total += chance * Fraction(ways, comb(judgeable, answered))
    return float(total)
