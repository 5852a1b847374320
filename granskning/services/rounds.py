"""Starting and closing rounds."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from granskning.domain.calling import called
from granskning.domain.sampling import draw
from granskning.models import Guidelines, Item, Proposal, Round, Verdict, VerdictChange
from granskning.services import evidence, following, others, own, results
from granskning.services.frames import Frame, frame
from minne.access import ADMINISTER
from minne.domain.policy import Policy
from minne.models import Fact, ImportedFact, Person, PolicyVersion

logger = logging.getLogger(__name__)

HIGHEST_SEED = 999_999_999  # short enough to copy by hand
ROWS_AT_ONCE = 500
WITHOUT_WORDS: dict[str, Any] = {
    "fact": None,
    "imported": None,
    "person": None,
    "text": "",
    "quote": "",
    "last_supported_at": None,
    "valid_until": None,
    "later": [],
    "adjudication_note": "",
    "wanted": 0,
    "leased_to": None,
    "leased_until": None,
}


class EmptyFrameError(Exception):
    """There is nothing to draw from; the frame says why."""

    def __init__(self, empty: Frame) -> None:
        super().__init__(empty.empty)
        self.frame = empty


@transaction.atomic
def start_round(
    *,
    user: User | None,
    n: int,
    now: datetime,
    seed: int | None = None,
    reviewers: int = 1,
    kind: str = Round.Kind.SAMPLE,
    person: Person | None = None,
    type: str = "",
    tool: str = "",
    ids: Iterable[str] | None = None,
    proposal: Proposal | None = None,
    allowed_wrong: int | None = None,
) -> Round:
    """Draw a round from the frame as it is served now, or from the facts with the given ids.

    With `tool` it is drawn from what that other memory holds, and judges nothing of ours.

    An n beyond the frame is the frame. EmptyFrameError when there is nothing to draw from,
    NotReadyError while lists are being folded anew.
    """
    drawn_from = frame(person=person, type=type, tool=tool, own=kind == Round.Kind.OWN, now=now)
    population = tuple(drawn_from.ids if ids is None else ids)
    if not population or n < 1:
        raise EmptyFrameError(drawn_from)
    started = Round.objects.create(
        kind=kind,
        pinned_at=drawn_from.at,
        policy=PolicyVersion.objects.current(),
        guidelines=Guidelines.objects.current(),
        seed=secrets.randbelow(HIGHEST_SEED + 1) if seed is None else seed,
        frame_size=len(population),
        people_in_frame=drawn_from.people,
        people_left_out=drawn_from.left_out,
        planned=min(n, len(population)),
        reviewers_per_item=reviewers,
        only_person=person,
        of_one_person=person is not None,
        only_type=type,
        tool=tool,
        proposal=proposal,
        allowed_wrong=allowed_wrong,
        created_by=user,
        created_at=now,
    )
    drawn = draw(population, n=started.planned, reserve=started.planned, seed=started.seed)
    Item.objects.bulk_create(_items(started, [*drawn.sample, *drawn.reserve]), batch_size=ROWS_AT_ONCE)
    return started


def _items(round: Round, ids: Sequence[str]) -> list[Item]:
    facts = _facts(ids, ImportedFact if round.tool else Fact)
    later = evidence.later_turns(facts.values(), by=round.pinned_at)
    pseudonyms: dict[int, int] = {}
    policy = round.policy.policy
    return [
        Item(
            round=round,
            order=order,
            called=order <= round.planned,
            wanted=round.reviewers_per_item,
            pseudonym=pseudonyms.setdefault(facts[id_].person_id, len(pseudonyms) + 1),
            later=later[id_],
            **_snapshot(facts[id_], policy, round.pinned_at),
        )
        for order, id_ in enumerate(ids, start=1)
    ]


def _facts(ids: Sequence[str], model: type[Fact] | type[ImportedFact]) -> dict[str, Fact | ImportedFact]:
    found: dict[str, Fact | ImportedFact] = {}
    remaining = iter(ids)
    while some := list(islice(remaining, ROWS_AT_ONCE)):
        found |= {str(f.pk): f for f in model.objects.filter(pk__in=some).select_related("person")}
    return found


def _snapshot(fact: Fact | ImportedFact, policy: Policy, at: datetime) -> dict[str, object]:
    """The fact as it stands at the pinned instant, kept whatever happens to it later."""
    if isinstance(fact, ImportedFact):
        return others.snapshot(fact)
    return {
        "fact": fact,
        "person": fact.person,
        "text": fact.text,
        "type": fact.type,
        "kind": fact.kind,
        "quote": fact.quote,
        "support": fact.support,
        "confidence": fact.state.confidence_at(at, policy),
        "last_supported_at": fact.last_supported_at,
        "valid_until": fact.valid_until,
    }


def settle(*, round: Round, skips_moved: bool, now: datetime) -> None:
    """After a change of answers: call in the reserve for skips, and note whether any is still waited for.

    Call it inside the transaction of the change, with the round locked.
    """
    if skips_moved:
        call_in(round)
    completed_at = None if _waits(round) else now
    if round.completed_at != completed_at:
        round.completed_at = completed_at
        round.save(update_fields=["completed_at"])


def _waits(round: Round) -> bool:
    """For an answer, or for somebody to decide between two."""
    items = Item.objects.filter(round=round)
    if items.wanted().exists():
        return True
    return not all(item.label for item in items.drawn().prefetch_related("verdicts"))


def call_in(round: Round) -> None:
    """Make the sample the shortest beginning of the drawn order with as many judged as planned."""
    items = Item.objects.filter(round=round)
    skipped = [item.label == "skipped" for item in items.order_by("order").prefetch_related("verdicts")]
    size = called(skipped, planned=round.planned)
    items.filter(order__lte=size, called=False).update(called=True)
    items.filter(order__gt=size, called=True).update(called=False, leased_to=None, leased_until=None)


@transaction.atomic
def close(*, round: Round, now: datetime, complete_by: datetime | None = None) -> Round:
    """End the round: leases freed, figures kept; a person's own round becomes their own events.

    With `complete_by` only a round whose last needed answer was in by then; any other stays open.
    """
    held = Round.objects.select_for_update().get(pk=round.pk)
    if held.closed_at or not (complete_by is None or _complete_by(held, complete_by)):
        return held
    held.closed_at = now
    Item.objects.filter(round=held).update(leased_to=None, leased_until=None)
    held.result = results.figures(held)
    held.save(update_fields=["closed_at", "result"])
    if held.kind == Round.Kind.OWN:
        own.carry_out(round=held, now=now)
    following.follow(round=held, now=now)
    return held


def _complete_by(round: Round, then: datetime) -> bool:
    return round.completed_at is not None and round.completed_at <= then


def close_due(now: datetime) -> None:
    """Close the complete rounds whose answers nobody has taken back within a lease's time. A chore.

    One that cannot be closed is logged, and keeps none of the others open.
    """
    by = now - timedelta(minutes=settings.MINNE_LEASE_MINUTES)
    for due in Round.objects.complete(by=by):
        try:
            close(round=due, now=now, complete_by=by)
        except Exception:
            logger.exception("Round %s could not be closed.", due.pk)


def may_close(round: Round, user: User) -> bool:
    """Whoever has answered or decided in it, or an administrator."""
    mine = Q(verdicts__reviewer=user) | Q(adjudicated_by=user)
    return user.has_perm(ADMINISTER) or Item.objects.filter(mine, round=round).exists()


@transaction.atomic
def forget(*, facts: Iterable[Fact | ImportedFact], now: datetime) -> None:
    """The facts are being erased: their items keep no words, and count as skips."""
    gone = list(facts)
    ours = [fact.pk for fact in gone if isinstance(fact, Fact)]
    others = [fact.pk for fact in gone if isinstance(fact, ImportedFact)]
    without_words(Item.objects.filter(Q(fact__in=ours) | Q(imported__in=others)), now=now)


def without_words(items: QuerySet[Item], *, now: datetime) -> int:
    """Take the words out of these items, and every tie to a person; how many. Call it in a transaction."""
    gone = list(items.values_list("pk", "round"))
    if not gone:
        return 0
    items = Item.objects.filter(pk__in=[item for item, _ in gone])
    Verdict.objects.filter(item__in=items).update(note="")
    VerdictChange.objects.filter(item__in=items).update(note_before="", note_after="")
    items.update(**WITHOUT_WORDS)
    for held in Round.objects.select_for_update().filter(pk__in={r for _, r in gone}).order_by("pk"):
        if held.closed_at is None:
            settle(round=held, skips_moved=True, now=now)
    return len(gone)
