"""People, conversations and facts for the tests, made the way the consolidation makes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

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
    made = _episode(who, text, at or NOW - timedelta(days=10))
    made.external_id = f"e{Episode.objects.count():05}"
    made.conversation, made.role = conversation, role
    made.save()
    return made


def _episode(who: Person, text: str, at: datetime = NOW - timedelta(days=10)) -> Episode:
    return Episode(
        person=who,
        external_id=str(uuid4()),
        role="user",
        text=text if text.endswith((".", "!", "?")) else f"{text}.",
        occurred_at=at,
        digest=digest(role="user", text=str(uuid4()), occurred_at=at),
        imported_at=at,
        consolidated_at=at,
    )


def _fact(who: Person, text: str) -> Fact:
    statement = read(text, "sv")
    return Fact(
        id=fact_id(who.external_id, statement.key),
        person=who,
        key=statement.key,
        base=statement.base,
        negated=statement.negated,
        slot=statement.slot,
        group=statement.group,
        text=text,
    )


def _mention(known: Fact, source: Episode, text: str, type: str, quote: str) -> Event:
    return Event(
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
    made = _fact(who, text)
    known = Fact.objects.filter(pk=made.pk).first() or made
    if known is made:
        made.save(force_insert=True)
    _mention(known, source, text, type, quote).save()
    refold(person=who, groups={known.group})
    known.refresh_from_db()
    return known


TOWNS = ("Ales", "Boda", "Dals", "Eda", "Gnesta", "Habo", "Kiruna", "Lund", "Malmö", "Orsa", "Piteå")


def facts(who: Person, count: int) -> list[Fact]:
    """Different facts of one person, stated as `fact` states them and folded together."""
    texts = [f"Gillar fika nummer {n} från {TOWNS[n % len(TOWNS)]}" for n in range(count)]
    before = Episode.objects.count()
    turns = [_episode(who, f"Jag säger att {text}.") for text in texts]
    for number, turn in enumerate(turns, before):
        turn.external_id = f"e{number:05}"
    Episode.objects.bulk_create(turns)
    made = Fact.objects.bulk_create(_fact(who, text) for text in texts)
    Event.objects.bulk_create(
        _mention(known, source, known.text, "preference", known.text)
        for known, source in zip(made, turns, strict=True)
    )
    folded = {known.pk: known for known in refold(person=who)}
    return [folded[known.pk] for known in made]


def said_again(known: Fact, times: int) -> None:
    """The fact mentioned so many times more, a turn each; the list is not folded anew."""
    turns = Episode.objects.bulk_create(_episode(known.person, known.text) for _ in range(times))
    Event.objects.bulk_create(
        _mention(known, source, known.text, "preference", known.text) for source in turns
    )


def many_facts(people: int, each: int) -> None:
    """Different facts of different people."""
    for number in range(people):
        facts(person(f"person-{number}"), each)


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
