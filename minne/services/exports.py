"""Everything about one person as a file that they can take away: JSON for programs, pages for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils.functional import Promise

from minne.models import Person

Row = dict[str, Any]
IN_MEMORY = 8 * 1024 * 1024  # bytes; a larger file is spooled to a nameless one on disk
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


def export(*, person: Person, now: datetime) -> IO[bytes]:
    """A ZIP from its beginning: one JSON file a section in data/, and the pages. Whoever asks closes it."""
    with ExitStack() as stack:
        spool = stack.enter_context(SpooledTemporaryFile(max_size=IN_MEMORY))
        write(person=person, now=now, to=spool)
        spool.seek(0)
        stack.pop_all()
    return spool


def write(*, person: Person, now: datetime, to: IO[bytes]) -> None:
    found = sections(person, now)
    with ZipFile(to, "w", ZIP_DEFLATED) as archive:
        counts = {section.name: _json(archive, section) for section in found}
        for page in dict.fromkeys(section.page for section in found):
            theirs = [section for section in found if section.page == page]
            with archive.open(f"{page}.html", "w") as out:
                for piece in _page(person, now, page, theirs, counts):
                    out.write(piece.encode())


def _json(archive: ZipFile, section: Section) -> int:
    """Write the section's rows as they come; how many."""
    count = 0
    with archive.open(f"data/{section.name}.json", "w") as out:
        for count, row in enumerate(section.rows(), start=1):
            out.write(b"[\n" if count == 1 else b",\n")
            out.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode())
        out.write(b"\n]\n" if count else b"[]\n")
    return count


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
