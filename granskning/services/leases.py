"""Who looks at which item."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from granskning.models import Item, Look, Round

NEAR = 3  # what is on the screen, what follows it, and one more that was let go of meanwhile


@dataclass(frozen=True, slots=True)
class Held:
    """What the reviewer holds: the item to show, and the one to have ready after it."""

    current: Item | None
    following: Item | None


def hold(
    *, round: Round, reviewer: User, now: datetime, first: int | None = None, up: int | None = None
) -> Held:
    """Lease the reviewer's next two items: `first`, then those held already, then in drawn order.

    Of those held what is `up` on the screen comes first. What somebody else is taking at this moment is
    passed over, so that nobody waits for anybody. Call it inside a transaction.
    """
    free = _free(round, reviewer, now)
    near = list(free[:NEAR])
    asked = {first or up, up or first}
    if not asked <= {item.pk for item in near}:
        theirs = free.filter(Q(pk=first) | Q(leased_to=reviewer))
        near = list({item.pk: item for item in (*theirs, *near)}.values())
    near.sort(key=lambda i: (i.pk != first, i.leased_to_id != reviewer.pk, i.pk != up, i.order))
    until = now + timedelta(minutes=settings.MINNE_LEASE_MINUTES)
    for item in near[:2]:
        item.round, item.leased_to, item.leased_until = round, reviewer, until
    if near:
        rows = Item.objects.filter(pk__in=[item.pk for item in near[:2]])
        rows.update(leased_to=reviewer, leased_until=until)
    current, following = [*near, None, None][:2]
    return Held(current, following)


def _free(round: Round, reviewer: User, now: datetime) -> QuerySet[Item]:
    """What the reviewer can have, in drawn order, held from the moment that it is read."""
    items = Item.objects.filter(round=round).open_to(reviewer, now).order_by("order")
    waiting = items.wanted() if round.reviewers_per_item == 1 else items.waiting_for(reviewer)
    waiting = waiting.select_related("imported" if round.tool else "fact")
    return waiting.select_for_update(skip_locked=True, of=("self",))


def claim(*, item: Item, reviewer: User, now: datetime) -> bool:
    """Take or renew the lease; False when somebody else was first or the item needs no more answers."""
    until = now + timedelta(minutes=settings.MINNE_LEASE_MINUTES)
    free = Item.objects.filter(pk=item.pk).wanted().open_to(reviewer, now)
    return free.update(leased_to=reviewer, leased_until=until) == 1


def renew(*, round: Round, reviewer: User, item: int | None = None, now: datetime) -> datetime:
    """Whoever is at work keeps what they hold; until when.

    The `item` on their screen is taken again if another page of theirs has let go of it.
    """
    until = now + timedelta(minutes=settings.MINNE_LEASE_MINUTES)
    _held(round, reviewer).update(leased_until=until)
    if item is not None and (
        up := Item.objects.filter(round=round).waiting_for(reviewer).filter(pk=item).first()
    ):
        claim(item=up, reviewer=reviewer, now=now)
    return until


def release(*, round: Round, reviewer: User, until: datetime) -> int:
    """Leaving the page frees what it held: only leases not renewed since by another page."""
    return _held(round, reviewer).filter(leased_until__lte=until).update(leased_to=None, leased_until=None)


def _held(round: Round, reviewer: User) -> QuerySet[Item]:
    return Item.objects.filter(round=round, leased_to=reviewer)


def show(*, item: Item, reviewer: User, now: datetime, surroundings: bool = False) -> None:
    """Log that the reviewer was shown somebody else's fact; one's own list is one's own."""
    if item.round.kind != Round.Kind.OWN:
        Look.objects.create(
            item=item, reviewer=reviewer, person_id=item.person_id, at=now, surroundings=surroundings
        )
