"""An administrator invites a person, and who linked which account is kept."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from minne.access import ADMINISTRATORS
from minne.models import AccountChange, Person
from minne.services import erasure, people
from tests.minne.pages import account, browser

pytestmark = pytest.mark.django_db(transaction=True)

SAID = {"external_id": "id-lisa", "username": "lisa", "email": "lisa@example.org", "language": "sv"}


@pytest.fixture(autouse=True)
def adele() -> User:
    return account("adele", ADMINISTRATORS)


def test_whoever_is_invited_chooses_a_password_and_gets_to_their_own_list() -> None:
    browser("adele").post(reverse("invite_person"), SAID)
    [letter] = mail.outbox
    assert letter.to == ["lisa@example.org"]
    [path] = re.findall(r"http://localhost:8000(/\S+)", str(letter.body))
    lisa = Client()
    form = lisa.get(path, follow=True)
    chosen = {"new_password1": "grönt-te-och-skorpor", "new_password2": "grönt-te-och-skorpor"}
    lisa.post(form.request["PATH_INFO"], chosen)
    lisa.force_login(User.objects.get(username="lisa"))
    assert lisa.get(reverse("own_facts")).status_code == 200
    assert User.objects.get(username="lisa").check_password("grönt-te-och-skorpor")


def test_whoever_is_invited_reads_the_letter_and_what_it_leads_to_in_the_language_chosen_for_them() -> None:
    browser("adele").post(reverse("invite_person"), {**SAID, "language": "en"})
    [letter] = mail.outbox
    assert letter.subject == "Your account in Minne"
    [path] = re.findall(r"http://localhost:8000(/\S+)", str(letter.body))
    lisa = Client()
    assert '<html lang="en">' in lisa.get(path, follow=True).text
    lisa.force_login(User.objects.get(username="lisa"))
    assert '<html lang="en">' in lisa.get(reverse("own_facts")).text


def test_who_linked_and_unlinked_which_account_is_shown() -> None:
    browser("adele").post(reverse("invite_person"), SAID)
    person = Person.objects.get(external_id="id-lisa")
    browser("adele").post(reverse("unlink_account", args=[person.pk]))
    changes = [(c.linked, c.user.username if c.user else "", c.by and c.by.username) for c in _changes()]
    assert changes == [(False, "lisa", "adele"), (True, "lisa", "adele")]
    page = browser("adele").get(reverse("person", args=[person.pk])).text
    assert "Bortkopplat:" in page
    assert "Kopplat:" in page


def _changes() -> list[AccountChange]:
    return list(AccountChange.objects.select_related("user", "by"))


@pytest.mark.parametrize(
    ("field", "value"), [("username", "ADELE"), ("email", "ingen adress"), ("external_id", "id-maja")]
)
def test_what_cannot_be_is_asked_for_again_and_makes_nothing(field: str, value: str) -> None:
    people.link_user(person=people.known("id-maja"), user=account("maja"))
    response = browser("adele").post(reverse("invite_person"), {**SAID, field: value})
    assert response.status_code == 422
    assert not User.objects.filter(username="lisa").exists()
    assert mail.outbox == []


def test_nobody_is_linked_to_somebody_who_is_being_erased() -> None:

    person = people.known("id-maja")
    erasure.begin(person=person, by=None, now=timezone.now())
    with pytest.raises(people.AccountTakenError):
        people.link_user(person=person, user=account("maja"))
