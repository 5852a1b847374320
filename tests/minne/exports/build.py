"""Small exports in the shapes of each tool, and the ways the tests look at what was read from them."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from minne.importers import EpisodeRow, FactRow, Notice, Record, RowError, Skipped, UnreadableFile, read

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
T0 = 1_780_308_000.0  # 2026-06-01 10:00 UTC
NOWHERE = object()


def message(role: str, *parts: Any, at: Any = NOWHERE, kind: str = "text", **more: Any) -> dict[str, Any]:
    """A ChatGPT message; `at` in seconds after T0 unless given as it should stand."""
    made: dict[str, Any] = {"author": {"role": role}, "content": {"content_type": kind, "parts": list(parts)}}
    if at is not NOWHERE:
        made["create_time"] = T0 + at if type(at) in (int, float) and 0 <= at < 10**6 else at
    return {**made, **more}


def chat(nodes: Mapping[str, tuple[str | None, Any]], current: Any = NOWHERE, **more: Any) -> dict[str, Any]:
    """A ChatGPT conversation from `{key: (parent, message)}`; the last is the current one unless said."""
    mapping = {
        key: {"id": key, "parent": parent, "message": said and {"id": key, **said}}
        for key, (parent, said) in nodes.items()
    }
    made = {"conversation_id": "c1", "create_time": T0, "mapping": mapping}
    if current is not None:
        made["current_node"] = list(nodes)[-1] if current is NOWHERE else current
    return {**made, **more}


def line(*messages: Any, **more: Any) -> dict[str, Any]:
    """A ChatGPT conversation without branches; a minute between messages that say no time."""
    nodes: dict[str, tuple[str | None, Any]] = {}
    for i, said in enumerate(messages):
        dated = said if said is None or "create_time" in said else {"create_time": T0 + 60 * i, **said}
        nodes[f"n{i}"] = (f"n{i - 1}" if i else None, dated)
    return chat(nodes, **more)


def turn(sender: str, text: str | None = None, *, at: str | None = None, **more: Any) -> dict[str, Any]:
    """A Claude message, with both the older `text` and a block of it unless said otherwise."""
    made: dict[str, Any] = {"sender": sender, "attachments": [], "files": []}
    if text is not None:
        made |= {"text": text, "content": [{"type": "text", "text": text}]}
    if at is not None:
        made["created_at"] = f"2026-06-01T{at}.000000Z" if len(at) == 8 else at
    return {**made, **more}


def talk(*turns: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A Claude conversation; a minute between messages that say no time."""
    messages = [
        {"uuid": f"m{i}", "created_at": f"2026-06-01T10:{i:02}:00.000000Z", **said}
        for i, said in enumerate(turns)
    ]
    made = {"uuid": "k1", "name": "", "created_at": "2026-06-01T10:00:00.000000Z", "chat_messages": messages}
    return {**made, **more}


def taken(
    source: Any, format: str, *, person: str | None = "elin", zone: tzinfo | None = None
) -> list[Record]:
    """Everything read from bytes, a path, an open file, or a value that is first written as JSON."""
    if not isinstance(source, bytes | Path | io.IOBase):
        source = json.dumps(source).encode()
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    return list(read(source, format=format, person=person, zone=zone, now=NOW))


def episodes(records: list[Record]) -> list[EpisodeRow]:
    return [record for record in records if isinstance(record, EpisodeRow)]


def facts(records: list[Record]) -> list[FactRow]:
    return [record for record in records if isinstance(record, FactRow)]


def errors(records: list[Record]) -> list[tuple[int, str | None, str]]:
    return [(r.row, r.field, r.code) for r in records if isinstance(r, RowError)]


def skipped(records: list[Record]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for record in records:
        if isinstance(record, Skipped):
            counts[record.what] += record.count
    return dict(counts)


def notices(records: list[Record]) -> list[str]:
    return [record.code for record in records if isinstance(record, Notice)]


def said(records: list[Record]) -> list[tuple[str, str]]:
    return [(row.role, row.text) for row in episodes(records)]


def times(records: list[Record]) -> list[tuple[str, bool]]:
    return [(f"{row.occurred_at:%m-%d %H:%M:%S}", row.inexact) for row in episodes(records)]


def refusal(source: Any, format: str) -> str:
    """The code by which the file is refused; nothing may have been handed on before."""
    before: list[Record] = []
    if not isinstance(source, bytes | Path | io.IOBase):
        source = json.dumps(source).encode()
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    with pytest.raises(UnreadableFile) as caught:
        before.extend(read(source, format=format, person="elin", now=NOW))
    assert not before
    assert "{" not in str(caught.value)
    return caught.value.code


def zipped(
    files: Mapping[str, Any], *, compress: int = zipfile.ZIP_DEFLATED, level: int | None = None
) -> BinaryIO:
    """A ZIP of JSON files (bytes are put in as they are)."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compress, compresslevel=level) as archive:
        for name, value in files.items():
            archive.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    packed.seek(0)
    return packed


def folder(root: Path, files: Mapping[str, Any]) -> Path:
    """The same as a folder."""
    for name, value in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return root
