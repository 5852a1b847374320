"""Two ids of one human: what came in under one of them is put under the other, as if it always had.

Nothing remembers which id a thing came under, so it cannot be taken apart again. The id given up stays the
person's alias: imports under it land here, and what was erased under it stays erased.

The list is that of one id from the start but for one thing: a fact erased under one id has left no words, so
it cannot end what it would have contradicted under the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from minne.models import (
    AccountChange,
    Agreement,
    Alias,
    Episode,
    Event,
    Fact,
    ImportedFact,
    Person,
    Run,
    Tombstone,
)
from minne.services import people, tombstones, uniting_rows
from minne.services.projection import refold
from minne.services.uniting_rows import Moved


class UnitingError(ValueError):
    """Two people that cannot be made one; `code` says why.

    same: they are one; erasing: one is on its way out; accounts: both have one.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


Hook = Callable[[Person, Person, Moved], None]
hooks: list[Hook] = []  # what other apps hold of the person given up and their facts, before those go


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What making two people one would do: how much comes, and what of it both have."""

    episodes: int
    same_episodes: int
    facts: int
    same_facts: int
    imported_facts: int
    presses: int
    agrees: bool | None
    paused: bool
    refused: str  # as the code of UnitingError; empty where it can be done


def preview(kept: Person, other: Person) -> Preview:
    own, theirs = Episode.objects.for_person(kept), Episode.objects.for_person(other)
    facts = Fact.objects.for_person(other)
    return Preview(
        episodes=theirs.count(),
        same_episodes=theirs.filter(digest__in=own.values("digest")).count(),
        facts=facts.listed().count(),
        same_facts=facts.listed().filter(key__in=Fact.objects.for_person(kept).values("key")).count(),
        imported_facts=ImportedFact.objects.for_person(other).count(),
        presses=Event.objects.for_person(other).by_hand().values("batch").distinct().count(),
        agrees=_more_careful(kept, other),
        paused=bool(kept.paused_at or other.paused_at),
        refused=_obstacle(kept, other),
    )


@transaction.atomic
def unite(*, kept: Person, other: Person, by: User | None, now: datetime) -> Alias:
    """Put everything of `other` under `kept`, and leave of `other` the id. Raises UnitingError."""
    kept, other = _both_locked(kept, other)
    if code := _obstacle(kept, other):
        raise UnitingError(code)
    uniting_rows.keep_erased(kept, other)
    uniting_rows.keep_erased(other, kept)
    episodes = uniting_rows.episodes(kept, other)
    facts = uniting_rows.facts(kept, other, now)
    moved = Moved(episodes, facts, uniting_rows.imported(kept, other))
    for hook in hooks:
        hook(kept, other, moved)
    uniting_rows.let_go(moved)
    alias = _alias(kept, other, moved, by, now)
    _person(kept, other, by, now)
    other.delete()
    tombstones.settle(graves=tombstones.Graves(kept), facts=Fact.objects.for_person(kept))
    refold(person=kept)
    return alias


def _both_locked(kept: Person, other: Person) -> tuple[Person, Person]:
    found = people.all_locked((kept.pk, other.pk))
    if not found.keys() >= {kept.pk, other.pk}:
        raise Person.DoesNotExist
    return found[kept.pk], found[other.pk]


def _obstacle(kept: Person, other: Person) -> str:
    if kept.pk == other.pk:
        return "same"
    if kept.erasing_at or other.erasing_at:
        return "erasing"
    return "accounts" if kept.user_id and other.user_id else ""


def _more_careful(kept: Person, other: Person) -> bool | None:
    """A no before an answer that is not given, and that before a yes."""
    answers = {kept.agreed_to_review, other.agreed_to_review}
    return False if False in answers else None if None in answers else True


def _alias(kept: Person, other: Person, moved: Moved, by: User | None, now: datetime) -> Alias:
    counts = {
        "episodes": Episode.objects.for_person(other).count(),
        "same_episodes": len(moved.episodes),
        "facts": len(moved.facts),
        "imported_facts": ImportedFact.objects.for_person(other).count() + len(moved.imported),
    }
    Episode.objects.for_person(other).update(person=kept)
    ImportedFact.objects.for_person(other).update(person=kept)
    Alias.objects.filter(person=other).update(person=kept)
    return Alias.objects.create(
        external_id=other.external_id, person=kept, united_at=now, united_by=by, counts=counts
    )


def _person(kept: Person, other: Person, by: User | None, now: datetime) -> None:
    """What hangs on the person given up, and of two answers the more careful one."""
    for model in (Agreement, AccountChange, Tombstone):
        model._default_manager.filter(person=other).update(person=kept)
    agreed = _more_careful(kept, other)
    if agreed != kept.agreed_to_review:
        kept.agreed_to_review, kept.agreed_at = agreed, other.agreed_at if agreed is not None else None
    kept.paused_at = min((at for at in (kept.paused_at, other.paused_at) if at), default=None)
    kept.name = kept.name or other.name
    kept.created_at = min(kept.created_at, other.created_at)
    if other.user_id:
        _move_account(kept, other, by, now)
    kept.save()
    _in_runs(kept, other)


def _move_account(kept: Person, other: Person, by: User | None, now: datetime) -> None:
    kept.user = other.user
    Person.objects.filter(pk=other.pk).update(user=None)
    AccountChange.objects.create(person=kept, user=kept.user, linked=True, by=by, at=now)


def _in_runs(kept: Person, other: Person) -> None:
    """What failed for the person given up waits for the other, so that it can be tried again."""
    changed = []
    for run in Run.objects.exclude(failures=[]).iterator():
        told: list[dict[str, Any]] = [
            {**f, "person": kept.external_id} if f.get("person") == other.external_id else f
            for f in run.failures
        ]
        if told != run.failures:
            run.failures = told
            changed.append(run)
    Run.objects.bulk_update(changed, ["failures"], batch_size=200)
