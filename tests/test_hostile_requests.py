"""Whatever is sent to any address, by anybody: no error of ours, and nothing comes back as markup.

The addresses, the roles and an object for each come from the table of permissions; the fields from the
source. Every field of every request holds a hostile text, and each address gets each of them somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import getmembers, isclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, urlsplit

import pytest
from django.conf import settings
from django.db import transaction
from django.forms import Form
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

import granskning.forms
import minne.forms
from tests import test_permissions as table
from tests.minne.pages import browser
from tests.shared import made_once

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore:.*Not Found")]

MARKUP = [
    "</script><img src=x onerror=fuzz()>",
    "\" hx-get='/fuzz' hx-trigger='load\" onload=\"fuzz()",
    "javascript:fuzz()//'><svg/onload=fuzz()>",
]
MOMENTS = [
    b"2026-02-28T05:11:00+99:99",
    b"0001-01-01T00:00:00+14:00",
    b"2026-02-30T00:00Z",
    b"2026-02-28T05:11",
]
HOSTILE = [
    *(text.encode() for text in MARKUP),
    b"{{ request.user.password }}{% load log %}{% debug %}${7*7}",
    b'=HYPERLINK("http://fuzz")\t@SUM(1)|cmd',
    b"nul\0byte\r\nSet-Cookie: fuzz=1",
    b"\xed\xa0\x80 lone \xff\xfe",
    "\u202egnp.exe\u2066 \ufeff\u200b".encode(),
    b"9" * 4000,
    b"//fuzz.example/",
    b"-1",
    b"0",
    b"1e999",
    b"NaN",
    *MOMENTS,
    b"00000000-0000-0000-0000-000000000000",
    b"",
]
LONG = b"x" * 20_000  # more than any field takes; a megabyte is tried where it is kept
WRITTEN = ("text", "note", "reason", "swedish", "name", "q")  # in which people write what they like
FORM = "application/x-www-form-urlencoded"
NUMBERS = [0, 2**63]  # an id that nothing has, and one that no column holds
LAST = {"logout", "erase_own", "erase_person", "remove_schedule"}  # after these there is less to ask for


def fields() -> list[str]:
    """Every name that a view or a form reads."""
    read = re.compile(r'(?:GET|POST)(?:\.get|\.getlist)?[(\[]"(\w+)"')
    sources = [
        path.read_text()
        for app in ("minne", "granskning")
        for path in Path(settings.BASE_DIR, app).rglob("*.py")
    ]
    names = {name for source in sources for name in read.findall(source)}
    for module in (minne.forms, granskning.forms):
        for _name, form in getmembers(module, isclass):
            if issubclass(form, Form):
                names.update(form.base_fields)
    return sorted(names | {"next", "username", "password", "old_password", "new_password1", "new_password2"})


FIELDS = fields()


def body(turn: int, given: dict[str, object], *, written: bytes = b"") -> bytes:
    """All fields: the given values, and for the others hostile texts, another one for each turn."""
    texts = dict(zip(FIELDS, islice(cycle(HOSTILE), turn, None), strict=False))
    texts |= {name: str(value).encode() for name, value in given.items()}
    texts |= dict.fromkeys(WRITTEN, written or HOSTILE[turn % len(MARKUP)])
    return "&".join(f"{name}={quote_from_bytes(text)}" for name, text in texts.items()).encode()


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[table.Site]:
    with made_once(django_db_blocker):
        yield table.made()


def rows(role: str) -> list[table.Row]:
    """What the role may ask for: first what changes something, then the pages that show it."""
    which = table.ROLES.index(role)
    allowed = [row for row in table.TABLE if row.codes[which] not in {403, 404}]
    if role == "anonymous":
        allowed = [row for row in table.TABLE if row.name in table.OPEN]
    return sorted(allowed, key=lambda row: (row.name in LAST, row.method == "get"))


def visitor(role: str) -> Client:
    return Client() if role == "anonymous" else browser(role)


def assert_harmless(response: Any, what: str) -> None:
    """No error of ours, no header or markup of theirs."""
    assert response.status_code < 500, what
    assert "fuzz" not in response.cookies, what
    leads_to = urlsplit(response.headers.get("Location", ""))
    assert (leads_to.scheme, leads_to.netloc) == ("", ""), what
    if response.streaming:
        b"".join(response.streaming_content)
    elif response.headers.get("Content-Type", "").startswith("text/html"):
        for text in MARKUP:
            assert text not in response.text, what


@pytest.mark.parametrize("role", ["anonymous", "maja", "administrator"])
def test_no_form_or_query_breaks_a_page_or_comes_back_as_markup(site: table.Site, role: str) -> None:
    client = visitor(role)
    for turn, row in enumerate(rows(role)):
        address, what = reverse(row.name, args=row.arguments(site)), f"{role} {row.id}"
        if row.method == "post":
            for sent in (body(turn, {}, written=LONG), body(turn, row.sent(site))):
                assert_harmless(client.post(address, sent, content_type=FORM), what)
        else:
            headers = {"HX-Request": "true"} if turn % 2 else {}
            query = body(turn, {}).decode()
            assert_harmless(client.get(address, QUERY_STRING=query, headers=headers), what)
        if row.name in LAST:
            client = visitor(role)
    transaction.set_rollback(True)


def test_no_path_breaks_a_page(site: table.Site) -> None:
    client = visitor("administrator")
    for row in rows("administrator"):
        arguments = row.arguments(site)
        for number in NUMBERS if any(isinstance(known, int) for known in arguments) else ():
            address = reverse(row.name, args=[number if isinstance(a, int) else a for a in arguments])
            assert_harmless(getattr(client, row.method)(address, row.sent(site)), f"{row.id} {number}")
    for text in HOSTILE:
        path = quote_from_bytes(text)
        for address in (f"/{path}", f"/losenord/nytt/{path}/{path}/"):
            assert_harmless(client.get(address), address)


@pytest.mark.parametrize("text", MOMENTS)
def test_a_moment_that_cannot_be_lets_go_of_nothing(site: table.Site, text: bytes) -> None:
    address = reverse("release", args=[site.running.pk])
    assert visitor("reviewer").post(address, {"until": text.decode()}).status_code == 204
