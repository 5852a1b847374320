"""What the longest answers and texts cost, beside the same of an eighth of the size.

Run by hand: ``python -m tests.benchmarks.hard_sizes``. In step with the size is 8; with its square, 64.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from granskning.domain.intervals import decide, exact_count_interval
from granskning.domain.sequential import confidence_sequence, running_band
from minne.domain.episodes import Episode
from minne.extraction.rules import RuleExtractor
from minne.extraction.turns import MAX_CHARACTERS

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
EVERY = 8
JUMBLES = (" ", "a", "1", "(", ".", "jag ", "jag är en ", "och jag ", "kom ihåg att ", '"', "- ", "😂", "\n")


def answers(count: int) -> list[bool]:
    return [n % 10 != 0 for n in range(count)]


def read(text: str, share: int) -> None:
    long = text * (MAX_CHARACTERS // share // len(text))
    RuleExtractor().extract([Episode("e", "p", "c", "user", long, NOON)])


def measures() -> dict[str, Callable[[int], object]]:
    """What is done, given a share (1 or `EVERY`) of the whole size."""
    lists: dict[str, Callable[[int], object]] = {
        "interval, 3,000 of ten million": lambda s: exact_count_interval(2700 // s, 3000 // s, 10**7),
        "sequence, 3,000 of ten million": lambda s: confidence_sequence(2700 // s, 3000 // s, 10**7),
        "band after each of 3,000": lambda s: running_band(answers(3000 // s), 10**6),
        "labels to a decision, ten million": lambda s: decide(2700 // s, 3000 // s, 10**7).likely_more,
    }
    return lists | {f"reading {text!r} over and over": partial(read, text) for text in JUMBLES}


def seconds(work: Callable[[int], object], share: int) -> float:
    """Of the first time: much of this is remembered."""
    started = time.process_time()
    work(share)
    return time.process_time() - started


if __name__ == "__main__":
    read("Jag gillar te. ", EVERY)  # what the first reading compiles
    for name, work in measures().items():
        part, whole = seconds(work, EVERY), seconds(work, 1)
        print(f"{name:40} {whole * 1000:8.1f} ms, {whole / part:5.1f} × an eighth")
