from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.intervals import decide, exact_count_interval
from granskning.domain.sequential import (
    SequenceRule,
    answered_prefix,
    confidence_sequence,
    decide_by_band,
    running_band,
)
from tests.domain import enumeration

Answers = list[bool | None]
FrameAndAnswers = tuple[int, Answers]


@st.composite
def answered(draw: st.DrawFn) -> FrameAndAnswers:
    answers = draw(st.lists(st.sampled_from([True, True, True, False, None]), max_size=40))
    return draw(st.integers(len(answers), 200) | st.integers(10**6, 10**7)), answers


def misses(interval: Callable[[int, int, int], tuple[int, int]], size: int, last: int) -> list[float]:
    """For each truth, the chance that the interval leaves it out at one look or more."""

    @cache
    def ends(n: int) -> tuple[enumeration.Whole, enumeration.Whole]:
        low, high = np.array([interval(x, n, size) for x in range(n + 1)]).T
        return low, high

    def outside(right: int) -> Callable[[int], enumeration.Flags]:
        def flags(n: int) -> enumeration.Flags:
            low, high = ends(n)
            return np.asarray((right < low) | (high < right))

        return flags

    return [enumeration.ever(size, right, last, outside(right)) for right in range(size + 1)]


@pytest.mark.parametrize(("size", "alpha"), [(50, 0.05), (23, 0.2), (7, 0.5)])
def test_the_sequence_is_the_set_of_counts_whose_prior_is_not_20_times_the_posterior(
    size: int, alpha: float
) -> None:
    from scipy.stats import betabinom, hypergeom

    counts = np.arange(size + 1)
    prior = betabinom.pmf(counts, size, 4.5, 0.5)
    for n in range(size + 1):
        for x in range(n + 1):
            posterior = prior * hypergeom.pmf(x, size, counts, n)
            posterior /= posterior.sum()
            kept = counts[posterior * (1 / alpha) > prior]
            assert (np.diff(kept) == 1).all()
            assert confidence_sequence(x, n, size, alpha) == (kept[0], kept[-1])


def test_looking_after_every_answer_misses_the_truth_in_at_most_5_per_cent_whatever_it_is() -> None:
    assert max(misses(confidence_sequence, 50, 50)) <= 0.05


def test_peeking_at_the_ordinary_interval_misses_more_than_twice_as_often() -> None:
    assert max(misses(exact_count_interval, 50, 30)) > 0.10


@pytest.mark.parametrize("size", [50, 200])
@pytest.mark.parametrize("target", [0.5, 0.9])
def test_the_rule_and_the_sequence_decide_alike(size: int, target: float) -> None:
    rule = SequenceRule(size, target)
    reaching = rule.reaching
    for n in range(1, size + 1, 7):
        for x in range(n + 1):
            low, high = confidence_sequence(x, n, size)
            assert rule.over(x, n) == (low >= reaching)
            assert rule.under(x, n) == (high < reaching)


@pytest.mark.parametrize("size", [12, 50, 131])
def test_one_more_right_answer_never_lowers_the_sequence(size: int) -> None:
    for n in range(1, size + 1):
        ends = [confidence_sequence(x, n, size) for x in range(n + 1)]
        assert ends == sorted(ends)
        assert [high for _, high in ends] == sorted(high for _, high in ends)


def test_without_answers_every_count_is_possible_and_with_all_of_them_one() -> None:
    assert confidence_sequence(0, 0, 50) == (0, 50)
    assert confidence_sequence(43, 50, 50) == (43, 43)
    assert confidence_sequence(0, 0, 0) == (0, 0)
    assert running_band([], 50) == []


def test_the_sequence_is_wider_than_the_interval_of_a_planned_round() -> None:
    low, high = exact_count_interval(27, 30, 50)
    wide_low, wide_high = confidence_sequence(27, 30, 50)
    assert wide_low <= low <= high <= wide_high
    assert (wide_low, wide_high) != (low, high)


@pytest.mark.parametrize("size", [10**5, 10**7])
def test_a_long_list_has_a_sequence_around_its_share(size: int) -> None:
    low, high = confidence_sequence(2700, 3000, size)
    assert low < 0.9 * size < high


def test_three_thousand_answers_of_a_million_facts_are_told_after_each() -> None:
    answers = [n % 10 != 0 for n in range(3000)]
    bands = running_band(answers, 10**6)
    assert bands[-1][0] < 0.9 * 10**6 < bands[-1][1]


@given(answered())
def test_the_band_never_widens_but_where_no_count_survived(case: FrameAndAnswers) -> None:
    size, answers = case
    bands = [(0, size), *running_band(answers, size)]
    for n, (before, after) in enumerate(pairwise(bands), start=1):
        right, skipped = sum(a is True for a in answers[:n]), sum(a is None for a in answers[:n])
        here = confidence_sequence(right, n, size)[0], confidence_sequence(right + skipped, n, size)[1]
        met = max(before[0], here[0]), min(before[1], here[1])
        assert after == (met if met[0] <= met[1] else here)


@given(answered(), st.randoms(use_true_random=False))
def test_a_look_with_skips_holds_every_way_they_could_have_gone(
    case: FrameAndAnswers, random: object
) -> None:
    size, answers = case
    choose = random.choice  # type: ignore[attr-defined]  # hypothesis types its random as object
    filled = [choose([True, False]) if answer is None else answer for answer in answers]
    right, skipped = sum(a is True for a in answers), sum(a is None for a in answers)
    if answers:
        low, high = confidence_sequence(sum(filled), len(filled), size)
        assert confidence_sequence(right, len(answers), size)[0] <= low
        assert high <= confidence_sequence(right + skipped, len(answers), size)[1]


def test_only_answers_before_the_first_waiting_item_count() -> None:
    verdicts = ["correct", "outdated", "skipped", "incorrect", None, "correct"]
    assert answered_prefix(verdicts) == [True, False, None, False]
    assert answered_prefix([]) == answered_prefix([None, "correct"]) == []


def test_an_extension_is_judged_by_every_look_so_far() -> None:
    answers = ([True] * 9 + [False]) * 3
    decision = decide_by_band(answers, 50)
    assert (decision.low, decision.high) == running_band(answers, 50)[-1]
    assert decision.verdict == "undecided"
    assert decision.best_case_more is not None
    assert decision.likely_more is not None


def test_an_extension_needs_more_labels_than_a_round_planned_that_large() -> None:
    answers = ([True] * 9 + [False]) * 3
    extended, planned = decide_by_band(answers, 5000), decide(27, 30, 5000)
    assert (extended.best_case_more or 0) > (planned.best_case_more or 0) > 0
    assert (extended.likely_more or 0) > (planned.likely_more or 0) > 0


def test_no_answer_is_no_data() -> None:
    assert decide_by_band([], 50).verdict == "no_data"
    assert decide_by_band([None, None], 50).verdict == "no_data"


def test_more_answers_than_facts_are_refused() -> None:
    with pytest.raises(ValueError, match="n cannot exceed N"):
        decide_by_band([True] * 6, 5)
    with pytest.raises(ValueError, match="n cannot exceed N"):
        running_band([True] * 6, 5)
    with pytest.raises(ValueError, match="alpha"):
        confidence_sequence(1, 2, 3, alpha=0)
