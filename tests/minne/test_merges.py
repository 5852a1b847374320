"""Slå ihop: two of a person's facts made one by hand, and what no merge may change."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from minne.domain.episodes import Candidate, Episode, KnownFact
from minne.domain.matching import read
from minne.importers.records import EpisodeRow
from minne.models import Event, Fact, Person
from minne.services import corrections, lists, merges
from minne.services.corrections import Author, CorrectionError
from tests.examples import examples
from tests.minne.talk import NOW, consolidated, day, facts, said, take_in, texts

pytestmark = pytest.mark.django_db

STRONG, COFFEE = "!Gillar starkt kaffe", "!Gillar kaffe"
EXAMPLES = examples(100)


@pytest.fixture
def elin() -> Person:
    take_in(said(COFFEE, 1), said(STRONG, 5), said(COFFEE, 9), said("!Har hund", 3))
    consolidated()
    return Person.objects.get()


def author(at: float = 60) -> Author:
    return Author(by=Event.By.PERSON, user=None, now=day(at))


def fact(text: str) -> Fact:
    found: Fact = Fact.objects.get(text=text.removeprefix("!"))
    return found


def merge(kept: str = STRONG, other: str = COFFEE, at: float = 60) -> Any:
    return corrections.merge(kept=fact(kept), other=fact(other), author=author(at))


def projections() -> list[dict[str, Any]]:
    return [dict(row) for row in Fact.objects.order_by("pk").values()]


def check_projections() -> None:
    call_command("check_projections", stdout=StringIO())


def test_a_merge_unites_the_evidence_and_moves_no_date(elin: Person) -> None:
    merge()
    assert sorted(texts(now=day(61))) == ["Gillar starkt kaffe", "Har hund"]
    strong = next(row for row in facts(now=day(61)) if "starkt" in row["text"])
    assert (strong["support"], strong["last_supported"]) == (3, day(9).isoformat())
    assert len(strong["sources"]) == 3
    check_projections()


def test_undoing_gives_back_exactly_the_state_before(elin: Person) -> None:
    before = projections()
    batch = merge()
    corrections.undo(person=elin, batch=batch, now=day(61))
    assert projections() == before
    check_projections()


def test_the_same_words_said_later_go_to_the_kept_fact(elin: Person) -> None:
    merge(at=20)
    take_in(said(COFFEE, 30))
    consolidated()
    strong = next(row for row in facts() if "starkt" in row["text"])
    assert (strong["support"], strong["last_supported"]) == (4, day(30).isoformat())
    check_projections()


def test_what_was_said_while_they_were_one_goes_where_it_belongs_when_undone(elin: Person) -> None:
    batch = merge(at=20)
    take_in(said(COFFEE, 30))
    consolidated()
    corrections.undo(person=elin, batch=batch, now=day(61))
    assert {row["text"]: row["support"] for row in facts(now=day(62))} == {
        "Gillar kaffe": 3,
        "Gillar starkt kaffe": 1,
        "Har hund": 1,
    }


def test_a_day_before_the_merge_still_has_both(elin: Person) -> None:
    merge()
    assert {"Gillar kaffe", "Gillar starkt kaffe"} <= set(texts(now=day(59)))


def test_a_denial_of_the_kept_fact_strikes_what_was_merged_too(elin: Person) -> None:
    merge()
    corrections.deny(fact=fact(STRONG), author=author(61))
    take_in(said(COFFEE, 2, talk="earlier"))
    consolidated(now=day(62))
    assert texts(now=day(63)) == ["Har hund"]
    check_projections()


def test_what_contradicts_the_merged_fact_ends_the_kept_one(elin: Person) -> None:
    merge(at=20)
    take_in(said("!Gillar inte kaffe", 30))
    consolidated()
    assert sorted(texts()) == ["Gillar inte kaffe", "Har hund"]
    check_projections()


def test_correcting_the_kept_ones_words_to_the_merged_ones_is_a_rewording(elin: Person) -> None:
    merge()
    corrections.rewrite(fact=fact(STRONG), text="Gillar kaffe", author=author(61))
    assert sorted(texts(now=day(62))) == ["Gillar kaffe", "Har hund"]
    check_projections()


def test_merges_can_be_merged_and_undone_in_any_order(elin: Person) -> None:
    take_in(said("!Gillar starkt svart kaffe", 12))
    consolidated()
    very = "Gillar starkt svart kaffe"
    before = projections()
    first = merge()
    second = merge(very, STRONG, at=61)
    assert next(row for row in facts(now=day(62)) if row["text"] == very)["support"] == 4
    corrections.undo(person=elin, batch=first, now=day(62))
    assert {row["text"]: row["support"] for row in facts(now=day(63))}["Gillar kaffe"] == 2
    check_projections()
    corrections.undo(person=elin, batch=second, now=day(63))
    assert projections() == before


def test_a_merge_undone_can_be_made_the_other_way(elin: Person) -> None:
    corrections.undo(person=elin, batch=merge(), now=day(61))
    merge(COFFEE, STRONG, at=62)
    assert "Gillar starkt kaffe" not in texts(now=day(63))
    check_projections()


@pytest.mark.parametrize(
    ("other", "code"), [("!Gillar inte kaffe", "contradicting"), ("!Gillar kaffe", "merged")]
)
def test_what_contradicts_or_is_the_same_is_not_merged(elin: Person, other: str, code: str) -> None:
    if code == "contradicting":
        take_in(said(other, -5))
        consolidated()
        corrections.confirm(fact=fact(other), author=author(58))
        corrections.confirm(fact=fact(COFFEE), author=author(58))
    with pytest.raises(CorrectionError) as refused:
        merge(COFFEE, other)
    assert refused.value.code in (code, "gone")


def test_what_contradicts_something_merged_before_is_not_merged(elin: Person) -> None:
    merge()
    other = corrections.founded(person=elin, statement=read("Gillar inte kaffe", "sv"), lang="sv")
    Fact.objects.filter(pk=other.pk).update(status="candidate", text="Gillar inte kaffe")
    with pytest.raises(CorrectionError) as refused:
        merge(STRONG, "Gillar inte kaffe", at=61)
    assert refused.value.code == "contradicting"


def test_what_is_merged_already_is_not_merged_again(elin: Person) -> None:
    merge()
    for kept, other in ((STRONG, COFFEE), (COFFEE, STRONG), ("Har hund", COFFEE)):
        with pytest.raises(CorrectionError) as refused:
            merge(kept, other, at=61)
        assert refused.value.code == "merged"


@pytest.mark.parametrize("answer", [corrections.deny, corrections.end])
def test_what_is_struck_or_ended_is_not_merged(elin: Person, answer: Any) -> None:
    answer(fact=fact(COFFEE), author=author(59))
    with pytest.raises(CorrectionError) as refused:
        merge()
    assert refused.value.code == "gone"


def test_another_persons_fact_is_not_merged(elin: Person) -> None:
    take_in(said("!Gillar kaffe mycket", 1, person="per"))
    consolidated("per")
    with pytest.raises(KeyError):
        merge(STRONG, "Gillar kaffe mycket")


def test_like_facts_are_offered_and_others_are_not(elin: Person) -> None:
    found = merges.offers(lists.entries(elin, NOW))
    pairs = {Fact.objects.get(pk=pk).text: entry.fact.text for pk, entry in found.items()}
    assert pairs == {"Gillar kaffe": "Gillar starkt kaffe", "Gillar starkt kaffe": "Gillar kaffe"}


def test_nothing_is_offered_that_is_merged_or_struck(elin: Person) -> None:
    batch = merge()
    assert merges.offers(lists.entries(elin, day(61))) == {}
    corrections.undo(person=elin, batch=batch, now=day(61))
    corrections.deny(fact=fact(COFFEE), author=author(62))
    assert merges.offers(lists.entries(elin, day(63))) == {}


# For every story

SENTENCES = [
    "!Gillar kaffe",
    "!Gillar starkt kaffe",
    "!Gillar inte kaffe",
    "?Gillar kaffe",
    "?Gillar starkt kaffe",
    "!Har hund",
]


class Hinting:
    """Takes "!" for stated and "?" for inferred."""

    name, version = "hinting", "1"

    def extract(self, episodes: Sequence[Episode], known_facts: Sequence[KnownFact] = ()) -> list[Candidate]:
        kinds = {"!": "stated", "?": "inferred"}
        return [
            Candidate(e.text[1:], "preference", kinds[e.text[0]], (e.id,), e.text[1:])  # type: ignore[arg-type]
            for e in episodes
        ]


@st.composite
def rows(draw: st.DrawFn) -> EpisodeRow:
    at, talk = draw(st.integers(0, 55)), draw(st.sampled_from("abc"))
    text = draw(st.sampled_from(SENTENCES))
    return said(text, at, talk=talk, id=f"{talk}{at}{SENTENCES.index(text)}")


STORIES = st.lists(rows(), min_size=1, max_size=6, unique_by=lambda row: (row.occurred_at, row.text))
FOUNDING = [said(COFFEE, 10.5, id="0"), said(STRONG, 12.5, id="1")]
HARMLESS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def after(first: list[EpisodeRow], then: list[list[EpisodeRow]]) -> list[dict[str, Any]]:
    """The facts after the first batch, a merge made on day 20, and the others; all of it rolled back."""
    with transaction.atomic():
        take_in(*first)
        consolidated(extractor=Hinting())
        try:
            merge(at=20)
        except CorrectionError:
            then = [[]]
        for batch in then:
            take_in(*batch)
            consolidated(extractor=Hinting())
        check_projections()
        found = facts(now=day(58)) if then != [[]] else []
        transaction.set_rollback(True)
    return found


def cut(story: list[EpisodeRow], places: set[int]) -> list[list[EpisodeRow]]:
    edges = [0, *sorted(p for p in places if 0 < p < len(story)), len(story)]
    return [story[a:b] for a, b in pairwise(edges)]


@pytest.mark.usefixtures("elin_is_known")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=HARMLESS)
@given(STORIES, st.randoms(use_true_random=False), st.sets(st.integers(1, 5), max_size=2), st.integers(0, 6))
def test_batches_cut_in_any_way_around_a_merge_give_the_same_facts(  # type: ignore[no-untyped-def]
    story, random, places, before
) -> None:
    shuffled = list(story)
    random.shuffle(shuffled)
    early, late = (
        after([*FOUNDING, *shuffled[:before]], cut(shuffled[before:], places)),
        after(FOUNDING, [story]),
    )
    assume(early)
    assert early == late


@pytest.mark.usefixtures("elin_is_known")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=HARMLESS)
@given(STORIES, st.integers(0, 6))
def test_a_merge_and_its_undoing_change_nothing(story: list[EpisodeRow], before: int) -> None:
    with transaction.atomic():
        take_in(*FOUNDING, *story)
        consolidated(extractor=Hinting())
        expected = without_rows(projections())
        transaction.set_rollback(True)
    with transaction.atomic():
        take_in(*FOUNDING, *story[:before])
        consolidated(extractor=Hinting())
        try:
            batch = merge(at=59)
        except CorrectionError:
            batch = None
        take_in(*story[before:])
        consolidated(extractor=Hinting())
        if batch:
            corrections.undo(person=Person.objects.get(), batch=batch, now=NOW)
        found = without_rows(projections())
        transaction.set_rollback(True)
    assert found == expected


def without_rows(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without the numbers that rows get by chance."""
    return [{k: v for k, v in row.items() if k not in ("person_id", "policy_id")} for row in found]
