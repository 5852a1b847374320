import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from granskning.domain import thresholds
from granskning.domain.confirmation import (
    Frame,
    Size,
    can_show,
    confirmation_size,
    confirmation_sizes,
    judge,
    labels_to_certify,
    wrong_allowed,
)
from granskning.domain.decision import smallest_reaching
from granskning.domain.intervals import clopper_pearson, exact_count_interval
from tests.domain import enumeration, published

LONG = Frame(unlabelled=10**6)


@published.of("success_run")
def test_the_labels_to_certify_are_the_published_ones(case: published.Case) -> None:
    inputs = case["inputs"]
    assert labels_to_certify(inputs["wrong"], inputs["target"], inputs["delta"]) == case["expected"]


@pytest.mark.parametrize(("alpha", "sizes"), [(0.05, [29, 46, 61, 76]), (0.025, [36, 54, 70, 85])])
def test_on_a_list_without_end_each_wrong_answer_costs_more_labels(alpha: float, sizes: list[int]) -> None:
    assert [labels_to_certify(wrong, alpha=alpha) for wrong in range(4)] == sizes
    assert [labels_to_certify(wrong, alpha=alpha, N=10**7) for wrong in range(4)] == sizes


def test_it_is_found_under_the_name_others_use() -> None:
    assert thresholds.labels_to_certify is labels_to_certify


@settings(deadline=None)
@given(
    st.integers(0, 6),
    st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]),
    st.sampled_from([0.01, 0.025, 0.05, 0.2]),
)
def test_without_end_the_size_is_where_the_one_sided_limit_first_reaches_the_target(
    wrong: int, target: float, alpha: float
) -> None:
    n = labels_to_certify(wrong, target, alpha)
    assert clopper_pearson(n - wrong, n, alpha, "lower")[0] >= target - 1e-12
    assert n == wrong or clopper_pearson(n - 1 - wrong, n - 1, alpha, "lower")[0] < target - 1e-12


@pytest.mark.parametrize("size", [1, 7, 10, 30, 50, 212])
@pytest.mark.parametrize("alpha", [0.025, 0.05])
def test_on_a_short_list_the_size_is_the_first_that_the_exact_interval_accepts(
    size: int, alpha: float
) -> None:
    reaching = smallest_reaching(size, 0.9)
    for wrong in range(size - reaching + 1):
        first = next(
            n
            for n in range(max(wrong, 1), size + 1)
            if exact_count_interval(n - wrong, n, size, alpha, "lower")[0] >= reaching
        )
        assert labels_to_certify(wrong, alpha=alpha, N=size) == first


@given(st.integers(0, 4), st.integers(60, 3000))
def test_a_short_list_needs_no_more_labels_than_one_without_end(wrong: int, size: int) -> None:
    # 60 facts allow six wrong. (From list to list the size is not monotone: 90 % of N is rounded up.)
    assert labels_to_certify(wrong, N=size) <= max(labels_to_certify(wrong), wrong + 1)


def test_as_many_wrong_as_the_target_allows_take_a_full_count() -> None:
    assert labels_to_certify(5, N=50) == 50
    assert labels_to_certify(0, N=5) == 5


def test_more_wrong_than_the_target_allows_cannot_be_certified() -> None:
    with pytest.raises(ValueError, match="no number of labels"):
        labels_to_certify(6, N=50)
    with pytest.raises(ValueError, match="no number of labels"):
        labels_to_certify(0, N=0)


@pytest.mark.parametrize("arguments", [(-1, 0.9, 0.05), (0, 1.0, 0.05), (0, 0.0, 0.05), (0, 0.9, 0.0)])
def test_impossible_questions_are_refused(arguments: tuple[int, float, float]) -> None:
    with pytest.raises(ValueError):
        labels_to_certify(*arguments)


def test_perfection_takes_nearly_a_full_count() -> None:
    assert labels_to_certify(0, target=1.0, N=50) == 48
    assert exact_count_interval(48, 48, 50, 0.05, "lower")[0] == 50


# Planning


@pytest.mark.parametrize(("size", "needed"), [(50, 22), (100, 28), (212, 32), (10**6, 36)])
def test_the_page_can_say_how_many_right_labels_would_be_over(size: int, needed: int) -> None:
    plan = can_show(30, size)
    assert plan.needed == needed
    assert plan.reaches == (needed <= 30)
    assert can_show(needed, size).reaches
    assert not can_show(needed - 1, size).reaches


def test_no_labels_and_no_facts_show_nothing() -> None:
    assert not can_show(0, 50).reaches
    assert not can_show(0, 0).reaches
    assert can_show(0, 0).needed is None


# The round


def test_a_long_list_is_confirmed_by_36_or_54_with_one_wrong() -> None:
    assert confirmation_sizes(LONG) == (Size(0, 36), Size(1, 54), Size(2, 70), Size(3, 85))
    assert [wrong_allowed(LONG, n) for n in (35, 36, 53, 54, 70)] == [None, 0, 0, 1, 2]


def test_known_right_facts_save_labels_and_known_wrong_ones_cost_them() -> None:
    sizes = [
        confirmation_size(Frame(unlabelled=100, known_right=right, known_wrong=wrong))
        for right, wrong in [(27, 0), (0, 0), (0, 3)]
    ]
    assert sizes == sorted(sizes, key=lambda n: n or 0)
    assert len(set(sizes)) == 3


def test_the_sizes_end_where_the_known_wrong_leave_no_room() -> None:
    frame = Frame(unlabelled=20, known_right=27, known_wrong=3)
    assert [size.wrong for size in confirmation_sizes(frame)] == [0, 1, 2]
    assert confirmation_sizes(frame)[-1].n == 20
    assert confirmation_sizes(Frame(unlabelled=20, known_right=24, known_wrong=6)) == ()
    assert confirmation_sizes(Frame(unlabelled=0)) == ()


def test_facts_known_to_be_right_can_certify_alone() -> None:
    frame = Frame(unlabelled=5, known_right=45)
    assert confirmation_size(frame) == 0
    assert judge(frame, planned=0, right=0, wrong=0).evidence == "certified"


@settings(deadline=None)
@given(
    st.builds(
        Frame, unlabelled=st.integers(1, 90), known_right=st.integers(0, 40), known_wrong=st.integers(0, 4)
    ),
    st.data(),
)
def test_a_round_is_certified_just_when_no_more_are_wrong_than_was_allowed(
    frame: Frame, data: st.DataObject
) -> None:
    n = data.draw(st.integers(1, frame.unlabelled))
    wrong = data.draw(st.integers(0, n))
    result = judge(frame, planned=n, right=n - wrong, wrong=wrong)
    assert (result.evidence == "certified") == (result.allowed is not None and wrong <= result.allowed)
    assert (result.evidence == "certified") == (result.verdict == "over")


def test_a_round_waits_until_its_answers_are_in_and_fails_as_soon_as_it_must() -> None:
    assert judge(LONG, planned=54, right=30, wrong=1).evidence == "waiting"
    assert judge(LONG, planned=54, right=30, wrong=2).evidence == "failed"
    assert judge(LONG, planned=54, right=53, wrong=1).evidence == "certified"
    assert judge(LONG, planned=54, right=52, wrong=2).evidence == "failed"


def test_a_skip_counts_as_it_could_have_gone_at_worst() -> None:
    assert judge(LONG, planned=36, right=36, wrong=0, skipped=1).evidence == "failed"
    assert judge(LONG, planned=54, right=54, wrong=0, skipped=1).evidence == "certified"


def test_a_frame_drawn_out_by_skips_is_judged_as_it_stands() -> None:
    frame = Frame(unlabelled=20, known_right=27, known_wrong=0)
    assert judge(frame, planned=20, right=17, wrong=1, skipped=2).evidence == "certified"
    assert judge(frame, planned=20, right=15, wrong=1, skipped=4).evidence == "failed"


def test_a_round_takes_no_more_answers_than_it_planned() -> None:
    with pytest.raises(ValueError, match="37 answers in a round of 36"):
        judge(LONG, planned=36, right=37, wrong=0)


def test_a_frame_has_no_negative_counts() -> None:
    with pytest.raises(ValueError, match="negative"):
        Frame(unlabelled=5, known_right=-1)


@pytest.mark.parametrize("frame", [Frame(unlabelled=50), Frame(unlabelled=70, known_right=20, known_wrong=1)])
def test_a_list_under_the_target_is_certified_in_at_most_2_5_per_cent_of_rounds(frame: Frame) -> None:
    under = smallest_reaching(frame.size, 0.9) - 1 - frame.known_right
    for size in confirmation_sizes(frame):
        chance = enumeration.tail(size.n - size.wrong, size.n, frame.unlabelled, under)
        assert 0 < chance <= 0.025 or (size.n == frame.unlabelled and chance == 0)
