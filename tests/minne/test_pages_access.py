"""Every page of the end user and the administrator, against every role."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from minne import urls
from minne.access import ADMINISTRATORS, REVIEWERS
from minne.domain.consolidation import fact_id
from minne.domain.matching import read
from minne.models import Fact, Person, PolicyVersion
from minne.services import corrections
from tests.minne.pages import account, author, browser, heard, person_of

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Site:
    """Maja and Oskar, who each have a fact and a press about it."""

    maja: Person
    oskar: Person
    majas_fact: Fact
    oskars_fact: Fact


@pytest.fixture
def site() -> Site:
    PolicyVersion.objects.current()
    maja, oskar = person_of("maja"), person_of("oskar")
    account("greta", REVIEWERS)
    account("adele", ADMINISTRATORS)
    account("nils")
    facts = heard(maja, "gillar te"), heard(oskar, "gillar kaffe")
    for fact in facts:
        corrections.confirm(fact=fact, author=author(fact.person))
    return Site(maja, oskar, *facts)


OWN = {"maja": 200, "nils": 404, "greta": 404, "adele": 404}
CHANGES_OWN = {**OWN, "maja": 302}
ADMIN = {"maja": 403, "nils": 403, "greta": 403, "adele": 200}
CHANGES_AS_ADMIN = {**ADMIN, "adele": 302}
MAJAS_FACT = str(fact_id("id-maja", read("gillar te", "sv").key))
Arguments = Callable[[Site], dict[str, object]]


def nothing(site: Site) -> dict[str, object]:
    return {}


def majas_fact(site: Site) -> dict[str, object]:
    return {"pk": site.majas_fact.pk}


def majas_press(site: Site) -> dict[str, object]:
    return {"batch": corrections.batches(site.maja)[0]}


def maja(site: Site) -> dict[str, object]:
    return {"pk": site.maja.pk}


def first_version(site: Site) -> dict[str, object]:
    return {"number": 1}


TABLE: dict[str, tuple[str, Arguments, dict[str, str], dict[str, int]]] = {
    "own_facts": ("get", nothing, {}, OWN),
    "own_history": ("get", nothing, {}, OWN),
    "add_fact": ("post", nothing, {"text": "gillar sill", "type": "preference"}, CHANGES_OWN),
    "pause_memory": ("post", nothing, {"paused": "yes"}, CHANGES_OWN),
    "agree_to_review": ("post", nothing, {"agrees": "yes"}, CHANGES_OWN),
    "undo": ("post", majas_press, {}, {**CHANGES_OWN, "oskar": 404}),
    "answer_fact": ("post", majas_fact, {"answer": "correct"}, {**CHANGES_OWN, "oskar": 404}),
    "rewrite_fact": ("post", majas_fact, {"text": "gillar grönt te"}, {**CHANGES_OWN, "oskar": 404}),
    "merge_fact": ("post", majas_fact, {"other": MAJAS_FACT}, {**CHANGES_OWN, "oskar": 404}),
    "runs": ("get", nothing, {}, ADMIN),
    "run_now": ("post", nothing, {}, CHANGES_AS_ADMIN),
    "thresholds": ("get", nothing, {}, ADMIN),
    "adopt_thresholds": ("post", nothing, {}, {**ADMIN, "adele": 422}),
    "restore_thresholds": ("post", first_version, {"reason": "lugnare"}, CHANGES_AS_ADMIN),
    "people": ("get", nothing, {}, ADMIN),
    "person": ("get", maja, {}, ADMIN),
    "link_account": ("post", maja, {"account": "nils"}, CHANGES_AS_ADMIN),
    "unlink_account": ("post", maja, {}, CHANGES_AS_ADMIN),
    "pause_person": ("post", maja, {"paused": "yes"}, CHANGES_AS_ADMIN),
}
POSTS = [name for name, row in TABLE.items() if row[0] == "post"]


@pytest.mark.parametrize("name", TABLE)
def test_each_page_answers_each_role_as_the_table_says(site: Site, name: str) -> None:
    method, arguments, data, expected = TABLE[name]
    address = reverse(name, kwargs=arguments(site))
    refused_first = sorted(expected, key=lambda who: expected[who], reverse=True)
    answers = {who: getattr(browser(who), method)(address, data).status_code for who in refused_first}
    assert answers == expected


def test_whoever_is_not_logged_in_is_sent_to_the_login(site: Site) -> None:
    for name, (method, arguments, data, _expected) in TABLE.items():
        response = getattr(Client(), method)(reverse(name, kwargs=arguments(site)), data)
        assert response.status_code == 302, name
        assert response.headers["Location"].startswith(reverse("login")), name


def test_what_changes_something_is_not_done_by_a_link(site: Site) -> None:
    for name in POSTS:
        _method, arguments, _data, expected = TABLE[name]
        allowed = next(who for who, code in expected.items() if code in {302, 422})
        assert browser(allowed).get(reverse(name, kwargs=arguments(site))).status_code == 405, name


def test_a_form_from_elsewhere_is_refused(site: Site) -> None:
    for name in POSTS:
        _method, arguments, data, expected = TABLE[name]
        client = Client(enforce_csrf_checks=True)
        client.force_login(User.objects.get(username=min(expected, key=lambda who: expected[who])))
        assert client.post(reverse(name, kwargs=arguments(site)), data).status_code == 403, name


def test_the_table_has_every_page() -> None:
    named = {pattern.name for pattern in [*urls.own_pages, *urls.admin_pages]}
    assert named == set(TABLE)


def test_what_does_not_exist_is_not_found(site: Site) -> None:
    assert browser("adele").get(reverse("person", args=[10**9])).status_code == 404
    assert browser("adele").post(reverse("restore_thresholds", args=[99]), {"reason": "x"}).status_code == 404
    assert browser("maja").post(reverse("answer_fact", args=[uuid4()])).status_code == 404
    assert browser("maja").post(reverse("undo", args=[uuid4()])).status_code == 404


@pytest.mark.parametrize(
    ("who", "start"), [("maja", "own_facts"), ("greta", "reviews"), ("adele", "reviews")]
)
def test_the_first_page_is_that_of_ones_role(site: Site, who: str, start: str) -> None:
    assert browser(who).get(reverse("home")).headers["Location"] == reverse(start)


def test_an_account_without_a_role_is_told_so(site: Site) -> None:
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
def test_the_menu_has_only_what_one_may_open(site: Site, who: str, menu: set[str]) -> None:
    page = browser(who).get(reverse("password_change")).text
    header = page[page.index("<header") : page.index("</header>")]
    every = {"own_facts", "reviews", "thresholds", "runs", "people"}
    assert {name for name in every if f'href="{reverse(name)}"' in header} == menu


def test_the_stock_admin_has_accounts_and_groups_alone() -> None:
    root = User.objects.create_superuser("root")
    client = Client()
    client.force_login(root)
    page = client.get(reverse("admin:index")).text
    assert "/admin/auth/user/" in page
    for other in ("/admin/minne/", "/admin/granskning/", "/admin/axes/"):
        assert other not in page
