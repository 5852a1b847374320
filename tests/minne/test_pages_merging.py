"""*Mina fakta*: near matches, offered as one, merged by a press and taken apart by another."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from minne.models import Event, Fact, Person
from minne.services import corrections
from tests.minne.pages import author, browser, heard, last_batch, person_of, status
from tests.minne.test_pages_own import HTMX, ago, plain, press, read, row

pytestmark = pytest.mark.django_db


@pytest.fixture
def maja() -> Person:
    return person_of("maja")


@pytest.fixture
def client(maja: Person) -> Client:
    return browser("maja")


@pytest.fixture
def strong(maja: Person) -> Fact:
    return heard(maja, "gillar starkt kaffe", 5)


@pytest.fixture
def coffee(maja: Person) -> Fact:
    return heard(maja, "gillar kaffe", 9, 3, quote="Kaffe, tack!")


def merge(client: Client, kept: Fact, other: Fact, **headers: Any) -> Any:
    return client.post(reverse("merge_fact", args=[kept.pk]), {"other": other.pk}, **headers)


def test_a_near_match_is_offered_beside_each_of_the_two(client: Client, strong: Fact, coffee: Fact) -> None:
    assert "Liknar «gillar kaffe»: slå ihop?" in row(client, strong)
    assert "Liknar «gillar starkt kaffe»: slå ihop?" in row(client, coffee)


def test_nothing_is_offered_for_facts_that_differ_or_contradict(client: Client, maja: Person) -> None:
    for text in ("gillar te", "gillar inte te", "har hund", "bor i Lund"):
        heard(maja, text)
    assert "slå ihop?" not in read(client)


def test_a_search_hides_no_offer(client: Client, strong: Fact, coffee: Fact) -> None:
    assert "Liknar «gillar kaffe»" in read(client, q="starkt")


def test_the_facts_become_one_with_the_evidence_of_both(client: Client, strong: Fact, coffee: Fact) -> None:
    response = merge(client, strong, coffee)
    assert response.headers["Location"] == reverse("own_facts")
    page = read(client)
    assert "Ihopslaget." in page
    assert "slå ihop?" not in page
    assert f"Sagt vid 3 tillfällen, senast {ago(3)}" in row(client, strong)
    assert "Kaffe, tack!" in row(client, strong)
    assert f'id="fact-{coffee.pk}"' not in client.get(reverse("own_facts")).text


def test_the_message_takes_the_merge_back(client: Client, maja: Person, strong: Fact, coffee: Fact) -> None:
    html = client.post(reverse("merge_fact", args=[strong.pk]), {"other": coffee.pk}, follow=True).text
    undo = reverse("undo", args=[last_batch(maja)])
    assert f'action="{undo}"' in html
    client.post(undo)
    assert "Sagt vid ett tillfälle" in row(client, strong)
    assert "Sagt vid 2 tillfällen" in row(client, coffee)


def test_a_merge_is_one_row_in_the_history_with_before_and_after(
    client: Client, maja: Person, strong: Fact, coffee: Fact
) -> None:
    merge(client, strong, coffee)
    page = plain(client.get(reverse("own_history")).text)
    assert re.search(r"· du Ihopslaget gillar kaffe → blev gillar starkt kaffe", page)
    response = client.post(reverse("undo", args=[last_batch(maja)]), {"from": "history"}, follow=True)
    assert f"Ångrat den {ago(0)}" in plain(response.text)
    assert (status(strong), status(coffee)) == ("active", "active")


def test_with_htmx_the_page_comes_anew(client: Client, maja: Person, strong: Fact, coffee: Fact) -> None:
    assert merge(client, strong, coffee, headers=HTMX).headers["HX-Refresh"] == "true"
    undone = client.post(reverse("undo", args=[last_batch(maja)]), headers=HTMX)
    assert undone.headers["HX-Refresh"] == "true"


def test_a_press_on_the_one_kept_changes_what_the_merged_one_contradicts(
    client: Client, maja: Person, strong: Fact, coffee: Fact
) -> None:
    merge(client, strong, coffee)
    against = heard(maja, "gillar inte kaffe")
    assert status(strong) == "ended"
    html = press(client, strong, "correct", headers=HTMX).text
    assert re.search(f'id="fact-{against.pk}"[^>]*hx-swap-oob="true"', html)
    assert status(against) == "ended"


def test_what_cannot_be_merged_says_why(client: Client, maja: Person, strong: Fact, coffee: Fact) -> None:
    merge(client, strong, coffee)
    merge(client, coffee, strong)
    assert "De är redan ihopslagna." in read(client)
    struck = heard(maja, "gillar te")
    corrections.deny(fact=struck, author=author(maja))
    merge(client, strong, struck)
    assert "Ett av dem gäller inte längre" in read(client)
    assert Event.objects.merges().count() == 1


@pytest.mark.parametrize("other", ["", "x", "80ea0b5f-b7d9-4b1b-bbee-32b068b29de9"])
def test_what_is_no_fact_of_ones_own_is_not_found(client: Client, strong: Fact, other: str) -> None:
    response = client.post(reverse("merge_fact", args=[strong.pk]), {"other": other})
    assert response.status_code == 404


def test_nobody_elses_fact_is_taken_in(client: Client, strong: Fact) -> None:
    theirs = heard(person_of("oskar"), "gillar kaffe")
    assert merge(client, strong, theirs).status_code == 404
    assert "slå ihop?" not in read(client)
