"""What stands on a reviewer's desk: a fact with its evidence, the next one ready, how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Count

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
    """The whole desk. Without a current sheet, `progress` says why."""

    round: Round
    current: Sheet | None
    following: Sheet | None
    progress: Progress
    last_step: VerdictChange | None
    now: datetime

    @property
    def minutes_until_free(self) -> int:
        return self.progress.minutes_until_free(self.now)


def sheet(item: Item, reviewer: User) -> Sheet:
    verdict = Verdict.objects.filter(item=item, reviewer=reviewer).first()
    steps = VerdictChange.objects.by(reviewer).filter(item=item)
    taken_back = steps.last()
    note = verdict.note if verdict else taken_back.note_before if taken_back else ""
    return Sheet(item, evidence(item), labelling.version(item, reviewer), verdict, note)


def desk(
    *,
    round: Round,
    reviewer: User,
    since: datetime,
    now: datetime,
    first: int | None = None,
    seen: int | None = None,
) -> Desk:
    """Lease what comes next, `first` if it can be had, and lay it out.

    The current item is logged as shown, unless it is `seen`: on the screen, and logged, already.
    """
    held = leases.Held(None, None)
    if round.closed_at is None:
        held = leases.hold(round=round, reviewer=reviewer, now=now, first=first)
    if held.current and held.current.pk != seen:
        leases.show(item=held.current, reviewer=reviewer, now=now)
    return Desk(
        round=round,
        current=sheet(held.current, reviewer) if held.current else None,
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
    given = Verdict.objects.in_round(round).filter(reviewer=reviewer, item__fact__isnull=False)
    mine = VerdictChange.objects.by(reviewer).filter(item__round=round)
    steps = dict(mine.order_by().values_list("item").annotate(Count("pk")))
    latest = given.select_related("item").order_by("-created_at", "-pk")
    return [OwnAnswer(verdict, steps[verdict.item_id]) for verdict in latest]
