"""Tells whose file it is by the shape of one value, so that a file given to the wrong reader is refused."""

from __future__ import annotations

from minne.importers.context import Json

EXPECTED = {
    "jsonl": "one JSON object a line with id, person, role, text and occurred_at",
    "chatgpt": "a ChatGPT export (conversations with a mapping)",
    "claude": "a Claude export (conversations with chat_messages)",
    "claude_memories": "Claude's memories.json (conversations_memory)",
    "mem0": "a mem0 dump (results with memory)",
    "zep": "Zep or Graphiti facts (facts, edges or items with fact)",
    "lines": "plain text, one memory a line",
}

_MARKS = (
    ("claude", ("chat_messages",)),
    ("chatgpt", ("mapping", "current_node", "conversation_id", "default_model_slug")),
    ("claude_memories", ("conversations_memory", "project_memories")),
    ("mem0", ("memory", "results")),
    ("zep", ("fact", "facts", "relevant_facts", "edges", "items", "hyperedge_uuid", "source_node_uuid")),
    ("jsonl", ("occurred_at",)),
)


def shape_of(value: Json) -> str | None:
    """The format that a value belongs to, or None."""
    return next((name for name, marks in _MARKS if any(mark in value for mark in marks)), None)


def describe(value: object) -> str:
    """What was seen, for a message: the names of an object, never its contents."""
    if isinstance(value, dict):
        return "an object with " + (", ".join(str(k)[:30] for k in list(value)[:6]) or "nothing in it")
    return "values that are not objects"


def seen_as(value: object) -> str:
    shape = shape_of(value) if isinstance(value, dict) else None
    return EXPECTED[shape] if shape else describe(value)
