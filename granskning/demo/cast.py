"""Who is in the demonstration: the people whose conversations are told, and who can log in."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.contrib.auth.models import Group, User

from granskning.demo.copy import Login
from minne.access import ADMINISTRATORS, REVIEWERS
from minne.models import Person
from minne.services import people

NAMES = {
    "aino": "Aino",
    "amanda": "Amanda",
    "bjorn": "Björn",
    "elin": "Elin",
    "fatima": "Fatima",
    "hanna": "Hanna",
    "ingrid": "Ingrid",
    "leila": "Leila",
    "maja": "Maja",
    "mehmet": "Mehmet",
    "olena": "Olena",
    "oskar": "Oskar",
    "patrik": "Patrik",
    "yusuf": "Yusuf",
}
SAID_NO = {"patrik"}
NOT_ASKED = {"aino"}
WITH_ACCOUNT = ("fatima", "maja")


def invite(*, now: datetime) -> tuple[Login, ...]:
    """Make the accounts, each with a password made for this copy, and link two to their memory."""
    logins = [
        _account("granskare", "granskar fakta", REVIEWERS),
        _account("admin", "administrerar: trösklar, förslag, personer", ADMINISTRATORS),
        *(_account(name, f"{NAMES[name]}, ser sina egna fakta", None) for name in WITH_ACCOUNT),
    ]
    for external_id, name in NAMES.items():
        _person(external_id, name, now)
    return tuple(logins)


def _account(username: str, what: str, group: str | None) -> Login:
    password = secrets.token_urlsafe(9)
    user = User.objects.create_user(username, password=password)
    if group is not None:
        user.groups.add(Group.objects.get(name=group))
    return Login(username, password, what)


def _person(external_id: str, name: str, now: datetime) -> None:
    person = people.known(external_id)
    Person.objects.filter(pk=person.pk).update(name=name, created_at=now)
    if external_id in WITH_ACCOUNT:
        people.link_user(person=person, user=User.objects.get(username=external_id), now=now)
    if external_id not in NOT_ASKED:
        people.answer_review_question(person=person, agrees=external_id not in SAID_NO, now=now)
