"""Arguments that several commands take."""

from __future__ import annotations

from argparse import ArgumentTypeError
from datetime import UTC, datetime

from minne import clock
from minne.zone import zone


def moment(text: str) -> datetime:
    """An ISO moment in UTC; one without offset is in the installation's zone. "now" is the clock's."""
    if text == "now":
        return clock.now()
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        form = "skriv 2026-03-10 eller 2026-03-10T12:00+01:00"
        raise ArgumentTypeError(f"{text!r} är ingen tid: {form}") from None
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=zone())).astimezone(UTC)
