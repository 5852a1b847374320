"""What labels add up to: the one set of figures that page, export, chart and rule share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.figures import DISPUTED, Figures, Kept, grouped, kept_by_confidence, summarise
from granskning.domain.intervals import exact_count_interval, union_interval
from granskning.domain.sequential import running_band

LABELS = ("correct", "incorrect", "outdated", "skipped", DISPUTED, "")


def labels(
    correct: int, incorrect: int = 0, outdated: int = 0, skipped: int = 0, waiting: int = 0
) -> list[str]:
    return (
        ["correct"] * correct
        + ["incorrect"] * incorrect
        + ["outdated"] * outdated
        + ["skipped"] * skipped
        + [""] * waiting
    )


def test_27_of_30_from_a_list_of_50_is_40_to_47() -> None:
    found = summarise(labels(27, 2, 1), frame_size=50)
    assert (found.low, found.high, found.size, found.verdict) == (40, 47, 50, "undecided")
    assert (found.correct, found.incorrect, found.outdated, found.wrong, found.answered) == (27, 2, 1, 3, 30)


def test_a_whole_list_judged_is_a_count() -> None:
    found = summarise(labels(27, 3), frame_size=30)
    assert (found.low, found.high, found.verdict) == (27, 27, "over")
    assert found.is_count
    assert found.is_whole_list


def test_a_whole_list_with_a_skip_is_no_count() -> None:
    found = summarise(labels(26, 3, skipped=1), frame_size=30)
    assert (found.low, found.high, found.verdict) == (26, 27, "undecided")
    assert found.is_whole_list
    assert not found.is_count


@pytest.mark.parametrize("given_labels", [[], labels(0, skipped=30), labels(0, waiting=30), [DISPUTED] * 30])
def test_without_an_answer_there_is_no_data(given_labels: list[str]) -> None:
    found = summarise(given_labels, frame_size=50)
    assert (found.verdict, found.counted) == ("no_data", 0)


def test_an_empty_frame_has_no_data_and_no_size() -> None:
    found = summarise([], frame_size=0)
    assert (found.verdict, found.low, found.high, found.size) == ("no_data", 0, 0, 0)


def test_skips_and_open_disputes_are_counted_both_ways() -> None:
    found = summarise([*labels(27, 2, skipped=1), DISPUTED], frame_size=50)
    assert (found.low, found.high) == union_interval(27, 2, 2, 50)
    assert found.undecided == 2


def test_a_round_closed_early_is_judged_by_the_band_up_to_the_first_gap() -> None:
    found = summarise([*labels(10, 1), "", *labels(5)], frame_size=277)
    assert (found.low, found.high) == running_band([True] * 10 + [False], 277)[-1]
    assert (found.counted, found.counted_right, found.answered, found.unlabelled) == (11, 10, 16, 1)
    assert not found.is_complete


def test_known_facts_add_to_what_a_confirmation_speaks_of() -> None:
    found = summarise(labels(28, 1), frame_size=40, known_right=25, known_wrong=1)
    low, high = exact_count_interval(28, 29, 40)
    assert (found.low, found.high, found.size) == (25 + low, 25 + high, 66)


def test_a_label_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no such label"):
        summarise(["true"], frame_size=5)


@given(st.lists(st.sampled_from(LABELS), max_size=40), st.integers(0, 60))
def test_the_interval_always_holds_what_was_seen_and_lies_in_the_list(
    given_labels: list[str], more: int
) -> None:
    found = summarise(given_labels, frame_size=len(given_labels) + more)
    seen_right = found.counted_right
    assert seen_right <= found.low <= found.high <= found.size - (found.counted - seen_right)
    assert found.drawn == len(given_labels)
    assert found.answered + found.undecided + found.unlabelled == found.drawn


@given(st.lists(st.sampled_from(LABELS[:5]), min_size=1, max_size=30), st.integers(0, 60))
def test_the_verdict_is_what_the_limits_say(given_labels: list[str], more: int) -> None:
    found: Figures = summarise(given_labels, frame_size=len(given_labels) + more)
    if found.verdict == "over":
        assert 10 * found.low >= 9 * found.size
    elif found.verdict == "under":
        assert 10 * found.high < 9 * found.size
    elif found.verdict == "undecided":
        assert 10 * found.low < 9 * found.size <= 10 * found.high


def test_groups_count_their_faults_and_leave_skips_out() -> None:
    rows = [("goal", "outdated"), ("goal", "correct"), ("knowledge", "correct"), ("temporary", "skipped")]
    goal, knowledge = grouped(rows)
    assert (goal.name, goal.answered, goal.wrong, goal.outdated) == ("goal", 2, 1, 1)
    assert (knowledge.name, knowledge.answered, knowledge.wrong) == ("knowledge", 1, 0)


def test_raising_the_lowest_confidence_keeps_fewer() -> None:
    outcomes = [(0.4, False), (0.5, True), (0.5, False), (0.9, True)]
    assert kept_by_confidence(outcomes) == (
        Kept(confidence=0.4, kept=4, right=2),
        Kept(confidence=0.5, kept=3, right=2),
        Kept(confidence=0.9, kept=1, right=1),
    )
    assert kept_by_confidence([]) == ()


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=50))
def test_kept_facts_are_those_at_or_over_the_confidence(outcomes: list[tuple[float, bool]]) -> None:
    for point in kept_by_confidence(outcomes):
        over = [right for confidence, right in outcomes if confidence >= point.confidence]
        assert (point.kept, point.right) == (len(over), sum(over))
