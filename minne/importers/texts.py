"""What a text may not hold: what no database keeps, and what nobody said in one breath."""

from __future__ import annotations

import re

MAX_TEXT = 1_000_000
MAX_NAME = 200

_SURROGATE = re.compile("[\ud800-\udfff]")


def fault_in(text: str, *, limit: int = MAX_TEXT) -> tuple[str, dict[str, str]] | None:
    """The row code and its parameters, or None for a text that can be kept as it is."""
    if len(text) > limit:
        return "too_long", {"limit": str(limit)}
    if "\x00" in text:
        return "nul", {}
    if not text.isascii() and _SURROGATE.search(text):
        return "lone_surrogate", {}
    return None


def printable(text: str, *, limit: int = 200) -> str:
    """A text from a file as a message or a label may show it: no control characters, not endless."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text[:limit])


def kind_of(value: object) -> str:
    """What a JSON value is, in a word that a message can show."""
    names = {dict: "an object", list: "an array", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
