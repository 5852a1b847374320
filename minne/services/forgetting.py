"""Erasing one fact: its words go for good, and it stays gone until the person says it anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from minne.domain.matching import excludes
from minne.models import Event, Fact, ImportedFact, Person, Tombstone
from minne.models.memory import Status
from minne.services import dropping, tombstones, traces
from minne.services.people import locked
from minne.services.projection import refold


@transaction.atomic
def forget(*, fact: Fact, now: datetime) -> None:
    """Erase the fact with those merged into it, their events and quotes, and the same of other memories.

    Not to be undone. What the fact had put an end to stays ended.
    """
    person = locked(fact.person)
    gone = list(Fact.objects.for_person(person).filter(Q(pk=fact.pk) | Q(merged_into=fact)))
    _bury(person, gone, now)
    let_go(person=person, facts=gone)
    transaction.on_commit(traces.overwrite)


def let_go(*, person: Person, facts: Sequence[Fact]) -> None:
    """Delete the facts; what they had put an end to stays ended. Call it with the person locked."""
    ended, last, groups = _ended_by(person, facts), _last_word(facts), {fact.group for fact in facts}
    dropping.drop(facts)
    refold(person=person, groups=groups)
    if last is not None and _keep_ended(ended, last):
        refold(person=person, groups=groups)


def _bury(person: Person, facts: Iterable[Fact], now: datetime) -> None:
    for fact in facts:
        Tombstone.objects.update_or_create(
            person=person, digest=tombstones.digest(person, fact.key), defaults={"erased_at": now}
        )
        dropping.drop_imported(list(ImportedFact.objects.for_person(person).filter(key=fact.key)))


def _ended_by(person: Person, facts: Iterable[Fact]) -> list[Fact]:
    """Facts that these may have put an end to."""
    groups = {fact.group for fact in facts}
    ended = Fact.objects.for_person(person).filter(group__in=groups, status=Status.ENDED)
    return [other for other in ended if any(excludes(f.statement, other.statement) for f in facts)]


def _last_word(facts: Iterable[Fact]) -> Event | None:
    """The latest time that the person said it: what it excluded ended then at the latest."""
    said = Event.objects.live().filter(fact__in=[fact.pk for fact in facts])
    explicit = Q(action=Event.Action.CONFIRM) | Q(action=Event.Action.MENTION, kind__in=("stated", "asked"))
    return said.filter(explicit).order_by("occurred_at", "pk").last()


def _keep_ended(ended: Iterable[Fact], last: Event) -> bool:
    """Say in an event of their own that they ended, where nothing else says so any longer."""
    alive = Fact.objects.filter(pk__in=[fact.pk for fact in ended]).exclude(status=Status.ENDED)
    ends = [
        Event(
            fact=fact,
            action=Event.Action.END,
            by=Event.By.JOB,
            occurred_at=last.occurred_at,
            recorded_at=last.recorded_at,
        )
        for fact in alive
    ]
    return bool(Event.objects.bulk_create(ends))
