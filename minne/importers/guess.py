"""A first guess at the type of a fact that another tool made, from a few unmistakable words."""

from __future__ import annotations

import re

from minne.domain.episodes import FactType

_WORDS: tuple[tuple[FactType, re.Pattern[str]], ...] = (
    (
        "goal",
        re.compile(
            r"\b(wants to|plans? to|planning to|aims? to|hopes? to|trying to|training for|studying for|goal"
            r"|vill\s+(lära|bli|börja)|planerar|siktar på|hoppas|tränar inför|pluggar (inför|till)|mål)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "temporary",
        re.compile(
            r"\b(currently|right now|this (week|month)|today|temporarily"
            r"|just nu|för tillfället|den här veckan|idag|tillfälligt)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "preference",
        re.compile(
            r"\b(prefers?|likes?|loves?|enjoys?|dislikes?|hates?|favou?rite|drinks|avoids"
            r"|gillar|älskar|föredrar|ogillar|avskyr|hatar|tycker (inte )?om|favorit\w*|dricker|undviker)\b",
            re.IGNORECASE,
        ),
    ),
)


def guess_type(text: str, *, relation: str = "") -> FactType:
    """`relation` is a graph edge's name such as LIKES or WORKS_AT."""
    said = f"{text} {relation.replace('_', ' ')}"
    return next((kind for kind, words in _WORDS if words.search(said)), "knowledge")
