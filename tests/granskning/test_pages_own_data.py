"""The pages on which a person takes their data away, sees who looked, and erases a fact or everything."""

from __future__ import annotations

import json
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import timezone

from granskning.models import Item, Look, Round
from granskning.services import leases, rounds
from minne.access import ADMINISTRATORS
from minne.models import Erasure, Fact, Person
from minne.services import erasure
from minne.services.forgetting import forget
from minne.services.people import answer_review_question
from minne.views import own_data
from tests.granskning.making import reviewer
from tests.minne.pages import account, browser, episode, heard, person_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def maja() -> Person:
    return person_of("maja")


def looked(fact: Fact, *, surroundings: bool = False) -> Item:
    answer_review_question(person=fact.person, agrees=True, now=timezone.now())
    started = rounds.start_round(user=None, n=5, seed=1, now=timezone.now())
    item = Item.objects.get(round=started, fact=fact)
    leases.show(item=item, reviewer=reviewer(), now=timezone.now(), surroundings=surroundings)
    return item


def test_forgetting_asks_first_and_says_that_it_cannot_be_undone(maja: Person) -> None:
    fact = heard(maja, "gillar te")
    page = browser("maja").get(reverse("forget_fact", args=[fact.pk])).text
    assert "gillar te" in page
    assert "Det går inte att ångra" in page
    assert Fact.objects.exists()


def test_a_forgotten_fact_is_gone_from_the_list(maja: Person) -> None:
    fact = heard(maja, "gillar te")
    heard(maja, "gillar kaffe")
    response = browser("maja").post(reverse("forget_fact", args=[fact.pk]), follow=True)
    assert "Raderat." in response.text
    assert "gillar te" not in response.text
    assert "gillar kaffe" in response.text


def test_what_came_back_after_it_was_erased_says_why(maja: Person) -> None:
    forget(fact=heard(maja, "gillar te", 5), now=timezone.now() - timedelta(days=3))
    heard(maja, "gillar te", 1)
    page = browser("maja").get(reverse("own_facts")).text
    assert "Du raderade det den" in page
    assert "Sedan sa du det igen den" in page


def test_what_an_erased_fact_had_replaced_is_told_as_replaced(maja: Person) -> None:
    heard(maja, "bor i Lund", 9)
    forget(fact=heard(maja, "bor i Umeå", 5), now=timezone.now())
    assert "Ersatt av något som du sa den" in browser("maja").get(reverse("own_facts")).text


def test_the_file_has_what_is_remembered(maja: Person) -> None:
    heard(maja, "gillar te")
    response = browser("maja").get(reverse("export_own"))
    archive = ZipFile(BytesIO(b"".join(response.streaming_content)))  # type: ignore[attr-defined]
    assert [fact["text"] for fact in json.loads(archive.read("data/facts.json"))] == ["gillar te"]
    assert response.headers["Content-Disposition"].startswith('attachment; filename="minne-')
    assert response.headers["Cache-Control"] == "no-store"


def test_everything_is_erased_only_after_a_tick(maja: Person) -> None:
    heard(maja, "gillar te")
    response = browser("maja").post(reverse("erase_own"), {})
    assert response.status_code == 422
    assert "Kryssa i rutan" in response.text
    assert Person.objects.filter(pk=maja.pk).exists()


def erase() -> str:
    """The page that comes after everything about Maja was erased."""
    return browser("maja").post(reverse("erase_own"), {"understood": "on"}, follow=True).text


def test_a_second_press_leads_to_the_same_receipt(maja: Person) -> None:
    client, press = browser("maja"), {"understood": "on"}
    first = client.post(reverse("erase_own"), press)
    second = client.post(reverse("erase_own"), press)
    assert second.headers["Location"] == first.headers["Location"]
    assert Erasure.objects.count() == 1


def test_the_receipt_is_shown_and_can_be_taken_as_a_file(maja: Person) -> None:
    heard(maja, "gillar te")
    page = erase()
    assert "Allt är raderat" in page
    found = Erasure.objects.get()
    file = browser("maja").get(reverse("erasure_receipt", args=[found.pk]))
    assert json.loads(file.content)["counts"]["facts"] == 1
    assert not Person.objects.exists()


def test_the_receipt_is_kept_no_longer_than_it_is_wanted(maja: Person) -> None:
    erase()
    found = Erasure.objects.get()
    browser("maja").post(reverse("take_receipt", args=[found.pk]))
    assert not Erasure.objects.exists()
    assert browser("maja").get(reverse("erasure", args=[found.pk])).status_code == 404


def test_a_receipt_is_nobody_elses(maja: Person) -> None:
    erase()
    account("adele", ADMINISTRATORS)
    for name in ("erasure", "erasure_receipt"):
        assert browser("adele").get(reverse(name, args=[Erasure.objects.get().pk])).status_code == 404


def test_a_long_erasure_shows_how_far_it_has_come_and_goes_on(
    maja: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_data, "SECONDS_AT_ONCE", 0)
    for n in range(5):
        episode(maja, f"hej {n}")
    page = erase()
    found = Erasure.objects.get()
    assert "<progress" in page
    assert found.finished_at is None
    home = browser("maja").get(reverse("home"))
    assert home.headers["Location"] == reverse("erasure", args=[found.pk])
    assert browser("maja").get(reverse("own_facts")).status_code == 404
    monkeypatch.setattr(own_data, "SECONDS_AT_ONCE", 5)
    address = reverse("carry_on_erasing", args=[found.pk])
    fragment = browser("maja").post(address, headers={"HX-Request": "true"}).text
    assert "Allt är raderat" in fragment
    assert "<html" not in fragment


def test_a_begun_erasure_has_no_receipt_file_yet(maja: Person) -> None:
    begun = erasure.begin(person=maja, by=maja.user, now=timezone.now())
    assert browser("maja").get(reverse("erasure_receipt", args=[begun.pk])).status_code == 404
    browser("maja").post(reverse("take_receipt", args=[begun.pk]))
    assert Erasure.objects.exists()


def test_an_administrator_writes_the_persons_id_to_erase_them(maja: Person) -> None:
    account("adele", ADMINISTRATORS)
    address = reverse("erase_person", args=[maja.pk])
    wrong = browser("adele").post(address, {"external_id": "id-oskar"})
    assert wrong.status_code == 422
    assert Person.objects.exists()
    right = browser("adele").post(address, {"external_id": "id-maja"}, follow=True)
    assert "Allt är raderat" in right.text
    assert not Person.objects.exists()


def test_a_person_sees_when_a_reviewer_looked_and_at_what_but_not_who(maja: Person) -> None:
    looked(heard(maja, "gillar te"), surroundings=True)
    page = browser("maja").get(reverse("own_looks")).text
    assert "gillar te" in page
    assert "Raderna runt om i samtalet öppnades" in page
    assert "rut" not in page.replace("rutan", "")


def test_a_look_at_something_erased_since_is_told_without_its_words(maja: Person) -> None:
    fact = heard(maja, "gillar te")
    looked(fact)
    browser("maja").post(reverse("forget_fact", args=[fact.pk]))
    page = browser("maja").get(reverse("own_looks")).text
    assert "Något som du har raderat sedan dess" in page
    assert "gillar te" not in page


def test_nobody_elses_looks_are_shown(maja: Person) -> None:
    person_of("oskar")
    looked(heard(maja, "gillar te"))
    assert "Ingen har tittat" in browser("oskar").get(reverse("own_looks")).text


def test_looks_at_ones_own_round_are_not_looks(maja: Person) -> None:
    heard(maja, "gillar te")
    mine = rounds.start_round(
        user=maja.user, n=1, person=maja, kind=Round.Kind.OWN, now=timezone.now() + timedelta(seconds=1)
    )
    browser("maja").get(reverse("desk", args=[mine.pk]))
    assert not Look.objects.exists()
