"""mem0: `get_all` of the open-source library, and the platform's pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from minne.importers import dumps
from minne.importers.bundle import Bundle
from minne.importers.context import Context, Json, digest, storable
from minne.importers.facts import TimesError, first_text, foreign, state_at, text_of, time_in
from minne.importers.guess import guess_type
from minne.importers.records import FactRow, Record, RowError, Skipped
from minne.importers.times import BadTimeError, day_start

FORM = dumps.Form(format="mem0", lists=("results", "memories"), more=("next",), total="count")
_KEPT = (
    "metadata",
    "categories",
    "agent_id",
    "app_id",
    "run_id",
    "session_id",
    "actor_id",
    "role",
    "updated_at",
)
_KEPT_MORE = ("replaced_by", "synthesized", "expiration_date", "attributed_to")


def read(bundle: Bundle, context: Context) -> Iterator[Record]:
    dump = dumps.load(bundle, form=FORM, context=context)
    yield from dumps.only_others(_records(dump, context), context=context)
    yield from dump.notices()


def _records(dump: dumps.Dump, context: Context) -> Iterator[Record]:
    row = 0
    for rows in dump.rows.values():
        for value in rows:
            row += 1
            yield dumps.damage(row, value) or _record(row, value, context)


def _record(row: int, value: object, context: Context) -> Record:
    if not isinstance(value, dict):
        return RowError(row, None, "not_object", {"seen": "a text"})
    owner = first_text(value, "user_id")
    if owner is None and first_text(value, "agent_id", "app_id"):
        return Skipped(row, "agent")
    if first_text(value, "attributed_to", "role") == "assistant":
        return Skipped(row, "assistant")
    if stop := foreign(row, owner, context=context):
        return stop
    text = text_of(row, value, "memory")
    if isinstance(text, RowError):
        return text
    try:
        return _fact(row, value, text, owner, context)
    except TimesError as bad:
        return bad.error


def _fact(row: int, value: Json, text: str, owner: str | None, context: Context) -> FactRow:
    until = _expires(value, context)
    state = "superseded" if value.get("replaced_by") else state_at(context.now, valid_until=until)
    return FactRow(
        row=row,
        tool="mem0",
        id=storable(first_text(value, "id") or digest("mem0", owner, text)),
        person=context.person or owner,
        text=text,
        type=guess_type(text),
        state=state,
        created_at=time_in(row, value, "created_at", context=context),
        valid_until=until,
        metadata=dumps.kept({name: value.get(name) for name in _KEPT + _KEPT_MORE}),
    )


def _expires(value: Json, context: Context) -> datetime | None:
    """A bare date, in UTC, on the whole of which the memory still holds; mem0 takes a bad one for none."""
    stated = value.get("expiration_date")
    try:
        return day_start(stated[:10] if isinstance(stated, str) else stated, zone=UTC, days=1)
    except BadTimeError:
        return None
