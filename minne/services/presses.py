"""Every press of a person's, and of a repair, on their own facts and on other memories', in one order."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import F, Max, QuerySet

from minne.models import Event, Person, Retirement
from minne.services import corrections, imported
from minne.services.corrections import Press

Made = tuple[UUID, datetime, int]


def made(person: Person) -> QuerySet[Event, Made]:
    """The presses by id, undone ones too, latest first."""
    own = Event.objects.for_person(person).by_hand().order_by()
    own_presses = own.values("batch").annotate(made_at=Max("recorded_at"), last=Max("pk"))
    others = Retirement.objects.filter(fact__person=person).order_by()
    on_others = others.values(batch=F("press")).annotate(made_at=Max("at"), last=Max("pk"))
    columns = ("batch", "made_at", "last")
    both = own_presses.values_list(*columns).union(on_others.values_list(*columns))
    return both.order_by("-made_at", "-last")


def of(person: Person, wanted: Iterable[Made]) -> list[Press | Retirement]:
    """These presses, in the order given."""
    batches = [batch for batch, _at, _last in wanted]
    found: dict[UUID, Press | Retirement] = {
        press.batch: press for press in corrections.presses(person, batches)
    }
    for retired in imported.presses(person).filter(press__in=batches):
        found.setdefault(retired.press, retired)
    return [found[batch] for batch in batches if batch in found]
