"""The first page and the menu of each role; what each address answers is in tests/test_permissions.py."""

from __future__ import annotations

import pytest
from django.urls import reverse

from minne.access import ADMINISTRATORS, REVIEWERS
from tests.minne.pages import account, browser, person_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def accounts() -> None:
    person_of("maja")
    account("greta", REVIEWERS)
    account("adele", ADMINISTRATORS)
    account("nils")


@pytest.mark.parametrize(
    ("who", "start"), [("maja", "own_facts"), ("greta", "reviews"), ("adele", "reviews")]
)
def test_the_first_page_is_that_of_ones_role(who: str, start: str) -> None:
    assert browser(who).get(reverse("home")).headers["Location"] == reverse(start)


def test_an_account_without_a_role_is_told_so() -> None:
    response = browser("nils").get(reverse("home"))
    assert response.status_code == 200
    assert "hör ännu inte till någon person" in response.text


@pytest.mark.parametrize(
    ("who", "menu"),
    [
        ("maja", {"own_facts"}),
        ("greta", {"reviews"}),
        ("adele", {"reviews", "thresholds", "runs", "people"}),
        ("nils", set()),
    ],
)
def test_the_menu_has_only_what_one_may_open(who: str, menu: set[str]) -> None:
    page = browser(who).get(reverse("password_change")).text
    header = page[page.index("<header") : page.index("</header>")]
    every = {"own_facts", "reviews", "thresholds", "runs", "people"}
    assert {name for name in every if f'href="{reverse(name)}"' in header} == menu
