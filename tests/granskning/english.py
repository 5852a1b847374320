"""Pages read in both languages: no word of the site's own reads the same, or has a Swedish letter."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from tests.minne.pages import logged_in

SPOKEN = {"aria-label", "title", "placeholder", "alt"}
SILENT = {"script", "style"}
EMPTY = {"meta", "link", "input", "img", "br", "hr"}
SWEDISH = re.compile("[åäöÅÄÖ]")
NAMES = {
    "admin",
    "ada",
    "rut",
    "rolf",
    "elin",
    "id-elin",
    "aino",
    "bo",
    "rules",
    "mem0",
    "Mem0",
    "samtal.html",
}
# What reads the same in both languages: names, keys, formats, numbers, and words that the two share.
SAME = re.compile(
    r"(id-elin )?(· )?Minne|Svenska|English|[Pp]erson( \d+)?|[Vv]ersion \d+|v\d+|[GNSU]|Esc"
    r"|CSV|JSON|id|text|\d+ s|/.*"
)


class Reader(HTMLParser):
    """The texts of a page that are the site's own: not quotes, facts, notes and names."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.language = ""
        self._open: list[bool] = []  # of each open element, whether what is in it is somebody's words

    @property
    def inside(self) -> bool:
        return bool(self._open and self._open[-1])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = given.get("lang", "")
        data = self.inside or tag == "bdi" or tag in SILENT or given.get("dir") == "auto"
        if not data:
            spoken = SPOKEN | {name for name in given if name.startswith("data-") and tag == "template"}
            self.texts += [value for name, value in given.items() if name in spoken]
        if tag not in EMPTY:
            self._open.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.texts.append(" ".join(data.split()))


def read(client: Client, language: str, path: str, status: int = 200) -> Reader:
    response = ask(client, language, path)
    assert response.status_code == status
    return reader(response.content.decode(), language)


def ask(client: Client, language: str, path: str) -> Any:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client.get(path)


def reader(html: str, language: str) -> Reader:
    page = Reader()
    page.feed(html)
    assert page.language == language
    return page


def check(client: Client, path: str, status: int = 200) -> None:
    """No Swedish letter, and no text that reads the same in Swedish unless it should."""
    compare(read(client, "en", path, status), read(client, "sv", path, status))


def compare(english: Reader, in_swedish: Reader) -> None:
    spelt = [text for text in english.texts if SWEDISH.search(text)]
    assert not spelt, spelt
    swedish = set(in_swedish.texts)
    same = {text for text in english.texts if re.search(r"[^\W\d_]", text)} & swedish
    left = {text for text in same if text not in NAMES and not SAME.fullmatch(text)}
    assert not left, left


def visitor(user: User | None = None) -> Client:
    return logged_in(user) if user else Client()
