"""Tail probabilities that hold at ten million facts, and exactly where a float could not be trusted.

The mass functions follow Loader (2000), "Fast and accurate computation of binomial probabilities":
deviance plus Stirling error, so nothing cancels and the relative error stays near 1e-12 at any size.
A tail that comes within `DOUBT` of the limit it is compared with is summed again in whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

DOUBT = 1e-9
EXACT_UP_TO = 20_000  # labels; above it the whole-number sum takes seconds and ties do not occur
NEGLIGIBLE = 1e-18


@lru_cache(maxsize=256)
def exact(number: float | Fraction) -> Fraction:
    """The number as it is written: 0.9 is nine tenths, not the float nearest to it."""
    return Fraction(str(number))


def first_true(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The smallest integer in [low, high) for which `holds`, or `high`; `holds` must never turn back."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


@lru_cache(maxsize=8192)
def _stirling_error(n: int) -> float:
    """log n! minus Stirling's approximation of it; n > 0."""
    if n <= 15:
        return math.log(math.factorial(n)) - (n + 0.5) * math.log(n) + n - 0.5 * math.log(2 * math.pi)
    square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square) / square) / n


def _deviance(x: float, mean: float) -> float:
    """x log(x / mean) + mean - x, by its series where the terms nearly cancel."""
    difference = x - mean
    if abs(difference) >= 0.1 * (x + mean):
        return x * math.log(x / mean) - difference
    ratio = difference / (x + mean)
    total, power, j = difference * ratio, 2 * x * ratio, 1
    while True:
        power *= ratio * ratio
        larger = total + power / (2 * j + 1)
        if larger == total:
            return total
        total, j = larger, j + 1


def binomial_log_pmf(x: int, n: int, p: float, q: float) -> float:
    """log P(X = x) for X ~ Bin(n, p), q = 1 - p; 0 <= x <= n, 0 < p < 1."""
    if x == 0:
        return n * (math.log1p(-p) if p < 0.5 else math.log(q))
    if x == n:
        return n * (math.log1p(-q) if q < 0.5 else math.log(p))
    errors = _stirling_error(n) - _stirling_error(x) - _stirling_error(n - x)
    deviances = _deviance(x, n * p) + _deviance(n - x, n * q)
    return errors - deviances - 0.5 * math.log(2 * math.pi * x * ((n - x) / n))


def hypergeometric_log_pmf(x: int, n: int, N: int, right: int) -> float:
    """log P(x right among n drawn without replacement from N of which `right` are); -inf if impossible."""
    if not max(0, n - (N - right)) <= x <= min(n, right):
        return -math.inf
    if n in (0, N):
        return 0.0
    p, q = n / N, (N - n) / N
    drawn = binomial_log_pmf(x, right, p, q) + binomial_log_pmf(n - x, N - right, p, q)
    return drawn - _any_drawn(n, N)


@lru_cache(maxsize=512)
def _any_drawn(n: int, N: int) -> float:
    """log P(n of N are drawn) when each is with the chance n / N; the same for every count of right ones."""
    return binomial_log_pmf(n, N, n / N, (N - n) / N)


def beta_binomial_log_pmf(x: int, n: int, a: float, b: float) -> float:
    """log P(X = x) when each of n answers is right with a chance drawn once from Beta(a, b)."""
    ways = math.lgamma(n + 1) - math.lgamma(x + 1) - math.lgamma(n - x + 1)
    return ways + log_beta(a + x, b + n - x) - log_beta(a, b)


def log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _sum_down(first: float, start: int, stop: int, step: int, ratio: Callable[[int], float]) -> float:
    """first + first * ratio(start) + ..., the terms falling; ends at `stop` or when nothing is added."""
    total = term = first
    for i in range(start, stop, step):
        term *= ratio(i)
        total += term
        if term <= NEGLIGIBLE * total:
            break
    return total


def upper_tail(x: int, n: int, N: int, right: int) -> float:
    """P(X >= x) for X right among n drawn without replacement from N of which `right` are."""
    low, high = max(0, n - (N - right)), min(n, right)
    if x <= low or x > high:
        return float(x <= low)
    rest = N - right - n
    if x > (n + 1) * (right + 1) // (N + 2):
        first = math.exp(hypergeometric_log_pmf(x, n, N, right))
        return _sum_down(first, x, high, 1, lambda i: (right - i) * (n - i) / ((i + 1) * (rest + i + 1)))
    first = math.exp(hypergeometric_log_pmf(x - 1, n, N, right))
    below = _sum_down(first, x - 1, low, -1, lambda i: i * (rest + i) / ((right - i + 1) * (n - i + 1)))
    return 1 - below


def upper_tail_within(x: int, n: int, N: int, right: int, limit: Fraction) -> bool:
    """Is P(X >= x) <= limit? Right also at a tie, where a float would toss a coin."""
    tail, bound = upper_tail(x, n, N, right), float(limit)
    if abs(tail - bound) > DOUBT * bound or n > EXACT_UP_TO:
        return tail <= bound
    ways = math.comb(right, x) * math.comb(N - right, n - x)
    total = 0
    for i in range(x, min(n, right) + 1):
        total += ways
        ways = ways * (right - i) * (n - i) // ((i + 1) * (N - right - n + i + 1))
    return total * limit.denominator <= limit.numerator * math.comb(N, n)


def lower_tail_within(x: int, n: int, N: int, right: int, limit: Fraction) -> bool:
    """Is P(X <= x) <= limit? The same question about the wrong ones."""
    return upper_tail_within(n - x, n, N, N - right, limit)


def binomial_lower_tail(x: int, n: int, p: float) -> float:
    """P(X <= x) for X ~ Bin(n, p); 0 < p < 1."""
    if x >= n:
        return 1.0
    q = 1 - p
    if x < (n + 1) * p:
        first = math.exp(binomial_log_pmf(x, n, p, q))
        return _sum_down(first, x, 0, -1, lambda i: i * q / ((n - i + 1) * p))
    first = math.exp(binomial_log_pmf(x + 1, n, p, q))
    return 1 - _sum_down(first, x + 1, n, 1, lambda i: (n - i) * p / ((i + 1) * q))


def binomial_lower_tail_within(x: int, n: int, p: Fraction, limit: Fraction) -> bool:
    """Is P(X <= x) <= limit for X ~ Bin(n, p)? Right also at a tie."""
    tail, bound = binomial_lower_tail(x, n, float(p)), float(limit)
    if abs(tail - bound) > DOUBT * bound or n > EXACT_UP_TO:
        return tail <= bound
    hit, miss = p.numerator, p.denominator - p.numerator
    total: int = sum(math.comb(n, i) * hit**i * miss ** (n - i) for i in range(x + 1))
    whole: int = p.denominator**n
    return total * limit.denominator <= limit.numerator * whole
