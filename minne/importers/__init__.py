"""Reads what other tools export: conversations as episodes, and other memories' facts.

`read` is all that a caller needs. It is lazy, streams every file, and holds one conversation at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import BinaryIO

from minne.importers import chatgpt, claude, claude_memories, jsonl, lines, mem0, zep
from minne.importers.bundle import Bundle, opened
from minne.importers.context import Context, Meter, Progress
from minne.importers.messages import FILE_EN, MESSAGES_EN, NOTICE_EN, ROW_EN, SKIPPED_EN
from minne.importers.records import (
    EpisodeRow,
    FactRow,
    FactState,
    Notice,
    Record,
    RowError,
    Skipped,
    UnreadableFile,
)

__all__ = [
    "FILE_EN",
    "MESSAGES_EN",
    "NOTICE_EN",
    "ROW_EN",
    "SKIPPED_EN",
    "EpisodeRow",
    "FactRow",
    "FactState",
    "Notice",
    "Record",
    "RowError",
    "Skipped",
    "UnreadableFile",
    "check",
    "formats",
    "read",
]

_READERS: dict[str, Callable[[Bundle, Context], Iterator[Record]]] = {
    "jsonl": jsonl.read,
    "chatgpt": chatgpt.read,
    "claude": claude.read,
    "claude_memories": claude_memories.read,
    "mem0": mem0.read,
    "zep": zep.read,
    "lines": lines.read,
}


def formats() -> tuple[str, ...]:
    """The names that `read` takes as format."""
    return tuple(_READERS)


def read(
    source: Path | BinaryIO,
    *,
    format: str,
    person: str | None,
    zone: tzinfo | None = None,
    now: datetime,
    progress: Progress | None = None,
) -> Iterator[Record]:
    """The rows of a source, in its order, with what was skipped and what is wrong between them.

    `person` owns what names no owner, and rows that name another are refused. Times without an offset are
    refused unless `zone` says where they were written. `now` must be aware: what is dated more than a day
    after it is refused. `progress` is told how many bytes of how many are done.

    Raises UnreadableFile before the first row, also for a file that is damaged further on; only a jsonl file,
    whose lines stand each for itself, hands on what comes before a line that is cut short.
    """
    if format not in _READERS:
        raise UnreadableFile("unknown_format", seen=format, expected=", ".join(_READERS))
    context = Context(person=person, zone=zone, now=now, meter=Meter(progress))
    with opened(source) as bundle:
        yield from _READERS[format](bundle, context)


def check(source: Path | BinaryIO, *, format: str, now: datetime) -> None:
    """Reads a source to its end without handing anything on. Raises UnreadableFile."""
    for _ in read(source, format=format, person=None, now=now):
        pass
