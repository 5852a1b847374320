"""What is true of the demonstration's people, and when: the answer key to their conversations.

Written by reading the conversations, not by running anything over them. A truth names the words
that a fact about it must contain (`keys`, each a list of alternatives split by "|"), whether the
fact is negated, and the days on which it holds. `never_true` marks what was said but never was so:
a joke, a quotation, somebody else's life.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

GoldVerdict = Literal["correct", "incorrect", "outdated"]

NEGATION = re.compile(
    r"\b(inte|ej|aldrig|ingen|inga|inget|utan|slutat|not|no|never|without|stopped|quit|\w+n't)\b",
    re.IGNORECASE,
)
_HERE = files("minne.demo")


@dataclass(frozen=True, slots=True)
class Truth:
    """One thing said of a person. Both end days belong to the period; None leaves that end open."""

    text: str
    keys: tuple[str, ...]
    neg: bool
    true_from: date | None = None
    true_until: date | None = None
    never_true: bool = False
    why: str = ""

    def covers(self, fact: str) -> bool:
        """Whether a fact in these words is about this truth."""
        words = fact.casefold()
        has_keys = all(any(a in words for a in key.casefold().split("|")) for key in self.keys)
        return has_keys and bool(NEGATION.search(words)) == self.neg

    def precision(self, fact: str) -> tuple[int, int]:
        """How closely it names the fact: number of keys, then letters matched."""
        words = fact.casefold()
        found = (max(len(a) for a in key.casefold().split("|") if a in words) for key in self.keys)
        return len(self.keys), sum(found)

    def on(self, day: date) -> GoldVerdict:
        """What a fact in this truth's words deserves on a day; too early is as wrong as never."""
        if self.never_true or (self.true_from and day < self.true_from):
            return "incorrect"
        return "outdated" if self.true_until and day > self.true_until else "correct"


def people() -> list[str]:
    """Everyone the demonstration has an answer key for, in order of name."""
    return sorted(entry.name.removesuffix(".toml") for entry in (_HERE / "gold").iterdir())


@cache
def load(person: str) -> tuple[Truth, ...]:
    """The truths about one person, in the order of the conversations."""
    rows = tomllib.loads((_HERE / "gold" / f"{person}.toml").read_text(encoding="utf-8"))["truth"]
    return tuple(Truth(**{**row, "keys": tuple(row["keys"])}) for row in rows)


def verdict(truths: Sequence[Truth], text: str, *, on: date) -> GoldVerdict | None:
    """What a careful reader would answer about a fact on a day; None where the key is silent.

    The truth that names the fact most closely decides. Several that are equally close are periods
    of the same thing: one that holds makes it correct, else one that held makes it outdated.
    """
    covering = [truth for truth in truths if truth.covers(text)]
    if not covering:
        return None
    closest = max(truth.precision(text) for truth in covering)
    answers = {truth.on(on) for truth in covering if truth.precision(text) == closest}
    return next(answer for answer in _MILDEST if answer in answers)


_MILDEST: tuple[GoldVerdict, ...] = ("correct", "outdated", "incorrect")
