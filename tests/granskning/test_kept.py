"""Lists that took long to read are kept until something is said, and not for long."""

from __future__ import annotations

import gc
import time
from datetime import timedelta
from weakref import ref

import pytest

from granskning.services import replays
from granskning.services.kept import Kept
from minne.models import Fact, Person
from minne.services import people
from minne.services.forgetting import forget
from tests.granskning.memories import day, drawn, remember

pytestmark = pytest.mark.django_db


def test_a_round_s_lists_are_read_once_and_anew_when_something_is_said_or_somebody_says_no() -> None:
    remember("elin", "Gillar kaffe", 60)
    round = drawn(at=85, n=1)
    items = replays.sample(round)
    first = replays.pinned(round, items)
    assert replays.pinned(round, items) is first
    remember("elin", "Gillar te", 86)
    second = replays.pinned(round, items)
    assert second is not first
    someone = Person.objects.get()
    people.answer_review_question(person=someone, agrees=False, now=day(87) + timedelta(hours=1))
    assert replays.pinned(round, items) is not second


def test_what_is_kept_has_no_words() -> None:
    remember("elin", "Gillar kaffe", 60)
    round = drawn(at=85, n=1)
    (item,) = replays.sample(round)
    state = replays.pinned(round, [item]).state(str(item.fact_id), round.policy.policy)
    assert state is not None
    assert (state.text, state.quote) == ("", "")


def test_what_is_kept_is_forgotten_when_its_time_has_passed() -> None:
    kept: Kept[object] = Kept(seconds=0.05)
    first = kept.get("a", object)
    assert kept.get("a", object) is first
    time.sleep(0.2)
    assert kept.get("a", object) is not first


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_of_a_fact_goes_the_moment_that_the_fact_is_erased() -> None:
    remember("elin", "Gillar kaffe", 60)
    round = drawn(at=85, n=1)
    held = ref(replays.pinned(round, replays.sample(round)))
    assert held() is not None
    forget(fact=Fact.objects.get(), now=day(87))
    gc.collect()
    assert held() is None
