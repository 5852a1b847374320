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
    said = Event.objects.aggregate(*_SAID)
    erased = Tombstone.objects.aggregate(*_ERASED)
    return (
        *(tuple(row.values()) for row in (said, erased)),
        (Fact.objects.count(),),
        _who(Person.objects.reviewable()),
    )


def stamps(people: QuerySet[Person]) -> dict[int, Stamp]:
    """Of each of these people with a fact, what differs when anything of theirs is said, undone or erased."""
    theirs = people.order_by().values("pk")
    told = (
        Fact.objects.filter(person__in=theirs).values_list("person").annotate(Count("pk")),
        Event.objects.filter(fact__person__in=theirs).order_by().values_list("fact__person").annotate(*_SAID),
        Tombstone.objects.filter(person__in=theirs).order_by().values_list("person").annotate(*_ERASED),
    )
    found: dict[int, Stamp] = {}
    for rows in told:
        for person, *figures in rows:
            found[person] = (*found.get(person, ()), tuple(figures))
    return found


_SAID = (Count("pk"), Max("pk"), Sum("pk"), Max("recorded_at"), Count("undone_at"), Max("undone_at"))
_ERASED = (Count("pk"), Max("erased_at"))


def _who(people: QuerySet[Person]) -> tuple[object, ...]:
    return tuple(people.aggregate(Count("pk"), Sum("pk")).values())
