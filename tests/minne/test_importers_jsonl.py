"""Minne's own form: every fault by its line and its field, and the good lines kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from minne.importers import MESSAGES_EN, RowError
from tests.minne.exports.build import episodes, errors, refusal, said, taken, times

GOOD = {
    "id": "e1",
    "person": "elin",
    "conversation": "c1",
    "role": "user",
    "text": "Jag bor i Umeå.",
    "occurred_at": "2026-06-01T12:00:00+02:00",
}


def lines(*rows: Any) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != name}


def test_a_line_is_an_episode() -> None:
    (row,) = episodes(taken(lines(GOOD), "jsonl"))
    assert (row.row, row.id, row.person, row.conversation) == (1, "e1", "elin", "c1")
    assert (row.role, row.text, row.inexact) == ("user", "Jag bor i Umeå.", False)
    assert row.occurred_at.isoformat() == "2026-06-01T10:00:00+00:00"


@pytest.mark.parametrize("role", ["user", "assistant", "system", "tool"])
def test_every_role_is_known(role: str) -> None:
    assert said(taken(lines({**GOOD, "role": role}), "jsonl")) == [(role, "Jag bor i Umeå.")]


@pytest.mark.parametrize("conversation", [None, ""])
def test_an_episode_may_stand_alone(conversation: Any) -> None:
    for row in (without("conversation"), {**GOOD, "conversation": conversation}):
        assert episodes(taken(lines(row), "jsonl"))[0].conversation is None


def test_a_file_begins_with_a_mark_ends_its_lines_in_two_ways_and_has_blank_ones() -> None:
    raw = (
        b"\xef\xbb\xbf"
        + json.dumps(GOOD).encode()
        + b"\r\n\r\n  \n"
        + json.dumps({**GOOD, "id": "e2"}).encode()
    )
    assert [(row.row, row.id) for row in episodes(taken(raw, "jsonl"))] == [(1, "e1"), (4, "e2")]


@pytest.mark.parametrize("text", ["👩‍🚀", "a\u030a", "rad\r\nrad", "\u202eRTL", " mellan slag "])
def test_a_text_is_kept_to_the_letter(text: str) -> None:
    assert said(taken(lines({**GOOD, "text": text}), "jsonl")) == [("user", text)]


def test_the_person_may_come_from_the_one_who_imports() -> None:
    assert episodes(taken(lines(without("person")), "jsonl", person="bo"))[0].person == "bo"
    assert episodes(taken(lines(GOOD), "jsonl", person=None))[0].person == "elin"


@pytest.mark.parametrize(
    ("row", "field", "code"),
    [
        (without("id"), "id", "missing_field"),
        (without("role"), "role", "missing_field"),
        (without("text"), "text", "missing_field"),
        (without("occurred_at"), "occurred_at", "missing_field"),
        ({**GOOD, "text": None}, "text", "missing_field"),
        ({**GOOD, "id": ""}, "id", "empty_field"),
        ({**GOOD, "person": " "}, "person", "empty_field"),
        ({**GOOD, "text": " \n"}, "text", "empty_field"),
        ({**GOOD, "occurred_at": ""}, "occurred_at", "empty_field"),
        ({**GOOD, "id": 7}, "id", "wrong_type"),
        ({**GOOD, "person": ["elin"]}, "person", "wrong_type"),
        ({**GOOD, "conversation": 7}, "conversation", "wrong_type"),
        ({**GOOD, "role": True}, "role", "wrong_type"),
        ({**GOOD, "text": {"sv": "hej"}}, "text", "wrong_type"),
        ({**GOOD, "occurred_at": 1780308000}, "occurred_at", "wrong_type"),
        ({**GOOD, "role": "human"}, "role", "unknown_role"),
        ({**GOOD, "person": "bo"}, "person", "other_person"),
        ({**GOOD, "occurred_at": "2026-06-01T12:00:00"}, "occurred_at", "naive_time"),
        ({**GOOD, "occurred_at": "2026-06-01"}, "occurred_at", "bad_time"),
        ({**GOOD, "occurred_at": "2026-02-30T12:00:00Z"}, "occurred_at", "bad_time"),
        ({**GOOD, "occurred_at": "2026-06-01T25:00:00Z"}, "occurred_at", "bad_time"),
        ({**GOOD, "occurred_at": "٢٠٢٦-06-01T12:00:00Z"}, "occurred_at", "bad_time"),
        ({**GOOD, "occurred_at": "i går"}, "occurred_at", "bad_time"),
        ({**GOOD, "occurred_at": "0001-01-01T00:00:00+14:00"}, "occurred_at", "out_of_range"),
        ({**GOOD, "occurred_at": "9999-12-31T23:59:59-10:00"}, "occurred_at", "out_of_range"),
        ({**GOOD, "occurred_at": "1212-01-01T00:00:00Z"}, "occurred_at", "out_of_range"),
        ({**GOOD, "occurred_at": "2026-11-30T12:00:01Z"}, "occurred_at", "future"),
        ({**GOOD, "text": "a\x00b"}, "text", "nul"),
        ({**GOOD, "id": "e\x00"}, "id", "nul"),
        ({**GOOD, "text": "trasig \ud83d"}, "text", "lone_surrogate"),
        ({**GOOD, "person": "elin\udc00"}, "person", "lone_surrogate"),
        ({**GOOD, "text": "x" * 1_000_001}, "text", "too_long"),
        ({**GOOD, "id": "x" * 201}, "id", "too_long"),
        (b'{"id": "e2", "id": "e3"}', None, "duplicate_key"),
        (b'{"id": "e2", oops}', None, "bad_json"),
        (b'{"text": "b\xe5"}', None, "not_utf8"),
        (json.dumps(GOOD).encode().replace(b"bor", b"\x00"), None, "nul"),
        (b'{"id": ' + b"9" * 5000 + b"}", None, "long_number"),
        (b"[" * 5000 + b"]" * 5000, None, "too_deep"),
        (b'["e1", "elin"]', None, "not_object"),
        (b"7", None, "not_object"),
        (b"null", None, "not_object"),
    ],
)  # fmt: skip
def test_a_bad_line_is_named_by_number_and_field_and_the_others_kept(
    row: Any, field: str | None, code: str
) -> None:
    records = taken(lines({**GOOD, "id": "före"}, row, {**GOOD, "id": "efter"}), "jsonl")
    assert errors(records) == [(2, field, code)]
    assert [row.id for row in episodes(records)] == ["före", "efter"]
    (error,) = [record for record in records if isinstance(record, RowError)]
    assert code in MESSAGES_EN
    assert "{" not in error.message


def test_half_a_surrogate_written_as_bytes_is_refused_too() -> None:
    raw = json.dumps(GOOD).encode().replace(b"Jag bor", b"\xed\xa0\xbd")
    assert errors(taken(lines(GOOD, raw), "jsonl")) == [(2, "text", "lone_surrogate")]


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert said(
        taken(lines(b'{"text": "\\ud83d\\ude00",' + json.dumps(without("text")).encode()[1:]), "jsonl")
    ) == [("user", "😀")]


def test_the_day_ahead_that_clocks_may_differ_is_let_be() -> None:
    assert len(episodes(taken(lines({**GOOD, "occurred_at": "2026-11-30T11:59:59Z"}), "jsonl"))) == 1


def test_a_half_last_line_is_reported_as_cut_and_the_lines_before_it_kept() -> None:
    records = taken(lines(GOOD, {**GOOD, "id": "e2"})[:-30], "jsonl")
    assert errors(records) == [(2, None, "truncated")]
    assert [row.id for row in episodes(records)] == ["e1"]


def test_a_line_without_end_is_not_held_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minne.importers.jsonl.MAX_LINE_BYTES", 1000)
    records = taken(lines(GOOD, b"x" * 5000, {**GOOD, "id": "e3"}), "jsonl")
    assert errors(records) == [(2, None, "line_too_long")]
    assert [(row.row, row.id) for row in episodes(records)] == [(1, "e1"), (3, "e3")]


def test_without_a_person_anywhere_the_line_is_refused() -> None:
    assert errors(taken(lines(without("person")), "jsonl", person=None)) == [(1, "person", "missing_field")]


# Times in a declared zone

STOCKHOLM = ZoneInfo("Europe/Stockholm")


def naive(text: str) -> list[Any]:
    return taken(lines({**GOOD, "occurred_at": text}), "jsonl", zone=STOCKHOLM)


def test_a_naive_time_is_read_in_the_declared_zone() -> None:
    assert times(naive("2026-06-01T12:00:00")) == [("06-01 10:00:00", False)]
    assert times(naive("2026-06-01T12:00:00Z")) == [("06-01 12:00:00", False)]


def test_the_hour_that_comes_twice_is_marked_as_inexact() -> None:
    assert times(naive("2026-10-25T02:30:00")) == [("10-25 00:30:00", True)]
    assert times(naive("2026-10-25T03:30:00")) == [("10-25 02:30:00", False)]


def test_the_hour_that_never_was_is_refused() -> None:
    assert errors(naive("2026-03-29T02:30:00")) == [(1, "occurred_at", "bad_time")]


# Files


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "empty"),
        (b" \r\n\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (json.dumps(GOOD).encode("utf-16"), "encoding"),
        (json.dumps(GOOD).encode("utf-16-le"), "encoding"),
        (b"\x1f\x8b\x08\x00", "compressed"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
        (json.dumps([GOOD]).encode(), "unknown_shape"),
        (json.dumps(GOOD, indent=1).encode(), "unknown_shape"),
        (b'{"memory": "x", "user_id": "elin"}\n', "other_format"),
        (b'{"uuid": "k", "chat_messages": []}\n', "other_format"),
        (b'{"id": "c", "mapping": {}}\n', "other_format"),
    ],
)
def test_a_file_of_another_kind_is_refused_by_name(raw: bytes, code: str) -> None:
    assert refusal(raw, "jsonl") == code


def test_a_row_with_more_members_than_the_form_is_still_a_row() -> None:
    assert len(episodes(taken(lines({**GOOD, "memory": "x", "mapping": 1}), "jsonl"))) == 1


def test_the_public_chats_are_read_whole() -> None:
    path = Path(__file__).parents[3] / "shared" / "data" / "memorybank_en.jsonl"
    if not path.exists():
        pytest.skip("the shared chats are not beside the project")
    records = taken(path, "jsonl", person=None)
    assert len(episodes(records)) == len(records) == 744
    assert len({row.person for row in episodes(records)}) == 10
