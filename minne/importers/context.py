"""What every reader is told, and the few steps that they share."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import cast

from minne.importers.records import RowError
from minne.importers.texts import MAX_NAME, MAX_TEXT, fault_in, kind_of
from minne.importers.times import BadTimeError, from_epoch, from_iso, refuse_future

Json = Mapping[str, object]

Progress = Callable[[int, int], None]

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)


class Meter:
    """Tells whoever wants to know how many bytes of how many have been got through."""

    def __init__(self, tell: Progress | None) -> None:
        self._tell = tell
        self._done = self._total = 0

    def expect(self, total: int) -> None:
        self._total = total

    def add(self, size: int) -> None:
        self._done += size
        if self._tell:
            self._tell(min(self._done, self._total), self._total)


@dataclass(frozen=True, slots=True)
class Context:
    """Whose the words are, the zone of times without one, and the moment of the import."""

    person: str | None
    zone: tzinfo | None
    now: datetime
    meter: Meter


def as_object(value: object) -> Json | None:
    return cast(Json, value) if isinstance(value, dict) else None


def objects_in(value: object) -> list[Json]:
    """The objects of an array; anything else counts as none."""
    return [cast(Json, item) for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def unique_id(conversation: str, message: str) -> str:
    """A UUID is the same everywhere and stands alone; any other id has its conversation's before it."""
    return message if _UUID.fullmatch(message) else storable(f"{conversation}:{message}")


def storable(name: str) -> str:
    """A tool's id as it stands, or a short one in its place where no database would keep it."""
    return digest(name) if fault_in(name, limit=MAX_NAME) else name


def digest(*parts: object) -> str:
    """A short stable id for what has none."""
    return hashlib.sha256("\x1f".join(str(part) for part in parts).encode("utf-8", "replace")).hexdigest()[
        :32
    ]


def text_error(row: int, field: str, text: str, *, limit: int = MAX_TEXT) -> RowError | None:
    fault = fault_in(text, limit=limit)
    return RowError(row, field, fault[0], {"field": field, **fault[1]}) if fault else None


def name_error(row: int, field: str, value: object) -> RowError | None:
    """The fault in an id or a name that must be there."""
    if not isinstance(value, str):
        return RowError(
            row, field, "wrong_type", {"field": field, "expected": "a text", "seen": kind_of(value)}
        )
    if not value.strip():
        return RowError(row, field, "empty_field", {"field": field})
    return text_error(row, field, value, limit=MAX_NAME)


def time_error(row: int, field: str, error: BadTimeError) -> RowError:
    return RowError(row, field, error.code, {"field": field, "value": error.value})


def any_time(value: object, *, context: Context, ahead: bool = False) -> tuple[datetime, bool] | None:
    """A time as epoch seconds or ISO text, and whether it is inexact; None where there is none, or 0.

    `ahead` lets a time lie in the future. Raises BadTimeError.
    """
    if value is None or value == "" or (not isinstance(value, str | bool) and value == 0):
        return None
    if isinstance(value, str):
        moment = from_iso(value, zone=context.zone)
        at, inexact = moment.at, moment.inexact
    else:
        at, inexact = from_epoch(value), False
    if not ahead:
        refuse_future(at, now=context.now)
    return at, inexact


def sound_time(value: object, *, context: Context) -> datetime | None:
    """The time if it is there and usable, for ordering and for falling back on."""
    try:
        found = any_time(value, context=context)
    except BadTimeError:
        return None
    return found[0] if found else None
