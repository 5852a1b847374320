"""What took long to read, kept in this process for some minutes or until the memory has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock, Timer
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from django.db.models import Count, Max, QuerySet, Sum

from minne.models import Event, Fact, Person, Tombstone

SECONDS = 600
Value = TypeVar("Value")
Stamp = tuple[tuple[object, ...], ...]


_every: WeakSet[Kept[Any]] = WeakSet()


class Kept(Generic[Value]):
    """The last value made, with what it was made of; gone from memory when its time has passed."""

    def __init__(self, *, seconds: float = SECONDS) -> None:
        _every.add(self)
        self._seconds = seconds
        self._lock = Lock()
        self._held: tuple[Hashable, Value, Timer] | None = None
        self._let_go = 0  # how many times

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of the key, made now unless it is the one held."""
        held, let_go = self._held, self._let_go
        if held is not None and held[0] == key:
            return held[1]
        value = make()
        timer = Timer(self._seconds, self.let_go)
        timer.daemon = True
        with self._lock:
            if self._let_go == let_go:  # else it may hold what has been erased while it was made
                self._replace((key, value, timer))
                timer.start()
        return value

    def let_go(self) -> None:
        with self._lock:
            self._let_go += 1
            self._replace(None)

    def _replace(self, new: tuple[Hashable, Value, Timer] | None) -> None:
        old, self._held = self._held, new
        if old is not None:
            old[2].cancel()


def let_go() -> None:
    """Keep nothing longer: somebody's facts have been erased. Other processes do so when next they read."""
    for kept in list(_every):
        kept.let_go()


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
