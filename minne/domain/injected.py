"""Blocks that a memory, an assistant or a tool put into a user's turn."""

from __future__ import annotations

import re
from functools import cache

from minne.domain.spans import Span, any_of, blanked, lexicon, line_end, line_start

DECORATION = r"[ \t>*_#=~\[({|-]{0,12}"
ITEM = re.compile(r"[ \t]{0,8}(?:[-*•·–+]|\d{1,3}[.)])[ \t]|[ \t]{2,8}\S")


def strip_injected(text: str) -> str:
    """The text with injected memory blocks made spaces; every offset stays what it was."""
    return blanked(text, injected_spans(text))


def injected_spans(text: str) -> list[Span]:
    """Where memory blocks stand: tagged ones, headed ones with the items under them, status lines."""
    return [*_tagged(text), *_headed(text), *_status_lines(text)]


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(rf"<({any_of(lexicon()['injected']['tags'])})(?:\s[^<>\n]{{0,200}})?>", re.IGNORECASE)


def _tagged(text: str) -> list[Span]:
    """From <memory> to </memory>, or, never closed, to the end of the line and the items after it."""
    spans, folded, after = [], text.lower(), 0
    for opening in _tag().finditer(text):
        if opening.start() < after:
            continue
        closing = f"</{opening[1].lower()}>"
        end = folded.find(closing, opening.end()) if len(folded) == len(text) else -1
        after = end + len(closing) if end >= 0 else _items_end(text, line_end(text, opening.end()))
        spans.append((opening.start(), after))
    return spans


@cache
def _header() -> re.Pattern[str]:
    words = lexicon()["injected"]
    full, bare = any_of(words["headers"]), any_of(words["bare_headers"])
    return re.compile(
        rf"^{DECORATION}{full}[^\n:\]]{{0,40}}(?:[:\]][*_]{{0,2}}|[ \t]{{0,4}}$)"
        rf"|^[ \t]{{0,4}}[\[(]{bare}[^\n:\])]{{0,30}}[:\])]"
        rf"|^#{{1,6}}[ \t]{{0,3}}{bare}[^\n]{{0,30}}$"
        rf"|\b{full}[ \t]{{0,2}}:",
        re.IGNORECASE | re.MULTILINE,
    )


def _headed(text: str) -> list[Span]:
    return [(found.start(), _block_end(text, found)) for found in _header().finditer(text)]


def _block_end(text: str, header: re.Match[str]) -> int:
    """A bracket closes its own block; else the line, and the items (or, after a bare header, lines) below."""
    start = header.start() + len(header.group()) - len(header.group().lstrip())
    end = line_end(text, header.end())
    if text[start] in "[(" and header.group()[-1] not in "])":
        closed = text.find("]" if text[start] == "[" else ")", header.end(), header.end() + 2000)
        if closed >= 0:
            return closed + 1
    if text[header.end() : end].strip():
        return _items_end(text, end)
    return _lines_end(text, end)


def _items_end(text: str, end: int) -> int:
    while end < len(text) and ITEM.match(text, end + 1):
        end = line_end(text, end + 1)
    return end


def _lines_end(text: str, end: int) -> int:
    """The lines up to a blank one; items may come after one blank line."""
    if re.compile(r"\n[ \t]*\n").match(text, end):
        after = line_end(text, end + 1)
        items = _items_end(text, after)
        return items if items > after else end
    while end < len(text) and text[end + 1 : (stop := line_end(text, end + 1))].strip():
        end = stop
    return end


@cache
def _status() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of(lexicon()['injected']['lines'])}(?!\w)", re.IGNORECASE)


def _status_lines(text: str) -> list[Span]:
    return [(line_start(text, m.start()), line_end(text, m.end())) for m in _status().finditer(text)]
