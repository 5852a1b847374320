"""A reviewer who answers by the gold labels, through the same services as the pages."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.models import User

from granskning.models import Item, Round
from granskning.services import desks, labelling
from minne.demo import gold

SECONDS_AN_ITEM = 8.0


class NoGoldError(LookupError):
    """A fact that no gold label covers: the demonstration's answer key must be complete."""


def label(*, round: Round, reviewer: User, start: datetime) -> None:
    """Answer every item of the round, a few seconds apart."""
    now = start
    while item := desks.take_up(round=round, reviewer=reviewer, now=now).current:
        now += timedelta(seconds=SECONDS_AN_ITEM)
        step = labelling.Step(
            value=answer(item), version=labelling.version(item, reviewer), seconds=SECONDS_AN_ITEM
        )
        labelling.answer(round=round, item=item.pk, reviewer=reviewer, step=step, now=now)


def answer(item: Item) -> str:
    """What the gold labels say of the item's fact on the day it is judged for."""
    if item.person is None:
        return "skipped"
    day = item.round.pinned_at.date()
    found = gold.verdict(gold.load(item.person.external_id), item.text, on=day)
    if found is None:
        raise NoGoldError(f"{item.person.external_id}: {item.text}")
    return found
