"""Facts that other memories made, with those memories' own dates and states."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.minne.exports.build import errors, facts, folder, notices, refusal, skipped, taken

STOCKHOLM = ZoneInfo("Europe/Stockholm")


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# mem0


def memory(text: Any = "Gillar svart kaffe", **more: Any) -> dict[str, Any]:
    return {"id": "a1", "memory": text, "user_id": "elin", "created_at": "2026-05-02T08:15:30+00:00", **more}


def mem0(*rows: Any, person: str | None = "elin", **page: Any) -> list[Any]:
    return taken({"results": list(rows), **page}, "mem0", person=person)


def test_a_memory_of_mem0_is_a_current_fact_with_its_own_date() -> None:
    (fact,) = facts(mem0(memory(metadata={"category": "food"}, run_id="r-17", hash="9e10")))
    assert (fact.tool, fact.id, fact.person, fact.text) == ("mem0", "a1", "elin", "Gillar svart kaffe")
    assert (fact.state, fact.created_at, fact.valid_until) == ("current", moment("2026-05-02T08:15:30"), None)
    assert fact.type == "preference"
    assert fact.metadata["run_id"] == "r-17"


def test_the_graph_beside_the_memories_is_not_read_as_memories() -> None:
    relations = [{"source": "elin", "relationship": "gillar", "target": "kaffe"}]
    assert len(facts(mem0(memory(), relations=relations))) == 1


def test_a_bare_list_of_memories_is_read_too() -> None:
    assert len(facts(taken([memory()], "mem0"))) == 1


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (memory(attributed_to="assistant"), "assistant"),
        (memory(role="assistant"), "assistant"),
        (memory(user_id=None, agent_id="bot-1"), "agent"),
        (memory(user_id="bo"), "other_person"),
    ],
)
def test_what_is_not_the_persons_own_is_left_out_and_counted(row: dict[str, Any], kind: str) -> None:
    records = mem0(memory(), row)
    assert len(facts(records)) == 1
    assert skipped(records) == {kind: 1}


def test_what_is_attributed_to_the_person_is_kept_whoever_wrote_it_down() -> None:
    assert len(facts(mem0(memory(role="assistant", attributed_to="user")))) == 1


def test_without_a_person_each_memory_belongs_to_whom_it_names() -> None:
    records = mem0(memory(), memory(user_id="bo"), memory(user_id=None), person=None)
    assert [fact.person for fact in facts(records)] == ["elin", "bo"]
    assert errors(records) == [(3, "person", "missing_field")]


def test_a_dump_of_only_others_is_said_to_be_that() -> None:
    assert notices(mem0(memory(user_id="user_81"))) == ["only_others"]


@pytest.mark.parametrize(
    ("last_day", "state"), [("2026-11-28", "expired"), ("2026-11-29", "current"), ("2027-01-31", "current")]
)
def test_a_memory_holds_through_the_whole_of_its_last_day(last_day: str, state: str) -> None:
    (fact,) = facts(mem0(memory(expiration_date=last_day)))
    assert fact.state == state
    assert fact.valid_until is not None
    assert fact.valid_until.hour == 0


def test_a_bad_last_day_is_none_as_mem0_has_it() -> None:
    (fact,) = facts(mem0(memory(expiration_date="snart")))
    assert (fact.state, fact.valid_until) == ("current", None)


def test_a_replaced_memory_is_superseded() -> None:
    (fact,) = facts(mem0(memory(replaced_by="a2", synthesized=True)))
    assert fact.state == "superseded"


@pytest.mark.parametrize(
    "page", [{"next": "https://example.org/?page=2", "count": 9}, {"next": None, "count": 9}]
)
def test_a_page_that_is_not_all_is_reported(page: dict[str, Any]) -> None:
    records = mem0(memory(), **page)
    assert len(facts(records)) == 1
    assert notices(records) == ["incomplete_page"]


def test_all_pages_together_are_whole(tmp_path: Any) -> None:
    first = {"count": 2, "next": "?page=2", "previous": None, "results": [memory()]}
    last = {"count": 2, "next": None, "previous": "?page=1", "results": [memory("Har en hund", id="a2")]}
    for source in ([first, last], folder(tmp_path, {"1.json": first, "2.json": last})):
        records = taken(source, "mem0")
        assert [fact.id for fact in facts(records)] == ["a1", "a2"]
        assert notices(records) == []


def test_an_old_american_offset_is_turned_into_utc() -> None:
    (fact,) = facts(mem0(memory(created_at="2025-07-01T23:30:00.123456-07:00")))
    assert fact.created_at == moment("2025-07-02T06:30:00.123456")


@pytest.mark.parametrize(
    ("row", "field", "code"),
    [
        (memory(None), "memory", "missing_field"),
        (memory(" "), "memory", "empty_field"),
        (memory(7), "memory", "wrong_type"),
        (memory("a\x00"), "memory", "nul"),
        (memory("\ud83d"), "memory", "lone_surrogate"),
        (memory(created_at="2026-05-02T08:15:30"), "created_at", "naive_time"),
        (memory(created_at="2030-05-02T08:15:30Z"), "created_at", "future"),
        (None, None, "not_object"),
    ],
)
def test_a_bad_memory_is_reported_by_number_and_the_others_kept(row: Any, field: str, code: str) -> None:
    records = mem0(memory(), row, memory("Har en hund", id="a3"))
    assert errors(records) == [(2, field, code)]
    assert len(facts(records)) == 2


def test_a_naive_time_is_read_in_the_zone_that_is_declared() -> None:
    source = {"results": [memory(created_at="2026-05-02T08:15:30")]}
    (fact,) = facts(taken(source, "mem0", zone=STOCKHOLM))
    assert fact.created_at == moment("2026-05-02T06:15:30")


# Zep and Graphiti


def edge(text: Any = "Elin arbetar på Norrlund AB", **more: Any) -> dict[str, Any]:
    return {"uuid": "e1", "fact": text, "created_at": "2026-05-02T08:16:00Z", "name": "WORKS_AT", **more}


def zep(*rows: Any, person: str | None = "elin", **more: Any) -> list[Any]:
    return taken({"edges": list(rows), **more}, "zep", person=person)


@pytest.mark.parametrize(
    "source",
    [
        [edge()],
        {"facts": [edge()]},
        {"edges": [edge()], "nodes": [{"uuid": "n"}], "episodes": []},
        {"items": [edge()], "next_cursor": None},
        {"items": [edge()]},
        {"hyperedges": [edge(edges=[{"uuid": "m", "name": "X"}])]},
        {"relevant_facts": [edge()], "facts": ["Elin arbetar på Norrlund AB"], "context": "Elin arbetar …"},
    ],
)
def test_a_fact_is_read_once_from_every_shape_of_zep(source: Any) -> None:
    records = taken(source, "zep")
    (fact,) = facts(records)
    assert (fact.tool, fact.id, fact.person, fact.state) == ("zep", "e1", "elin", "current")
    assert notices(records) == []


def test_bare_texts_are_read_when_there_is_nothing_better() -> None:
    (fact,) = facts(taken({"facts": ["Elin gillar te"]}, "zep"))
    assert (fact.text, fact.created_at) == ("Elin gillar te", None)


@pytest.mark.parametrize(
    ("validity", "state"),
    [
        ({}, "current"),
        ({"invalid_at": None, "expired_at": None}, "current"),
        ({"expired_at": "2026-08-01T09:00:00Z"}, "withdrawn"),
        ({"invalid_at": "2026-07-31T00:00:00Z"}, "expired"),
        ({"invalid_at": "2026-07-31T00:00:00Z", "expired_at": "2026-08-01T09:00:00Z"}, "expired"),
        ({"invalid_at": "2027-07-31T00:00:00Z"}, "current"),
        ({"invalid_at": "2027-07-31T00:00:00Z", "expired_at": "2026-08-01T09:00:00Z"}, "current"),
    ],
)
def test_an_end_that_has_come_ends_and_one_ahead_does_not(validity: dict[str, Any], state: str) -> None:
    (fact,) = facts(zep(edge(**validity)))
    assert fact.state == state


def test_validity_and_sources_are_the_tools_own() -> None:
    (fact,) = facts(
        zep(edge(valid_at="2024-01-15T00:00:00Z", invalid_at="2027-01-01T00:00:00Z", episodes=["ep-1"]))
    )
    assert (fact.valid_from, fact.valid_until) == (moment("2024-01-15"), moment("2027-01-01"))
    assert fact.sources == ("ep-1",)


def test_a_fact_shared_by_several_edges_comes_once() -> None:
    rows = [edge(uuid=f"e{n}", hyperedge_uuid="h1") for n in range(3)]
    records = zep(*rows)
    assert [fact.id for fact in facts(records)] == ["h1"]
    assert skipped(records) == {"duplicate": 2}


def test_edges_that_state_nothing_are_left_out() -> None:
    ties = [
        {"uuid": n, "name": n, "source_node_uuid": "a", "target_node_uuid": "b"}
        for n in ("MENTIONS", "HAS_MEMBER")
    ]
    records = zep(edge(), *ties)
    assert len(facts(records)) == 1
    assert skipped(records) == {"not_fact": 2}


def test_only_this_persons_group_is_read() -> None:
    records = zep(edge(group_id="elin"), edge(uuid="e2", group_id="bo"), edge(uuid="e3", group_id=""))
    assert [fact.id for fact in facts(records)] == ["e1", "e3"]
    assert skipped(records) == {"other_person": 1}


def test_nine_digits_of_a_second_are_cut_to_the_microsecond() -> None:
    (fact,) = facts(zep(edge(created_at="2026-05-02T08:16:00.123456789+00:00")))
    assert fact.created_at == moment("2026-05-02T08:16:00.123456")


def test_a_cursor_to_more_is_reported() -> None:
    assert notices(taken({"items": [edge()], "next_cursor": "abc"}, "zep")) == ["incomplete_page"]


def test_vectors_are_not_kept() -> None:
    (fact,) = facts(zep(edge(fact_embedding=[0.1] * 5, attributes={"a": 1})))
    assert set(fact.metadata) == {"name", "attributes"}


@pytest.mark.parametrize(
    ("row", "field", "code"),
    [
        (edge(7), "fact", "wrong_type"),
        (edge(invalid_at="snart"), "invalid_at", "bad_time"),
        (edge(valid_at="2026-01-01"), "valid_at", "bad_time"),
        (None, None, "not_object"),
    ],
)
def test_a_bad_edge_is_reported_by_number_and_the_others_kept(row: Any, field: str, code: str) -> None:
    records = zep(edge(), row, edge(uuid="e3"))
    assert errors(records) == [(2, field, code)]
    assert len(facts(records)) == 2


# Plain lines


def lines(text: str, **more: Any) -> list[Any]:
    return taken(text.encode(), "lines", **more)


def test_a_pasted_memory_is_a_fact_a_line_with_the_date_it_shows() -> None:
    found = facts(
        lines("[2026-05-02] - User prefers black coffee.\n[unknown] - Has a dog.\nWorks at Norrlund AB.\n")
    )
    assert [(fact.text, fact.created_at) for fact in found] == [
        ("User prefers black coffee.", moment("2026-05-02")),
        ("Has a dog.", None),
        ("Works at Norrlund AB.", None),
    ]
    assert {fact.state for fact in found} == {"current"}


@pytest.mark.parametrize(
    "line", ["- Har en hund", "* Har en hund", "• Har en hund", "1. Har en hund", "  12) Har en hund\r"]
)
def test_bullets_and_numbers_are_not_part_of_the_fact(line: str) -> None:
    assert [fact.text for fact in facts(lines(line))] == ["Har en hund"]


@pytest.mark.parametrize(
    "line", ["- [2026-05-02] Har en hund", "[2026-05-02]: Har en hund", "[2026-05-02 14:03] Har en hund"]
)
def test_a_date_is_found_in_each_way_of_writing_it(line: str) -> None:
    (fact,) = facts(lines(line))
    assert (fact.text, fact.created_at) == ("Har en hund", moment("2026-05-02"))


def test_brackets_that_hold_no_date_belong_to_the_fact() -> None:
    assert [fact.text for fact in facts(lines("[jobb] Leder ett team"))] == ["[jobb] Leder ett team"]


def test_headings_are_counted_and_kept_with_what_they_head() -> None:
    records = lines("# Arbete\n\nArbetar på Norrlund AB.\n---\n**Hemma**\nHar en hund.")
    assert [(f.text, f.metadata) for f in facts(records)] == [
        ("Arbetar på Norrlund AB.", {"section": "Arbete"}),
        ("Har en hund.", {"section": "Hemma"}),
    ]
    assert skipped(records) == {"heading": 2}


def test_a_day_begins_in_the_zone_that_is_declared() -> None:
    (fact,) = facts(lines("[2026-05-02] Har en hund", zone=STOCKHOLM))
    assert fact.created_at == moment("2026-05-01T22:00:00")


def test_a_line_that_stands_twice_is_one_fact() -> None:
    records = lines("Har en hund\nHar en hund\n")
    assert len(facts(records)) == 1
    assert skipped(records) == {"duplicate": 1}


@pytest.mark.parametrize(("date", "code"), [("2026-02-31", "bad_time"), ("2031-01-01", "future")])
def test_an_impossible_date_is_reported_by_its_line(date: str, code: str) -> None:
    assert errors(lines(f"Har en hund\n[{date}] Har en katt")) == [(2, "date", code)]


def test_a_stray_byte_costs_only_its_line() -> None:
    records = taken("Har en hund\nBor i Ume\udce5\n".encode("utf-8", "surrogateescape"), "lines")
    assert errors(records) == [(2, None, "not_utf8")]
    assert len(facts(records)) == 1


@pytest.mark.parametrize("text", ['{"results": []}', '[{"memory": "x"}]', "[]", "<!DOCTYPE html><p>x"])
def test_what_is_no_plain_text_is_refused(text: str) -> None:
    assert refusal(text.encode(), "lines") == "other_format"


# The type


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("User prefers black coffee", "preference"),
        ("Föredrar kodexempel", "preference"),
        ("Planerar en resa till Rom", "goal"),
        ("Is currently on sick leave", "temporary"),
        ("Arbetar på Norrlund AB", "knowledge"),
    ],
)
def test_the_type_is_guessed_from_unmistakable_words(text: str, kind: str) -> None:
    assert [fact.type for fact in facts(lines(text))] == [kind]
