"""What an interval says against a target, and how many more labels could say it.

A decision is a question about two counts: the largest that is under the target, and the smallest that
reaches it. A rule (the exact interval of a planned round, or the time-uniform band) rejects the one,
the other, or neither.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, Protocol

from granskning.domain.distributions import beta_binomial_log_pmf, exact, first_true

Verdict = Literal["over", "under", "undecided", "no_data"]

TARGET = 0.9
ALPHA = 0.05
LIKELY = 0.8


class Rule(Protocol):
    """A way to judge x right of n; both answers follow x up and down without turning back."""

    def over(self, x: int, n: int) -> bool:
        """Is every count under the target rejected?"""

    def under(self, x: int, n: int) -> bool:
        """Is every count that reaches the target rejected?"""


def smallest_reaching(N: int, target: float | Fraction = TARGET) -> int:
    """The smallest count of N that is at least the target: 45 of 50 at 0.9, in whole numbers."""
    share = exact(target)
    if not 0 < share <= 1:
        raise ValueError(f"target must lie in (0, 1], not {target}")
    return math.ceil(share * N)


def verdict_of(low: int, high: int, *, answered: int, N: int, target: float | Fraction = TARGET) -> Verdict:
    """What the counts low..high of N say: over when all of them reach the target, under when none does."""
    reaching = smallest_reaching(N, target)
    if answered == 0:
        return "no_data"
    if low >= reaching:
        return "over"
    return "under" if high < reaching else "undecided"


@dataclass(frozen=True, kw_only=True)
class Decision:
    """x right of n drawn from N, `skipped` of the n without an answer, judged against the target.

    `low` and `high` are counts of right facts among the N. With skips the interval is the union over
    all ways in which they could have gone.
    """

    verdict: Verdict
    low: int
    high: int
    x: int
    n: int
    N: int
    target: float | Fraction
    skipped: int = 0
    rule: Rule = field(repr=False, compare=False)

    @property
    def answered(self) -> int:
        return self.n - self.skipped

    @cached_property
    def best_case_more(self) -> int | None:
        """Further labels that show the target if every one of them is right; 0 when decided.

        None when no number can: a full count with all the rest right would still hang on the skips.
        """
        if self.verdict in ("over", "under"):
            return 0
        return best_case(self.rule, x=self.x, n=self.n, N=self.N)

    @cached_property
    def likely_more(self) -> int | None:
        """Further labels for an 80 % predictive chance of a decision either way; 0 when decided.

        None without data, and when no number can reach that chance (because of skips).
        """
        if self.verdict in ("over", "under"):
            return 0
        if self.verdict == "no_data":
            return None
        return likely(self.rule, x=self.x, n=self.n, N=self.N, skipped=self.skipped)


def best_case(rule: Rule, *, x: int, n: int, N: int) -> int | None:
    """The smallest m >= 0 for which x + m right of n + m is over, or None when a full count is not."""
    more = first_true(lambda m: n + m > 0 and rule.over(x + m, n + m), 0, N - n + 1)
    return more if more <= N - n else None


def likely(rule: Rule, *, x: int, n: int, N: int, skipped: int = 0, chance: float = LIKELY) -> int | None:
    """A number m of further labels at which the predictive chance of a decision passes `chance`.

    At m the chance is reached, at m - 1 it is not. It saws by a few per cent from one label to the next
    (counts are whole), so a slightly smaller m may reach it too. None when a full count does not.
    """
    top = N - n
    if top == 0 or chance_of_decision(rule, top, x=x, n=n, skipped=skipped) < chance:
        return None
    high = 1
    while high < top and chance_of_decision(rule, high, x=x, n=n, skipped=skipped) < chance:
        high *= 2
    return first_true(
        lambda m: chance_of_decision(rule, m, x=x, n=n, skipped=skipped) >= chance,
        high // 2 + 1,
        min(high, top),
    )


def chance_of_decision(rule: Rule, more: int, *, x: int, n: int, skipped: int = 0) -> float:
    """The predictive chance that `more` further labels end in over or under.

    All shares equally likely beforehand: the right ones among the further are then beta-binomial with
    Beta(1 + right, 1 + wrong), whatever the size of the frame. None of the further is skipped.
    """
    wrong = n - skipped - x
    over_from = first_true(lambda y: rule.over(x + y, n + more), 0, more + 1)
    under_below = first_true(lambda y: not rule.under(x + skipped + y, n + more), 0, more + 1)
    undecided = range(under_below, over_from)
    return 1 - math.fsum(math.exp(beta_binomial_log_pmf(y, more, 1 + x, 1 + wrong)) for y in undecided)
