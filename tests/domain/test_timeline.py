"""Every sentence of the rules about a single timeline, as a case that a person can check by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from minne.domain.events import Event
from minne.domain.policy import Policy
from tests.domain.stories import DEFAULT, day, event, group, mention, state, until

TWICE = Policy(explicit_kinds=["asked"])


# Learning


def test_one_inferred_occasion_is_only_a_candidate_without_confidence() -> None:
    found = state(mention(0, "inferred"), at=1)
    assert (found.status, found.support, found.confidence_at(day(1), DEFAULT)) == ("candidate", 1, 0)


def test_the_second_inferred_occasion_makes_it_learned_at_one_half() -> None:
    found = state(mention(0, "inferred"), mention(5, "inferred"), at=5)
    assert (found.status, found.support, found.confidence, found.last_supported) == ("active", 2, 0.5, day(5))


@pytest.mark.parametrize(("kind", "confidence"), [("stated", 0.5), ("asked", 0.9)])
def test_an_explicit_statement_is_enough_alone(kind: str, confidence: float) -> None:
    found = state(mention(0, kind), at=0)
    assert (found.status, found.support, found.confidence, found.kind) == ("active", 1, confidence, kind)


def test_a_policy_may_demand_that_what_is_stated_is_said_twice() -> None:
    assert state(mention(0), at=0, policy=TWICE).status == "candidate"
    assert state(mention(0), mention(3), at=3, policy=TWICE).status == "active"


def test_two_turns_of_one_conversation_on_one_day_are_one_occasion() -> None:
    found = state(mention(0, "inferred", talk="a"), mention(0.1, "inferred", talk="a"), at=1)
    assert (found.status, found.support) == ("candidate", 1)


def test_an_occasion_takes_a_stronger_kind_at_the_moment_one_appears() -> None:
    turns = mention(0, "inferred", talk="a"), mention(0.1, "stated", talk="a")
    found = state(*turns, at=1)
    assert (found.status, found.support, found.kind, found.last_supported) == (
        "active",
        1,
        "stated",
        day(0.1),
    )


def test_a_persons_own_confirm_learns_a_candidate_at_full_confidence() -> None:
    found = state(mention(0, "inferred"), event("confirm", 1), at=1)
    assert (found.status, found.confidence, found.support) == ("active", 1.0, 1)


def test_occasions_of_a_fact_not_yet_learned_never_lapse() -> None:
    assert state(mention(0, "inferred"), mention(900, "inferred"), at=900).status == "active"


# Support


def test_a_later_occasion_adds_a_quarter_to_what_is_left() -> None:
    found = state(mention(0), mention(90), at=90)
    assert found.confidence == pytest.approx(0.5 * 2 ** (-90 / 180) + 0.25, abs=1e-12)
    assert found.support == 2
    assert round(found.confidence, 4) == 0.6036


def test_that_fact_fades_on_day_271_and_a_half() -> None:
    found = state(mention(0), mention(90), at=90)
    assert found.fades_at is not None
    assert round((found.fades_at - day(0)) / timedelta(days=1), 1) == 271.5


def test_confidence_never_rises_above_one() -> None:
    assert state(*(mention(n) for n in range(6)), at=5).confidence <= 1.0
    assert state(event("confirm", 0), mention(0.5), at=1).confidence == 1.0


def test_being_asked_lifts_confidence_to_nine_tenths_at_least() -> None:
    assert state(mention(0), mention(1, "asked"), at=1).confidence == 0.9


def test_being_asked_within_an_occasion_already_counted_lifts_without_new_support() -> None:
    found = state(mention(0, talk="a"), mention(0.1, "asked", talk="a"), at=1)
    assert (found.confidence, found.support) == (0.9, 1)


def test_the_same_occasion_repeated_supports_nothing() -> None:
    found = state(mention(0, talk="a"), mention(0.1, talk="a"), at=0.2)
    assert (found.confidence, found.last_supported) == (0.5, day(0))


# Fading


@pytest.mark.parametrize(
    ("type_", "days"), [("preference", 180), ("knowledge", 365), ("goal", 90), ("temporary", 14)]
)
def test_confidence_is_halved_after_one_half_life(type_: str, days: int) -> None:
    found = state(mention(0, type=type_), at=0)
    assert found.confidence_at(day(days), DEFAULT) == 0.25


def test_a_clock_that_is_behind_gives_no_boost() -> None:
    assert state(mention(0), at=0).confidence_at(day(-30), DEFAULT) == 0.5


def test_a_fact_is_faded_from_the_moment_it_reaches_the_minimum() -> None:
    fades = state(mention(0), at=0).fades_at
    assert fades is not None
    tick = timedelta(microseconds=1)
    found = state(mention(0), at=0)
    assert (found.status_at(fades - tick), found.status_at(fades)) == ("active", "faded")


def test_a_faded_fact_is_learned_anew_and_not_topped_up() -> None:
    found = state(mention(0), mention(200), at=200)
    assert (found.status, found.support, found.confidence) == ("active", 1, 0.5)


def test_a_faded_fact_needs_new_support_by_the_rule_for_a_new_fact() -> None:
    old = mention(0, "inferred"), mention(1, "inferred")
    assert state(*old, mention(400, "inferred"), at=400).status == "faded"
    assert state(*old, mention(400, "inferred"), mention(401, "inferred"), at=401).status == "active"


# Ending


def test_what_is_denied_is_not_learned_again_from_what_was_said_before() -> None:
    late_to_arrive = replace(mention(3), recorded_at=day(30))
    assert state(mention(0), event("deny", 10), late_to_arrive, at=40).status == "denied"


def test_guesses_after_a_denial_count_for_nothing() -> None:
    later = [mention(n, "inferred") for n in range(20, 25)]
    assert state(mention(0), event("deny", 10), *later, at=30).status == "denied"


@pytest.mark.parametrize("again", [mention(20), mention(20, "asked"), event("confirm", 20)])
def test_the_person_saying_it_anew_lifts_a_denial(again: Event) -> None:
    found = state(mention(0), event("deny", 10), again, at=20)
    assert found.status == "active"
    assert found.support == (0 if again.action == "confirm" else 1)


def test_a_denied_fact_has_no_confidence_and_no_support() -> None:
    found = state(mention(0), mention(1), event("deny", 2), at=3)
    assert (found.support, found.confidence_at(day(3), DEFAULT), found.active_until) == (0, 0, None)


def test_an_ended_fact_is_closed_and_counts_anew_with_the_next_occasion() -> None:
    assert state(mention(0), mention(1), event("end", 2), at=3).status == "ended"
    found = state(mention(0), mention(1), event("end", 2), mention(5), at=5)
    assert (found.status, found.support, found.confidence) == ("active", 1, 0.5)


def test_end_never_writes_an_end_date() -> None:
    assert state(mention(0), event("end", 2), at=3).valid_until is None


def test_end_comes_before_deny_at_the_same_moment() -> None:
    assert state(mention(0), event("deny", 2), event("end", 2), at=3).status == "denied"


def test_a_fact_is_expired_from_the_midnight_after_its_last_day_where_the_person_lives() -> None:
    found = state(mention(0, valid_until=until(30)), at=0)  # 31 January 2026
    assert found.expires_at == datetime(2026, 1, 31, 23, tzinfo=UTC)
    assert found.status_at(datetime(2026, 1, 31, 22, 59, tzinfo=UTC)) == "active"
    assert found.status_at(datetime(2026, 1, 31, 23, tzinfo=UTC)) == "expired"


def test_an_expired_fact_said_again_without_a_date_lasts() -> None:
    found = state(mention(0, valid_until=until(3)), mention(10), at=10)
    assert (found.status, found.support, found.valid_until) == ("active", 1, None)


# What is shown


def test_words_come_from_the_earliest_mention_and_validity_from_the_latest_with_one() -> None:
    found = state(
        mention(0, text="Gillar kaffe", valid_until=until(90)),
        mention(5, text="Tycker om kaffe", valid_until=until(120)),
        mention(9, text="Älskar kaffe"),
        at=9,
    )
    assert (found.text, found.valid_until) == ("Gillar kaffe", until(120))
    assert found.quote == "jag gillar kaffe (dag 0)"
    assert found.sources == ("e0", "e5", "e9")


def test_after_fading_the_words_are_those_of_the_new_life() -> None:
    assert (
        state(mention(0, text="Gillar kaffe"), mention(200, text="Älskar kaffe"), at=200).text
        == "Älskar kaffe"
    )


def test_the_kind_shown_is_the_strongest() -> None:
    assert state(mention(0, "inferred"), mention(1, "asked"), mention(2), at=2).kind == "asked"


def test_an_edit_changes_the_words_and_nothing_else() -> None:
    before = state(mention(0), at=5)
    after = state(mention(0), event("edit", 4, text="Gillar svart kaffe"), at=5)
    assert after == replace(before, text="Gillar svart kaffe")


def test_what_was_taken_back_is_as_if_never_made() -> None:
    undone = replace(event("deny", 3), undone_at=day(4))
    assert state(mention(0), undone, at=5) == state(mention(0), at=5)


def test_events_after_now_do_not_count() -> None:
    assert state(mention(0), mention(50), at=10) == state(mention(0), at=10)


# Exclusion


def test_the_newest_stated_value_of_a_slot_ends_the_older_one() -> None:
    lines = {"+bo lund": [mention(0)], "+bo umeå": [mention(60)]}
    assert group(lines, slot="residence", at=61) == {"+bo lund": "ended", "+bo umeå": "active"}


def test_and_does_so_in_whatever_order_they_arrive() -> None:
    late = {"+bo umeå": [mention(60)], "+bo lund": [replace(mention(0), recorded_at=day(90))]}
    assert group(late, slot="residence", at=91) == {"+bo umeå": "active", "+bo lund": "ended"}


def test_the_same_key_with_opposite_polarity_ends_the_other() -> None:
    lines = {"+kaffe": [mention(0)], "-kaffe": [mention(60)]}
    assert group(lines, at=61) == {"+kaffe": "ended", "-kaffe": "active"}


def test_a_guess_against_an_active_fact_counts_for_nothing() -> None:
    lines = {"+kaffe": [mention(0)], "-kaffe": [mention(n, "inferred") for n in (1, 2, 3)]}
    assert group(lines, at=4) == {"+kaffe": "active", "-kaffe": "candidate"}


def test_not_living_in_lund_excludes_no_other_town() -> None:
    lines = {"+bo umeå": [mention(0)], "-bo lund": [mention(1)]}
    assert group(lines, slot="residence", at=2) == {"+bo umeå": "active", "-bo lund": "active"}


def test_moving_back_ends_the_town_between() -> None:
    lines = {"+bo lund": [mention(0), mention(90)], "+bo umeå": [mention(60)]}
    assert group(lines, slot="residence", at=91) == {"+bo lund": "active", "+bo umeå": "ended"}


def test_a_statement_that_is_not_yet_learned_ends_nothing() -> None:
    lines = {"+bo lund": [mention(0)], "+bo umeå": [mention(60, "inferred")]}
    assert group(lines, slot="residence", at=61) == {"+bo lund": "active", "+bo umeå": "candidate"}


def test_a_confirm_ends_what_it_excludes() -> None:
    lines = {"+kaffe": [mention(0)], "-kaffe": [event("confirm", 1, text="Gillar inte kaffe")]}
    assert group(lines, at=2) == {"+kaffe": "ended", "-kaffe": "active"}


def test_denying_the_newer_value_leaves_the_older_one_ended() -> None:
    lines = {"+bo lund": [mention(0)], "+bo umeå": [mention(60), event("deny", 61)]}
    assert group(lines, slot="residence", at=62) == {"+bo lund": "ended", "+bo umeå": "denied"}
