"""What a reviewer does to an item: answer, change the answer, write a note, take a step back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction

from granskning.models import Item, Round, Verdict, VerdictChange
from granskning.models.verdicts import Value
from granskning.services import leases, rounds

LONGEST_LOOK = 300.0  # seconds; whoever took longer did something else
LONGEST_NOTE = 2000
CHANGING = ("completed_at", "closed_at")  # of a round, while it is answered

Code = Literal["closed", "stale", "held", "taken", "gone", "settled", "unknown", "long", "nothing", "moved"]


class RefusedError(Exception):
    """An answer that cannot be taken; `code` says why, and `standing` what the reviewer's own answer is.

    closed: the round is; stale: given on an older state of the item; held, taken: somebody else looks
    at it or has answered; gone: erased or not in the sample; settled: adjudicated; unknown: no verdict;
    long: its note is; nothing: no step to take back; moved: not the step that the page showed as the latest.
    """

    def __init__(self, code: Code, *, standing: str = "") -> None:
        super().__init__(code)
        self.code: Code = code
        self.standing = standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An answer as it was given: on which state of the item, and what was seen for how long."""

    value: str
    version: int
    note: str = ""
    seconds: float | None = None


def version(item: Item, reviewer: User) -> int:
    """The state of the item as this reviewer knows it: how many steps of their own it has seen.

    It counts nobody else's steps, so that it tells nothing of their answers.
    """
    return VerdictChange.objects.by(reviewer).filter(item=item).count()


def give(*, round: Round, item: int, reviewer: User, step: Step, now: datetime) -> VerdictChange | None:
    """Give or change the reviewer's answer on an item. The same answer sent again changes nothing.

    None when there was nothing to write. Call it inside a transaction, or as `answer`, which is one.
    """
    row = _locked(round, item)
    seen = version(row, reviewer)
    verdict = _given(row, reviewer) if seen else None
    if step.value not in Value.values:
        raise RefusedError("unknown")
    _check_length(step.note)
    if _is_repeat(verdict, seen, step):
        return None
    _check_version(verdict, seen, step.version)
    if verdict is None:
        _check_free(row, reviewer, now)
    change = _write(row, verdict, reviewer, step, now)
    rounds.settle(round=round, skips_moved="skipped" in (change.before, change.after), now=now)
    return change


answer = transaction.atomic(give)


@transaction.atomic
def write_note(
    *, round: Round, item: int, reviewer: User, note: str, seen: int, now: datetime
) -> VerdictChange | None:
    """Change the note of an answer already given; a step of its own, taken back alone."""
    row = _locked(round, item)
    verdict = _given(row, reviewer)
    if verdict is None:
        raise RefusedError("gone")
    _check_length(note)
    if verdict.note == storable(note):
        return None
    _check_version(verdict, version(row, reviewer), seen)
    return _write(row, verdict, reviewer, Step(value=verdict.value, version=seen, note=note), now)


@transaction.atomic
def undo(*, round: Round, reviewer: User, change: int, since: datetime, now: datetime) -> Item:
    """Take back the reviewer's latest step, given by its id; the item it was about.

    The same press sent again takes nothing more back. Steps before `since` stay.
    """
    given = VerdictChange.objects.by(reviewer).filter(pk=change, item__round=round, undoes=None).first()
    if given is None:
        raise RefusedError("moved" if last_step(round, reviewer, since) else "nothing")
    row = _locked(round, given.item_id)
    if VerdictChange.objects.filter(undoes=given).exists():
        return row
    if last_step(round, reviewer, since) != given:
        raise RefusedError("moved")
    _take_back(row, given, reviewer, now)
    leases.claim(item=row, reviewer=reviewer, now=now)
    rounds.settle(round=round, skips_moved="skipped" in (given.before, given.after), now=now)
    row.refresh_from_db()
    return row


def last_step(round: Round, reviewer: User, since: datetime) -> VerdictChange | None:
    """The step that undo would take back."""
    return VerdictChange.objects.by(reviewer).standing(round).filter(at__gte=since).first()


def storable(note: str) -> str:
    """The note without what no database takes."""
    text = note.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    return text.replace("\r\n", "\n").strip()


def _locked(round: Round, item: int) -> Item:
    """The item's row, and the round's as it is now, held until the transaction ends; it must be open.

    Everybody takes the round first, so nobody waits in a ring, and the last answer knows it is last.
    """
    round.refresh_from_db(fields=CHANGING, from_queryset=Round.objects.select_for_update())
    if round.closed_at:
        raise RefusedError("closed")
    rows = Item.objects.select_for_update().order_by("pk")  # its own order would read the round again
    row = rows.filter(round=round, pk=item, called=True).first()
    if row is None or row.is_erased:
        raise RefusedError("gone")
    if row.adjudicated:
        raise RefusedError("settled")
    return row


def _given(item: Item, reviewer: User) -> Verdict | None:
    return Verdict.objects.filter(item=item, reviewer=reviewer).first()


def _is_repeat(verdict: Verdict | None, version: int, step: Step) -> bool:
    """The press that made the standing answer, sent again."""
    if verdict is None or verdict.value != step.value or verdict.note != storable(step.note):
        return False
    return version in (step.version, step.version + 1)


def _check_length(note: str) -> None:
    """Nothing of a note is cut away unasked."""
    if len(storable(note)) > LONGEST_NOTE:
        raise RefusedError("long")


def _check_version(verdict: Verdict | None, version: int, seen: int) -> None:
    if version != seen:
        raise RefusedError("stale", standing=verdict.value if verdict else "")


def _check_free(item: Item, reviewer: User, now: datetime) -> None:
    if not item.wanted:
        raise RefusedError("taken")
    if item.leased_to_id not in (None, reviewer.pk) and item.leased_until and item.leased_until > now:
        raise RefusedError("held")


def _write(item: Item, verdict: Verdict | None, reviewer: User, step: Step, now: datetime) -> VerdictChange:
    given = verdict or Verdict(item=item, reviewer=reviewer, created_at=now)
    before, note_before = (given.value, given.note) if verdict else ("", "")
    given.value, given.note, given.updated_at = step.value, storable(step.note), now
    given.seconds = given.seconds if verdict else _seconds(step.seconds)
    given.save()
    if verdict is None:
        item.wanted -= 1
    item.leased_to, item.leased_until = None, None
    item.save(update_fields=["wanted", "leased_to", "leased_until"])
    return VerdictChange.objects.create(
        item=item,
        reviewer=reviewer,
        before=before,
        after=given.value,
        note_before=note_before,
        note_after=given.note,
        at=now,
    )


def _take_back(item: Item, step: VerdictChange, reviewer: User, now: datetime) -> None:
    verdict = Verdict.objects.filter(item=item, reviewer=reviewer)
    if step.before:
        verdict.update(value=step.before, note=step.note_before, updated_at=now)
    else:
        verdict.delete()
        item.wanted += 1
        item.save(update_fields=["wanted"])
    VerdictChange.objects.create(
        item=item,
        reviewer=reviewer,
        before=step.after,
        after=step.before,
        note_before=step.note_after,
        note_after=step.note_before,
        undoes=step,
        at=now,
    )


def _seconds(seconds: float | None) -> float | None:
    if seconds is None or not math.isfinite(seconds) or seconds < 0:
        return None
    return min(seconds, LONGEST_LOOK)
