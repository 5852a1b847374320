"""Spans of a text: half-open (start, end) offsets, kept sorted and disjoint."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

Span = tuple[int, int]

LEXICON = Path(__file__).parent / "lexicon"
PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
SENTENCE_END = re.compile(r"[.!?…]+[\"”’»)]{0,2}(?=\s|$)|\n")


@cache
def tables(name: str) -> dict[str, Any]:
    """The word lists of a file in the lexicon's folder, read once."""
    return tomllib.loads((LEXICON / f"{name}.toml").read_text(encoding="utf-8"))


def lexicon() -> dict[str, dict[str, Any]]:
    """The word lists of screening.toml."""
    return tables("screening")


def any_of(parts: Sequence[str]) -> str:
    """One group that matches any of the regular-expression parts."""
    return "(?:" + "|".join(parts) + ")"


def united(spans: Iterable[Span]) -> list[Span]:
    """Sorted, with overlapping and touching spans made one; empty spans dropped."""
    joined: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def within(span: Span, spans: Sequence[Span]) -> bool:
    """Whether one of the (united) spans holds the whole span."""
    index = bisect_right(spans, span[0], key=lambda held: held[0]) - 1
    return index >= 0 and span[1] <= spans[index][1]


def folded(text: str) -> str:
    """Lower case of the same length, so that offsets hold."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(one if len(one := character.lower()) == 1 else character for character in text)


def reaching(matches: Iterable[re.Match[str]], end: Callable[[int], int]) -> Iterator[Span]:
    """From the end of each match to what `end` says, passing over matches already covered."""
    covered = -1
    for found in matches:
        if found.end() > covered:
            covered = end(found.end())
            yield found.end(), covered


def blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with every character of the spans but line breaks made a space; the length stays."""
    parts, last = [], 0
    for start, end in united(spans):
        parts += [text[last:start], re.sub(r"[^\n]", " ", text[start:end])]
        last = end
    return "".join([*parts, text[last:]])


def line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def paragraph_end(text: str, at: int) -> int:
    """Where the paragraph ends: the next blank line."""
    found = PARAGRAPH_END.search(text, at)
    return found.start() if found else len(text)


def sentence_end(text: str, at: int, reach: int = 2000) -> int:
    """Just after the next full stop, question or exclamation mark, or before the line's end."""
    found = SENTENCE_END.search(text, at, at + reach)
    if found is None:
        return min(len(text), at + reach)
    return found.start() if found.group() == "\n" else found.end()


def sentence_start(text: str, at: int, reach: int = 400) -> int:
    """Where the sentence that holds `at` begins, looking back at most `reach` characters."""
    low = max(0, at - reach)
    start = low
    for found in SENTENCE_END.finditer(text, low, at):
        start = found.end()
    while start < at and text[start].isspace():
        start += 1
    return start
