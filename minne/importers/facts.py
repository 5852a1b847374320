"""The steps that every reader of another memory's facts takes."""

from __future__ import annotations

from datetime import datetime

from minne.importers.context import (
    Context,
    Json,
    any_time,
    name_error,
    storable,
    text_error,
    text_or_none,
    time_error,
)
from minne.importers.records import FactState, RowError, Skipped
from minne.importers.times import BadTimeError


def foreign(row: int, owner: str | None, *, context: Context) -> Skipped | RowError | None:
    """Why a fact of that owner is not taken in: it is another's, or nobody knows whose."""
    if owner is None and context.person is None:
        return RowError(row, "person", "missing_field", {"field": "person"})
    if owner is not None and (error := name_error(row, "person", owner)):
        return error
    if owner is not None and context.person is not None and owner != context.person:
        return Skipped(row, "other_person", detail=owner[:60])
    return None


def text_of(row: int, value: Json, *names: str) -> str | RowError:
    """The first of these members that is there, if it is a text that can be kept."""
    name = next((name for name in names if value.get(name) is not None), names[0])
    text = value.get(name)
    if text is None:
        return RowError(row, name, "missing_field", {"field": name})
    if not isinstance(text, str):
        return RowError(
            row, name, "wrong_type", {"field": name, "expected": "a text", "seen": "something else"}
        )
    if not text.strip():
        return RowError(row, name, "empty_field", {"field": name})
    return text_error(row, name, text) or text


class TimesError(Exception):
    """One of a fact's times is not usable; `error` says which."""

    def __init__(self, error: RowError) -> None:
        self.error = error
        super().__init__(error.code)


def time_in(row: int, value: Json, name: str, *, context: Context, ahead: bool = False) -> datetime | None:
    """A fact's time; `ahead` where it may lie in the future, as a validity may. Raises TimesError."""
    try:
        found = any_time(value.get(name), context=context, ahead=ahead)
    except BadTimeError as error:
        raise TimesError(time_error(row, name, error)) from error
    return found[0] if found else None


def state_at(
    now: datetime, *, valid_until: datetime | None, withdrawn_at: datetime | None = None
) -> FactState:
    """An end that has come makes a fact expired, one still ahead leaves it true; withdrawn has no end."""
    if valid_until is not None:
        return "expired" if valid_until <= now else "current"
    return "withdrawn" if withdrawn_at is not None and withdrawn_at <= now else "current"


def first_text(value: Json, *names: str) -> str | None:
    return next((text for name in names if (text := text_or_none(value.get(name)))), None)


def texts_in(value: object) -> tuple[str, ...]:
    return tuple(storable(item) for item in value if isinstance(item, str)) if isinstance(value, list) else ()
