"""Runs, thresholds and people, as an administrator sees and changes them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from minne.access import ADMINISTRATORS
from minne.domain.policy import Policy
from minne.domain.screening import Reason
from minne.models import Episode, Event, Fact, Person, PolicyVersion, Run
from minne.services import chores, corrections, people, previews, projection
from minne.services.projection import all_under
from minne.views import runs, thresholds
from minne.words import COUNTS
from tests.minne.pages import account, author, browser, browser_in, episode, heard, person_of, status
from tests.minne.talk import Scripted
from tests.shared import logged_in_once

pytestmark = pytest.mark.django_db


session = logged_in_once("adele", lambda: account("adele", ADMINISTRATORS))


@pytest.fixture
def client(session: str) -> Client:
    return browser_in(session)


@pytest.fixture
def maja() -> Person:
    return person_of("maja")


def plain(html: str) -> str:
    return " ".join(strip_tags(html).split())


def read(client: Client, name: str, *args: object, **query: str) -> str:
    return plain(client.get(reverse(name, args=args), query).text)


# Runs


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "installed", lambda name: Scripted())


def test_before_the_first_run_the_page_says_so(client: Client) -> None:
    page = read(client, "runs")
    assert "Ingen körning än." in page
    assert "inget schema är igång" in page


@pytest.mark.usefixtures("scripted")
def test_running_now_reads_what_waits_and_tells_what_came_of_it(client: Client, maja: Person) -> None:
    episode(maja, "!gillar te", read=False)
    assert "Väntar 1 episod" in read(client, "runs")
    page = plain(client.post(reverse("run_now"), follow=True).text)
    assert "1 episod läst." in page
    assert "1 episod läst 1 omnämnande tillagt 1 faktum ändrat" in page
    assert "från sidan · scripted 1 · 1 person" in page
    assert status(Fact.objects.get()) == "active"


@pytest.mark.usefixtures("scripted")
def test_a_failure_is_told_and_its_episode_waits(client: Client, maja: Person) -> None:
    episode(maja, "boom", read=False)
    page = plain(client.post(reverse("run_now"), follow=True).text)
    assert "Något gick fel" in page
    assert "1 episod kunde inte läsas och väntar kvar (id-maja): the model said boom" in page
    assert "Väntar 1 episod" in page


@pytest.mark.usefixtures("scripted")
def test_one_failure_is_tried_again_alone(client: Client, maja: Person) -> None:
    failed, other = episode(maja, "boom", read=False), episode(maja, "boom boom", read=False)
    client.post(reverse("run_now"))
    run = Run.objects.get()
    assert [f["episodes"] for f in run.failures] == [[failed.external_id], [other.external_id]]
    Episode.objects.filter(pk=failed.pk).update(text="!gillar te")
    address = reverse("retry_failure", args=[run.pk, 0])
    page = plain(client.post(address, follow=True).text)
    assert "1 episod läst." in page
    assert "är läst sedan dess (id-maja)" in page
    assert "väntar kvar (id-maja)" in page
    assert list(Episode.objects.filter(consolidated_at=None)) == [other]
    assert "Det är redan läst." in client.post(address, follow=True).text
    assert client.post(reverse("retry_failure", args=[run.pk, 2])).status_code == 404


def test_what_waits_for_a_paused_memory_is_counted_apart(client: Client, maja: Person) -> None:
    episode(maja, "!gillar te", read=False)
    people.pause(person=maja, now=timezone.now())
    page = read(client, "runs")
    assert "Väntar 0 episoder, och 1 för att minnet är pausat" in page
    assert "Kör nu" not in page


def test_much_is_left_to_the_schedule(client: Client, maja: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "SMALL_WAIT", 1)
    for _ in range(2):
        episode(maja, "!gillar te", read=False)
    assert "Kör nu" not in read(client, "runs")
    assert "Den schemalagda körningen tar det." in client.post(reverse("run_now"), follow=True).text
    assert not Run.objects.exists()


def a_run(**fields: Any) -> Run:
    now = timezone.now()
    return Run.objects.create(
        **{"trigger": "loop", "extractor": "rules", "started_at": now, "finished_at": now, **fields}
    )


def test_the_next_run_is_told_and_an_overdue_one_is_noticed(client: Client) -> None:
    a_run(next_at=timezone.now() + timedelta(minutes=30))
    assert "skulle redan ha varit" not in read(client, "runs")
    a_run(next_at=timezone.now() - timedelta(hours=1))
    assert "skulle redan ha varit" in read(client, "runs")


def test_what_was_refused_is_told_by_reason(client: Client) -> None:
    a_run(counts={"episodes": 5, "refused_question": 3, "refused_novelty": 1})
    assert "Avvisat 3 avvisade: frågor och antaganden 1 refused_novelty" in read(client, "runs")


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_to_refuse_has_words(reason: Reason) -> None:
    assert f"refused_{reason}" in COUNTS


def test_a_run_that_never_ended_says_so(client: Client) -> None:
    a_run(finished_at=None)
    assert "pågår eller avbröts" in read(client, "runs")


# Thresholds


def numbers(**other: Any) -> dict[str, Any]:
    """What the form sends when nothing but `other` was changed."""
    return {
        "min_support": 2,
        "explicit_kinds": ["asked", "stated"],
        "min_confidence": 0.3,
        "half_life_preference": 180,
        "half_life_knowledge": 365,
        "half_life_goal": 90,
        "half_life_temporary": 14,
        "max_facts": 50,
        "initial_confidence": 0.5,
        "asked_confidence": 0.9,
        "support_step": 0.25,
        "based_on": PolicyVersion.objects.current().number,
        "reason": "lugnare listor",
        **other,
    }


def adopt(client: Client, **other: Any) -> Any:
    return client.post(reverse("adopt_thresholds"), numbers(**other), follow=True)


def test_the_form_sends_back_the_numbers_in_force(client: Client) -> None:
    sent = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', client.get(reverse("thresholds")).text))
    expected = {n: str(v).replace(".", ",") for n, v in numbers().items() if isinstance(v, int | float)}
    assert {name: sent[name] for name in expected} == expected


@pytest.mark.parametrize("written", ["0,45", "0.45"])
def test_a_decimal_is_read_with_the_comma_of_the_page_and_with_a_point(client: Client, written: str) -> None:
    adopt(client, min_confidence=written)
    assert PolicyVersion.objects.current().policy.min_confidence == 0.45


def test_half_lives_of_whole_days_are_shown_without_decimals(client: Client) -> None:
    adopt(client, half_life_goal="45")
    page = " ".join(client.get(reverse("thresholds")).text.split())
    assert 'name="half_life_goal" value="45"' in page


def test_a_preview_counts_what_would_be_forgotten_and_changes_nothing(client: Client, maja: Person) -> None:
    fading, firm = heard(maja, "gillar te", 100), heard(maja, "gillar kaffe", 9, 3)
    page = plain(client.get(reverse("thresholds"), numbers(min_confidence=0.45)).text)
    assert "Lägsta konfidens: 0,3 → blir 0,45" in page
    assert "Preferens 1 1 0" in page
    assert "Alla 1 1 0" in page
    assert (status(fading), status(firm)) == ("active", "active")
    assert PolicyVersion.objects.count() == 1


def test_a_preview_counts_what_would_be_admitted(client: Client, maja: Person) -> None:
    heard(maja, "gillar te", kind="inferred")
    page = plain(client.get(reverse("thresholds"), numbers(min_support=1)).text)
    assert "Preferens 0 0 1" in page
    assert "De nya har ingen granskat." in page


def test_the_preview_holds_what_adopting_then_does(client: Client, maja: Person) -> None:
    facts = [heard(maja, f"gillar te nummer {n}", 15 * n + 1) for n in range(8)]
    page = plain(client.get(reverse("thresholds"), numbers(half_life_preference=60)).text)
    found = re.search(r"Alla (\d+) (\d+) (\d+)", page)
    assert found
    kept, forgotten, admitted = (int(number) for number in found.groups())
    assert (kept + forgotten, admitted) == (8, 0)
    assert 0 < forgotten < 8
    adopt(client, half_life_preference=60)
    now = timezone.now()
    assert Fact.objects.filter(pk__in=[f.pk for f in facts]).active(now).count() == kept


def test_a_preview_of_many_people_is_counted_in_pieces(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thresholds, "SECONDS_AT_ONCE", 0)
    monkeypatch.setattr(previews, "PEOPLE_AT_ONCE", 2)
    for n in range(5):
        heard(people.known(f"id-{n}"), "gillar te", 100)
    asked, seen = numbers(min_confidence=0.45), []
    while True:
        html = client.get(reverse("thresholds"), asked, headers={"HX-Request": "true"}).text
        seen += re.findall(r"Alla (\d+) (\d+) (\d+)", plain(html))
        carried = re.search(r'"so_far": "([^"]+)"', html)
        if carried is None:
            break
        asked["so_far"] = carried[1]
    assert seen == [("0", "2", "0"), ("0", "4", "0"), ("0", "5", "0")]


def test_a_count_is_not_carried_over_to_other_numbers(client: Client, maja: Person) -> None:
    heard(maja, "gillar te", 100)
    other = Policy(min_confidence=0.9)
    carried = previews.packed(previews.Preview(timezone.now(), 9, 9, 10**6, {}), other)
    page = read(client, "thresholds", **numbers(min_confidence=0.45), so_far=carried)
    assert "Alla 0 1 0" in page
    assert "Alla 0 1 0" in read(client, "thresholds", **numbers(min_confidence=0.45), so_far="forged")


def test_the_lists_of_many_follow_in_pieces(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "PEOPLE_AT_ONCE", 2)
    for n in range(5):
        heard(people.known(f"id-{n}"), "gillar te", 100)
    assert "3 personers listor ska räknas om" in plain(adopt(client, min_confidence=0.45).text)
    htmx = {"HX-Request": "true"}
    assert "En persons lista" in client.post(reverse("refold_lists"), headers=htmx).text
    assert "Allas listor är omräknade" in client.post(reverse("refold_lists"), headers=htmx).text
    assert all_under(PolicyVersion.objects.current())
    client.post(reverse("restore_thresholds", args=[1]), {"reason": "det blev för tyst"})
    assert projection.people_behind() == 3
    chores.do(timezone.now())
    assert projection.people_behind() == 0


def test_htmx_gets_the_preview_alone(client: Client) -> None:
    html = client.get(reverse("thresholds"), numbers(max_facts=5), headers={"HX-Request": "true"}).text
    assert "Fakta per person, högst" in html
    assert "<html" not in html


def test_a_preview_of_the_numbers_in_force_says_so(client: Client) -> None:
    assert "Det är de tal som gäller nu." in client.get(reverse("thresholds"), numbers()).text


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("number", "why"),
    [
        ({"min_support": 0}, "Måste vara minst 1."),
        ({"max_facts": 0}, "Måste vara minst 1."),
        ({"min_confidence": 1.2}, "Måste vara mellan 0 och 1."),
        ({"support_step": -0.1}, "Måste vara mellan 0 och 1."),
        ({"half_life_goal": 0}, "Måste vara mer än 0."),
        ({"half_life_goal": "snart"}, "Fyll i ett tal."),
        ({"half_life_goal": "nan"}, "Fyll i ett tal."),
        ({"explicit_kinds": ["rumour"]}, "rumour"),
        ({"reason": " "}, "måste fyllas i"),
        ({}, "Du har inte ändrat något."),
        ({"max_facts": 5, "based_on": 0}, "Trösklarna har ändrats sedan du öppnade sidan."),
    ],
)
def test_numbers_that_cannot_be_are_refused_by_their_field(
    client: Client, number: dict[str, Any], why: str
) -> None:
    response = adopt(client, **number)
    assert response.status_code == 422
    assert why in plain(response.text)
    assert PolicyVersion.objects.count() == 1


def test_adopting_makes_a_version_and_every_list_follows(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te", 100)
    page = plain(adopt(client, min_confidence=0.45).text)
    version = PolicyVersion.objects.current()
    assert (version.number, version.policy.min_confidence) == (2, 0.45)
    assert all_under(version)
    fact.refresh_from_db()
    assert fact.active_until is None or fact.active_until < timezone.now()
    assert re.search(
        r"Version 2 gäller nu [^·]+ · adele lugnare listor Lägsta konfidens: 0,3 → blir 0,45", page
    )


def test_going_back_brings_the_numbers_and_the_lists_back(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te", 100)
    before = fact.active_until
    adopt(client, min_confidence=0.45, explicit_kinds=["asked"])
    assert status(fact) != "active"
    client.post(reverse("restore_thresholds", args=[1]), {"reason": "det blev för tyst"})
    version = PolicyVersion.objects.current()
    assert (version.number, version.policy) == (3, PolicyVersion.objects.get(number=1).policy)
    assert status(fact) == "active"
    assert fact.active_until == before


def test_going_back_wants_a_reason(client: Client) -> None:
    adopt(client, max_facts=5)
    response = client.post(reverse("restore_thresholds", args=[1]), {"reason": "  "}, follow=True)
    assert "Skriv varför" in response.text
    assert PolicyVersion.objects.current().number == 2


# People


def test_people_are_listed_with_counts_and_never_with_facts(client: Client, maja: Person) -> None:
    heard(maja, "gillar hemligheter", 3)
    heard(maja, "har glömts", 900)
    for page in (read(client, "people"), read(client, "person", maja.pk)):
        assert "id-maja" in page
        assert "hemligheter" not in page
    assert "id-maja maja 1 inte tillfrågad igång" in read(client, "people")


def test_people_are_found_by_id_name_and_account(client: Client, maja: Person) -> None:
    oskar = person_of("oskar")
    oskar.name = "Oskar Öst"
    oskar.save()
    for wanted in ("öst", "ÖST", "Öst"):
        assert "id-oskar" in read(client, "people", q=wanted)
        assert "id-maja" not in read(client, "people", q=wanted)
    assert "id-maja" in read(client, "people", q="maja")
    assert "Ingen person passar in på det." in read(client, "people", q="sven")


def test_an_account_is_linked_and_then_sees_the_facts(client: Client) -> None:
    person = people.known("id-nils")
    heard(person, "gillar te")
    account("nils")
    assert browser("nils").get(reverse("own_facts")).status_code == 404
    client.post(reverse("link_account", args=[person.pk]), {"account": "nils"})
    assert "gillar te" in browser("nils").get(reverse("own_facts")).text
    client.post(reverse("unlink_account", args=[person.pk]))
    assert browser("nils").get(reverse("own_facts")).status_code == 404
    assert Fact.objects.for_person(person).count() == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [("maja", "hör redan till en annan person"), ("ingen", "inget sådant konto"), ("", "måste fyllas i")],
)
def test_an_account_that_cannot_be_linked_is_refused(
    client: Client, maja: Person, name: str, why: str
) -> None:
    person = people.known("id-nils")
    response = client.post(reverse("link_account", args=[person.pk]), {"account": name})
    assert response.status_code == 422
    assert why in plain(response.text)
    person.refresh_from_db()
    assert person.user is None


def test_a_memory_is_paused_and_started_by_an_administrator(client: Client, maja: Person) -> None:
    client.post(reverse("pause_person", args=[maja.pk]), {"paused": "yes"})
    assert "pausat" in read(client, "people")
    client.post(reverse("pause_person", args=[maja.pk]), {"paused": "no"})
    assert "pausat" not in read(client, "people")


def test_an_administrator_sees_no_repair_and_no_fact_of_others(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar hemligheter")
    corrections.deny(fact=fact, author=author(maja, by=Event.By.REPAIR))
    for name in ("runs", "thresholds", "people"):
        assert "hemligheter" not in read(client, name)
