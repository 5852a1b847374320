"""The geometry of the charts: every point inside the frame, in order, never NaN."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.charts import (
    NARROW,
    SQUARE,
    WIDE,
    Box,
    Placed,
    Reading,
    against_kept,
    bar,
    over_time,
    reliability,
    thinned,
)

DAY = 86_400.0
boxes = st.sampled_from([WIDE, NARROW])


@st.composite
def readings(draw: st.DrawFn, at: st.SearchStrategy[float]) -> Reading:
    low, share, high = sorted(draw(st.tuples(*[st.floats(0, 1)] * 3)))
    return Reading(at=draw(at), share=share, low=low, high=high)


def of_time(most: int = 24) -> st.SearchStrategy[list[Reading]]:
    rows = st.lists(readings(st.floats(0, 400 * DAY)), max_size=most)
    return rows.map(lambda found: sorted(found, key=lambda reading: reading.at))


def inside(point: Placed, box: Box) -> bool:
    across = box.left <= point.x <= box.x_end
    down = box.top <= point.y_high <= point.y <= point.y_low <= box.y_end
    return across and down and all(math.isfinite(value) for value in (point.x, point.y))


@given(of_time(), st.lists(st.floats(-100 * DAY, 500 * DAY), max_size=5).map(sorted), boxes)
def test_rounds_over_time_lie_inside_the_frame_and_in_order(
    rounds: list[Reading], changes: list[float], box: Box
) -> None:
    chart = over_time(rounds, changes, target=0.9, box=box)
    assert len(chart.points) == len(rounds)
    assert all(inside(point, box) for point in chart.points)
    assert all(earlier.x < later.x for earlier, later in pairwise(chart.points))
    assert all(box.left <= mark.x <= box.x_end for mark in chart.marks)
    assert [mark.x for mark in chart.marks] == sorted(mark.x for mark in chart.marks)
    assert box.top <= chart.target_y <= box.y_end


@given(of_time(), boxes)
def test_dates_under_the_points_leave_room_for_one_another(rounds: list[Reading], box: Box) -> None:
    shown = [point.x for point in over_time(rounds, target=0.9, box=box).points if point.labelled]
    assert all(later - earlier >= 50 for earlier, later in pairwise(shown))
    assert bool(shown) == bool(rounds)


def test_time_is_drawn_in_proportion_where_there_is_room() -> None:
    at = [0.0, 30 * DAY, 90 * DAY]
    points = over_time([Reading(at=t, share=0.9, low=0.8, high=1.0) for t in at], target=0.9).points
    assert points[2].x - points[1].x == pytest.approx(2 * (points[1].x - points[0].x), abs=0.3)


def test_rounds_of_one_moment_stand_beside_each_other() -> None:
    points = over_time([Reading(at=5, share=0.9, low=0.8, high=1.0)] * 3, target=0.9).points
    assert len({point.x for point in points}) == 3


def test_a_change_between_two_rounds_stands_between_them() -> None:
    rounds = [Reading(at=t, share=0.9, low=0.8, high=1.0) for t in (0.0, 10 * DAY)]
    first, last = over_time(rounds, target=0.9).points
    before, between, after = over_time(rounds, [-DAY, 5 * DAY, 11 * DAY], target=0.9).marks
    assert before.x == WIDE.left
    assert first.x < between.x < last.x < after.x


def test_a_higher_share_is_drawn_higher_and_the_target_where_it_belongs() -> None:
    rounds = [
        Reading(at=1, share=0.7, low=0.5, high=0.8),
        Reading(at=2, share=0.9, low=0.8, high=0.95),
    ]
    chart = over_time(rounds, target=0.9)
    assert chart.points[1].y < chart.points[0].y
    assert chart.points[1].y == chart.target_y
    assert [tick.value for tick in chart.ticks] == [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]


def test_no_rounds_make_an_empty_chart() -> None:
    chart = over_time([], [1.0], target=0.9)
    assert chart.points == ()
    assert chart.line([]) == ""


def test_rounds_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="order of time"):
        over_time([Reading(at=t, share=0.9, low=0.8, high=1.0) for t in (2, 1)], target=0.9)


@pytest.mark.parametrize("share", [math.nan, -0.1, 1.1, math.inf])
def test_what_is_no_share_is_refused(share: float) -> None:
    wrong = Reading(at=0.5, share=share, low=0.1, high=0.9)
    for chart in (
        lambda: over_time([wrong], target=0.9),
        lambda: reliability([wrong]),
        lambda: against_kept([wrong], target=0.9),
        lambda: bar(wrong, target=0.9),
    ):
        with pytest.raises(ValueError, match="share"):
            chart()


@given(st.lists(readings(st.floats(0, 1)), max_size=10))
def test_the_reliability_diagram_stays_in_its_square(bins: list[Reading]) -> None:
    chart = reliability(bins)
    assert all(inside(point, SQUARE) for point in chart.points)


def test_a_confidence_that_is_true_lies_on_the_diagonal() -> None:
    chart = reliability([Reading(at=v, share=v, low=0, high=1) for v in (0.0, 0.5, 1.0)])
    first, middle, last = chart.points
    assert (first.x, first.y) == (SQUARE.left, SQUARE.y_end)
    assert (last.x, last.y) == (SQUARE.x_end, SQUARE.top)
    assert (middle.x, middle.y) == (SQUARE.x_middle, (SQUARE.top + SQUARE.y_end) / 2)


@given(st.lists(readings(st.integers(1, 5000).map(float)), max_size=80))
def test_precision_against_facts_kept_stays_in_its_square(kept: list[Reading]) -> None:
    chart = against_kept(kept, target=0.9)
    assert all(inside(point, SQUARE) for point in chart.points)
    assert len(chart.points) <= 60
    assert "nan" not in chart.line + chart.band


def test_thinning_keeps_the_first_and_the_last() -> None:
    many = [Reading(at=i, share=0.9, low=0.8, high=1.0) for i in range(500)]
    few = thinned(many, 60)
    assert (len(few), few[0], few[-1]) == (60, many[0], many[-1])


@given(readings(st.just(0.0)))
def test_the_bar_holds_the_share_it_is_about(reading: Reading) -> None:
    drawn = bar(reading, target=0.9)
    assert drawn.box.left <= drawn.low
    assert drawn.low + drawn.width <= drawn.box.x_end + 0.1
    assert drawn.low <= drawn.share <= drawn.low + drawn.width + 0.1
