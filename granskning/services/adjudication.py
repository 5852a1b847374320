"""Deciding between two answers: by an administrator, or by a reviewer who gave neither."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count

from granskning.models import Item, Round
from granskning.models.verdicts import Value
from granskning.services import rounds
from granskning.services.labelling import RefusedError, storable
from minne.access import ADMINISTER


def disputed(round: Round) -> list[Item]:
    """The round's items whose answers are all in and differ, in drawn order."""
    several = Item.objects.filter(round=round, wanted=0, adjudicated="").drawn()
    several = several.annotate(values=Count("verdicts__value", distinct=True)).filter(values__gt=1)
    return list(several.select_related("round", "fact").prefetch_related("verdicts__reviewer"))


def may_decide(item: Item, user: User) -> bool:
    return user.has_perm(ADMINISTER) or not item.verdicts.filter(reviewer=user).exists()


@transaction.atomic
def adjudicate(*, round: Round, item: int, user: User, value: str, note: str, now: datetime) -> Item:
    """Decide what a disputed item is, and why. The answers stay as they were given."""
    held = Round.objects.select_for_update().get(pk=round.pk)
    if held.closed_at:
        raise RefusedError("closed")
    row = Item.objects.select_for_update().filter(round=held, pk=item, called=True).first()
    if row is None or row.is_erased:
        raise RefusedError("gone")
    if not row.is_disputed:
        raise RefusedError("settled")
    if value not in Value.values or not may_decide(row, user):
        raise RefusedError("unknown")
    row.adjudicated, row.adjudicated_by, row.adjudication_note = value, user, storable(note)
    row.save(update_fields=["adjudicated", "adjudicated_by", "adjudication_note"])
    rounds.settle(round=held, skips_moved=value == Value.SKIPPED, now=now)
    return row
