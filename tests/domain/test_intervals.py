import math
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from granskning.domain.decision import chance_of_decision, smallest_reaching, verdict_of
from granskning.domain.intervals import (
    FixedRule,
    after_repair,
    chance_of_falling_under,
    clopper_pearson,
    decide,
    decide_with_skips,
    exact_count_interval,
    known_interval,
    remainder_interval,
    union_interval,
    wilson,
)
from tests.domain import enumeration, published


@st.composite
def samples(draw: st.DrawFn, largest: int = 400) -> tuple[int, int, int]:
    size = draw(st.integers(0, largest))
    n = draw(st.integers(0, size))
    return draw(st.integers(0, n)), n, size


ALPHAS = st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.2, 0.5])


# Published values


@published.of("wilson")
def test_wilson_prints_as_published(case: published.Case) -> None:
    assert published.agrees(case, wilson(**case["inputs"]))


@published.of("clopper_pearson")
def test_clopper_pearson_prints_as_published(case: published.Case) -> None:
    assert published.agrees(case, clopper_pearson(**case["inputs"]))


@published.of("hypergeometric")
def test_the_exact_count_interval_is_the_published_one(case: published.Case) -> None:
    inputs = case["inputs"]
    if "x" in inputs:
        assert list(exact_count_interval(**inputs)) == case["expected"]
    else:
        lows = [exact_count_interval(x, **inputs)[0] for x in range(inputs["n"] + 1)]
        assert lows == case["expected"]


@pytest.mark.parametrize(
    ("x", "n", "score", "exact"),
    [(15, 148, (0.0624, 0.1605), (0.0578, 0.1617)), (1, 29, (0.0061, 0.1718), (0.0009, 0.1776))],
)
def test_newcombes_other_two_examples_print_as_his_table(
    x: int, n: int, score: tuple[float, float], exact: tuple[float, float]
) -> None:
    assert wilson(x, n) == pytest.approx(score, abs=5e-5)
    assert clopper_pearson(x, n) == pytest.approx(exact, abs=5e-5)


@pytest.mark.parametrize("n", [1, 2, 9, 30, 300, 2999])
@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.2])
def test_shares_agree_with_scipys_binomial_test(n: int, alpha: float) -> None:
    from scipy.stats import binomtest

    for x in {0, 1, n // 3, n - 1, n}:
        theirs = {
            "both": binomtest(x, n),
            "lower": binomtest(x, n, alternative="greater"),
            "upper": binomtest(x, n, alternative="less"),
        }
        for sides, test in theirs.items():
            exact = test.proportion_ci(1 - alpha, method="exact")
            ours = clopper_pearson(x, n, alpha, sides)  # type: ignore[arg-type]  # a key, not a literal
            assert ours == pytest.approx((exact.low, exact.high), abs=1e-11)
        score = theirs["both"].proportion_ci(1 - alpha, method="wilson")
        assert wilson(x, n, alpha) == pytest.approx((score.low, score.high), abs=1e-12)


# The exact count interval


def test_27_right_of_30_drawn_from_50_reads_40_to_47() -> None:
    assert exact_count_interval(27, 30, 50) == (40, 47)


def test_without_labels_every_count_is_possible() -> None:
    assert exact_count_interval(0, 0, 50) == (0, 50)
    assert exact_count_interval(0, 0, 0) == (0, 0)


@pytest.mark.parametrize("sides", ["both", "lower", "upper"])
def test_a_full_count_is_a_point(sides: str) -> None:
    assert exact_count_interval(43, 50, 50, sides=sides) == (43, 43)  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize("alpha", [0.05, 0.1, 0.3, 0.9])
def test_a_count_is_kept_just_when_both_tails_exceed_half_of_alpha(alpha: float) -> None:
    half = Fraction(str(alpha)) / 2
    for size in range(13):
        for n in range(size + 1):
            for x in range(n + 1):
                kept = [
                    k
                    for k in range(x, size - (n - x) + 1)
                    if enumeration.tail(x, n, size, k) > half
                    and enumeration.tail(n - x, n, size, size - k) > half
                ]
                if kept:
                    assert exact_count_interval(x, n, size, alpha) == (kept[0], kept[-1])


def test_a_tail_of_exactly_half_of_alpha_rejects() -> None:
    # One draw from 40 with one right fact among them is right with a chance of exactly 1/40.
    assert exact_count_interval(1, 1, 40)[0] == 2


@pytest.mark.parametrize("x", [2700, 2990, 3000, 0, 1, 1500])
def test_ten_million_facts_give_the_count_of_a_brute_sum(x: int) -> None:
    n, size, half = 3000, 10**7, math.log(0.025)
    low, high = exact_count_interval(x, n, size)
    right, wrong = low, size - high
    if right > x:
        assert enumeration.log_tail(x, n, size, right) > half >= enumeration.log_tail(x, n, size, right - 1)
    if wrong > n - x:
        assert enumeration.log_tail(n - x, n, size, wrong) > half
        assert enumeration.log_tail(n - x, n, size, wrong - 1) <= half


def test_ten_million_facts_give_the_count_of_whole_numbers() -> None:
    low, _ = exact_count_interval(2990, 3000, 10**7)
    assert enumeration.tail(2990, 3000, 10**7, low) > Fraction(1, 40)
    assert enumeration.tail(2990, 3000, 10**7, low - 1) <= Fraction(1, 40)


@pytest.mark.parametrize("size", [30, 31, 40, 50, 100, 1000])
def test_the_interval_holds_the_truth_95_times_in_100_whatever_the_truth(size: int) -> None:
    for n in sorted({1, 2, 5, 10, 20, 29, 30, size // 2, size - 1, size} & set(range(1, size + 1))):
        intervals = [exact_count_interval(x, n, size) for x in range(n + 1)]
        assert enumeration.coverage(intervals, size).min() >= 0.95 - 1e-12


@pytest.mark.parametrize("sides", ["lower", "upper"])
@pytest.mark.parametrize("n", [5, 30, 49])
def test_a_one_sided_limit_holds_as_often(sides: str, n: int) -> None:
    intervals = [
        exact_count_interval(x, n, 50, sides=sides)  # type: ignore[arg-type]  # as above
        for x in range(n + 1)
    ]
    assert enumeration.coverage(intervals, 50).min() >= 0.95 - 1e-12


def test_wilsons_interval_falls_short_where_the_exact_one_holds() -> None:
    shares = [wilson(x, 30) for x in range(31)]
    intervals = [(low * 1000, high * 1000) for low, high in shares]
    assert enumeration.coverage(intervals, 1000).min() < 0.9


@given(samples(), ALPHAS)
def test_right_and_wrong_are_mirror_images(sample: tuple[int, int, int], alpha: float) -> None:
    x, n, size = sample
    low, high = exact_count_interval(x, n, size, alpha)
    assert exact_count_interval(n - x, n, size, alpha) == (size - high, size - low)


@given(samples(), ALPHAS)
def test_one_more_right_answer_never_lowers_a_limit(sample: tuple[int, int, int], alpha: float) -> None:
    x, n, size = sample
    if x < n:
        fewer, more = exact_count_interval(x, n, size, alpha), exact_count_interval(x + 1, n, size, alpha)
        assert fewer[0] <= more[0]
        assert fewer[1] <= more[1]


@given(samples(), ALPHAS, ALPHAS)
def test_a_surer_interval_contains_a_less_sure_one(
    sample: tuple[int, int, int], one: float, other: float
) -> None:
    wide = exact_count_interval(*sample, min(one, other))
    narrow = exact_count_interval(*sample, max(one, other))
    assert wide[0] <= narrow[0]
    assert narrow[1] <= wide[1]


@given(samples(), ALPHAS)
def test_the_two_sided_interval_is_both_one_sided_ones(sample: tuple[int, int, int], alpha: float) -> None:
    low, _ = exact_count_interval(*sample, alpha / 2, "lower")
    _, high = exact_count_interval(*sample, alpha / 2, "upper")
    assert exact_count_interval(*sample, alpha) == (low, high)


@given(samples())
def test_the_interval_holds_what_is_certain_and_the_sample_share(sample: tuple[int, int, int]) -> None:
    x, n, size = sample
    low, high = exact_count_interval(x, n, size)
    assert x <= low <= high <= size - (n - x)
    assert n == 0 or low <= Fraction(x * size, n) <= high


@pytest.mark.parametrize(
    ("x", "n", "size", "message"),
    [
        (31, 30, 50, "x cannot exceed n"),
        (20, 51, 50, "n cannot exceed N"),
        (-1, 30, 50, "negative"),
        (0, -1, 50, "negative"),
        (0, 0, -1, "negative"),
    ],
)
def test_impossible_counts_are_refused(x: int, n: int, size: int, message: str) -> None:
    for function in (exact_count_interval, decide):
        with pytest.raises(ValueError, match=message):
            function(x, n, size)


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 1.5, float("nan")])
def test_an_impossible_alpha_is_refused(alpha: float) -> None:
    with pytest.raises(ValueError, match="alpha"):
        exact_count_interval(27, 30, 50, alpha)
    with pytest.raises(ValueError, match="alpha"):
        clopper_pearson(27, 30, alpha)
    with pytest.raises(ValueError, match="alpha"):
        wilson(27, 30, alpha)


@pytest.mark.parametrize("count", [2.5, "3", None])
def test_what_is_no_count_is_refused(count: object) -> None:
    for counts in ((count, 5, 9), (3, count, 9), (3, 5, count)):
        with pytest.raises(ValueError, match="whole number"):
            exact_count_interval(*counts)


def test_an_unknown_side_is_refused() -> None:
    with pytest.raises(ValueError, match="sides"):
        exact_count_interval(27, 30, 50, sides="left")  # type: ignore[arg-type]  # the error is the point


def test_counts_out_of_numpy_are_counts() -> None:
    assert exact_count_interval(np.int64(27), np.int64(30), np.int64(50)) == (40, 47)  # type: ignore[arg-type]  # not an int to mypy


def test_a_share_of_nothing_is_anything() -> None:
    assert wilson(0, 0) == clopper_pearson(0, 0) == (0.0, 1.0)


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    modules = "intervals, sequential, agreement, calibration, sampling, confirmation, thresholds"
    code = f"import sys; from granskning.domain import {modules}; print('scipy' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


# The decision


@pytest.mark.parametrize(
    ("x", "n", "size", "verdict"),
    [
        (30, 30, 50, "over"),
        (45, 50, 50, "over"),
        (44, 50, 50, "under"),
        (27, 30, 50, "undecided"),
        (20, 30, 50, "under"),
        (30, 30, 212, "undecided"),
        (32, 32, 212, "over"),
        (0, 0, 50, "no_data"),
        (0, 0, 0, "no_data"),
        (9, 10, 10, "over"),
    ],
)
def test_the_decision_says_what_the_interval_does(x: int, n: int, size: int, verdict: str) -> None:
    assert decide(x, n, size).verdict == verdict


def test_the_target_is_met_in_whole_numbers() -> None:
    # As floats 0.1 * 3 exceeds 0.3, 0.7 * 10 exceeds 7, and 0.55 * 100 exceeds 55.
    for target, size, count in [(0.9, 50, 45), (0.9, 10, 9), (0.7, 10, 7), (0.55, 100, 55), (0.9, 212, 191)]:
        assert smallest_reaching(size, target) == count
        assert decide(count, size, size, target=target).verdict == "over"
        assert decide(count - 1, size, size, target=target).verdict == "under"


@given(samples(), st.sampled_from([0.5, 0.8, 0.9, 0.95, 1.0]))
def test_the_rule_and_the_interval_decide_alike(sample: tuple[int, int, int], target: float) -> None:
    x, n, size = sample
    rule = FixedRule(size, target)
    if n:
        low, high = exact_count_interval(x, n, size)
        verdict = verdict_of(low, high, answered=n, N=size, target=target)
        assert rule.over(x, n) == (verdict == "over")
        assert rule.under(x, n) == (verdict == "under")


@settings(deadline=None)
@given(samples(largest=120))
def test_the_best_case_is_the_first_number_of_right_answers_that_is_over(
    sample: tuple[int, int, int],
) -> None:
    x, n, size = sample
    decision = decide(x, n, size)
    more = decision.best_case_more
    if decision.verdict in ("over", "under"):
        assert more == decision.likely_more == 0
    elif size == 0:
        assert more is None
    else:
        reached = [m for m in range(size - n + 1) if decide(x + m, n + m, size).verdict == "over"]
        assert more == reached[0] > 0


@pytest.mark.parametrize(("x", "n", "size"), [(27, 30, 50), (28, 30, 100), (9, 10, 60), (5, 6, 300)])
def test_the_likely_number_of_labels_decides_with_a_chance_of_80_per_cent(x: int, n: int, size: int) -> None:
    from scipy.stats import betabinom

    def chance(more: int) -> float:
        decided = [y for y in range(more + 1) if decide(x + y, n + more, size).verdict != "undecided"]
        return float(np.sum(betabinom.pmf(decided, more, 1 + x, 1 + n - x)))

    more = decide(x, n, size).likely_more
    assert more is not None
    assert chance(more) >= 0.8 > chance(more - 1)
    assert chance_of_decision(FixedRule(size), more, x=x, n=n) == pytest.approx(chance(more), abs=1e-9)


def test_without_data_nothing_is_likely_but_the_best_case_is_known() -> None:
    assert decide(0, 0, 212).likely_more is None
    assert decide(0, 0, 212).best_case_more == 32


def test_a_long_list_on_the_line_is_planned_too() -> None:
    more = decide(2700, 3000, 10**7).likely_more
    assert more is not None
    assert more > 100_000


def test_a_list_at_92_per_cent_falls_under_the_line_in_22_per_cent_of_rounds() -> None:
    assert chance_of_falling_under(9200, n=30, N=10_000) == pytest.approx(0.2156, abs=1e-4)
    assert chance_of_falling_under(45, n=50, N=50) == 0
    assert chance_of_falling_under(44, n=50, N=50) == 1


# Skips, repairs and known facts


@given(samples(), st.data())
def test_the_union_contains_every_way_the_skips_could_have_gone(
    sample: tuple[int, int, int], data: st.DataObject
) -> None:
    x, n, size = sample
    skipped = data.draw(st.integers(0, n - x))
    low, high = union_interval(x, n - x - skipped, skipped, size)
    ways = [exact_count_interval(x + right, n, size) for right in range(skipped + 1)]
    assert low == min(way[0] for way in ways)
    assert high == max(way[1] for way in ways)


def test_a_skip_widens_a_full_count_by_one() -> None:
    assert union_interval(44, 5, 1, 50) == (44, 45)
    assert decide_with_skips(44, 5, 1, 50).verdict == "undecided"


def test_labels_cannot_settle_what_hangs_on_a_skip() -> None:
    decision = decide_with_skips(44, 5, 1, 50)
    assert decision.best_case_more is None
    assert decision.likely_more is None


def test_a_round_of_only_skips_has_no_data() -> None:
    decision = decide_with_skips(0, 0, 5, 50)
    assert (decision.verdict, decision.answered, decision.n) == ("no_data", 0, 5)
    assert (decision.low, decision.high) == (0, 50)


def test_replacing_skips_keeps_the_coverage_whatever_is_skipped() -> None:
    size, n = 12, 6
    worst = min(
        enumeration.skip_coverage(
            n, (right, wrong), (skip_right, size - right - wrong - skip_right), union_interval
        )
        for right in range(size + 1)
        for wrong in range(size + 1 - right)
        for skip_right in range(size + 1 - right - wrong)
    )
    assert worst >= 0.95 - 1e-12


@given(samples(), st.data())
def test_the_remainder_is_the_frame_less_what_was_seen(
    sample: tuple[int, int, int], data: st.DataObject
) -> None:
    x, n, size = sample
    low, high = exact_count_interval(x, n, size)
    assert remainder_interval(x, n - x, size) == (low - x, high - x)
    repaired = data.draw(st.integers(0, n - x))
    after = after_repair(x, n - x, size, repaired=repaired)
    assert (after.remainder_low + x, after.remainder_high + x) == (after.list_low, after.list_high)
    assert 0 <= after.remainder_low <= after.remainder_high <= after.remainder_size == size - n
    assert after.list_high <= after.list_size == size - repaired


def test_a_repair_of_six_wrong_lifts_the_list() -> None:
    after = after_repair(24, 6, 50)
    assert (after.remainder_low, after.remainder_high, after.remainder_size) == (10, 20, 20)
    assert (after.list_low, after.list_high, after.list_size) == (34, 44, 44)


def test_a_skipped_fact_is_neither_in_the_remainder_nor_out_of_the_list() -> None:
    after = after_repair(24, 5, 50, skipped=1)
    assert after.remainder_size == 20
    assert after.list_size == 45
    assert (after.list_low, after.list_high) == union_interval(24, 5, 1, 50)


def test_more_repairs_than_faults_are_refused() -> None:
    with pytest.raises(ValueError, match="7 repaired of 6"):
        after_repair(24, 6, 50, repaired=7)


def test_known_facts_are_added_to_both_limits_and_keep_the_coverage() -> None:
    low, high = exact_count_interval(18, 20, 40)
    assert known_interval(18, 2, 40, known_right=25) == (low + 25, high + 25)
    intervals = [known_interval(x, 20 - x, 40, known_right=25) for x in range(21)]
    moved = [(low - 25, high - 25) for low, high in intervals]
    assert enumeration.coverage(moved, 40).min() >= 0.95 - 1e-12
