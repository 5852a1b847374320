"""A ChatGPT export: who said what, and when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.minne.exports.build import (
    T0,
    chat,
    episodes,
    errors,
    folder,
    line,
    message,
    notices,
    refusal,
    said,
    skipped,
    taken,
    times,
    zipped,
)

UUID = "aaa2c4de-0000-4000-8000-00000000000{}"


def read(*conversations: Any) -> list[Any]:
    return taken(list(conversations), "chatgpt")


def user(*parts: Any, **more: Any) -> dict[str, Any]:
    return message("user", *parts, **more)


def assistant(*parts: Any, **more: Any) -> dict[str, Any]:
    return message("assistant", *parts, **more)


# Who says what


def test_the_person_and_the_assistant_are_kept_in_order() -> None:
    records = read(line(user("Jag dricker te."), assistant("Noterat.")))
    assert said(records) == [("user", "Jag dricker te."), ("assistant", "Noterat.")]
    assert {row.person for row in episodes(records)} == {"elin"}
    assert {row.conversation for row in episodes(records)} == {"c1"}


def test_the_empty_root_and_the_hidden_system_message_are_no_fault() -> None:
    hidden = message("system", "", weight=0, metadata={"is_visually_hidden_from_conversation": True})
    records = read(line(None, hidden, user("Hej, jag bor i Umeå.")))
    assert said(records) == [("user", "Hej, jag bor i Umeå.")]
    assert errors(records) == []
    assert skipped(records) == {"system": 1}


@pytest.mark.parametrize(
    ("left_out", "kind"),
    [
        (message("user", kind="user_editable_context", content={
            "content_type": "user_editable_context", "user_profile": "Kallas Ella"}), "profile"),
        (user("Svara kort.", metadata={"is_user_system_message": True}), "profile"),
        (user("Jag är vegan.", metadata={"is_visually_hidden_from_conversation": True}), "hidden"),
        (assistant("[2026-01-01] Dricker te", kind="model_editable_context"), "assistant_memory"),
        (assistant(content={"content_type": "thoughts", "thoughts": [{"content": "Vegan?"}]}), "thinking"),
        (assistant(content={"content_type": "reasoning_recap", "content": "Tänkte i 3 s"}), "thinking"),
        (assistant(recipient="python", content={"content_type": "code", "text": "print(1)"}), "tool"),
        (assistant(content={"content_type": "code", "text": "print(1)"}), "code"),
        (assistant('{"content": "Jag heter Bo"}', recipient="canmore.create_textdoc"), "tool"),
        (assistant("Användaren dricker te", recipient="bio"), "memory_write"),
        (message("tool", "Model set context updated."), "tool"),
        (message("tool", content={"content_type": "execution_output", "text": "1"}), "tool"),
        (message("tool", content={"content_type": "system_error", "text": "fel"}), "tool"),
        (message("tool", content={"content_type": "tether_quote", "text": "Jag älskar katter"}), "tool"),
        (assistant(content={"content_type": "tether_browsing_display", "result": "Jag"}), "web"),
        (assistant(content={"content_type": "sonic_webpage", "text": "Jag är läkare"}), "web"),
        (message("critic", "Jag tycker"), "unknown_role"),
        (user("x", kind="hologram"), "unknown_content"),
    ],
)  # fmt: skip
def test_what_neither_of_them_said_is_left_out_and_counted(left_out: dict[str, Any], kind: str) -> None:
    records = read(line(user("Hej!"), left_out))
    assert said(records) == [("user", "Hej!")]
    assert skipped(records) == {kind: 1}
    assert errors(records) == []


def test_an_unknown_kind_of_content_is_reported_by_its_own_name() -> None:
    records = read(line(user("x", kind="hologram"), user({"content_type": "smell", "text": "?"}, "Hej")))
    assert [r.detail for r in records if getattr(r, "detail", "")] == ["hologram", "smell"]
    assert said(records) == [("user", "Hej")]


def test_a_message_about_a_canvas_is_still_the_persons_own() -> None:
    marked = user(
        "Gör det kortare.", metadata={"canvas": {"textdoc_id": "d"}, "targeted_reply": "Jag heter Bo"}
    )
    assert said(read(line(marked))) == [("user", "Gör det kortare.")]


def test_a_message_without_metadata_recipient_or_content_type_is_read() -> None:
    bare = {"author": {"role": "user"}, "content": {"parts": ["Hej"]}}
    assert said(read(line(bare))) == [("user", "Hej")]


def test_text_beside_the_parts_is_used_when_there_are_no_parts() -> None:
    assert said(read(line(user(content={"content_type": "text", "text": "Jag bor i Lund"})))) == [
        ("user", "Jag bor i Lund")
    ]


# Parts


def test_several_parts_are_one_message_and_blank_ones_are_dropped() -> None:
    assert said(read(line(user("Ett.", None, "", "  ", "Två.")))) == [("user", "Ett.\nTvå.")]


def test_a_picture_is_counted_once_and_the_words_beside_it_kept() -> None:
    pointer = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-ab12"}
    shown = user(
        pointer, "Min hund.", kind="multimodal_text", metadata={"attachments": [{"id": "file-ab12"}]}
    )
    records = read(line(shown))
    assert said(records) == [("user", "Min hund.")]
    assert skipped(records) == {"attachment": 1}


def test_a_message_with_nothing_but_a_picture_says_nothing() -> None:
    pointer = {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_ab12"}
    records = read(line(user(pointer, kind="multimodal_text"), user("Hej")))
    assert said(records) == [("user", "Hej")]
    assert skipped(records) == {"attachment": 1}


def test_a_text_part_inside_a_multimodal_message_is_the_persons() -> None:
    shown = user({"content_type": "text", "text": "Titta!"}, kind="multimodal_text")
    assert said(read(line(shown))) == [("user", "Titta!")]


def speech(text: str, direction: str | None = None) -> dict[str, Any]:
    return {"content_type": "audio_transcription", "text": text, "direction": direction}


SOUND = {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_1"}
FILM = {"content_type": "real_time_user_audio_video_asset_pointer", "audio_asset_pointer": SOUND}


def test_what_the_person_spoke_is_the_persons_words() -> None:
    records = read(line(user(speech("Jag spelar cello.", "in"), SOUND, kind="multimodal_text")))
    assert said(records) == [("user", "Jag spelar cello.")]
    assert skipped(records) == {"attachment": 1}


def test_what_the_assistant_spoke_is_never_the_persons() -> None:
    spoken = speech("Jag spelar cello.", "out")
    records = read(
        line(user(spoken, FILM, kind="multimodal_text"), assistant(spoken, kind="multimodal_text"))
    )
    assert said(records) == [("assistant", "Jag spelar cello.")]


def test_an_empty_transcription_says_nothing() -> None:
    records = read(line(user(speech("", "in"), FILM, kind="multimodal_text"), user("Hör du?")))
    assert said(records) == [("user", "Hör du?")]


def test_a_long_paste_kept_as_a_file_is_reported_as_missing() -> None:
    pasted = user("", metadata={"attachments": [{"id": "f", "is_big_paste": True}]})
    records = read(line(pasted, user("Hej")))
    assert said(records) == [("user", "Hej")]
    assert skipped(records) == {"pasted_text": 1}


@pytest.mark.parametrize(
    "text",
    [
        "👩‍🚀 i Åre",
        "nfd: a\u030a",
        "\u200fשלום",
        "rad 1\r\nrad 2",
        "hårt\u00a0mellanslag",
        "“böjda” ’tecken’",
    ],
)
def test_a_text_is_kept_to_the_letter(text: str) -> None:
    assert said(read(line(user(text)))) == [("user", text)]


def test_citation_marks_are_taken_out_of_the_assistants_text_only() -> None:
    marked = "Så är det \ue200cite\ue202turn0search1\ue201【4:0†källa】."
    records = read(line(user(marked), assistant(marked)))
    assert said(records) == [("user", marked), ("assistant", "Så är det .")]


# Which branch

OLD, NEW = user("Jag bor i Lund.", at=10), user("Jag bor i Umeå.", at=99)
FORK: dict[str, tuple[str | None, Any]] = {
    "root": (None, None),
    "old": ("root", OLD),
    "old reply": ("old", assistant("Lund!", at=20)),
    "new": ("root", NEW),
    "new reply": ("new", assistant("Umeå!", at=120)),
}


def test_the_old_wording_of_an_edited_prompt_is_no_statement() -> None:
    records = read(chat(FORK))
    assert said(records) == [("user", "Jag bor i Umeå."), ("assistant", "Umeå!")]
    assert skipped(records) == {"other_branch": 2}


def test_the_current_branch_may_be_the_older_one() -> None:
    assert said(read(chat(FORK, current="old reply")))[0] == ("user", "Jag bor i Lund.")


def test_without_a_current_message_the_branch_written_last_is_read() -> None:
    backwards = dict(reversed(FORK.items()))
    for nodes in (FORK, backwards):
        records = read(chat(nodes, current=None))
        assert said(records)[0] == ("user", "Jag bor i Umeå.")
        assert notices(records) == []


def test_a_current_message_that_is_not_there_is_reported() -> None:
    records = read(chat(FORK, current="elsewhere"))
    assert said(records)[0] == ("user", "Jag bor i Umeå.")
    assert notices(records) == ["conversation_without_end"]


def test_a_leaf_without_weight_does_not_decide_the_branch() -> None:
    nodes = FORK | {"nothing": ("old reply", message("assistant", "", at=500, weight=0))}
    assert said(read(chat(nodes, current=None)))[0] == ("user", "Jag bor i Umeå.")


def test_an_undated_leaf_is_as_new_as_what_it_answers() -> None:
    nodes = FORK | {"new reply": ("new", assistant("Umeå!", at=None))}
    assert said(read(chat(nodes, current=None)))[0] == ("user", "Jag bor i Umeå.")


def test_the_order_is_that_of_the_branch_and_not_of_the_clock() -> None:
    records = read(line(user("Först.", at=90), assistant("Sedan.", at=30), user("Sist.", at=60)))
    assert [text for _, text in said(records)] == ["Först.", "Sedan.", "Sist."]


def test_the_clock_of_a_branch_never_stands_still_or_goes_back() -> None:
    told = line(user("Ett.", at=90), assistant("Två.", at=30), user("Tre.", at=60), user("Fyra.", at=99))
    moments = [(row.occurred_at.timestamp() - T0 - 90, row.inexact) for row in episodes(read(told))]
    assert [(round(at, 5), late) for at, late in moments] == [(0, False), (0, True), (0, True), (9, False)]
    for alike in (told, line(user("Ett.", at=90), user("Två.", at=90)), line(user("Ett."), user("Två."))):
        clock = [row.occurred_at for row in episodes(read(alike))]
        assert clock == sorted(set(clock))


def test_only_the_ancestors_of_the_current_message_are_read_of_several_trees() -> None:
    nodes = {"a": (None, user("Ena trädet.", at=1)), "b": (None, user("Andra trädet.", at=2))}
    assert said(read(chat(nodes, current="a"))) == [("user", "Ena trädet.")]


def test_a_parent_that_is_not_there_ends_the_walk() -> None:
    nodes = {"a": ("gone", user("Hej.", at=1)), "b": ("a", assistant("Hej!", at=2))}
    assert said(read(chat(nodes))) == [("user", "Hej."), ("assistant", "Hej!")]


@pytest.mark.parametrize("current", ["b", None])
def test_a_ring_of_parents_is_walked_once(current: str | None) -> None:
    nodes = {"a": ("b", user("Hej.", at=1)), "b": ("a", assistant("Hej!", at=2))}
    assert said(read(chat(nodes, current=current))) == [("user", "Hej."), ("assistant", "Hej!")]


def test_a_root_without_any_keys_is_no_fault() -> None:
    conversation = line(None, user("Hej"))
    conversation["mapping"]["n0"] = {"id": "client-created-root"}
    assert said(read(conversation)) == [("user", "Hej")]


# When


def test_a_time_is_exact_to_the_microsecond() -> None:
    records = taken(
        b'[{"id":"c","mapping":{"a":{"message":{"author":{"role":"user"},'
        b'"create_time":1780308000.123457,"content":{"parts":["Hej"]}}}}}]',
        "chatgpt",
    )
    assert episodes(records)[0].occurred_at.isoformat() == "2026-06-01T10:00:00.123457+00:00"


def test_the_messages_own_time_goes_before_the_conversations() -> None:
    assert times(read(line(user("Hej", at=3600), create_time=T0))) == [("06-01 11:00:00", False)]


@pytest.mark.parametrize("missing", [None, 0, 0.0])
def test_an_undated_message_takes_the_last_time_before_it_and_says_so(missing: Any) -> None:
    undated = {**assistant("Två"), "create_time": missing}
    records = read(line(user("Ett", at=60), undated, user("Tre", at=120)))
    assert times(records) == [("06-01 10:01:00", False), ("06-01 10:01:00", True), ("06-01 10:02:00", False)]


def test_an_undated_first_message_takes_the_conversations_time() -> None:
    assert times(read(line(user("Ett", at=None), create_time=T0 + 5))) == [("06-01 10:00:05", True)]


def test_a_conversation_without_time_takes_that_of_its_messages() -> None:
    conversation = line(user("Ett", at=None), assistant("Två", at=60))
    del conversation["create_time"]
    assert times(read(conversation)) == [("06-01 10:01:00", True), ("06-01 10:01:00", False)]


def test_where_no_time_is_known_none_is_made_up() -> None:
    conversation = line(user("Ett", at=None))
    del conversation["create_time"]
    assert errors(read(conversation)) == [(1, "create_time", "no_time")]


def test_times_may_be_written_out_with_their_offset() -> None:
    assert times(read(line(user("Hej", at="2026-06-01T12:00:00+02:00")))) == [("06-01 10:00:00", False)]


@pytest.mark.parametrize(
    ("at", "code"),
    [
        ("2026-06-01T12:00:00", "naive_time"),
        ("i går", "bad_time"),
        (True, "bad_time"),
        ({}, "bad_time"),
        (-5, "out_of_range"),
        (5, "out_of_range"),
        (T0 * 1000, "out_of_range"),
        (10**400, "out_of_range"),
        (float("nan"), "bad_time"),
        (float("inf"), "bad_time"),
        (T0 + 400 * 86400, "future"),
    ],
)
def test_a_message_with_an_unusable_time_is_reported_and_the_others_kept(at: Any, code: str) -> None:
    wrong = {**user("Fel"), "create_time": at}
    records = read(line(wrong, user("Rätt", at=60)))
    assert errors(records) == [(1, "create_time", code)]
    assert said(records) == [("user", "Rätt")]


def test_a_number_beyond_what_a_float_holds_is_only_a_bad_time() -> None:
    raw = (
        b'[{"id":"c","mapping":{"a":{"message":{"author":{"role":"user"},'
        b'"create_time":1e400,"content":{"parts":["x"]}}}}}]'
    )
    assert errors(taken(raw, "chatgpt")) == [(1, "create_time", "out_of_range")]


# Conversations


@pytest.mark.parametrize("mapping", [{}, {"a": None}, {"a": {"message": None}}])
def test_a_conversation_in_which_nothing_is_said_is_counted(mapping: Any) -> None:
    records = read(chat({}, mapping=mapping, current=None, conversation_id="c0"), line(user("Hej")))
    assert skipped(records) == {"empty_conversation": 1}
    assert said(records) == [("user", "Hej")]


def test_a_conversation_with_only_a_system_message_is_counted_as_empty() -> None:
    assert skipped(read(line(None, message("system", "")))) == {"system": 1, "empty_conversation": 1}


@pytest.mark.parametrize("broken", [None, "text", {"title": "utan"}, {"id": "c9", "mapping": None}])
def test_a_broken_conversation_is_reported_by_number_and_the_others_kept(broken: Any) -> None:
    records = read(line(user("Ett")), broken, line(user("Tre"), conversation_id="c3"))
    assert [row for row, *_ in errors(records)] == [2]
    assert said(records) == [("user", "Ett"), ("user", "Tre")]


def test_a_conversation_damaged_inside_costs_only_itself() -> None:
    good = (
        b'{"id":"c%d","create_time":1780308000,"mapping":{"a":{"message":'
        b'{"author":{"role":"user"},"content":{"parts":["%s"]}}}}}'
    )
    raw = (
        b"["
        + b",".join(
            [good % (1, b"Ett"), b'{"mapping": {oops}}', good % (3, b"b\xff\xfe"), good % (4, b"Fyra")]
        )
        + b"]"
    )
    records = taken(raw, "chatgpt")
    assert [(row, code) for row, _, code in errors(records)] == [(2, "bad_json"), (3, "not_utf8")]
    assert [text for _, text in said(records)] == ["Ett", "Fyra"]


@pytest.mark.parametrize("names", [("id",), ("conversation_id",), ("id", "conversation_id")])
def test_a_conversation_is_known_by_either_id(names: tuple[str, ...]) -> None:
    conversation = line(user("Hej"))
    del conversation["conversation_id"]
    conversation |= dict.fromkeys(names, "c7")
    assert episodes(read(conversation))[0].conversation == "c7"


def test_a_conversation_without_any_id_gets_the_same_one_each_time() -> None:
    conversation = line(None, user("Hej"))
    del conversation["conversation_id"]
    first, second = read(conversation), read(conversation)
    assert first == second
    assert episodes(first)[0].conversation


@pytest.mark.parametrize("title", [None, "", "Te"])
def test_the_title_does_not_matter(title: Any) -> None:
    assert said(read(line(user("Hej"), title=title))) == [("user", "Hej")]


@pytest.mark.parametrize("extra", [{"is_archived": True}, {"default_model_slug": "x"}, {"gizmo_id": "g-123"}])
def test_an_archived_or_customised_conversation_is_read_like_any_other(extra: dict[str, Any]) -> None:
    records = read(line(user("Hej"), **extra))
    assert said(records) == [("user", "Hej")]
    assert episodes(records)[0].project is None


def test_a_project_chat_keeps_the_projects_id() -> None:
    records = read(line(user("Hej"), gizmo_id="g-p-123", gizmo_type="snorlax"))
    assert episodes(records)[0].project == "g-p-123"


def test_a_conversation_not_to_be_remembered_is_left_out_and_said_so() -> None:
    records = read(line(user("Jag är sjuk."), is_do_not_remember=True))
    assert said(records) == []
    assert skipped(records) == {"do_not_remember": 1}


def test_of_two_copies_of_a_conversation_the_newest_wins_whichever_comes_first() -> None:
    old = line(user("Jag bor i Lund."), update_time=T0)
    new = chat(FORK, update_time=T0 + 500)
    for copies in ((old, new), (new, old)):
        records = read(*copies)
        assert [text for _, text in said(records)] == ["Jag bor i Umeå.", "Umeå!"]
        assert skipped(records)["older_copy"] == 1


def test_a_copy_without_messages_does_not_hide_one_with_them() -> None:
    full, emptied = (
        line(user("Hej"), update_time=T0),
        chat({}, mapping=None, current=None, update_time=T0 + 9),
    )
    assert said(read(full, emptied)) == [("user", "Hej")]


def test_without_update_times_the_copy_with_the_latest_message_is_the_newest() -> None:
    short, long = line(user("Ett")), line(user("Ett"), assistant("Två"))
    assert len(said(read(long, short))) == 2


def test_the_same_message_id_in_two_conversations_is_two_messages() -> None:
    records = read(line(user("Ett")), line(user("Två"), conversation_id="c2"))
    assert [row.id for row in episodes(records)] == ["c1:n0", "c2:n0"]


def test_a_message_id_that_is_unique_everywhere_stands_alone() -> None:
    records = read(chat({UUID.format(1): (None, user("Ett", at=1))}))
    assert [row.id for row in episodes(records)] == [UUID.format(1)]


# Files

ONE, TWO, TEN = (line(user(f"Del {n}."), conversation_id=f"c{n}") for n in (1, 2, 10))
SIDECARS = {
    "conversation_asset_file_names.json": {"a": "b"},
    "library_files.json": [],
    "user_settings.json": {},
    "ads.json": [],
    "sectioned_conversations.json": [ONE],
    "shared_conversations.json": [{"id": "s"}],
    "chat.html": b"<html>",
    "file-1.dat": b"\x00\x01",
}


def manifest(*files: Any) -> dict[str, Any]:
    return {
        "version": 1,
        "export_files": [],
        "logical_files": {"conversations.json": {"files": list(files), "sharded": True}},
    }


@pytest.mark.parametrize("root", ["", "export-2026/"])
def test_the_zip_and_its_folder_are_read_alike(root: str, tmp_path: Path) -> None:
    files = {root + name: value for name, value in (SIDECARS | {"conversations.json": [ONE]}).items()}
    for source in (zipped(files), folder(tmp_path, files)):
        assert said(taken(source, "chatgpt")) == [("user", "Del 1.")]


def test_a_split_export_is_read_whole_and_in_numeric_order() -> None:
    shards = {
        "conversations-010.json": [TEN],
        "conversations-002.json": [TWO],
        "conversations-001.json": [ONE],
    }
    shards |= {f"conversations-{n:03}.json": [] for n in (0, 3, 4, 5, 6, 7, 8, 9)}
    records = taken(zipped(SIDECARS | shards), "chatgpt")
    assert [text for _, text in said(records)] == ["Del 1.", "Del 2.", "Del 10."]
    assert [row.row for row in episodes(records)] == [1, 2, 3]
    assert notices(records) == []


def test_shards_are_ordered_as_numbers_however_they_are_written() -> None:
    records = taken(zipped({"conversations-10.json": [TEN], "conversations-2.json": [TWO]}), "chatgpt")
    assert [text for _, text in said(records)] == ["Del 2.", "Del 10."]


def test_a_gap_between_the_shards_is_said() -> None:
    shards = {"conversations-000.json": [ONE], "conversations-002.json": [TWO]}
    assert notices(taken(zipped(shards), "chatgpt")) == ["shard_gap"]


def test_a_single_shard_can_be_read_by_itself(tmp_path: Path) -> None:
    files = folder(tmp_path, {"conversations-001.json": [ONE]})
    assert said(taken(files / "conversations-001.json", "chatgpt")) == [("user", "Del 1.")]


def test_the_manifest_decides_which_files_are_read() -> None:
    files = {
        "export_manifest.json": manifest("conversations-000.json", "conversations-001.json"),
        "sites/export_manifest.json": {"logical_files": {"conversations.json": {"files": ["sites/x.json"]}}},
        "conversations-000.json": [ONE],
        "conversations-001.json": [TWO],
        "conversations-002.json": [TEN],
    }
    records = taken(zipped(files), "chatgpt")
    assert [text for _, text in said(records)] == ["Del 1.", "Del 2."]
    assert notices(records) == ["not_in_manifest"]


def test_a_file_that_the_manifest_names_must_be_there() -> None:
    files = {
        "export_manifest.json": manifest("conversations-000.json", "conversations-001.json"),
        "conversations-000.json": [ONE],
    }
    assert refusal(zipped(files), "chatgpt") == "missing_shard"


def test_a_manifest_that_points_outside_the_export_is_refused() -> None:
    files = {"export_manifest.json": manifest("../../etc/passwd"), "conversations.json": [ONE]}
    assert refusal(zipped(files), "chatgpt") == "path_escape"


def test_a_manifest_by_itself_is_explained() -> None:
    assert refusal(manifest("conversations-000.json"), "chatgpt") == "manifest_alone"


def test_one_conversation_by_itself_is_read() -> None:
    assert said(taken(ONE, "chatgpt")) == [("user", "Del 1.")]


def test_an_export_without_conversations_is_empty_and_not_wrong() -> None:
    assert notices(taken([], "chatgpt")) == ["empty_export"]
