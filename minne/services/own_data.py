"""What the memory itself holds about a person, as the sections of an export."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from minne.models import AccountChange, Agreement, Episode, Event, Fact, ImportedFact, Person, Tombstone
from minne.services import corrections, languages
from minne.services.exports import Row, Section
from minne.services.lists import Entry, entries

FACTS_AT_ONCE = 200
EPISODES_AT_ONCE = 2000
PLAIN = "minne/export/_plain.html"
IMPORTED = (
    *("tool", "external_id", "text", "type", "state", "created_at", "valid_from", "valid_until"),
    *("sources", "metadata", "imported_at", "retired_at", "retired_as", "retired_in"),
)


def sections(person: Person, now: datetime) -> Iterable[Section]:
    """The provider of this app."""
    yield _section("person", _("Om dig"), lambda: _person(person))
    yield Section(
        name="facts", title=_("Fakta"), rows=lambda: _facts(person, now), template="minne/export/_facts.html"
    )
    yield _section("corrections", _("Det som ändrats för hand"), lambda: _corrections(person))
    yield _section("imported_facts", _("Fakta från andra minnen"), lambda: _imported(person))
    yield _section("erased_facts", _("Fakta som du har raderat"), lambda: _erased(person))
    yield _section("agreements", _("Dina svar om granskning"), lambda: _agreements(person))
    yield _section("accounts", _("Kopplingar till konton"), lambda: _accounts(person))
    yield Section(
        name="episodes",
        title=_("Samtal"),
        rows=lambda: _episodes(person),
        template="minne/export/_episodes.html",
        page="samtal",
    )


def _section(name: str, title: Any, rows: Any) -> Section:
    return Section(name=name, title=title, rows=rows, template=PLAIN)


def _person(person: Person) -> Iterator[Row]:
    yield {
        "id": person.external_id,
        "other_ids": list(person.aliases.values_list("external_id", flat=True)),
        "name": person.name,
        "account": person.user.get_username() if person.user else None,
        "language": languages.chosen(person.user) if person.user else None,
        "created_at": person.created_at,
        "agreed_to_review": person.agreed_to_review,
        "paused_at": person.paused_at,
    }


def _facts(person: Person, now: datetime) -> Iterator[Row]:
    """Every fact with its whole timeline, those whose every event was taken back too."""
    standing = {entry.fact.pk: entry for entry in entries(person, now)}
    facts = Fact.objects.for_person(person).order_by("pk").iterator(chunk_size=FACTS_AT_ONCE)
    while some := list(islice(facts, FACTS_AT_ONCE)):
        events = _events(some)
        for fact in some:
            yield _fact(fact, standing.get(fact.pk)) | {"timeline": events[fact.pk]}


def _events(facts: Sequence[Fact]) -> dict[UUID, list[Row]]:
    events: dict[UUID, list[Row]] = defaultdict(list)
    for event in Event.objects.filter(fact__in=[fact.pk for fact in facts]).select_related("source"):
        events[event.fact_id].append(_event(event))
    return events


def _fact(fact: Fact, entry: Entry | None) -> Row:
    row: Row = {"id": fact.pk, "merged_into": fact.merged_into_id}
    if entry is None:
        return row | {"status": None, "text": fact.text}
    state = entry.listed.state
    return row | {
        "status": entry.status,
        "text": state.text,
        "type": state.type,
        "kind": state.kind,
        "support": state.support,
        "confidence": round(entry.confidence, 6),
        "last_supported": state.last_supported,
        "valid_until": state.valid_until,
        "quote": state.quote,
        "sources": list(state.sources),
    }


def _event(event: Event) -> Row:
    return {
        "action": event.action,
        "by": event.by,
        "occurred_at": event.occurred_at,
        "recorded_at": event.recorded_at,
        "undone_at": event.undone_at,
        "kind": event.kind or None,
        "source": event.source.external_id if event.source else None,
        "occasion": event.occasion or None,
        "quote": event.quote,
        "text": event.text,
        "type": event.type or None,
        "valid_until": event.valid_until,
        "merged_into": event.into_id,
    }


def _corrections(person: Person) -> Iterator[Row]:
    """Each press with what it changed, latest first."""
    pressed = list(corrections.batches(person))
    for start in range(0, len(pressed), FACTS_AT_ONCE):
        for press in corrections.presses(person, pressed[start : start + FACTS_AT_ONCE]):
            changes = [
                {"action": event.action, "fact": event.fact_id, "text": event.text or event.fact.text}
                for event in press.events
            ]
            first = press.first
            at = {"recorded_at": first.recorded_at, "undone_at": first.undone_at}
            yield {"press": press.batch, "by": first.by, **at, "changes": changes}


def _imported(person: Person) -> Iterator[Row]:
    for fact in (
        ImportedFact.objects.for_person(person).prefetch_related("retirements").iterator(FACTS_AT_ONCE)
    ):
        pressed = fact.retirements.all()
        changes = [{"value": p.answer, "by": p.by, "at": p.at, "undone_at": p.undone_at} for p in pressed]
        yield {name: getattr(fact, name) for name in IMPORTED} | {"changes": changes}


def _erased(person: Person) -> Iterator[Row]:
    """Only when: what they were is not known."""
    for stone in Tombstone.objects.filter(person=person):
        yield {"erased_at": stone.erased_at}


def _agreements(person: Person) -> Iterator[Row]:
    for answer in Agreement.objects.filter(person=person):
        yield {"agrees": answer.agrees, "at": answer.at}


def _accounts(person: Person) -> Iterator[Row]:
    for change in AccountChange.objects.filter(person=person).select_related("user"):
        account = change.user.get_username() if change.user else None
        yield {"linked": change.linked, "account": account, "at": change.at}


def _episodes(person: Person) -> Iterator[Row]:
    names = (
        "conversation",
        "role",
        "text",
        "occurred_at",
        "imported_at",
        "consolidated_at",
        "text_removed_at",
    )
    spoken = Episode.objects.for_person(person).as_spoken().values("external_id", *names)
    for row in spoken.iterator(chunk_size=EPISODES_AT_ONCE):
        yield {"id": row.pop("external_id"), **row}


def sizes(person: Person) -> dict[str, int]:
    """How much there is of each kind."""
    return {
        "episodes": Episode.objects.for_person(person).count(),
        "facts": Fact.objects.for_person(person).count(),
        "imported_facts": ImportedFact.objects.for_person(person).count(),
        "erased_facts": Tombstone.objects.filter(person=person).count(),
    }
