from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from minne import clock
from minne.models import AccountChange, Agreement, Person


def find(external_id: str) -> Person | None:
    """The person with this id, or who had it before it was found to be somebody's second."""
    own = Person.objects.filter(external_id=external_id).first()
    return own or Person.objects.filter(aliases__external_id=external_id).first()


def known(external_id: str) -> Person:
    """The person with this id, made if new."""
    return find(external_id) or Person.objects.get_or_create(external_id=external_id)[0]


def locked(person: Person) -> Person:
    """The person's row, held until the transaction ends. Raises DoesNotExist if erased meanwhile.

    Whoever holds a round as well takes the person first. Rows that only point at a person wait for nobody.
    """
    return Person.objects.select_for_update(no_key=True).get(pk=person.pk)


def known_and_locked(external_ids: Iterable[str]) -> dict[str, Person]:
    """The people with these ids, made if new or just erased, held until the transaction ends."""
    asked = sorted(external_ids)
    for _try in range(3):
        wanted = {id_: known(id_).pk for id_ in asked}
        rows = all_locked(wanted.values())
        if rows.keys() >= set(wanted.values()):
            return {id_: rows[pk] for id_, pk in wanted.items()}
    raise Person.DoesNotExist(asked)


def all_locked(people: Iterable[int]) -> dict[int, Person]:
    """These people's rows by key, those that are there, held until the transaction ends.

    Whoever holds several takes them in the order of their keys, so that nobody waits in a ring.
    """
    rows = Person.objects.select_for_update(no_key=True).filter(pk__in=set(people)).order_by("pk")
    return {row.pk: row for row in rows}


class AccountTakenError(Exception):
    """The account is another person's already."""


@transaction.atomic
def link_user(*, person: Person, user: User, by: User | None = None, now: datetime | None = None) -> None:
    """Make the person's memory the account's own, and note who did it. Raises AccountTakenError."""
    if Person.objects.filter(user=user).exclude(pk=person.pk).exists():
        raise AccountTakenError
    row = locked(person)
    if row.erasing_at:
        raise AccountTakenError
    if row.user != user:
        _note_account(row, row.user, linked=False, by=by, now=now)
        _note_account(row, user, linked=True, by=by, now=now)
    person.user = row.user = user
    row.save(update_fields=["user"])


@transaction.atomic
def unlink_user(*, person: Person, by: User | None = None, now: datetime | None = None) -> None:
    row = locked(person)
    _note_account(row, row.user, linked=False, by=by, now=now)
    person.user = row.user = None
    row.save(update_fields=["user"])


def _note_account(
    person: Person, user: User | None, *, linked: bool, by: User | None, now: datetime | None
) -> None:
    if user is not None:
        AccountChange.objects.create(person=person, user=user, linked=linked, by=by, at=now or clock.now())


@transaction.atomic
def answer_review_question(*, person: Person, agrees: bool, now: datetime) -> None:
    """The person says yes or no to human review of their facts; it holds at once."""
    row = locked(person)
    row.agreed_to_review, row.agreed_at = agrees, now
    row.save(update_fields=["agreed_to_review", "agreed_at"])
    Agreement.objects.create(person=row, agrees=agrees, at=now)


@transaction.atomic
def pause(*, person: Person, now: datetime) -> None:
    row = locked(person)
    row.paused_at = row.paused_at or now
    row.save(update_fields=["paused_at"])


@transaction.atomic
def resume(*, person: Person) -> None:
    row = locked(person)
    row.paused_at = None
    row.save(update_fields=["paused_at"])
