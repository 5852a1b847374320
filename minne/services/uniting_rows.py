"""The rows of two ids of one human: each message once, each fact under its new id, each erasure kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS

from minne.importers.records import EpisodeRow
from minne.models import Episode, Event, Fact, ImportedFact, Person, Retirement, Tombstone
from minne.services import corrections, dropping, forgetting, tombstones
from minne.services.imported import KEPT
from minne.services.renaming import Renames

AT_ONCE = 500
LONGEST_ID = 300
RETIRED = ("retired_at", "retired_by", "retired_as", "retired_in")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Moved:
    """What of the person given up became what of the person kept, by primary key.

    The facts are all that there were; the episodes and the facts of other memories only those that both had.
    """

    episodes: Mapping[int, int]
    facts: Mapping[UUID, UUID]
    imported: Mapping[int, int]


def keep_erased(person: Person, other: Person) -> None:
    """Erase of the person what they have erased under their other id, as it would have been then."""
    graves = tombstones.Graves(other)
    stones = {fact: stone for fact in Fact.objects.for_person(person) if (stone := graves.of(fact.key))}
    anew = {fact for fact, stone in stones.items() if tombstones.said_anew(fact, stone)}
    for fact in anew:
        Event.objects.filter(fact=fact, occurred_at__lte=stones[fact].erased_at).delete()
    gone = [fact for fact in stones if fact not in anew]
    for fact in gone:
        tombstones.withhold(fact, stones[fact])
    if gone:
        forgetting.let_go(person=person, facts=gone)
    theirs = ImportedFact.objects.for_person(person)
    dropping.drop_imported([fact for fact in theirs if graves.of(fact.key)])


def episodes(kept: Person, other: Person) -> dict[int, int]:
    """Make one of each message that both have, and of each id one; which became which."""
    known = {digest: pk for pk, digest in _digests(kept)}
    became = {pk: known[digest] for pk, digest in _digests(other) if digest in known}
    same = {
        episode.pk: episode
        for some in _pieces(list(became))
        for episode in Episode.objects.filter(pk__in=some).defer("text")
    }
    _read_again(kept, other, same)
    _repoint_withheld(other, became)
    for some in _pieces(list(same)):
        Episode.objects.filter(pk__in=some).delete()
    _take_lesser_names(kept, [(episode, became[pk]) for pk, episode in same.items()])
    _rename_taken(kept, other)
    return became


def _digests(person: Person) -> Iterator[tuple[int, bytes]]:
    stored = Episode.objects.for_person(person).values_list("pk", "digest")
    return ((pk, bytes(digest)) for pk, digest in stored.iterator())


def _read_again(kept: Person, other: Person, same: Mapping[int, Episode]) -> None:
    """Conversations that were read without a turn that they have now, or with one that has left them."""
    shared = Episode.objects.for_person(kept).exclude(conversation="").values("conversation")
    told = Episode.objects.for_person(other).filter(text_removed_at=None).exclude(pk__in=list(same))
    names = {episode.conversation for episode in same.values() if episode.conversation}
    names |= set(told.filter(conversation__in=shared).values_list("conversation", flat=True))
    for some in _pieces(sorted(names)):
        told.filter(conversation__in=some).update(consolidated_at=None, run=None)


def _repoint_withheld(other: Person, became: Mapping[int, int]) -> None:
    for stone in Tombstone.objects.filter(person=other):
        held = stone.withheld.values_list("pk", flat=True)
        stone.withheld.add(*(became[pk] for pk in held if pk in became))


def _take_lesser_names(kept: Person, pairs: Sequence[tuple[Episode, int]]) -> None:
    """As where the two copies of a message come under one id: which one is first does not matter."""
    renames, taken = Renames(kept), _ids(kept)
    stored = Episode.objects.in_bulk([pk for _, pk in pairs])
    for copy, pk in pairs:
        row = EpisodeRow(
            0, copy.external_id, None, copy.conversation or None, copy.role, "", copy.occurred_at
        )
        if copy.external_id not in taken or stored[pk].external_id == copy.external_id:
            renames.rename(stored[pk], row)
            taken.add(stored[pk].external_id)
    renames.write()


def _rename_taken(kept: Person, other: Person) -> None:
    """Different messages with one id: the one that moves in gets a new one, and its occasion with it."""
    own, theirs = _ids(kept), _ids(other)
    every = own | theirs
    renamed = (
        episode
        for some in _pieces(sorted(own & theirs))
        for episode in Episode.objects.for_person(other).filter(external_id__in=some).defer("text")
    )
    for episode in renamed:
        new = _free(f"{episode.external_id}@{other.external_id}"[: LONGEST_ID - 8], every)
        every.add(new)
        if not episode.conversation:
            Event.objects.filter(source=episode).update(occasion=f"episode:{new}")
        episode.external_id = new
        episode.save(update_fields=["external_id"])


def _ids(person: Person) -> set[str]:
    return set(Episode.objects.for_person(person).values_list("external_id", flat=True))


def _free(wanted: str, taken: set[str]) -> str:
    numbered = (f"{wanted}.{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (wanted, *numbered) if name not in taken)


def facts(kept: Person, other: Person, now: datetime) -> dict[UUID, UUID]:
    """Move every event to the kept person's fact with the same statement; which became which."""
    theirs = list(Fact.objects.for_person(other))
    statements = [(fact.statement, fact.lang) for fact in theirs]
    own = corrections.all_founded(person=kept, statements=statements)
    became = {fact.pk: own[fact.key].pk for fact in theirs}
    for old, new in became.items():
        Event.objects.filter(fact=old).update(fact=new)
        Event.objects.filter(into=old).update(into=new)
    _untie(kept, now)
    return became


def _untie(person: Person, now: datetime) -> None:
    """Of presses that merge one fact twice, or facts in a ring, the first stands; the later is taken back."""
    into: dict[UUID, UUID] = {}
    for event in Event.objects.for_person(person).live().merges().order_by("recorded_at", "pk"):
        target = event.into_id
        if target is None or event.fact_id in into or event.fact_id in _path(target, into):
            event.undone_at = now
            event.save(update_fields=["undone_at"])
        else:
            into[event.fact_id] = target


def _path(start: UUID, into: Mapping[UUID, UUID]) -> Iterator[UUID]:
    at: UUID | None = start
    while at is not None:
        yield at
        at = into.get(at)


def imported(kept: Person, other: Person) -> dict[int, int]:
    """Of a fact that one tool gave to both, the newest import wins, and what is struck stays struck."""
    own = {(fact.tool, fact.external_id): fact for fact in ImportedFact.objects.for_person(kept)}
    became = {}
    for fact in ImportedFact.objects.for_person(other):
        twin = own.get((fact.tool, fact.external_id))
        if twin is None:
            continue
        _copy(fact, twin, KEPT if fact.imported_at > twin.imported_at else ())
        _copy(fact, twin, RETIRED if fact.retired_at and not twin.retired_at else ())
        twin.save()
        Retirement.objects.filter(fact=fact).update(fact=twin)
        became[fact.pk] = twin.pk
    return became


def _copy(source: ImportedFact, target: ImportedFact, names: Iterable[str]) -> None:
    for name in names:
        setattr(target, name, getattr(source, name))


def let_go(moved: Moved) -> None:
    """Delete the rows that became others, when nothing points at them any longer."""
    for facts in _pieces(list(moved.facts)):
        Fact.objects.filter(merged_into__in=facts).update(merged_into=None)
        Fact.objects.filter(pk__in=facts)._raw_delete(DEFAULT_DB_ALIAS)
    for twins in _pieces(list(moved.imported)):
        ImportedFact.objects.filter(pk__in=twins)._raw_delete(DEFAULT_DB_ALIAS)


def _pieces(items: Sequence[T]) -> Iterator[Sequence[T]]:
    return (items[start : start + AT_ONCE] for start in range(0, len(items), AT_ONCE))
