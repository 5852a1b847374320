"""The sentences about numbers in proposals and confirmations."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from granskning import proposal_words, repair_words, result_words
from granskning.domain.confirmation import Frame, confirmation_sizes
from granskning.models import Confirmation, Proposal, Round
from granskning.views.proposing import told
from minne.domain.policy import Policy
from tests.benchmarks._rendering import Rows, figures, rendered

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)


def sample(correct: int, incorrect: int, outdated: int, **more: Any) -> dict[str, Any]:
    counts = {"correct": correct, "incorrect": incorrect, "outdated": outdated}
    shares = {"stated_once": 0, "inferred": 0, "unsure": 0, "outdated_by_type": {}, "argued": []}
    return counts | shares | {"answered": correct + incorrect + outdated} | more


def reasons() -> Rows:
    for knob, evidence, counts in (
        ("half_life_days.goal", "point", sample(24, 0, 6, outdated_by_type={"goal": 6})),
        ("half_life_days.goal", "point", sample(26, 0, 4, outdated_by_type={"goal": 3, "temporary": 1})),
        ("half_life_days.preference", "point", sample(8, 0, 1, outdated_by_type={"preference": 1})),
        ("half_life_days.temporary", "point", sample(5, 3, 2, outdated_by_type={"temporary": 2})),
        ("explicit_kinds", "point", sample(21, 9, 0, stated_once=8)),
        ("explicit_kinds", "point", sample(8, 1, 0, stated_once=1)),
        ("min_support", "point", sample(26, 4, 0, inferred=4)),
        ("min_support", "point", sample(8, 1, 0, inferred=1)),
        ("min_confidence", "certified", sample(25, 5, 0, unsure=4)),
        (
            "explicit_kinds+half_life_days.goal",
            "failed",
            sample(20, 6, 4, stated_once=5, outdated_by_type={"goal": 4}),
        ),
        ("", "no_policy", sample(24, 6, 0)),
        ("", "no_policy", sample(25, 5, 0, inferred=3, argued=["min_support"])),
        ("", "too_few_labels", sample(5, 1, 0, stated_once=1, argued=["explicit_kinds"])),
        ("", "too_few_labels", sample(0, 1, 0)),
    ):
        proposal = Proposal(knob=knob, evidence=evidence, figures=counts, values={} if knob else None)
        said = [proposal_words.headline(proposal), proposal_words.faults(proposal)]
        said += [] if knob else [proposal_words.no_policy(proposal)]
        said += proposal_words.why(proposal) or proposal_words.in_common(proposal)
        numbers = {name: value for name, value in counts.items() if value}
        yield f"{knob or 'no knob'}, {evidence}: {numbers}", said
    yield "the invented worlds", [proposal_words.no_promise()]


def effects() -> Rows:
    for kept, lists, forgotten, admitted, dropped in (
        ((24, 24, 24), (92, 74), {"goal": 18}, {}, (6, 0)),
        ((20, 21, 23), (277, 200), {"goal": 70, "preference": 7}, {"preference": 2}, (9, 3)),
        ((9, 9, 10), (40, 39), {"preference": 1}, {}, (1, 1)),
        ((9, 9, 9), (40, 39), {"preference": 1}, {}, (0, 0)),
        ((10, 10, 11), (50, 50), {"goal": 1}, {"knowledge": 1}, (1, 0)),
        ((1, 1, 1), (40, 40), {}, {}, (0, 0)),
        ((0, 0, 8), (9, 0), {"temporary": 9}, {}, (9, 8)),
        ((30, 31, 33), (5000, 4000), {"knowledge": 1000}, {}, (6, 3)),
    ):
        right, total, all_right = kept
        stored = {
            "kept": {"correct": right, "total": total, "all_right": all_right, "lost": all_right - right},
            "before": lists[0],
            "after": lists[1],
            "forgotten": forgotten,
            "admitted": admitted,
            "dropped": dropped[0],
            "dropped_right": dropped[1],
        }
        yield (
            f"kept {right}/{total} of {all_right} right; list {lists[0]} to {lists[1]}, "
            f"forgotten {forgotten}, admitted {admitted}, {dropped[0]} of them labelled, {dropped[1]} right",
            rendered("granskning/_proposal_effect.html", {"effect": told(stored, Policy(), Policy())}),
        )


def chances() -> Rows:
    for correct, wrong, size in ((26, 4, 212), (26, 4, 50), (8, 1, 12), (0, 1, 1), (52, 8, 12345)):
        found = figures({"correct": correct, "incorrect": wrong, "size": size})
        yield f"{correct} of {correct + wrong} of {size}", [proposal_words.chance(found)]


def sizes() -> Rows:
    for unlabelled, right, wrong in (
        (10**6, 0, 0),
        (212, 0, 0),
        (50, 24, 0),
        (24, 19, 1),
        (20, 0, 1),
        (2, 20, 0),
        (1, 3, 0),
        (12, 0, 5),
        (1, 0, 0),
    ):
        frame = Frame(unlabelled=unlabelled, known_right=right, known_wrong=wrong)
        found = confirmation_sizes(frame)
        ground = SimpleNamespace(frame=frame, known_right=right, known_wrong=wrong)
        confirming = {"ground": ground, "sizes": found, "known": right + wrong}
        confirming["enough"] = bool(found) and found[0].n == 0
        proposal = SimpleNamespace(decision="waiting", figures={}, pk=1)
        about = {"confirming": confirming, "proposal": proposal}
        yield (
            f"{unlabelled} to draw from, {right} known right, {wrong} known wrong",
            rendered("granskning/_proposal_confirm.html", about),
        )


def confirmed() -> Rows:
    for allowed, counts in (
        (0, {"correct": 36, "size": 400}),
        (0, {"correct": 35, "incorrect": 1, "size": 400}),
        (1, {"correct": 53, "outdated": 1, "size": 400}),
        (1, {"correct": 18, "incorrect": 2, "size": 24, "known_right": 19, "known_wrong": 1}),
        (2, {"correct": 66, "incorrect": 2, "skipped": 2, "size": 400}),
        (0, {"correct": 12, "waiting": 24, "size": 400}),
    ):
        found = figures(counts)
        evidence = "certified" if found.verdict == "over" else "failed"
        round_ = Round(
            planned=found.drawn - found.skipped, allowed_wrong=allowed, frame_size=found.frame_size
        )
        round_.closed_at = NOW
        attempt = Confirmation(round=round_, low=found.low, high=found.high, evidence=evidence)
        attempt.known_right, attempt.known_wrong = found.known_right, found.known_wrong
        said = [repair_words.under_way(round_), repair_words.shown(attempt)]
        said.append(result_words.confirmed(found, evidence=evidence, allowed=allowed))
        yield f"{allowed} allowed: {counts}", said
