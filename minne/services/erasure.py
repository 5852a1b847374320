"""Erasing a person: everything about them, in pieces, so that it can stop anywhere and be taken up again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, QuerySet

from minne.models import Episode, Erasure, Event, Fact, ImportedFact, Person, Run, Tombstone
from minne.services import dropping, traces
from minne.services.people import locked

ROWS_AT_ONCE = 1000
RECEIPTS_KEPT = timedelta(days=7)
Step = Callable[[Person, int], Counter[str]]
steps: list[Step] = []  # what other apps hold: each erases at most so many rows, and says what they were


@transaction.atomic
def begin(*, person: Person, by: User | None, now: datetime) -> Erasure:
    """From now on nothing is taken in, read or shown of the person; the same erasure when asked again."""
    row = locked(person)
    row.erasing_at, row.user, row.name = row.erasing_at or now, None, ""
    row.save(update_fields=["erasing_at", "user", "name"])
    begun = Erasure.objects.filter(person=row).first()
    return begun or Erasure.objects.create(person=row, asked_by=by, asked_at=now, total=_size(row))


def _size(person: Person) -> int:
    return sum(
        (
            Episode.objects.for_person(person).count(),
            Fact.objects.for_person(person).count(),
            Event.objects.for_person(person).count(),
            ImportedFact.objects.for_person(person).count(),
        )
    )


def carry_on(
    *,
    erasure: Erasure,
    now: datetime,
    seconds: float | None = None,
    progress: Callable[[Erasure], None] = lambda erasure: None,
) -> Erasure:
    """Erase until nothing is left, or until so many seconds have gone. Each piece is one transaction.

    Others may carry on with the same erasure at the same time.
    """
    until = time.monotonic() + seconds if seconds is not None else None
    while erasure.finished_at is None and (until is None or time.monotonic() < until):
        _piece(erasure, now)
        erasure.refresh_from_db()
        progress(erasure)
    if erasure.finished_at is not None:
        traces.overwrite()
    return erasure


def take_receipt(*, erasure: Erasure) -> None:
    """The counts have been told, and nobody keeps them."""
    Erasure.objects.filter(pk=erasure.pk).exclude(finished_at=None).delete()


def resume(now: datetime) -> None:
    """Finish what was begun and interrupted, and let go of receipts that nobody took. A chore."""
    for erasure in Erasure.objects.unfinished():
        carry_on(erasure=erasure, now=now)
    Erasure.objects.filter(finished_at__lt=now - RECEIPTS_KEPT).delete()
    traces.overwrite()


@transaction.atomic
def _piece(erasure: Erasure, now: datetime) -> None:
    """The next piece, counted in the transaction that erases it; the person's own row comes last."""
    person = Person.objects.select_for_update().filter(erasure=erasure).first()
    held = Erasure.objects.select_for_update().get(pk=erasure.pk)
    if person is None or held.finished_at is not None:
        return
    gone = next((gone for step in _steps() if (gone := step(person, ROWS_AT_ONCE))), None)
    if gone is None:
        gone = _last(person)
        held.person, held.finished_at = None, now
    held.counts = dict(Counter(held.counts) + gone)
    held.save(update_fields=["counts", "person", "finished_at"])


def _steps() -> Iterator[Step]:
    yield from steps
    yield from (_facts, _imported, _rows(Tombstone, "tombstones"), _rows(Episode, "episodes"))


def _facts(person: Person, most: int) -> Counter[str]:
    """Facts with their events; where there are more events than go at once, those first."""
    events = _some(Event.objects.for_person(person).order_by("fact"), most)
    if len(events) == most:
        return Counter(events=Event.objects.filter(pk__in=events).delete()[0])
    facts = list(Fact.objects.for_person(person)[:most])
    if not facts:
        return Counter()
    return Counter(events=dropping.drop(facts), facts=len(facts))


def _imported(person: Person, most: int) -> Counter[str]:
    facts = list(ImportedFact.objects.for_person(person)[:most])
    dropping.drop_imported(facts)
    return Counter(imported_facts=len(facts)) if facts else Counter()


def _rows(model: type[Episode | Tombstone], name: str) -> Step:
    def erase(person: Person, most: int) -> Counter[str]:
        some = _some(model._default_manager.filter(person=person), most)
        model._default_manager.filter(pk__in=some).delete()
        return Counter({name: len(some)}) if some else Counter()

    return erase


def _some(rows: QuerySet[Model], most: int) -> list[Any]:
    return list(rows.values_list("pk", flat=True)[:most])


def _last(person: Person) -> Counter[str]:
    """What consolidations wrote down about the person, the person, and what else hangs on them."""
    told = _out_of_runs(person)
    _all, by_model = person.delete()
    kinds = Counter({OTHER.get(label, label.rpartition(".")[2].lower()): n for label, n in by_model.items()})
    return kinds + told


OTHER = {
    "minne.Person": "person",
    "minne.Agreement": "agreements",
    "minne.AccountChange": "account_changes",
    "minne.Alias": "aliases",
}


def _out_of_runs(person: Person) -> Counter[str]:
    """Failures name the person and their episodes; the runs' counts stay."""
    changed = []
    for run in Run.objects.exclude(failures=[]).iterator():
        others = [failed for failed in run.failures if failed.get("person") != person.external_id]
        if len(others) < len(run.failures):
            run.failures = others
            changed.append(run)
    Run.objects.bulk_update(changed, ["failures"], batch_size=200)
    return Counter(run_failures=len(changed)) if changed else Counter()
