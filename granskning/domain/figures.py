"""What a round came to, from its labels alone: the one place where page, export, chart and rule get it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from granskning.domain.decision import TARGET, Verdict, smallest_reaching, verdict_of
from granskning.domain.intervals import known_interval
from granskning.domain.sequential import answered_prefix, running_band

WAITING = ""  # the label of an item that lacks an answer
DISPUTED = "disputed"  # its answers differ, and nobody decided between them


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Counts of labels, and `low` to `high` right facts (95 %) of `size`.

    `size` is what the round speaks about: the `frame_size` it drew from, and facts known before it.
    `counted` labels, `counted_right` of them right, are what the interval is made from, skips apart:
    all of them, or in a round closed before its last answer those up to the first gap in drawn order.
    """

    correct: int
    incorrect: int
    outdated: int
    skipped: int
    disputed: int
    unlabelled: int
    frame_size: int
    known_right: int
    known_wrong: int
    counted: int
    counted_right: int
    low: int
    high: int
    verdict: Verdict
    target: float

    @property
    def wrong(self) -> int:
        return self.incorrect + self.outdated

    @property
    def answered(self) -> int:
        return self.correct + self.wrong

    @property
    def undecided(self) -> int:
        """Items that nobody could judge, or that were judged two ways: counted both ways."""
        return self.skipped + self.disputed

    @property
    def drawn(self) -> int:
        return self.answered + self.undecided + self.unlabelled

    @property
    def size(self) -> int:
        return self.frame_size + self.known_right + self.known_wrong

    @property
    def reaching(self) -> int:
        """The smallest number of right facts with which the target is met."""
        return smallest_reaching(self.size, self.target)

    @property
    def is_complete(self) -> bool:
        """Every drawn item was answered: the interval is that of a round planned beforehand."""
        return self.unlabelled == 0

    @property
    def is_whole_list(self) -> bool:
        """Everything was drawn and answered or skipped: nothing is estimated."""
        return self.is_complete and self.drawn == self.frame_size

    @property
    def is_count(self) -> bool:
        """The whole list was judged: the number is counted."""
        return self.is_whole_list and not self.undecided


def summarise(
    labels: Sequence[str],
    *,
    frame_size: int,
    known_right: int = 0,
    known_wrong: int = 0,
    target: float = TARGET,
) -> Figures:
    """Sum up the labels of the drawn items, in drawn order.

    A label is a verdict, DISPUTED, or WAITING. With every item answered the interval is the exact one,
    over all ways in which skipped and disputed items could have gone. A round closed before that was
    closed by somebody who could see how it went, so only the time-uniform band holds, over the answers
    up to the first gap. ValueError for a label of another kind, or more labels than facts.
    """
    counts = Counter(labels)
    if unknown := set(counts) - {"correct", "incorrect", "outdated", "skipped", DISPUTED, WAITING}:
        raise ValueError(f"no such label: {sorted(unknown)}")
    answers = answered_prefix(_verdict(label) for label in labels)
    right, wrong = answers.count(True), answers.count(False)
    low, high = _interval(answers, frame_size, known_right, complete=len(answers) == len(labels))
    size = frame_size + known_right + known_wrong
    return Figures(
        correct=counts["correct"],
        incorrect=counts["incorrect"],
        outdated=counts["outdated"],
        skipped=counts["skipped"],
        disputed=counts[DISPUTED],
        unlabelled=counts[WAITING],
        frame_size=frame_size,
        known_right=known_right,
        known_wrong=known_wrong,
        counted=right + wrong,
        counted_right=right,
        low=low,
        high=high,
        verdict=verdict_of(low, high, answered=right + wrong, N=size, target=target),
        target=target,
    )


def _verdict(label: str) -> str | None:
    if label == WAITING:
        return None
    return "skipped" if label == DISPUTED else label


def _interval(
    answers: Sequence[bool | None], frame_size: int, known_right: int, *, complete: bool
) -> tuple[int, int]:
    if complete:
        right, wrong = answers.count(True), answers.count(False)
        skipped = answers.count(None)
        return known_interval(right, wrong, frame_size, known_right=known_right, skipped=skipped)
    low, high = running_band(answers, frame_size)[-1] if answers else (0, frame_size)
    return known_right + low, known_right + high


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Labels that have something in common: how many were judged, and of them right and at fault."""

    name: str
    correct: int
    incorrect: int
    outdated: int

    @property
    def answered(self) -> int:
        return self.correct + self.incorrect + self.outdated

    @property
    def wrong(self) -> int:
        return self.incorrect + self.outdated

    @property
    def share_wrong(self) -> Fraction:
        return Fraction(self.wrong, self.answered)


def grouped(labels: Sequence[tuple[str, str]]) -> tuple[Group, ...]:
    """Labels (name of group, verdict) by group, the one with most faults first; skips are left out."""
    counts = Counter(labels)
    names = dict.fromkeys(name for name, verdict in labels if verdict in ("correct", "incorrect", "outdated"))
    groups = [
        Group(
            name=name,
            correct=counts[name, "correct"],
            incorrect=counts[name, "incorrect"],
            outdated=counts[name, "outdated"],
        )
        for name in names
    ]
    return tuple(sorted(groups, key=lambda group: (-group.wrong, -group.answered, group.name)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What would be left of the judged facts if the lowest confidence allowed were `confidence`."""

    confidence: float
    kept: int
    right: int


def kept_by_confidence(outcomes: Sequence[tuple[float, bool]]) -> tuple[Kept, ...]:
    """One point for each confidence among the judged facts, the lowest (all kept) first."""
    points: dict[float, Kept] = {}
    right = 0
    for kept, (confidence, is_right) in enumerate(sorted(outcomes, reverse=True), start=1):
        right += is_right
        points[confidence] = Kept(confidence=confidence, kept=kept, right=right)
    return tuple(reversed(points.values()))
