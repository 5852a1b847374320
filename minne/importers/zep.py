"""Zep's facts and edges (its API in versions 2 to 4) and Graphiti's entity edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from minne.importers import dumps
from minne.importers.bundle import Bundle
from minne.importers.context import Context, Json, digest, storable
from minne.importers.facts import TimesError, first_text, foreign, state_at, text_of, texts_in, time_in
from minne.importers.guess import guess_type
from minne.importers.records import FactRow, Record, RowError, Skipped

FORM = dumps.Form(
    format="zep",
    lists=("relevant_facts", "facts", "edges", "items", "hyperedges"),
    more=("next_cursor",),
    total="total_size",
)
_KEPT = ("name", "source_node_name", "target_node_name", "reference_time", "scope", "rating", "attributes")
_NO_GROUP = ("", "_", "default")


def read(bundle: Bundle, context: Context) -> Iterator[Record]:
    dump = dumps.load(bundle, form=FORM, context=context)
    yield from dumps.only_others(_records(dump, context), context=context)
    yield from dump.notices()


def _records(dump: dumps.Dump, context: Context) -> Iterator[Record]:
    row, known = 0, set[str]()
    repeats = bool(dump.rows.get("relevant_facts"))
    for name, rows in dump.rows.items():
        for value in rows:
            row += 1
            if repeats and name == "facts":
                yield Skipped(row, "same_as_facts")
                continue
            record = dumps.damage(row, value) or _record(row, cast("Json | str", value), context)
            if isinstance(record, FactRow):
                if record.id in known:
                    record = Skipped(row, "duplicate")
                else:
                    known.add(record.id)
            yield record


def _record(row: int, value: Json | str, context: Context) -> Record:
    """Version 2 gives facts as bare texts too; they have neither id nor dates."""
    if isinstance(value, str):
        value = {"fact": value}
    if _is_bare_edge(value):
        return Skipped(row, "not_fact", detail=str(value.get("name") or "")[:40])
    owner = first_text(value, "group_id", "user_id")
    owner = None if owner in _NO_GROUP else owner
    if stop := foreign(row, owner, context=context):
        return stop
    text = text_of(row, value, "fact", "content")
    if isinstance(text, RowError):
        return text
    try:
        return _fact(row, value, text, owner, context)
    except TimesError as bad:
        return bad.error


def _is_bare_edge(value: Json) -> bool:
    """An edge that only ties nodes together (MENTIONS, HAS_MEMBER) states nothing."""
    return not first_text(value, "fact", "content") and "source_node_uuid" in value


def _fact(row: int, value: Json, text: str, owner: str | None, context: Context) -> FactRow:
    until = time_in(row, value, "invalid_at", context=context, ahead=True)
    withdrawn = time_in(row, value, "expired_at", context=context, ahead=True)
    return FactRow(
        row=row,
        tool="zep",
        id=_identity(value, text, owner),
        person=context.person or owner,
        text=text,
        type=guess_type(text, relation=first_text(value, "name") or ""),
        state=state_at(context.now, valid_until=until, withdrawn_at=withdrawn),
        created_at=time_in(row, value, "created_at", context=context),
        valid_from=time_in(row, value, "valid_at", context=context, ahead=True),
        valid_until=until,
        sources=texts_in(value.get("episodes")) or texts_in(value.get("episode_uuids")),
        metadata=dumps.kept({name: value.get(name) for name in _KEPT}),
    )


def _identity(value: Json, text: str, owner: str | None) -> str:
    """The edges of one hyperedge carry one fact between them."""
    return storable(first_text(value, "hyperedge_uuid", "uuid", "id") or digest("zep", owner, text))
