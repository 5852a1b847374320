"""What a person is told before they go through their own list, and that it is so."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from granskning.models import Item, Round
from granskning.services import labelling
from minne.models import Person
from tests.granskning.making import NOW, fact, facts, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _three_in_a_round(settings: Any) -> None:
    settings.MINNE_SAMPLE_SIZE = 3


def client_with(count: int) -> Client:
    elin, client = person(), Client()
    facts(elin, count)
    elin.user = User.objects.create_user("elin")
    elin.save(update_fields=["user"])
    client.force_login(elin.user)
    return client


def told(client: Client) -> str:
    return " ".join(client.get(reverse("own_round")).text.split())


def skip_everything() -> int:
    """How many facts came, when none of them could be judged."""
    round, user = Round.objects.get(), User.objects.get()
    asked = 0
    while item := Item.objects.filter(round=round).wanted().first():
        step = labelling.Step(value="skipped", version=0)
        labelling.answer(round=round, item=item.pk, reviewer=user, step=step, now=NOW)
        asked += 1
    return asked


@pytest.mark.parametrize(
    ("count", "says", "most"),
    [
        (1, "Det är ett enda faktum", 1),
        (3, "Du får alla 3 fakta i din lista.", 3),
        (4, "Du får 3 av de 4 fakta i din lista, dragna på måfå.", 4),
        (5, "För vart och ett som du inte kan avgöra får du ett annat i stället, högst 2.", 5),
        (8, "För vart och ett som du inte kan avgöra får du ett annat i stället, högst 3.", 6),
    ],
)
def test_as_many_are_asked_as_was_said_whatever_is_skipped(count: int, says: str, most: int) -> None:
    client = client_with(count)
    assert says in told(client)
    client.post(reverse("own_round"))
    assert skip_everything() == most


def test_what_has_begun_is_told_as_it_was_drawn_though_the_list_has_grown() -> None:
    client = client_with(3)
    client.post(reverse("own_round"))
    fact(Person.objects.get(), "Gillar bandy")
    assert "Du får alla 3 fakta i din lista." in told(client)


def test_at_the_desk_one_is_asked_about_oneself_and_not_by_the_reviewers_guidelines() -> None:
    client = client_with(1)
    page = client.post(reverse("own_round"), follow=True).text
    assert "Stämmer det om dig?" in page
    assert "Det är sant om dig." in page
    assert "Stämde det den" not in page
    assert "desk-guidelines" not in page
    assert 'data-press="guidelines"' not in page
