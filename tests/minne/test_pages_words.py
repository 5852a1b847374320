"""What pages say where a plain count or a code would hide what matters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from minne import words
from minne.domain.policy import Policy
from minne.forms import flat
from minne.models import PolicyVersion
from tests.granskning.making import administrator
from tests.minne.pages import heard, person_of

pytestmark = pytest.mark.django_db


def test_thresholds_tried_say_how_much_of_what_they_forget_concerns_health(client: Client) -> None:
    client.force_login(administrator())
    maja = person_of("maja")
    heard(maja, "är allergisk mot nötter", 30)
    heard(maja, "har en katt", 30)
    shorter = replace(Policy(), half_life_days={"preference": 10})
    numbers = {**flat(shorter), "based_on": PolicyVersion.objects.current().number}
    page = client.get(reverse("thresholds"), numbers, headers={"HX-Request": "true"}).text
    assert "Ett av de fakta som glöms rör hälsa eller allergi." in " ".join(page.split())


def test_a_list_of_lines_is_no_tool() -> None:
    assert [words.tool(name) for name in ("lines", "zep", "mem0")] == ["en textfil", "Zep", "mem0"]


def test_a_wrong_password_is_told_plainly(client: Client) -> None:
    told = client.post(reverse("login"), {"username": "maja", "password": "fel"}).text
    assert "Användarnamnet eller lösenordet stämmer inte." in told
