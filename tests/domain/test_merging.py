"""Facts that a person has merged: what is united, what stays as it was, and what undo gives back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from granskning.domain.pinned import Pinned
from minne.domain.events import Event, State, Timeline
from minne.domain.policy import Policy
from minne.domain.replay import Listed, replay
from tests.domain.stories import DEFAULT, day, event, mention, statement
from tests.domain.test_timeline_properties import LINES as SLOTTED
from tests.domain.test_timeline_properties import POLICIES, STORIES, Story
from tests.examples import examples

KEPT, OTHER = "starkt", "kaffe"
LINES = {
    KEPT: statement("+starkt kaffe"),
    OTHER: statement("+kaffe"),
    "inte": statement("-kaffe"),
    "te": statement("+te"),
}


def strong(at: float, kind: str = "stated", **fields: Any) -> Event:
    return mention(at, kind, text="Gillar starkt kaffe", quote=f"starkt kaffe (dag {at})", **fields)


def merge(into: str, at: float, **fields: object) -> Event:
    return event("merge", at, into=into, **fields)


def listed(at: float, lines: dict[str, list[Event]], policy: Policy = DEFAULT) -> dict[str, Listed]:
    timelines = {id_: Timeline(LINES[id_], events) for id_, events in lines.items()}
    return {item.id: item for item in replay(timelines, policy, day(at))}


def kept(at: float, own: Iterable[Event], others: Iterable[Event]) -> State:
    """The state of the kept fact after a merge on day 100."""
    return listed(at, {KEPT: [*own], OTHER: [*others, merge(KEPT, 100)]})[KEPT].state


def test_the_fact_merged_is_in_the_list_no_more() -> None:
    assert set(listed(101, {KEPT: [strong(1)], OTHER: [mention(2), merge(KEPT, 100)]})) == {KEPT}


def test_evidence_is_united_and_the_kept_ones_words_stay() -> None:
    found = kept(101, [strong(5)], [mention(1), mention(9)])
    assert (found.text, found.support, found.last_supported) == ("Gillar starkt kaffe", 3, day(9))
    assert found.sources == ("e1", "e5", "e9")
    assert found.confidence > 0.9


def test_what_neither_had_enough_of_alone_is_learned_when_they_are_one() -> None:
    found = kept(101, [strong(1, "inferred")], [mention(4, "inferred")])
    assert (found.status, found.support, found.last_supported) == ("active", 2, day(4))


def test_an_occasion_at_which_both_were_said_counts_once() -> None:
    found = kept(101, [strong(1, talk="a")], [mention(1.1, talk="a")])
    assert found.support == 1


def test_an_explicit_kind_stays_explicit() -> None:
    assert kept(101, [strong(1, "inferred")], [mention(4, "asked")]).kind == "asked"


def test_an_end_date_goes_with_the_evidence() -> None:
    last = date(2026, 12, 24)
    assert kept(101, [strong(1)], [mention(4, valid_until=last)]).valid_until == last


def test_the_kept_one_fades_by_its_own_type() -> None:
    found = kept(101, [strong(50, type="preference")], [mention(1, type="temporary")])
    assert (found.type, found.support) == ("preference", 2)


def test_a_rewording_of_the_fact_merged_concerns_nobody() -> None:
    found = kept(101, [strong(1)], [mention(2), event("edit", 3, text="Dricker kaffe")])
    assert found.text == "Gillar starkt kaffe"


def test_the_merged_ones_words_are_shown_where_the_kept_one_has_none_left() -> None:
    found = kept(101, [strong(1, undone_at=day(50))], [mention(2)])
    assert found.text == "Gillar kaffe"


def test_no_date_moves_to_the_day_of_the_merge() -> None:
    found = kept(150, [strong(1)], [mention(9)])
    assert found.last_supported == day(9)
    assert found.fades_at == DEFAULT.fades_at(found.confidence, since=day(9), type="preference")


def test_what_is_said_of_the_fact_merged_later_counts_for_the_kept_one() -> None:
    lines = {KEPT: [strong(1)], OTHER: [mention(9), merge(KEPT, 100), mention(120)]}
    assert listed(121, lines)[KEPT].state.last_supported == day(120)


def test_a_denial_of_either_is_a_denial_of_both() -> None:
    for lines in (
        {KEPT: [strong(1), event("deny", 110)], OTHER: [mention(9), merge(KEPT, 100)]},
        {KEPT: [strong(1)], OTHER: [mention(9), merge(KEPT, 100), event("deny", 110)]},
    ):
        assert listed(120, lines)[KEPT].status == "denied"


def test_what_contradicts_the_fact_merged_ends_the_kept_one() -> None:
    lines = {KEPT: [strong(1)], OTHER: [mention(2), merge(KEPT, 100)], "inte": [mention(110)]}
    assert listed(120, lines)[KEPT].status == "ended"
    assert listed(120, lines)["inte"].status == "active"


def test_before_the_merge_they_are_two() -> None:
    lines = {KEPT: [strong(1)], OTHER: [mention(9), merge(KEPT, 100)]}
    assert {id_: item.state.support for id_, item in listed(99, lines).items()} == {KEPT: 1, OTHER: 1}


def test_a_merge_taken_back_is_as_if_never_made() -> None:
    before = {KEPT: [strong(1)], OTHER: [mention(9)]}
    after = {KEPT: [strong(1)], OTHER: [mention(9), merge(KEPT, 100, undone_at=day(105))]}
    assert listed(120, after) == listed(120, before)


def test_what_was_known_before_the_merge_was_recorded_are_two_facts() -> None:
    lines = {KEPT: [strong(1)], OTHER: [mention(9), merge(KEPT, 20, recorded_at=day(100))]}
    timelines = {id_: Timeline(LINES[id_], events) for id_, events in lines.items()}
    assert {item.id for item in replay(timelines, DEFAULT, day(50), recorded_by=day(60))} == {KEPT, OTHER}
    assert {item.id for item in replay(timelines, DEFAULT, day(50))} == {KEPT}


def test_a_chain_of_merges_leads_to_the_last_one_kept() -> None:
    lines = {
        "te": [mention(3, text="Gillar te")],
        KEPT: [strong(1), merge("te", 101)],
        OTHER: [mention(9), merge(KEPT, 100)],
    }
    found = listed(120, lines)
    assert set(found) == {"te"}
    assert (found["te"].state.text, found["te"].state.support) == ("Gillar te", 3)


def test_a_ring_of_merges_is_survived() -> None:
    lines = {KEPT: [strong(1), merge(OTHER, 100)], OTHER: [mention(9), merge(KEPT, 100)]}
    assert len(listed(120, lines)) <= 2


def test_a_replay_for_labels_drawn_before_the_merge_has_both() -> None:
    lines = {KEPT: [strong(1)], OTHER: [mention(9), merge(KEPT, 100)]}
    timelines = {id_: Timeline(LINES[id_], events) for id_, events in lines.items()}
    assert set(Pinned({"elin": timelines}, at=day(99)).served(DEFAULT)) == {KEPT, OTHER}
    assert set(Pinned({"elin": timelines}, at=day(101)).served(DEFAULT)) == {KEPT}


# For every timeline

PAIRS = st.permutations(sorted(SLOTTED)).map(lambda names: (names[0], names[1]))


def story_list(story: Story, policy: Policy) -> list[Listed]:
    return replay({k: Timeline(SLOTTED[k], events) for k, events in story.items()}, policy, day(520))


@settings(max_examples=examples(150), deadline=None)
@given(STORIES, POLICIES, PAIRS, st.integers(0, 510))
def test_a_merge_and_its_undoing_give_back_the_list(
    story: Story, policy: Policy, pair: tuple[str, str], at: int
) -> None:
    kept_, other = pair
    if not {kept_, other} <= set(story):
        return
    undone = story | {other: [*story[other], merge(kept_, at, undone_at=day(515))]}
    assert story_list(undone, policy) == story_list(story, policy)


@settings(max_examples=examples(150), deadline=None)
@given(STORIES, POLICIES, PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_arrival_never_matters_around_a_merge(
    story: Story, policy: Policy, pair: tuple[str, str], random: object
) -> None:
    kept_, other = pair
    if not {kept_, other} <= set(story):
        return
    merged = story | {other: [*story[other], merge(kept_, 300)]}
    shuffled = {}
    for name in sorted(merged, reverse=True):
        events = list(merged[name])
        random.shuffle(events)  # type: ignore[attr-defined]
        shuffled[name] = events
    assert story_list(shuffled, policy) == story_list(merged, policy)


@settings(max_examples=examples(100), deadline=None)
@given(STORIES, POLICIES, st.sampled_from(sorted(SLOTTED)), st.data())
def test_one_fact_told_in_two_wordings_and_merged_is_the_fact_told_in_one(
    story: Story, policy: Policy, name: str, data: st.DataObject
) -> None:
    """Whatever part of a fact's evidence came under another key, merged it comes to the same."""
    if name not in story:
        return
    spoken = [e for e in story[name] if e.action != "edit"]
    own = [data.draw(st.booleans()) for _ in spoken]
    if not any(mine and e.action == "mention" for e, mine in zip(spoken, own, strict=True)):
        return
    one_type = [replace(e, type="goal") if e.action == "mention" else replace(e, text="") for e in spoken]
    mine = [e for e, is_own in zip(one_type, own, strict=True) if is_own]
    other = [e for e, is_own in zip(one_type, own, strict=True) if not is_own]
    lines = {k: Timeline(SLOTTED[k], events) for k, events in (story | {name: mine}).items()}
    lines["x"] = Timeline(statement("+annat"), [*other, merge(name, 511)])
    found = {i.id: (i.status, i.state.support, i.confidence) for i in replay(lines, policy, day(520))}
    told = {
        i.id: (i.status, i.state.support, i.confidence) for i in story_list(story | {name: one_type}, policy)
    }
    assert found == told


@pytest.mark.parametrize("at", [99, 101])
def test_the_fact_merged_keeps_its_own_timeline(at: float) -> None:
    lines = {OTHER: [mention(9), merge("gone", 100)]}
    assert listed(at, lines)[OTHER].state.support == 1
