"""Merged facts in a round: judged by the evidence of both, and replayed as they were when drawn."""

from __future__ import annotations

from datetime import timedelta

import pytest

from granskning.models import Item
from granskning.services import evidence, repairs, replays, rounds
from minne.domain.policy import Policy
from minne.models import Event, Fact, Person
from minne.services import corrections
from tests.granskning.making import NOW, fact, person, reviewer, sample, turn
from tests.granskning.memories import answers

pytestmark = pytest.mark.django_db


@pytest.fixture
def elin() -> Person:
    elin = person()
    fact(elin, "Gillar starkt kaffe", said="Jag vill ha starkt kaffe.", at=NOW - timedelta(days=30))
    fact(elin, "Gillar kaffe", said="Kaffe, tack.", at=NOW - timedelta(days=20))
    return elin


def the(text: str) -> Fact:
    found: Fact = Fact.objects.get(text=text)
    return found


def merge(*, days_ago: float) -> None:
    author = corrections.Author(by=Event.By.PERSON, user=None, now=NOW - timedelta(days=days_ago))
    corrections.merge(kept=the("Gillar starkt kaffe"), other=the("Gillar kaffe"), author=author)


def test_the_evidence_of_both_is_shown(elin: Person) -> None:
    merge(days_ago=5)
    shown = evidence.evidence(sample(rounds.start_round(user=None, n=9, now=NOW))[0])
    assert [quote.marked for quote in shown.quotes] == ["Kaffe, tack.", "Jag vill ha starkt kaffe."]
    assert shown.own_words_at is None


def test_a_source_of_either_is_no_later_turn(elin: Person) -> None:
    merge(days_ago=5)
    turn(elin, "Slutat med kaffe nu.", at=NOW - timedelta(days=3))
    shown = evidence.evidence(sample(rounds.start_round(user=None, n=9, now=NOW))[0])
    assert [later.text for later in shown.later] == ["Slutat med kaffe nu."]


def test_labels_given_before_a_merge_are_replayed_as_two_facts(elin: Person) -> None:
    round = rounds.start_round(user=None, n=9, now=NOW - timedelta(days=8))
    merge(days_ago=5)
    items = list(Item.objects.filter(round=round))
    assert len(items) == 2
    served = replays.pinned(round, items).served(Policy(), among=[str(item.fact_id) for item in items])
    assert len(served) == 2


def test_a_repair_leaves_alone_what_the_person_merged_since_the_draw(elin: Person) -> None:
    round = rounds.start_round(user=None, n=9, now=NOW - timedelta(days=8))
    answers(
        round,
        lambda item: "incorrect" if item.text == "Gillar kaffe" else "correct",
        reviewer=reviewer(),
        at=0,
    )
    merge(days_ago=5)
    round = rounds.close(round=round, now=NOW)
    assert repairs.repair(round=round, user=None, now=NOW).corrected == 1
    assert the("Gillar starkt kaffe").status == "active"
