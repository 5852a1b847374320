"""The round that a person does on their own list: one at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from granskning.models import Round
from granskning.services import rounds
from minne.models import Person
from minne.services import people


@dataclass(frozen=True, slots=True)
class Extent:
    """How many facts the round asks about, of how many in the list."""

    n: int
    size: int

    @property
    def spare(self) -> int:
        """How many more may come, at the most, in the place of those that the person cannot judge."""
        return min(self.n, self.size - self.n)


def extent(begun: Round | None, *, listed: int) -> Extent:
    """Of the round that has begun, or of the one that would."""
    if begun is not None:
        return Extent(begun.planned, begun.frame_size)
    return Extent(min(settings.MINNE_SAMPLE_SIZE, listed), listed)


def under_way(person: Person) -> Round | None:
    return Round.objects.open().filter(kind=Round.Kind.OWN, only_person=person).first()


def start(*, person: Person, user: User, now: datetime) -> Round:
    """The round to go on with, made if there is none. Raises as `rounds.start_round` does."""
    return under_way(person) or rounds.start_round(
        user=user,
        n=settings.MINNE_SAMPLE_SIZE,
        person=person,
        kind=Round.Kind.OWN,
        now=now,
        storing=partial(_once, person),
    )


@transaction.atomic
def _once(person: Person, store: rounds.Store) -> Round:
    """A second press, or another tab, gets the round that the first one made."""
    return under_way(people.locked(person)) or store()
