"""Keeping the facts' projections equal to the fold of their events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from minne.domain.events import State, Timeline
from minne.domain.policy import Policy
from minne.domain.timeline import fold
from minne.models import Event, Fact, Person, PolicyVersion
from minne.zone import zone

PEOPLE_AT_ONCE = 100
PROJECTED = [
    *("status", "text", "type", "kind", "quote", "support", "confidence", "last_supported_at"),
    *("valid_until", "active_until", "fades_at", "expires_at", "sources", "folded_to", "policy"),
]


def timelines(facts: Iterable[Fact]) -> dict[str, Timeline]:
    """The facts' timelines by fact id, in one query."""
    rows = {fact.pk: fact for fact in facts}
    events: dict[Any, list[Any]] = defaultdict(list)
    for event in Event.objects.filter(fact__in=rows).select_related("source"):
        events[event.fact_id].append(event.as_value())
    return {str(pk): Timeline(fact.statement, events[pk]) for pk, fact in rows.items()}


def refold(*, person: Person, groups: set[str] | None = None) -> list[Fact]:
    """Fold the groups anew under the policy in force, write what differs, and return those facts.

    Call it inside the transaction that added or took back the events, with the person locked.
    """
    version = PolicyVersion.objects.current()
    facts = Fact.objects.for_person(person)
    if groups is not None:
        facts = facts.filter(group__in=groups)
    changed = list(differing(facts, version))
    # An upsert of whole rows, which are all there: many times cheaper than an UPDATE of cases.
    Fact.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["id"], update_fields=PROJECTED, batch_size=200
    )
    return changed


def differing(facts: Iterable[Fact], version: PolicyVersion) -> Iterator[Fact]:
    """The facts whose projection is not the fold of their events, with the right one set on them."""
    rows = list(facts)
    for fact, state, moment in _folded(rows, version.policy):
        before = [getattr(fact, f) for f in _COMPARED]
        _project(fact, state, moment)
        stale = fact.policy_id != version.pk
        fact.policy = version
        if stale or before != [getattr(fact, f) for f in _COMPARED]:
            yield fact


_COMPARED = [name for name in PROJECTED if name != "policy"]


def _folded(facts: Sequence[Fact], policy: Policy) -> Iterator[tuple[Fact, State | None, datetime | None]]:
    lines = timelines(facts)
    groups: dict[tuple[Any, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[fact.person_id, fact.group].append(fact)
    for group in groups.values():
        members = [lines[str(fact.pk)] for fact in group]
        moment = max((e.occurred_at for t in members for e in t.events if not e.undone_at), default=None)
        states = fold(members, policy, moment, zone=zone()) if moment else {}
        for fact in group:
            yield fact, states.get(fact.key), moment


def _project(fact: Fact, state: State | None, moment: datetime | None) -> None:
    fact.folded_to = moment
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
        for person in Person.objects.select_for_update().filter(pk__in=people).order_by("pk"):
            refold(person=person)
    return len(people)


def people_behind() -> int:
    """How many people's lists wait to be folded under the policy in force."""
    behind = Fact.objects.exclude(policy=PolicyVersion.objects.current())
    return behind.values("person").distinct().count()


def all_under(version: PolicyVersion) -> bool:
    """Whether every fact is folded under this version: nothing is drawn before that."""
    return not Fact.objects.exclude(policy=version).exists()
