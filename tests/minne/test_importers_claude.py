"""A Claude export: who said what, and when; and Claude's own memories."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.minne.exports.build import (
    episodes,
    errors,
    facts,
    folder,
    notices,
    refusal,
    said,
    skipped,
    taken,
    talk,
    times,
    turn,
    zipped,
)

ROOT = "00000000-0000-4000-8000-000000000000"


def read(*conversations: Any) -> list[Any]:
    return taken(list(conversations), "claude")


# Who says what


def test_human_and_assistant_are_read_in_the_order_of_the_list() -> None:
    records = read(
        talk({"sender": "human", "text": "Jag dricker te."}, {"sender": "assistant", "text": "Ok."})
    )
    assert said(records) == [("user", "Jag dricker te."), ("assistant", "Ok.")]
    assert {(row.person, row.conversation) for row in episodes(records)} == {("elin", "k1")}


def test_text_that_stands_in_both_places_is_read_once() -> None:
    records = read(talk(turn("human", "Jag dricker te."), summary="Elin dricker kaffe."))
    assert said(records) == [("user", "Jag dricker te.")]


@pytest.mark.parametrize(
    "said_in",
    [
        {"text": "", "content": [{"type": "text", "text": "Hej"}]},
        {"content": [{"type": "text", "text": "Hej"}]},
        {"text": "Hej", "content": []},
        {"text": "Hej", "content": None},
        {"text": "Hej"},
        {"text": "Något annat", "content": [{"type": "text", "text": "Hej"}]},
        {"text": "Hej", "content": [{"type": "text", "text": " "}]},
    ],
)
def test_blocks_come_first_and_the_plain_text_stands_in_for_them(said_in: dict[str, Any]) -> None:
    assert said(read(talk({"sender": "human", **said_in}))) == [("user", "Hej")]


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ({"type": "thinking", "thinking": "Hen är nog vegan"}, "thinking"),
        ({"type": "tool_use", "input": {"q": "Jag"}}, "tool"),
        ({"type": "tool_result", "content": [{"type": "text", "text": "Jag bor i Rom"}]}, "tool"),
        ({"type": "token_budget", "remaining": 7}, "tool"),
        ({"type": "hologram", "text": "Jag"}, "unknown_part"),
        ({"type": ["odd"]}, "unknown_part"),
    ],
)
def test_a_block_that_is_not_speech_is_left_out_and_counted(block: dict[str, Any], kind: str) -> None:
    shown = turn("assistant", content=[block, {"type": "text", "text": "Hej!"}])
    records = read(talk(shown))
    assert said(records) == [("assistant", "Hej!")]
    assert skipped(records) == {kind: 1}


def test_several_text_blocks_are_one_message() -> None:
    blocks = [{"type": "text", "text": "Ett."}, {"type": "tool_use"}, {"type": "text", "text": "Två."}]
    assert said(read(talk(turn("assistant", content=blocks)))) == [("assistant", "Ett.\nTvå.")]


def test_pasted_text_is_counted_and_is_not_the_persons_sentence() -> None:
    pasted = turn("human", "", attachments=[{"file_name": "", "extracted_content": "Jag heter Bo."}])
    records = read(
        talk(pasted, turn("human", "Vad tycks?", attachments=[{"extracted_content": "Jag är 7."}]))
    )
    assert said(records) == [("user", "Vad tycks?")]
    assert skipped(records) == {"pasted_text": 2}


def test_files_and_images_alone_are_counted() -> None:
    records = read(talk(turn("human", "", files=[{"file_name": "a.png"}, {"file_name": "b.png"}])))
    assert said(records) == []
    assert skipped(records) == {"attachment": 2, "empty_conversation": 1}


PLACEHOLDER = "This block is not supported on your current device yet."


@pytest.mark.parametrize("mark", [PLACEHOLDER, f"```\n{PLACEHOLDER}\n```\n"])
def test_the_placeholder_for_a_block_is_nobodys_words(mark: str) -> None:
    blocks = [{"type": "tool_use"}, {"type": "text", "text": "Klart."}]
    both = {"sender": "assistant", "text": f"{mark}Klart.", "content": blocks}
    alone = {"sender": "assistant", "text": mark, "content": [{"type": "tool_use"}]}
    assert said(read(talk(both, alone))) == [("assistant", "Klart.")]


def test_a_voice_note_holds_the_persons_words() -> None:
    note = turn("human", content=[{"type": "voice_note", "text": "Jag spelar cello."}], text="")
    assert said(read(talk(note))) == [("user", "Jag spelar cello.")]


def test_another_sender_is_counted_and_named() -> None:
    records = read(talk(turn("system", "Du är snäll."), turn("human", "Hej")))
    assert said(records) == [("user", "Hej")]
    assert skipped(records) == {"unknown_role": 1}


def test_emptied_messages_are_counted() -> None:
    records = read(talk(turn("human", ""), turn("assistant", ""), turn("human", "Hej")))
    assert said(records) == [("user", "Hej")]
    assert skipped(records) == {"empty": 2}
    assert skipped(read(talk(turn("human", "")))) == {"empty": 1, "empty_conversation": 1}


def test_a_conversation_without_messages_is_counted() -> None:
    records = read(talk(), talk(turn("human", "Hej"), uuid="k2"))
    assert skipped(records) == {"empty_conversation": 1}
    assert said(records) == [("user", "Hej")]


def test_no_project_is_guessed() -> None:
    assert episodes(read(talk(turn("human", "Hej"), project_uuid=None)))[0].project is None


# Which branch


def branch(uuid: str, parent: str, text: str, at: str, sender: str = "human") -> dict[str, Any]:
    return turn(sender, text, at=at, uuid=uuid, parent_message_uuid=parent)


TREE = [
    branch("a", ROOT, "Hej.", "10:00:00"),
    branch("b", "a", "Hej!", "10:00:00", "assistant"),
    branch("new", "b", "Jag bor i Umeå.", "10:05:00"),
    branch("old", "b", "Jag bor i Lund.", "10:01:00"),
]


def test_the_newest_leaf_decides_the_branch() -> None:
    records = read(talk(*TREE))
    assert [text for _, text in said(records)] == ["Hej.", "Hej!", "Jag bor i Umeå."]
    assert skipped(records) == {"other_branch": 1}


def test_messages_of_the_same_second_follow_their_parents() -> None:
    records = read(talk(TREE[1], TREE[0]))
    assert said(records) == [("user", "Hej."), ("assistant", "Hej!")]


def test_a_leaf_that_the_file_points_out_decides_the_branch() -> None:
    alone = talk(*TREE, current_leaf_message_uuid="old")
    for message in alone["chat_messages"]:
        message["text"] = ""
    assert [text for _, text in said(taken(alone, "claude"))] == ["Hej.", "Hej!", "Jag bor i Lund."]


def test_a_parent_that_is_not_there_ends_the_walk() -> None:
    assert said(read(talk(branch("a", "gone", "Hej.", "10:00:00")))) == [("user", "Hej.")]


def test_a_ring_of_parents_is_walked_once() -> None:
    ring = [branch("a", "b", "Ett.", "10:00:00"), branch("b", "a", "Två.", "10:01:00")]
    assert [text for _, text in said(read(talk(*ring)))] == ["Ett.", "Två."]


# When


@pytest.mark.parametrize(
    "at", ["2026-06-01T10:00:00.000000Z", "2026-06-01T12:00:00+02:00", "2026-06-01T10:00:00Z"]
)
def test_a_message_is_dated_when_it_was_made_and_not_when_it_was_changed(at: str) -> None:
    records = read(talk(turn("human", "Hej", at=at, updated_at="2026-07-01T00:00:00Z")))
    assert times(records) == [("06-01 10:00:00", False)]


def test_an_undated_message_takes_the_last_time_before_it_and_says_so() -> None:
    records = read(
        talk(turn("human", "Ett", at="10:07:00"), {**turn("assistant", "Två"), "created_at": None})
    )
    assert times(records) == [("06-01 10:07:00", False), ("06-01 10:07:00", True)]


def test_an_undated_conversation_is_reported_and_not_dated_now() -> None:
    undated = talk({**turn("human", "Hej"), "created_at": None}, created_at=None)
    assert errors(read(undated)) == [(1, "created_at", "no_time")]


@pytest.mark.parametrize(
    ("at", "code"), [("2026-06-01T10:00:00", "naive_time"), ("2028-01-01T00:00:00Z", "future")]
)
def test_an_unusable_time_costs_only_its_message(at: str, code: str) -> None:
    records = read(talk(turn("human", "Fel", at=at), turn("human", "Rätt")))
    assert errors(records) == [(1, "created_at", code)]
    assert said(records) == [("user", "Rätt")]


# Conversations and files


@pytest.mark.parametrize("broken", [None, 7, {"name": "utan"}, {"uuid": "k9", "chat_messages": None}])
def test_a_broken_conversation_is_reported_by_number_and_the_others_kept(broken: Any) -> None:
    records = read(talk(turn("human", "Ett")), broken, talk(turn("human", "Tre"), uuid="k3"))
    assert [row for row, *_ in errors(records)] == [2]
    assert said(records) == [("user", "Ett"), ("user", "Tre")]


def test_a_message_that_is_no_object_is_reported() -> None:
    records = read(
        talk(turn("human", "Ett"), turn("human", "Två"))
        | {"chat_messages": [None, turn("human", "Hej", at="10:00:00")]}
    )
    assert errors(records) == [(1, "chat_messages", "not_object")]
    assert said(records) == [("user", "Hej")]


def test_the_newest_copy_of_a_conversation_wins() -> None:
    old = talk(turn("human", "Gammalt"), updated_at="2026-06-01T10:00:00Z")
    new = talk(turn("human", "Nytt"), updated_at="2026-06-02T10:00:00Z")
    for copies in ((old, new), (new, old)):
        assert said(read(*copies)) == [("user", "Nytt")]


def test_a_message_without_id_gets_the_same_one_each_time() -> None:
    conversation = talk(turn("human", "Hej"))
    del conversation["chat_messages"][0]["uuid"]
    first, second = episodes(read(conversation)), episodes(read(conversation))
    assert first == second
    assert first[0].id.startswith("k1:")


MEMORIES = {
    "conversations_memory": (
        "**Work context**\n\nElin arbetar på Norrlund AB. Hon leder t.ex. Team 3."
        "\n\n**Personal**\n\nDricker te."
    ),
    "project_memories": {"p1": "Projekt Bokhandel: svarar på svenska."},
    "account_uuid": "u1",
}
TALK = [talk(turn("human", "Hej"))]


@pytest.mark.parametrize(
    "files",
    [
        {"conversations.json": TALK, "users.json": [], "projects.json": [{"is_starter_project": True}]},
        {"conversations.json": TALK},
        {"conversations-000.json": TALK},
        {"conversations/k1.json": TALK[0]},
        {"data-2026/conversations.json": TALK, "data-2026/projects/p.json": {"uuid": "p"}},
    ],
)
def test_the_zip_and_its_folder_are_read_alike(files: dict[str, Any], tmp_path: Path) -> None:
    for source in (zipped(files), folder(tmp_path, files)):
        assert said(taken(source, "claude")) == [("user", "Hej")]


def test_a_folder_of_the_parts_of_a_new_export_is_read(tmp_path: Path) -> None:
    parts = {
        "manifest-9d.json": {"files": ["https://example.org/conversations-000.zip"]},
        "conversations-000.zip": zipped({"conversations.json": TALK}).read(),
        "conversations-001.zip": zipped(
            {"conversations.json": [talk(turn("human", "Igen"), uuid="k2")]}
        ).read(),
        "memories-000.zip": zipped({"memories/u1.json": MEMORIES}).read(),
        "light_metadata-000.zip": zipped({"users.json": []}).read(),
    }
    records = taken(folder(tmp_path, parts), "claude")
    assert said(records) == [("user", "Hej"), ("user", "Igen")]
    assert notices(records) == ["memories_present"]


def test_a_manifest_alone_is_explained_and_nothing_is_fetched(tmp_path: Path) -> None:
    manifest = {"files": [{"url": "https://example.org/x/conversations-000.zip"}]}
    assert refusal(manifest, "claude") == "manifest_alone"
    assert refusal(folder(tmp_path, {"manifest-9d.json": manifest}), "claude") == "manifest_alone"


def test_an_archive_of_something_else_is_refused_by_what_it_holds() -> None:
    assert refusal(zipped({"users.json": [], "projects.json": []}), "claude") == "no_conversations"


# Claude's memories


@pytest.mark.parametrize("format", ["claude", "claude_memories"])
@pytest.mark.parametrize(
    "source",
    [MEMORIES, [MEMORIES], zipped({"memories.json": [MEMORIES]}), zipped({"memories/u1.json": MEMORIES})],
)
def test_claudes_memories_are_undated_facts_a_sentence_each(source: Any, format: str) -> None:
    found = facts(taken(source, format))
    assert [fact.text for fact in found] == [
        "Elin arbetar på Norrlund AB.",
        "Hon leder t.ex. Team 3.",
        "Dricker te.",
        "Projekt Bokhandel: svarar på svenska.",
    ]
    assert {(fact.person, fact.state, fact.created_at) for fact in found} == {("elin", "current", None)}
    assert found[0].metadata == {"section": "Work context"}
    assert found[3].metadata == {"project": "p1"}


def test_the_same_memory_has_the_same_id_in_another_export() -> None:
    assert [f.id for f in facts(taken(MEMORIES, "claude"))] == [
        f.id for f in facts(taken([MEMORIES], "claude"))
    ]


def test_memories_without_text_are_empty_and_not_wrong() -> None:
    assert facts(taken([{"conversations_memory": "", "project_memories": None}], "claude_memories")) == []
