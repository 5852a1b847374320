"""The list that timelines amount to: under any policy, at any moment, as known on any day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from minne.domain.events import STATUSES, STOCKHOLM, Event, State, Status, Timeline
from minne.domain.merging import groups, united
from minne.domain.policy import Policy
from minne.domain.timeline import fold


@dataclass(frozen=True, slots=True)
class Listed:
    """One fact in a person's list: its id, its state, and confidence and status at the moment asked."""

    id: str
    state: State
    confidence: float
    status: Status


def replay(
    timelines: Mapping[str, Timeline],
    policy: Policy,
    now: datetime,
    *,
    zone: tzinfo = STOCKHOLM,
    recorded_by: datetime | None = None,
) -> list[Listed]:
    """One person's whole list at `now` under `policy`, in list order.

    `timelines` are by fact id. With `recorded_by` the list is what was known at that moment:
    events recorded later do not count, and events taken back later still do.
    """
    if recorded_by is not None:
        timelines = {id_: _as_known(t, recorded_by) for id_, t in timelines.items()}
    states: dict[str, State] = {}
    for group in groups(united(timelines, now)).values():
        folded = fold(group.values(), policy, now, zone=zone)
        states |= {id_: folded[t.statement.key] for id_, t in group.items() if t.statement.key in folded}
    return rank(states, policy, now)


def rank(states: Mapping[str, State], policy: Policy, now: datetime) -> list[Listed]:
    """The list order: status, then confidence now, then latest support, then id.

    Active facts beyond `max_facts` are marked over_cap.
    """
    listed = sorted((_listed(id_, s, policy, now) for id_, s in states.items()), key=_place)
    active = [item for item in listed if item.status == "active"]
    over = {item.id for item in active[policy.max_facts :]}
    return [replace(item, status="over_cap") if item.id in over else item for item in listed]


def _listed(id_: str, state: State, policy: Policy, now: datetime) -> Listed:
    return Listed(id_, state, state.confidence_at(now, policy), state.status_at(now))


def _place(item: Listed) -> tuple[int, float, float, str]:
    supported = item.state.last_supported
    return (
        STATUSES.index(item.status),
        -item.confidence,
        -supported.timestamp() if supported else 0.0,
        item.id,
    )


def _as_known(timeline: Timeline, moment: datetime) -> Timeline:
    return Timeline(timeline.statement, _known_events(timeline.events, moment))


def _known_events(events: Iterable[Event], moment: datetime) -> Sequence[Event]:
    known = [e for e in events if e.recorded_at <= moment]
    return [replace(e, undone_at=None) if e.undone_at and e.undone_at > moment else e for e in known]
