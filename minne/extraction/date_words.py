"""The time words of one language, read from lexicon/dates_{lang}.toml, as regular-expression parts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LEXICON = Path(__file__).parent / "lexicon"


def alternatives(words: Iterable[str]) -> str:
    """`(?:…|…)` of the words, longest first, any white space between their parts."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(r"\s{1,3}".join(map(re.escape, word.split())) for word in ordered) + ")"


def normal(words: str) -> str:
    """A matched phrase as the tables spell it."""
    return " ".join(words.casefold().replace("’", "'").split())


@dataclass(frozen=True)
class Words:
    """The tables of one language."""

    lang: str
    months: dict[str, int]
    weekdays: dict[str, int]
    seasons: dict[str, str]
    holidays: dict[str, str]
    terms: dict[str, str]
    spans: dict[str, str]
    offsets: dict[str, int]
    numbers: dict[str, int]
    ordinals: dict[str, int]
    units: dict[str, str]
    prepositions: dict[str, list[str]]
    qualifiers: dict[str, list[str]]
    year_words: dict[str, int]
    parts: dict[str, list[str]]
    past: dict[str, list[str]]

    def group_of(self, table: dict[str, list[str]], words: str) -> str:
        """The name of the list that holds the phrase, or ""."""
        phrase = normal(words)
        return next((name for name, phrases in table.items() if phrase in phrases), "")

    def any_of(self, table: dict[str, list[str]]) -> str:
        return alternatives(phrase for phrases in table.values() for phrase in phrases)


@cache
def words_for(lang: str) -> Words:
    """The tables for "sv"; for any other language the English ones."""
    known = "sv" if lang.casefold().startswith("sv") else "en"
    tables: dict[str, Any] = tomllib.loads((LEXICON / f"dates_{known}.toml").read_text(encoding="utf-8"))
    return Words(lang=known, **tables)
