"""When thresholds are proposed, and that the pages say so."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from granskning.services.proposals import falls_under
from tests.granskning.making import administrator

pytestmark = pytest.mark.django_db
NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("proposals", f"När färre än 80{NBSP}% av svaren i ett stickprov stämmer prövas"),
        ("schedules", f"administratörer när färre än 80{NBSP}% av svaren i en stängd omgång stämde."),
    ],
)
def test_the_pages_name_the_share_of_answers_and_not_the_verdict(settings: Any, page: str, says: str) -> None:
    settings.MINNE_TARGET = 0.8
    assert falls_under(7, 9)  # which is undecided, of a long list
    assert not falls_under(8, 10)
    client = Client()
    client.force_login(administrator())
    assert says in client.get(reverse(page)).text
