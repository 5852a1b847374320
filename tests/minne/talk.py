"""Conversations for the tests, and a scripted extractor that says plainly what it finds."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from minne.domain.episodes import Candidate, Episode, KnownFact
from minne.extraction.protocol import ExtractionError
from minne.importers.records import EpisodeRow
from minne.management.commands.facts import as_row
from minne.models import Person
from minne.services import people
from minne.services.consolidation import Outcome, consolidate_person
from minne.services.imports import ImportOutcome, import_records
from minne.services.lists import entries

DAY_0 = datetime(2026, 3, 1, 12, tzinfo=UTC)


def day(n: float) -> datetime:
    return DAY_0 + timedelta(days=n)


NOW = day(60)


def said(
    text: str,
    at: float = 0,
    *,
    person: str = "elin",
    role: str = "user",
    talk: str | None = None,
    id: str | None = None,
) -> EpisodeRow:
    """One message on a day, in a conversation of its own unless `talk` names one."""
    return EpisodeRow(
        row=1,
        id=id or f"{person}-{role}-{at}-{text[:30]}",
        person=person,
        conversation=talk or f"talk-{at}",
        role=role,
        text=text,
        occurred_at=day(at),
    )


def take_in(*rows: EpisodeRow, now: datetime = NOW) -> ImportOutcome:
    return import_records(rows, now=now)


class Scripted:
    """Takes every user turn that begins with "!" for a stated fact, and fails on "boom"."""

    name = "scripted"
    version = "1"

    def __init__(self) -> None:
        self.calls = 0

    def extract(
        self,
        episodes: Sequence[Episode],
        known_facts: Sequence[KnownFact] = (),
        *,
        new: Collection[str] | None = None,
    ) -> list[Candidate]:
        self.calls += 1
        if any("boom" in e.text for e in episodes):
            raise ExtractionError("the model said boom")
        return [
            Candidate(e.text[1:], "preference", "stated", (e.id,), e.text[1:])
            for e in episodes
            if e.role == "user" and e.text.startswith("!")
        ]


def consolidated(
    person: str = "elin", *, now: datetime = NOW, extractor: Any = None, rereads: bool = True
) -> Outcome:
    return consolidate_person(
        person=Person.objects.get(external_id=person),
        extractor=extractor or Scripted(),
        rereads=rereads,
        now=now,
    )


def facts(person: str = "elin", *, now: datetime = NOW, everything: bool = True) -> list[dict[str, Any]]:
    """What `manage.py facts --json` prints."""
    who = people.find(person)
    assert who
    found = [e for e in entries(who, now) if everything or e.status == "active"]
    rows: list[dict[str, Any]] = json.loads(json.dumps([as_row(entry) for entry in found]))
    return rows


def texts(person: str = "elin", *, now: datetime = NOW) -> list[str]:
    """The texts of the active facts, in list order."""
    return [row["text"] for row in facts(person, now=now, everything=False)]
