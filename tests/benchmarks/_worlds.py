"""Invented worlds: what people say, how often, and what of it is true. Written down to be argued with.

Every world has its own reason for being wrong, and the knob that answers to it (or none). Days are
counted back from the instant at which the list is judged; the policy in force is the default one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import get_args

from granskning.domain.pinned import Pinned
from granskning.domain.thresholds import Answer
from minne.domain.episodes import FactType, Kind
from minne.domain.events import Event, Timeline
from minne.domain.matching import Statement
from minne.domain.policy import Policy

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
IN_FORCE = Policy()
ASKED = 0.05  # of what is said, told to be remembered


@dataclass(frozen=True, slots=True)
class Said:
    """One statement: what it is, and how many days ago it was said, the first time first."""

    type: FactType
    kind: Kind
    days: tuple[float, ...]

    @property
    def last(self) -> float:
        return self.days[-1]

    @property
    def times(self) -> int:
        return len(self.days)


Truth = Callable[[random.Random, Said], Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """`knobs` are the ones that answer to what is wrong; none where no knob does."""

    name: str
    story: str
    knobs: tuple[str, ...]
    truth: Truth
    people: int = 12
    facts: int = 40  # said by each, many of them forgotten by now
    types: Mapping[FactType, float]
    inferred: float = 0.3
    again: float = 1.0  # further occasions, on average
    span: float = 300.0  # days over which things were first said


def _wrong(chance: float) -> Truth:
    return lambda rng, said: "incorrect" if rng.random() < chance else "correct"


def _outdated_after(days: float, type_: FactType | None = None, *, noise: float = 0.03) -> Truth:
    """Becomes untrue at a random time after it was last said, on average after so many days."""

    def truth(rng: random.Random, said: Said) -> Answer:
        if type_ in (None, said.type) and rng.expovariate(1 / days) < said.last:
            return "outdated"
        return _wrong(noise)(rng, said)

    return truth


def _wrong_when(holds: Callable[[Said], bool], chance: float, *, noise: float = 0.03) -> Truth:
    return lambda rng, said: _wrong(chance if holds(said) else noise)(rng, said)


def _either(one: Truth, other: Truth) -> Truth:
    def truth(rng: random.Random, said: Said) -> Answer:
        first = one(rng, said)
        return other(rng, said) if first == "correct" else first

    return truth


def _fewer_times_worse(rng: random.Random, said: Said) -> Answer:
    chance = {1: 0.5, 2: 0.45, 3: 0.1}.get(said.times, 0.02) if said.kind == "inferred" else 0.03
    return _wrong(chance)(rng, said)


def _worse_with_age(rng: random.Random, said: Said) -> Answer:
    """Misread more the longer ago it was last said, whatever it is."""
    return _wrong(1 - 0.5 ** (max(0.0, said.last - 30) / 150))(rng, said)


EVENLY: Mapping[FactType, float] = {"preference": 0.4, "knowledge": 0.3, "goal": 0.2, "temporary": 0.1}
MANY_GOALS: Mapping[FactType, float] = {"preference": 0.35, "knowledge": 0.2, "goal": 0.4, "temporary": 0.05}
MUCH_PASSING: Mapping[FactType, float] = {
    "preference": 0.25,
    "knowledge": 0.15,
    "goal": 0.1,
    "temporary": 0.5,
}

WORLDS = (
    World(
        name="stale_goals",
        story="Goals are over 60 days after they were last spoken of, on average; other facts last.",
        knobs=("half_life_days.goal",),
        truth=_outdated_after(60, "goal"),
        types=MANY_GOALS,
    ),
    World(
        name="wrong_at_one_mention",
        story="What was stated only once is wrong in half of the cases (jokes, misreadings).",
        knobs=("explicit_kinds",),
        truth=_wrong_when(lambda s: s.kind == "stated" and s.times == 1, 0.5),
        types=EVENLY,
    ),
    World(
        name="thin_inference",
        story="What was inferred from two occasions is wrong in 45 cases of a hundred, from three in ten.",
        knobs=("min_support",),
        truth=_fewer_times_worse,
        types=EVENLY,
        inferred=0.65,
        again=1.6,
    ),
    World(
        name="old_and_faint",
        story="The longer ago something was last said, the likelier it was misread, whatever it is.",
        knobs=("min_confidence",),
        truth=_worse_with_age,
        types=EVENLY,
    ),
    World(
        name="wrong_at_random",
        story="One fact in seven is wrong, and nothing about it shows which.",
        knobs=(),
        truth=_wrong(1 / 7),
        types=EVENLY,
    ),
    World(
        name="everything_ages",
        story="All types become outdated at the same pace, 300 days on average.",
        knobs=(),
        truth=_outdated_after(300),
        types=EVENLY,
    ),
    World(
        name="two_faults",
        story="Stale goals and wrong single statements at once.",
        knobs=("explicit_kinds", "half_life_days.goal"),
        truth=_either(_outdated_after(60, "goal"), _wrong_when(lambda s: s.times == 1, 0.25)),
        types=MANY_GOALS,
    ),
    World(
        name="long_lists",
        story="Four people over the cap; thin inferences are wrong, and what makes room lets others in.",
        knobs=("min_support",),
        truth=_wrong_when(lambda s: s.kind == "inferred" and s.times < 4, 0.4),
        people=4,
        facts=95,
        types=EVENLY,
        inferred=0.7,
        again=1.8,
    ),
    World(
        name="one_short_list",
        story="One person's list of some forty facts, in which passing things stay too long.",
        knobs=("half_life_days.temporary",),
        truth=_outdated_after(4, "temporary", noise=0.02),
        people=1,
        facts=60,
        types=MUCH_PASSING,
        again=0.8,
        span=25,
    ),
)


@dataclass(frozen=True, slots=True)
class Instance:
    """One world come true: everyone's lists, and the truth about each fact."""

    lists: Pinned
    said: Mapping[str, Said]
    truth: Mapping[str, Answer]


def come_true(world: World, *, seed: int) -> Instance:
    rng = random.Random(f"{world.name} {seed}")
    said = dict(_everything(world, rng))
    people: dict[str, dict[str, Timeline]] = {}
    for id_, one in said.items():
        people.setdefault(id_.split("-")[0], {})[id_] = _timeline(id_, one)
    truth = {id_: world.truth(rng, one) for id_, one in said.items()}
    return Instance(Pinned(people, at=NOW), said, truth)


def _everything(world: World, rng: random.Random) -> Iterator[tuple[str, Said]]:
    for person in range(world.people):
        for n in range(world.facts):
            yield f"{person}-{n}", _said(world, rng)


def _said(world: World, rng: random.Random) -> Said:
    types = get_args(FactType)
    type_: FactType = rng.choices(types, [world.types[t] for t in types])[0]
    kind: Kind = (
        "inferred" if rng.random() < world.inferred else "asked" if rng.random() < ASKED else "stated"
    )
    first = rng.uniform(0, world.span)
    more = sum(rng.random() < world.again / 4 for _ in range(4))
    return Said(
        type_, kind, tuple(sorted((first, *(rng.uniform(0, first) for _ in range(more))), reverse=True))
    )


def _timeline(id_: str, said: Said) -> Timeline:
    events = [
        Event(
            action="mention",
            occurred_at=NOW - timedelta(days=ago),
            recorded_at=NOW - timedelta(days=ago),
            occasion=f"{id_} {ago}",
            kind=said.kind,
            source=f"{id_} {ago}",
            text=id_,
            type=said.type,
        )
        for ago in said.days
    ]
    return Timeline(Statement(key=f"+{id_}", base=id_, negated=False, slot=None, group=id_), events)
