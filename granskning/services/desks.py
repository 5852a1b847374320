"""What stands on a reviewer's desk: a fact with its evidence, the next one ready, how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q

from granskning.models import Item, Round, Verdict, VerdictChange
from granskning.services import labelling, leases
from granskning.services.evidence import Evidence, evidence
from granskning.services.labelling import Step
from granskning.services.leases import Held
from granskning.services.progress import Progress, progress
from minne.turns import in_turn


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
        """How long what is on the desk is held, at the longest."""
        items = [self.item, self.following and self.following.item]
        return max((item.leased_until for item in items if item and item.leased_until), default=None)

    @property
    def minutes_until_free(self) -> int:
        return self.progress.minutes_until_free(self.now)


def sheet(item: Item, reviewer: User) -> Sheet:
    steps = list(VerdictChange.objects.by(reviewer).filter(item=item).order_by("pk"))
    verdict = Verdict.objects.filter(item=item, reviewer=reviewer).first() if steps else None
    note = verdict.note if verdict else steps[-1].note_before if steps else ""
    return Sheet(item, evidence(item), len(steps), verdict, note)


@in_turn
@transaction.atomic
def answer(
    *,
    round: Round,
    item: int,
    reviewer: User,
    step: Step,
    showing: int | None,
    goes_on: bool,
    now: datetime,
) -> tuple[VerdictChange | None, Held | None]:
    """Give the answer and, where the page `goes_on` without asking anew, take up what comes next.

    In one transaction, so that whoever answers waits for others who write once and not four times.
    Raises as `labelling.answer` does, and then nothing is taken up.
    """
    change = labelling.give(round=round, item=item, reviewer=reviewer, step=step, now=now)
    held = _take_up(round=round, reviewer=reviewer, now=now, showing=showing) if goes_on else None
    return change, held


def _take_up(
    *,
    round: Round,
    reviewer: User,
    now: datetime,
    first: int | None = None,
    showing: int | None = None,
    seen: bool = False,
) -> Held:
    """Lease what comes next, `first` if it can be had, and log that it is shown.

    An item that the page is `showing`, and that has been `seen` there, was logged as it came up.
    """
    if round.closed_at is not None:
        return Held(None, None)
    held = leases.hold(round=round, reviewer=reviewer, now=now, first=first, up=showing)
    if held.current and not (seen and held.current.pk == showing):
        leases.show(item=held.current, reviewer=reviewer, now=now)
    return held


take_up = in_turn(transaction.atomic(_take_up))


def desk(
    *,
    round: Round,
    reviewer: User,
    held: Held,
    since: datetime,
    now: datetime,
    showing: int | None = None,
    last_step: VerdictChange | None = None,
) -> Desk:
    """Lay out what is held. An item that the page is `showing` is not laid out again.

    The `last_step` is looked up where it is not told.
    """
    is_open = round.closed_at is None
    is_up = held.current is not None and held.current.pk == showing
    return Desk(
        round=round,
        item=held.current,
        current=sheet(held.current, reviewer) if held.current and not is_up else None,
        following=sheet(held.following, reviewer) if held.following else None,
        progress=progress(round=round, reviewer=reviewer, now=now),
        last_step=(last_step or labelling.last_step(round, reviewer, since)) if is_open else None,
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
