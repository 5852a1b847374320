"""Times as the exports write them, made aware and UTC, exact to the microsecond; never guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal

_ISO = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s?(Z|z|[+-]\d\d(?::?\d\d)?)?(?:\[[A-Za-z_/+-]+\])?",
    re.ASCII,
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
_EPOCH_EARLIEST = Decimal(946_684_800)  # 2000: an earlier count of seconds is something else
_EPOCH_LATEST = Decimal(253_402_300_800)  # the year 10000
_AHEAD = timedelta(days=1)


class BadTimeError(Exception):
    """The value is not a usable time; `code` is one of the row codes."""

    def __init__(self, code: str, value: object) -> None:
        self.code = code
        self.value = str(value)[:40]
        super().__init__(code)


@dataclass(frozen=True, slots=True)
class Moment:
    """A time in UTC; `inexact` where the clocks went back and the hour came twice."""

    at: datetime
    inexact: bool = False


def from_epoch(value: object) -> datetime:
    """Seconds since 1970 as int or Decimal, without a rounding step through float."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise BadTimeError("bad_time", value)
    seconds = Decimal(value)
    if not seconds.is_finite():
        raise BadTimeError("bad_time", value)
    if not _EPOCH_EARLIEST <= seconds < _EPOCH_LATEST:
        raise BadTimeError("out_of_range", value)
    return _EPOCH + timedelta(microseconds=int((seconds * 1_000_000).to_integral_value()))


def from_iso(value: object, *, zone: tzinfo | None) -> Moment:
    """An ISO 8601 date and time. Without offset it is refused unless a zone is declared."""
    match = _ISO.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        raise BadTimeError("bad_time", value)
    day, clock, fraction, offset = match.groups()
    try:
        parsed = datetime.fromisoformat(f"{day}T{clock}{(fraction or '')[:7]}{(offset or '').upper()}")
    except ValueError as error:
        raise BadTimeError("bad_time", value) from error
    return _placed(parsed, zone, value)


def _placed(parsed: datetime, zone: tzinfo | None, value: object) -> Moment:
    if parsed.tzinfo is None and zone is None:
        raise BadTimeError("naive_time", value)
    try:
        if parsed.tzinfo is not None:
            moment = Moment(parsed.astimezone(UTC))
        else:
            moment = _in_zone(parsed.replace(tzinfo=zone), value)
    except OverflowError as error:
        raise BadTimeError("out_of_range", value) from error
    if moment.at < _EARLIEST:
        raise BadTimeError("out_of_range", value)
    return moment


def _in_zone(local: datetime, value: object) -> Moment:
    at = local.astimezone(UTC)
    if at.astimezone(local.tzinfo).replace(fold=0) != local.replace(fold=0):
        raise BadTimeError("bad_time", value)  # the clocks went forward over it
    return Moment(at, inexact=local.replace(fold=1).astimezone(UTC) != at)


def day_start(value: object, *, zone: tzinfo | None, days: int = 0) -> datetime:
    """Midnight, in the zone (UTC if none), at the start of an ISO date, or that many days later."""
    if not isinstance(value, str) or not _DATE.fullmatch(value.strip()):
        raise BadTimeError("bad_time", value)
    try:
        day = date.fromisoformat(value.strip()) + timedelta(days=days)
        at = datetime.combine(day, time(), tzinfo=zone or UTC).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadTimeError("bad_time", value) from error
    if at < _EARLIEST:
        raise BadTimeError("out_of_range", value)
    return at


def refuse_future(at: datetime, *, now: datetime) -> None:
    """Clocks differ; a day ahead is let be, more is a mistake."""
    if at > now + _AHEAD:
        raise BadTimeError("future", at.isoformat())
