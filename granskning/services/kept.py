"""What took long to read, kept in this process for some minutes or until the memory has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock, Timer
from typing import Generic, TypeVar

from django.db.models import Count, Max, QuerySet, Sum

from minne.models import Event, Fact, Person, Tombstone

SECONDS = 600
Value = TypeVar("Value")
Stamp = tuple[tuple[object, ...], ...]


class Kept(Generic[Value]):
    """The last value made, with what it was made of; gone from memory when its time has passed."""

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._held: tuple[Hashable, Value] | None = None

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of the key, made now unless it is the one held."""
        held = self._held
        if held is not None and held[0] == key:
            return held[1]
        value = make()
        mine = (key, value)
        with self._lock:
            self._held = mine
        timer = Timer(self._seconds, self._forget, [mine])
        timer.daemon = True
        timer.start()
        return value

    def _forget(self, mine: tuple[Hashable, Value]) -> None:
        with self._lock:
            if self._held is mine:
                self._held = None


def stamp() -> Stamp:
    """Differs when anything was said, taken back, merged or erased, or somebody answered about review."""
    said = Event.objects.aggregate(
        Count("pk"), Max("pk"), Sum("pk"), Max("recorded_at"), Count("undone_at"), Max("undone_at")
    )
    erased = Tombstone.objects.aggregate(Count("pk"), Max("erased_at"))
    return (
        *(tuple(row.values()) for row in (said, erased)),
        (Fact.objects.count(),),
        _who(Person.objects.reviewable()),
    )


def _who(people: QuerySet[Person]) -> tuple[object, ...]:
    return tuple(people.aggregate(Count("pk"), Sum("pk")).values())
