"""How many facts of a finite list are right, from a sample drawn without replacement.

The interval is the exact equal-tailed one (Konijn 1973; Buonaccorsi 1987, Am Stat 41:215): the counts K
for which neither P(X >= x | K) nor P(X <= x | K) is alpha / 2 or less, X hypergeometric. Its coverage is
at least 1 - alpha for every K. Counts, not shares: a page divides by N when it wants a share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import index
from statistics import NormalDist
from typing import Literal

from granskning.domain.decision import (
    ALPHA,
    TARGET,
    Decision,
    Verdict,
    smallest_reaching,
    verdict_of,
)
from granskning.domain.distributions import (
    exact,
    first_true,
    lower_tail_within,
    upper_tail,
    upper_tail_within,
)

__all__ = [
    "AfterRepair",
    "Decision",
    "FixedRule",
    "Verdict",
    "after_repair",
    "chance_of_falling_under",
    "checked_counts",
    "clopper_pearson",
    "decide",
    "decide_with_skips",
    "exact_count_interval",
    "known_interval",
    "remainder_interval",
    "union_interval",
    "wilson",
]

Sides = Literal["both", "lower", "upper"]


def checked_counts(x: int, n: int, N: int) -> tuple[int, int, int]:
    """The three as ints with 0 <= x <= n <= N, else ValueError saying which is wrong."""
    x, n, N = whole(x), whole(n), whole(N)
    if x < 0 or n < 0 or N < 0:
        raise ValueError(f"counts cannot be negative: x={x}, n={n}, N={N}")
    if x > n:
        raise ValueError(f"x={x} right of n={n} labels: x cannot exceed n")
    if n > N:
        raise ValueError(f"n={n} labels of N={N} facts: n cannot exceed N")
    return x, n, N


def whole(count: int) -> int:
    """The count as an int; ValueError for 2.5 and for what is no number."""
    try:
        return index(count)
    except TypeError:
        raise ValueError(f"a count must be a whole number, not {count!r}") from None


def checked_tail(alpha: float | Fraction, sides: Sides) -> Fraction:
    """The chance allowed in each tail, exactly: half of alpha when the interval has both sides."""
    if sides not in ("both", "lower", "upper"):
        raise ValueError(f"sides must be 'both', 'lower' or 'upper', not {sides!r}")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie in (0, 1), not {alpha}")
    return exact(alpha) / (2 if sides == "both" else 1)


def exact_count_interval(
    x: int, n: int, N: int, alpha: float | Fraction = ALPHA, sides: Sides = "both"
) -> tuple[int, int]:
    """The exact interval (low, high) for the count of right facts among N, x right of n drawn.

    One-sided, the open end is what is certain without statistics: x from below, N - (n - x) from above.
    n = 0 gives (0, N), n = N gives (x, x). ValueError for impossible counts, sides or alpha.
    """
    x, n, N = checked_counts(x, n, N)
    tail = checked_tail(alpha, sides)
    low = x if sides == "upper" else _lowest(x, n, N, tail)
    high = N - (n - x) if sides == "lower" else N - _lowest(n - x, n, N, tail)
    return low, high


@lru_cache(maxsize=8192)
def _lowest(x: int, n: int, N: int, tail: Fraction) -> int:
    """The smallest count under which x or more right is likelier than `tail`."""
    return first_true(lambda right: not upper_tail_within(x, n, N, right, tail), x, N - (n - x))


def union_interval(
    correct: int, wrong: int, skipped: int, N: int, alpha: float | Fraction = ALPHA
) -> tuple[int, int]:
    """The union of the intervals over all ways in which the skipped items could have been answered.

    The limits rise with x, so the union is the low end with every skip wrong to the high end with
    every skip right, over n = correct + wrong + skipped.
    """
    if min(correct, wrong, skipped) < 0:
        raise ValueError(f"counts cannot be negative: {correct}, {wrong}, {skipped}")
    n = correct + wrong + skipped
    low, _ = exact_count_interval(correct, n, N, alpha)
    _, high = exact_count_interval(correct + skipped, n, N, alpha)
    return low, high


def remainder_interval(
    correct: int, wrong: int, N: int, *, skipped: int = 0, alpha: float | Fraction = ALPHA
) -> tuple[int, int]:
    """The interval for the right facts among the N - n that were never drawn (n counts skips too).

    The inversion is that of the whole frame, less the right ones seen.
    """
    n = correct + wrong + skipped
    ways = [(x, exact_count_interval(x, n, N, alpha)) for x in range(correct, correct + skipped + 1)]
    return min(low - x for x, (low, _) in ways), max(high - x for x, (_, high) in ways)


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterRepair:
    """Counts of right facts, in the part never drawn and in the list left when the repaired are gone."""

    remainder_low: int
    remainder_high: int
    remainder_size: int
    list_low: int
    list_high: int
    list_size: int


def after_repair(
    correct: int,
    wrong: int,
    N: int,
    *,
    repaired: int | None = None,
    skipped: int = 0,
    alpha: float | Fraction = ALPHA,
) -> AfterRepair:
    """The remainder and the list once `repaired` of the wrong facts (default all) have been taken out.

    Both hold at once with the confidence of the round's own interval: they are the same interval, moved.
    """
    gone = wrong if repaired is None else repaired
    if not 0 <= gone <= wrong:
        raise ValueError(f"{gone} repaired of {wrong} wrong facts")
    remainder = remainder_interval(correct, wrong, N, skipped=skipped, alpha=alpha)
    low, high = union_interval(correct, wrong, skipped, N, alpha)
    return AfterRepair(
        remainder_low=remainder[0],
        remainder_high=remainder[1],
        remainder_size=N - correct - wrong - skipped,
        list_low=low,
        list_high=high,
        list_size=N - gone,
    )


def known_interval(
    correct: int,
    wrong: int,
    unlabelled: int,
    *,
    known_right: int,
    skipped: int = 0,
    alpha: float | Fraction = ALPHA,
) -> tuple[int, int]:
    """The interval for a frame of which some facts are known and the round drew from the `unlabelled`."""
    if known_right < 0:
        raise ValueError(f"known_right cannot be negative: {known_right}")
    low, high = union_interval(correct, wrong, skipped, unlabelled, alpha)
    return known_right + low, known_right + high


class FixedRule:
    """The exact interval of a round whose n was planned before any answer was seen (a decision `Rule`)."""

    def __init__(self, N: int, target: float | Fraction = TARGET, alpha: float | Fraction = ALPHA) -> None:
        self.N = N
        self.reaching = smallest_reaching(N, target)
        self.tail = checked_tail(alpha, "both")

    def over(self, x: int, n: int) -> bool:
        return self.reaching == 0 or upper_tail_within(x, n, self.N, self.reaching - 1, self.tail)

    def under(self, x: int, n: int) -> bool:
        return lower_tail_within(x, n, self.N, self.reaching, self.tail)


def decide(
    x: int, n: int, N: int, target: float | Fraction = TARGET, alpha: float | Fraction = ALPHA
) -> Decision:
    """Judge x right of n drawn from N by the exact interval; n must have been planned beforehand.

    Its further labels are those of a round planned that large from the start. Labels added after
    looking are judged by the band: see `sequential.decide_by_band`.
    """
    return decide_with_skips(x, n - x, 0, N, target=target, alpha=alpha)


def decide_with_skips(
    correct: int,
    wrong: int,
    skipped: int,
    N: int,
    *,
    target: float | Fraction = TARGET,
    alpha: float | Fraction = ALPHA,
) -> Decision:
    """Judge a round by the union over its skips; without a single answer there is no data."""
    n = correct + wrong + skipped
    checked_counts(correct, n, N)
    low, high = union_interval(correct, wrong, skipped, N, alpha)
    return Decision(
        verdict=verdict_of(low, high, answered=correct + wrong, N=N, target=target),
        low=low,
        high=high,
        x=correct,
        n=n,
        N=N,
        target=target,
        skipped=skipped,
        rule=FixedRule(N, target, alpha),
    )


def chance_of_falling_under(right: int, *, n: int, N: int, target: float | Fraction = TARGET) -> float:
    """The chance that fewer than the target share of n drawn are right when `right` of N are."""
    checked_counts(right, N, N)
    checked_counts(0, n, N)
    return 1 - upper_tail(smallest_reaching(n, target), n, N, right)


def wilson(x: int, n: int, alpha: float | Fraction = ALPHA) -> tuple[float, float]:
    """Wilson's score interval for a share (1927, JASA 22:209), without continuity correction.

    n = 0 gives (0, 1). For comparison only: its coverage falls under 1 - alpha.
    """
    x, n, _ = checked_counts(x, n, n)
    z = NormalDist().inv_cdf(1 - float(checked_tail(alpha, "both")))
    if n == 0:
        return 0.0, 1.0
    centre = x + z * z / 2
    reach = z * math.sqrt(x * (n - x) / n + z * z / 4)
    low = 0.0 if x == 0 else (centre - reach) / (n + z * z)
    high = 1.0 if x == n else (centre + reach) / (n + z * z)
    return low, high


def clopper_pearson(
    x: int, n: int, alpha: float | Fraction = ALPHA, sides: Sides = "both"
) -> tuple[float, float]:
    """The exact interval for a share (Clopper & Pearson 1934, Biometrika 26:404); n = 0 gives (0, 1)."""
    x, n, _ = checked_counts(x, n, n)
    tail = float(checked_tail(alpha, sides))
    from scipy.special import betaincinv

    low = 0.0 if x == 0 or sides == "upper" else float(betaincinv(x, n - x + 1, tail))
    high = 1.0 if x == n or sides == "lower" else 1 - float(betaincinv(n - x, x + 1, tail))
    return low, high
