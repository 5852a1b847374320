"""Taking episodes in: streamed, a thousand at a time, each message once."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice

from django.db import transaction

from minne.importers.records import EpisodeRow, RowError, Skipped
from minne.models import Episode, Person
from minne.services import people

ROWS_AT_ONCE = 1000


@dataclass(slots=True)
class ImportOutcome:
    """What came in: counts, and every row that was refused."""

    imported: int = 0
    unchanged: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    errors: list[RowError] = field(default_factory=list)


def digest(*, role: str, text: str, occurred_at: datetime) -> bytes:
    """What makes a message the same message, whatever its id."""
    moment = occurred_at.astimezone(UTC).isoformat()
    return hashlib.sha256("\x1f".join((role, moment, text)).encode()).digest()


def import_episodes(
    records: Iterable[object], *, now: datetime, progress: Callable[[int], None] = lambda rows: None
) -> ImportOutcome:
    """Store the records that are episodes; each thousand is one transaction."""
    outcome = ImportOutcome()
    for chunk in _chunks(records, ROWS_AT_ONCE):
        by_person: dict[str, list[EpisodeRow]] = defaultdict(list)
        for record in chunk:
            match record:
                case EpisodeRow():
                    by_person[record.person or ""].append(record)
                case RowError():
                    outcome.errors.append(record)
                case Skipped():
                    outcome.skipped[record.what] += 1
        with transaction.atomic():
            for external_id, rows in by_person.items():
                _store(people.known(external_id), rows, outcome, now)
        progress(len(chunk))
    return outcome


def _chunks(records: Iterable[object], size: int) -> Iterator[list[object]]:
    iterator = iter(records)
    while chunk := list(islice(iterator, size)):
        yield chunk


def _store(person: Person, rows: list[EpisodeRow], outcome: ImportOutcome, now: datetime) -> None:
    person = people.locked(person)
    if person.paused_at:
        outcome.errors += [RowError(row=r.row, field="person", code="paused", params={}) for r in rows]
        return
    known = _Known.of(person, rows)
    new = []
    for row in rows:
        mark = digest(role=row.role, text=row.text, occurred_at=row.occurred_at)
        if mark in known.digests:
            outcome.unchanged += 1
        elif row.id in known.ids:
            params = {"id": row.id}
            outcome.errors.append(RowError(row=row.row, field="id", code="id_taken", params=params))
        else:
            known.ids.add(row.id)
            known.digests.add(mark)
            new.append(_episode(person, row, mark, now))
    Episode.objects.bulk_create(new)
    outcome.imported += len(new)


@dataclass(slots=True)
class _Known:
    ids: set[str]
    digests: set[bytes]

    @classmethod
    def of(cls, person: Person, rows: list[EpisodeRow]) -> _Known:
        """What of these rows is stored already."""
        marks = [digest(role=r.role, text=r.text, occurred_at=r.occurred_at) for r in rows]
        stored = Episode.objects.for_person(person)
        ids = stored.filter(external_id__in=[r.id for r in rows]).values_list("external_id", flat=True)
        digests = stored.filter(digest__in=marks).values_list("digest", flat=True)
        return cls(set(ids), {bytes(mark) for mark in digests})


def _episode(person: Person, row: EpisodeRow, mark: bytes, now: datetime) -> Episode:
    return Episode(
        person=person,
        external_id=row.id,
        conversation=row.conversation or "",
        role=row.role,
        text=row.text,
        occurred_at=row.occurred_at,
        digest=mark,
        imported_at=now,
    )
