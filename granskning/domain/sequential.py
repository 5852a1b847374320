"""An interval that may be looked at after every answer.

The prior-posterior-ratio confidence sequence for sampling without replacement (Waudby-Smith & Ramdas
2020, "Confidence sequences for sampling without replacement", theorem 2.1): the counts K for which
prior(K) / posterior(K) < 1 / alpha. The ratio is a martingale under the true K, so by Ville's inequality
the chance that the sequence ever leaves out the truth, at any look, is at most alpha.

With a beta-binomial prior on K, posterior(K) / prior(K) is the hypergeometric probability of the answers
under K over their beta-binomial probability, so no sum over K is needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from granskning.domain.decision import ALPHA, TARGET, Decision, smallest_reaching, verdict_of
from granskning.domain.distributions import beta_binomial_log_pmf, first_true, hypergeometric_log_pmf
from granskning.domain.intervals import checked_counts, checked_tail

PRIOR = (4.5, 0.5)  # mean 0.9, the weight of five answers


def _log_evidence(x: int, n: int, N: int) -> Callable[[int], float]:
    """log of posterior(right) / prior(right) after x right of n, for a count of right ones."""
    expected = beta_binomial_log_pmf(x, n, *PRIOR)
    return lambda right: hypergeometric_log_pmf(x, n, N, right) - expected


def _likeliest(x: int, n: int, N: int) -> int:
    """The count under which x right of n is likeliest; it is always in the sequence."""
    return min(max((N + 1) * x // n, x), N - (n - x)) if n else N


def confidence_sequence(x: int, n: int, N: int, alpha: float | Fraction = ALPHA) -> tuple[int, int]:
    """The lowest and the highest count in the sequence after x right of the first n drawn from N.

    The evidence has one peak over the counts, so the set is the whole interval. n = 0 gives (0, N).
    It is the sequence at this look; `running_band` intersects it with the looks before.
    """
    x, n, N = checked_counts(x, n, N)
    needed = math.log(float(checked_tail(alpha, "lower")))
    peak, evidence = _likeliest(x, n, N), _log_evidence(x, n, N)
    low = first_true(lambda right: evidence(right) > needed, x, peak)
    beyond = first_true(lambda right: evidence(right) <= needed, peak + 1, N - (n - x) + 1)
    return low, beyond - 1


def answered_prefix(verdicts: Iterable[str | None]) -> list[bool | None]:
    """The answers of the longest fully answered prefix of the drawn order.

    In: the verdict of each item in drawn order, None while it waits. Out: True for correct, False for
    incorrect and outdated, None for skipped. Answers after the first waiting item do not count yet, for
    which items are answered early may depend on what they are.
    """
    answers: list[bool | None] = []
    for verdict in verdicts:
        if verdict is None:
            break
        answers.append(None if verdict == "skipped" else verdict == "correct")
    return answers


def running_band(
    answers: Sequence[bool | None], N: int, alpha: float | Fraction = ALPHA
) -> list[tuple[int, int]]:
    """The band (low, high) after each answer in drawn order, intersected with all looks before it.

    None is a skip: the union over both ways it could have gone. Should no count survive every look
    (at most alpha of the time), the look's own interval stands and the intersection begins anew.
    """
    checked_counts(0, len(answers), N)
    bands: list[tuple[int, int]] = []
    needed = math.log(float(checked_tail(alpha, "lower")))
    low, high, right, skipped = 0, N, 0, 0
    for n, answer in enumerate(answers, start=1):
        right += answer is True
        skipped += answer is None
        low = _risen(low, right, n, N, needed)
        high = N - _risen(N - high, n - right - skipped, n, N, needed, prior=PRIOR[::-1])
        if low > high:
            low, high = _with_skips(right, skipped, n, N, alpha)
        bands.append((low, high))
    return bands


def _risen(low: int, x: int, n: int, N: int, needed: float, *, prior: tuple[float, float] = PRIOR) -> int:
    """The lower limit after one more look: where the one so far is not rejected it stands.

    The new one is looked for near it, in strides that double. The upper limit is the lower one of the
    wrong facts, with the prior turned round.
    """
    peak = _likeliest(x, n, N)
    expected = beta_binomial_log_pmf(x, n, *prior) + needed

    def holds(right: int) -> bool:
        return hypergeometric_log_pmf(x, n, N, right) > expected

    if low > peak or holds(low):
        return low
    below, stride = max(low, x - 1), 1
    while below + stride < peak and not holds(below + stride):
        below, stride = below + stride, 2 * stride
    return first_true(holds, below + 1, min(below + stride, peak))


def _with_skips(right: int, skipped: int, n: int, N: int, alpha: float | Fraction) -> tuple[int, int]:
    low, high = confidence_sequence(right, n, N, alpha)
    return (low, high) if skipped == 0 else (low, confidence_sequence(right + skipped, n, N, alpha)[1])


class SequenceRule:
    """The sequence at one look, as a decision `Rule`."""

    def __init__(self, N: int, target: float | Fraction = TARGET, alpha: float | Fraction = ALPHA) -> None:
        self.N = N
        self.reaching = smallest_reaching(N, target)
        self.needed = math.log(float(checked_tail(alpha, "lower")))

    def over(self, x: int, n: int) -> bool:
        return self.reaching - 1 < _likeliest(x, n, self.N) and self._rejects(x, n, self.reaching - 1)

    def under(self, x: int, n: int) -> bool:
        return self.reaching > _likeliest(x, n, self.N) and self._rejects(x, n, self.reaching)

    def _rejects(self, x: int, n: int, right: int) -> bool:
        return right < 0 or _log_evidence(x, n, self.N)(right) <= self.needed


def decide_by_band(
    answers: Sequence[bool | None],
    N: int,
    *,
    target: float | Fraction = TARGET,
    alpha: float | Fraction = ALPHA,
) -> Decision:
    """Judge the answers so far, in drawn order, by the running band: for extensions and for looking.

    Its further labels are what the sequence would need: more than a round planned from the start.
    """
    n, right, skipped = len(answers), sum(a is True for a in answers), sum(a is None for a in answers)
    checked_counts(right, n, N)
    low, high = running_band(answers, N, alpha)[-1] if answers else (0, N)
    return Decision(
        verdict=verdict_of(low, high, answered=n - skipped, N=N, target=target),
        low=low,
        high=high,
        x=right,
        n=n,
        N=N,
        target=target,
        skipped=skipped,
        rule=SequenceRule(N, target, alpha),
    )
