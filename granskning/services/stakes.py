"""What reviewed facts a policy would take out of the lists today: named, before anybody says yes to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth.models import User

from granskning.models import Item, Proposal
from granskning.services import confirmations, replays, report
from minne.domain.health import concerns_health
from minne.domain.policy import Policy
from minne.models import Person, PolicyVersion
from minne.services import lists

MOST_AT_ONCE = 20  # the others are a press away
IN_THE_WARNING = 3


@dataclass(frozen=True, slots=True)
class Lost:
    """A reviewed fact that would go. Without words where they may not be shown."""

    text: str
    label: str
    type: str
    health: bool


@dataclass(frozen=True)
class Stake:
    """The reviewed facts that would go: what was right first, and of that what concerns health first."""

    lost: Sequence[Lost]
    at: datetime

    @property
    def first(self) -> Sequence[Lost]:
        return self.lost[:MOST_AT_ONCE]

    @property
    def others(self) -> Sequence[Lost]:
        return self.lost[MOST_AT_ONCE:]

    @cached_property
    def right(self) -> Sequence[Lost]:
        return [one for one in self.lost if one.label == "correct"]

    @property
    def right_health(self) -> int:
        return sum(one.health for one in self.right)

    @property
    def named(self) -> Sequence[Lost]:
        """Some of the right ones, for a sentence."""
        return [one for one in self.right if one.text][:IN_THE_WARNING]


def at_stake(*, proposal: Proposal, policy: Policy, reviewer: User, now: datetime) -> Stake:
    """The reviewed facts served now that the policy would not serve; that they were shown is logged."""
    labelled = confirmations.labelled(proposal)
    gone = _gone(labelled.values(), policy, max(now, lists.folded_to() or now))
    items = [item for item in labelled.values() if str(item.fact_id) in gone]
    readable = report.readable(items)
    report.log_looks((item for item in items if item.pk in readable), reviewer=reviewer, now=now)
    lost = [_lost(item, shown=item.pk in readable) for item in items]
    return Stake(sorted(lost, key=_place), now)


def _place(one: Lost) -> tuple[bool, bool, bool, str]:
    return one.label != "correct", not one.health, not one.text, one.text


def _gone(items: Iterable[Item], policy: Policy, at: datetime) -> set[str]:
    people = Person.objects.filter(pk__in={item.person_id for item in items})
    folded = replays.lists_of(people, at=at, known_at=at)
    asked = [str(item.fact_id) for item in items]
    in_force = folded.served(PolicyVersion.objects.current().policy, among=asked)
    return set(in_force) - set(folded.served(policy, among=asked))


def _lost(item: Item, *, shown: bool) -> Lost:
    return Lost(item.text if shown else "", item.label, item.type_name, concerns_health(item.text))
