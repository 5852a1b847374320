"""How far a policy picked on thirty labels can be trusted, and a confirmation round, in invented worlds.

Run from the repository's root: python -m tests.benchmarks.invented_worlds [--write]
With --write the summary replaces granskning/domain/worlds.json, which a page's sentence is made from.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum
from pathlib import Path
from typing import Any

from granskning.domain.confirmation import Frame, confirmation_size
from granskning.domain.decision import smallest_reaching
from granskning.domain.distributions import upper_tail
from granskning.domain.intervals import decide
from granskning.domain.sequential import SequenceRule
from granskning.domain.thresholds import Label, Suggestion, suggest
from minne.domain.episodes import FactType
from minne.domain.policy import Policy
from tests.benchmarks._worlds import IN_FORCE, NOW, WORLDS, Instance, World, come_true
from tests.benchmarks.coverage_tables import table

SAMPLE = 30
INSTANCES, ROUNDS = 3, 40
SUMMARY = Path(__file__).parents[2] / "granskning" / "domain" / "worlds.json"


class Memo:
    """An instance's lists, with the whole list of a policy kept once it has been folded."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._served: dict[str, Mapping[str, FactType]] = {}

    def served(self, policy: Policy, *, among: Collection[str] | None = None) -> Mapping[str, FactType]:
        name = repr(policy)
        if name in self._served or among is None:
            whole = self._served.get(name) or self.instance.lists.served(policy)
            self._served[name] = whole
            return whole if among is None else {id_: whole[id_] for id_ in among if id_ in whole}
        return self.instance.lists.served(policy, among=among)

    def right(self, policy: Policy) -> int:
        return sum(self.instance.truth[id_] == "correct" for id_ in self.served(policy))

    def precise(self, policy: Policy) -> bool:
        size = len(self.served(policy))
        return size > 0 and self.right(policy) >= smallest_reaching(size)


@dataclass
class Outcome:
    """What came of one world's rounds."""

    world: World
    precision: list[float] = field(default_factory=list)
    rounds: int = 0
    under: int = 0
    suggestions: list[Suggestion] = field(default_factory=list)
    reached: list[bool] = field(default_factory=list)
    right_lost: list[float] = field(default_factory=list)
    bad_certified: list[float] = field(default_factory=list)
    good_certified: list[float] = field(default_factory=list)
    decided_at_30: int = 0
    labels_to_decide: list[int] = field(default_factory=list)

    @cached_property
    def picks(self) -> list[Suggestion]:
        return [s for s in self.suggestions if s.policy is not None]

    @property
    def named(self) -> list[bool]:
        """Whether the knobs of a pick are among those that answer to the fault."""
        return [set(s.knobs) <= set(self.world.knobs) for s in self.picks]


def simulate(world: World, *, seed: int, instances: int = INSTANCES, rounds: int = ROUNDS) -> Outcome:
    outcome = Outcome(world)
    for number in range(instances):
        memo = Memo(come_true(world, seed=seed + number))
        outcome.precision.append(memo.right(IN_FORCE) / len(memo.served(IN_FORCE)))
        if not memo.precise(IN_FORCE):
            chances = (_certified(memo, IN_FORCE, (), wrong) for wrong in range(4))
            outcome.bad_certified.extend(chance for chance in chances if chance is not None)
        rng = random.Random(f"{world.name} {seed} {number}")
        for _ in range(rounds):
            _one_round(outcome, memo, rng)
    return outcome


def _one_round(outcome: Outcome, memo: Memo, rng: random.Random) -> None:
    order = rng.sample(sorted(memo.served(IN_FORCE)), len(memo.served(IN_FORCE)))
    truth = memo.instance.truth
    right = [truth[id_] == "correct" for id_ in order]
    outcome.rounds += 1
    x = sum(right[:SAMPLE])
    outcome.decided_at_30 += decide(x, SAMPLE, len(order)).verdict in ("over", "under")
    outcome.labels_to_decide.append(_labels_to_decide(right))
    if 10 * x >= 9 * SAMPLE:
        return
    outcome.under += 1
    labels = [_label(memo.instance, id_) for id_ in order[:SAMPLE]]
    suggestion = suggest(labels, memo, IN_FORCE)
    outcome.suggestions.append(suggestion)
    if suggestion.policy is not None:
        _pick(outcome, memo, suggestion.policy, order[:SAMPLE])


def _label(instance: Instance, id_: str) -> Label:
    state = instance.lists.state(id_, IN_FORCE)
    if state is None:
        raise LookupError(id_)
    return Label(
        id=id_,
        verdict=instance.truth[id_],
        type=state.type,
        kind=state.kind,
        support=state.support,
        confidence=state.confidence_at(NOW, IN_FORCE),
    )


def _pick(outcome: Outcome, memo: Memo, policy: Policy, labelled: Sequence[str]) -> None:
    before = memo.served(IN_FORCE)
    truth, after = memo.instance.truth, memo.served(policy)
    right = [id_ for id_ in before if truth[id_] == "correct"]
    precise = memo.precise(policy)
    outcome.reached.append(precise)
    outcome.right_lost.append(sum(id_ not in after for id_ in right) / len(right))
    for wrong in range(4):
        certified = _certified(memo, policy, labelled, wrong)
        if certified is not None:
            (outcome.good_certified if precise else outcome.bad_certified).append(certified)


def _certified(memo: Memo, policy: Policy, labelled: Sequence[str], wrong: int) -> float | None:
    """The chance that a confirmation round certifies the policy, over all its draws; None where none can."""
    truth, after = memo.instance.truth, memo.served(policy)
    known = [truth[id_] == "correct" for id_ in labelled if id_ in after]
    rest = set(after) - set(labelled)
    frame = Frame(unlabelled=len(rest), known_right=sum(known), known_wrong=len(known) - sum(known))
    n = confirmation_size(frame, wrong=wrong)
    if n is None:
        return None
    right = sum(truth[id_] == "correct" for id_ in rest)
    return 1.0 if n == 0 else upper_tail(n - wrong, n, len(rest), right)


def _labels_to_decide(right: Sequence[bool]) -> int:
    """Labels until the band that may be looked at after every answer decides."""
    rule, x = SequenceRule(len(right)), 0
    for n, answer in enumerate(right, start=1):
        x += answer
        if rule.over(x, n) or rule.under(x, n):
            return n
    return len(right)


def share(flags: Sequence[bool | float]) -> float | None:
    return fsum(flags) / len(flags) if flags else None


def summary(outcome: Outcome) -> dict[str, Any]:
    """A world's figures: shares, rounded to three places; None where there is nothing to divide by."""
    evidence = [s.evidence for s in outcome.suggestions]
    labels = sorted(outcome.labels_to_decide)
    figures: dict[str, float | None] = {
        "precision": share(outcome.precision),
        "fell_under": outcome.under / outcome.rounds,
        "reached": share(outcome.reached),
        "right_knob": share(outcome.named) if outcome.world.knobs else None,
        "right_lost": share(outcome.right_lost),
        "bad_certified": share(outcome.bad_certified),
        "bad_certified_worst": max(outcome.bad_certified, default=None),
        "good_certified": share(outcome.good_certified),
        "decided_at_30": outcome.decided_at_30 / outcome.rounds,
    }
    return {
        "name": outcome.world.name,
        "story": outcome.world.story,
        "rounds": outcome.rounds,
        "picks": len(outcome.picks),
        "no_policy": evidence.count("no_policy"),
        "too_few_labels": evidence.count("too_few_labels"),
        "median_labels_to_decide": labels[len(labels) // 2],
        **{name: None if value is None else round(value, 3) for name, value in figures.items()},
    }


def report(summaries: Sequence[dict[str, Any]]) -> None:
    table(
        f"Policies picked on {SAMPLE} labels that fell under 90 %",
        ("world", "precision", "fell under", "picks", "none", "few", "reached", "right knob", "right lost"),
        (
            _row(
                s,
                "precision",
                "fell_under",
                "picks",
                "no_policy",
                "too_few_labels",
                "reached",
                "right_knob",
                "right_lost",
            )
            for s in summaries
        ),
    )
    table(
        "Confirmation rounds, and labels to a decision",
        (
            "world",
            "under 90 %, certified",
            "at worst",
            "over 90 %, certified",
            "decided at 30",
            "labels to decide",
        ),
        (
            _row(
                s,
                "bad_certified",
                "bad_certified_worst",
                "good_certified",
                "decided_at_30",
                "median_labels_to_decide",
            )
            for s in summaries
        ),
    )


def _row(figures: Mapping[str, Any], *names: str) -> tuple[object, ...]:
    return (figures["name"], *("–" if figures[name] is None else figures[name] for name in names))


def everything(
    *, seed: int = 1, instances: int = INSTANCES, rounds: int = ROUNDS
) -> Iterator[dict[str, Any]]:
    for world in WORLDS:
        yield summary(simulate(world, seed=seed, instances=instances, rounds=rounds))


def main(arguments: Sequence[str]) -> None:
    started = time.perf_counter()
    summaries = list(everything())
    report(summaries)
    print(f"\n{time.perf_counter() - started:.0f} s")
    worst = max(s["bad_certified_worst"] or 0 for s in summaries)
    if worst > 0.05:
        raise SystemExit(f"policies under 90 % were certified in {worst:.1%} of confirmations")
    if "--write" in arguments:
        figures = {"sample": SAMPLE, "instances": INSTANCES, "rounds": ROUNDS, "worlds": summaries}
        SUMMARY.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
