"""The same episodes, in any order and any batches, give byte-identical facts; and again, the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from minne.extraction.rules import RuleExtractor
from minne.importers.records import EpisodeRow
from tests.examples import examples
from tests.minne.talk import consolidated, day, facts, said, take_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("elin_is_known")]

EXAMPLES = examples(500)
SENTENCES = [
    "Jag bor i Lund.",
    "Jag bor i Umeå.",
    "Jag bor inte längre i Lund.",
    "Jag jobbar på Norrlund AB.",
    "Numera jobbar jag på Kiruna Data.",
    "Jag gillar kaffe.",
    "Jag gillar inte kaffe.",
    "Jag är vegetarian.",
    "Nej, inte längre.",
    "Kom ihåg att jag är allergisk mot nötter.",
    "Visa gärna med ett kodexempel.",
    "Kan du ge ett kodexempel?",
    "Jag pluggar inför tentan i maj.",
    "skojar bara",
    "I prefer short answers.",
    "I live in Oslo.",
    "Kan du förklara rekursion?",
]


@st.composite
def rows(draw: st.DrawFn) -> EpisodeRow:
    at, talk = draw(st.integers(0, 40)), draw(st.sampled_from("abc"))
    text = draw(st.sampled_from(SENTENCES))
    role = draw(st.sampled_from(["user", "user", "user", "assistant"]))
    return said(text, at, talk=talk, role=role, id=f"{talk}{at}{role}{SENTENCES.index(text)}")


def _message(row: EpisodeRow) -> tuple[object, ...]:
    """The same words at the same moment are one message: the first to arrive says in which talk."""
    return row.role, row.text, row.occurred_at


STORIES = st.lists(rows(), min_size=1, max_size=6, unique_by=_message)
HARMLESS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@contextmanager
def nothing_said_before() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def facts_after(*batches: list[EpisodeRow]) -> list[dict[str, object]]:
    for batch in batches:
        take_in(*batch)
        consolidated(extractor=RuleExtractor())
    return facts(now=day(50))


def cut(story: list[EpisodeRow], places: set[int]) -> list[list[EpisodeRow]]:
    edges = [0, *sorted(p for p in places if 0 < p < len(story)), len(story)]
    return [story[a:b] for a, b in pairwise(edges)]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=HARMLESS)
@given(STORIES, st.randoms(use_true_random=False), st.sets(st.integers(1, 5), max_size=2))
def test_any_order_and_any_cut_gives_the_same_facts(story, random, places) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(story)
    random.shuffle(shuffled)
    with nothing_said_before():
        found = facts_after(*cut(shuffled, places))
    with nothing_said_before():
        assert found == facts_after(story)


@settings(max_examples=EXAMPLES // 5, deadline=None, suppress_health_check=HARMLESS)
@given(STORIES, st.integers(1, 4))
def test_reading_the_same_file_again_changes_nothing(story: list[EpisodeRow], times: int) -> None:
    with nothing_said_before():
        first = facts_after(story)
        assert facts_after(*[story] * times) == first
