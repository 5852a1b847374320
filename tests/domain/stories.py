"""Small timelines for the tests: days are counted from day 0, 1 January 2026 at noon UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from minne.domain.events import Event, State, Timeline
from minne.domain.matching import Statement
from minne.domain.policy import Policy
from minne.domain.timeline import fold

DAY_0 = datetime(2026, 1, 1, 12, tzinfo=UTC)
DEFAULT = Policy()


def day(n: float) -> datetime:
    return DAY_0 + timedelta(days=n)


def statement(key: str, *, slot: str | None = None) -> Statement:
    """A statement whose key is "+base" or "-base"."""
    base = key[1:]
    return Statement(key=key, base=base, negated=key[0] == "-", slot=slot, group=slot or base)


def event(action: str, at: float, **fields: Any) -> Event:
    known = {"recorded_at": day(at), "by": "person"} | fields
    return Event(action=action, occurred_at=day(at), **known)  # type: ignore[arg-type]


def mention(at: float, kind: str = "stated", *, talk: str = "", **fields: Any) -> Event:
    """A mention on a day; in a conversation of its own unless `talk` names one."""
    known: dict[str, Any] = {
        "by": "job",
        "kind": kind,
        "occasion": f"{int(at)}:{talk or at}",
        "source": f"e{at}",
        "text": "Gillar kaffe",
        "quote": f"jag gillar kaffe (dag {at})",
        "type": "preference",
    }
    return event("mention", at, **known | fields)


def state(*events: Event, at: float, policy: Policy = DEFAULT) -> State:
    """The state on a day of a lone fact with these events."""
    line = Timeline(statement("+kaffe"), events)
    return fold([line], policy, day(at))["+kaffe"]


def group(lines: dict[str, list[Event]], *, slot: str | None = None, at: float) -> dict[str, str]:
    """The statuses on a day of facts folded together, by key."""
    timelines = [Timeline(statement(k, slot=None if k[0] == "-" else slot), e) for k, e in lines.items()]
    return {key: s.status_at(day(at)) for key, s in fold(timelines, DEFAULT, day(at)).items()}


def until(n: float) -> date:
    return day(n).date()
