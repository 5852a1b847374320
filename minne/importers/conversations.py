"""What the ChatGPT and the Claude export have in common: files of conversations, read in two passes.

The first pass reads everything to its end, so that a file that is cut short or of another shape is refused
before anything of it has been handed on, and finds the newest copy of each conversation. The second hands on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from minne.importers.bundle import Bundle
from minne.importers.context import Context, Json, values_of
from minne.importers.jsonstream import MAX_VALUE_BYTES, BadValueError, Piece, decode
from minne.importers.records import Notice, Record, RowError, Skipped, UnreadableFile
from minne.importers.shapes import EXPECTED, describe, seen_as, shape_of
from minne.importers.texts import kind_of

Version = tuple[datetime, int, int]


@dataclass(frozen=True, slots=True)
class Kind:
    """One tool's conversations: how to name and date a copy, and how to read one."""

    format: str
    key: Callable[[Json], str | None]
    version: Callable[[Json, Context], tuple[datetime, int]]
    turns: Callable[[int, Json, Context], Iterator[Record]]


def read(bundle: Bundle, names: Sequence[str], *, kind: Kind, context: Context) -> Iterator[Record]:
    context.meter.expect(2 * sum(bundle.size(name) for name in names))
    newest = _survey(bundle, names, kind=kind, context=context)
    if newest is None:
        yield Notice("empty_export", {"name": names[0]})
        return
    for row, value in _values(bundle, names, kind=kind, context=context):
        if isinstance(value, RowError):
            yield value
            continue
        key = kind.key(value)
        if key is not None and newest[key][2] != row:
            yield Skipped(row, "older_copy")
        else:
            yield from kind.turns(row, value, context)


def _survey(
    bundle: Bundle, names: Sequence[str], *, kind: Kind, context: Context
) -> dict[str, Version] | None:
    """The newest copy of every conversation, after all has been read; None if there is nothing at all."""
    newest: dict[str, Version] = {}
    last: object = None
    rows = known = 0
    for row, value in _values(bundle, names, kind=kind, context=context):
        rows = row
        if isinstance(value, RowError):
            known += value.code != "not_object" and value.field is None
            continue
        last = value
        known += shape_of(value) == kind.format
        if (key := kind.key(value)) is not None:
            version = (*kind.version(value, context), row)
            newest[key] = max(newest.get(key, version), version)
    if rows and not known:
        raise _unknown(names[0], kind, last)
    return newest if rows else None


def _values(
    bundle: Bundle, names: Sequence[str], *, kind: Kind, context: Context
) -> Iterator[tuple[int, Json | RowError]]:
    """Every conversation with its number, across all files; the one of another tool refuses the file."""
    row = 0
    for name in names:
        whole: dict[str, object] | None = None
        size = 0
        for piece in values_of(bundle, name, expected=EXPECTED[kind.format], context=context):
            if piece.kind == "object":
                whole = {}
            elif whole is not None:
                size = _within_limit(size + len(piece.raw), name)
                _assemble(whole, piece, name)
            else:
                row += 1
                yield row, _conversation(row, piece.raw, name=name, kind=kind)
        if whole is not None:
            row += 1
            yield row, _alone(whole, name=name, kind=kind)


def _conversation(row: int, raw: bytes, *, name: str, kind: Kind) -> Json | RowError:
    try:
        value = decode(raw)
    except BadValueError as error:
        return RowError(row, None, error.code, error.params)
    if not isinstance(value, dict):
        return RowError(row, "conversation", "not_object", {"seen": kind_of(value)})
    if shape_of(value) not in (kind.format, None):
        raise _other(name, kind, value)
    return value


def _within_limit(size: int, name: str) -> int:
    if size > MAX_VALUE_BYTES:
        raise UnreadableFile("too_large", name=name, seen=f"{size} B", limit=f"{MAX_VALUE_BYTES} B")
    return size


def _assemble(whole: dict[str, object], piece: Piece, name: str) -> None:
    """Puts a file that is one single object together again."""
    key = cast(str, piece.key)
    if piece.kind != "element" and key in whole:
        raise UnreadableFile("bad_structure", name=name, at="0", reason=f"{key} is named twice")
    try:
        if piece.kind == "element":
            cast("list[object]", whole[key]).append(decode(piece.raw))
        else:
            whole[key] = [] if piece.kind == "list" else decode(piece.raw)
    except BadValueError as error:
        raise UnreadableFile("bad_structure", name=name, at="0", reason=f"{key}: {error.code}") from error


def _alone(value: dict[str, object], *, name: str, kind: Kind) -> Json:
    shape = shape_of(value)
    if shape == kind.format:
        return value
    if shape is not None:
        raise _other(name, kind, value)
    if "logical_files" in value or ".zip" in json.dumps(value, default=str):
        raise UnreadableFile("manifest_alone", name=name)
    raise _unknown(name, kind, value)


def _other(name: str, kind: Kind, value: object) -> UnreadableFile:
    return UnreadableFile("other_format", name=name, expected=EXPECTED[kind.format], seen=seen_as(value))


def _unknown(name: str, kind: Kind, value: object) -> UnreadableFile:
    return UnreadableFile("unknown_shape", name=name, expected=EXPECTED[kind.format], seen=describe(value))
