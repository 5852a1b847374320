"""A message that came under two ids or in two conversations has one name, whichever came first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from minne.extraction.rules import RuleExtractor
from minne.importers.records import EpisodeRow
from minne.models import Episode, Event, Fact
from minne.services.forgetting import forget
from tests.examples import examples
from tests.minne.talk import NOW, consolidated, day, facts, said, take_in, texts

pytestmark = pytest.mark.django_db

SENTENCES = ["Jag är vegetarian.", "Nej, inte längre.", "Jag bor i Lund.", "Kan du ge ett kodexempel?"]


@st.composite
def copies(draw: st.DrawFn) -> list[EpisodeRow]:
    """Messages on a few days, each under some names; an id never stands for two messages."""
    rows = []
    for at in draw(st.lists(st.sampled_from([0, 0.25, 1, 1.25]), min_size=1, max_size=4, unique=True)):
        text = draw(st.sampled_from(SENTENCES))
        names = draw(
            st.lists(st.tuples(st.sampled_from(["", "a", "b"]), st.integers(0, 9)), min_size=1, max_size=3)
        )
        ids = {(talk, f"{n}-{at}-{talk}") for talk, n in names}
        rows += [replace(said(text, at, id=id_), conversation=talk) for talk, id_ in sorted(ids)]
    return rows


def after(batches: list[list[EpisodeRow]]) -> list[dict[str, object]]:
    with transaction.atomic():
        for batch in batches:
            take_in(*batch)
            consolidated(extractor=RuleExtractor())
        found = facts(now=day(50))
        transaction.set_rollback(True)
    return found


@pytest.mark.usefixtures("elin_is_known")
@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(copies(), st.randoms(use_true_random=False), st.integers(1, 8))
def test_copies_in_any_order_and_any_cut_give_the_same_facts(rows, random, place) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert after([shuffled[:place], shuffled[place:]]) == after([rows])


def hear(*rows: EpisodeRow) -> None:
    take_in(*rows)
    consolidated()


def test_the_least_name_stands_also_after_it_was_read() -> None:
    hear(said("!Gillar te", 1, talk="b", id="2"))
    take_in(said("!Gillar te", 1, talk="a", id="7"))
    assert [row["sources"] for row in facts()] == [["7"]], "the list names it at once"
    consolidated()
    assert Event.objects.live().get().occasion == "2026-03-02:a"
    assert [row["sources"] for row in facts()] == [["7"]]


def test_a_copy_in_another_conversation_is_no_second_occasion() -> None:
    hear(said("!Gillar te", 1, talk="b", id="2"), said("!Gillar te", 1.1, talk="b", id="3"))
    hear(said("!Gillar te", 1, talk="a", id="1"), said("!Gillar te", 1.1, talk="a", id="4"))
    assert [(row["support"], row["sources"]) for row in facts()] == [(1, ["1", "4"])]


def test_the_conversation_it_left_is_read_again_without_it() -> None:
    rules = RuleExtractor()
    take_in(said("Jag är vegetarian.", 1, talk="b", id="2"), said("Nej, inte längre.", 1.1, talk="b", id="3"))
    consolidated(extractor=rules)
    assert texts() != ["Är vegetarian"], "the second takes back the first"
    take_in(said("Jag är vegetarian.", 1, talk="a", id="1"))
    consolidated(extractor=rules)
    assert texts() == ["Är vegetarian"], "which is said elsewhere now"


def test_a_name_that_another_message_has_is_not_taken() -> None:
    hear(said("!Gillar te", 1, talk="b", id="2"), said("!Bor i Lund", 2, talk="c", id="1"))
    outcome = take_in(said("!Gillar te", 1, talk="a", id="1"))
    assert (outcome.unchanged, outcome.errors) == (1, [])
    assert set(Episode.objects.values_list("conversation", "external_id")) == {("b", "2"), ("c", "1")}


def test_an_id_with_other_words_is_refused_under_the_new_name_too() -> None:
    hear(said("!Gillar te", 1, talk="b", id="2"))
    take_in(said("!Gillar te", 1, talk="a", id="1"))
    outcome = take_in(said("!Gillar kaffe", 1, talk="a", id="1"))
    assert [(error.field, error.code) for error in outcome.errors] == [("id", "id_taken")]


def test_a_copy_with_a_lesser_name_does_not_bring_back_what_was_erased() -> None:
    hear(said("!Bor i Kiruna", 1, talk="b", id="2"))
    forget(fact=Fact.objects.get(), now=NOW)
    hear(said("!Bor i Kiruna", 1, talk="a", id="1"))
    assert facts() == []


def test_a_message_whose_text_is_gone_keeps_its_name_and_what_was_read_in_it() -> None:
    hear(said("!Gillar te", 1, talk="b", id="2"))
    Episode.objects.update(text="", text_removed_at=NOW)
    hear(said("!Gillar te", 1, talk="a", id="1"))
    assert [row["sources"] for row in facts()] == [["2"]]
    assert not Episode.objects.filter(consolidated_at=None).exists()
