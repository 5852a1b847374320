"""How far a round has come, as one reviewer may know it: no answers, only how many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Literal

from django.contrib.auth.models import User
from django.db.models import Count, Min, Q

from granskning.models import Item, Round, Verdict

Waiting = Literal["closed", "held", "second", "disputed", "complete"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Counts of items: answered by me, done in the round, all, held by others, and left for me."""

    mine: int
    done: int
    total: int
    held: int
    free_at: datetime | None
    left: int
    closed: bool
    complete: bool

    def minutes_until_free(self, now: datetime) -> int:
        """Whole minutes, rounded up, until the first held item is free."""
        if self.free_at is None:
            return 0
        return max(1, -int(-(self.free_at - now).total_seconds() // 60))

    @property
    def waiting_for(self) -> Waiting:
        """Why there is nothing to show the reviewer now."""
        if self.closed:
            return "closed"
        if self.left:
            return "held"
        if self.done < self.total:
            return "second"
        return "complete" if self.complete else "disputed"


def progress(*, round: Round, reviewer: User, now: datetime) -> Progress:
    """The three numbers, and what is left for this reviewer."""
    waits = Q(wanted__gt=0)
    others = waits & Q(leased_to__isnull=False, leased_until__gt=now) & ~Q(leased_to=reviewer)
    counts = (
        Item.objects.filter(round=round)
        .drawn()
        .aggregate(
            total=Count("pk"),
            done=Count("pk", filter=Q(wanted=0)),
            held=Count("pk", filter=others),
            free_at=Min("leased_until", filter=others),
        )
    )
    answers = Verdict.objects.in_round(round).filter(reviewer=reviewer, item__called=True)
    for_another = 0 if round.reviewers_per_item == 1 else answers.filter(item__wanted__gt=0).count()
    return Progress(
        **counts,
        mine=answers.count(),
        left=counts["total"] - counts["done"] - for_another,
        closed=round.closed_at is not None,
        complete=round.completed_at is not None,
    )


@dataclass(frozen=True, slots=True)
class Pace:
    """How a reviewer has worked: answers, and the median of the seconds that each was looked at."""

    answers: int
    seconds: float | None


def pace(*, round: Round, reviewer: User) -> Pace:
    rows = Verdict.objects.in_round(round).filter(reviewer=reviewer)
    timed = [seconds for seconds in rows.values_list("seconds", flat=True) if seconds is not None]
    return Pace(rows.count(), median(timed) if timed else None)


@dataclass(frozen=True, slots=True)
class Agreed:
    """On how many of the items that the reviewer and another have answered they said the same."""

    same: int
    both: int


def agreed(*, round: Round, reviewer: User) -> Agreed | None:
    """How the reviewer's answers stand against the others'; None where nobody else has answered theirs.

    It tells of others' answers: ask only when all of them are in.
    """
    given = Verdict.objects.in_round(round).filter(item__called=True)
    mine = dict(given.filter(reviewer=reviewer).values_list("item", "value"))
    others = given.filter(item__in=mine).exclude(reviewer=reviewer).values_list("item", "value")
    alike = [mine[item] == value for item, value in others]
    return Agreed(sum(alike), len(alike)) if alike else None
