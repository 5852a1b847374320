"""Which knob a round's errors argue for, and the least strict policy on it that the labels support.

The labels are replayed under every candidate at the instant they speak about. A policy is supported
when (wrong + 1) / (kept + 1) is at most 1 - target, in whole numbers: one more wrong answer than was
seen is allowed for. It is a point estimate all the same; a confirmation round is what shows it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal, Protocol

from granskning.domain.confirmation import labels_to_certify
from granskning.domain.decision import TARGET
from granskning.domain.distributions import exact
from granskning.domain.knobs import HALF_LIFE, KNOBS, MOST_SUPPORT, pairs, stricter_by, stricter_by_two
from minne.domain.episodes import FactType, Kind
from minne.domain.policy import Policy

__all__ = ["Change", "Label", "Suggestion", "Tally", "change", "labels_to_certify", "suggest", "tally"]

Answer = Literal["correct", "incorrect", "outdated"]
Evidence = Literal["point", "no_policy", "too_few_labels"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a drawn fact was judged to be, and how it stood in the list then."""

    id: str
    verdict: Answer
    type: FactType
    kind: Kind
    support: int
    confidence: float


class Lists(Protocol):
    """What a policy serves at the instant of the labels; `pinned.Pinned` is one."""

    def served(self, policy: Policy, *, among: Collection[str] | None = None) -> Mapping[str, FactType]:
        """The served facts' types by id, of those asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The labels that a policy would have kept, by answer, and the right ones that it would have lost."""

    correct: int
    incorrect: int
    outdated: int
    lost: int

    @property
    def wrong(self) -> int:
        return self.incorrect + self.outdated

    @property
    def kept(self) -> int:
        return self.correct + self.wrong

    def supports(self, target: float | Fraction = TARGET) -> bool:
        """(wrong + 1) / (kept + 1) <= 1 - target."""
        return self.wrong + 1 <= (1 - exact(target)) * (self.kept + 1)


def fewest_kept(target: float | Fraction = TARGET) -> int:
    """The smallest number of kept labels that can support anything: 9 at 0.9."""
    return math.ceil(1 / (1 - exact(target))) - 1


def tally(labels: Sequence[Label], served: Collection[str]) -> Tally:
    """The labels whose facts are among the served."""
    kept = Counter(label.verdict for label in labels if label.id in served)
    right = sum(label.verdict == "correct" for label in labels)
    return Tally(
        correct=kept["correct"],
        incorrect=kept["incorrect"],
        outdated=kept["outdated"],
        lost=right - kept["correct"],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """The policy to propose with what it keeps of the labels, or why there is none.

    `argued` are the knobs that the errors point at, the strongest first, whether or not any does.
    """

    evidence: Evidence
    argued: tuple[str, ...]
    knobs: tuple[str, ...] = ()
    policy: Policy | None = None
    tally: Tally | None = None


def suggest(
    labels: Sequence[Label], lists: Lists, policy: Policy, *, target: float | Fraction = TARGET
) -> Suggestion:
    """The least strict supported policy: fewest knobs first, then most right facts kept.

    The knobs that the errors argue for are tried before the others. "too_few_labels" when what is
    missing is labels: a policy keeps few enough wrong ones, but fewer than 9 labels in all.
    """
    search = _Search(labels, lists, policy, target)
    argued = argued_for(labels, policy)
    others = tuple(knob for knob in possible(labels) if knob not in argued)
    for found in (
        search.best_of(argued),
        search.best_of(others),
        search.best_of_pairs(pairs(argued)),
        search.best_of_pairs(pair for pair in pairs(argued + others) if not set(pair) <= set(argued)),
    ):
        if found is not None:
            return Suggestion(
                evidence="point", argued=argued, knobs=found.knobs, policy=found.policy, tally=found.tally
            )
    return Suggestion(evidence="too_few_labels" if search.too_few else "no_policy", argued=argued)


@dataclass(frozen=True, slots=True)
class _Found:
    knobs: tuple[str, ...]
    policy: Policy
    tally: Tally


class _Search:
    """Candidates replayed on the labels, remembering whether only the number of labels stood in the way."""

    def __init__(
        self, labels: Sequence[Label], lists: Lists, policy: Policy, target: float | Fraction
    ) -> None:
        self.labels, self.lists, self.policy, self.target = labels, lists, policy, target
        self.ids = [label.id for label in labels]
        right = sum(label.verdict == "correct" for label in labels)
        self.too_few = right < fewest_kept(target)

    def best_of(self, knobs: Iterable[str]) -> _Found | None:
        """The least strict supported policy on each knob; of those, the one that keeps most right facts."""
        found = (self._first((knob,), stricter_by(knob, self.policy)) for knob in knobs)
        return _most_right(found)

    def best_of_pairs(self, two: Iterable[tuple[str, str]]) -> _Found | None:
        return _most_right(
            candidate
            for one, other in two
            for candidate in self._supported((one, other), stricter_by_two(one, other, self.policy))
        )

    def _first(self, knobs: tuple[str, ...], policies: Iterable[Policy]) -> _Found | None:
        return next(self._supported(knobs, policies), None)

    def _supported(self, knobs: tuple[str, ...], policies: Iterable[Policy]) -> Iterator[_Found]:
        for policy in policies:
            kept = tally(self.labels, self.lists.served(policy, among=self.ids))
            if kept.supports(self.target):
                yield _Found(knobs, policy, kept)
            elif 0 < kept.kept < fewest_kept(self.target):
                self.too_few |= kept.correct >= exact(self.target) * kept.kept


def _most_right(found: Iterable[_Found | None]) -> _Found | None:
    candidates = [candidate for candidate in found if candidate is not None]
    return max(candidates, key=lambda c: c.tally.correct, default=None)


def possible(labels: Sequence[Label]) -> tuple[str, ...]:
    """Every knob that acts on a fault that was seen."""
    faults = Counter(label.verdict for label in labels)
    knobs = KNOBS if faults["incorrect"] else ()
    return knobs + _half_lives(labels)


def argued_for(labels: Sequence[Label], policy: Policy) -> tuple[str, ...]:
    """The knobs that the errors point at, the one that answers for most of them first.

    The incorrect ones point at the knob that could have kept out at least half of them and, of such
    knobs, at the one that tells them best from the right facts (Youden's J: the share of the incorrect
    that it binds less the share of the right). The outdated ones point at a type's half-life.
    """
    wrong = [label for label in labels if label.verdict == "incorrect"]
    right = [label for label in labels if label.verdict == "correct"]
    telling: dict[str, Fraction] = {}
    for knob, binds in _against_incorrect(policy):
        caught = _share(wrong, binds)
        if 2 * caught >= 1:
            telling[knob] = max(telling.get(knob, Fraction(-1)), caught - _share(right, binds))
    best = [max(telling, key=telling.__getitem__)] if telling else []
    half_lives = list(_half_lives(labels))
    outdated = sum(label.verdict == "outdated" for label in labels)
    return tuple(best + half_lives if len(wrong) >= outdated else half_lives + best)


Binds = Callable[[Label], bool]


def _against_incorrect(policy: Policy) -> Iterator[tuple[str, Binds]]:
    """Each knob against incorrect facts, with which facts it could have kept out, step by step."""
    needed, explicit = max(2, policy.min_support), set(policy.explicit_kinds)
    yield "explicit_kinds", lambda one: one.kind == "stated" and "stated" in explicit and one.support < needed
    for support in range(needed + 1, MOST_SUPPORT + 1):
        yield "min_support", partial(_is_thin, support=support)
    yield "min_confidence", lambda one: one.confidence < policy.initial_confidence


def _is_thin(label: Label, *, support: int) -> bool:
    return label.kind == "inferred" and label.support < support


def _share(labels: Sequence[Label], binds: Binds) -> Fraction:
    return Fraction(sum(map(binds, labels)), len(labels)) if labels else Fraction(0)


def _half_lives(labels: Sequence[Label]) -> tuple[str, ...]:
    """The half-life of each type that at least half of the outdated facts have."""
    types = Counter(label.type for label in labels if label.verdict == "outdated")
    total = sum(types.values())
    return tuple(f"{HALF_LIFE}{type_}" for type_, count in types.most_common() if 2 * count >= total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a policy would do to the frame: counts by type. Admitted facts are ones nobody has audited."""

    before: int
    after: int
    forgotten: Mapping[FactType, int]
    admitted: Mapping[FactType, int]


def change(before: Mapping[str, FactType], after: Mapping[str, FactType]) -> Change:
    """Compare two served lists, ids with types."""
    return Change(
        before=len(before),
        after=len(after),
        forgotten=Counter(type_ for id_, type_ in before.items() if id_ not in after),
        admitted=Counter(type_ for id_, type_ in after.items() if id_ not in before),
    )
