"""What the dumps of other memories have in common: rows in an array, alone or as pages, one file or several.

A memory holds thousands of facts, not millions: a dump is loaded row by row, without its vectors, and kept.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from minne.importers.bundle import Bundle
from minne.importers.context import Context, Json, as_object
from minne.importers.jsonstream import BadValueError, Piece
from minne.importers.records import FactRow, Notice, Record, RowError, Skipped, UnreadableFile
from minne.importers.shapes import EXPECTED, describe, seen_as, shape_of
from minne.importers.texts import kind_of, printable
from minne.importers.whole import decoded, pieces_of

MAX_ROWS = 200_000
_VECTORS = {"fact_embedding", "embedding", "vector", "name_embedding"}


@dataclass(slots=True)
class Dump:
    """`rows` by the name of their array ("" for one without a name); a damaged row is its error."""

    name: str
    rows: dict[str, list[object]] = field(default_factory=dict)
    pages: int = 0
    open_pages: int = 0
    total: int = 0

    @property
    def count(self) -> int:
        return sum(len(rows) for rows in self.rows.values())

    def notices(self) -> Iterator[Notice]:
        """That there is nothing, or that there is more elsewhere: no page of these was the last."""
        if not self.count:
            yield Notice("empty_export", {"name": self.name})
        if self.total > self.count or (self.pages and self.open_pages >= self.pages):
            yield Notice(
                "incomplete_page", {"seen": str(self.count), "total": str(self.total) if self.total else "?"}
            )


@dataclass(frozen=True, slots=True)
class Form:
    """A tool's dump: the arrays that hold its rows, the members that tell of more pages and of their sum."""

    format: str
    lists: Sequence[str]
    more: Sequence[str]
    total: str


def load(bundle: Bundle, *, form: Form, context: Context) -> Dump:
    """Every row of every file. Raises UnreadableFile where one is damaged, or of another shape."""
    dump, names = Dump(name=bundle.name), _names(bundle, form)
    context.meter.expect(sum(bundle.size(name) for name in names))
    for name in names:
        pages, lists = dump.pages, len(dump.rows)
        members = _load_file(dump, bundle, name, form, context)
        _refuse_other(dump, name, form)
        if dump.pages > pages and not any(key in members for key in form.lists) and len(dump.rows) == lists:
            code = "other_format" if shape_of(members) else "unknown_shape"
            raise UnreadableFile(code, name=name, expected=EXPECTED[form.format], seen=seen_as(members))
    return dump


def _names(bundle: Bundle, form: Form) -> Sequence[str]:
    names = bundle.names if bundle.single else sorted(n for n in bundle.names if n.endswith(".json"))
    if not names:
        seen = ", ".join(posixpath.basename(n) for n in bundle.names[:6]) or "no files"
        raise UnreadableFile("no_conversations", name=bundle.name, expected=EXPECTED[form.format], seen=seen)
    return names


def _load_file(dump: Dump, bundle: Bundle, name: str, form: Form, context: Context) -> dict[str, object]:
    """Adds one file; hands back the members of its root object, arrays of rows apart."""
    members: dict[str, object] = {}
    for piece in pieces_of(bundle, name, format=form.format, context=context):
        if piece.kind == "object":
            dump.pages += 1
        elif piece.kind == "list" and piece.key in form.lists:
            dump.rows.setdefault(str(piece.key), [])
        elif piece.kind == "element" and (piece.key is None or piece.key in form.lists):
            _add(dump, piece.key or "", _decoded(piece), form)
        elif piece.kind == "value" and piece.key is not None:
            members[piece.key] = _decoded(piece)
        if piece.kind == "list":
            members[str(piece.key)] = []
        if dump.count > MAX_ROWS:
            raise UnreadableFile("too_large", name=name, seen=f"{dump.count} rows", limit=f"{MAX_ROWS} rows")
    _close_page(dump, members, form)
    return members


def _add(dump: Dump, key: str, value: object, form: Form) -> None:
    """One row; or a whole page, where the pages were gathered in an array."""
    page = as_object(value)
    lists = [name for name in form.lists if isinstance(page.get(name), list)] if page and not key else []
    if page is None or not lists:
        dump.rows.setdefault(key, []).append(value)
        return
    dump.pages += 1
    for name in lists:
        rows = page[name]
        dump.rows.setdefault(name, []).extend(rows if isinstance(rows, list) else [])
    _close_page(dump, page, form)


def _close_page(dump: Dump, members: Json, form: Form) -> None:
    dump.open_pages += any(members.get(name) for name in form.more)
    total = members.get(form.total)
    dump.total = max(dump.total, total) if isinstance(total, int) else dump.total


def _decoded(piece: Piece) -> object:
    value = decoded(piece)
    return {k: v for k, v in value.items() if k not in _VECTORS} if isinstance(value, dict) else value


def _refuse_other(dump: Dump, name: str, form: Form) -> None:
    """The rows of another tool refuse the file; so do rows of which none is of this one."""
    rows = [row for group in dump.rows.values() for row in group]
    shapes = {shape_of(row) if isinstance(row, dict) else None for row in rows}
    if other := shapes - {form.format, None}:
        seen = next(row for row in rows if isinstance(row, dict) and shape_of(row) in other)
        raise UnreadableFile("other_format", name=name, expected=EXPECTED[form.format], seen=seen_as(seen))
    plain = any(isinstance(row, str | BadValueError) for row in rows)
    if rows and form.format not in shapes and not plain:
        raise UnreadableFile(
            "unknown_shape", name=name, expected=EXPECTED[form.format], seen=describe(rows[0])
        )


def damage(row: int, value: object) -> RowError | None:
    """The error of a value that is no row at all."""
    if isinstance(value, BadValueError):
        return RowError(row, None, value.code, value.params)
    return (
        None if isinstance(value, dict | str) else RowError(row, None, "not_object", {"seen": kind_of(value)})
    )


def only_others(records: Iterator[Record], *, context: Context) -> Iterator[Record]:
    """Hands the records on, and says so when all belong to somebody else: likely a wrong --person."""
    facts, others = 0, dict[str, None]()
    for record in records:
        facts += isinstance(record, FactRow | RowError)
        if isinstance(record, Skipped) and record.what == "other_person":
            others[record.detail] = None
        yield record
    if others and not facts:
        params = {"expected": context.person or "", "seen": ", ".join(list(others)[:5])}
        yield Notice("only_others", params)


def kept(values: Mapping[str, object]) -> dict[str, str]:
    """A tool's own particulars as texts; what is not there is left out."""
    return {
        key: printable(str(value), limit=500)
        for key, value in values.items()
        if value not in (None, "", [], {}, False)
    }
