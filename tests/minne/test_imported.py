"""Other memories' facts: what the person denies goes before them, and they are struck and put back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from minne.importers.records import FactRow
from minne.models import Event, ImportedFact, Person
from minne.services import corrections, imported
from minne.services.imports import import_records
from tests.minne.pages import author, browser, heard, last_batch, person_of
from tests.minne.test_pages_own import ago, plain, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def maja() -> Person:
    return person_of("maja")


@pytest.fixture
def client(maja: Person) -> Client:
    return browser("maja")


def take_in(person: Person, *texts: str) -> None:
    rows = [
        FactRow(n, "mem0", f"m{n}", person.external_id, text, "preference", "current")
        for n, text in enumerate(texts)
    ]
    import_records(rows, now=timezone.now())


def standing(person: Person) -> list[str]:
    return [fact.text for fact in ImportedFact.objects.for_person(person).standing(timezone.now())]


def the(text: str) -> ImportedFact:
    found: ImportedFact = ImportedFact.objects.get(text=text)
    return found


def answer(client: Client, fact: ImportedFact, said: str) -> Any:
    return client.post(reverse("answer_imported", args=[fact.pk]), {"answer": said}, follow=True)


# What is denied here


def test_what_is_denied_before_the_import_does_not_stand(maja: Person) -> None:
    corrections.deny(fact=heard(maja, "gillar te"), author=author(maja))
    take_in(maja, "Gillar te", "Gillar kaffe")
    assert standing(maja) == ["Gillar kaffe"]


def test_what_is_denied_after_the_import_stands_no_more_until_that_is_undone(maja: Person) -> None:
    take_in(maja, "Gillar te")
    fact = heard(maja, "gillar te")
    assert standing(maja) == ["Gillar te"]
    batch = corrections.deny(fact=fact, author=author(maja))
    assert standing(maja) == []
    corrections.undo(person=maja, batch=batch, now=timezone.now())
    assert standing(maja) == ["Gillar te"]


def test_a_denial_of_the_fact_that_it_is_merged_into_counts_too(maja: Person) -> None:
    take_in(maja, "Gillar kaffe")
    kept, other = heard(maja, "gillar starkt kaffe"), heard(maja, "gillar kaffe")
    corrections.merge(kept=kept, other=other, author=author(maja))
    corrections.deny(fact=kept, author=author(maja))
    assert standing(maja) == []


def test_another_persons_denial_counts_for_nothing(maja: Person) -> None:
    take_in(maja, "Gillar te")
    oskar = person_of("oskar")
    corrections.deny(fact=heard(oskar, "gillar te"), author=author(oskar))
    assert standing(maja) == ["Gillar te"]


# What is struck


@pytest.mark.parametrize(("said", "told"), [("incorrect", "stämmer inte"), ("outdated", "inaktuellt")])
def test_a_person_strikes_and_puts_back(client: Client, maja: Person, said: str, told: str) -> None:
    take_in(maja, "Gillar te", "Gillar kaffe")
    page = plain(answer(client, the("Gillar te"), said).text)
    assert standing(maja) == ["Gillar kaffe"]
    assert f"du sa «{told}» den {ago(0)}" in page
    press = the("Gillar te").retired_by
    assert press
    client.post(reverse("undo", args=[press]))
    assert standing(maja) == ["Gillar te", "Gillar kaffe"]
    assert f"du sa «{told}»" not in read(client)


def test_what_stands_comes_before_what_is_struck(client: Client, maja: Person) -> None:
    take_in(maja, "Gillar te", "Gillar kaffe")
    answer(client, the("Gillar te"), "incorrect")
    page = read(client)
    assert page.index("Gillar kaffe") < page.index("Gillar te")


def test_importing_again_does_not_bring_back_what_is_struck(client: Client, maja: Person) -> None:
    take_in(maja, "Gillar te")
    answer(client, the("Gillar te"), "incorrect")
    take_in(maja, "Gillar te")
    assert standing(maja) == []


def test_an_unknown_answer_changes_nothing(client: Client, maja: Person) -> None:
    take_in(maja, "Gillar te")
    assert (
        client.post(reverse("answer_imported", args=[the("Gillar te").pk]), {"answer": "x"}).status_code
        == 400
    )
    assert standing(maja) == ["Gillar te"]


def test_a_repair_is_told_and_can_be_undone_for_oneself(client: Client, maja: Person) -> None:
    oskar = person_of("oskar")
    take_in(maja, "Gillar te")
    take_in(oskar, "Gillar kaffe")
    press = imported.retire(
        facts=ImportedFact.objects.all(), answer="incorrect", by=Event.By.REPAIR, now=timezone.now()
    )
    page = read(client)
    assert "En granskning har ändrat i din lista" in page
    assert f"Gillar te från mem0 ströks {ago(0)}" in page
    assert f"en granskning sa «stämmer inte» den {ago(0)}" in page
    client.post(reverse("undo", args=[press]))
    assert (standing(maja), standing(oskar)) == (["Gillar te"], [])


def test_nobody_puts_back_what_is_anothers(client: Client, maja: Person) -> None:
    oskar = person_of("oskar")
    take_in(oskar, "Gillar kaffe")
    facts = ImportedFact.objects.all()
    press = imported.retire(facts=facts, answer="outdated", by=Event.By.PERSON, now=timezone.now())
    assert client.post(reverse("undo", args=[press])).status_code == 404
    assert standing(oskar) == []


def test_many_are_shown_up_to_a_bound_and_the_rest_is_found(client: Client, maja: Person) -> None:
    take_in(maja, *(f"Gillar rätt {n}" for n in range(60)))
    page = read(client)
    assert "Från andra minnen 60" in page
    assert "De 50 första av 60." in page
    assert "Gillar rätt 59" in read(client, q="59")


def test_a_press_about_our_own_facts_is_still_undone(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te")
    corrections.deny(fact=fact, author=author(maja))
    client.post(reverse("undo", args=[last_batch(maja)]))
    fact.refresh_from_db()
    assert fact.status == "active"
