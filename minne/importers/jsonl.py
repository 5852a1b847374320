"""Minne's own form: one episode a line. A bad line is reported by number and field, and reading goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from minne.domain.episodes import ROLES
from minne.importers.bundle import Bundle
from minne.importers.context import Context, Json, name_error, text_error, time_error
from minne.importers.jsonstream import MAX_DEPTH, BadValueError, decode, deeper_than, refuse_other_encodings
from minne.importers.records import EpisodeRow, Record, RowError, UnreadableFile
from minne.importers.shapes import EXPECTED, seen_as, shape_of
from minne.importers.texts import kind_of
from minne.importers.times import BadTimeError, from_iso, refuse_future

MAX_LINE_BYTES = 16 * 2**20
_HEAD_BYTES = 4096
_FORM = {"role", "text", "occurred_at"}
_EXPECTED = EXPECTED["jsonl"]


def read(bundle: Bundle, context: Context) -> Iterator[Record]:
    if not bundle.single:
        raise UnreadableFile(
            "unknown_shape", name=bundle.name, expected=_EXPECTED, seen="an archive or a folder"
        )
    name, rows = bundle.names[0], 0
    context.meter.expect(bundle.size(name))
    with bundle.open(name) as stream:
        _refuse_other_bytes(stream.read(_HEAD_BYTES), name)
    with bundle.open(name) as stream:
        for line in _lines(stream, context):
            if line.blank:
                continue
            rows += 1
            if rows == 1:
                _refuse_other_files(line, name)
            yield _row(line, context)
    if not rows:
        raise UnreadableFile("empty", name=name)


@dataclass(frozen=True, slots=True)
class _Line:
    """`whole` is false for a line longer than can be read; `ended` for one with its line break."""

    number: int
    raw: bytes
    whole: bool
    ended: bool

    @property
    def blank(self) -> bool:
        return self.whole and not self.raw.strip()


def _lines(stream: BinaryIO, context: Context) -> Iterator[_Line]:
    number = 0
    while raw := stream.readline(MAX_LINE_BYTES):
        number += 1
        ended, whole = raw.endswith(b"\n"), True
        while not ended and (rest := stream.readline(MAX_LINE_BYTES)):
            ended, whole = rest.endswith(b"\n"), False
        context.meter.add(len(raw))
        yield _Line(number, raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw, whole, ended)


def _refuse_other_bytes(head: bytes, name: str) -> None:
    """A zero byte within a line of JSON is that line's fault; elsewhere it means another kind of file."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith(b"{") or start[1:2] == b"\x00":
        refuse_other_encodings(head, name=name, expected=_EXPECTED)


def _refuse_other_files(line: _Line, name: str) -> None:
    """The first line tells a file of another kind; a line that is only damaged is let by."""
    start = line.raw.lstrip()
    if start.startswith(b"[") or start.rstrip() == b"{":
        raise UnreadableFile(
            "unknown_shape", name=name, expected=_EXPECTED, seen="one JSON value over many lines"
        )
    try:
        value = None if _too_deep(line) else decode(line.raw)
    except BadValueError:
        return
    if isinstance(value, dict) and not _FORM & value.keys() and shape_of(value):
        raise UnreadableFile("other_format", name=name, expected=_EXPECTED, seen=seen_as(value))


def _too_deep(line: _Line) -> bool:
    return deeper_than(line.raw, MAX_DEPTH)


def _row(line: _Line, context: Context) -> EpisodeRow | RowError:
    number = line.number
    if not line.whole:
        return RowError(number, None, "line_too_long", {"limit": str(MAX_LINE_BYTES)})
    if b"\x00" in line.raw:
        return RowError(number, None, "nul", {"field": "raden"})
    if _too_deep(line):
        return RowError(number, None, "too_deep", {"limit": str(MAX_DEPTH)})
    try:
        value = decode(line.raw)
    except BadValueError as error:
        cut = error.code == "bad_json" and not line.ended and not line.raw.rstrip().endswith(b"}")
        return RowError(number, None, "truncated" if cut else error.code, error.params)
    if not isinstance(value, dict):
        return RowError(number, None, "not_object", {"seen": kind_of(value)})
    return _episode(number, value, context)


def _episode(number: int, value: Json, context: Context) -> EpisodeRow | RowError:
    if error := _fault(number, value, context):
        return error
    try:
        moment = from_iso(value["occurred_at"], zone=context.zone)
        refuse_future(moment.at, now=context.now)
    except BadTimeError as bad:
        return time_error(number, "occurred_at", bad)
    conversation = value.get("conversation")
    return EpisodeRow(
        row=number,
        id=str(value["id"]),
        person=str(value["person"]) if value.get("person") is not None else context.person,
        conversation=str(conversation) if conversation else None,
        role=str(value["role"]),
        text=str(value["text"]),
        occurred_at=moment.at,
        inexact=moment.inexact,
    )


def _fault(number: int, value: Json, context: Context) -> RowError | None:
    """The first fault of a row, field by field in the order in which the form names them."""
    return (
        _missing(number, value, context)
        or name_error(number, "id", value["id"])
        or _person_fault(number, value, context)
        or _conversation_fault(number, value)
        or name_error(number, "role", value["role"])
        or _role_fault(number, value)
        or _text_fault(number, value)
        or _time_fault(number, value)
    )


def _missing(number: int, value: Json, context: Context) -> RowError | None:
    needed = (
        ["id", "role", "text", "occurred_at"]
        if context.person
        else ["id", "person", "role", "text", "occurred_at"]
    )
    field = next((field for field in needed if value.get(field) is None), None)
    return RowError(number, field, "missing_field", {"field": field}) if field else None


def _person_fault(number: int, value: Json, context: Context) -> RowError | None:
    person = value.get("person")
    if person is None:
        return None
    if error := name_error(number, "person", person):
        return error
    if context.person and person != context.person:
        params = {"seen": str(person), "expected": context.person}
        return RowError(number, "person", "other_person", params)
    return None


def _conversation_fault(number: int, value: Json) -> RowError | None:
    conversation = value.get("conversation")
    return None if conversation in (None, "") else name_error(number, "conversation", conversation)


def _role_fault(number: int, value: Json) -> RowError | None:
    role = str(value["role"])
    return None if role in ROLES else RowError(number, "role", "unknown_role", {"value": role[:40]})


def _text_fault(number: int, value: Json) -> RowError | None:
    text = value["text"]
    if not isinstance(text, str):
        return name_error(number, "text", text)
    if not text.strip():
        return RowError(number, "text", "empty_field", {"field": "text"})
    return text_error(number, "text", text)


def _time_fault(number: int, value: Json) -> RowError | None:
    at = value["occurred_at"]
    return None if isinstance(at, str) and at.strip() else name_error(number, "occurred_at", at)
