"""Rounds that have been answered, for the tests of what they came to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from granskning.models import Item, Round, Verdict
from granskning.services import labelling
from granskning.services.rounds import close
from tests.granskning.making import NOW, a_round, reviewer, sample


def give(item: Item, who: User, value: str, *, seconds: float | None = 8.0) -> None:
    """An answer as the desk stores it."""
    Verdict.objects.create(
        item=item, reviewer=who, value=value, seconds=seconds, created_at=NOW, updated_at=NOW
    )
    item.wanted -= 1
    item.save(update_fields=["wanted"])


def closed(
    *,
    correct: int = 0,
    incorrect: int = 0,
    outdated: int = 0,
    skipped: int = 0,
    frame: int,
    planned: int | None = None,
    by: User | None = None,
) -> Round:
    """A round of that many labels, in this order, closed; those planned beyond them are left unanswered."""
    counts = {"correct": correct, "incorrect": incorrect, "outdated": outdated, "skipped": skipped}
    values = [value for value, count in counts.items() for _ in range(count)]
    drawn = a_round(planned or len(values), frame=frame)
    answer(drawn, values, by=by or reviewer())
    return close(round=drawn, now=NOW + timedelta(hours=1))


def answer(drawn: Round, values: Sequence[str], *, by: User) -> None:
    """As `give` to each of the first drawn, all at once."""
    given = list(zip(sample(drawn), values, strict=False))
    Verdict.objects.bulk_create(
        Verdict(item=item, reviewer=by, value=value, seconds=8.0, created_at=NOW, updated_at=NOW)
        for item, value in given
    )
    Item.objects.filter(pk__in=[item.pk for item, _ in given]).update(wanted=F("wanted") - 1)


def pressed(item: Item, who: User, value: str) -> None:
    """The answer given at the desk, now."""
    step = labelling.Step(value=value, version=0)
    labelling.answer(round=item.round, item=item.pk, reviewer=who, step=step, now=timezone.now())
