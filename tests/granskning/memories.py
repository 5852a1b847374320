"""Memories made by hand for the tests: facts by the days of their mentions, and rounds on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from granskning.models import Item, Round, Verdict
from granskning.services.rounds import close, start_round
from minne.domain.consolidation import fact_id
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
    Event.objects.bulk_create(_mentions(fact, text, days, type, kind))
    refold(person=owner, groups={fact.group})
    fact.refresh_from_db()
    return fact


def remember_many(
    who: str, said: Mapping[str, tuple[float, ...]], *, type: FactType = "preference", kind: Kind = "stated"
) -> None:
    """New facts by text, with the days on which they were mentioned; quicker than one by one."""
    owner, facts = person(who), []
    for text in said:
        read_as = read(text, "sv")
        id_ = fact_id(who, read_as.key)
        facts.append(Fact(id=id_, person=owner, lang="sv", text=text, **asdict(read_as)))
    Fact.objects.bulk_create(facts)
    Event.objects.bulk_create(e for f in facts for e in _mentions(f, f.text, said[f.text], type, kind))
    refold(person=owner)


def _mentions(fact: Fact, text: str, days: Iterable[float], type: FactType, kind: Kind) -> Iterator[Event]:
    for n in days:
        yield Event(
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


def drawn(*, at: float, n: int = 30, seed: int = 1, **plan: Any) -> Round:
    return start_round(user=None, n=n, seed=seed, now=day(at), **plan)


def answer_all(round: Round, verdict: Callable[[Item], str], *, at: float, reviewer: User) -> Round:
    """Answer every drawn item and close the round."""
    answers(round, verdict, reviewer=reviewer, at=at)
    return close(round=round, now=day(at))


def answers(round: Round, verdict: Callable[[Item], str], *, reviewer: User, at: float) -> None:
    given: Iterable[Item] = Item.objects.filter(round=round).drawn()
    Verdict.objects.bulk_create(
        Verdict(item=item, reviewer=reviewer, value=verdict(item), created_at=day(at), updated_at=day(at))
        for item in given
    )
    Item.objects.filter(round=round).drawn().update(wanted=0)
