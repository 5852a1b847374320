"""A round that a person does on their own list: their answers are their own corrections."""

from __future__ import annotations

from datetime import datetime

from granskning.models import Item, Round
from minne.models import Event
from minne.services import corrections

PRESSES = {
    "correct": corrections.confirm,
    "incorrect": corrections.deny,
    "outdated": corrections.end,
}


def carry_out(*, round: Round, now: datetime) -> None:
    """Make the answers the person's own events, dated the pinned instant."""
    sample = (
        Item.objects.filter(round=round).drawn().select_related("fact__person").prefetch_related("verdicts")
    )
    for item in sample:
        press = PRESSES.get(item.label)
        if press is None or item.fact is None:
            continue
        user = round.only_person.user if round.only_person else None
        author = corrections.Author(by=Event.By.PERSON, user=user, now=now, at=round.pinned_at)
        press(fact=item.fact, author=author)
