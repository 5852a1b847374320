"""The lists that a round was drawn from, as they were known then, under any policy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import cast

from django.db.models import QuerySet

from granskning.domain.pinned import Pinned
from granskning.domain.thresholds import Answer, Label
from granskning.models import Item, Round
from granskning.services.kept import Kept, stamp
from minne.domain.episodes import FactType, Kind
from minne.models import Person
from minne.services.projection import wordless
from minne.zone import zone

ANSWERS = ("correct", "incorrect", "outdated")
_pinned: Kept[Pinned] = Kept()


def sample(round: Round) -> list[Item]:
    """The drawn items with what their labels need."""
    items = Item.objects.filter(round=round).drawn()
    return list(items.select_related("fact", "person").prefetch_related("verdicts"))


def labels(items: Iterable[Item]) -> list[Label]:
    """The answered items as values; skipped and erased ones say nothing."""
    return [
        Label(
            id=str(item.fact_id),
            verdict=cast(Answer, item.label),
            type=cast(FactType, item.type),
            kind=cast(Kind, item.kind),
            support=item.support,
            confidence=item.confidence,
        )
        for item in items
        if item.label in ANSWERS
    ]


def pinned(round: Round, items: Iterable[Item]) -> Pinned:
    """The lists of everyone in the round's frame, and of everyone drawn, as they were known at the draw."""
    drawn = {item.person_id for item in items if item.person_id}
    people = in_frame(round) | Person.objects.filter(pk__in=drawn)
    return _pinned.get(
        (round.pk, round.pinned_at, round.created_at, frozenset(drawn), stamp()),
        lambda: lists_of(people, at=round.pinned_at, known_at=round.created_at),
    )


def in_frame(round: Round) -> QuerySet[Person]:
    """The people whose facts a round like this one is drawn from, as they agree now.

    Nobody where it was one person's list and they have been erased.
    """
    people = Person.objects.reviewable()
    if not round.of_one_person:
        return people
    return people.filter(pk=round.only_person_id) if round.only_person_id else people.none()


def lists_of(people: QuerySet[Person], *, at: datetime, known_at: datetime) -> Pinned:
    """These people's lists, without what was said in words."""
    lines = {str(person): theirs for person, theirs in wordless(people).items()}
    return Pinned(lines, at=at, known_at=known_at, zone=zone())


def of_frame(served: Mapping[str, FactType], round: Round) -> dict[str, FactType]:
    """What of a served list the round speaks about: everything, or one type."""
    wanted = round.only_type
    return {id_: type_ for id_, type_ in served.items() if not wanted or type_ == wanted}
