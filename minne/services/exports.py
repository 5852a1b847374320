"""Everything about one person as a file that they can take away: JSON for programs, pages for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import IO, Any, cast
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise

from minne.models import Person

Row = dict[str, Any]
ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One kind of thing about the person; `rows` makes them anew each time it is called.

    `template` shows some of the rows, as `rows`; `page` is the page that it stands on.
    """

    name: str
    title: str | Promise
    rows: Callable[[], Iterator[Row]]
    template: str
    page: str = "minne"


Provider = Callable[[Person, datetime], Iterable[Section]]
providers: list[Provider] = []  # what each app holds about a person


def sections(person: Person, now: datetime) -> list[Section]:
    return [section for provider in providers for section in provider(person, now)]


class _Flow:
    """A file that is only written to: what has been written since it was last asked."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        pass

    def taken(self) -> bytes:
        taken = b"".join(self._written)
        self._written.clear()
        return taken


def export(*, person: Person, now: datetime, language: str) -> Generator[bytes, None, None]:
    """A ZIP, made while it is taken: one JSON file a section in data/, and the pages. It is kept nowhere."""
    flow = _Flow()
    with translation.override(language):
        with (
            ZipFile(cast(IO[bytes], flow), "w", ZIP_DEFLATED) as archive,
            closing(_written(archive, person, now)) as written,
        ):
            for _ in written:
                yield flow.taken()
        yield flow.taken()


def _written(archive: ZipFile, person: Person, now: datetime) -> Generator[None, None, None]:
    """Write the archive, with a stop after each part."""
    found = sections(person, now)
    counts: dict[str, int] = {}
    for section in found:
        for count in _json(archive, section):
            counts[section.name] = count
            yield
    for page in dict.fromkeys(section.page for section in found):
        theirs = [section for section in found if section.page == page]
        with archive.open(f"{page}.html", "w") as out:
            for piece in _page(person, now, page, theirs, counts):
                out.write(piece.encode())
                yield


def _json(archive: ZipFile, section: Section) -> Iterator[int]:
    """Write the section's rows as they come; how many so far."""
    count = 0
    with archive.open(f"data/{section.name}.json", "w") as out:
        for count, row in enumerate(section.rows(), start=1):
            out.write(b"[\n" if count == 1 else b",\n")
            out.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode())
            if count % ROWS_AT_ONCE == 0:
                yield count
        out.write(b"\n]\n" if count else b"[]\n")
    yield count


def _page(
    person: Person, now: datetime, page: str, found: list[Section], counts: dict[str, int]
) -> Iterator[str]:
    contents = [(section, counts[section.name]) for section in found]
    body = uuid4().hex
    about = {"person": person, "now": now, "page": page, "body": body}
    begins, ends = render_to_string("minne/export/page.html", about).split(body)
    yield begins
    for section, count in contents:
        yield render_to_string("minne/export/_section.html", {"section": section, "count": count})
        rows = section.rows()
        while some := list(islice(rows, ROWS_AT_ONCE)):
            yield render_to_string(section.template, {"rows": some, "section": section})
    yield ends
