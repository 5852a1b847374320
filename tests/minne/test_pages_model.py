"""What a page may read while somebody waits, where a model reads."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from minne.access import ADMINISTRATORS
from minne.models import Run
from minne.views.runs import SMALL_WAIT_ELSEWHERE
from tests.minne.pages import account, browser, episode, person_of

pytestmark = pytest.mark.django_db


def test_a_model_is_asked_about_little_from_a_page(settings: Any) -> None:
    account("ada", ADMINISTRATORS)
    client, maja = browser("ada"), person_of("maja")
    for n in range(SMALL_WAIT_ELSEWHERE + 1):
        episode(maja, f"jag gillar te {n}", read=False)
    assert "Kör nu" in client.get(reverse("runs")).text, "the rules read that in a moment"
    settings.MINNE_EXTRACTOR = "llm"
    page = client.get(reverse("runs")).text
    assert "Kör nu" not in page
    assert "manage.py consolidate" in page
    assert "manage.py consolidate" in client.post(reverse("run_now"), follow=True).text
    assert not Run.objects.exists()
