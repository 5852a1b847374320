"""Facts made elsewhere: taken in as that memory has them, and retired here."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from minne.domain.language import detect
from minne.domain.matching import read
from minne.importers.records import FactRow
from minne.models import Event, ImportedFact, Person, Retirement
from minne.services import tombstones

KEPT = (
    "text",
    "type",
    "state",
    "created_at",
    "valid_from",
    "valid_until",
    "sources",
    "metadata",
    "key",
)


def keys(rows: Iterable[FactRow]) -> dict[str, str]:
    """The key of each text. It takes longer than storing them: do it before anybody waits for the rows."""
    return {text: read(text, detect(text)).key for text in {row.text for row in rows}}


def store(
    *, person: Person, rows: Sequence[FactRow], keys: Mapping[str, str], now: datetime
) -> tuple[int, int]:
    """Store the rows by (tool, id); the newest import of a fact wins. How many were new, and known.

    Call it inside a transaction, with the person locked.
    """
    if not rows:
        return 0, 0
    graves = tombstones.Graves(person)
    facts = {(row.tool, row.id): _fact(person, row, keys[row.text], now) for row in rows}
    facts = {id_: fact for id_, fact in facts.items() if graves.of(fact.key) is None}
    theirs = ImportedFact.objects.for_person(person).filter(external_id__in=[id_ for _, id_ in facts])
    before = facts.keys() & set(theirs.values_list("tool", "external_id"))
    ImportedFact.objects.bulk_create(
        facts.values(),
        update_conflicts=True,
        unique_fields=["person", "tool", "external_id"],
        update_fields=KEPT,
        batch_size=500,
    )
    new = len(facts) - len(before)
    return new, len(rows) - new


def _fact(person: Person, row: FactRow, key: str, now: datetime) -> ImportedFact:
    return ImportedFact(
        person=person,
        tool=row.tool,
        external_id=row.id,
        text=row.text,
        type=row.type,
        state=row.state,
        created_at=row.created_at,
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        sources=list(row.sources),
        metadata=dict(row.metadata),
        imported_at=now,
        key=key,
    )


@transaction.atomic
def retire(
    *,
    facts: Iterable[ImportedFact],
    answer: str,
    by: Event.By,
    now: datetime,
    user: User | None = None,
    press: uuid.UUID | None = None,
) -> uuid.UUID:
    """Take the facts out of what stands; one press, undone as one by `unretire`."""
    press = press or uuid.uuid4()
    standing = ImportedFact.objects.filter(pk__in=[fact.pk for fact in facts], retired_at=None)
    Retirement.objects.bulk_create(
        Retirement(fact_id=pk, press=press, answer=answer, by=by, actor=user, at=now)
        for pk in standing.values_list("pk", flat=True)
    )
    standing.update(retired_at=now, retired_by=press, retired_as=answer, retired_in=by)
    return press


@transaction.atomic
def unretire(*, press: uuid.UUID, now: datetime, person: Person | None = None) -> int:
    """Put back what one press retired, or what of it is this person's; how many."""
    retired = ImportedFact.objects.filter(retired_by=press)
    if person is not None:
        retired = retired.for_person(person)
    pressed = Retirement.objects.filter(press=press, undone_at=None, fact__in=retired.values("pk"))
    pressed.update(undone_at=now)
    return retired.update(retired_at=None, retired_by=None, retired_as="", retired_in="")


def presses(person: Person) -> QuerySet[Retirement]:
    """Every press about other memories' facts of the person's, undone ones too, latest first."""
    told = Retirement.objects.filter(fact__person=person).select_related("fact", "actor")
    return told.order_by("-at", "-pk")
