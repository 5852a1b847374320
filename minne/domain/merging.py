"""Facts that a person has merged: what was said of one counts for another, until that is taken back.

A merge is an event on the timeline of the fact merged, naming the fact kept. So it is taken back,
replayed and left out of an earlier day like any other event, and no event changes place for good.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from minne.domain.events import Event, Timeline
from minne.domain.timeline import order


def united(timelines: Mapping[str, Timeline], now: datetime | None = None) -> dict[str, Timeline]:
    """One person's timelines by fact id, each with the events of what is merged into it by `now`.

    The facts merged are left out. Their events keep their times, occasions, kinds, quotes and end dates,
    and take the words and the type of the fact kept; how they were reworded concerns nobody any more.
    """
    roots = kept(timelines, now)
    merged: dict[str, list[Timeline]] = defaultdict(list)
    for id_, root in sorted(roots.items()):
        merged[root].append(timelines[id_])
    return {
        id_: _united(line, merged[id_], now) if id_ in merged else line
        for id_, line in timelines.items()
        if id_ not in roots
    }


def kept(timelines: Mapping[str, Timeline], now: datetime | None = None) -> dict[str, str]:
    """For each fact merged into another by `now`, the fact that is kept in the end."""
    into = {
        id_: event.into
        for id_, line in timelines.items()
        for event in line.events
        if event.action == "merge" and event.into in timelines and _counts(event, now)
    }
    return {id_: _end(id_, into) for id_ in into}


def groups(timelines: Mapping[str, Timeline]) -> dict[str, dict[str, Timeline]]:
    """United timelines in the groups that are folded together: exclusion groups that share a fact are one."""
    leader: dict[str, str] = {}
    for line in timelines.values():
        for other in line.also:
            first, second = sorted((_end(line.statement.group, leader), _end(other.group, leader)))
            if first != second:
                leader[second] = first
    found: dict[str, dict[str, Timeline]] = defaultdict(dict)
    for id_, line in timelines.items():
        found[_end(line.statement.group, leader)][id_] = line
    return dict(found)


def _end(name: str, leads_to: Mapping[str, str]) -> str:
    path = [name]
    while (following := leads_to.get(path[-1])) is not None and following not in path:
        path.append(following)
    return path[-1]


def _counts(event: Event, now: datetime | None) -> bool:
    return event.undone_at is None and (now is None or event.occurred_at <= now)


def _united(line: Timeline, merged: list[Timeline], now: datetime | None) -> Timeline:
    own = [e for e in line.events if e.text and e.action in ("mention", "confirm") and _counts(e, now)]
    words = min(own, key=lambda event: order("", event), default=None)
    moved = [event for other in merged for event in _moved(other, words)]
    also = (statement for other in merged for statement in other.statements)
    return Timeline(line.statement, [*line.events, *moved], tuple(also))


def _moved(line: Timeline, words: Event | None) -> Iterator[Event]:
    for event in line.events:
        if event.action == "edit":
            continue
        if words is None or not event.text:
            yield event
        else:
            yield replace(event, text=words.text, type=words.type if event.type else None)
