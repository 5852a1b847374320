"""What a round can be drawn from: whose facts, how many, and who is left out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Count, QuerySet

from granskning.services import others
from minne.models import Fact, ImportedFact, Person, PolicyVersion
from minne.services import lists, projection

Held = QuerySet[Fact] | QuerySet[ImportedFact]
Empty = Literal["", "nothing", "nobody_agreed", "person_not_agreed"]


class NotReadyError(Exception):
    """Facts are being folded under a new policy: nothing is drawn before that is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The facts that are served at `at`, of people whose facts may be drawn.

    `said_no` and `not_asked` count people with something served who are left out.
    """

    ids: tuple[str, ...]
    at: datetime
    people: int
    said_no: int = 0
    not_asked: int = 0
    empty: Empty = ""

    @property
    def size(self) -> int:
        return len(self.ids)

    @property
    def left_out(self) -> int:
        return self.said_no + self.not_asked


def frame(
    *, person: Person | None = None, type: str = "", tool: str = "", own: bool = False, now: datetime
) -> Frame:
    """Everyone's list, one person's, or one type's; the person's own round needs no agreement.

    With `tool`, what stands of that other memory's facts in place of our own list. Raises NotReadyError
    while projections are behind the policy in force.
    """
    at = now if tool else moment(now)
    held = others.served(tool, type, at) if tool else _held(type, at)
    asked = Person.objects.filter(pk=person.pk) if person else Person.objects.all()
    people = asked if own else asked & Person.objects.reviewable()
    ids = [str(pk) for pk in _ids(held, people)] if tool else _served(people, type, at)
    outside = Person.objects.none() if own else _with(held, asked).exclude(pk__in=people)
    said_no, not_asked = _answered(outside)
    return Frame(
        ids=tuple(ids),
        at=at,
        people=_with(held, people).count(),
        said_no=said_no,
        not_asked=not_asked,
        empty="" if ids else _why_empty(person, said_no + not_asked),
    )


def moment(now: datetime) -> datetime:
    """The moment that the lists speak for; NotReadyError while they are being folded anew."""
    if not projection.all_under(PolicyVersion.objects.current()):
        raise NotReadyError
    return max(now, lists.folded_to() or now)


def _held(type: str, at: datetime) -> QuerySet[Fact]:
    active = Fact.objects.active(at)
    return active.filter(type=type) if type else active


def _served(people: QuerySet[Person], type: str, at: datetime) -> list[str]:
    """What is served of our own lists: the cap is drawn before the type is looked at."""
    served = lists.served_ids(people, at)
    if not type:
        return served
    of_type = {str(pk) for pk in _ids(_held(type, at), people)}
    return [id_ for id_ in served if id_ in of_type]


def _ids(held: Held, people: QuerySet[Person]) -> QuerySet[Any, Any]:
    return held.filter(person__in=people).order_by("pk").values_list("pk", flat=True)


def _with(held: Held, people: QuerySet[Person]) -> QuerySet[Person]:
    owners: QuerySet[Any, Any] = held.values("person")
    return people.filter(pk__in=owners)


def _answered(people: QuerySet[Person]) -> tuple[int, int]:
    """How many of them said no to human review, and how many were never asked."""
    said = people.order_by().values_list("agreed_to_review").annotate(Count("pk"))
    counts = dict(said)
    return counts.get(False, 0), counts.get(None, 0)


def _why_empty(person: Person | None, left_out: int) -> Empty:
    if not left_out:
        return "nothing"
    return "person_not_agreed" if person else "nobody_agreed"
