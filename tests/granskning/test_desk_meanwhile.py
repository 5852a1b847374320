"""What happens elsewhere while somebody sits at the desk: in another tab, to the account, to the person."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from granskning.models import Item, Round, Verdict, VerdictChange
from granskning.services import adjudication, desks, evidence, labelling, leases, rounds
from granskning.services.labelling import RefusedError, Step
from minne.domain.policy import Policy
from minne.models import Fact, Person
from minne.services import erasure, people, policies
from tests.granskning.making import administrator, facts, person, sample
from tests.granskning.six import a_round, reviewer, six
from tests.granskning.test_desk import press, shown_item
from tests.minne.pages import logged_in
from tests.shared import told_once

pytestmark = pytest.mark.django_db
story = told_once(six)


def open_round(n: int = 3, **more: Any) -> Round:
    return a_round(n, now=timezone.now(), **more)


def undo(client: Client, drawn: Round, change: object) -> Any:
    headers = {"HX-Request": "true"}
    return client.post(f"/granska/{drawn.pk}/angra/", {"change": change}, headers=headers)


def latest_change(html: str) -> str:
    return html.partition('name="change"')[2].partition('value="')[2].partition('"')[0]


def erase(who: Person) -> None:
    now = timezone.now()
    erasure.carry_on(erasure=erasure.begin(person=who, by=None, now=now), now=now)


def test_undo_on_a_page_that_does_not_know_of_the_latest_answer_undoes_nothing_and_says_so() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    one, two, _ = sample(drawn)
    press(client, drawn, one, "correct")
    old = VerdictChange.objects.get().pk
    press(client, drawn, two, "incorrect")
    for seen in (old, ""):
        refused = undo(client, drawn, seen)
        html = refused.content.decode()
        assert (refused.status_code, Verdict.objects.count()) == (409, 2)
        assert "Du har svarat i en annan flik" in html
    assert "Ångrat" in undo(client, drawn, latest_change(html)).content.decode()
    assert Verdict.objects.get().item == one
    undo(client, drawn, old)
    assert "Det finns inget att ångra" in undo(client, drawn, "").content.decode()


def test_undo_takes_back_what_was_done_last_though_the_clock_was_set_back() -> None:
    drawn, rut, now = open_round(), reviewer(), timezone.now()
    one, two, _ = sample(drawn)
    for item, at in ((one, now), (two, now - timedelta(hours=1))):
        labelling.answer(
            round=drawn, item=item.pk, reviewer=rut, step=Step(value="correct", version=0), now=at
        )
    last = labelling.last_step(drawn, rut, now - timedelta(days=1))
    assert last
    assert last.item == two


def test_an_undone_fact_is_on_the_screen_whatever_else_is_held() -> None:
    drawn, client = open_round(4), logged_in(reviewer())
    last = sample(drawn)[3]
    client.get(f"/granska/{drawn.pk}/?faktum={last.pk}")
    html = press(client, drawn, last, "correct").content.decode()
    assert shown_item(undo(client, drawn, latest_change(html)).content.decode()) == last.pk
    press(client, drawn, last, "correct", version=2)
    change = VerdictChange.objects.last()
    assert change
    page = client.post(f"/granska/{drawn.pk}/angra/", {"change": change.pk}, follow=True)
    assert shown_item(page.content.decode()) == last.pk


def test_what_is_on_the_screen_stays_there_when_earlier_facts_are_let_go() -> None:
    facts(person("omar"), 6)
    drawn, rut, siv = open_round(6), reviewer(), reviewer("siv")
    client, (one, two, three, *_) = logged_in(rut), sample(drawn)
    Item.objects.filter(pk__in=[one.pk, two.pk, three.pk]).update(
        leased_to=siv, leased_until=timezone.now() + timedelta(minutes=3)
    )
    at_first = shown_item(client.get(f"/granska/{drawn.pk}/").content.decode())
    following = sample(drawn)[4]
    Item.objects.filter(leased_to=siv).update(leased_to=None, leased_until=None)
    html = press(client, drawn, sample(drawn)[3], "correct", showing=following.pk).content.decode()
    assert at_first == sample(drawn)[3].pk
    assert 'data-piece="current"' not in html


def test_a_page_that_is_left_takes_nothing_from_the_one_that_is_still_open() -> None:
    drawn, rut, siv, now = open_round(), reviewer(), reviewer("siv"), timezone.now()
    held = desks.take_up(round=drawn, reviewer=rut, now=now)
    assert held.current
    leases.release(round=drawn, reviewer=rut, until=now + timedelta(minutes=5))
    logged_in(rut).post(f"/granska/{drawn.pk}/hall/", {"item": held.current.pk})
    assert leases.hold(round=drawn, reviewer=siv, now=now).current != held.current
    logged_in(rut).post(f"/granska/{drawn.pk}/hall/", {"item": sample(drawn)[1].pk})
    assert Item.objects.get(pk=sample(drawn)[1].pk).leased_to == siv


@pytest.mark.parametrize(("what", "status"), [("role", 403), ("account", 302), ("password", 302)])
def test_whoever_may_no_longer_answers_nothing_from_that_moment(what: str, status: int) -> None:
    drawn, rut = open_round(), reviewer()
    client = logged_in(rut)
    client.get(f"/granska/{drawn.pk}/")
    if what == "role":
        rut.groups.clear()
    elif what == "account":
        User.objects.update(is_active=False)
    else:
        User.objects.update(password="another")
    response = press(client, drawn, sample(drawn)[0], "correct")
    assert response.status_code == status
    assert "X-Desk" not in response
    assert client.get(f"/granska/{drawn.pk}/").status_code == status
    assert not Verdict.objects.exists()


@pytest.mark.usefixtures("nobody")
def test_somebody_who_says_no_is_looked_at_no_more_and_another_fact_is_drawn_instead() -> None:
    elin, now = person(), timezone.now()
    facts(elin, 3)
    facts(person("omar"), 9)
    drawn, client = rounds.start_round(user=None, n=11, now=now), logged_in(reviewer())
    hers = list(Item.objects.filter(person=elin).order_by("order"))
    press(client, drawn, hers[0], "correct")
    client.get(f"/granska/{drawn.pk}/?faktum={hers[1].pk}")
    people.answer_review_question(person=elin, agrees=False, now=now)
    refused = press(client, drawn, hers[1], "incorrect", note="Hon flyttade")
    assert refused.status_code == 409
    assert Item.objects.get(pk=hers[1].pk).text == ""
    assert Verdict.objects.get().item == hers[0]
    assert not Item.objects.filter(person=elin).exclude(pk=hers[0].pk).exists()
    assert sum(item.label != "skipped" for item in sample(drawn)) == 10  # omar's nine, and what was answered


@pytest.mark.usefixtures("nobody")
def test_a_no_between_the_draw_and_the_round_holds_too(monkeypatch: pytest.MonkeyPatch) -> None:
    elin, later_turns = person(), evidence.later_turns
    facts(elin, 3)

    def meanwhile(*args: Any, **more: Any) -> dict[str, list[int]]:
        people.answer_review_question(person=elin, agrees=False, now=timezone.now())
        return later_turns(*args, **more)

    monkeypatch.setattr(evidence, "later_turns", meanwhile)
    drawn = rounds.start_round(user=None, n=3, now=timezone.now())
    assert {(item.text, item.label) for item in sample(drawn)} == {("", "skipped")}


def test_somebody_who_says_no_still_goes_through_their_own_list() -> None:
    elin = Person.objects.get()
    elin.user = User.objects.create_user("elin")
    elin.save()
    drawn = open_round()
    Round.objects.update(kind=Round.Kind.OWN, only_person=elin)
    people.answer_review_question(person=elin, agrees=False, now=timezone.now())
    assert press(logged_in(elin.user), drawn, sample(drawn)[0], "correct").status_code == 200


@pytest.mark.usefixtures("nobody")
def test_a_person_erased_while_their_fact_is_up_leaves_neither_answer_nor_note() -> None:
    elin = person()
    facts(elin, 2)
    facts(person("omar"), 6)
    drawn, client = rounds.start_round(user=None, n=8, now=timezone.now()), logged_in(reviewer())
    hers = next(item for item in sample(drawn) if item.person == elin)
    client.get(f"/granska/{drawn.pk}/?faktum={hers.pk}")
    erase(elin)
    refused = press(client, drawn, hers, "correct", note="om Elin")
    assert refused.status_code == 409
    assert "ingår inte längre" in refused.content.decode()
    assert not VerdictChange.objects.exists()


def test_a_merge_or_another_policy_meanwhile_changes_nothing_of_what_is_judged() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    one, two, _ = sample(drawn)
    before = client.get(f"/granska/{drawn.pk}/").content.decode()
    assert one.fact
    Fact.objects.filter(pk=one.fact.pk).update(merged_into=two.fact)
    policies.adopt(policy=Policy(min_support=9), by=None, reason="", now=timezone.now())
    assert one.text in before
    assert one.text in client.get(f"/granska/{drawn.pk}/").content.decode()
    assert press(client, drawn, one, "correct").status_code == 200
    assert Item.objects.get(pk=one.pk).label == "correct"


def test_a_round_closed_while_a_key_was_on_its_way_refuses_it_and_says_so() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    one = sample(drawn)[0]
    client.get(f"/granska/{drawn.pk}/")
    rounds.close(round=drawn, now=timezone.now())
    refused = press(client, drawn, one, "correct", showing=sample(drawn)[1].pk)
    html = refused.content.decode()
    assert (refused.status_code, refused["X-Desk"]) == (403, "refused")
    assert "Omgången är stängd och tar inte emot fler svar." in html
    assert 'data-pause="closed"' in html
    assert not Verdict.objects.exists()
    assert undo(client, drawn, 1).status_code == 409


def test_the_language_chosen_on_another_page_is_told_with_the_answer() -> None:
    drawn, client = open_round(), logged_in(reviewer())
    client.post("/sprak/", {"language": "en"})
    response = press(client, drawn, sample(drawn)[0], "correct")
    assert response["Content-Language"] == "en"
    assert "Saved" in response.content.decode()


def test_what_a_reviewer_held_is_free_when_the_account_is_removed_and_the_answers_stay() -> None:
    drawn, rut, siv = open_round(), reviewer(), reviewer("siv")
    press(logged_in(rut), drawn, sample(drawn)[0], "correct")
    rut.delete()
    assert Verdict.objects.get().reviewer is None
    page = logged_in(siv).get(f"/granska/{drawn.pk}/").content.decode()
    assert shown_item(page) == sample(drawn)[1].pk


def test_a_round_that_is_gone_with_its_person_is_not_found() -> None:
    elin = Person.objects.get()
    elin.user = User.objects.create_user("elin")
    elin.save()
    drawn = open_round()
    Round.objects.update(kind=Round.Kind.OWN, only_person=elin)
    client, item = logged_in(elin.user), sample(drawn)[0]
    erase(elin)
    response = press(client, drawn, item, "correct")
    assert (response.status_code, "X-Desk" in response) == (404, False)


def test_two_who_come_to_agree_leave_nothing_to_decide() -> None:
    drawn, rut, siv = open_round(1, reviewers=2), reviewer(), reviewer("siv")
    item, ada = sample(drawn)[0], administrator()
    press(logged_in(rut), drawn, item, "correct")
    press(logged_in(siv), drawn, item, "outdated")
    press(logged_in(siv), drawn, item, "correct", version=1)
    with pytest.raises(RefusedError) as refused:
        adjudication.adjudicate(
            round=drawn, item=item.pk, user=ada, value="outdated", note="", now=timezone.now()
        )
    assert refused.value.code == "settled"
    assert Round.objects.get().completed_at
