"""What a person has had erased: known again by a keyed hash, and not learned from what was said before."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from minne.domain import events as values
from minne.models import Alias, Episode, Event, Fact, Person, Tombstone
from minne.services import dropping


def digest(person: Person, key: str) -> bytes:
    """The hash of a statement of this person's, under the installation's secret key."""
    return _hash(person.external_id, key)


def _hash(external_id: str, key: str) -> bytes:
    return salted_hmac("minne.tombstone", f"{external_id}\n{key}", algorithm="sha256").digest()


class Graves:
    """The person's tombstones, looked up by the key of a statement under any of the person's ids."""

    def __init__(self, person: Person) -> None:
        self._stones = {bytes(stone.digest): stone for stone in Tombstone.objects.filter(person=person)}
        aliases = Alias.objects.filter(person=person) if self._stones else ()
        self._ids = [person.external_id, *(alias.external_id for alias in aliases)]

    def all(self, key: str) -> list[Tombstone]:
        """The stones of the statement, the latest last."""
        hashes = (_hash(id_, key) for id_ in self._ids) if self._stones else ()
        found = (stone for hashed in hashes if (stone := self._stones.get(hashed)))
        return sorted(found, key=lambda stone: stone.erased_at)

    def of(self, key: str) -> Tombstone | None:
        stones = self.all(key)
        return stones[-1] if stones else None

    def cover(self, key: str, said_at: datetime) -> bool:
        """Whether it was said before the statement was erased: then it counts for nothing."""
        stone = self.of(key)
        return stone is not None and said_at <= stone.erased_at


def settle(*, graves: Graves, facts: Iterable[Fact]) -> bool:
    """Keep erased facts gone that were only inferred since, and open those that the person said anew.

    True when episodes that were withheld wait to be read again. Call it with the person locked, after
    the events were written and before the facts are folded.
    """
    opened = False
    for fact in set(facts):
        stones = graves.all(fact.key)
        if not stones:
            continue
        if said_anew(fact, stones[-1]):
            for stone in stones:
                opened |= _reopen(stone)
        else:
            withhold(fact, stones[-1])
            dropping.drop([fact])
    return opened


def said_anew(fact: Fact, stone: Tombstone) -> bool:
    """Whether the person says it themself, after they erased it."""
    mentioned = Q(action=Event.Action.MENTION, kind__in=("stated", "asked"))
    return _since(fact, stone).filter(mentioned | Q(action=Event.Action.CONFIRM)).exists()


def withhold(fact: Fact, stone: Tombstone) -> None:
    """Note the episodes from which it has been inferred since."""
    sources = _since(fact, stone).exclude(source=None).values_list("source", flat=True)
    stone.withheld.add(*sources.distinct())


def _since(fact: Fact, stone: Tombstone) -> QuerySet[Event]:
    return Event.objects.live().filter(fact=fact, occurred_at__gt=stone.erased_at)


def _reopen(stone: Tombstone) -> bool:
    withheld = Episode.objects.filter(pk__in=stone.withheld.values("pk"), text_removed_at=None)
    waiting = withheld.update(consolidated_at=None, run=None)
    stone.withheld.clear()
    return waiting > 0


def erased_at(facts: Iterable[Fact]) -> dict[UUID, datetime]:
    """When each of these facts was erased, of those that came back after it."""
    rows = list(facts)
    stones = Tombstone.objects.filter(person__in={fact.person_id for fact in rows})
    people = Person.objects.in_bulk({stone.person_id for stone in stones})
    graves = {pk: Graves(person) for pk, person in people.items()}
    mine = [fact for fact in rows if fact.person_id in graves]
    found = {fact.pk: graves[fact.person_id].of(fact.key) for fact in mine}
    return {pk: stone.erased_at for pk, stone in found.items() if stone is not None}


def since_said_anew(events: Iterable[values.Event], erased: datetime) -> list[values.Event]:
    """The events from the first after the erasure in which the person says it; none where there is none."""
    known = list(events)
    anew = [e.occurred_at for e in known if e.occurred_at > erased and not e.undone_at and _says_it(e)]
    return [e for e in known if e.occurred_at >= min(anew)] if anew else []


def _says_it(event: values.Event) -> bool:
    return event.action == "confirm" or (event.action == "mention" and event.kind != "inferred")
