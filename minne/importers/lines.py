"""Plain lines: what ChatGPT or Claude shows as its memory, pasted into a file.

A line may begin with a bullet and with a date in brackets; headings are counted, and kept with what follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from minne.importers.bundle import Bundle
from minne.importers.context import Context, digest, text_error, time_error
from minne.importers.guess import guess_type
from minne.importers.jsonstream import refuse_other_encodings
from minne.importers.prose import Entry, Heading, entries
from minne.importers.records import FactRow, Record, RowError, Skipped, UnreadableFile
from minne.importers.shapes import EXPECTED
from minne.importers.texts import printable
from minne.importers.times import BadTimeError, day_start, refuse_future

MAX_BYTES = 16 * 2**20
_EXPECTED = EXPECTED["lines"]
_JSON = re.compile(r"\{|\[\s*(?:[\[{\"\]]|$)")
_MARKUP = re.compile(r"<(?:!doctype|html|\?xml)", re.IGNORECASE)
_STRAY_BYTE = re.compile("[\udc80-\udcff]")


def read(bundle: Bundle, context: Context) -> Iterator[Record]:
    text = _text(bundle, context)
    known, section, found = set[str](), "", False
    for entry in entries(text):
        found = True
        if isinstance(entry, Heading):
            section = entry.text
            yield Skipped(entry.line, "heading")
            continue
        record: Record = _fact(entry, section, context)
        if isinstance(record, FactRow) and record.id in known:
            record = Skipped(entry.line, "duplicate")
        elif isinstance(record, FactRow):
            known.add(record.id)
        yield record
    if not found:
        raise UnreadableFile("empty", name=bundle.names[0])


def _text(bundle: Bundle, context: Context) -> str:
    if not bundle.single:
        raise UnreadableFile(
            "unknown_shape", name=bundle.name, expected=_EXPECTED, seen="an archive or a folder"
        )
    name = bundle.names[0]
    if bundle.size(name) > MAX_BYTES:
        raise UnreadableFile("too_large", name=name, seen=f"{bundle.size(name)} B", limit=f"{MAX_BYTES} B")
    with bundle.open(name) as stream:
        raw = stream.read()
    context.meter.expect(len(raw))
    context.meter.add(len(raw))
    refuse_other_encodings(raw, name=name, expected=_EXPECTED)
    text = raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    for pattern, seen in ((_JSON, "JSON"), (_MARKUP, "a web page")):
        if pattern.match(text.lstrip()):
            raise UnreadableFile("other_format", name=name, expected=_EXPECTED, seen=seen)
    return text


def _fact(entry: Entry, section: str, context: Context) -> FactRow | RowError:
    if _STRAY_BYTE.search(entry.text):
        return RowError(entry.line, None, "not_utf8", {"reason": "a byte out of place"})
    if error := text_error(entry.line, "text", entry.text):
        return error
    try:
        created = _dated(entry.stamp, context)
    except BadTimeError as bad:
        return time_error(entry.line, "date", bad)
    return FactRow(
        row=entry.line,
        tool="lines",
        id=digest("lines", context.person, entry.stamp, entry.text),
        person=context.person,
        text=entry.text,
        type=guess_type(entry.text),
        state="current",
        created_at=created,
        metadata={"section": printable(section)} if section else {},
    )


def _dated(stamp: str | None, context: Context) -> datetime | None:
    """The start of the day in the declared zone, which is all that the list says; None for `[unknown]`."""
    if stamp is None or not stamp[:1].isdigit():
        return None
    at = day_start(stamp[:10], zone=context.zone)
    refuse_future(at, now=context.now)
    return at
