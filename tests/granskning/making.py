"""People, conversations and facts for the tests, made the way the consolidation makes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import Group, User

from granskning.models import Item, Round
from granskning.services import rounds
from minne.access import ADMINISTRATORS, REVIEWERS
from minne.domain.consolidation import fact_id
from minne.domain.matching import read
from minne.models import Episode, Event, Fact, Person
from minne.services.imports import digest
from minne.services.projection import refold

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def person(external_id: str = "elin", *, agreed: bool | None = True) -> Person:
    return Person.objects.create(external_id=external_id, agreed_to_review=agreed)


def reviewer(name: str = "rut") -> User:
    user = User.objects.create_user(name)
    user.groups.add(Group.objects.get(name=REVIEWERS))
    return user


def administrator(name: str = "ada") -> User:
    user = User.objects.create_user(name)
    user.groups.add(Group.objects.get(name=ADMINISTRATORS))
    return user


def turn(
    who: Person,
    text: str,
    *,
    at: datetime | None = None,
    conversation: str = "",
    role: str = "user",
) -> Episode:
    at = at or NOW - timedelta(days=10)
    number = Episode.objects.count()
    return Episode.objects.create(
        person=who,
        external_id=f"e{number:05}",
        conversation=conversation,
        role=role,
        text=text,
        occurred_at=at,
        digest=digest(role=role, text=f"{number} {text}", occurred_at=at),
        imported_at=at,
        consolidated_at=at,
    )


def fact(
    who: Person,
    text: str,
    *,
    said: str | None = None,
    source: Episode | None = None,
    type: str = "preference",
    at: datetime | None = None,
) -> Fact:
    """A fact stated once, ten days ago unless told otherwise, with the turn that it was read from."""
    source = source or turn(who, said or f"Jag säger att {text}.", at=at)
    quote = said or (text if text in source.text else source.text)
    statement = read(text, "sv")
    known, _ = Fact.objects.get_or_create(
        person=who,
        key=statement.key,
        defaults={
            "id": fact_id(who.external_id, statement.key),
            "base": statement.base,
            "negated": statement.negated,
            "slot": statement.slot,
            "group": statement.group,
        },
    )
    Event.objects.create(
        fact=known,
        action="mention",
        by="job",
        occurred_at=source.occurred_at,
        recorded_at=source.occurred_at,
        source=source,
        occasion=f"episode:{source.external_id}",
        kind="stated",
        position=source.text.find(quote),
        quote=quote,
        text=text,
        type=type,
    )
    refold(person=who, groups={known.group})
    known.refresh_from_db()
    return known


TOWNS = ("Ales", "Boda", "Dals", "Eda", "Gnesta", "Habo", "Kiruna", "Lund", "Malmö", "Orsa", "Piteå")


def facts(who: Person, count: int) -> list[Fact]:
    """Different facts of one person."""
    return [fact(who, f"Gillar fika nummer {n} från {TOWNS[n % len(TOWNS)]}") for n in range(count)]


def a_round(
    n: int = 3,
    *,
    frame: int = 6,
    reviewers: int = 1,
    seed: int = 1,
    who: Person | None = None,
    now: datetime = NOW,
) -> Round:
    """A started round of n from a frame of one person's facts."""
    facts(who or person(), frame)
    return rounds.start_round(user=None, n=n, seed=seed, reviewers=reviewers, now=now)


def sample(round: Round) -> list[Item]:
    return list(Item.objects.filter(round=round).drawn())
