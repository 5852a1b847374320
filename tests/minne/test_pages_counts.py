"""The counts on Mina fakta follow a press without the page being read anew."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from tests.minne.pages import browser, heard, person_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("searched", "left"), [("", "1"), ("?q=kaffe", "0")])
def test_a_press_brings_the_counts_as_they_are_then(searched: str, left: str) -> None:
    maja = person_of("maja")
    heard(maja, "gillar te", 3)
    fact = heard(maja, "gillar kaffe", 4)
    client, here = browser("maja"), reverse("own_facts")
    assert 'id="count-preference">' in client.get(here).text
    told = client.post(
        reverse("answer_fact", args=[fact.pk]),
        {"answer": "incorrect"},
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{here}{searched}"},
    ).text
    counts = dict(
        re.findall(r'<span id="(count-\w+|known)" hx-swap-oob="innerHTML">(.*?)</span>', told, re.S)
    )
    assert counts["count-preference"] == left
    assert counts["count-goal"] == "0"
    assert strip_tags(counts["known"]).split() == "Minnet har 1 sak om dig.".split()
