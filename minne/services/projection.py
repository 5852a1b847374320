"""Keeping the facts' projections equal to the fold of their events."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from minne.domain import events as values
from minne.domain import merging
from minne.domain.events import State, Timeline
from minne.domain.matching import Statement
from minne.domain.policy import Policy
from minne.domain.timeline import fold
from minne.models import Event, Fact, Person, PolicyVersion, Tombstone
from minne.services import tombstones
from minne.services.people import all_locked
from minne.zone import zone

PEOPLE_AT_ONCE = 100
PROJECTED = [
    *("status", "text", "type", "kind", "quote", "support", "confidence", "last_supported_at"),
    *("valid_until", "active_until", "fades_at", "expires_at", "sources", "folded_to", "merged_into"),
    "policy",
]


def timelines(facts: Iterable[Fact]) -> dict[str, Timeline]:
    """The facts' own timelines by fact id, in one query; merges are among the events."""
    rows = {fact.pk: fact for fact in facts}
    events: dict[uuid.UUID, list[values.Event]] = defaultdict(list)
    told = Event.objects.filter(fact__in=rows).values_list(*_TOLD)
    for pk, event in _as_values(told, _TOLD):
        events[pk].append(event)
    for pk, erased in tombstones.erased_at(rows.values()).items():
        events[pk] = tombstones.since_said_anew(events[pk], erased)
    return {str(pk): Timeline(fact.statement, events[pk]) for pk, fact in rows.items()}


def wordless(people: QuerySet[Person]) -> dict[int, dict[str, Timeline]]:
    """Everyone's timelines without what was said, by person and fact: enough to know what a policy serves."""
    theirs = people.order_by().values("pk")
    events: dict[uuid.UUID, list[values.Event]] = defaultdict(list)
    told = Event.objects.filter(fact__person__in=theirs).values_list(*_WORDLESS)
    for pk, event in _as_values(told.iterator(), _WORDLESS):
        events[pk].append(event)
    for pk, erased in tombstones.erased_at(Fact.objects.filter(person__in=_with_stones(theirs))).items():
        events[pk] = tombstones.since_said_anew(events[pk], erased)
    lines: dict[int, dict[str, Timeline]] = defaultdict(dict)
    facts = Fact.objects.filter(person__in=theirs).order_by("pk").values_list("pk", "person", *_STATED)
    for pk, person, key, base, negated, slot, group in facts.iterator():
        said = Statement(key=key, base=base, negated=negated, slot=slot, group=group)
        lines[person][str(pk)] = Timeline(said, events[pk])
    return lines


def _with_stones(people: Any) -> QuerySet[Any, Any]:
    return Tombstone.objects.filter(person__in=people).order_by().values("person")


def _as_values(
    rows: Iterable[Sequence[Any]], columns: Sequence[str]
) -> Iterator[tuple[uuid.UUID, values.Event]]:
    """Events by fact, from plain rows: there may be tens of thousands of them."""
    for fact, source, kind, type_, into, *same in rows:
        told: dict[str, Any] = dict(zip(columns[5:], same, strict=True))
        told |= {"source": source or "", "kind": kind or "inferred", "type": type_ or None}
        yield fact, values.Event(into=str(into or ""), **told)


_STATED = ("key", "base", "negated", "slot", "group")
_WORDLESS = (
    *("fact", "source__external_id", "kind", "type", "into"),
    *("action", "by", "occurred_at", "recorded_at", "undone_at", "occasion", "position", "valid_until"),
)
_TOLD = (*_WORDLESS, "quote", "text")


def refold(*, person: Person, groups: set[str] | None = None) -> list[Fact]:
    """Fold the groups anew under the policy in force, write what differs, and return those facts.

    Call it inside the transaction that added or took back the events, with the person locked.
    """
    if groups is not None and not groups:
        return []
    version = PolicyVersion.objects.current()
    facts = Fact.objects.for_person(person)
    if groups is not None:
        facts = facts.filter(group__in=folded_together(person, groups))
    changed = list(differing(facts, version))
    # An upsert of whole rows, which are all there: many times cheaper than an UPDATE of cases.
    Fact.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["id"], update_fields=PROJECTED, batch_size=200
    )
    return changed


def folded_together(person: Person, groups: set[str]) -> set[str]:
    """The groups, and those that merges make one with them."""
    merges = Event.objects.for_person(person).live().merges()
    pairs = [set(pair) for pair in merges.order_by().values_list("fact__group", "into__group")]
    found, before = set(groups), 0
    while len(found) > before:
        before = len(found)
        found = found.union(*(pair for pair in pairs if pair & found))
    return found


def differing(facts: Iterable[Fact], version: PolicyVersion) -> Iterator[Fact]:
    """The facts whose projection is not the fold of their events, with the right one set on them."""
    for folded in _folded(list(facts), version.policy):
        fact = folded.fact
        before = [getattr(fact, f) for f in _COMPARED]
        _project(folded)
        stale = fact.policy_id != version.pk
        fact.policy = version
        if stale or before != [getattr(fact, f) for f in _COMPARED]:
            yield fact


_COMPARED = [
    field.attname for field in Fact._meta.fields if field.name in PROJECTED and field.name != "policy"
]


@dataclass(frozen=True, slots=True)
class _Folded:
    """What became of a fact at the last moment of its group; `kept` is the one it is merged into."""

    fact: Fact
    state: State | None
    moment: datetime | None
    kept: str | None = None


def _folded(facts: Sequence[Fact], policy: Policy) -> Iterator[_Folded]:
    lines = timelines(facts)
    people: dict[int, dict[str, Fact]] = defaultdict(dict)
    for fact in facts:
        people[fact.person_id][str(fact.pk)] = fact
    for theirs in people.values():
        own = {id_: lines[id_] for id_ in theirs}
        for id_, root in merging.kept(own).items():
            yield _Folded(theirs[id_], None, _last_moment([own[id_]]), root)
        for group in merging.groups(merging.united(own)).values():
            moment = _last_moment(group.values())
            states = fold(group.values(), policy, moment, zone=zone()) if moment else {}
            for id_, line in group.items():
                yield _Folded(theirs[id_], states.get(line.statement.key), moment)


def _last_moment(lines: Iterable[Timeline]) -> datetime | None:
    live = (e.occurred_at for line in lines for e in line.events if not e.undone_at)
    return max(live, default=None)


def _project(folded: _Folded) -> None:
    fact, state = folded.fact, folded.state
    fact.folded_to = folded.moment
    fact.merged_into_id = uuid.UUID(folded.kept) if folded.kept else None
    if state is None:
        fact.status, fact.active_until = "", None
        return
    fact.status, fact.text, fact.type, fact.kind = state.status, state.text, state.type, state.kind
    fact.quote, fact.support, fact.sources = state.quote, state.support, list(state.sources)
    fact.confidence, fact.last_supported_at = state.confidence, state.last_supported
    fact.valid_until, fact.active_until = state.valid_until, state.active_until
    fact.fades_at, fact.expires_at = state.fades_at, state.expires_at


def refold_everyone(*, progress: Callable[[int], None] = lambda done: None) -> int:
    """Bring every projection under the policy in force, a hundred people a transaction."""
    done = 0
    while people := refold_some():
        done += people
        progress(done)
    return done


def refold_some() -> int:
    """The next hundred people whose projections are behind; how many they were, 0 when none is."""
    version = PolicyVersion.objects.current()
    behind = Fact.objects.exclude(policy=version).values_list("person", flat=True).distinct()
    people = list(behind.order_by("person")[:PEOPLE_AT_ONCE])
    with transaction.atomic():
        for person in all_locked(people).values():
            refold(person=person)
    return len(people)


def catch_up(now: datetime) -> None:
    """What was begun when thresholds were changed, and left. A chore."""
    refold_everyone()


def people_behind() -> int:
    """How many people's lists wait to be folded under the policy in force."""
    behind = Fact.objects.exclude(policy=PolicyVersion.objects.current())
    return behind.values("person").distinct().count()


def all_under(version: PolicyVersion) -> bool:
    """Whether every fact is folded under this version: nothing is drawn before that."""
    return not Fact.objects.exclude(policy=version).exists()
