"""Plain text as people write it: paragraphs, headings after "# ", lists of lines after "- "."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

Kind = Literal["heading", "list", "paragraph"]
MARKS: dict[str, Kind] = {"# ": "heading", "- ": "list"}


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together, without their marks."""

    kind: Kind
    lines: tuple[str, ...]


def blocks(text: str) -> Iterator[Block]:
    """The text in pieces. Nothing in a line means anything but its first two characters."""
    for (kind, is_blank), lines in groupby(text.splitlines(), key=_sort):
        if not is_blank:
            told = tuple(line.strip().removeprefix("# ").removeprefix("- ") for line in lines)
            yield from (Block(kind, (line,)) for line in told) if kind == "heading" else (Block(kind, told),)


def _sort(line: str) -> tuple[Kind, bool]:
    return MARKS.get(line.strip()[:2], "paragraph"), not line.strip()
