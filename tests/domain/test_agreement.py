import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.agreement import (
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    kappa,
    krippendorff_alpha,
    raw_agreement,
    scott_pi,
)
from granskning.domain.intervals import clopper_pearson
from tests.domain import published

VERDICTS = ("correct", "incorrect", "outdated")
LABELS = st.sampled_from([*VERDICTS, None])
ROWS = st.lists(st.lists(LABELS, max_size=5), max_size=12)
PAIRS = st.lists(st.tuples(LABELS, LABELS), max_size=20)
Rows = list[list[str | None]]
Coefficient = Callable[[Rows], float | None]


def of_pairs(function: Callable[[list[str | None], list[str | None]], float | None]) -> Coefficient:
    return lambda rows: function([row[0] for row in rows], [row[1] for row in rows])


EVERY: list[Coefficient] = [
    of_pairs(cohen_kappa),
    of_pairs(scott_pi),
    gwet_ac1,
    fleiss_kappa,
    krippendorff_alpha,
]


@published.of("kappa")
def test_kappa_and_its_standard_error_print_as_published(case: published.Case) -> None:
    a, b = published.pairs(case)
    result = kappa(a, b)
    assert result.value is not None
    assert result.standard_error is not None
    assert result.value == cohen_kappa(a, b)
    both = isinstance(case["expected"], list)
    assert published.agrees(case, (result.value, result.standard_error) if both else result.value)


@published.of("scott_pi")
def test_scotts_pi_prints_as_published(case: published.Case) -> None:
    value = scott_pi(*published.pairs(case))
    assert value is not None
    assert published.agrees(case, value)


@published.of("ac1")
def test_ac1_prints_as_published(case: published.Case) -> None:
    value = gwet_ac1(published.ratings(case))
    assert value is not None
    assert published.agrees(case, value)


@published.of("alpha")
def test_krippendorffs_alpha_prints_as_published(case: published.Case) -> None:
    value = krippendorff_alpha(published.ratings(case))
    assert value is not None
    assert published.agrees(case, value)


@published.of("fleiss")
def test_fleiss_kappa_prints_as_published(case: published.Case) -> None:
    value = fleiss_kappa(published.ratings(case))
    assert value is not None
    assert published.agrees(case, value)


@published.of("agreement")
def test_raw_agreement_prints_as_published(case: published.Case) -> None:
    share = raw_agreement(published.ratings(case)).share
    assert share is not None
    assert published.agrees(case, share)


def test_answers_with_gaps_give_what_other_implementations_give() -> None:
    """Krippendorff's alpha as on Wikipedia's page about it; AC1 and Fleiss by the Python port of irrCAC."""
    three = ("*****34121133*3", "1*213343*******", "**21344*21133*4")
    rows = [[None if label == "*" else label for label in item] for item in zip(*three, strict=True)]
    assert krippendorff_alpha(rows) == pytest.approx(0.691358024691358)
    assert gwet_ac1(rows) == pytest.approx(0.709163918)
    assert fleiss_kappa(rows) == pytest.approx(0.6860195077)


def test_raw_agreement_of_two_reviewers_carries_its_exact_interval() -> None:
    rows = [["correct", "correct"]] * 27 + [["correct", "outdated"]] * 3 + [["correct", None]]
    agreement = raw_agreement(rows)
    assert (agreement.agreed, agreement.items, agreement.share) == (27, 30, 0.9)
    assert (agreement.low, agreement.high) == clopper_pearson(27, 30)


def test_kappa_can_be_middling_where_raters_agree_on_nine_in_ten() -> None:
    table = {("correct", "correct"): 85, ("incorrect", "incorrect"): 5}
    table |= {("correct", "incorrect"): 5, ("incorrect", "correct"): 5}
    rows: Rows = [list(pair) for pair, count in table.items() for _ in range(count)]
    value, ac1 = of_pairs(cohen_kappa)(rows), gwet_ac1(rows)
    assert value == pytest.approx(0.444, abs=1e-3)
    assert ac1 == pytest.approx(0.878, abs=1e-3)


@pytest.mark.parametrize("coefficient", EVERY)
@pytest.mark.parametrize(
    "rows",
    [
        [],
        [["correct", "correct"]] * 9,
        [["correct", None], [None, "outdated"]],
        [[None, None]],
    ],
    ids=["nothing", "always the same label", "no item rated twice", "no rating"],
)
def test_what_has_no_meaning_is_none(coefficient: Coefficient, rows: Rows) -> None:
    assert coefficient(rows) is None


def test_raw_agreement_without_pairs_is_none_and_with_one_label_is_whole() -> None:
    nothing = raw_agreement([["correct"], [None, "correct"], []])
    assert (nothing.items, nothing.share, nothing.low, nothing.high) == (0, None, None, None)
    assert raw_agreement([["correct", "correct"]] * 9).share == 1


def test_ac1_over_the_list_of_verdicts_is_whole_when_all_agree_on_one() -> None:
    assert gwet_ac1([["correct", "correct"]] * 9, categories=VERDICTS) == 1


def test_ac1_spreads_chance_over_labels_nobody_used() -> None:
    rows = [["correct", "correct"]] * 8 + [["correct", "incorrect"]] * 2
    # Agreement .8, use .9 and .1: chance is .18 over two labels and .09 over three.
    assert gwet_ac1(rows) == pytest.approx((0.8 - 0.18) / 0.82)
    assert gwet_ac1(rows, categories=VERDICTS) == pytest.approx((0.8 - 0.09) / 0.91)


def test_a_label_outside_the_list_is_refused() -> None:
    with pytest.raises(ValueError, match="skipped"):
        gwet_ac1([["correct", "skipped"]], categories=VERDICTS)


def test_two_reviewers_must_have_seen_the_same_items() -> None:
    with pytest.raises(ValueError, match="3 labels against 2"):
        cohen_kappa([1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="3 labels against 2"):
        scott_pi([1, 2, 3], [1, 2])


def test_reviewers_who_never_agree_fall_under_chance() -> None:
    rows: Rows = [["correct", "incorrect"], ["incorrect", "correct"]] * 5
    assert [coefficient(rows) for coefficient in EVERY] == pytest.approx([-1, -1, -1, -1, -0.9])


def test_a_missing_answer_leaves_its_pair_out() -> None:
    a, b = [1, 2, 1, 2, 1, None], [1, 2, 2, 2, None, 2]
    assert cohen_kappa(a, b) == cohen_kappa(a[:4], b[:4])
    assert kappa(a, b).pairs == 4


@given(ROWS)
def test_coefficients_of_any_rows_are_none_or_at_most_one(rows: Rows) -> None:
    for coefficient in (gwet_ac1, fleiss_kappa, krippendorff_alpha):
        value = coefficient(rows)
        assert value is None or (math.isfinite(value) and value <= 1.0000001)


@given(ROWS, st.randoms(use_true_random=False))
def test_neither_the_order_of_items_nor_of_raters_nor_the_names_matter(rows: Rows, random: object) -> None:
    shuffle = random.shuffle  # type: ignore[attr-defined]  # hypothesis types its random as object
    other = [[None if label is None else (label, 7) for label in row] for row in rows]
    for row in other:
        shuffle(row)
    shuffle(other)
    for coefficient in (gwet_ac1, fleiss_kappa, krippendorff_alpha):
        assert coefficient(rows) == pytest.approx(coefficient(other))


@given(PAIRS)
def test_two_reviewers_can_change_places(pairs: list[tuple[str | None, str | None]]) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    assert cohen_kappa(a, b) == pytest.approx(cohen_kappa(b, a))
    assert scott_pi(a, b) == pytest.approx(scott_pi(b, a))
    error = kappa(a, b).standard_error
    assert error is None or (math.isfinite(error) and error >= 0)


@given(st.lists(st.tuples(st.sampled_from(VERDICTS), st.sampled_from(VERDICTS)), max_size=20))
def test_for_two_reviewers_fleiss_is_scott_and_alpha_is_scott_for_few_items(
    pairs: list[tuple[str, str]],
) -> None:
    pi = scott_pi([x for x, _ in pairs], [y for _, y in pairs])
    assert fleiss_kappa(pairs) == pytest.approx(pi)
    alpha = krippendorff_alpha(pairs)
    if pi is not None:
        assert alpha == pytest.approx(pi + (1 - pi) / (2 * len(pairs)))
