"""How many labels it takes to show the target, and what a confirmation round has shown.

A confirmation round is fixed before it starts (n labels, and with it how many may be wrong) and judged
by the same two-sided exact interval as any round, so its sizes are those of a one-sided test at half of
alpha: 36, 54, 70, 85 on a long list for 0, 1, 2, 3 wrong at 0.9, fewer on a short one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from granskning.domain.decision import ALPHA, TARGET, Verdict, smallest_reaching, verdict_of
from granskning.domain.distributions import (
    binomial_lower_tail_within,
    exact,
    first_true,
    lower_tail_within,
)
from granskning.domain.intervals import checked_tail, exact_count_interval, known_interval, whole

Evidence = Literal["certified", "failed", "waiting"]


def labels_to_certify(
    wrong: int,
    target: float | Fraction = TARGET,
    alpha: float | Fraction = ALPHA,
    N: int | None = None,
) -> int:
    """The smallest n for which `wrong` wrong of n puts the one-sided lower limit at the target or above.

    Over N facts by the exact count interval (n = N, a full count, always does when the target allows
    that many wrong at all); without N, on a list without end, by the binomial. The product asks with
    alpha 0.025, which is one side of its 95 % interval. ValueError when no n can: N is 0 or the target
    allows fewer than `wrong` wrong among N, or, without N, the target is 1.
    """
    wrong, share, tail = whole(wrong), exact(target), checked_tail(alpha, "lower")
    if wrong < 0:
        raise ValueError(f"wrong cannot be negative: {wrong}")
    if N is None:
        return _labels_without_end(wrong, 1 - share, tail)
    size = _labels_of(wrong, _too_many_wrong(N, target), whole(N), tail) if N > 0 else None
    if size is None:
        raise ValueError(f"no number of labels shows {target} of N={N} facts with {wrong} wrong")
    return size


def _labels_without_end(wrong: int, share_wrong: Fraction, tail: Fraction) -> int:
    if not 0 < share_wrong < 1:
        raise ValueError(f"on a list without end the target must lie in (0, 1), not {1 - share_wrong}")
    high = wrong + 1
    while not binomial_lower_tail_within(wrong, high, share_wrong, tail):
        high *= 2
    return first_true(lambda n: binomial_lower_tail_within(wrong, n, share_wrong, tail), wrong, high)


def _too_many_wrong(N: int, target: float | Fraction) -> int:
    """The smallest number of wrong facts among N with which the target is missed."""
    return N - smallest_reaching(N, target) + 1


def _labels_of(wrong: int, too_many: int, N: int, tail: Fraction) -> int | None:
    """The smallest n with which `wrong` wrong of n rejects `too_many` wrong of N; None when none does."""
    if too_many > N:
        return wrong if wrong <= N else None
    if wrong >= too_many:
        return None
    return first_true(lambda n: lower_tail_within(wrong, n, N, too_many, tail), wrong, N)


@dataclass(frozen=True, slots=True, kw_only=True)
class CanShow:
    """What n labels of N facts can show. `needed` all-right labels would be over; None for N = 0.

    `best_low` is the lower limit (a count) if all n are right.
    """

    n: int
    N: int
    reaches: bool
    needed: int | None
    best_low: int


def can_show(n: int, N: int, target: float | Fraction = TARGET, alpha: float | Fraction = ALPHA) -> CanShow:
    """Before a round: would n labels, all right, be over by the two-sided interval, and how many would."""
    best_low, _ = exact_count_interval(n, n, N, alpha)
    reaches = n > 0 and best_low >= smallest_reaching(N, target)
    needed = labels_to_certify(0, target, exact(alpha) / 2, N) if N > 0 else None
    return CanShow(n=n, N=N, reaches=reaches, needed=needed, best_low=best_low)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a confirmation round speaks about: facts to draw from, and those whose label is known."""

    unlabelled: int
    known_right: int = 0
    known_wrong: int = 0

    def __post_init__(self) -> None:
        if min(self.unlabelled, self.known_right, self.known_wrong) < 0:
            raise ValueError(f"counts cannot be negative: {self}")

    @property
    def size(self) -> int:
        return self.unlabelled + self.known_right + self.known_wrong


@dataclass(frozen=True, slots=True)
class Size:
    """`n` labels of which at most `wrong` may be wrong certify the target; 0 labels: known already."""

    wrong: int
    n: int


def confirmation_size(
    frame: Frame, *, wrong: int = 0, target: float | Fraction = TARGET, alpha: float | Fraction = ALPHA
) -> int | None:
    """The smallest n for which a round with `wrong` wrong certifies the frame, None when none does.

    0 (with `wrong` 0) when the known facts certify it alone.
    """
    if frame.size == 0:
        return None
    too_many = _too_many_wrong(frame.size, target) - frame.known_wrong
    return _labels_of(wrong, too_many, frame.unlabelled, checked_tail(alpha, "both"))


def confirmation_sizes(
    frame: Frame, *, target: float | Fraction = TARGET, alpha: float | Fraction = ALPHA, most_wrong: int = 3
) -> tuple[Size, ...]:
    """The sizes to choose from for 0, 1, ... `most_wrong` wrong; ends where no n can."""
    sizes: list[Size] = []
    for wrong in range(most_wrong + 1):
        n = confirmation_size(frame, wrong=wrong, target=target, alpha=alpha)
        if n is None:
            break
        sizes.append(Size(wrong, n))
    return tuple(sizes)


def wrong_allowed(
    frame: Frame, n: int, *, target: float | Fraction = TARGET, alpha: float | Fraction = ALPHA
) -> int | None:
    """How many of n labels may be wrong for the frame to be certified, None when even 0 does not do."""

    def too_few_labels(wrong: int) -> bool:
        size = confirmation_size(frame, wrong=wrong, target=target, alpha=alpha)
        return size is None or size > n

    allowed = first_true(too_few_labels, 0, n + 1) - 1
    return allowed if allowed >= 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """What a confirmation round says: counts low..high right of `size`, and the word for its evidence."""

    evidence: Evidence
    verdict: Verdict
    low: int
    high: int
    size: int
    allowed: int | None


def judge(
    frame: Frame,
    *,
    planned: int,
    right: int,
    wrong: int,
    skipped: int = 0,
    target: float | Fraction = TARGET,
    alpha: float | Fraction = ALPHA,
) -> Confirmation:
    """Judge a round of `planned` answers, skips replaced from the reserve and counted both ways.

    "waiting" until the planned answers are in (or the frame is drawn out), but "failed" as soon as more
    are wrong than the plan allows. When complete, "certified" if the interval is over, else "failed".
    ValueError for more answers than planned: n is fixed before the round starts.
    """
    if right + wrong > planned:
        raise ValueError(f"{right + wrong} answers in a round of {planned}")
    low, high = known_interval(
        right, wrong, frame.unlabelled, known_right=frame.known_right, skipped=skipped, alpha=alpha
    )
    allowed = wrong_allowed(frame, planned, target=target, alpha=alpha)
    complete = right + wrong == planned or right + wrong + skipped == frame.unlabelled
    answered = right + wrong + frame.known_right + frame.known_wrong
    verdict = verdict_of(low, high, answered=answered, N=frame.size, target=target)
    return Confirmation(
        evidence=_evidence(verdict, complete=complete, lost=allowed is None or wrong > allowed),
        verdict=verdict,
        low=low,
        high=high,
        size=frame.size,
        allowed=allowed,
    )


def _evidence(verdict: Verdict, *, complete: bool, lost: bool) -> Evidence:
    if complete:
        return "certified" if verdict == "over" else "failed"
    return "failed" if lost else "waiting"
