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


@transaction.atomic
def _make(schedule: Schedule, now: datetime) -> Round | None:
    held = Schedule.objects.select_for_update().filter(pk=schedule.pk, active=True).first()
    if held is None:
        return None
    due = held.rule.latest(after=held.done_for, by=timezone.localdate(now))
    if due is None:
        return None
    try:
        with transaction.atomic():
            made = rounds.start_round(user=None, n=held.n, reviewers=held.reviewers, now=now)
    except NotReadyError:
        return None  # lists are being folded anew; the next time around they may not be
    except rounds.EmptyFrameError as error:
        logger.warning("Schedule %s: no round, for there is nothing to draw from.", held.pk)
        _done(held, due, failed=error.frame.empty)
        return None
    _done(held, due, failed="")
    transaction.on_commit(partial(notices.round_waits, round=made), robust=True)
    return made


def _done(held: Schedule, day: date, *, failed: str) -> None:
    held.done_for, held.failed = day, failed
    held.save(update_fields=["done_for", "failed"])


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
    """A schedule from today on."""
    return Schedule.objects.create(
        weekday=weekday,
        nth=nth,
        every=every,
        n=n,
        reviewers=reviewers,
        begins=timezone.localdate(now),
        created_by=by,
        created_at=now,
    )


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
