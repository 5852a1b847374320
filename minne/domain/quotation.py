"""Quotation marks, block quotes and code in a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from minne.domain.spans import PARAGRAPH_END, Span, line_end

MAX_QUOTE = 4000  # characters in one quotation
FENCE = re.compile(r"^[ \t]{0,3}(```|~~~)", re.MULTILINE)
INLINE_CODE = re.compile(r"`[^`\n]{1,300}`")
BLOCK_QUOTE = re.compile(r"^[ \t]{0,3}>[^\n]*", re.MULTILINE)
# what opens a quotation, and what may close it
CLOSERS = {
    '"': '"',
    "”": "”",
    "“": "”“",
    "„": "”“",
    "«": "»",
    "»": "«»",
    "‘": "’",
    "'": "'",
    "’": "’",
    "‹": "›",
}
SINGLE = "'’‘"
OPENING = re.compile(
    r"(?:(?<=^)|(?<=[\s(\[{:;,/—–>-]))([\"”“„«»‘'’‹])(?=\S)|(?<=\w)([“„«])(?=\w)|(?<!\s)([\"“„«])(?=\w)"
)
ELISION = re.compile(
    r"['’‘](?:\d|em\b|til\b|till\b|cause\b|cuz\b|n\b|tis\b|twas\b|round\b|bout\b|s\b|t\b)", re.IGNORECASE
)


def quotation_spans(text: str) -> Iterator[Span]:
    """Quotations with their marks, lines that begin with ">", code fences and inline code."""
    yield from _fences(text)
    yield from (match.span() for match in INLINE_CODE.finditer(text))
    yield from (match.span() for match in BLOCK_QUOTE.finditer(text))
    yield from _quotations(text)


def _fences(text: str) -> Iterator[Span]:
    """From a fence to its like; one never closed runs to the end."""
    opened: re.Match[str] | None = None
    for fence in FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence[1] == opened[1]:
            yield opened.start(), line_end(text, fence.end())
            opened = None
    if opened:
        yield opened.start(), len(text)


def _quotations(text: str) -> Iterator[Span]:
    closers = _Closers(text)
    at = 0
    while opening := OPENING.search(text, at):
        mark, start = opening.group(), opening.start()
        end = None if mark in SINGLE and ELISION.match(text, start) else closers.after(start, mark)
        if end is not None:
            yield start, end
        at = end or start + 1


class _Closers:
    """Where each kind of quotation may close; looked up once a text, so that long texts stay cheap."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.paragraphs = [found.start() for found in PARAGRAPH_END.finditer(text)]
        self.places: dict[str, list[int]] = {}

    def after(self, start: int, mark: str) -> int | None:
        """Just after the mark that closes the quotation; None when it is not one.

        A double quotation never closed runs to the end of its line; a single one may be an apostrophe.
        """
        low = start + 1
        high = min(len(self.text), low + MAX_QUOTE, _first(self.paragraphs, low, len(self.text)))
        at = _first(self._places(mark), low, high)
        if at < high:
            return at + 1
        return None if mark in SINGLE else min(line_end(self.text, low), high)

    def _places(self, mark: str) -> list[int]:
        if mark not in self.places:
            closer = f"[{CLOSERS[mark]}]"
            pattern = rf"(?<!\s){closer}(?!\w)" if mark in SINGLE else closer
            self.places[mark] = [found.start() for found in re.finditer(pattern, self.text)]
        return self.places[mark]


def _first(places: list[int], low: int, otherwise: int) -> int:
    index = bisect_left(places, low)
    return places[index] if index < len(places) else otherwise
