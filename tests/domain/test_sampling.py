import random
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.sampling import Draw, draw, drawn_order

IDS = [f"fact-{i}" for i in range(40)]


def test_a_seed_draws_the_same_thirty_for_ever() -> None:
    # Written down: a change in any of this would make an old round impossible to draw again.
    drawn = draw(["a", "b", "c", "å", "ö"], n=3, reserve=1, seed=7)
    assert drawn.sample == ("b", "å", "c")
    assert drawn.reserve == ("a",)


@given(st.sets(st.text(), max_size=30), st.integers(0, 10), st.integers(), st.randoms())
def test_the_order_in_which_the_ids_come_does_not_matter(
    ids: set[str], n: int, seed: int, shuffler: random.Random
) -> None:
    other = list(ids)
    shuffler.shuffle(other)
    assert draw(sorted(ids), n=n, reserve=3, seed=seed) == draw(other, n=n, reserve=3, seed=seed)


@given(st.sets(st.text(), max_size=30), st.integers(0, 40), st.integers(0, 40), st.integers())
def test_sample_and_reserve_are_different_ids_of_the_frame(
    ids: set[str], n: int, reserve: int, seed: int
) -> None:
    drawn = draw(ids, n=n, reserve=reserve, seed=seed)
    together = drawn.sample + drawn.reserve
    assert len(set(together)) == len(together)
    assert set(together) <= ids
    assert len(drawn.sample) == min(n, len(ids))
    assert len(drawn.reserve) == min(reserve, len(ids) - len(drawn.sample))


def test_a_longer_draw_begins_with_the_shorter_one() -> None:
    short, long = draw(IDS, n=10, reserve=5, seed=1), draw(IDS, n=15, reserve=5, seed=1)
    assert long.sample == short.sample + short.reserve


def test_the_others_keep_their_order_when_an_id_leaves_the_frame() -> None:
    order = drawn_order(IDS, seed=3)
    without = drawn_order([i for i in IDS if i != order[4]], seed=3)
    assert without == order[:4] + order[5:]


def test_another_seed_draws_another_sample() -> None:
    assert len({draw(IDS, n=10, reserve=0, seed=seed).sample for seed in range(200)}) == 200


@pytest.fixture(scope="module")
def four_thousand() -> list[Draw]:
    """Ten of forty, under neighbouring seeds."""
    return [draw(IDS, n=10, reserve=0, seed=seed) for seed in range(4000)]


def test_every_fact_is_drawn_equally_often(four_thousand: list[Draw]) -> None:
    seeds, n, size = len(four_thousand), 10, len(IDS)
    counts = Counter(i for drawn in four_thousand for i in drawn.sample)
    share = n / size
    # Without replacement the counts hang together, hence (size - 1) / size.
    spread = seeds * share * (1 - share) * size / (size - 1)
    chi_square = sum((counts[i] - seeds * share) ** 2 for i in IDS) / spread
    assert 0.0005 < _chi_square_tail(chi_square, size - 1) < 0.9995


def test_every_order_is_equally_likely() -> None:
    seeds, ids = 12_000, "abcd"
    counts = Counter(drawn_order(ids, seed=seed) for seed in range(seeds))
    expected = seeds / 24
    chi_square = sum((counts[order] - expected) ** 2 / expected for order in permutations(ids))
    assert 0.0005 < _chi_square_tail(chi_square, 23) < 0.9995


def test_neighbouring_seeds_draw_independently(four_thousand: list[Draw]) -> None:
    seeds, size = len(four_thousand), len(IDS)
    firsts = [drawn.sample[0] for drawn in four_thousand]
    same = sum(a == b for a, b in pairwise(firsts))
    assert abs(same - seeds / size) < 4 * (seeds / size) ** 0.5


def test_an_id_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="given twice: 'b'"):
        draw(["a", "b", "b"], n=1, reserve=0, seed=1)


@pytest.mark.parametrize(("n", "reserve"), [(-1, 0), (1, -1)])
def test_a_negative_draw_is_refused(n: int, reserve: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        draw(IDS, n=n, reserve=reserve, seed=1)


def _chi_square_tail(value: float, freedom: int) -> float:
    from scipy.stats import chi2

    return float(chi2.sf(value, freedom))
