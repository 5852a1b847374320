"""Blocks that a memory, an assistant or a tool put into a user's turn."""

from __future__ import annotations

import re
from functools import cache

from minne.domain.spans import Span, any_of, blanked, folded, lexicon, line_end, line_start, within

DECORATION = r"[^\w\n]{0,12}"  # marks, bullets, brackets, emoji
ITEM = re.compile(r"[ \t]{0,8}(?:[-*•·–+]|\d{1,3}[.)])[ \t]|[ \t]{2,8}\S")
BLANK_LINE = re.compile(r"\n[ \t]*\n")


def strip_injected(text: str) -> str:
    """The text with injected memory blocks made spaces; every offset stays what it was."""
    return blanked(text, injected_spans(text))


def injected_spans(text: str) -> list[Span]:
    """Where memory blocks stand: tagged ones, headed ones with the items under them, status lines."""
    low = folded(text)
    return [*_tagged(low), *_headed(low), *_status_lines(low)]


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(rf"<({any_of(lexicon()['injected']['tags'])})(?:\s[^<>\n]{{0,200}})?>")


def _tagged(text: str) -> list[Span]:
    """From <memory> to </memory>, or, never closed, to the end of the line and the items after it."""
    spans, after, unclosed = [], 0, set[str]()
    for opening in _tag().finditer(text):
        if opening.start() < after:
            continue
        closing = f"</{opening[1]}>"
        end = -1 if closing in unclosed else text.find(closing, opening.end())
        if end < 0:
            unclosed.add(closing)
        after = end + len(closing) if end >= 0 else _items_end(text, line_end(text, opening.end()))
        spans.append((opening.start(), after))
    return spans


@cache
def _header() -> re.Pattern[str]:
    """What announces a block: at the start of a line or a sentence, up to its colon, bracket or line end."""
    words = lexicon()["injected"]
    full, bare, memory = (any_of(words[name]) for name in ("headers", "bare_headers", "memory_headers"))
    lead = r"(?:(?:här är|det här är|here(?:['’]s| is| are)|this is|these are)\b(?: \w{1,12}){0,3} )?"
    return re.compile(
        rf"^{DECORATION}{lead}{full}[^\n:\]]{{0,40}}(?:[:\]][*_]{{0,2}}|[ \t*_=-]{{0,8}}$)"
        rf"|(?<=[.!?] ){lead}{full}[ \t]{{0,2}}:"
        rf"|^{DECORATION}{memory}[ \t]{{0,3}}:"
        rf"|^[ \t]{{0,4}}[\[(]{bare}[^\n:\])]{{0,30}}[:\])]"
        rf"|^#{{1,6}}[ \t]{{0,3}}{bare}[^\n]{{0,30}}$"
        rf"|^[ \t]{{0,4}}\{{[ \t\n]{{0,4}}\"{bare}\"",
        re.MULTILINE,
    )


@cache
def _ruled() -> re.Pattern[str]:
    """ "--- Memory ---" and "=== END ===": a heading between rules."""
    bare = any_of([*lexicon()["injected"]["bare_headers"], *lexicon()["injected"]["headers"]])
    return re.compile(
        rf"^[ \t]{{0,4}}([-=*_~])\1{{1,20}}[ \t]?[^\n]{{0,20}}{bare}[^\n]{{0,30}}\1{{2,20}}", re.I | re.M
    )


def _headed(text: str) -> list[Span]:
    spans, blocks, after = list[Span](), list[Span](), 0
    for heading in _ruled().finditer(text):
        if heading.start() >= after:
            end = re.compile(rf"\n[ \t]{{0,4}}{re.escape(heading[1])}{{2}}[^\n]*").search(text, heading.end())
            after = end.end() if end else _lines_end(text, line_end(text, heading.end()))
            spans.append((heading.start(), after))
    after = 0
    for header in _header().finditer(text):
        if header.start() >= after and not within(header.span(), spans):
            after = _block_end(text, header)
            blocks.append((header.start(), after))
    return spans + blocks


def _block_end(text: str, header: re.Match[str]) -> int:
    """A bracket closes its own block; else the line, and the items (or, after a bare header, lines) below."""
    opener, end = header.group().lstrip()[:1], line_end(text, header.end())
    if opener in "[(" and header.group()[-1] not in "])":
        closed = text.find("]" if opener == "[" else ")", header.end(), header.end() + 2000)
        if closed >= 0:
            return closed + 1
    if text[header.end() : end].strip(" \t*_=-"):
        return _items_end(text, end)
    return _lines_end(text, end)


def _items_end(text: str, end: int) -> int:
    while end < len(text) and ITEM.match(text, end + 1):
        end = line_end(text, end + 1)
    return end


def _lines_end(text: str, end: int) -> int:
    """The items below (also after one blank line), or the lines up to a blank one."""
    first = line_end(text, end + 1) if BLANK_LINE.match(text, end) else end
    if (items := _items_end(text, first)) > first:
        return items
    while first == end < len(text) and text[end + 1 : (stop := line_end(text, end + 1))].strip():
        end = first = stop
    return end


@cache
def _status() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of(lexicon()['injected']['lines'])}(?!\w)")


def _status_lines(text: str) -> list[Span]:
    return [(line_start(text, m.start()), line_end(text, m.end())) for m in _status().finditer(text)]
