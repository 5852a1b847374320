"""The values of a file that is an array, one by one; or the one object that a file is, put together again."""

from __future__ import annotations

from collections.abc import Iterator

from minne.importers.bundle import Bundle
from minne.importers.context import Context
from minne.importers.jsonstream import MAX_VALUE_BYTES, BadValueError, Piece, decode, pieces
from minne.importers.records import UnreadableFile
from minne.importers.shapes import EXPECTED


def pieces_of(bundle: Bundle, name: str, *, format: str, context: Context) -> Iterator[Piece]:
    """The top-level values of one file as bytes, telling the progress."""
    with bundle.open(name) as stream:
        for piece in pieces(stream, name=name, expected=EXPECTED[format]):
            context.meter.add(len(piece.raw))
            yield piece


def values_of(
    bundle: Bundle, name: str, *, format: str, context: Context
) -> Iterator[tuple[object | BadValueError, bool]]:
    """Each value, or what is wrong with it, and whether it is the whole file."""
    whole: dict[str, object] | None = None
    size = 0
    for piece in pieces_of(bundle, name, format=format, context=context):
        if piece.kind == "object":
            whole = {}
        elif whole is None:
            yield decoded(piece), False
        else:
            size += len(piece.raw)
            if size > MAX_VALUE_BYTES:
                raise UnreadableFile("too_large", name=name, seen=f"{size} B", limit=f"{MAX_VALUE_BYTES} B")
            _add(whole, piece, name)
    if whole is not None:
        yield whole, True


def decoded(piece: Piece) -> object | BadValueError:
    try:
        return decode(piece.raw)
    except BadValueError as error:
        return error


def _add(whole: dict[str, object], piece: Piece, name: str) -> None:
    key = str(piece.key)
    value = [] if piece.kind == "list" else decoded(piece)
    if isinstance(value, BadValueError):
        raise UnreadableFile("bad_structure", name=name, at="0", reason=f"{key[:40]}: {value.code}")
    held = whole.get(key)
    if piece.kind == "element" and isinstance(held, list):
        held.append(value)
    elif key in whole:
        raise UnreadableFile("bad_structure", name=name, at="0", reason=f"{key[:40]} is named twice")
    else:
        whole[key] = value
