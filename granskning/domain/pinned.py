"""Everyone's list at one instant, under any policy: what labels are replayed on.

Whole exclusion groups are folded, by the memory's own fold, so a replay is what the policy would have
served and not a guess. Folds are kept by the numbers that can matter to them: a half-life of goals does
not fold anew what has no goal in it. The cap needs a whole person; it is drawn for those who could be
over it, and the bound that says who could is never too low.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo

from minne.domain.episodes import FactType
from minne.domain.events import STOCKHOLM, Event, State, Timeline
from minne.domain.merging import groups, united
from minne.domain.policy import Policy
from minne.domain.replay import rank
from minne.domain.timeline import fold

DEFAULT_TYPE: FactType = "knowledge"  # what the fold calls a fact that nothing gives a type


@dataclass(frozen=True, slots=True)
class _Group:
    """Facts that are folded together, by id, and the types that any of them could have."""

    timelines: Mapping[str, Timeline]
    types: tuple[FactType, ...]
    folds: dict[tuple[object, ...], dict[str, State]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Person:
    """The groups, and of each fact when it was last supported and the types it could have."""

    groups: Mapping[str, _Group]
    lasting: list[tuple[datetime, tuple[FactType, ...]]] = field(default_factory=list)


class Pinned:
    """The timelines of people as known at one moment (`known_at`), and their lists at the instant `at`.

    `people` maps a name for each person to their timelines by fact id; ids are unique over all.
    """

    def __init__(
        self,
        people: Mapping[str, Mapping[str, Timeline]],
        *,
        at: datetime,
        known_at: datetime | None = None,
        zone: tzinfo = STOCKHOLM,
    ) -> None:
        self.at, self.zone = at, zone
        self._people: dict[str, _Person] = {}
        self._home: dict[str, tuple[str, str]] = {}
        for name, timelines in people.items():
            known = {id_: _as_known(line, at, known_at or at) for id_, line in timelines.items()}
            self._add(name, groups(united(known, at)))

    def _add(self, name: str, members: Mapping[str, Mapping[str, Timeline]]) -> None:
        """Take in a person's groups; a fact merged into another by then is a part of that one."""
        person = _Person({key: _Group(lines, _types(lines.values())) for key, lines in members.items()})
        for key, group in person.groups.items():
            for id_, line in group.timelines.items():
                self._home[id_] = (name, key)
                last = _last_support(line)
                if last is not None:
                    person.lasting.append((last, group.types))
        self._people[name] = person

    def served(self, policy: Policy, *, among: Collection[str] | None = None) -> dict[str, FactType]:
        """The facts that the policy serves at the instant, with their types; only those asked about."""
        served: dict[str, FactType] = {}
        for name, wanted in self._asked(among).items():
            person = self._people[name]
            everything = wanted is None or self._may_be_over(person, policy)
            states = self._states(person, policy, person.groups if everything else wanted or ())
            served |= {
                item.id: item.state.type for item in rank(states, policy, self.at) if item.status == "active"
            }
        return served if among is None else {id_: served[id_] for id_ in among if id_ in served}

    def state(self, id_: str, policy: Policy) -> State | None:
        """The fact's state at the instant; None for one that is unknown or that nothing live is about."""
        if id_ not in self._home:
            return None
        name, group = self._home[id_]
        return self._states(self._people[name], policy, [group]).get(id_)

    def owner(self, id_: str) -> str:
        """The name of the person whose fact it is."""
        return self._home[id_][0]

    def _asked(self, among: Collection[str] | None) -> dict[str, set[str] | None]:
        if among is None:
            return dict.fromkeys(self._people)
        asked: dict[str, set[str] | None] = {}
        for id_ in among:
            if id_ in self._home:
                name, group = self._home[id_]
                wanted = asked.setdefault(name, set())
                if wanted is not None:
                    wanted.add(group)
        return asked

    def _may_be_over(self, person: _Person, policy: Policy) -> bool:
        """Whether more than the cap could be active, were each fully certain when last supported."""
        if len(person.lasting) <= policy.max_facts:
            return False
        could = (
            any(policy.fades_at(1.0, since=last, type=type_) > self.at for type_ in types)
            for last, types in person.lasting
        )
        return sum(could) > policy.max_facts

    def _states(self, person: _Person, policy: Policy, groups: Iterable[str]) -> dict[str, State]:
        states: dict[str, State] = {}
        for key in groups:
            states |= self._folded(person.groups[key], policy)
        return states

    def _folded(self, group: _Group, policy: Policy) -> dict[str, State]:
        lives = tuple(policy.half_life_days[type_] for type_ in group.types)
        matters = (
            *(policy.min_support, policy.explicit_kinds, policy.min_confidence, policy.initial_confidence),
            *(policy.asked_confidence, policy.support_step, lives),
        )
        if matters not in group.folds:
            states = fold(group.timelines.values(), policy, self.at, zone=self.zone)
            by_id = {id_: states.get(line.statement.key) for id_, line in group.timelines.items()}
            group.folds[matters] = {id_: state for id_, state in by_id.items() if state is not None}
        return group.folds[matters]


def _as_known(line: Timeline, at: datetime, known_at: datetime) -> Timeline:
    """The timeline with what was known, and had happened, by then; what was taken back later still holds."""
    if all(e.undone_at is None and e.recorded_at <= known_at and e.occurred_at <= at for e in line.events):
        return line
    known = [e for e in line.events if e.recorded_at <= known_at and e.occurred_at <= at]
    live = [e for e in known if e.undone_at is None or e.undone_at > known_at]
    return Timeline(line.statement, [replace(e, undone_at=None) if e.undone_at else e for e in live])


def _last_support(line: Timeline) -> datetime | None:
    return max((e.occurred_at for e in line.events if e.action in ("mention", "confirm")), default=None)


def _types(lines: Iterable[Timeline]) -> tuple[FactType, ...]:
    events: list[Event] = [event for line in lines for event in line.events]
    return tuple(sorted({DEFAULT_TYPE} | {event.type for event in events if event.type}))
