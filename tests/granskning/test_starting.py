"""A press that starts something may be sent twice: by a double click, or by a browser that tries again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from granskning.models import Round, Schedule
from granskning.services import evidence
from tests.granskning.making import administrator, facts, person, reviewer
from tests.minne.pages import logged_in

pytestmark = pytest.mark.django_db

ASKED: dict[str, Any] = {"n": 3, "reviewers": 1, "type": ""}


def form_of(client: Client) -> dict[str, Any]:
    """What the form says when it is opened, and the key of its press."""
    html = client.get("/granskning/ny/").content.decode()
    found = re.search(r'name="press" value="([^"]+)"', html)
    assert found
    return ASKED | {"press": found.group(1)}


def browser(name: str) -> Client:
    return logged_in(administrator(name) if name == "ada" else reviewer(name))


def test_a_start_sent_twice_is_one_round_and_a_new_form_or_another_choice_is_another() -> None:
    facts(person(), 9)
    client = browser("rut")
    form = form_of(client)
    desks = [client.post("/granskning/ny/", form)["Location"] for _ in range(2)]
    assert desks[0] == desks[1]
    assert Round.objects.count() == 1
    client.post("/granskning/ny/", form | {"n": 4})
    client.post("/granskning/ny/", form_of(client))
    assert Round.objects.count() == 3


def test_a_start_sent_again_while_the_first_is_drawing_is_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    facts(person(), 9)
    client = browser("rut")
    form, later_turns, desks = form_of(client), evidence.later_turns, []

    def meanwhile(*args: Any, **more: Any) -> dict[str, list[int]]:
        monkeypatch.setattr(evidence, "later_turns", later_turns)
        desks.append(client.post("/granskning/ny/", form)["Location"])
        return later_turns(*args, **more)

    monkeypatch.setattr(evidence, "later_turns", meanwhile)
    assert client.post("/granskning/ny/", form)["Location"] == desks[0]
    assert Round.objects.count() == 1


def test_nobody_is_given_the_round_that_anothers_press_started() -> None:
    facts(person(), 9)
    client = browser("rut")
    form = form_of(client)
    client.post("/granskning/ny/", form)
    browser("siv").post("/granskning/ny/", form)
    assert Round.objects.count() == 2


def test_a_schedule_sent_twice_is_one_schedule() -> None:
    client = browser("ada")
    form = {"weekday": 0, "which": "every-1", "n": 30, "reviewers": 1}
    for _ in range(2):
        client.post("/granskning/schema/", form)
    assert Schedule.objects.count() == 1
    client.post("/granskning/schema/", form | {"n": 31})
    assert Schedule.objects.count() == 2
