"""What a person has had erased: known again by a keyed hash, and not learned from what was said before."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils.crypto import salted_hmac

from minne.domain import events as values
from minne.models import Episode, Event, Fact, Person, Tombstone
from minne.services import dropping


def digest(person: Person, key: str) -> bytes:
    """The hash of a statement of this person's, under the installation's secret key."""
    return salted_hmac("minne.tombstone", f"{person.external_id}\n{key}", algorithm="sha256").digest()


class Graves:
    """The person's tombstones, looked up by the key of a statement."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._stones = {bytes(stone.digest): stone for stone in Tombstone.objects.filter(person=person)}

    def of(self, key: str) -> Tombstone | None:
        return self._stones.get(digest(self._person, key)) if self._stones else None

    def cover(self, key: str, said_at: datetime) -> bool:
        """Whether it was said before the statement was erased: then it counts for nothing."""
        stone = self.of(key)
        return stone is not None and said_at <= stone.erased_at


def settle(*, person: Person, facts: Iterable[Fact]) -> bool:
    """Keep erased facts gone that were only inferred since, and open those that the person said anew.

    True when episodes that were withheld wait to be read again. Call it with the person locked, after
    the events were written and before the facts are folded.
    """
    graves, opened = Graves(person), False
    for fact in set(facts):
        stone = graves.of(fact.key)
        if stone is None:
            continue
        since = Event.objects.live().filter(fact=fact, occurred_at__gt=stone.erased_at)
        if since.filter(_said_anew()).exists():
            opened |= _reopen(stone)
        else:
            sources = since.exclude(source=None).values_list("source", flat=True)
            stone.withheld.add(*sources.distinct())
            dropping.drop([fact])
    return opened


def _said_anew() -> Q:
    mentioned = Q(action=Event.Action.MENTION, kind__in=("stated", "asked"))
    return mentioned | Q(action=Event.Action.CONFIRM)


def _reopen(stone: Tombstone) -> bool:
    withheld = Episode.objects.filter(pk__in=stone.withheld.values("pk"), text_removed_at=None)
    waiting = withheld.update(consolidated_at=None, run=None)
    stone.withheld.clear()
    return waiting > 0


def erased_at(facts: Iterable[Fact]) -> dict[UUID, datetime]:
    """When each of these facts was erased, of those that came back after it."""
    rows = list(facts)
    stones = Tombstone.objects.filter(person__in={fact.person_id for fact in rows})
    times = {(stone.person_id, bytes(stone.digest)): stone.erased_at for stone in stones}
    people = Person.objects.in_bulk({person for person, _ in times})
    mine = [fact for fact in rows if fact.person_id in people]
    found = {fact.pk: times.get((fact.person_id, digest(people[fact.person_id], fact.key))) for fact in mine}
    return {pk: at for pk, at in found.items() if at is not None}


def since_said_anew(events: Iterable[values.Event], erased: datetime) -> list[values.Event]:
    """The events from the first after the erasure in which the person says it; none where there is none."""
    known = list(events)
    anew = [e.occurred_at for e in known if e.occurred_at > erased and not e.undone_at and _says_it(e)]
    return [e for e in known if e.occurred_at >= min(anew)] if anew else []


def _says_it(event: values.Event) -> bool:
    return event.action == "confirm" or (event.action == "mention" and event.kind != "inferred")
