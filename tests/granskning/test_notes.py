"""A note is kept whole, or refused in words with what was written: never cut."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from granskning.models import Item, Round, Verdict
from granskning.services.labelling import LONGEST_NOTE
from tests.granskning.making import a_round, reviewer, sample

pytestmark = pytest.mark.django_db
LONGEST = "å" * (LONGEST_NOTE - 2) + "\r\n😀"  # a new line is one character, and so is a face
TOO_LONG = "början " + "x" * LONGEST_NOTE + " slutet"


@pytest.fixture
def item() -> Item:
    return sample(a_round())[0]


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(reviewer())
    return client


def press(
    client: Client, item: Item, note: str, *, version: int = 0, page: str = "answer", **how: Any
) -> Any:
    step = {"item": item.pk, "version": version, "value": "incorrect", "note": note}
    return client.post(reverse(page, args=[Round.objects.get().pk]), step, **how)


def test_the_longest_note_is_kept_whole(client: Client, item: Item) -> None:
    assert press(client, item, LONGEST).status_code == 302
    assert Verdict.objects.get().note == LONGEST.replace("\r\n", "\n")


def test_a_longer_one_is_refused_and_given_back(client: Client, item: Item) -> None:
    refused = press(client, item, TOO_LONG)
    assert refused.status_code == 422
    assert "Anteckningen är för lång, så svaret sparades inte." in refused.text
    assert f"Din anteckning var: «{TOO_LONG}»" in refused.text
    assert not Verdict.objects.exists()
    by_script = press(client, item, TOO_LONG, headers={"HX-Request": "true"})
    assert (by_script.status_code, by_script["X-Desk"]) == (422, "refused")


def test_a_change_of_an_answer_too(client: Client, item: Item) -> None:
    press(client, item, "kort")
    refused = press(client, item, TOO_LONG, version=1, page="change_answer")
    assert (refused.status_code, Verdict.objects.get().note) == (422, "kort")
    assert f"Din anteckning var: «{TOO_LONG}»" in refused.text


def test_a_note_with_an_answer_that_came_too_late_is_given_back_without_a_script(
    client: Client, item: Item
) -> None:
    press(client, item, "")
    late = press(client, item, "Hon flyttade 100 % säkert")
    assert late.status_code == 409
    assert "Din anteckning var: «Hon flyttade 100 % säkert»" in late.text
