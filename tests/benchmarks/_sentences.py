"""The sentences about numbers, from the same functions and templates as the pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string

from granskning import measure_words, proviso_words, repair_words, result_words
from granskning.domain.agreement import RawAgreement, raw_agreement
from granskning.domain.calibration import calibration
from granskning.domain.confirmation import can_show
from granskning.domain.figures import grouped
from granskning.domain.intervals import after_repair, decide_with_skips
from granskning.domain.sequential import decide_by_band
from granskning.figures_text import target_text
from granskning.models import Round
from granskning.services.agreements import Agreement
from tests.benchmarks import _sentences_of_proposals as proposals
from tests.benchmarks._rendering import Rows, figures, lines, rendered

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)
LABELS: list[tuple[str, dict[str, int]]] = [
    ("27 right of 30 of 50", {"correct": 27, "incorrect": 3, "size": 50}),
    ("27 right of 30 of 212", {"correct": 27, "incorrect": 1, "outdated": 2, "size": 212}),
    ("30 right of 30 of 212", {"correct": 30, "size": 212}),
    ("30 right of 30 of 100", {"correct": 30, "size": 100}),
    ("20 right of 30 of 277", {"correct": 20, "incorrect": 6, "outdated": 4, "size": 277}),
    ("0 right of 30 of 212", {"incorrect": 30, "size": 212}),
    ("29 right of 30 of 31", {"correct": 29, "incorrect": 1, "size": 31}),
    ("26 right of 30 of 1000", {"correct": 26, "outdated": 4, "size": 1000}),
    ("52 right of 60 of 12345", {"correct": 52, "incorrect": 8, "size": 12345}),
    ("all 30 judged, 27 right", {"correct": 27, "incorrect": 3, "size": 30}),
    ("all 30 judged, 26 right", {"correct": 26, "incorrect": 4, "size": 30}),
    ("all 12 judged and right", {"correct": 12, "size": 12}),
    ("all 5 judged and wrong", {"incorrect": 5, "size": 5}),
    ("the only fact, right", {"correct": 1, "size": 1}),
    ("the only fact, wrong", {"incorrect": 1, "size": 1}),
    ("one right of 2 facts", {"correct": 1, "size": 2}),
    ("nothing drawn", {"size": 0}),
    ("30 skipped of 50", {"skipped": 30, "size": 50}),
    ("one skip in 30 of 50", {"correct": 27, "incorrect": 2, "skipped": 1, "size": 50}),
    ("two skips in 30 of 212", {"correct": 26, "incorrect": 2, "skipped": 2, "size": 212}),
    ("all 30 drawn, one skip, 26 right", {"correct": 26, "incorrect": 3, "skipped": 1, "size": 30}),
    ("all 30 drawn, one skip, 29 right", {"correct": 29, "skipped": 1, "size": 30}),
    ("all 30 drawn, two skips, 20 right", {"correct": 20, "incorrect": 8, "skipped": 2, "size": 30}),
    ("two disagreements in 30 of 100", {"correct": 26, "incorrect": 2, "disputed": 2, "size": 100}),
    ("closed after 13 of 30", {"correct": 12, "incorrect": 1, "waiting": 17, "size": 277}),
    ("closed after one of 30", {"correct": 1, "waiting": 29, "size": 277}),
    ("closed without an answer", {"waiting": 30, "size": 277}),
    (
        "confirmation, 26 known",
        {"correct": 28, "incorrect": 1, "size": 40, "known_right": 25, "known_wrong": 1},
    ),
    ("confirmation, one known", {"correct": 36, "size": 400, "known_right": 1}),
]


def everything() -> Iterator[tuple[str, Rows]]:
    yield "Result page: the verdict", verdicts()
    yield "Result page: the errors by group", groups()
    yield "Result page and proposal: after a repair", repairs()
    yield "Result page: calibration", calibrations()
    yield "Result page: agreement", agreements()
    yield "Open round, for administrators", bands()
    yield "New round", before()
    yield "Proposal: why", proposals.reasons()
    yield "Proposal: what it would do", proposals.effects()
    yield "Proposal: chance", proposals.chances()
    yield "Confirmation: before", proposals.sizes()
    yield "Confirmation: after", proposals.confirmed()
    yield "Mail", mails()


def verdicts() -> Rows:
    for name, counts in LABELS:
        found = figures(counts)
        said = [str(result_words.words(found)), result_words.interval(found)]
        said += [result_words.interval_percent(found), result_words.verdict(found.verdict)]
        said += proviso_words.provisos(found, 30)
        if found.is_complete and not found.known_right + found.known_wrong:
            labels = (found.correct, found.wrong, found.undecided)
            said += result_words.more_labels(decide_with_skips(*labels, found.frame_size))
        yield name, said


def groups() -> Rows:
    for given in (
        [("goal", "outdated")] * 2 + [("goal", "correct")] * 3 + [("preference", "correct")],
        [("goal", "incorrect"), ("goal", "outdated")],
        [("knowledge", "correct")],
    ):
        rows = {"groups": grouped(given), "names": "type", "label": "Typ"}
        yield f"{given}", rendered("granskning/_result_groups.html", rows)


def repairs() -> Rows:
    for correct, wrong, skipped, size in (
        (27, 3, 0, 50),
        (24, 6, 0, 212),
        (29, 1, 0, 30),
        (27, 2, 1, 50),
        (0, 3, 0, 3),
        (0, 1, 0, 1),
        (1, 1, 0, 3),
        (30, 0, 0, 31),
    ):
        after = after_repair(correct, wrong, size, skipped=skipped)
        yield f"{correct} right, {wrong} wrong, {skipped} skipped of {size}", repair_words.after_repair(after)
    for waiting, repaired, taken_back, corrected, erased in (
        (1, 0, 0, 0, 0),
        (3, 0, 1, 1, 1),
        (0, 2, 2, 2, 2),
    ):
        standing = {
            "waiting": range(waiting),
            "repaired": range(repaired),
            "taken_back": range(taken_back),
            "corrected": range(corrected),
            "erased": range(erased),
            "batches": [],
        }
        numbers = ", ".join(f"{len(held)} {name}" for name, held in standing.items() if name != "batches")
        about = {"standing": standing, "round": SimpleNamespace(pk=1, pinned_at=NOW)}
        yield numbers, rendered("granskning/_repair.html", about)


def calibrations() -> Rows:
    for name, outcomes in {
        "none": [],
        "one fact at 0.5, right": [(0.5, True)],
        "30 at 0.5, all right": [(0.5, True)] * 30,
        "20 at 0.95 of which 12 right": [(0.95, True)] * 12 + [(0.95, False)] * 8,
        "10 at 0.4 (4 right), 20 at 0.75 (15 right)": [(0.4, i < 4) for i in range(10)]
        + [(0.75, i < 15) for i in range(20)],
    }.items():
        found = calibration(outcomes, bins=5)
        yield name, measure_words.calibration(found) + measure_words.calibration_figures(found)


def agreements() -> Rows:
    for name, found in {
        "no item has two": agreed(0, 0),
        "1 of 1": agreed(1, 1),
        "30 of 30": agreed(30, 30),
        "27 of 30, one decided": agreed(27, 30, ac1=0.88, kappa=0.46, error=0.2, decided=1),
        "29 of 30, undecided": agreed(29, 30, ac1=0.96, kappa=0.65, error=0.3),
        "28 of 30, three reviewers": agreed(28, 30, ac1=0.92, kappa=0.6, is_cohen=False, decided=2),
    }.items():
        yield name, [*measure_words.agreement(found), measure_words.agreement_figures(found)]


def agreed(same: int, items: int, *, decided: int = 0, is_cohen: bool = True, **values: float) -> Agreement:
    raw: RawAgreement = raw_agreement([["a", "a"]] * same + [["a", "b"]] * (items - same))
    return Agreement(
        raw=raw,
        ac1=values.get("ac1", 1.0 if items else None),
        kappa=values.get("kappa"),
        standard_error=values.get("error"),
        is_cohen=is_cohen,
        decided=decided,
    )


def bands() -> Rows:
    round_ = SimpleNamespace(pk=1)
    for right, wrong, size in ((0, 0, 50), (1, 0, 50), (12, 1, 277), (27, 3, 50), (50, 0, 50)):
        answers = [True] * right + [False] * wrong
        band = decide_by_band(answers, size) if answers else None
        yield (
            f"{right} right, {wrong} wrong so far of {size}",
            rendered("granskning/_result_band.html", {"band": band, "round": round_}),
        )


def before() -> Rows:
    for n, size, people, no, unasked in (
        (30, 212, 9, 2, 3),
        (30, 100, 1, 0, 1),
        (30, 50, 1, 0, 0),
        (30, 1_000_000, 40_000, 1, 0),
        (1, 2, 1, 0, 0),
        (1, 1, 1, 0, 0),
        (12, 12, 2, 0, 0),
        (9, 10, 1, 0, 0),
        (35, 212, 9, 1, 1),
        (36, 12345, 700, 0, 12),
    ):
        about = {
            "form": None,
            "n": n,
            "frame": SimpleNamespace(
                size=size, people=people, left_out=no + unasked, said_no=no, not_asked=unasked, empty=""
            ),
            "shown": can_show(n, size),
            "target": target_text(0.9),
        }
        yield (
            f"{n} of {size}, {people} people, {no} said no, {unasked} not asked",
            rendered("granskning/_frame.html", about),
        )


def mails() -> Rows:
    for n, size in ((30, 212), (1, 1), (12, 12)):
        about: dict[str, Any] = {"round": Round(planned=n, frame_size=size), "address": "…"}
        yield f"{n} of {size} waits", mail("round_waits", about)
    for right, wrong in ((24, 6), (0, 1), (52, 8)):
        found = figures({"correct": right, "incorrect": wrong, "size": 212})
        yield (
            f"{right} of {right + wrong}",
            mail("falls_short", {"found": found, "address": "…"}),
        )


def mail(name: str, about: dict[str, Any]) -> list[str]:
    parts = (f"granskning/mail/{name}_subject.txt", f"granskning/mail/{name}.txt")
    return [line for part in parts for line in lines(render_to_string(part, about))]
