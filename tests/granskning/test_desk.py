from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from granskning.models import Item, Look, Round, Verdict
from granskning.services import rounds
from tests.granskning.making import administrator, fact, facts, person, sample, turn
from tests.granskning.six import a_round, reviewer, six
from tests.minne.pages import logged_in
from tests.shared import told_once

pytestmark = pytest.mark.django_db
story = told_once(six)

HTMX = {"HX-Request": "true"}


def open_round(**more: Any) -> Round:
    return a_round(now=timezone.now(), **more)


def press(client: Client, drawn: Round, item: Item, value: str, version: int = 0, **more: Any) -> Any:
    data = {"item": item.pk, "version": version, "value": value, **more}
    return client.post(f"/granska/{drawn.pk}/svar/", data, headers=HTMX)


def shown_item(html: str) -> int:
    found = re.search(r'data-item="(\d+)"', html)
    assert found
    return int(found.group(1))


@pytest.mark.usefixtures("nobody")
def test_the_desk_shows_one_fact_with_its_evidence_and_a_key_in_each_button() -> None:
    elin = person()
    fact(
        elin,
        "Dricker kaffe",
        said="dricker kaffe",
        source=turn(elin, "Hej! Jag dricker kaffe varje dag. Tack!"),
    )
    turn(elin, "Slutade med kaffe i mars", at=timezone.now() - timedelta(days=1))
    drawn = rounds.start_round(user=None, n=1, now=timezone.now())
    html = logged_in(reviewer()).get(f"/granska/{drawn.pk}/").content.decode()
    assert 'dir="auto">Dricker kaffe</h1>' in html
    assert "<span>Jag <mark>dricker kaffe</mark> varje dag.</span>" in html
    assert "Slutade med kaffe i mars" in html
    assert "Person 1" in html
    assert not re.search(r"\belin\b", html)
    for key in "1230":
        assert f'<kbd aria-hidden="true">{key}</kbd>' in html
        assert f'aria-keyshortcuts="{key}"' in html


@pytest.mark.one_database
def test_the_desk_says_nothing_of_confidence() -> None:
    drawn = open_round()
    Item.objects.update(confidence=0.4321)
    html = logged_in(reviewer()).get(f"/granska/{drawn.pk}/").content.decode()
    assert not any(share in html for share in ("0.43", "0,43", "43 %", "43\u00a0%", "43%"))


def test_answering_without_a_script_goes_on_to_the_next_fact() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    first = sample(drawn)[0]
    data = {"item": first.pk, "version": 0, "value": "outdated", "note": "Flyttade i maj"}
    response = client.post(f"/granska/{drawn.pk}/svar/", data, follow=True)
    assert response.redirect_chain == [(f"/granska/{drawn.pk}/", 302)]
    assert shown_item(response.content.decode()) == sample(drawn)[1].pk
    verdict = Verdict.objects.get()
    assert (verdict.value, verdict.note) == ("outdated", "Flyttade i maj")


def test_a_pasted_null_character_costs_neither_the_answer_nor_the_note() -> None:
    drawn, client = open_round(n=2), logged_in(reviewer())
    assert press(client, drawn, sample(drawn)[0], "correct", note="Sant\0.").status_code == 200
    assert Verdict.objects.get().note == "Sant."


def test_the_answer_brings_the_item_after_next_and_logs_the_one_on_screen() -> None:
    drawn, rut = open_round(n=4), reviewer()
    client = logged_in(rut)
    client.get(f"/granska/{drawn.pk}/")
    one, two, three, _ = sample(drawn)
    html = press(client, drawn, one, "correct", showing=two.pk).content.decode()
    assert 'data-piece="current"' not in html
    assert shown_item(html) == three.pk
    assert "Sparat: stämmer. 3 kvar." in html
    assert list(Look.objects.order_by("pk").values_list("item__order", flat=True)) == [1, 2]


def test_leaving_after_an_answer_frees_what_the_answer_brought() -> None:
    drawn, client = open_round(n=4), logged_in(reviewer())
    client.get(f"/granska/{drawn.pk}/")
    one, two, *_ = sample(drawn)
    html = press(client, drawn, one, "correct", showing=two.pk).content.decode()
    until = re.search(r'data-until="([^"]+)"', html)
    assert until
    client.post(f"/granska/{drawn.pk}/slapp/", {"until": until.group(1)})
    assert not Item.objects.filter(leased_to__isnull=False).exists()


def test_an_answer_with_the_wrong_item_on_screen_is_told_the_right_one() -> None:
    drawn, client = open_round(n=4), logged_in(reviewer())
    client.get(f"/granska/{drawn.pk}/")
    one, two, _, four = sample(drawn)
    html = press(client, drawn, one, "correct", showing=four.pk).content.decode()
    assert 'data-piece="current"' in html
    assert shown_item(html) == two.pk


def test_a_press_sent_twice_is_one_answer_and_moves_one_item() -> None:
    drawn, client = open_round(n=4), logged_in(reviewer())
    one, two, *_ = sample(drawn)
    answers = [press(client, drawn, one, "correct", showing=two.pk).content.decode() for _ in range(2)]
    assert Verdict.objects.count() == 1
    assert shown_item(answers[0]) == shown_item(answers[1])


def test_an_old_state_gets_409_with_a_message_and_the_right_fact() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    one, two, _ = sample(drawn)
    press(client, drawn, one, "correct")
    response = press(client, drawn, one, "incorrect")
    html = response.content.decode()
    assert response.status_code == 409
    assert "Du har redan svarat «stämmer»" in html
    assert shown_item(html) == two.pk
    assert Verdict.objects.get().value == "correct"


def test_the_last_item_sent_again_leaves_the_answer_and_says_that_all_are_answered() -> None:
    drawn, client = open_round(n=1), logged_in(reviewer())
    last = sample(drawn)[0]
    assert "Alla fakta är besvarade" in press(client, drawn, last, "correct").content.decode()
    again = press(client, drawn, last, "incorrect")
    assert again.status_code == 409
    assert again["X-Desk"] == "refused"
    assert Verdict.objects.get().value == "correct"
    assert "Alla fakta är besvarade" in client.get(f"/granska/{drawn.pk}/").content.decode()


def test_a_complete_round_shows_no_figure_until_one_of_its_reviewers_closes_it() -> None:
    drawn, rut, siv = open_round(n=2), logged_in(reviewer()), logged_in(reviewer("siv"))
    for item in sample(drawn):
        press(rut, drawn, item, "correct")
    page = rut.get(f"/granska/{drawn.pk}/").content.decode()
    assert "Stäng omgången och visa resultatet" in page
    assert "Ångra det senaste" in page
    for client in (rut, siv, logged_in(administrator())):
        assert "av 2 stämde" not in client.get(f"/granskning/{drawn.pk}/").content.decode()
    assert "Stäng omgången och visa" not in siv.get(f"/granska/{drawn.pk}/").content.decode()
    assert siv.post(f"/granska/{drawn.pk}/stang/").status_code == 409
    response = rut.post(f"/granska/{drawn.pk}/stang/", follow=True)
    assert "2 av 2 stämde" in response.content.decode()
    assert "2 av 2 stämde" in siv.get(f"/granska/{drawn.pk}/").content.decode()
    refused = press(rut, drawn, sample(drawn)[0], "incorrect", version=1)
    assert (refused.status_code, refused["X-Desk"]) == (403, "refused")


def test_a_round_with_an_answer_to_come_is_not_closed_from_the_desk() -> None:
    drawn, client = open_round(n=2), logged_in(administrator())
    press(client, drawn, sample(drawn)[0], "correct")
    assert client.post(f"/granska/{drawn.pk}/stang/").status_code == 409
    assert Round.objects.open().exists()


@pytest.mark.parametrize(
    "address", ["/granska/{}/", "/granskning/{}/", "/granska/{}/mina/", "/granskning/", "/forslag/"]
)
def test_whoever_asks_about_a_round_whose_time_has_gone_finds_it_closed(address: str) -> None:
    drawn = open_round(n=1)
    press(logged_in(reviewer()), drawn, sample(drawn)[0], "correct")
    Round.objects.update(completed_at=timezone.now() - timedelta(minutes=6))
    logged_in(administrator()).get(address.format(drawn.pk))
    assert Round.objects.closed().exists()


def test_how_often_two_agreed_is_told_when_every_answer_is_in_and_not_before() -> None:
    drawn, rut, siv = open_round(n=2, reviewers=2), logged_in(reviewer()), logged_in(reviewer("siv"))
    one, two = sample(drawn)
    told = "Ni svarade lika på"
    for item in (one, two):
        press(rut, drawn, item, "correct")
    press(siv, drawn, one, "correct")
    assert told not in rut.get(f"/granska/{drawn.pk}/").content.decode()
    assert "Ni svarade lika på 1 av 2 fakta" in press(siv, drawn, two, "outdated").content.decode()
    assert "Ni svarade lika på 1 av 2 fakta" in rut.get(f"/granska/{drawn.pk}/").content.decode()
    assert told not in logged_in(reviewer("tor")).get(f"/granska/{drawn.pk}/").content.decode()


@pytest.mark.one_database
def test_a_closed_round_has_no_buttons() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    rounds.close(round=drawn, now=timezone.now())
    html = client.get(f"/granska/{drawn.pk}/").content.decode()
    assert 'name="value"' not in html
    assert "<button" in html


def test_items_held_by_others_are_not_done() -> None:
    drawn, rut, siv = open_round(), reviewer(), reviewer("siv")
    Item.objects.update(leased_to=siv, leased_until=timezone.now() + timedelta(minutes=3, seconds=30))
    html = logged_in(rut).get(f"/granska/{drawn.pk}/").content.decode()
    assert "3 fakta granskas av andra" in html
    assert "fritt om 4 minuter" in html
    assert "är klar<" not in html


def test_undo_shows_the_item_again_with_its_note() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    client.get(f"/granska/{drawn.pk}/")
    one = sample(drawn)[0]
    html = press(client, drawn, one, "correct", note="hm").content.decode()
    found = re.search(r'name="change"\s+value="(\d+)"', html)
    assert found
    response = client.post(f"/granska/{drawn.pk}/angra/", {"change": found.group(1)}, headers=HTMX)
    assert shown_item(response.content.decode()) == one.pk
    assert ">hm</textarea>" in response.content.decode()
    assert not Verdict.objects.exists()


def test_the_second_reviewer_sees_no_trace_of_the_first() -> None:
    drawn, rut, siv = open_round(n=1, reviewers=2), reviewer(), reviewer("siv")
    fresh = open_round_like(drawn)
    press(logged_in(rut), drawn, sample(drawn)[0], "incorrect", note="fel person")
    seen = logged_in(siv).get(f"/granska/{drawn.pk}/")
    untouched = logged_in(reviewer("tor")).get(f"/granska/{fresh.pk}/")
    assert bare(seen.content.decode(), drawn) == bare(untouched.content.decode(), fresh)
    assert "ETag" not in seen
    assert "fel person" not in logged_in(siv).get(f"/granska/{drawn.pk}/mina/").content.decode()
    assert logged_in(siv).get(f"/granskning/{drawn.pk}/").content.decode().count("stämmer") == 0


def open_round_like(drawn: Round) -> Round:
    return rounds.start_round(user=None, n=1, seed=drawn.seed, reviewers=2, now=timezone.now())


def bare(html: str, drawn: Round) -> str:
    """The page without what differs between any two pages: keys, numbers, tokens, the user's name."""
    html = re.sub(r'(value|data-token|data-until|data-item|data-user|hx-headers)=(["\']).*?\2', "", html)
    html = html.replace(f"/granska/{drawn.pk}/", "/").replace(f'data-round="{drawn.pk}"', "")
    html = re.sub(r"(fact|note|quotes|later)-\d+", r"\1", html)
    html = re.sub(r"nr&nbsp;\d", "", html)
    return re.sub(r"<bdi class=.account-name.>\w+</bdi>", "", html)


@pytest.mark.usefixtures("nobody")
def test_surroundings_open_only_while_the_item_is_held_and_are_logged() -> None:
    elin = person()
    source = turn(elin, "Jag dricker kaffe.", conversation="c1", at=timezone.now() - timedelta(days=3))
    turn(elin, "Noterat!", conversation="c1", role="assistant", at=timezone.now() - timedelta(days=2))
    turn(elin, "Mitt lösenord är Hemligt99!", conversation="c1", at=timezone.now() - timedelta(days=1))
    fact(elin, "Dricker kaffe", said="dricker kaffe", source=source)
    drawn, client = rounds.start_round(user=None, n=1, now=timezone.now()), logged_in(reviewer())
    data = {"item": sample(drawn)[0].pk, "episode": source.pk}
    url = f"/granska/{drawn.pk}/samtal/"
    assert client.post(url, data, headers=HTMX).status_code == 403
    client.get(f"/granska/{drawn.pk}/")
    html = client.post(url, data, headers=HTMX).content.decode()
    assert "Noterat!" in html
    assert "Hemligt99" not in html
    assert Look.objects.filter(surroundings=True).count() == 1
    assert client.post(url, data | {"episode": source.pk + 1}, headers=HTMX).status_code == 403


def test_only_reviewers_reach_rounds() -> None:
    drawn = open_round()
    anyone = logged_in(User.objects.create_user("vem"))
    for url in ("/granskning/", "/granskning/ny/", f"/granska/{drawn.pk}/", f"/granskning/{drawn.pk}/"):
        assert anyone.get(url).status_code == 403, url
        assert Client().get(url).status_code == 302, url
    assert press(anyone, drawn, sample(drawn)[0], "correct").status_code == 403
    assert anyone.post(f"/granskning/{drawn.pk}/stang/").status_code == 403
    assert logged_in(reviewer()).post(f"/granskning/{drawn.pk}/stang/").status_code == 403


def test_an_administrator_closes_a_round() -> None:
    drawn = open_round()
    logged_in(administrator()).post(f"/granskning/{drawn.pk}/stang/")
    drawn.refresh_from_db()
    assert drawn.closed_at


@pytest.mark.parametrize("data", [{}, {"item": "x"}, {"item": 1, "version": -1, "value": "correct"}])
def test_a_broken_answer_is_a_bad_request(data: dict[str, Any]) -> None:
    drawn = open_round()
    assert logged_in(reviewer()).post(f"/granska/{drawn.pk}/svar/", data).status_code == 400


def test_own_answers_can_be_changed_on_their_page() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    one = sample(drawn)[0]
    press(client, drawn, one, "correct")
    data = {"item": one.pk, "version": 1, "value": "incorrect", "note": "ändrat"}
    client.post(f"/granska/{drawn.pk}/mina/andra/", data)
    assert Verdict.objects.get().value == "incorrect"
    assert client.post(f"/granska/{drawn.pk}/mina/andra/", data | {"value": "correct"}).status_code == 409
    assert "ändrat" in client.get(f"/granska/{drawn.pk}/mina/").content.decode()


def test_two_answers_that_differ_are_decided_by_somebody_who_gave_neither() -> None:
    drawn, rut, siv, tor = open_round(n=1, reviewers=2), reviewer(), reviewer("siv"), reviewer("tor")
    item = sample(drawn)[0]
    press(logged_in(rut), drawn, item, "correct", note="Sa det själv")
    press(logged_in(siv), drawn, item, "outdated")
    page = logged_in(rut).get(f"/granska/{drawn.pk}/avgor/").content.decode()
    assert "Sa det själv" not in page
    assert "1 faktum väntar på någon annan" in page
    assert "Sa det själv" in logged_in(tor).get(f"/granska/{drawn.pk}/avgor/").content.decode()
    url = f"/granska/{drawn.pk}/avgor/{item.pk}/"
    decision = {f"{item.pk}-value": "outdated", f"{item.pk}-note": "Flytten står i juni"}
    assert logged_in(rut).post(url, decision).status_code == 400
    logged_in(tor).post(url, decision)
    logged_in(tor).post(f"/granska/{drawn.pk}/stang/")
    drawn.refresh_from_db()
    assert drawn.closed_at
    assert drawn.result
    assert drawn.result["outdated"] == 1


@pytest.mark.usefixtures("nobody")
def test_the_page_before_a_round_says_what_so_many_labels_can_show() -> None:
    facts(person(), 50)
    facts(person("nej", agreed=False), 1)
    client = logged_in(reviewer())
    page = client.get("/granskning/ny/?n=5").content.decode()
    assert "Även 5 rätt av 5 räcker inte för att visa 90\u00a0% av 50 fakta" in page
    assert "1 har sagt nej" in page
    assert (
        "Alla 50 fakta granskas. Svaret blir exakt, om alla går att avgöra."
        in client.get("/granskning/ny/?n=80").content.decode()
    )
    alone = client.get("/granskning/ny/?n=5", headers=HTMX).content.decode()
    assert "<html" not in alone
    for n, told in (("0", "större än eller lika med 1."), ("999999", "mindre än eller lika med"), ("", "")):
        refused = " ".join(client.get(f"/granskning/ny/?n={n}", headers=HTMX).text.split())
        assert "<b>Antal fakta:</b>" in refused
        assert told in refused
    response = client.post("/granskning/ny/", {"n": 5, "reviewers": 2, "seed": 77})
    drawn = Round.objects.get()
    assert response["Location"] == f"/granska/{drawn.pk}/"
    assert (drawn.planned, drawn.reviewers_per_item, drawn.seed) == (5, 2, 77)


@pytest.mark.usefixtures("nobody")
def test_an_empty_frame_says_what_to_do_and_starts_nothing() -> None:
    facts(person(agreed=None), 3)
    client = logged_in(reviewer())
    assert "Ingen har sagt ja" in client.get("/granskning/ny/").content.decode()
    assert client.post("/granskning/ny/", {"n": 5, "reviewers": 1}).status_code == 409
    assert not Round.objects.exists()


@pytest.mark.usefixtures("nobody")
def test_only_administrators_choose_one_persons_list() -> None:
    elin = person()
    facts(elin, 2)
    logged_in(reviewer()).post("/granskning/ny/", {"n": 1, "reviewers": 1, "person": elin.pk})
    logged_in(administrator()).post("/granskning/ny/", {"n": 1, "reviewers": 1, "person": elin.pk})
    assert [found.only_person for found in Round.objects.order_by("pk")] == [None, elin]


def test_the_overview_lists_rounds_under_way_and_closed() -> None:
    drawn = open_round(n=4)
    closed = rounds.start_round(user=None, n=2, now=timezone.now())
    rounds.close(round=closed, now=timezone.now())
    page = logged_in(reviewer()).get("/granskning/").content.decode()
    assert f"/granska/{drawn.pk}/" in page
    assert f"/granskning/{closed.pk}/" in page
    assert "inget underlag" in page


@pytest.mark.usefixtures("nobody")
def test_a_person_goes_through_their_own_list_at_the_same_desk() -> None:
    elin = person(agreed=False)
    elin.user = User.objects.create_user("elin")
    elin.save()
    facts(elin, 2)
    client = logged_in(elin.user)
    assert "Börja" in client.get("/mina-fakta/granska/").content.decode()
    response = client.post("/mina-fakta/granska/")
    drawn = Round.objects.get()
    assert (drawn.kind, response["Location"]) == ("own", f"/granska/{drawn.pk}/")
    assert client.post("/mina-fakta/granska/")["Location"] == f"/granska/{drawn.pk}/"
    for item in sample(drawn):
        press(client, drawn, item, "correct")
    assert "För in svaren i min lista" in client.get(f"/granska/{drawn.pk}/").content.decode()
    assert client.post(f"/granska/{drawn.pk}/stang/")["Location"] == "/mina-fakta/"
    assert "Dina svar är införda" in client.get(f"/granska/{drawn.pk}/").content.decode()
    assert logged_in(reviewer()).get(f"/granska/{drawn.pk}/").status_code == 404
    assert logged_in(administrator()).get(f"/granskning/{drawn.pk}/").status_code == 404


NASTY = ["</script><img src=x onerror=alert(1)>", "{{7*7}} {% now 'Y' %}", '" hx-get="/x" x="']


@pytest.mark.one_database
@pytest.mark.parametrize("nasty", NASTY)
def test_foreign_text_is_text(nasty: str) -> None:
    drawn, rut = open_round(n=1), reviewer()
    Item.objects.update(text=nasty)
    page = logged_in(rut).get(f"/granska/{drawn.pk}/").content.decode()
    assert nasty not in page.replace("{{7*7}} {% now 'Y' %}", "") if "{{" not in nasty else "{{7*7}}" in page
    press(logged_in(rut), drawn, sample(drawn)[0], "correct", note=nasty)
    own = logged_in(rut).get(f"/granska/{drawn.pk}/mina/").content.decode()
    assert "<img" not in own.split("<main")[1]
    assert ' hx-get="/x"' not in own


@pytest.mark.usefixtures("nobody")
def test_the_desk_costs_the_same_however_many_items_the_round_has(django_assert_max_num_queries: Any) -> None:
    facts(person(), 80)
    drawn, client = open_round(n=40), logged_in(reviewer())
    client.get(f"/granska/{drawn.pk}/")
    one, two, *_ = sample(drawn)
    with django_assert_max_num_queries(27):
        press(client, drawn, one, "correct", showing=two.pk)
