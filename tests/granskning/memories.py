"""Memories made by hand for the tests: facts by the days of their mentions, and rounds on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from granskning.models import Item, Round, Verdict
from granskning.services.rounds import close, start_round
from minne.domain.episodes import FactType, Kind
from minne.domain.matching import read
from minne.models import Event, Fact, Person
from minne.services.corrections import founded
from minne.services.projection import refold

DAY_0 = datetime(2026, 3, 1, 12, tzinfo=UTC)


def day(n: float) -> datetime:
    return DAY_0 + timedelta(days=n)


def person(name: str, *, agreed: bool | None = True) -> Person:
    return Person.objects.get_or_create(external_id=name, defaults={"agreed_to_review": agreed})[0]


def remember(who: str, text: str, *days: float, type: FactType = "preference", kind: Kind = "stated") -> Fact:
    """A fact mentioned on these days, each in a conversation of its own."""
    owner = person(who)
    fact = founded(person=owner, statement=read(text, "sv"), lang="sv")
    for n in days:
        Event.objects.create(
            fact=fact,
            action="mention",
            by=Event.By.JOB,
            occurred_at=day(n),
            recorded_at=day(n),
            occasion=f"{n}:{text}",
            kind=kind,
            text=text,
            quote=text,
            type=type,
        )
    refold(person=owner, groups={fact.group})
    fact.refresh_from_db()
    return fact


def drawn(*, at: float, n: int = 30, seed: int = 1, **plan: Any) -> Round:
    return start_round(user=None, n=n, seed=seed, now=day(at), **plan)


def answer_all(round: Round, verdict: Callable[[Item], str], *, at: float, reviewer: User) -> Round:
    """Answer every drawn item and close the round."""
    answers(round, verdict, reviewer=reviewer, at=at)
    return close(round=round, now=day(at))


def answers(round: Round, verdict: Callable[[Item], str], *, reviewer: User, at: float) -> None:
    given: Iterable[Item] = Item.objects.filter(round=round).drawn()
    for item in given:
        Verdict.objects.create(
            item=item, reviewer=reviewer, value=verdict(item), created_at=day(at), updated_at=day(at)
        )
    Item.objects.filter(round=round).drawn().update(wanted=0)
