"""The values a timeline is made of: events in, states out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal
from zoneinfo import ZoneInfo

from minne.domain.episodes import FactType, Kind
from minne.domain.matching import Statement, excludes
from minne.domain.policy import Policy

Action = Literal["merge", "mention", "confirm", "edit", "end", "deny"]
Status = Literal["denied", "ended", "expired", "faded", "candidate", "over_cap", "active"]

ACTIONS: tuple[Action, ...] = ("merge", "mention", "confirm", "edit", "end", "deny")  # in order at one moment
STATUSES: tuple[Status, ...] = ("active", "over_cap", "candidate", "faded", "expired", "ended", "denied")
STOCKHOLM: tzinfo = ZoneInfo("Europe/Stockholm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that was said or done about a fact. Times are aware.

    A mention has an occasion and a kind, and usually a source episode and a quote from it;
    `undone_at` is when the event was taken back, if it was. A merge says that the fact is, from then on,
    part of the fact with the id `into`.
    """

    action: Action
    occurred_at: datetime
    recorded_at: datetime
    by: str = ""
    undone_at: datetime | None = None
    occasion: str = ""
    kind: Kind = "inferred"
    source: str = ""
    position: int = 0
    quote: str = ""
    text: str = ""
    type: FactType | None = None
    valid_until: date | None = None
    into: str = ""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The events of one statement about one person, in any order.

    `also` are the statements merged into it: it excludes what they exclude.
    """

    statement: Statement
    events: Sequence[Event]
    also: tuple[Statement, ...] = ()

    @property
    def statements(self) -> tuple[Statement, ...]:
        return (self.statement, *self.also)

    def excludes(self, other: Timeline) -> bool:
        return any(excludes(mine, its) for mine in self.statements for its in other.statements)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What the events amount to at one moment; `confidence` is the one at `last_supported`.

    `active_until` is None unless the fact is active. The cap is not known here: see `replay.rank`.
    """

    status: Status
    text: str
    type: FactType
    kind: Kind
    quote: str
    support: int
    confidence: float
    last_supported: datetime | None
    valid_until: date | None
    active_until: datetime | None
    fades_at: datetime | None
    expires_at: datetime | None
    sources: tuple[str, ...]

    def confidence_at(self, now: datetime, policy: Policy) -> float:
        """The confidence as it has decayed by `now`; 0 where nothing is learned."""
        if self.last_supported is None:
            return 0.0
        return policy.decayed(self.confidence, since=self.last_supported, at=now, type=self.type)

    def status_at(self, now: datetime) -> Status:
        """The status at a moment after the last event: what was active then may have lapsed since."""
        if self.status not in ("active", "faded"):
            return self.status
        if self.expires_at is not None and now >= self.expires_at:
            return "expired"
        lapsed = self.active_until is None or now >= self.active_until
        return "faded" if lapsed else "active"


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """The midnight that ends `day` in the zone, in UTC."""
    if day >= date.max - timedelta(days=2):
        return datetime.max.replace(tzinfo=UTC) - timedelta(days=2)
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=zone).astimezone(UTC)
