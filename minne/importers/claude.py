"""Claude's data export: its ZIP (old, or one of the parts of the new), the folder of it, or one JSON file.

A conversation is a list of messages, in newer exports a tree in a list; the newest branch is read. The export
does not say which branch was on the screen, except where a tool has added `current_leaf_message_uuid`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from minne.importers import claude_memories, conversations
from minne.importers.bundle import Bundle
from minne.importers.chatgpt_files import gaps, nothing_found, numbered, shallowest
from minne.importers.claude_content import words_in
from minne.importers.context import (
    Context,
    Json,
    any_time,
    digest,
    objects_in,
    sound_time,
    storable,
    text_error,
    text_or_none,
    time_error,
    unique_id,
)
from minne.importers.records import EpisodeRow, Notice, Record, RowError, Skipped, UnreadableFile
from minne.importers.texts import kind_of
from minne.importers.thread import newest_tip, path_to
from minne.importers.times import BadTimeError

_NAME = re.compile(
    r"(?:.*/)?conversations(?:[-_]\d{1,5})?\.json|(?:.*/)?conversations(?:[-_]\d{1,5})?/[^/]+\.json"
)
_MANIFEST = re.compile(r"(?:.*/)?manifest[^/]*\.json")
_INNER = re.compile(r"conversations-\d+\.zip/.+\.json")
_ROOT = "00000000-0000-4000-8000-000000000000"
_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


def read(bundle: Bundle, context: Context) -> Iterator[Record]:
    """Episodes; or, from a file that holds nothing but Claude's memories, facts."""
    if claude_memories.holds_only_memories(bundle):
        yield from claude_memories.read(bundle, context)
        return
    names = _conversation_files(bundle)
    yield from conversations.read(bundle, names, kind=KIND, context=context)
    yield from gaps(names)
    if not bundle.single and claude_memories.files(bundle):
        yield Notice("memories_present", {"format": "claude_memories"})


def _conversation_files(bundle: Bundle) -> Sequence[str]:
    if bundle.single:
        return bundle.names
    inner = [name for name in bundle.names if _INNER.fullmatch(name)]
    found = inner or shallowest([name for name in bundle.names if _NAME.fullmatch(name)])
    if found:
        return numbered(found)
    manifest = next((name for name in bundle.names if _MANIFEST.fullmatch(name)), None)
    raise (
        UnreadableFile("manifest_alone", name=posixpath.basename(manifest))
        if manifest
        else nothing_found(bundle, "claude")
    )


def _key(conversation: Json) -> str | None:
    return text_or_none(conversation.get("uuid")) or text_or_none(conversation.get("id"))


def _version(conversation: Json, context: Context) -> tuple[datetime, int]:
    messages = objects_in(conversation.get("chat_messages"))
    stated = sound_time(conversation.get("updated_at"), context=context) if messages else None
    times = (sound_time(message.get("created_at"), context=context) for message in messages)
    return stated or max((at for at in times if at), default=_BEFORE_ALL), len(messages)


def _turns(row: int, conversation: Json, context: Context) -> Iterator[Record]:
    messages = conversation.get("chat_messages")
    if not isinstance(messages, list):
        params = {"field": "chat_messages", "expected": "an array", "seen": kind_of(messages)}
        yield RowError(row, "chat_messages", "wrong_type", params)
    elif not messages:
        yield Skipped(row, "empty_conversation")
    else:
        for message in messages:
            if not isinstance(message, dict):
                yield RowError(row, "chat_messages", "not_object", {"seen": kind_of(message)})
        yield from _Thread(row, conversation, context).records()


class _Thread:
    """One conversation on its way from messages to rows."""

    def __init__(self, row: int, conversation: Json, context: Context) -> None:
        self._row = row
        self._conversation = conversation
        self._context = context
        messages = objects_in(conversation.get("chat_messages"))
        self._messages = {_message_key(m, i): m for i, m in enumerate(messages)}
        self._parents = self._parents_of(list(self._messages))

    def _parents_of(self, keys: list[str]) -> dict[str, str | None]:
        """Where no parent is named (old exports) a message follows the one before it in the list."""
        parents: dict[str, str | None] = dict.fromkeys(keys)
        for before, key in pairwise([None, *keys]):
            stated = self._messages[str(key)].get("parent_message_uuid", before)
            parents[str(key)] = None if stated == _ROOT else text_or_none(stated)
        return parents

    def records(self) -> Iterator[Record]:
        path = self._path()
        if off := len(self._messages) - len(path):
            yield Skipped(self._row, "other_branch", off)
        first = path[0] if path else ""
        name = storable(_key(self._conversation) or digest("claude", first))
        start = sound_time(self._conversation.get("created_at"), context=self._context)
        last = start or next((at for key in path if (at := self._time_of(key))), None)
        said = False
        for key in path:
            last = self._time_of(key) or last
            for record in self._records_of(key, name, last):
                said = said or isinstance(record, EpisodeRow | RowError)
                yield record
        if not said:
            yield Skipped(self._row, "empty_conversation")

    def _path(self) -> list[str]:
        leaf = self._conversation.get("current_leaf_message_uuid")
        if isinstance(leaf, str) and leaf in self._messages:
            return path_to(leaf, self._parents)
        return path_to(newest_tip(list(self._messages), self._parents, self._time_of), self._parents)

    def _time_of(self, key: str) -> datetime | None:
        return sound_time(self._messages[key].get("created_at"), context=self._context)

    def _records_of(self, key: str, name: str, fallback: datetime | None) -> Iterator[Record]:
        message = self._messages[key]
        role = _ROLES.get(str(message.get("sender")))
        if role is None:
            yield Skipped(self._row, "unknown_role", detail=str(message.get("sender"))[:40])
            return
        text, left_out = words_in(message)
        yield from (Skipped(self._row, what, detail=detail) for what, detail in left_out)
        if text.strip():
            yield self._row_of(key, role, text, name, fallback)
        elif not left_out:
            yield Skipped(self._row, "empty")

    def _row_of(self, key: str, role: str, text: str, name: str, fallback: datetime | None) -> Record:
        if error := text_error(self._row, "text", text):
            return error
        try:
            found = any_time(self._messages[key].get("created_at"), context=self._context)
        except BadTimeError as bad:
            return time_error(self._row, "created_at", bad)
        if found is None and fallback is None:
            return RowError(self._row, "created_at", "no_time")
        at, inexact = found or (fallback or _BEFORE_ALL, True)
        return EpisodeRow(
            row=self._row,
            id=unique_id(name, key),
            person=self._context.person,
            conversation=name,
            role=role,
            text=text,
            occurred_at=at,
            inexact=inexact,
        )


def _message_key(message: Json, index: int) -> str:
    """The message's own id; without one, something that the same message gets again in the next export."""
    stated = text_or_none(message.get("uuid")) or text_or_none(message.get("id"))
    return stated or digest(index, message.get("sender"), message.get("created_at"), message.get("text"))


KIND = conversations.Kind(format="claude", key=_key, version=_version, turns=_turns)
