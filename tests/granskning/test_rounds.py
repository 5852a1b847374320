from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User

from granskning.models import Item, Round
from granskning.services import evidence, frames, rounds
from minne.domain.policy import Policy
from minne.models import Event, Fact
from minne.services import corrections, dropping, erasure, policies
from minne.services.projection import refold_everyone
from tests.granskning.making import NOW, a_round, administrator, fact, facts, person, sample

pytestmark = pytest.mark.django_db


def test_the_frame_is_the_facts_served_to_people_who_agreed() -> None:
    facts(person("ja"), 2)
    facts(person("nej", agreed=False), 3)
    facts(person("aldrig tillfrågad", agreed=None), 4)
    facts(person("inget minns"), 0)
    frame = frames.frame(now=NOW)
    assert (frame.size, frame.people, frame.said_no, frame.not_asked, frame.left_out) == (2, 1, 1, 1, 2)


def test_a_setting_lets_people_in_who_were_not_asked(settings: object) -> None:
    settings.MINNE_REVIEW_UNASKED = True  # type: ignore[attr-defined]
    facts(person("nej", agreed=False), 3)
    facts(person("aldrig tillfrågad", agreed=None), 4)
    frame = frames.frame(now=NOW)
    assert (frame.size, frame.left_out) == (4, 1)


def test_a_frame_may_be_one_person_or_one_type() -> None:
    elin, per = person("elin"), person("per")
    facts(elin, 2)
    fact(per, "Ska springa Lidingöloppet", type="goal")
    fact(per, "Gillar gurka")
    assert frames.frame(person=elin, now=NOW).size == 2
    goals = frames.frame(type="goal", now=NOW)
    assert (goals.size, goals.people) == (1, 1)


def test_faded_facts_and_those_over_the_cap_are_not_in_the_frame() -> None:
    elin = person()
    fact(elin, "Gillar gurka", at=NOW - timedelta(days=400))
    facts(elin, 5)
    policies.adopt(policy=Policy(max_facts=3), reason="", by=None)
    refold_everyone()
    assert frames.frame(now=NOW).size == 3


@pytest.mark.parametrize(
    ("agreed", "one", "why"),
    [(None, False, "nobody_agreed"), (None, True, "person_not_agreed"), (True, True, "nothing")],
)
def test_an_empty_frame_says_why(agreed: bool | None, one: bool, why: str) -> None:
    elin = person(agreed=agreed)
    if agreed is None:
        facts(elin, 2)
    with pytest.raises(rounds.EmptyFrameError) as refused:
        rounds.start_round(user=None, n=30, person=elin if one else None, now=NOW)
    assert refused.value.frame.empty == why
    assert not Round.objects.exists()


def test_nothing_is_drawn_while_lists_are_being_folded_anew() -> None:
    facts(person(), 2)
    policies.adopt(policy=Policy(min_support=3), reason="", by=None)
    with pytest.raises(frames.NotReadyError):
        rounds.start_round(user=None, n=1, now=NOW)


def test_a_round_keeps_what_it_was_drawn_from() -> None:
    facts(person("nej", agreed=False), 1)
    user = administrator()
    facts(person(), 6)
    started = rounds.start_round(user=user, n=4, seed=7, reviewers=2, now=NOW)
    assert (started.frame_size, started.planned, started.seed, started.pinned_at) == (6, 4, 7, NOW)
    assert (started.people_in_frame, started.people_left_out, started.created_by) == (1, 1, user)
    assert [item.wanted for item in sample(started)] == [2, 2, 2, 2]


def test_the_same_seed_draws_the_same_facts_in_the_same_order() -> None:
    facts(person(), 20)
    draws = [
        [i.fact_id for i in sample(rounds.start_round(user=None, n=5, seed=seed, now=NOW))]
        for seed in (3, 3, 4)
    ]
    assert draws[0] == draws[1] != draws[2]


def test_an_n_beyond_the_frame_is_the_frame() -> None:
    started = a_round(30, frame=4)
    assert (started.planned, Item.objects.count()) == (4, 4)


def test_the_reserve_is_drawn_beforehand_and_not_called() -> None:
    started = a_round(3, frame=5)
    assert (
        list(Item.objects.filter(round=started).values_list("called", flat=True)) == [True] * 3 + [False] * 2
    )


def test_an_item_stays_as_it_was_when_its_fact_changes() -> None:
    elin = person()
    known = fact(elin, "Bor i Lund", at=NOW - timedelta(days=90))
    started = rounds.start_round(user=None, n=1, now=NOW)
    author = corrections.Author(by=Event.By.PERSON, user=None, now=NOW)
    corrections.deny(fact=known, author=author)
    item = sample(started)[0]
    assert (item.text, item.support) == ("Bor i Lund", 1)
    assert item.confidence == pytest.approx(0.5 * 0.5 ** (90 / 180))


def test_people_are_numbered_in_the_order_in_which_they_are_drawn() -> None:
    for name in ("a", "b", "c"):
        facts(person(name), 4)
    items = sample(rounds.start_round(user=None, n=12, seed=1, now=NOW))
    by_person = {item.person_id: item.pseudonym for item in items}
    first_seen = list(dict.fromkeys(item.person_id for item in items))
    assert [by_person[person] for person in first_seen] == [1, 2, 3]


def test_a_persons_own_round_needs_no_agreement_to_review() -> None:
    elin = person(agreed=False)
    facts(elin, 3)
    user = User.objects.create_user("elin")
    started = rounds.start_round(user=user, n=30, person=elin, kind=Round.Kind.OWN, now=NOW)
    assert (started.planned, started.people_left_out) == (3, 0)


def test_an_erased_fact_leaves_no_words_in_rounds_and_counts_as_a_skip() -> None:
    started = a_round(2, frame=3)
    gone = sample(started)[0]
    assert gone.fact
    rounds.forget(facts=[gone.fact], now=NOW)
    items = sample(started)
    assert [item.label for item in items] == ["skipped", "", ""]
    assert (items[0].text, items[0].quote, items[0].fact, items[0].person) == ("", "", None, None)


def test_erasing_a_fact_in_any_way_takes_it_out_of_rounds() -> None:
    started = a_round(2, frame=3)
    Fact.objects.filter(items=sample(started)[0]).delete()
    assert [item.text == "" for item in sample(started)] == [True, False, False]


def test_erasing_the_person_takes_all_their_facts_out_of_rounds() -> None:
    elin = person()
    started = a_round(2, frame=3, who=elin)
    elin.delete()
    assert {item.text for item in Item.objects.filter(round=started)} == {""}
    started.refresh_from_db()
    assert started.completed_at is not None


@pytest.mark.parametrize("gone", ["fact", "person", "being erased"])
def test_what_is_erased_between_the_draw_and_the_round_leaves_no_words_in_it(
    monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    elin, per = person("elin"), person("per")
    facts(elin, 3)
    facts(per, 3)

    def slowly(drawn: Iterable[Fact], *, by: datetime) -> dict[str, list[int]]:
        found = {str(each.pk): [1] for each in drawn}
        if gone == "fact":
            dropping.drop([Fact.objects.for_person(elin)[0]])
        elif gone == "person":
            elin.delete()
        else:
            erasure.begin(person=elin, by=None, now=NOW)
        return found

    monkeypatch.setattr(evidence, "later_turns", slowly)
    started = rounds.start_round(user=None, n=3, seed=1, now=NOW)
    items = Item.objects.filter(round=started)
    without = {item.pk for item in items if item.is_erased}
    assert len(without) == (1 if gone == "fact" else 3)
    assert {(i.text, i.person, i.wanted, tuple(i.later)) for i in items.filter(pk__in=without)} == {
        ("", None, 0, ())
    }
    assert started.frame_size == 6
    assert len([item for item in sample(started) if item.label != "skipped"]) == 3


def test_an_administrators_close_frees_what_is_held_and_keeps_the_figures() -> None:
    started = a_round(2)
    Item.objects.filter(order=1).update(leased_to=administrator(), leased_until=NOW + timedelta(minutes=5))
    closed = rounds.close(round=started, now=NOW)
    assert closed.closed_at == NOW
    assert closed.result
    assert closed.result["verdict"] == "no_data"
    assert not Item.objects.exclude(leased_to=None).exists()
    assert rounds.close(round=started, now=NOW + timedelta(hours=1)).closed_at == NOW
