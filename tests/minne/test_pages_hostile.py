"""What people, models and files may write is shown as text, on every page that shows it."""

from __future__ import annotations

import html
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from minne.access import ADMINISTRATORS
from minne.models import Event, ImportedFact, Person, PolicyVersion, Run
from minne.services import corrections, people, policies
from tests.minne.pages import account, author, browser, browser_in, heard, person_of, session
from tests.shared import made_once

pytestmark = pytest.mark.django_db

HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)> \' hx-get="/x" hx-trigger="load',
    "{{7*7}} {% load log %} ${7*7} <%= 7*7 %>",
    "\u202egnorw\u202c tåg",
    "🦩👩‍👩‍👧 ﷽ z̸̢͎a̷l̵g̶o",
]


class Elements(HTMLParser):
    """Every element of a page with its attributes, and all of its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def assert_shown_as_text(page: str, text: str) -> None:
    found = Elements(page)
    assert text in found.text
    for tag, attributes in found.elements:
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        for name, value in attributes.items():
            if name.startswith("hx-") or name in {"href", "src", "action", "id"}:
                assert text not in html.unescape(value or ""), (tag, name)
    assert [a.get("src") for t, a in found.elements if t == "img" and a.get("src") == "x"] == []
    assert [t for t, _ in found.elements if t == "script"] == ["script"] * page.count("defer></script>")


@pytest.fixture(scope="module", autouse=True)
def sessions(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    with made_once(django_db_blocker):
        person_of("maja")
        account("adele", ADMINISTRATORS)
        yield {name: session(name) for name in ("maja", "adele")}


@pytest.fixture
def maja() -> Person:
    return Person.objects.get(external_id="id-maja")


@pytest.fixture
def own(sessions: dict[str, str]) -> Client:
    return browser_in(sessions["maja"])


@pytest.fixture
def admin(sessions: dict[str, str]) -> Client:
    return browser_in(sessions["adele"])


@pytest.mark.one_database
def test_in_facts_and_quotes(own: Client, maja: Person) -> None:
    facts = {text: heard(maja, f"gillar {text}", 9, quote=f"Jag gillar {text}") for text in HOSTILE}
    page = own.get(reverse("own_facts")).text
    for text, fact in facts.items():
        assert_shown_as_text(page, f"gillar {text}")
        assert_shown_as_text(page, f"Jag gillar {text}")
        pressed = own.post(
            reverse("answer_fact", args=[fact.pk]), {"answer": "incorrect"}, headers={"HX-Request": "true"}
        )
        assert_shown_as_text(pressed.text, f"gillar {text}")
        assert text not in str(pressed.headers)
    history = own.get(reverse("own_history")).text
    for text in HOSTILE:
        assert_shown_as_text(history, f"gillar {text}")


@pytest.mark.one_database
def test_in_what_a_repair_has_changed(own: Client, maja: Person) -> None:
    for text in HOSTILE:
        fact = heard(maja, text, 9)
        corrections.end(fact=fact, author=author(maja, by=Event.By.REPAIR, days_ago=1))
    page = own.get(reverse("own_facts")).text
    for text in HOSTILE:
        assert_shown_as_text(page, text)


@pytest.mark.one_database
def test_in_what_a_person_adds_and_rewrites(own: Client, maja: Person) -> None:
    for number, text in enumerate(HOSTILE):
        own.post(reverse("add_fact"), {"text": text, "type": "knowledge"})
        fact = heard(maja, f"gillar te nummer {number}")
        own.post(reverse("rewrite_fact", args=[fact.pk]), {"text": f"nu {text}"})
    page, history = own.get(reverse("own_facts")).text, own.get(reverse("own_history")).text
    for text in HOSTILE:
        assert_shown_as_text(page, " ".join(text.split()))
        assert_shown_as_text(history, f"nu {text}")


def noted_elsewhere(person: Person) -> list[ImportedFact]:
    told = {"person": person, "type": "preference", "state": "current", "imported_at": timezone.now()}
    return [
        ImportedFact.objects.create(**told, external_id="1", text=text, tool=f"by {text}"[:50])
        for text in HOSTILE
    ]


@pytest.mark.one_database
def test_in_facts_of_other_memories(own: Client, maja: Person) -> None:
    noted_elsewhere(maja)
    page = own.get(reverse("own_facts")).text
    for text in HOSTILE:
        assert_shown_as_text(page, text)


@pytest.mark.one_database
@pytest.mark.parametrize("text", HOSTILE)
def test_in_a_search(own: Client, admin: Client, text: str) -> None:
    for client, name in ((own, "own_facts"), (admin, "people")):
        values = [a.get("value") for _t, a in Elements(client.get(reverse(name), {"q": text}).text).elements]
        assert text in values


@pytest.mark.one_database
def test_in_names_and_ids_of_people(admin: Client) -> None:
    for number, text in enumerate(HOSTILE):
        user = account(f"nils{number}")
        user.username = f"n{text}"
        user.save()
        person = Person.objects.create(external_id=f"id{text}", name=f"Nils {text}", user=user)
        assert_shown_as_text(browser(user.username).get(reverse("own_facts")).text, f"n{text}")
        assert_names(admin.get(reverse("person", args=[person.pk])).text, text)
    everyone = admin.get(reverse("people")).text
    for text in HOSTILE:
        assert_names(everyone, text)


def assert_names(page: str, text: str) -> None:
    for shown in (f"id{text}", f"Nils {text}", f"n{text}"):
        assert_shown_as_text(page, shown)


@pytest.mark.one_database
def test_in_ids_that_are_made_one(admin: Client, maja: Person) -> None:
    address = reverse("unite_person", args=[maja.pk])
    for text in HOSTILE:
        other = people.known(f"id{text}")
        assert_shown_as_text(admin.get(address, {"other": other.external_id}).text, other.external_id)
        admin.post(address, {"other": other.external_id, "understood": "on"})
    page = admin.get(reverse("person", args=[maja.pk])).text
    for text in HOSTILE:
        assert_shown_as_text(page, f"id{text}")


@pytest.mark.one_database
def test_in_the_history_of_other_memories_facts(own: Client, maja: Person) -> None:
    noted = noted_elsewhere(maja)
    for fact in noted:
        own.post(reverse("answer_imported", args=[fact.pk]), {"answer": "incorrect"})
    page = own.get(reverse("own_history")).text
    for fact in noted:
        assert_shown_as_text(page, fact.text)
        assert_shown_as_text(page, fact.tool)


@pytest.mark.one_database
def test_in_failures_of_a_run(admin: Client) -> None:
    for text in HOSTILE:
        failure = {"person": f"id{text}", "episodes": [], "count": 1, "error": f"bad {text}"}
        now = timezone.now()
        Run.objects.create(
            trigger="loop",
            extractor="rules",
            started_at=now,
            finished_at=now,
            counts={text: 3},
            failures=[failure],
        )
    page = admin.get(reverse("runs")).text
    for text in HOSTILE:
        assert_shown_as_text(page, f"id{text}")
        assert_shown_as_text(page, f"bad {text}")


@pytest.mark.one_database
def test_in_the_reason_for_a_threshold(admin: Client) -> None:
    for text in HOSTILE:
        policies.adopt(policy=PolicyVersion.objects.current().policy, reason=text, by=None)
    page = admin.get(reverse("thresholds")).text
    for text in HOSTILE:
        assert_shown_as_text(page, text)


@pytest.mark.parametrize("text", ["x" * 1_000_000, "nul\0byte"])
def test_what_cannot_be_kept_is_refused_by_name(own: Client, maja: Person, text: str) -> None:
    fact = heard(maja, "gillar te")
    assert own.post(reverse("add_fact"), {"text": text, "type": "goal"}).status_code == 422
    response = own.post(reverse("rewrite_fact", args=[fact.pk]), {"text": text}, follow=True)
    assert "notice-warn" in response.text
    fact.refresh_from_db()
    assert fact.text == "gillar te"


def test_a_nul_in_a_search_or_a_reason_is_no_error(own: Client, admin: Client) -> None:
    assert own.get(reverse("own_facts"), {"q": "a\0b"}).status_code == 200
    assert admin.get(reverse("people"), {"q": "a\0b"}).status_code == 200
    reason = {"reason": "a\0b"}
    assert admin.post(reverse("restore_thresholds", args=[1]), reason).status_code in {302, 404}


@pytest.mark.one_database
def test_pages_have_no_inline_script_or_style(own: Client, admin: Client, maja: Person) -> None:
    heard(maja, "gillar te")
    pages = [own.get(reverse("own_facts")), own.get(reverse("own_history"))]
    pages += [admin.get(reverse(name)) for name in ("runs", "thresholds", "people")]
    for response in [*pages, Client().get(reverse("login"))]:
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        for tag, attributes in Elements(response.text).elements:
            assert tag != "style"
            assert "style" not in attributes
            assert tag != "script" or attributes.get("src")
