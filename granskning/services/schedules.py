"""Rounds that are made by themselves when their day has come."""

from __future__ import annotations

import logging
from datetime import date, datetime
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from granskning.models import Round, Schedule
from granskning.services import notices, rounds
from granskning.services.frames import NotReadyError

logger = logging.getLogger(__name__)


def make_due(now: datetime) -> list[Round]:
    """Make the rounds whose day has come, late ones too but never two for one day. A chore."""
    return [made for schedule in Schedule.objects.active() if (made := _make(schedule, now))]


class _DoneError(Exception):
    """The schedule was stopped, taken away or seen to by another while the round was drawn."""


def _make(schedule: Schedule, now: datetime) -> Round | None:
    due = schedule.rule.latest(after=schedule.done_for, by=timezone.localdate(now))
    if due is None:
        return None
    try:
        return rounds.start_round(
            user=None,
            n=schedule.n,
            reviewers=schedule.reviewers,
            now=now,
            storing=partial(_store, schedule, due),
        )
    except (NotReadyError, _DoneError):
        return None  # lists that are being folded anew may be ready the next time around
    except rounds.EmptyFrameError as error:
        logger.warning("Schedule %s: no round, for there is nothing to draw from.", schedule.pk)
        _done(schedule, due, failed=error.frame.empty)
        return None


@transaction.atomic
def _store(schedule: Schedule, day: date, store: rounds.Store) -> Round:
    """The round, and that the day is done: both or neither."""
    if not _done(schedule, day, failed=""):
        raise _DoneError
    made = store()
    transaction.on_commit(partial(notices.round_waits, round=made), robust=True)
    return made


def _done(schedule: Schedule, day: date, *, failed: str) -> bool:
    """Whether it was still to be done."""
    as_it_was = Schedule.objects.filter(pk=schedule.pk, active=True, done_for=schedule.done_for)
    return as_it_was.update(done_for=day, failed=failed) == 1


@transaction.atomic
def create(
    *,
    weekday: int,
    nth: int | None,
    every: int | None,
    n: int,
    reviewers: int,
    by: User | None,
    now: datetime,
) -> Schedule:
    """A schedule from today on. The same one asked for twice is one."""
    return Schedule.objects.get_or_create(
        weekday=weekday,
        nth=nth,
        every=every,
        n=n,
        reviewers=reviewers,
        begins=timezone.localdate(now),
        active=True,
        defaults={"created_by": by, "created_at": now},
    )[0]


@transaction.atomic
def switch(*, schedule: Schedule, on: bool, now: datetime) -> None:
    """Stop, or start again: days that passed meanwhile are not made up for."""
    held = Schedule.objects.select_for_update().get(pk=schedule.pk)
    if on and not held.active:
        held.done_for = held.rule.latest(after=held.done_for, by=timezone.localdate(now)) or held.done_for
    held.active = on
    held.save(update_fields=["active", "done_for"])


@transaction.atomic
def remove(*, schedule: Schedule) -> None:
    Schedule.objects.filter(pk=schedule.pk).delete()
