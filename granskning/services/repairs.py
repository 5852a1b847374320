"""Striking what a round found wrong: one press, dated the pinned instant, undone by one."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth.models import User
from django.db import transaction

from granskning.domain.intervals import AfterRepair, after_repair
from granskning.models import Item, Round
from granskning.services import others, results
from minne.models import Event, Person
from minne.services import imported
from minne.services.people import all_locked
from minne.services.projection import refold

ACTIONS = {"incorrect": Event.Action.DENY, "outdated": Event.Action.END}


class RepairError(ValueError):
    """A repair that cannot be made; `code` says why: open, own, nothing."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Repaired:
    """What one press did. `corrected` and `erased` are wrong facts that the person was first with."""

    batch: uuid.UUID | None
    repaired: int
    corrected: int
    erased: int


@dataclass(frozen=True)
class Standing:
    """How far the repair of a round has come: its wrong items by what has been done about each."""

    round: Round
    sample: list[Item]
    corrected: frozenset[int]
    taken_back: frozenset[int]

    @cached_property
    def waiting(self) -> list[Item]:
        wrong = (item for item in self.sample if item.label in ACTIONS and item.repaired_batch is None)
        return [item for item in wrong if item.pk not in self.corrected]

    @cached_property
    def repaired(self) -> list[Item]:
        return [i for i in self.sample if i.repaired_batch is not None and i.pk not in self.taken_back]

    @cached_property
    def erased(self) -> list[Item]:
        return [item for item in self.sample if item.is_erased and _was_wrong(item)]

    @property
    def batches(self) -> list[uuid.UUID]:
        """The presses that stand, the latest last."""
        return list(dict.fromkeys(i.repaired_batch for i in self.repaired if i.repaired_batch))

    def after(self, repaired: int) -> AfterRepair | None:
        """The list with that many wrong facts struck, and the part nobody drew.

        None for a round that was closed early, and for a confirmation, which drew from a part of its list.
        """
        found = results.of(self.round)
        if not found.answered or not found.is_complete or self.round.kind == Round.Kind.CONFIRMATION:
            return None
        return after_repair(
            found.correct,
            found.wrong,
            found.frame_size,
            repaired=min(repaired, found.wrong),
            skipped=found.undecided,
        )


def standing(round: Round) -> Standing:
    """What there is to repair in a closed round, and what has been done."""
    items = Item.objects.filter(round=round).drawn().select_related("fact", "imported")
    sample = list(items.prefetch_related("verdicts"))
    return Standing(
        round=round,
        sample=sample,
        corrected=frozenset([*_corrected(round, sample), *others.retired_elsewhere(sample)]),
        taken_back=frozenset([*_taken_back(sample), *others.put_back(sample)]),
    )


def _was_wrong(item: Item) -> bool:
    given = {verdict.value for verdict in item.verdicts.all()}
    return item.adjudicated in ACTIONS or (not item.adjudicated and bool(given) and given <= set(ACTIONS))


def _corrected(round: Round, sample: Iterable[Item]) -> Iterable[int]:
    """Items whose fact the person has said something about since the draw; that goes first."""
    unrepaired = (item for item in sample if item.label in ACTIONS and item.repaired_batch is None)
    wrong = {item.fact_id: item.pk for item in unrepaired if item.fact_id}
    said = Event.objects.live().filter(by=Event.By.PERSON, recorded_at__gt=round.created_at)
    return [wrong[fact] for fact in said.filter(fact__in=wrong).values_list("fact", flat=True).distinct()]


def _taken_back(sample: Iterable[Item]) -> Iterable[int]:
    """Repaired items whose event the person has undone."""
    batches = {item.repaired_batch for item in sample if item.repaired_batch}
    live = set(Event.objects.live().filter(batch__in=batches).values_list("fact", "batch"))
    pressed = [item for item in sample if item.repaired_batch and item.imported is None]
    return [item.pk for item in pressed if (item.fact_id, item.repaired_batch) not in live]


@transaction.atomic
def repair(*, round: Round, user: User | None, now: datetime) -> Repaired:
    """Strike or close every wrong fact of the round that still waits for it.

    The events are dated the pinned instant, so what was said later stands. What the person has erased
    or corrected since the draw is left alone.
    """
    _check(round)
    _locked(item.person_id for item in standing(round).waiting)
    found = standing(round)
    batch = uuid.uuid4()
    for item in found.waiting:
        _strike(item, batch, user=user, at=round.pinned_at, now=now)
    _refold(found.waiting)
    return Repaired(
        batch if found.waiting else None, len(found.waiting), len(found.corrected), len(found.erased)
    )


def _strike(item: Item, batch: uuid.UUID, *, user: User | None, at: datetime, now: datetime) -> None:
    by = Event.By.REPAIR
    if item.imported is not None:
        imported.retire(facts=[item.imported], answer=item.label, by=by, user=user, now=now, press=batch)
    elif item.fact is not None:
        Event.objects.create(
            fact=item.fact,
            action=ACTIONS[item.label],
            by=by,
            actor=user,
            occurred_at=at,
            recorded_at=now,
            batch=batch,
        )
    item.repaired_batch = batch
    item.save(update_fields=["repaired_batch"])


@transaction.atomic
def unrepair(*, round: Round, batch: uuid.UUID, now: datetime) -> int:
    """Take back one press; how many facts are as they were before it."""
    items = Item.objects.filter(round=round, repaired_batch=batch).select_related("fact")
    _locked(item.person_id for item in items)
    events = Event.objects.live().filter(batch=batch, by=Event.By.REPAIR)
    undone = events.update(undone_at=now) + imported.unretire(press=batch, now=now)
    pressed = list(items)
    if not pressed:
        raise RepairError("nothing")
    _refold(pressed)
    Item.objects.filter(pk__in=[item.pk for item in pressed]).update(repaired_batch=None)
    return undone


def _check(round: Round) -> None:
    if round.kind == Round.Kind.OWN:
        raise RepairError("own")
    if round.closed_at is None:
        raise RepairError("open")


def _locked(people: Iterable[int | None]) -> None:
    all_locked(pk for pk in people if pk)


def _refold(items: Iterable[Item]) -> None:
    groups: dict[int, set[str]] = defaultdict(set)
    for item in items:
        if item.fact is not None and item.person_id is not None:
            groups[item.person_id].add(item.fact.group)
    for person in Person.objects.filter(pk__in=groups).order_by("pk"):
        refold(person=person, groups=groups[person.pk])
