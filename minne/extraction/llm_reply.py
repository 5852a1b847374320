"""What a language model answers: JSON, perhaps among prose, perhaps not as asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from minne.domain.episodes import FACT_TYPES, KINDS

LONGEST_ANSWER = 100_000
TRIES = 200  # braces that may turn out to begin nothing
THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
TEXT_OR_NULL = {"type": ["string", "null"]}

_FIELDS: dict[str, Any] = {
    "text": {"type": "string"},
    "type": {"type": "string", "enum": list(FACT_TYPES)},
    "kind": {"type": "string", "enum": list(KINDS)},
    "sources": {"type": "array", "items": {"type": "string"}},
    "quote": {"type": "string"},
    "valid_until": TEXT_OR_NULL,
    "same_as": TEXT_OR_NULL,
}
_FACT = {
    "type": "object",
    "properties": _FIELDS,
    "required": list(_FIELDS),
    "additionalProperties": False,
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": _FACT}},
    "required": ["facts"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Item:
    """One fact as answered; a field that was missing or of the wrong kind is empty."""

    text: str
    type: str
    kind: str
    sources: tuple[str, ...]
    quote: str
    valid_until: str
    same_as: str


@dataclass(frozen=True, slots=True)
class Reply:
    """The items of an answer, None when it has no facts to be read; `fault` says what is wrong with it."""

    items: list[Item] | None
    fault: str = ""


def read(answer: str) -> Reply:
    """Read an answer. Never fails: what is wrong with it is told, for the model to put right."""
    if len(answer) > LONGEST_ANSWER:
        return Reply(None, f"it is longer than {LONGEST_ANSWER} characters")
    try:
        found = list({json.dumps(rows, sort_keys=True): rows for rows in _facts(answer)}.values())
    except RecursionError:
        return Reply(None, "it is nested too deep")
    if len(found) != 1:
        return Reply(None, 'it holds no {"facts": [...]}' if not found else "it holds several answers")
    faults = [fault for number, row in enumerate(found[0]) for fault in _faults(number, row)]
    rows = [row for row in found[0] if isinstance(row, dict)]
    return Reply(list(dict.fromkeys(map(_item, rows))), "; ".join(faults[:5]))


def _facts(answer: str) -> Iterator[list[Any]]:
    """Every list of facts in the answer, wherever an object with one begins."""
    text, at, decoder = THOUGHT.sub("", answer), 0, json.JSONDecoder(strict=False)
    for _ in range(TRIES):
        at = text.find("{", at)
        if at < 0:
            return
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            at += 1
            continue
        if isinstance(value.get("facts"), list):
            yield value["facts"]


def _faults(number: int, row: object) -> Iterator[str]:
    """What in a row is not by the schema, in words that hold nothing of the row."""
    if not isinstance(row, dict):
        yield f"facts[{number}] is not an object"
        return
    for name, schema in _FIELDS.items():
        if name not in row:
            yield f"facts[{number}].{name} is missing"
        elif not _fits(row[name], schema):
            wanted = schema.get("enum") or schema["type"]
            yield f"facts[{number}].{name} is not {json.dumps(wanted)}"


def _fits(value: object, schema: Mapping[str, Any]) -> bool:
    if value is None:
        return "null" in schema["type"]
    if schema["type"] == "array":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, str) and value in schema.get("enum", [value])


def _item(row: Mapping[str, Any]) -> Item:
    texts = {name: _text(row.get(name)) for name in _FIELDS if name != "sources"}
    sources = row.get("sources")
    named = sources if isinstance(sources, list) else [sources]
    return Item(**texts, sources=tuple(text for text in map(_text, named) if text))


def _text(value: object) -> str:
    """The text without halves of characters, which no database takes; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "ignore").strip()
