"""ChatGPT's data export: its ZIP, the folder of it, one `conversations.json`, or one part of a split export.

Only the current branch of a conversation is read, and of that only what the person and the assistant said to
each other; the rest is counted by kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from minne.importers import conversations
from minne.importers.bundle import Bundle
from minne.importers.chatgpt_content import reason_to_skip, words_in
from minne.importers.chatgpt_files import conversation_files
from minne.importers.context import (
    Context,
    Json,
    any_time,
    as_object,
    digest,
    sound_time,
    storable,
    text_error,
    text_or_none,
    time_error,
    unique_id,
)
from minne.importers.records import EpisodeRow, Notice, Record, RowError, Skipped
from minne.importers.texts import kind_of
from minne.importers.thread import newest_tip, path_to
from minne.importers.times import BadTimeError

_PROJECT = re.compile(r"g-p-.+", re.DOTALL)
_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


def read(bundle: Bundle, context: Context) -> Iterator[Record]:
    names, notices = conversation_files(bundle)
    yield from conversations.read(bundle, names, kind=KIND, context=context)
    yield from notices


def _key(conversation: Json) -> str | None:
    return text_or_none(conversation.get("conversation_id")) or text_or_none(conversation.get("id"))


def _version(conversation: Json, context: Context) -> tuple[datetime, int]:
    nodes = as_object(conversation.get("mapping")) or {}
    stated = sound_time(conversation.get("update_time"), context=context) if nodes else None
    return stated or _last_time(nodes, context) or _BEFORE_ALL, len(nodes)


def _last_time(nodes: Json, context: Context) -> datetime | None:
    times = (sound_time(_message(node).get("create_time"), context=context) for node in nodes.values())
    return max((at for at in times if at), default=None)


def _message(node: object) -> Json:
    return as_object((as_object(node) or {}).get("message")) or {}


def _turns(row: int, conversation: Json, context: Context) -> Iterator[Record]:
    if conversation.get("is_do_not_remember") is True:
        yield Skipped(row, "do_not_remember")
        return
    nodes = conversation.get("mapping")
    if not isinstance(nodes, dict):
        params = {"field": "mapping", "expected": "an object", "seen": kind_of(nodes)}
        yield RowError(row, "mapping", "wrong_type", params)
        return
    yield from _Thread(row, conversation, nodes, context).records()


@dataclass(frozen=True, slots=True)
class _Dated:
    at: datetime
    inexact: bool


class _Thread:
    """One conversation on its way from nodes to rows."""

    def __init__(self, row: int, conversation: Json, nodes: Mapping[str, object], context: Context) -> None:
        self._row = row
        self._conversation = conversation
        self._context = context
        self._nodes = {key: node for key, node in nodes.items() if isinstance(node, dict)}
        self._parents = {key: text_or_none(node.get("parent")) for key, node in self._nodes.items()}

    def records(self) -> Iterator[Record]:
        current = self._conversation.get("current_node")
        known = isinstance(current, str) and current in self._nodes
        path = path_to(str(current) if known else self._newest(), self._parents)
        if current and not known:
            yield Notice("conversation_without_end", {"row": str(self._row)})
        name = storable(_key(self._conversation) or digest("chatgpt", *path[:3]))
        if off := sum(1 for key in self._nodes.keys() - set(path) if _message(self._nodes[key])):
            yield Skipped(self._row, "other_branch", off)
        said = False
        for record in self._path_records(path, name):
            said = said or isinstance(record, EpisodeRow | RowError)
            yield record
        if not said:
            yield Skipped(self._row, "empty_conversation")

    def _newest(self) -> str | None:
        written = [key for key in self._nodes if _message(self._nodes[key])]
        weighty = [key for key in written if _message(self._nodes[key]).get("weight") not in (0, Decimal(0))]
        return newest_tip(weighty or written, self._parents, self._time_of)

    def _time_of(self, key: str) -> datetime | None:
        return sound_time(_message(self._nodes[key]).get("create_time"), context=self._context)

    def _path_records(self, path: list[str], name: str) -> Iterator[Record]:
        fallback = self._fallbacks(path)
        for key in path:
            message = self._nodes[key].get("message")
            if isinstance(message, dict):
                yield from self._records_of(key, message, name, fallback[key])
            elif message is not None:
                params = {"field": "message", "expected": "an object", "seen": kind_of(message)}
                yield RowError(self._row, "message", "wrong_type", params)

    def _fallbacks(self, path: list[str]) -> dict[str, datetime | None]:
        """The time to use for a message without: the last before it, the conversation's, the next after."""
        context, stated = self._context, self._conversation
        times = {key: self._time_of(key) for key in path}
        start = sound_time(stated.get("create_time"), context=context)
        first = next((at for at in times.values() if at), None)
        last = start or first or sound_time(stated.get("update_time"), context=context)
        fallback: dict[str, datetime | None] = {}
        for key in path:
            last = times[key] or last
            fallback[key] = last
        return fallback

    def _records_of(self, key: str, message: Json, name: str, fallback: datetime | None) -> Iterator[Record]:
        if reason := reason_to_skip(message):
            yield Skipped(self._row, reason[0], detail=reason[1])
            return
        text, left_out = words_in(message)
        yield from (Skipped(self._row, what, detail=detail) for what, detail in left_out)
        if not text.strip():
            if not left_out:
                yield Skipped(self._row, "empty")
            return
        yield self._row_of(key, message, name, text, fallback)

    def _row_of(self, key: str, message: Json, name: str, text: str, fallback: datetime | None) -> Record:
        if error := text_error(self._row, "text", text):
            return error
        try:
            when = self._when(message, fallback)
        except BadTimeError as bad:
            return time_error(self._row, "create_time", bad)
        if when is None:
            return RowError(self._row, "create_time", "no_time")
        role = str((as_object(message.get("author")) or {}).get("role"))
        identity = unique_id(name, text_or_none(message.get("id")) or key)
        project = text_or_none(self._conversation.get("gizmo_id"))
        return EpisodeRow(
            row=self._row,
            id=identity,
            person=self._context.person,
            conversation=name,
            role=role,
            text=text,
            occurred_at=when.at,
            inexact=when.inexact,
            project=storable(project) if project and _PROJECT.fullmatch(project) else None,
        )

    def _when(self, message: Json, fallback: datetime | None) -> _Dated | None:
        found = any_time(message.get("create_time"), context=self._context)
        if found:
            return _Dated(*found)
        return _Dated(fallback, inexact=True) if fallback else None


KIND = conversations.Kind(format="chatgpt", key=_key, version=_version, turns=_turns)
