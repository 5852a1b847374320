"""The first Monday, every other Friday: on which days something recurs."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.recurring import Rule

BEGINS = date(2026, 1, 1)  # a Thursday
RULES = st.builds(
    lambda weekday, begins, which: Rule(weekday=weekday, begins=begins, **which),
    st.integers(0, 6),
    st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    st.one_of(
        st.builds(lambda n: {"nth": n}, st.integers(1, 5)),
        st.builds(lambda n: {"every": n}, st.integers(1, 52)),
    ),
)


@pytest.mark.parametrize(
    ("rule", "days"),
    [
        (Rule(weekday=0, nth=1, begins=BEGINS), ["2026-01-05", "2026-02-02", "2026-03-02"]),
        (Rule(weekday=4, nth=5, begins=BEGINS), ["2026-01-30", "2026-02-27", "2026-03-27"]),
        (Rule(weekday=3, every=2, begins=BEGINS), ["2026-01-01", "2026-01-15", "2026-01-29"]),
        (Rule(weekday=2, every=1, begins=BEGINS), ["2026-01-07", "2026-01-14", "2026-01-21"]),
    ],
)
def test_the_first_days_are(rule: Rule, days: list[str]) -> None:
    assert [day.isoformat() for day in islice(rule.days(BEGINS), 3)] == days


def test_a_rule_says_one_thing() -> None:
    with pytest.raises(ValueError):
        Rule(weekday=0, begins=BEGINS)
    with pytest.raises(ValueError):
        Rule(weekday=0, begins=BEGINS, nth=1, every=1)


@given(RULES)
def test_there_is_always_a_next_day_and_it_is_the_right_weekday(rule: Rule) -> None:
    days = list(islice(rule.days(rule.begins), 2))
    assert len(days) == 2
    assert all(day.weekday() == rule.weekday and day >= rule.begins for day in days)


@given(RULES, st.integers(0, 800))
def test_the_latest_day_is_the_last_of_the_days_until_then(rule: Rule, later: int) -> None:
    by = rule.begins + timedelta(days=later)
    passed = [day for day in rule.days(rule.begins) if day <= by]
    assert rule.latest(after=None, by=by) == (passed[-1] if passed else None)
    for before, day in pairwise(passed):
        assert rule.latest(after=before, by=day) == day
        assert rule.latest(after=day, by=day) is None
