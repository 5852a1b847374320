"""People with accounts and facts for the tests of pages, made by the services."""

from __future__ import annotations

import secrets
from datetime import date, timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group, User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from minne.domain.consolidation import fact_id
from minne.domain.matching import read
from minne.models import Episode, Event, Fact, Person
from minne.services import corrections, people
from minne.services.corrections import Author
from minne.services.imports import digest
from minne.services.projection import refold


def account(name: str, *groups: str) -> User:
    """An account in these groups; without a password, for hashing one takes its time."""
    user = User.objects.create_user(name, f"{name}@example.org")
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


def person_of(name: str) -> Person:
    """The person whose memory an account of the same name owns."""
    person = people.known(f"id-{name}")
    user = User.objects.filter(username=name).first() or account(name)
    people.link_user(person=person, user=user)
    return person


def browser(name: str) -> Client:
    return logged_in(User.objects.get(username=name))


def logged_in(user: User) -> Client:
    """A browser in which the account has logged in before. What the login itself does is not done anew."""
    return browser_in(session_of(user))


def session_of(user: User) -> str:
    """A new session in which the user is logged in, made in one statement: its cookie."""
    told = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    ends = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    data = SessionStore().encode(told)
    session = Session.objects.create(session_key=secrets.token_hex(16), session_data=data, expire_date=ends)
    return session.session_key


def session(name: str) -> str:
    """A session in which the account has logged in, for browsers to come."""
    return browser(name).cookies[settings.SESSION_COOKIE_NAME].value


def browser_in(session: str) -> Client:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    return client


def heard(
    person: Person,
    text: str,
    *days_ago: float,
    kind: str = "stated",
    type: str = "preference",
    quote: str | None = None,
    valid_until: date | None = None,
) -> Fact:
    """Said in a conversation of its own on each of these days, and folded."""
    fact = _founded(person, text)
    for days in days_ago or (1,):
        source = episode(person, quote or text, days_ago=days)
        Event.objects.create(
            fact=fact,
            action=Event.Action.MENTION,
            by=Event.By.JOB,
            occurred_at=source.occurred_at,
            recorded_at=source.occurred_at,
            source=source,
            occasion=source.external_id,
            kind=kind,
            quote=quote or text,
            text=text,
            type=type,
            valid_until=valid_until,
        )
    refold(person=person)
    fact.refresh_from_db()
    return fact


def _founded(person: Person, text: str) -> Fact:
    said = read(text, "sv")
    told = {"base": said.base, "negated": said.negated, "slot": said.slot, "group": said.group}
    id_ = fact_id(person.external_id, said.key)
    return Fact.objects.get_or_create(person=person, key=said.key, defaults={"id": id_, **told})[0]


def episode(person: Person, text: str, *, days_ago: float = 0.1, read: bool = True) -> Episode:
    """One thing that the person wrote; with `read` no consolidation waits to read it."""
    at, name = timezone.now() - timedelta(days=days_ago), f"e{Episode.objects.count():05}"
    return Episode.objects.create(
        person=person,
        external_id=name,
        conversation=name,
        role="user",
        text=text,
        occurred_at=at,
        digest=digest(role="user", text=f"{name} {text}", occurred_at=at),
        imported_at=at,
        consolidated_at=at if read else None,
    )


def author(person: Person, *, by: Event.By = Event.By.PERSON, days_ago: float = 0) -> Author:
    return Author(by=by, user=person.user, now=timezone.now() - timedelta(days=days_ago))


def status(fact: Fact) -> str:
    fact.refresh_from_db()
    return fact.status


def last_batch(person: Person) -> UUID:
    return corrections.batches(person)[0]
