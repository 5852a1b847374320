import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.calibration import Outcome, brier, calibration, reliability, spiegelhalter_z
from granskning.domain.intervals import clopper_pearson

OUTCOMES = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=40)


def test_a_bin_holds_its_share_and_the_exact_interval() -> None:
    facts = [(0.8, True)] * 8 + [(0.8, False)] * 2 + [(0.85, True)] * 10
    (only,) = reliability(facts)
    assert (only.from_, only.to, only.n, only.right, only.share) == (0.8, 0.9, 20, 18, 0.9)
    assert (only.low, only.high) == clopper_pearson(18, 20)
    assert only.confidence == pytest.approx(0.825)
    assert only.fits


def test_confidence_far_above_what_is_right_does_not_fit() -> None:
    facts = [(0.95, True)] * 10 + [(0.95, False)] * 20
    result = calibration(facts)
    assert not result.bins[0].fits
    assert result.p is not None
    assert result.p < 0.001


@pytest.mark.parametrize("tenth", range(11))
def test_a_confidence_on_an_edge_belongs_to_the_bin_above_and_one_to_the_last(tenth: int) -> None:
    (only,) = reliability([(tenth / 10, True)])
    assert only.from_ == min(tenth, 9) / 10


def test_brier_is_the_mean_square_from_confidence_to_outcome() -> None:
    # (0.1^2 + 0.4^2 + 0.5^2) / 3
    assert brier([(0.9, True), (0.6, True), (0.5, False)]) == pytest.approx(0.14)


def test_spiegelhalters_z_is_brier_less_what_it_should_be_over_its_spread() -> None:
    facts = [(0.9, True), (0.8, False), (0.6, True), (0.3, False), (0.55, False)]
    expected = math.fsum(p * (1 - p) for p, _ in facts)
    spread = math.sqrt(math.fsum((1 - 2 * p) ** 2 * p * (1 - p) for p, _ in facts))
    score = brier(facts)
    assert score is not None
    assert spiegelhalter_z(facts) == pytest.approx((score * len(facts) - expected) / spread)


def test_the_chance_of_so_large_a_z_is_two_sided() -> None:
    # One fact at 0.8 that is right: z = 0.2 * -0.6 / (0.6 * 0.4) = -0.5.
    result = calibration([(0.8, True)])
    assert result.z == pytest.approx(-0.5)
    assert result.p == pytest.approx(0.61708, abs=1e-5)


def test_z_has_mean_0_and_spread_1_when_every_confidence_is_true() -> None:
    stated = [0.35, 0.5, 0.6, 0.75, 0.8, 0.9, 0.95, 1.0]
    mean = square = 0.0
    for outcome in range(2 ** len(stated)):
        right = [bool(outcome >> i & 1) for i in range(len(stated))]
        chance = math.prod(p if r else 1 - p for p, r in zip(stated, right, strict=True))
        z = spiegelhalter_z(zip(stated, right, strict=True))
        assert z is not None
        mean += chance * z
        square += chance * z * z
    assert mean == pytest.approx(0, abs=1e-12)
    assert square == pytest.approx(1)


@pytest.mark.parametrize("facts", [[], [(1.0, True), (0.5, False)], [(1.0, False)], [(0.0, True)]])
def test_z_is_none_where_nothing_can_vary(facts: list[Outcome]) -> None:
    result = calibration(facts)
    assert result.z is None
    assert result.p is None


def test_nothing_labelled_has_no_score_and_no_bins() -> None:
    result = calibration([])
    assert (result.n, result.brier, result.bins) == (0, None, ())


@pytest.mark.parametrize("confidence", [-0.01, 1.01, float("nan")])
def test_a_confidence_outside_0_to_1_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        calibration([(confidence, True)])


def test_at_least_one_bin_is_needed() -> None:
    with pytest.raises(ValueError, match="at least one bin"):
        reliability([], bins=0)


@given(OUTCOMES, st.integers(1, 30))
def test_every_fact_is_in_one_bin_and_its_confidence_within_the_edges(
    facts: list[Outcome], bins: int
) -> None:
    found = reliability(facts, bins=bins)
    assert sum(b.n for b in found) == len(facts)
    assert sum(b.right for b in found) == sum(right for _, right in facts)
    for b in found:
        assert b.n > 0
        assert b.from_ - 1e-12 <= b.confidence <= b.to + 1e-12
        assert 0 <= b.low <= b.share <= b.high <= 1
