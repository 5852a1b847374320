"""Taking episodes in: streamed, some hundred at a time, each message once."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice

from django.db import transaction

from minne.importers.records import EpisodeRow, FactRow, Notice, Record, RowError, Skipped
from minne.models import Episode, Person
from minne.services import imported, people
from minne.services.renaming import Renames
from minne.turns import give_way

ROWS_AT_ONCE = 250  # whoever else writes waits for as long as these take


@dataclass(slots=True)
class ImportOutcome:
    """What came in: counts, and every row that was refused."""

    imported: int = 0
    unchanged: int = 0
    other_id: int = 0  # of those, the ones that were here under another id
    facts_new: int = 0
    facts_known: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    errors: list[RowError] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    @property
    def any_good(self) -> bool:
        return bool(self.imported or self.unchanged or self.facts_new or self.facts_known)

    def note(self, record: Record) -> None:
        """Keep what is not stored: refusals, notices, and counts of what was left out."""
        match record:
            case RowError():
                self.errors.append(record)
            case Skipped():
                self.skipped[record.what] += record.count
            case Notice():
                self.notices.append(record)


def digest(*, role: str, text: str, occurred_at: datetime) -> bytes:
    """What makes a message the same message, whatever its id."""
    moment = occurred_at.astimezone(UTC).isoformat()
    return hashlib.sha256("\x1f".join((role, moment, text)).encode()).digest()


def import_records(records: Iterable[Record], *, now: datetime) -> ImportOutcome:
    """Store episodes and other memories' facts; so many rows at once are one transaction."""
    outcome, doors = ImportOutcome(), _Doors()
    for number, chunk in enumerate(_chunks(records, ROWS_AT_ONCE)):
        if number:
            give_way()
        for record in chunk:
            outcome.note(record)
        keys = imported.keys(r for r in chunk if isinstance(r, FactRow))
        with transaction.atomic():
            by_person = _by_person(r for r in chunk if isinstance(r, EpisodeRow | FactRow))
            for external_id, person in people.known_and_locked(by_person).items():
                theirs = by_person[external_id]
                if closed := doors.closed(external_id, person):
                    outcome.errors += [RowError(r.row, "person", closed) for r in theirs]
                else:
                    _store(person, theirs, keys, outcome, now)
    return outcome


class _Doors:
    """Whether a person takes anything in. One erased while their import runs is not made anew by it."""

    def __init__(self) -> None:
        self._met: dict[str, int] = {}

    def closed(self, external_id: str, person: Person) -> str:
        """Why nothing comes in under this id, as a refusal's code; empty when it does."""
        if external_id != person.external_id:
            self._met[external_id] = person.pk  # the id may have become this person's meanwhile
        met = {self._met.setdefault(id_, person.pk) for id_ in (external_id, person.external_id)}
        if person.erasing_at or met != {person.pk}:
            return "erasing"
        return "paused" if person.paused_at else ""


def _by_person(rows: Iterable[EpisodeRow | FactRow]) -> dict[str, list[EpisodeRow | FactRow]]:
    found: dict[str, list[EpisodeRow | FactRow]] = defaultdict(list)
    for row in rows:
        found[row.person or ""].append(row)
    return found


def _chunks(records: Iterable[Record], size: int) -> Iterator[list[Record]]:
    iterator = iter(records)
    while chunk := list(islice(iterator, size)):
        yield chunk


def _store(
    person: Person,
    rows: list[EpisodeRow | FactRow],
    keys: Mapping[str, str],
    outcome: ImportOutcome,
    now: datetime,
) -> None:
    _store_episodes(person, [r for r in rows if isinstance(r, EpisodeRow)], outcome, now)
    facts = [r for r in rows if isinstance(r, FactRow)]
    new, known = imported.store(person=person, rows=facts, keys=keys, now=now)
    outcome.facts_new, outcome.facts_known = outcome.facts_new + new, outcome.facts_known + known


def _store_episodes(person: Person, rows: list[EpisodeRow], outcome: ImportOutcome, now: datetime) -> None:
    known, renames = _Known.of(person, rows), Renames(person)
    new = []
    for row in rows:
        mark = digest(role=row.role, text=row.text, occurred_at=row.occurred_at)
        taken = row.id in known.ids
        if mark in known.messages:
            outcome.unchanged += 1
            outcome.other_id += known.messages[mark].external_id != row.id
            if not taken and renames.rename(known.messages[mark], row):
                known.ids.add(row.id)
        elif taken:
            outcome.errors.append(RowError(row.row, "id", "id_taken", {"id": row.id}))
        else:
            known.ids.add(row.id)
            known.messages[mark] = _episode(person, row, mark, now)
            new.append(known.messages[mark])
    Episode.objects.bulk_create(new)
    renames.write()
    outcome.imported += len(new)


@dataclass(slots=True)
class _Known:
    ids: set[str]
    messages: dict[bytes, Episode]

    @classmethod
    def of(cls, person: Person, rows: list[EpisodeRow]) -> _Known:
        """What of these rows is stored already."""
        marks = [digest(role=r.role, text=r.text, occurred_at=r.occurred_at) for r in rows]
        stored = Episode.objects.for_person(person)
        ids = stored.filter(external_id__in=[r.id for r in rows]).values_list("external_id", flat=True)
        messages = stored.filter(digest__in=marks).defer("text")
        return cls(set(ids), {bytes(message.digest): message for message in messages})


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
