"""A fact is its timeline: events in, state out. No clock, no database.

`fold` walks the events of one exclusion group in the order in which they happened, so the same
events give the same states whatever order they arrived in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo

from minne.domain.episodes import KINDS, FactType, Kind
from minne.domain.events import ACTIONS, STOCKHOLM, Event, State, Status, Timeline, end_of_day
from minne.domain.policy import Policy


class _Life:
    """What has counted since counting last began: occasions by their strongest kind, and mentions."""

    def __init__(self) -> None:
        self.learned = False
        self.confidence = 0.0
        self.last_supported: datetime | None = None
        self.occasions: dict[str, Kind] = {}
        self.mentions: list[Event] = []

    @property
    def kind(self) -> Kind:
        return max(self.occasions.values(), key=KINDS.index, default="asked")

    @property
    def valid_until(self) -> date | None:
        return next((m.valid_until for m in reversed(self.mentions) if m.valid_until), None)


class _Fact:
    """One statement while its group is folded."""

    def __init__(self, policy: Policy, zone: tzinfo) -> None:
        self.policy, self.zone = policy, zone
        self.denied = False
        self.closed: Status | None = None
        self.life = _Life()
        self.shown = self.life  # the life whose text and numbers are shown
        self.first: Event | None = None
        self.last_words: Event | None = None  # the latest confirm, for a fact that no mention carries
        self.edited = ""

    @property
    def type(self) -> FactType:
        return next((b.type for b in self._bearers() if b.type), "knowledge")

    def fades_at(self) -> datetime | None:
        if not self.shown.learned or self.shown.last_supported is None:
            return None
        return self.policy.fades_at(self.shown.confidence, since=self.shown.last_supported, type=self.type)

    def expires_at(self) -> datetime | None:
        until = self.shown.valid_until
        return end_of_day(until, self.zone) if until and self.shown.learned else None

    def advance(self, now: datetime) -> None:
        """Let time pass: a learned fact whose time is out lapses, and counting starts anew."""
        if not self.life.learned:
            return
        fades, expires = self.fades_at(), self.expires_at()
        if expires is not None and now >= expires:
            self._close("expired")
        elif fades is not None and now >= fades:
            self._close("faded")

    def _close(self, status: Status) -> None:
        self.closed = status
        self.life = _Life()

    def mention(self, event: Event) -> None:
        if self.denied:
            if event.kind == "inferred":
                return
            self._lift()
        self.life.mentions.append(event)
        before = self.life.occasions.get(event.occasion)
        stronger = before is None or KINDS.index(event.kind) > KINDS.index(before)
        if stronger:
            self.life.occasions[event.occasion] = event.kind
        if not self.life.learned:
            self._learn_if_enough(event)
        elif stronger:
            self._support(event, new=before is None)

    def _lift(self) -> None:
        self.denied, self.closed, self.edited = False, None, ""
        self.shown = self.life

    def _learn_if_enough(self, event: Event) -> None:
        kinds = self.life.occasions.values()
        if len(kinds) >= self.policy.min_support or any(k in self.policy.explicit_kinds for k in kinds):
            asked = "asked" in kinds
            self._learn(
                event.occurred_at, self.policy.asked_confidence if asked else self.policy.initial_confidence
            )

    def _learn(self, at: datetime, confidence: float) -> None:
        self.life.learned, self.life.confidence, self.life.last_supported = True, confidence, at
        self.closed, self.shown = None, self.life

    def _support(self, event: Event, *, new: bool) -> None:
        life = self.life
        if not new and event.kind != "asked":
            return
        confidence = self._confidence_at(event.occurred_at)
        if new:
            confidence = min(1.0, confidence + self.policy.support_step)
        if event.kind == "asked":
            confidence = max(confidence, self.policy.asked_confidence)
        life.confidence, life.last_supported = confidence, event.occurred_at

    def _confidence_at(self, now: datetime) -> float:
        since = self.life.last_supported
        if since is None:
            return 0.0
        return self.policy.decayed(self.life.confidence, since=since, at=now, type=self.type)

    def confirm(self, event: Event) -> None:
        if self.denied:
            self._lift()
        self.last_words = event
        self._learn(event.occurred_at, 1.0)

    def end(self) -> None:
        if not self.denied:
            self._close("ended")

    def end_if_counting(self) -> None:
        """Superseded: only what had begun to count can end."""
        if self.life.occasions or self.life.learned:
            self._close("ended")

    def deny(self) -> None:
        self.denied, self.closed, self.edited = True, None, ""
        self.life = _Life()

    def edit(self, event: Event) -> None:
        self.edited = event.text

    def state(self, now: datetime) -> State:
        self.advance(now)
        words = self._words()
        fades, expires = self.fades_at(), self.expires_at()
        status = self._status(now)
        ends = [moment for moment in (fades, expires) if moment is not None]
        learned = self.shown.learned and status != "denied"
        return State(
            status=status,
            text=self.edited or words.text,
            type=self.type,
            kind=self.shown.kind if self.shown.occasions or self.shown.learned else words.kind,
            quote=words.quote,
            support=0 if status == "denied" else len(self.shown.occasions),
            confidence=self.shown.confidence if learned else 0.0,
            last_supported=self.shown.last_supported if learned else None,
            valid_until=self.shown.valid_until,
            active_until=min(ends) if status == "active" and ends else None,
            fades_at=fades,
            expires_at=expires,
            sources=tuple(dict.fromkeys(m.source for m in self.shown.mentions if m.source)),
        )

    def _status(self, now: datetime) -> Status:
        if self.denied:
            return "denied"
        if self.closed is not None:
            expires = self.expires_at() if self.closed == "faded" else None
            return "expired" if expires is not None and now >= expires else self.closed
        return "active" if self.life.learned else "candidate"

    def _words(self) -> Event:
        bearers = self._bearers()
        return next((b for b in bearers if b.text), bearers[-1])

    def _bearers(self) -> list[Event]:
        """The events that may lend the fact its words, the best first."""
        chosen = (next(iter(self.shown.mentions), None), self.last_words, self.first)
        return [event for event in chosen if event is not None]


def fold(
    timelines: Iterable[Timeline], policy: Policy, now: datetime, *, zone: tzinfo = STOCKHOLM
) -> dict[str, State]:
    """The states at `now` of the facts of one exclusion group, by key.

    Events after `now` and events taken back do not count; a fact with no other event is left out.
    `zone` says whose midnight ends a day of validity.
    """
    now, timelines = now.astimezone(UTC), list(timelines)
    facts = {t.statement.key: _Fact(policy, zone) for t in timelines}
    rivals = _rivals(timelines, facts)
    seen: set[str] = set()
    for key, event in _in_order(timelines, now):
        for fact in facts.values():
            fact.advance(event.occurred_at)
        seen.add(key)
        _apply(event, facts[key], rivals[key])
    return {key: facts[key].state(now) for key in facts if key in seen}


def _rivals(timelines: Sequence[Timeline], facts: Mapping[str, _Fact]) -> dict[str, list[_Fact]]:
    return {
        line.statement.key: [
            facts[other.statement.key] for other in timelines if other is not line and line.excludes(other)
        ]
        for line in timelines
    }


def _in_order(timelines: Iterable[Timeline], now: datetime) -> list[tuple[str, Event]]:
    """Live events as (key, event) by (time, action, source, position, key), times in UTC."""
    live = [
        (t.statement.key, e)
        for t in timelines
        for e in t.events
        if e.action != "merge" and e.undone_at is None and e.occurred_at <= now
    ]
    return sorted(live, key=lambda pair: order(*pair))


def order(key: str, event: Event) -> tuple[object, ...]:
    """The design's order, made total so that even mentions that differ in nothing else have one."""
    place = (event.occurred_at, ACTIONS.index(event.action), event.source, event.position, key)
    rest = (KINDS.index(event.kind), event.text, event.type or "", str(event.valid_until), event.quote)
    return place + rest


def _apply(event: Event, fact: _Fact, rivals: Sequence[_Fact]) -> None:
    if fact.first is None or not fact.first.text:
        fact.first = event
    match event.action:
        case "mention":
            if event.kind == "inferred" and any(r.life.learned for r in rivals):
                return
            fact.mention(event)
            if event.kind != "inferred" and fact.life.learned:
                _supersede(rivals)
        case "confirm":
            fact.confirm(event)
            _supersede(rivals)
        case "edit":
            fact.edit(event)
        case "end":
            fact.end()
        case "deny":
            fact.deny()


def _supersede(rivals: Sequence[_Fact]) -> None:
    for rival in rivals:
        rival.end_if_counting()
