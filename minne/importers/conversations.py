"""What the ChatGPT and the Claude export have in common: files of conversations, read in two passes.

The first pass reads everything to its end, so that a file that is cut short or of another shape is refused
before anything of it has been handed on, and finds the newest copy of each conversation. The second hands on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from minne.importers.bundle import Bundle
from minne.importers.context import Context, Json, as_object
from minne.importers.jsonstream import BadValueError
from minne.importers.records import EpisodeRow, Notice, Record, RowError, Skipped, UnreadableFile
from minne.importers.shapes import EXPECTED, describe, seen_as, shape_of
from minne.importers.texts import kind_of
from minne.importers.whole import values_of

Version = tuple[datetime, int, int]
TICK = timedelta(microseconds=1)


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
            yield from _onwards(kind.turns(row, value, context))


def _onwards(turns: Iterator[Record]) -> Iterator[Record]:
    """The turns with a clock that never stands still or goes back: what answers a message is said after it.

    Episodes are told apart, read and folded by time, so the order of the branch has to stand there.
    """
    last = datetime.min.replace(tzinfo=UTC)
    for turn in turns:
        if not isinstance(turn, EpisodeRow):
            yield turn
            continue
        late = turn.occurred_at < last
        last = max(turn.occurred_at, last + TICK)
        yield replace(turn, occurred_at=last, inexact=turn.inexact or late)


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
        for value, alone in values_of(bundle, name, format=kind.format, context=context):
            row += 1
            if alone:
                yield row, _alone(value, name=name, kind=kind)
            else:
                yield row, _conversation(row, value, name=name, kind=kind)


def _conversation(row: int, value: object, *, name: str, kind: Kind) -> Json | RowError:
    if isinstance(value, BadValueError):
        return RowError(row, None, value.code, value.params)
    if not isinstance(value, dict):
        return RowError(row, "conversation", "not_object", {"seen": kind_of(value)})
    if shape_of(value) not in (kind.format, None):
        raise _other(name, kind, value)
    return value


def _alone(value: object, *, name: str, kind: Kind) -> Json:
    """A file that is one conversation, and nothing else that is one object."""
    found = as_object(value) or {}
    shape = shape_of(found)
    if shape == kind.format:
        return found
    if shape is not None:
        raise _other(name, kind, value)
    if "logical_files" in found or ".zip" in json.dumps(value, default=str):
        raise UnreadableFile("manifest_alone", name=name)
    raise _unknown(name, kind, value)


def _other(name: str, kind: Kind, value: object) -> UnreadableFile:
    return UnreadableFile("other_format", name=name, expected=EXPECTED[kind.format], seen=seen_as(value))


def _unknown(name: str, kind: Kind, value: object) -> UnreadableFile:
    return UnreadableFile("unknown_shape", name=name, expected=EXPECTED[kind.format], seen=describe(value))
