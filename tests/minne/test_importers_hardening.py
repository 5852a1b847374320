"""What nobody should be able to do to an import by the file they hand over, and what is refused whole."""

from __future__ import annotations

import io
import json
import os
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minne.importers import (
    FILE_EN,
    MESSAGES_EN,
    SKIPPED_EN,
    EpisodeRow,
    FactRow,
    Record,
    RowError,
    Skipped,
    UnreadableFile,
    check,
    formats,
    read,
)
from minne.importers.jsonstream import MAX_DEPTH, pieces
from tests.examples import examples
from tests.minne.exports.build import NOW, folder, line, message, refusal, said, taken, talk, turn, zipped

CHAT = [line(message("user", "Jag bor i Umeå."), message("assistant", "Ok."))]
TALK = [talk(turn("human", "Jag bor i Umeå."), turn("assistant", "Ok."))]
MEM0 = {"results": [{"id": "a", "memory": "Bor i Umeå", "user_id": "elin"}]}
ZEP = {"edges": [{"uuid": "e", "fact": "Elin bor i Umeå"}]}
MEMORIES = [{"conversations_memory": "Elin bor i Umeå."}]
WHOLE: dict[str, Any] = {
    "chatgpt": CHAT,
    "claude": TALK,
    "mem0": MEM0,
    "zep": ZEP,
    "claude_memories": MEMORIES,
}
CONTAINERS = sorted(WHOLE)


# Every file that is no good


@pytest.mark.parametrize("format", CONTAINERS)
@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"\xef\xbb\xbf \n", "empty"),
        (b"\x00\x00\x00\x00", "binary"),
        (b"\x89PNG\r\n\x1a\n\x00", "binary"),
        (b"\x1f\x8b\x08\x00\x00", "compressed"),
        ('[{"mapping": {}}]'.encode("utf-16"), "encoding"),
        ('[{"mapping": {}}]'.encode("utf-16-le"), "encoding"),
        (b"<!DOCTYPE html>", "not_json"),
        (b"hej", "not_json"),
        (b'"hej"', "not_json"),
        (b"7", "not_json"),
        (b"[1, 2, 3]", "unknown_shape"),
        (b'[{"a": 1}]', "unknown_shape"),
        (b'{"a": 1}', "unknown_shape"),
        (b"{}", "unknown_shape"),
        (b"[", "truncated"),
        (b'["', "truncated"),
        (b'{"a', "truncated"),
        (b'{"a"', "truncated"),
        (b'{"a":', "truncated"),
        (b"[{} {}]", "bad_structure"),
        (b"[,]", "bad_structure"),
        (b"[{},]", "bad_structure"),
        (b"{1: 2}", "bad_structure"),
        (b"[]]", "trailing_data"),
        (b"[] []", "trailing_data"),
        (b"[" * (MAX_DEPTH + 2) + b"]" * (MAX_DEPTH + 2), "too_deep"),
        (b"[" * 2_000_000, "too_deep"),
        (b'[{"a":' * 100_000, "too_deep"),
    ],
    ids=lambda value: repr(value)[:30] if isinstance(value, bytes) else value,
)  # fmt: skip
def test_a_file_that_is_no_export_is_refused_by_name(format: str, raw: bytes, code: str) -> None:
    assert refusal(raw, format) == code


@pytest.mark.parametrize("format", CONTAINERS)
def test_a_file_cut_anywhere_is_refused_and_nothing_of_it_handed_on(format: str) -> None:
    raw = json.dumps(WHOLE[format]).encode()
    assert said(taken(raw, format)) or taken(raw, format)
    for end in range(1, len(raw)):
        assert refusal(raw[:end], format) == "truncated", raw[:end]


@pytest.mark.parametrize("format", CONTAINERS)
@pytest.mark.parametrize("other", CONTAINERS)
def test_a_file_of_another_tool_is_refused_by_its_shape(format: str, other: str) -> None:
    if other == format or {format, other} == {"claude", "claude_memories"}:
        return
    assert refusal(WHOLE[other], format) == "other_format"


def test_one_conversation_of_another_tool_refuses_the_whole_file() -> None:
    assert refusal([*CHAT, *TALK], "chatgpt") == "other_format"
    assert refusal([*TALK, *CHAT], "claude") == "other_format"


def test_an_unknown_format_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnreadableFile, match="chatgpt"):
        taken(b"", "gemini")


def test_a_path_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "saknas.json", "chatgpt") == "not_found"
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe", "chatgpt") == "not_a_file"


def test_check_reads_to_the_end_and_tells_only_faults() -> None:
    check(io.BytesIO(json.dumps(CHAT).encode()), format="chatgpt", now=NOW)
    with pytest.raises(UnreadableFile):
        check(io.BytesIO(json.dumps(CHAT).encode()[:-1]), format="chatgpt", now=NOW)


# Archives


@pytest.mark.parametrize(
    "name",
    [
        "../conversations.json",
        "/conversations.json",
        "a/../../conversations.json",
        "C:/x.json",
        "..\\x.json",
        "\\x",
    ],
)
def test_an_archive_with_a_name_that_points_outside_it_is_refused(name: str) -> None:
    assert refusal(zipped({"conversations.json": CHAT, name: []}), "chatgpt") == "path_escape"


def test_an_archive_with_a_link_in_it_is_refused() -> None:
    link = zipfile.ZipInfo("conversations.json")
    link.external_attr = 0o120777 << 16
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert refusal(packed, "chatgpt") == "symlink"


def test_a_link_in_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text(json.dumps(CHAT))
    (tmp_path / "export").mkdir()
    (tmp_path / "export" / "conversations.json").symlink_to(tmp_path / "secret.json")
    assert refusal(tmp_path / "export", "chatgpt") == "symlink"


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = {"conversations.json": b" " * 68_000_000 + b"[]"}
    assert refusal(zipped(bomb, level=1), "chatgpt") == "zip_bomb"


def test_a_bomb_of_many_parts_is_refused_as_one() -> None:
    parts: dict[str, Any] = {f"conversations-{n:03}.json": b" " * 17_000_000 + b"[]" for n in range(4)}
    assert refusal(zipped(parts, level=1), "chatgpt") == "zip_bomb"


def test_an_archive_of_very_many_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minne.importers.bundle.MAX_FILES", 3)
    assert refusal(zipped({f"{n}.json": [] for n in range(4)}), "chatgpt") == "too_many_files"


def _with_declared_size(packed: BinaryIO, size: int) -> BinaryIO:
    """The archive with another unpacked size written in its directory and its header."""
    raw = bytearray(packed.read())
    for magic, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = raw.index(magic) + offset
        raw[at : at + 4] = size.to_bytes(4, "little")
    return io.BytesIO(bytes(raw))


def test_an_archive_that_lies_about_its_size_is_refused() -> None:
    assert refusal(_with_declared_size(zipped({"conversations.json": CHAT}), 40), "chatgpt") in (
        "bad_zip",
        "truncated",
    )
    assert (
        refusal(_with_declared_size(zipped({"conversations.json": CHAT}), 2**32 - 2), "chatgpt") == "zip_bomb"
    )


@pytest.mark.parametrize("cut", [10, 40, -30, -1])
def test_a_damaged_archive_is_refused(cut: int) -> None:
    raw = zipped({"conversations.json": CHAT}).read()
    assert refusal(raw[:cut], "chatgpt") == "bad_zip"


def test_an_archive_with_a_damaged_file_in_it_is_refused() -> None:
    raw = bytearray(zipped({"conversations.json": CHAT}, compress=zipfile.ZIP_STORED).read())
    raw[raw.index(b"Ume")] ^= 1
    assert refusal(bytes(raw), "chatgpt") == "bad_zip"


def test_an_encrypted_archive_is_refused() -> None:
    raw = bytearray(zipped({"conversations.json": CHAT}).read())
    for magic, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        raw[raw.index(magic) + offset] |= 1
    assert refusal(bytes(raw), "chatgpt") == "encrypted"


def test_an_empty_archive_or_folder_holds_no_conversations(tmp_path: Path) -> None:
    assert refusal(zipped({}), "chatgpt") == "no_conversations"
    assert refusal(tmp_path, "chatgpt") == "no_conversations"
    assert refusal(tmp_path, "claude") == "no_conversations"
    assert refusal(tmp_path, "mem0") == "no_conversations"


def test_an_archive_is_no_jsonl_and_no_lines() -> None:
    assert refusal(zipped({"a.jsonl": b"{}"}), "jsonl") == "unknown_shape"
    assert refusal(zipped({"a.txt": b"x"}), "lines") == "unknown_shape"


def test_files_of_the_operating_system_beside_the_export_do_not_matter(tmp_path: Path) -> None:
    files = {"conversations.json": CHAT, "__MACOSX/._conversations.json": b"\x00", ".DS_Store": b"\x00"}
    assert len(said(taken(zipped(files), "chatgpt"))) == 2
    assert len(said(taken(folder(tmp_path, files), "chatgpt"))) == 2


# Size


def test_one_value_that_is_too_large_to_hold_refuses_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minne.importers.jsonstream.MAX_VALUE_BYTES", 10_000)
    assert refusal([line(message("user", "x" * 600_000))], "chatgpt") == "too_large"
    assert refusal(b'["' + b"x" * 600_000, "chatgpt") == "too_large"


def test_one_object_of_many_small_members_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minne.importers.whole.MAX_VALUE_BYTES", 10_000)
    assert refusal({f"k{n}": "x" * 100 for n in range(200)}, "claude") == "too_large"


def _peak_of_reading(path: Path) -> int:
    tracemalloc.start()
    for _ in read(path, format="chatgpt", person="elin", now=NOW):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_what_is_held_does_not_grow_with_the_file(tmp_path: Path) -> None:
    chats = [line(message("user", "x" * 20_000), conversation_id=f"c{n}") for n in range(300)]
    small = folder(tmp_path, {"small.json": chats[:50]}) / "small.json"
    large = folder(tmp_path, {"large.json": chats}) / "large.json"
    assert large.stat().st_size > 6_000_000
    assert _peak_of_reading(large) < _peak_of_reading(small) + 500_000


def test_a_dump_of_too_many_rows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minne.importers.dumps.MAX_ROWS", 3)
    assert refusal({"results": [{"memory": str(n)} for n in range(4)]}, "mem0") == "too_large"


def test_a_list_of_lines_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minne.importers.lines.MAX_BYTES", 20)
    assert refusal(b"Har en hund.\n" * 3, "lines") == "too_large"


def test_an_archive_that_is_too_large_unpacked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minne.importers.bundle.MAX_TOTAL_BYTES", 100)
    assert refusal(zipped({"conversations.json": CHAT}), "chatgpt") == "too_large"


# Sources


class Pipe(io.RawIOBase):
    """What can be read once and not rewound."""

    def __init__(self, raw: bytes) -> None:
        self._file = io.BytesIO(raw)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._file.read(size)


@pytest.mark.parametrize("raw", [json.dumps(CHAT).encode(), zipped({"conversations.json": CHAT}).read()])
def test_a_pipe_is_read_like_a_file(raw: bytes) -> None:
    assert len(said(taken(Pipe(raw), "chatgpt"))) == 2


def test_an_open_file_is_left_open() -> None:
    source = io.BytesIO(json.dumps(CHAT).encode())
    taken(source, "chatgpt")
    assert not source.closed


def test_reading_is_lazy_and_may_be_given_up(tmp_path: Path) -> None:
    path = folder(tmp_path, {"c.json": CHAT}) / "c.json"
    records = read(path, format="chatgpt", person="elin", now=NOW)
    path.write_bytes(json.dumps(TALK).encode())
    with pytest.raises(UnreadableFile):
        next(records)


def test_progress_goes_from_nothing_to_all() -> None:
    told: list[tuple[int, int]] = []
    raw = json.dumps(CHAT * 5).encode()
    list(
        read(
            io.BytesIO(raw), format="chatgpt", person="elin", now=NOW, progress=lambda *now: told.append(now)
        )
    )
    done = [at for at, _ in told]
    assert done == sorted(done)
    assert {total for _, total in told} == {2 * len(raw)}
    assert done[-1] > 1.9 * len(raw)


# Cutting JSON

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


class Drip(io.BytesIO):
    """A stream that hands out a few bytes at a time, so that every value is cut somewhere."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(7 if size is None or size < 0 or size > 7 else size)


@settings(max_examples=examples(300))
@given(st.lists(JSON, max_size=5), st.booleans(), st.sampled_from([None, 1]))
def test_the_values_of_an_array_are_cut_as_json_itself_would(
    values: list[Any], ascii: bool, indent: Any
) -> None:
    raw = json.dumps(values, ensure_ascii=ascii, indent=indent).encode("utf-8", "surrogatepass")
    for stream in (io.BytesIO(raw), Drip(raw)):
        cut = [
            json.loads(piece.raw.decode("utf-8", "surrogatepass"))
            for piece in pieces(stream, name="", expected="")
        ]
        assert cut == values


@settings(max_examples=examples(300))
@given(st.dictionaries(st.text(), JSON, max_size=5))
def test_the_members_of_an_object_are_cut_as_json_itself_would(members: dict[str, Any]) -> None:
    whole: dict[str, Any] = {}
    for piece in pieces(Drip(json.dumps(members).encode()), name="", expected=""):
        if piece.kind == "list":
            whole[str(piece.key)] = []
        elif piece.kind == "element":
            whole[str(piece.key)].append(json.loads(piece.raw))
        elif piece.kind == "value":
            whole[str(piece.key)] = json.loads(piece.raw)
    assert whole == members


# Whatever is in it


def _sites(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value at which something else could stand."""
    if not isinstance(value, dict | list):
        return []
    keys = list(value) if isinstance(value, dict) else range(len(value))
    return [(value, key) for key in keys] + [site for key in keys for site in _sites(value[key])]


@settings(max_examples=examples(400), deadline=None)
@given(st.data())
def test_no_value_in_any_place_brings_the_reading_down(data: st.DataObject) -> None:
    format = data.draw(st.sampled_from(CONTAINERS))
    whole = json.loads(json.dumps(WHOLE[format]))
    holder, key = data.draw(st.sampled_from(_sites(whole)))
    holder[key] = data.draw(JSON)
    for record in _records_or_refusal(whole, format):
        _sound(record)


def _records_or_refusal(whole: Any, format: str) -> list[Record | UnreadableFile]:
    try:
        return [*taken(json.dumps(whole).encode(), format)]
    except UnreadableFile as error:
        return [error]


def _sound(record: Record | UnreadableFile) -> None:
    if isinstance(record, UnreadableFile):
        assert record.code in FILE_EN
        assert str(record).isprintable()
    elif isinstance(record, EpisodeRow):
        assert record.role in ("user", "assistant")
        assert record.text.strip()
        assert record.occurred_at.tzinfo is not None
        _storable(record.id, record.conversation or "", record.text, record.project or "")
    elif isinstance(record, FactRow):
        _storable(record.id, record.text, record.person or "", *record.sources, *record.metadata.values())
    elif isinstance(record, RowError):
        assert record.code in MESSAGES_EN
        assert record.message.isprintable()
    elif isinstance(record, Skipped):
        assert record.what in SKIPPED_EN


def _storable(*texts: str) -> None:
    for text in texts:
        assert "\x00" not in text
        text.encode()


def test_every_format_is_offered() -> None:
    assert formats() == ("jsonl", "chatgpt", "claude", "claude_memories", "mem0", "zep", "lines")
