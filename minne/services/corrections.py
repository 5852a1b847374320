"""What a person (or a repair) says of a fact. Each press is events of one batch, undone as one."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from minne.domain.consolidation import fact_id
from minne.domain.episodes import FactType
from minne.domain.language import detect
from minne.domain.matching import Statement, excludes, read
from minne.domain.screening import refuse_unstorable
from minne.models import Event, Fact, Person
from minne.services.people import locked
from minne.services.projection import folded_together, refold

MAX_LENGTH = 300
A_MOMENT = timedelta(minutes=1)
MERGEABLE = {"active", "candidate", "faded"}


class CorrectionError(ValueError):
    """A correction that cannot be made; `code` says why.

    empty, too_long, unstorable: the text; nothing_to_undo; and of two facts to merge, merged: they are
    one already, gone: one of them holds no longer, contradicting: they cannot both hold.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who corrects, and when it holds from (`at`) and is recorded (`now`)."""

    by: Event.By
    user: User | None
    now: datetime
    at: datetime | None = None

    @property
    def occurred_at(self) -> datetime:
        return self.at or self.now


@transaction.atomic
def confirm(*, fact: Fact, author: Author) -> uuid.UUID:
    """Stämmer: learned at full confidence, whatever it was before."""
    return _answer(fact, author, "confirm")


@transaction.atomic
def deny(*, fact: Fact, author: Author) -> uuid.UUID:
    """Stämmer inte: never learned again from what was said before."""
    return _answer(fact, author, "deny")


@transaction.atomic
def end(*, fact: Fact, author: Author) -> uuid.UUID:
    """Inaktuellt: it was true, and is so no longer."""
    return _answer(fact, author, "end")


@transaction.atomic
def rewrite(*, fact: Fact, text: str, author: Author) -> uuid.UUID:
    """Rätta: the same statement in other words, or another statement in its place."""
    text = _storable(text)
    statement = read(text, fact.lang)
    locked(fact.person)
    fact = _kept(fact)
    other = founded(person=fact.person, statement=statement, lang=fact.lang)
    if _kept(other) == fact:
        return _press(fact.person, author, [(fact, {"action": "edit", "text": text})])
    said = {"action": "confirm", "text": text, "type": fact.type, "kind": "asked"}
    return _press(fact.person, author, [(fact, {"action": "deny"}), (other, said)])


@dataclass(frozen=True, slots=True)
class Addition:
    """The press that added, none if the last one had; whether the list said so already; what was replaced."""

    batch: uuid.UUID | None
    was_there: bool
    replaced: list[str]


@transaction.atomic
def add(
    *, person: Person, text: str, type: FactType, valid_until: date | None = None, author: Author
) -> Addition:
    """Lägg till: asked to be remembered, without a source."""
    text = _storable(text)
    lang = detect(text)
    statement = read(text, lang)
    locked(person)
    fact = founded(person=person, statement=statement, lang=lang)
    said: dict[str, Any] = {"action": "mention", "kind": "asked", "text": text, "type": type}
    said |= {"valid_until": valid_until}
    beside = Fact.objects.for_person(person).filter(group__in=folded_together(person, {fact.group}))
    before = dict(beside.active(author.now).order_by("text").values_list("pk", "text"))
    batch = None
    if not _pressed_twice(fact, author, said):
        batch = _press(person, author, [(fact, said | {"occasion": f"own:{uuid.uuid4()}"})])
    after = set(beside.active(author.now).values_list("pk", flat=True))
    replaced = [text for pk, text in before.items() if pk not in after]
    return Addition(batch, was_there=_kept(fact).pk in before, replaced=replaced)


@transaction.atomic
def merge(*, kept: Fact, other: Fact, author: Author) -> uuid.UUID:
    """Slå ihop: what speaks for `other`, now and later, speaks for `kept` until this is undone."""
    person = locked(kept.person)
    rows = Fact.objects.for_person(person).in_bulk([kept.pk, other.pk])
    kept, other = rows[kept.pk], rows[other.pk]
    if kept == other or kept.merged_into_id or other.merged_into_id:
        raise CorrectionError("merged")
    if not {kept.state.status_at(author.now), other.state.status_at(author.now)} <= MERGEABLE:
        raise CorrectionError("gone")
    mine, its = ([fact.statement, *(m.statement for m in fact.merged.all())] for fact in (kept, other))
    if any(excludes(a, b) for a in mine for b in its):
        raise CorrectionError("contradicting")
    return _press(person, author, [(other, {"action": "merge", "into": kept, "text": other.text})])


@transaction.atomic
def undo(*, person: Person, batch: uuid.UUID, now: datetime) -> list[Fact]:
    """Take back everything that one press made. What it changed is as if never pressed."""
    locked(person)
    events = Event.objects.for_person(person).by_hand().live().filter(batch=batch)
    groups = {group for pair in events.values_list("fact__group", "into__group") for group in pair if group}
    if not events.update(undone_at=now):
        raise CorrectionError("nothing_to_undo")
    return refold(person=person, groups=groups)


@dataclass(frozen=True, slots=True)
class Press:
    """What one press made: the events of one batch, in order."""

    batch: uuid.UUID
    events: list[Event]

    @property
    def first(self) -> Event:
        return self.events[0]

    @property
    def merged(self) -> bool:
        return self.first.action == Event.Action.MERGE

    @property
    def rewritten(self) -> bool:
        """One statement struck and another put in its place."""
        return {event.action for event in self.events} == {Event.Action.DENY, Event.Action.CONFIRM}


def batches(person: Person) -> QuerySet[Event, uuid.UUID]:
    """Every press about the person's facts, undone ones too, latest first."""
    by_hand = Event.objects.for_person(person).by_hand().order_by()
    made = by_hand.values("batch").annotate(at=Max("recorded_at"), last=Max("pk"))
    return made.order_by("-at", "-last").values_list("batch", flat=True)


def presses(person: Person, batches: Iterable[uuid.UUID]) -> list[Press]:
    """These presses, in the order given."""
    events: dict[uuid.UUID, list[Event]] = {batch: [] for batch in batches}
    if not events:
        return []
    found = Event.objects.for_person(person).by_hand().filter(batch__in=list(events))
    for event in found.select_related("fact", "into", "actor").order_by("pk"):
        events[event.batch].append(event)
    return [Press(batch, made) for batch, made in events.items() if made]


def unanswered_repairs(person: Person, *, since: datetime) -> list[Press]:
    """What reviews have struck or closed since then and the person has said nothing about."""
    repaired = Event.objects.for_person(person).live().filter(by=Event.By.REPAIR, recorded_at__gte=since)
    answered = Event.objects.live().filter(
        by=Event.By.PERSON, fact=OuterRef("fact"), recorded_at__gte=OuterRef("recorded_at")
    )
    open_ = repaired.exclude(Exists(answered)).order_by("-recorded_at", "-pk")
    return presses(person, open_.values_list("batch", flat=True))


def _kept(fact: Fact) -> Fact:
    """The fact, or the one that it is merged into."""
    return fact.merged_into or fact


def founded(*, person: Person, statement: Statement, lang: str) -> Fact:
    """The person's fact with this statement, made if new. Call it with the person locked."""
    return all_founded(person=person, statements=[(statement, lang)])[statement.key]


def all_founded(*, person: Person, statements: Iterable[tuple[Statement, str]]) -> dict[str, Fact]:
    """The person's facts with these statements (each with its language), by key; made if new.

    Call it with the person locked.
    """
    wanted = {statement.key: (statement, lang) for statement, lang in statements}
    known = {fact.key: fact for fact in Fact.objects.for_person(person).filter(key__in=wanted)}
    new = [_fact(person, *wanted[key]) for key in wanted if key not in known]
    Fact.objects.bulk_create(new)
    return known | {fact.key: fact for fact in new}


def _fact(person: Person, statement: Statement, lang: str) -> Fact:
    return Fact(
        id=fact_id(person.external_id, statement.key),
        person=person,
        key=statement.key,
        base=statement.base,
        negated=statement.negated,
        slot=statement.slot,
        group=statement.group,
        lang=lang,
    )


def _answer(fact: Fact, author: Author, action: str) -> uuid.UUID:
    locked(fact.person)
    said = {"action": action}
    return _pressed_twice(fact, author, said) or _press(fact.person, author, [(fact, said)])


def _pressed_twice(fact: Fact, author: Author, said: dict[str, Any]) -> uuid.UUID | None:
    """The press that this one says again: the last word on the fact, and the same, by the same person.

    A fact stays struck or closed however often that is said. The rest is the same only for a moment: said
    later it counts anew. Call it with the person locked.
    """
    last = Event.objects.live().filter(fact=fact).order_by("recorded_at", "pk").last()
    if last is None or author.at is not None or (last.by, last.actor_id) != (author.by, _id(author.user)):
        return None
    if any(getattr(last, name) != value for name, value in said.items()):
        return None
    if Event.objects.filter(batch=last.batch).exclude(pk=last.pk).exists():
        return None
    stays = last.action in {Event.Action.DENY, Event.Action.END}
    return last.batch if stays or author.now - last.recorded_at < A_MOMENT else None


def _id(user: User | None) -> int | None:
    return user.pk if user else None


def _press(person: Person, author: Author, said: list[tuple[Fact, dict[str, Any]]]) -> uuid.UUID:
    """Call it with the person locked."""
    batch = uuid.uuid4()
    for fact, fields in said:
        Event.objects.create(
            fact=fact,
            by=author.by,
            actor=author.user,
            occurred_at=author.occurred_at,
            recorded_at=author.now,
            batch=batch,
            **fields,
        )
    refold(person=person, groups={fact.group for fact, _ in said})
    return batch


def _storable(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise CorrectionError("empty")
    if len(text) > MAX_LENGTH:
        raise CorrectionError("too_long")
    if refuse_unstorable(text):
        raise CorrectionError("unstorable")
    return text
