"""What is remembered at a moment: one person's list, or everyone's that may be shown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max

from minne.domain.events import Status
from minne.domain.health import concerns_health
from minne.domain.policy import Policy
from minne.domain.replay import Listed, rank, replay
from minne.models import Fact, Person, PolicyVersion
from minne.services.projection import timelines
from minne.zone import zone


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact as it stands in the list at the moment asked."""

    fact: Fact
    listed: Listed

    @property
    def status(self) -> Status:
        return self.listed.status

    @property
    def confidence(self) -> float:
        return self.listed.confidence


def entries(person: Person, now: datetime, *, policy: Policy | None = None) -> list[Entry]:
    """Every fact of the person in list order: from the projection, or folded for an earlier moment.

    With `policy` the list is replayed under that policy instead of the one in force.
    """
    facts = {str(fact.pk): fact for fact in Fact.objects.for_person(person)}
    latest = max((f.folded_to for f in facts.values() if f.folded_to), default=now)
    if policy is not None or now < latest:
        policy = policy or PolicyVersion.objects.current().policy
        listed = replay(timelines(facts.values()), policy, now, zone=zone())
    else:
        states = {id_: fact.state for id_, fact in facts.items() if fact.status}
        listed = rank(states, PolicyVersion.objects.current().policy, now)
    return [Entry(facts[item.id], item) for item in listed]


def served(person: Person, now: datetime) -> list[Entry]:
    """The list that is served: active, within the cap, most certain first."""
    return [entry for entry in entries(person, now) if entry.status == "active"]


def compared(people: Iterable[Person], now: datetime, *, policy: Policy) -> dict[str, Counter[str]]:
    """What another policy would do to these people's lists: counts of kept, forgotten, admitted by type.

    Of the forgotten, those that concern health are counted too.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for person in people:
        before = {entry.fact.pk: entry for entry in served(person, now)}
        after = {e.fact.pk: e for e in entries(person, now, policy=policy) if e.status == "active"}
        for pk, entry in (before | after).items():
            what = "admitted" if pk not in before else "kept" if pk in after else "forgotten"
            counts[entry.listed.state.type][what] += 1
            if what == "forgotten":
                counts[entry.listed.state.type]["health"] += concerns_health(entry.listed.state.text)
    return counts


def served_ids(people: Iterable[Person], now: datetime) -> list[str]:
    """The ids of the facts served to these people at `now`: the frame of a round.

    `now` is after every event that the projections know of; only people over the cap are ranked.
    """
    policy = PolicyVersion.objects.current().policy
    by_person: dict[int, list[Fact]] = defaultdict(list)
    for fact in Fact.objects.filter(person__in=people).active(now).order_by("pk").iterator():
        by_person[fact.person_id].append(fact)
    return [id_ for facts in by_person.values() for id_ in _within_cap(facts, policy, now)]


def _within_cap(facts: list[Fact], policy: Policy, now: datetime) -> list[str]:
    if len(facts) <= policy.max_facts:
        return [str(fact.pk) for fact in facts]
    ranked = rank({str(fact.pk): fact.state for fact in facts}, policy, now)
    return [item.id for item in ranked if item.status == "active"]


def folded_to() -> datetime | None:
    """The latest event that any projection knows of."""
    latest: datetime | None = Fact.objects.aggregate(latest=Max("folded_to"))["latest"]
    return latest


def status_counts() -> dict[str, int]:
    """How many facts stand in each projected status."""
    rows = Fact.objects.listed().values_list("status").annotate(count=Count("pk"))
    return dict(rows)
