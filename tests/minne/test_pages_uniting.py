"""An administrator makes two ids one person: what it would do is said before it is done."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from minne.access import ADMINISTRATORS
from minne.models import Alias, Person
from minne.services import corrections, people
from tests.minne.pages import account, author, browser, heard
from tests.minne.test_pages_admin import plain, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    account("adele", ADMINISTRATORS)
    return browser("adele")


@pytest.fixture
def two() -> tuple[Person, Person]:
    kept, other = people.known("elin"), people.known("chatgpt-7")
    heard(kept, "gillar te", 3)
    heard(other, "gillar te", 9)
    corrections.confirm(fact=heard(other, "gillar hemligheter", 5), author=author(other))
    return kept, other


def test_the_page_counts_before_anything_is_done(client: Client, two: tuple[Person, Person]) -> None:
    assert "Slå ihop med…" in read(client, "person", two[0].pk)
    page = read(client, "unite_person", two[0].pk, other="chatgpt-7")
    assert "2 episoder" in page
    assert "2 fakta (varav 1 är samma som ett här" in page
    assert "1 ändring för hand" in page
    assert "Granskning: inte tillfrågad" in page
    assert "Det går inte att ångra" in page
    assert "hemligheter" not in page
    assert Person.objects.count() == 2


def test_pressing_without_the_box_asks_for_it(client: Client, two: tuple[Person, Person]) -> None:
    address = reverse("unite_person", args=[two[0].pk])
    response = client.post(address, {"other": "chatgpt-7"})
    assert response.status_code == 422
    assert "Kryssa i rutan" in response.text
    response = client.post(address, {"other": "chatgpt-7", "understood": "on"}, follow=True)
    page = plain(response.text)
    assert "de två är en person" in page
    assert "chatgpt-7 Ihopslaget" in page
    assert "av adele" in page
    assert Person.objects.get() == Alias.objects.get().person
    assert "elin" in read(client, "people", q="chatgpt")


@pytest.mark.parametrize(
    ("other", "why"), [("ingen", "ingen person med det id"), ("elin", "redan samma"), ("a\0b", "")]
)
def test_an_id_that_is_nobodys_or_the_same_is_refused(
    client: Client, two: tuple[Person, Person], other: str, why: str
) -> None:
    address = reverse("unite_person", args=[two[0].pk])
    for response in (
        client.get(address, {"other": other}),
        client.post(address, {"other": other, "understood": "on"}),
    ):
        assert response.status_code == 422
        assert why in plain(response.text)
    assert Person.objects.count() == 2


def test_two_accounts_are_told_before_the_press(client: Client, two: tuple[Person, Person]) -> None:
    for person in two:
        people.link_user(person=person, user=account(person.external_id))
    page = read(client, "unite_person", two[0].pk, other="chatgpt-7")
    assert "Båda har ett konto" in page
    assert "Jag vet att de är samma människa" not in page
