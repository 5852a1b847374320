"""*Mina fakta*: what it tells, each press, and each press taken back."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from minne.models import Event, Fact, ImportedFact, Person, PolicyVersion
from minne.services import corrections
from minne.services.imports import import_records
from minne.services.projection import refold
from minne.templatetags.days import day
from tests.minne.pages import author, browser_in, episode, heard, last_batch, person_of, status
from tests.minne.talk import said
from tests.shared import logged_in_once

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


session = logged_in_once("maja", lambda: person_of("maja"))


@pytest.fixture
def maja(session: str) -> Person:
    return Person.objects.get(user__username="maja")


@pytest.fixture
def client(session: str) -> Client:
    return browser_in(session)


def plain(html: str) -> str:
    return " ".join(strip_tags(html).split())


def read(client: Client, **query: str) -> str:
    """The page as words."""
    return plain(client.get(reverse("own_facts"), query).text)


def row(client: Client, fact: Fact) -> str:
    """One fact's row as words."""
    found = re.search(
        f'<article[^>]*id="fact-{fact.pk}".*?</article>', client.get(reverse("own_facts")).text, re.S
    )
    assert found, f"{fact} is not on the page"
    return plain(found.group())


def press(client: Client, fact: Fact, answer: str, **headers: Any) -> Any:
    return client.post(reverse("answer_fact", args=[fact.pk]), {"answer": answer}, **headers)


def rewrite(client: Client, fact: Fact, text: str, **headers: Any) -> Any:
    return client.post(reverse("rewrite_fact", args=[fact.pk]), {"text": text}, **headers)


def take_back(client: Client, maja: Person, **headers: Any) -> Any:
    return client.post(reverse("undo", args=[last_batch(maja)]), **headers)


def ago(days: float) -> str:
    return day(timezone.now() - timedelta(days=days))


# What it tells


def test_facts_stand_under_their_type_most_certain_first(client: Client, maja: Person) -> None:
    heard(maja, "gillar te", 3)
    heard(maja, "gillar kaffe", 9, 3)
    heard(maja, "kan linjär algebra", type="knowledge")
    page = read(client)
    places = [
        page.index(w) for w in ("Så vill du ha det", "gillar kaffe", "gillar te", "Om dig", "kan linjär")
    ]
    assert places == sorted(places)


@pytest.mark.one_database
def test_a_fact_tells_how_often_and_when_it_was_said(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te", 40, 20, 4, quote="Te, tack!")
    assert f"Sagt vid 3 tillfällen, senast {ago(4)}" in row(client, fact)
    assert "Te, tack!" in row(client, fact)


def test_a_fact_said_once_says_so(client: Client, maja: Person) -> None:
    assert f"Sagt vid ett tillfälle, {ago(4)}" in row(client, heard(maja, "gillar te", 4))


def test_what_was_only_deduced_does_not_say_that_it_was_said(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te", 9, 4, kind="inferred")
    assert f"Tolkat ur det du skrivit vid 2 tillfällen, senast {ago(4)}" in row(client, fact)


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("days", "words"),
    [((9, 6, 3), "mycket säkert"), ((3,), "ganska säkert"), ((100,), "osäkert")],
)
def test_how_sure_is_told_in_words(client: Client, maja: Person, days: tuple[float, ...], words: str) -> None:
    assert words in row(client, heard(maja, "gillar te", *days))


def test_how_sure_is_told_as_a_number_too(client: Client, maja: Person) -> None:
    assert "(50 procent)" in row(client, heard(maja, "gillar te", 0.01))


def test_a_fact_tells_when_it_fades_unless_said_again(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te", 4)
    assert fact.fades_at
    assert f"Glöms den {day(fact.fades_at)} om det inte sägs igen." in row(client, fact)


def test_a_fact_with_an_end_tells_its_last_day(client: Client, maja: Person) -> None:
    last = timezone.localdate() + timedelta(days=9)
    fact = heard(maja, "pluggar till tentan", type="goal", valid_until=last)
    assert f"Gäller till och med den {day(last)}." in row(client, fact)
    assert "Glöms" not in row(client, fact)


def test_a_fact_that_fades_before_its_end_tells_when_it_fades(client: Client, maja: Person) -> None:
    last = timezone.localdate() + timedelta(days=900)
    fact = heard(maja, "pluggar till läkare", type="goal", valid_until=last)
    assert "Glöms den" in row(client, fact)


@pytest.mark.one_database
def test_what_is_on_its_way_in_tells_how_far(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar sill", kind="inferred")
    assert "1 av 2 tillfällen" in row(client, fact)
    assert "På väg in 1" in read(client)


def test_what_has_faded_or_expired_is_folded_away(client: Client, maja: Person) -> None:
    faded = heard(maja, "gillar te", 400)
    gone = heard(maja, "pluggar", 20, type="goal", valid_until=timezone.localdate() - timedelta(days=2))
    assert "efter trösklarna som gäller: det har inte sagts igen." in row(client, faded)
    assert "Gällde till och med den" in row(client, gone)
    assert "Här är tomt än så länge." in read(client)


def test_what_does_not_fit_is_folded_away(client: Client, maja: Person) -> None:
    version = PolicyVersion.objects.current()
    version.values |= {"max_facts": 1}
    version.save()
    heard(maja, "gillar te", 5, 2)
    outside = heard(maja, "gillar kaffe", 3)
    assert "Får inte plats 1" in read(client)
    assert "ganska säkert" in row(client, outside)


def test_what_a_later_statement_replaced_says_so(client: Client, maja: Person) -> None:
    old = heard(maja, "bor i Umeå", 30, type="knowledge")
    heard(maja, "bor i Lund", 3, type="knowledge")
    assert "Ersatt av något som du sagt senare." in row(client, old)


def test_what_came_from_another_memory_stands_beside_the_list(client: Client, maja: Person) -> None:
    told = {"person": maja, "tool": "mem0", "type": "preference", "imported_at": timezone.now()}
    ImportedFact.objects.create(**told, external_id="1", text="gillar vandring", state="current")
    ImportedFact.objects.create(**told, external_id="2", text="gillade skidor", state="superseded")
    page = read(client)
    assert re.search(r"Från andra minnen 1 .* gillar vandring mem0", page)
    assert "skidor" not in page
    assert "vandring" not in read(client, q="te")


def test_search_finds_words_of_the_fact_and_of_the_quote(client: Client, maja: Person) -> None:
    heard(maja, "gillar te", quote="En kopp Earl Grey")
    heard(maja, "gillar kaffe")
    assert "gillar kaffe" not in read(client, q="earl GREY")
    assert "gillar te" in read(client, q="earl GREY")
    assert "Inget i listan har de orden." in read(client, q="sill")


def test_the_page_costs_the_same_for_many_facts(
    client: Client, maja: Person, django_assert_max_num_queries: Any
) -> None:
    for n in range(25):
        heard(maja, f"gillar te nummer {n}", 9, 3)
    with django_assert_max_num_queries(13):
        client.get(reverse("own_facts"))


# Each press, and each press taken back


@pytest.mark.parametrize(
    ("answer", "then"), [("correct", "active"), ("incorrect", "denied"), ("outdated", "ended")]
)
def test_each_answer_does_what_it_says_and_is_undone(
    client: Client, maja: Person, answer: str, then: str
) -> None:
    fact = heard(maja, "gillar te", 30)
    before = fact.confidence
    response = press(client, fact, answer)
    assert response.headers["Location"] == reverse("own_facts")
    assert status(fact) == then
    assert "Ångra" in read(client)
    take_back(client, maja)
    assert status(fact) == "active"
    assert fact.confidence == before


def test_a_confirmed_fact_is_very_sure_and_says_who_confirmed_it(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te", 90)
    press(client, fact, "correct")
    assert "mycket säkert" in row(client, fact)
    assert f"Du bekräftade det den {ago(0)}." in row(client, fact)


def test_an_unknown_answer_changes_nothing(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te")
    assert press(client, fact, "perhaps").status_code == 400
    assert not Event.objects.for_person(maja).by_hand().exists()


def test_without_javascript_the_answer_comes_as_a_message_with_a_way_back(
    client: Client, maja: Person
) -> None:
    fact = heard(maja, "gillar te")
    page = client.post(reverse("answer_fact", args=[fact.pk]), {"answer": "incorrect"}, follow=True).text
    assert "Struket." in page
    assert f'action="{reverse("undo", args=[last_batch(maja)])}"' in page


def test_htmx_gets_the_row_as_it_now_is_and_a_status_to_read_out(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te")
    html = press(client, fact, "incorrect", headers=HTMX).text
    assert html.count("<article") == 1
    assert "Du sa den" in plain(html)
    assert '<div id="status" hx-swap-oob="innerHTML">' in html
    assert reverse("undo", args=[last_batch(maja)]) in html
    assert "<html" not in html


def test_htmx_gets_the_rows_beside_it_that_the_press_changed(client: Client, maja: Person) -> None:
    old = heard(maja, "bor i Umeå", 30, type="knowledge")
    new = heard(maja, "bor i Lund", 3, type="knowledge")
    html = press(client, old, "correct", headers=HTMX).text
    assert f'id="fact-{old.pk}"' in html
    assert re.search(f'id="fact-{new.pk}"[^>]*hx-swap-oob="true"', html)
    assert (status(old), status(new)) == ("active", "ended")


def test_htmx_undo_gives_the_row_back(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te")
    press(client, fact, "incorrect", headers=HTMX)
    html = take_back(client, maja, headers=HTMX).text
    assert "ganska säkert" in plain(html)
    assert "Ångrat." in plain(html)


def test_the_same_statement_in_other_words_is_the_same_fact(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te")
    rewrite(client, fact, "Gillar te.")
    assert row(client, fact).startswith("Gillar te.")
    take_back(client, maja)
    assert row(client, fact).startswith("gillar te")


def test_another_statement_takes_the_first_ones_place_in_one_press(client: Client, maja: Person) -> None:
    fact = heard(maja, "bor i Umeå", type="knowledge")
    response = rewrite(client, fact, "bor i Lund", headers=HTMX)
    assert response.headers["HX-Refresh"] == "true"
    new = Fact.objects.for_person(maja).get(text="bor i Lund")
    assert (status(fact), status(new)) == ("denied", "active")
    take_back(client, maja)
    assert status(fact) == "active"
    assert status(new) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [("   ", "Skriv något först."), ("x" * 301, "högst 300 tecken"), ("te\0", "går att spara")],
)
def test_a_correction_that_cannot_be_says_why(client: Client, maja: Person, text: str, why: str) -> None:
    fact = heard(maja, "gillar te")
    assert why in plain(rewrite(client, fact, text, headers=HTMX).text)
    rewrite(client, fact, text)
    assert why in read(client)
    assert not Event.objects.for_person(maja).by_hand().exists()


@pytest.mark.one_database
def test_what_is_only_confirmed_does_not_say_that_it_was_written_in(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te", 4000)
    corrections.confirm(fact=fact, author=author(maja))
    assert f"Du bekräftade det den {ago(0)}. Det du sa innan räknas inte längre." in row(client, fact)
    assert "skrev in" not in row(client, fact)


def add(client: Client, text: str) -> str:
    data = {"text": text, "type": "knowledge"}
    return plain(client.post(reverse("add_fact"), data, follow=True).text)


def test_an_addition_names_what_it_takes_the_place_of(client: Client, maja: Person) -> None:
    assert "Tillagt." in add(client, "Bor i Kiruna")
    assert "Tillagt, i stället för «Bor i Kiruna»." in add(client, "Bor i Boden")
    assert "Tillagt." in add(client, "Gillar te")


def test_what_is_added_again_was_there_already(client: Client, maja: Person) -> None:
    heard(maja, "Gillar te", 3)
    assert "Det stod redan i listan." in add(client, "Gillar te")


def test_a_person_adds_a_fact_with_its_last_day_and_takes_it_back(client: Client, maja: Person) -> None:
    last = timezone.localdate() + timedelta(days=30)
    data = {"text": "ska till Rom", "type": "goal", "valid_until": last.isoformat()}
    assert client.post(reverse("add_fact"), data).status_code == 302
    fact = Fact.objects.for_person(maja).get()
    assert f"Du skrev in det själv den {ago(0)}." in row(client, fact)
    assert f"Gäller till och med den {day(last)}." in row(client, fact)
    assert "mycket säkert" in row(client, fact)
    take_back(client, maja)
    assert status(fact) == ""


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("text", "", "måste fyllas i."),
        ("text", "x" * 301, "301"),
        ("text", "te\0", "Null-tecken"),
        ("type", "rumour", "rumour"),
        ("valid_until", "2001-01-01", "Den dagen har redan varit."),
        ("valid_until", "snart", "giltigt datum"),
    ],
)
def test_what_cannot_be_added_is_shown_again_with_the_reason(
    client: Client, maja: Person, field: str, value: str, why: str
) -> None:
    data = {"text": "gillar te", "type": "preference", "valid_until": ""} | {field: value}
    response = client.post(reverse("add_fact"), data)
    assert response.status_code == 422
    assert f'role="search" method="get" action="{reverse("own_facts")}"' in " ".join(response.text.split())
    assert why in plain(response.text)
    assert not Fact.objects.exists()


def test_a_denied_fact_said_again_later_says_why_it_is_back(client: Client, maja: Person) -> None:
    fact = heard(maja, "cyklar till jobbet", 40)
    corrections.deny(fact=fact, author=author(maja, days_ago=20))
    heard(maja, "cyklar till jobbet", 5)
    assert status(fact) == "active"
    told = f"Du sa den {ago(20)} att det inte stämmer. Sedan sa du det igen den {ago(5)}"
    assert told in row(client, fact)


def test_a_fact_that_never_left_does_not_say_that_it_is_back(client: Client, maja: Person) -> None:
    assert "tillbaka" not in row(client, heard(maja, "cyklar till jobbet", 40, 5))


# History


def test_the_history_tells_what_when_and_by_whom(client: Client, maja: Person) -> None:
    fact = heard(maja, "bor i Umeå", type="knowledge")
    rewrite(client, fact, "bor i Lund")
    struck = heard(maja, "gillar te", 8)
    corrections.deny(fact=struck, author=author(maja, by=Event.By.REPAIR, days_ago=3))
    page = plain(client.get(reverse("own_history")).text)
    assert re.search(r"· du Rättat bor i Umeå → blev bor i Lund", page)
    assert re.search(rf"{ago(3)} \d\d:\d\d · en granskning Struket gillar te", page)


def test_an_undone_press_stays_in_the_history_as_undone(client: Client, maja: Person) -> None:
    press(client, heard(maja, "gillar te"), "incorrect")
    response = client.post(reverse("undo", args=[last_batch(maja)]), {"from": "history"}, follow=True)
    assert response.redirect_chain[-1][0] == reverse("own_history")
    page = plain(response.text)
    assert f"Ångrat den {ago(0)}" in page
    assert "Ångra:" not in page


def test_undoing_twice_says_that_it_is_undone_already(client: Client, maja: Person) -> None:
    press(client, heard(maja, "gillar te"), "incorrect")
    take_back(client, maja)
    response = client.post(reverse("undo", args=[last_batch(maja)]), follow=True)
    assert "Det är redan ångrat." in response.text


@pytest.mark.parametrize("answer", ["correct", "incorrect", "outdated"])
def test_the_same_press_twice_is_one_and_is_undone_as_one(client: Client, maja: Person, answer: str) -> None:
    fact = heard(maja, "gillar te", 3)
    for _twice in range(2):
        client.post(reverse("answer_fact", args=[fact.pk]), {"answer": answer})
        client.post(reverse("add_fact"), {"text": "dricker saft", "type": "preference"})
    assert corrections.batches(maja).count() == 2
    client.post(reverse("undo", args=[Event.objects.get(fact=fact, source=None).batch]))
    assert status(fact) == "active"


def test_what_is_confirmed_anew_another_day_counts_anew(maja: Person) -> None:
    fact = heard(maja, "gillar te", 30)
    for days_ago in (20, 1):
        corrections.confirm(fact=fact, author=author(maja, days_ago=days_ago))
    assert corrections.batches(maja).count() == 2


def test_the_job_is_not_in_the_history(client: Client, maja: Person) -> None:
    heard(maja, "gillar te")
    assert "Inget har ändrats för hand än." in client.get(reverse("own_history")).text


def test_a_long_history_comes_in_pages(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te")
    for days_ago in range(51):
        corrections.confirm(fact=fact, author=author(maja, days_ago=51 - days_ago))
    assert client.get(reverse("own_history")).text.count('<li class="fact') == 50
    assert client.get(reverse("own_history"), {"sida": "2"}).text.count('<li class="fact') == 1


# Repairs


@pytest.mark.parametrize(("repair", "word"), [("deny", "ströks"), ("end", "markerades som inaktuellt")])
def test_a_repair_is_told_and_can_be_undone(client: Client, maja: Person, repair: str, word: str) -> None:
    fact = heard(maja, "gillar te", 9)
    getattr(corrections, repair)(fact=fact, author=author(maja, by=Event.By.REPAIR, days_ago=2))
    assert f"gillar te {word} {ago(2)}" in read(client)
    take_back(client, maja)
    assert status(fact) == "active"
    assert "En granskning har ändrat" not in read(client)


def test_a_repair_that_the_person_agrees_with_is_told_no_more(client: Client, maja: Person) -> None:
    fact = heard(maja, "gillar te", 9)
    corrections.deny(fact=fact, author=author(maja, by=Event.By.REPAIR, days_ago=2))
    press(client, fact, "incorrect")
    assert status(fact) == "denied"
    assert "En granskning har ändrat" not in read(client)


def test_an_old_repair_is_told_no_more(client: Client, maja: Person) -> None:
    corrections.deny(fact=heard(maja, "gillar te", 60), author=author(maja, by=Event.By.REPAIR, days_ago=31))
    assert "En granskning har ändrat" not in read(client)


# Deciding


def test_pausing_refuses_what_comes_and_starting_again_takes_it(client: Client, maja: Person) -> None:
    client.post(reverse("pause_memory"), {"paused": "yes"})
    assert f"Minnet är pausat sedan den {ago(0)}." in read(client)
    message = said("Jag gillar te", person=maja.external_id)
    assert import_records([message], now=timezone.now()).errors[0].code == "paused"
    client.post(reverse("pause_memory"), {"paused": "no"})
    assert "Minnet är pausat" not in read(client)
    assert import_records([message], now=timezone.now()).imported == 1


@pytest.mark.parametrize(("said_", "kept"), [("yes", True), ("no", False)])
def test_the_question_of_review_is_answered_and_can_be_changed(
    client: Client, maja: Person, said_: str, kept: bool
) -> None:
    assert "Får en människa kontrollera minnet?" in read(client)
    client.post(reverse("agree_to_review"), {"agrees": said_})
    maja.refresh_from_db()
    assert maja.agreed_to_review is kept
    assert maja.agreed_at
    assert "Får en människa kontrollera minnet?" not in read(client)
    client.post(reverse("agree_to_review"), {"agrees": "no" if said_ == "yes" else "yes"})
    maja.refresh_from_db()
    assert maja.agreed_to_review is not kept


def test_no_answer_to_the_question_of_review_is_no_answer(client: Client, maja: Person) -> None:
    assert client.post(reverse("agree_to_review"), {}).status_code == 400
    maja.refresh_from_db()
    assert maja.agreed_to_review is None


def test_another_persons_facts_are_not_on_the_page(client: Client, maja: Person) -> None:
    heard(person_of("oskar"), "gillar hemligheter")
    heard(maja, "gillar te")
    assert "hemligheter" not in read(client)
    assert "hemligheter" not in read(client, q="hemligheter").replace('"hemligheter"', "")


def test_the_page_leads_to_the_history_and_to_going_through_the_list(client: Client, maja: Person) -> None:
    page = client.get(reverse("own_facts")).text
    for name in ("own_history", "own_round"):
        assert f'href="{reverse(name)}"' in page
        assert client.get(reverse(name)).status_code == 200


def test_an_empty_memory_says_how_it_fills(client: Client, maja: Person) -> None:
    episode(maja, "hej", read=False)
    refold(person=maja)
    assert "Här är tomt än så länge." in read(client)
