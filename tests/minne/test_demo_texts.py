"""The demonstration's conversations and their answer key hold the form that the loader relies on."""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from importlib.resources import files
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from minne.demo.gold import Truth, load, people, verdict
from minne.domain.episodes import Episode
from minne.extraction.rules import RuleExtractor

CONVERSATIONS = files("minne.demo") / "conversations"
FIELDS = {"id", "person", "conversation", "role", "text", "occurred_at"}
STOCKHOLM = ZoneInfo("Europe/Stockholm")
FIRST, LAST = date(2026, 6, 1), date(2026, 11, 28)


def rows_of(person: str) -> list[dict[str, str]]:
    text = (CONVERSATIONS / f"{person}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def conversations_of(person: str) -> dict[str, list[dict[str, str]]]:
    grouped = defaultdict(list)
    for row in rows_of(person):
        grouped[row["conversation"]].append(row)
    return grouped


def episodes_of(turns: list[dict[str, str]]) -> list[Episode]:
    return [
        Episode(
            id=turn["id"],
            person=turn["person"],
            conversation=turn["conversation"],
            role=turn["role"],
            text=turn["text"],
            occurred_at=datetime.fromisoformat(turn["occurred_at"]),
        )
        for turn in turns
    ]


PEOPLE = people()
EVERY_ROW = [row for person in PEOPLE for row in rows_of(person)]


def test_there_is_enough_conversation_for_a_sample_to_be_a_sample() -> None:
    assert len(PEOPLE) >= 14
    assert len({row["conversation"] for row in EVERY_ROW}) >= 170


def test_everyone_with_an_answer_key_has_conversations_and_the_other_way_round() -> None:
    assert sorted(entry.name.removesuffix(".jsonl") for entry in CONVERSATIONS.iterdir()) == PEOPLE


def test_no_two_episodes_share_an_id() -> None:
    assert len({row["id"] for row in EVERY_ROW}) == len(EVERY_ROW)


@pytest.mark.parametrize("person", PEOPLE)
def test_each_row_has_the_fields_of_an_episode_and_belongs_to_its_file(person: str) -> None:
    for row in rows_of(person):
        assert set(row) == FIELDS
        assert row["person"] == person
        assert row["id"].startswith(f"{row['conversation']}-")
        assert row["role"] in {"user", "assistant", "system"}
        assert row["text"] == row["text"].strip() != ""


@pytest.mark.parametrize("person", PEOPLE)
def test_times_carry_stockholms_offset_of_that_day_and_lie_in_the_half_year(person: str) -> None:
    for row in rows_of(person):
        at = datetime.fromisoformat(row["occurred_at"])
        assert at.utcoffset() == at.astimezone(STOCKHOLM).utcoffset()
        assert FIRST <= at.date() <= LAST


@pytest.mark.parametrize("person", PEOPLE)
def test_a_conversation_has_both_voices_and_runs_forward_within_a_day(person: str) -> None:
    for name, turns in conversations_of(person).items():
        assert {"user", "assistant"} <= {turn["role"] for turn in turns}, name
        assert 4 <= len(turns) <= 10, name
        times = [datetime.fromisoformat(turn["occurred_at"]) for turn in turns]
        assert all(earlier < later for earlier, later in pairwise(times)), name
        assert times[-1] - times[0] < timedelta(hours=12), name
        assert times[0].date() == times[-1].date(), name


@pytest.mark.parametrize("person", PEOPLE)
def test_each_truth_covers_its_own_wording(person: str) -> None:
    for truth in load(person):
        assert truth.keys
        assert truth.covers(truth.text), truth
        assert truth.why or not truth.never_true, truth


@pytest.mark.parametrize("person", PEOPLE)
def test_everything_the_rules_find_is_in_the_answer_key(person: str) -> None:
    truths = load(person)
    extractor = RuleExtractor()
    silent = [
        f"{name}: {found.text}"
        for name, turns in conversations_of(person).items()
        for found in extractor.extract(episodes_of(turns))
        if verdict(truths, found.text, on=episodes_of(turns)[0].occurred_at.date()) is None
    ]
    assert silent == []


def test_the_key_holds_what_is_false_and_what_has_changed_as_well_as_what_is_true() -> None:
    truths = [truth for person in PEOPLE for truth in load(person)]
    end = datetime(2026, 11, 30, tzinfo=UTC).date()
    answers = [truth.on(end) for truth in truths]
    assert min(answers.count("incorrect"), answers.count("outdated")) >= 40
    assert answers.count("correct") >= 300


LIVED = (
    Truth("Bor i Lund", ("lund",), neg=False, true_until=date(2026, 8, 31)),
    Truth("Bor i Lund, i korridor", ("lund", "korridor"), neg=False, never_true=True, why="Ett skämt."),
    Truth("Dricker kaffe", ("kaffe",), neg=False, true_until=date(2026, 7, 31)),
    Truth("Dricker kaffe", ("kaffe",), neg=False, true_from=date(2026, 10, 1)),
)


@pytest.mark.parametrize(
    ("fact", "day", "answer"),
    [
        ("Bor i Lund", date(2026, 8, 31), "correct"),
        ("Bor i Lund", date(2026, 9, 1), "outdated"),
        ("Bor i korridor i Lund", date(2026, 8, 1), "incorrect"),
        ("Bor inte i Lund", date(2026, 8, 1), None),
        ("Dricker kaffe", date(2026, 7, 1), "correct"),
        ("Dricker kaffe", date(2026, 9, 1), "outdated"),
        ("Dricker kaffe", date(2026, 10, 1), "correct"),
        ("Har hund", date(2026, 8, 1), None),
    ],
)
def test_the_closest_truth_decides_and_periods_of_one_thing_are_read_together(
    fact: str, day: date, answer: str | None
) -> None:
    assert verdict(LIVED, fact, on=day) == answer


def test_a_fact_about_what_has_yet_to_happen_is_wrong() -> None:
    later = Truth("Bor i Malmö", ("malmö",), neg=False, true_from=date(2026, 10, 1))
    assert verdict([later], "Bor i Malmö", on=date(2026, 9, 30)) == "incorrect"
