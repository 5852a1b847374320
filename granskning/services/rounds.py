"""Starting and closing rounds."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from granskning.domain.calling import called
from granskning.domain.sampling import draw
from granskning.models import Guidelines, Item, Round, Verdict, VerdictChange
from granskning.services import evidence, following, others, own, results
from granskning.services.frames import Frame, frame
from minne.access import ADMINISTER
from minne.domain.policy import Policy
from minne.models import Fact, ImportedFact, Person, PolicyVersion
from minne.services.people import all_locked

logger = logging.getLogger(__name__)

HIGHEST_SEED = 999_999_999  # short enough to copy by hand
ROWS_AT_ONCE = 500
Store = Callable[[], Round]
Storing = Callable[[Store], Round]
Drawn = dict[str, Fact | ImportedFact]  # by id, in drawn order
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


def alone(store: Store) -> Round:
    return store()


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
    press: UUID | None = None,
    storing: Storing = alone,
) -> Round:
    """Draw a round from the frame as it is served now, or from the facts with the given ids.

    With `tool` it is drawn from what that other memory holds, and judges nothing of ours. The drawing
    may take seconds, so call it outside a transaction: `storing` does what belongs in one with the round.

    An n beyond the frame is the frame. EmptyFrameError when there is nothing to draw from,
    NotReadyError while lists are being folded anew.
    """
    planned = Round(
        kind=kind,
        seed=secrets.randbelow(HIGHEST_SEED + 1) if seed is None else seed,
        reviewers_per_item=reviewers,
        only_person=person,
        of_one_person=person is not None,
        only_type=type,
        tool=tool,
        created_by=user,
        created_at=now,
        press=press,
    )
    drawn = _draw(planned, n, ids)
    later = evidence.later_turns(drawn.values(), by=planned.pinned_at)
    return storing(lambda: _begin(planned, drawn, later))


@transaction.atomic
def _draw(round: Round, n: int, ids: Iterable[str] | None) -> Drawn:
    """The facts of the sample and of its reserve, in drawn order; the round says what they are drawn from."""
    own = round.kind == Round.Kind.OWN
    found = frame(
        person=round.only_person, type=round.only_type, tool=round.tool, own=own, now=round.created_at
    )
    population = tuple(found.ids if ids is None else ids)
    if not population or n < 1:
        raise EmptyFrameError(found)
    round.pinned_at, round.policy = found.at, PolicyVersion.objects.current()
    round.guidelines = Guidelines.objects.current()
    round.people_in_frame, round.people_left_out = found.people, found.left_out
    round.frame_size, round.planned = len(population), min(n, len(population))
    drawn = draw(population, n=round.planned, reserve=round.planned, seed=round.seed)
    drawn_ids = [*drawn.sample, *drawn.reserve]
    facts = _facts(drawn_ids, ImportedFact if round.tool else Fact)
    if len(facts) < len(drawn_ids):  # erased since the frame was read
        return _draw(round, n, [id_ for id_ in population if id_ in facts or id_ not in drawn_ids])
    return facts


@transaction.atomic
def _begin(round: Round, drawn: Drawn, later: Mapping[str, list[int]]) -> Round:
    """Store the round. What was erased or refused since the draw is what it would be a moment later."""
    asked = Person.objects.all() if round.kind == Round.Kind.OWN else Person.objects.reviewable()
    people = asked.filter(pk__in={fact.person_id for fact in drawn.values()}, erasing_at=None)
    # Whoever erases or says no holds the person's row: nothing drawn goes between this look and the items.
    there = set(people.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    facts = ImportedFact.objects if round.tool else Fact.objects
    left = {str(pk) for pk in facts.filter(person__in=there, pk__in=drawn).values_list("pk", flat=True)}
    round.save(force_insert=True)
    items = _items(round, drawn, later)
    Item.objects.bulk_create(
        [_wordless(item) if id_ not in left else item for id_, item in zip(drawn, items, strict=True)],
        batch_size=ROWS_AT_ONCE,
    )
    if len(left) < len(drawn):
        settle(round=round, skips_moved=True, now=round.created_at)
    return round


def _items(round: Round, drawn: Drawn, later: Mapping[str, list[int]]) -> Iterator[Item]:
    pseudonyms: dict[int, int] = {}
    policy = round.policy.policy
    for order, (id_, fact) in enumerate(drawn.items(), start=1):
        yield Item(
            round=round,
            order=order,
            called=order <= round.planned,
            wanted=round.reviewers_per_item,
            pseudonym=pseudonyms.setdefault(fact.person_id, len(pseudonyms) + 1),
            later=later[id_],
            **_snapshot(fact, policy, round.pinned_at),
        )


def _wordless(item: Item) -> Item:
    for name, value in WITHOUT_WORDS.items():
        setattr(item, name, value)
    return item


def _facts(ids: Sequence[str], model: type[Fact] | type[ImportedFact]) -> Drawn:
    """The facts in the order of the ids, those that are there."""
    found: Drawn = {}
    remaining = iter(ids)
    while some := list(islice(remaining, ROWS_AT_ONCE)):
        found |= {str(f.pk): f for f in model.objects.filter(pk__in=some).select_related("person")}
    return {id_: found[id_] for id_ in ids if id_ in found}


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
    if round.kind == Round.Kind.OWN and round.only_person_id:
        all_locked([round.only_person_id])  # before the round: everybody takes them in that order
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
    # The rounds before their items, as whoever answers takes them.
    held = list(Round.objects.select_for_update().filter(pk__in={r for _, r in gone}).order_by("pk"))
    items = Item.objects.filter(pk__in=[item for item, _ in gone])
    Verdict.objects.filter(item__in=items).update(note="")
    VerdictChange.objects.filter(item__in=items).update(note_before="", note_after="")
    items.update(**WITHOUT_WORDS)
    for round in held:
        if round.closed_at is None:
            settle(round=round, skips_moved=True, now=now)
    return len(gone)
