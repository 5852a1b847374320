"""What stands on a reviewer's desk: a fact with its evidence, the next one ready, how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Count, Q

from granskning.models import Item, Round, Verdict, VerdictChange
from granskning.services import labelling, leases
from granskning.services.evidence import Evidence, evidence
from granskning.services.progress import Progress, progress


@dataclass(frozen=True, slots=True)
class Sheet:
    """One item as it is shown: the state of it that an answer must carry, and the reviewer's own answer."""

    item: Item
    evidence: Evidence
    version: int
    verdict: Verdict | None
    note: str


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole desk. Without an item, `progress` says why; without its sheet, it is on the screen."""

    round: Round
    item: Item | None
    current: Sheet | None
    following: Sheet | None
    progress: Progress
    last_step: VerdictChange | None
    now: datetime

    @property
    def until(self) -> datetime | None:
        """How long what is on the desk is held."""
        return self.item.leased_until if self.item else None

    @property
    def minutes_until_free(self) -> int:
        return self.progress.minutes_until_free(self.now)


def sheet(item: Item, reviewer: User) -> Sheet:
    steps = list(VerdictChange.objects.by(reviewer).filter(item=item))
    verdict = Verdict.objects.filter(item=item, reviewer=reviewer).first() if steps else None
    note = verdict.note if verdict else steps[-1].note_before if steps else ""
    return Sheet(item, evidence(item), len(steps), verdict, note)


def desk(
    *,
    round: Round,
    reviewer: User,
    since: datetime,
    now: datetime,
    first: int | None = None,
    showing: int | None = None,
    seen: bool = False,
) -> Desk:
    """Lease what comes next, `first` if it can be had, and lay it out.

    An item that the page is `showing` is not laid out again. The current item is logged as shown,
    unless it is on the screen and `seen` already.
    """
    held = leases.Held(None, None)
    if round.closed_at is None:
        held = leases.hold(round=round, reviewer=reviewer, now=now, first=first)
    is_up = held.current is not None and held.current.pk == showing
    if held.current and not (is_up and seen):
        leases.show(item=held.current, reviewer=reviewer, now=now)
    return Desk(
        round=round,
        item=held.current,
        current=sheet(held.current, reviewer) if held.current and not is_up else None,
        following=sheet(held.following, reviewer) if held.following else None,
        progress=progress(round=round, reviewer=reviewer, now=now),
        last_step=labelling.last_step(round, reviewer, since) if round.closed_at is None else None,
        now=now,
    )


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """One's own answer, and the state of the item that a change of it must carry."""

    verdict: Verdict
    version: int


def own_answers(*, round: Round, reviewer: User) -> list[OwnAnswer]:
    """The reviewer's answers in the round, the latest first."""
    there = Q(item__fact__isnull=False) | Q(item__imported__isnull=False)
    given = Verdict.objects.in_round(round).filter(there, reviewer=reviewer)
    mine = VerdictChange.objects.by(reviewer).filter(item__round=round)
    steps = dict(mine.order_by().values_list("item").annotate(Count("pk")))
    latest = given.select_related("item").order_by("-created_at", "-pk")
    return [OwnAnswer(verdict, steps[verdict.item_id]) for verdict in latest]
