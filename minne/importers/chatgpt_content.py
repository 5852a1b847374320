"""What in a ChatGPT message are words that its author said, and why the rest is not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from minne.importers.context import Json, as_object, objects_in

_NOT_WORDS = {
    "model_editable_context": "assistant_memory",
    "thoughts": "thinking",
    "reasoning_recap": "thinking",
    "code": "code",
    "execution_output": "tool",
    "system_error": "tool",
    "tether_quote": "web",
    "tether_browsing_code": "web",
    "tether_browsing_display": "web",
    "sonic_webpage": "web",
}
_WORDS = {"text", "multimodal_text"}
_MARKS = "【\ue200\ue201\ue202\ue203\ue204\ue205\ue206"
_CITATION = re.compile("\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue206]|【[^【】]*†[^【】]*】")

LeftOut = tuple[str, str]


def reason_to_skip(message: Json) -> LeftOut | None:
    """Why the whole message is nobody's statement (a kind of `Skipped` and a detail), or None."""
    role = (as_object(message.get("author")) or {}).get("role")
    metadata = as_object(message.get("metadata")) or {}
    kind = (as_object(message.get("content")) or {}).get("content_type")
    if role not in ("user", "assistant"):
        return (str(role), "") if role in ("system", "tool") else ("unknown_role", str(role)[:40])
    if metadata.get("is_user_system_message") is True or kind == "user_editable_context":
        return "profile", ""
    recipient = message.get("recipient")
    if role == "assistant" and recipient not in (None, "", "all"):
        return "memory_write" if recipient == "bio" else "tool", ""
    if kind is not None and str(kind) not in _WORDS:
        return (_NOT_WORDS[str(kind)], "") if str(kind) in _NOT_WORDS else ("unknown_content", str(kind)[:40])
    return ("hidden", "") if metadata.get("is_visually_hidden_from_conversation") is True else None


def words_in(message: Json) -> tuple[str, list[LeftOut]]:
    """The author's own text, verbatim, and what stood beside it: attachments and parts of unknown kinds."""
    role = str((as_object(message.get("author")) or {}).get("role"))
    content = as_object(message.get("content")) or {}
    parts = content.get("parts")
    if not isinstance(parts, list):
        parts = [content.get("text")]
    texts: list[str] = []
    left_out: list[LeftOut] = []
    pointers: set[str] = set()
    for part in parts:
        said = _said(part, role)
        if said is not None:
            texts.append(said)
        elif pointer := _pointer(part):
            pointers.add(pointer)
        elif part is not None and not _is_speech(part):
            left_out.append(("unknown_part", _type_of(part)))
    left_out += _attachments(message, pointers)
    text = "\n".join(text for text in texts if text.strip())
    cited = role == "assistant" and any(mark in text for mark in _MARKS)  # far quicker than the pattern
    return (_CITATION.sub("", text) if cited else text), left_out


def _said(part: object, role: str) -> str | None:
    if isinstance(part, str):
        return part
    value = as_object(part) or {}
    text = value.get("text")
    if not isinstance(text, str):
        return None
    if value.get("content_type") == "text":
        return text
    # what was heard ("in") is the person's and what was spoken ("out") the assistant's, wherever it stands
    own = {"user": "in", "assistant": "out"}.get(role)
    if value.get("content_type") == "audio_transcription" and value.get("direction") in (own, None):
        return text
    return None


def _is_speech(part: object) -> bool:
    return _type_of(part) == "audio_transcription"


def _pointer(part: object) -> str | None:
    """The name of the file that a pointer stands for, as in `file-service://file-ab12` and `sediment://file_ab12`."""
    if not _type_of(part).endswith("_pointer"):
        return None
    value = as_object(part) or {}
    name = value.get("asset_pointer")
    return name.rpartition("/")[2] if isinstance(name, str) else f"unnamed {id(part)}"


def _type_of(part: object) -> str:
    value = as_object(part)
    return str(value.get("content_type"))[:40] if value is not None else type(part).__name__


def _attachments(message: Json, pointers: set[str]) -> Iterator[LeftOut]:
    """Each file once, also where a pointer and the list of attachments both name it."""
    metadata = as_object(message.get("metadata")) or {}
    for attachment in objects_in(metadata.get("attachments")):
        pointers.discard(str(attachment.get("id")))
        yield ("pasted_text" if attachment.get("is_big_paste") is True else "attachment"), ""
    yield from (("attachment", "") for _ in pointers)
