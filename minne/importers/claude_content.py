"""What in a Claude message are words that its sender said, and why the rest is not."""

from __future__ import annotations

import re

from minne.importers.context import Json, objects_in

_NOT_WORDS = {
    "thinking": "thinking",
    "redacted_thinking": "thinking",
    "tool_use": "tool",
    "tool_result": "tool",
    "server_tool_use": "tool",
    "web_search_tool_result": "web",
    "token_budget": "tool",
    "flag": "tool",
    "image": "attachment",
    "document": "attachment",
    "file": "attachment",
}
_WORDS = {"text", "voice_note"}
_PLACEHOLDER = re.compile(
    r"(?:```[^\S\n]*\n)?This block is not supported on your current device yet\.(?:[^\S\n]*\n```)?\n?"
)

LeftOut = tuple[str, str]


def words_in(message: Json) -> tuple[str, list[LeftOut]]:
    """The sender's own text, verbatim: the blocks if any holds text, else the older `text` of the message."""
    blocks = objects_in(message.get("content"))
    said = [text for block in blocks if (text := _said(block))]
    left_out = [reason for block in blocks if (reason := _reason(block))]
    left_out += [(kind, "") for kind in _attachments(message)]
    if said:
        return "\n".join(said), left_out
    text, placeholders = _PLACEHOLDER.subn("", _plain(message))
    return text, left_out + [("placeholder", "")] * placeholders


def _plain(message: Json) -> str:
    """`text`, or a `content` that is itself a text."""
    for value in (message.get("text"), message.get("content")):
        if isinstance(value, str) and value.strip():
            return value
    return ""


def _said(block: Json) -> str | None:
    if str(block.get("type")) not in _WORDS:
        return None
    text = block.get("text") or block.get("transcript")
    if not isinstance(text, str):
        return None
    text = _PLACEHOLDER.sub("", text)
    return text if text.strip() else None


def _reason(block: Json) -> LeftOut | None:
    kind = str(block.get("type"))
    if kind in _WORDS:
        return None
    return (_NOT_WORDS[kind], "") if kind in _NOT_WORDS else ("unknown_part", kind[:40])


def _attachments(message: Json) -> list[str]:
    """Pasted text comes as an attachment with its text: counted, and not taken for the person's sentence."""
    pasted = objects_in(message.get("attachments"))
    files = objects_in(message.get("files_v2")) or objects_in(message.get("files"))
    kinds = ["pasted_text" if item.get("extracted_content") else "attachment" for item in pasted]
    return kinds + ["attachment"] * len(files)
