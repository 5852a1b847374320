"""Cuts a JSON file of any size into its top-level values without reading it all, and decodes them one by one.

A file is cut by its brackets and strings alone, so a value that is damaged inside costs that value and not
the file, and the depth is known before anything is decoded. (ijson was tried: its C backend turns a lone
surrogate into a question mark without a word, and an integer of 5,000 digits ends the process.)
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import BinaryIO, Literal

from minne.importers.records import UnreadableFile

MAX_DEPTH = 200
MAX_VALUE_BYTES = 64 * 2**20
_CHUNK = 2**18

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_FLAT = re.compile(rb'(?:[^"{}\[\]]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+', re.DOTALL)
_SCALAR = re.compile(rb"[^\s,:\]}]*+")
_SPACE = re.compile(rb"[ \t\r\n]*+")
_OPENING, _QUOTE = b"{[", 0x22


@dataclass(frozen=True, slots=True)
class Piece:
    """A top-level value: an element of the root array (`key` None), or a member of the root object.

    A member that is an array comes as one `list` piece without bytes and then its elements; a root object
    begins with one `object` piece.
    """

    key: str | None
    kind: Literal["element", "list", "object", "value"]
    raw: bytes


class BadValueError(Exception):
    """One value is damaged; the values around it are not."""

    def __init__(self, code: str, **params: str) -> None:
        self.code = code
        self.params = params
        super().__init__(code)


def pieces(stream: BinaryIO, *, name: str, expected: str) -> Iterator[Piece]:
    """The top-level values of a JSON array or object. Raises UnreadableFile where the structure breaks."""
    window = _Window(stream, name)
    first = window.first_byte(expected)
    if first == b"[":
        yield from _elements(window, None)
    elif first == b"{":
        yield from _members(window)
    else:
        raise UnreadableFile("not_json", name=name, expected=expected, seen=window.glimpse())
    if window.peek():
        raise UnreadableFile("trailing_data", name=name, at=str(window.offset))


def _elements(window: _Window, key: str | None) -> Iterator[Piece]:
    window.take(b"[")
    if window.peek() == b"]":
        window.take(b"]")
        return
    while True:
        yield Piece(key, "element", window.value())
        if window.take(b",", b"]") == b"]":
            return


def _members(window: _Window) -> Iterator[Piece]:
    window.take(b"{")
    yield Piece(None, "object", b"")
    if window.peek() == b"}":
        window.take(b"}")
        return
    while True:
        key = window.key()
        window.take(b":")
        if window.peek() == b"[":
            yield Piece(key, "list", b"")
            yield from _elements(window, key)
        else:
            yield Piece(key, "value", window.value())
        if window.take(b",", b"}") == b"}":
            return


class _Window:
    """A sliding view of a stream: `data[at:]` is what has been read and not yet used."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream = stream
        self._name = name
        self._data = b""
        self._at = 0
        self._before = 0

    @property
    def offset(self) -> int:
        return self._before + self._at

    def first_byte(self, expected: str) -> bytes:
        self._grow()
        refuse_other_encodings(self._data, name=self._name, expected=expected)
        if self._data.startswith(b"\xef\xbb\xbf"):
            self._at = 3
        first = self.peek()
        if not first:
            raise UnreadableFile("empty", name=self._name)
        return first

    def glimpse(self) -> str:
        return self._data[self._at : self._at + 20].decode("utf-8", "replace")

    def peek(self) -> bytes:
        """The next byte that is not white space; empty at the end of the file."""
        while True:
            match = _SPACE.match(self._data, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._data):
                return self._data[self._at : self._at + 1]
            if not self._grow():
                return b""

    def take(self, *allowed: bytes) -> bytes:
        byte = self.peek()
        if not byte:
            raise self._truncated()
        if byte not in allowed:
            raise self._broken(f"expected {' or '.join(a.decode() for a in allowed)}")
        self._at += 1
        return byte

    def key(self) -> str:
        if (byte := self.peek()) and byte != b'"':
            raise self._broken("expected a name in quotes")
        try:
            return str(decode(self.value()))
        except BadValueError as error:
            raise self._broken(error.code) from error

    def value(self) -> bytes:
        """The bytes of the next value, whole."""
        byte = self.peek()
        if not byte:
            raise self._truncated()
        if byte in b"{[":
            return self._nested()
        return self._string() if byte == b'"' else self._scalar()

    def _scalar(self) -> bytes:
        while True:
            match = _SCALAR.match(self._data, self._at)
            end = match.end() if match else self._at
            if end < len(self._data):
                break
            if not self._grow():
                raise self._truncated()
        if end == self._at:
            raise self._broken("expected a value")
        return self._cut(end)

    def _string(self) -> bytes:
        while not (match := _STRING.match(self._data, self._at)):
            if not self._grow():
                raise self._truncated()
        return self._cut(match.end())

    def _nested(self) -> bytes:
        """An object or an array: to the bracket that closes it, strings and all else skipped in one step."""
        depth, scanned = 0, 0
        while True:
            data = self._data
            at = _flat_end(data, self._at + scanned)
            while at < len(data) and data[at] != _QUOTE:  # a quote here begins a string that is not all read
                depth += 1 if data[at] in _OPENING else -1
                if depth > MAX_DEPTH:
                    raise UnreadableFile("too_deep", name=self._name, limit=str(MAX_DEPTH))
                if depth == 0:
                    return self._cut(at + 1)
                at = _flat_end(data, at + 1)
            scanned = at - self._at
            if not self._grow():
                raise self._truncated()

    def _cut(self, end: int) -> bytes:
        raw = self._data[self._at : end]
        self._at = end
        return raw

    def _grow(self) -> bool:
        """Reads on, as much again as is held, so that a long value is not scanned over and over."""
        held = self._data[self._at :]
        if len(held) > MAX_VALUE_BYTES:
            raise UnreadableFile(
                "too_large", name=self._name, seen=f"{len(held)} B in one value", limit=f"{MAX_VALUE_BYTES} B"
            )
        chunk = self._stream.read(max(_CHUNK, len(held)))
        self._before += self._at
        self._data, self._at = held + chunk, 0
        return bool(chunk)

    def _truncated(self) -> UnreadableFile:
        return UnreadableFile("truncated", name=self._name, at=str(self._before + len(self._data)))

    def _broken(self, reason: str) -> UnreadableFile:
        return UnreadableFile("bad_structure", name=self._name, at=str(self.offset), reason=reason)


_MAGIC = (
    (b"PK\x03\x04", "compressed", "ZIP"),
    (b"\x1f\x8b", "compressed", "gzip"),
    (b"BZh", "compressed", "bzip2"),
    (b"\xfd7zXZ", "compressed", "xz"),
    (b"(\xb5/\xfd", "compressed", "zstd"),
    (b"7z\xbc\xaf", "compressed", "7-Zip"),
    (b"\xff\xfe", "encoding", "UTF-16"),
    (b"\xfe\xff", "encoding", "UTF-16"),
)


def refuse_other_encodings(head: bytes, *, name: str, expected: str) -> None:
    """Refuses, by name, a file whose first bytes are not those of a UTF-8 text."""
    for magic, code, seen in _MAGIC:
        if head.startswith(magic):
            raise UnreadableFile(code, name=name, seen=seen, expected=expected)
    if len(head) > 1 and head[0] and not head[1]:
        raise UnreadableFile("encoding", name=name, seen="UTF-16")
    if b"\x00" in head[:4096]:
        raise UnreadableFile("binary", name=name, expected=expected)


def deeper_than(raw: bytes, limit: int) -> bool:
    """Whether the brackets of one value nest deeper; most lines have too few of them to look closer."""
    if raw.count(b"{") + raw.count(b"[") <= limit:
        return False
    depth, at = 0, _flat_end(raw, 0)
    while at < len(raw) and raw[at] != _QUOTE and depth <= limit:
        depth += 1 if raw[at] in _OPENING else -1
        at = _flat_end(raw, at + 1)
    return depth > limit


def _flat_end(data: bytes, at: int) -> int:
    """Where the next bracket stands, or a string that does not end in what has been read."""
    match = _FLAT.match(data, at)
    return match.end() if match else at


def decode(raw: bytes) -> object:
    """One JSON value; numbers with a fraction as Decimal. Raises BadValueError.

    A name given twice in one object is refused: which of the two was meant cannot be known. Surrogates are
    let through, for the text that holds one to be refused by itself.
    """
    try:
        text = raw.decode("utf-8", "surrogatepass")
        return json.loads(text, parse_float=Decimal, object_pairs_hook=_without_duplicates)
    except UnicodeDecodeError as error:
        raise BadValueError("not_utf8", reason=error.reason) from error
    except json.JSONDecodeError as error:
        raise BadValueError(
            "bad_json", reason=error.msg.removesuffix(" at"), at=str(error.pos + 1)
        ) from error
    except ValueError as error:  # an integer of thousands of digits
        raise BadValueError("long_number") from error


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise BadValueError("duplicate_key", key=counts.most_common(1)[0][0][:60])
    return members
