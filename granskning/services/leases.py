"""Who looks at which item. A lease is taken by an UPDATE that repeats the state it was free in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice, repeat

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet

from granskning.models import Item, Look, Round

TRIES_AT_ONCE = 20
YOUNG = 0.8  # of a lease's time is left
RACES = 3  # lost in a row, twenty items each: then nothing is free


@dataclass(frozen=True, slots=True)
class Held:
    """What the reviewer holds: the item to show, and the one to have ready after it."""

    current: Item | None
    following: Item | None


def hold(
    *, round: Round, reviewer: User, now: datetime, first: int | None = None, up: int | None = None
) -> Held:
    """Lease the reviewer's next two items: `first`, then those held already, then in drawn order.

    What is `up` on the screen was leased when it was fetched: a young lease is left as it is, for a write
    costs everybody at work. Each lease is one statement of its own: call it outside a transaction.
    """
    young = now + YOUNG * timedelta(minutes=settings.MINNE_LEASE_MINUTES)
    choices = _choices(round, reviewer, now, first)
    mine = (pk for pk, until in choices if (pk == up and until > young) or _claim(pk, reviewer, now))
    held = list(islice(mine, 2))
    rows = Item.objects.select_related("imported" if round.tool else "fact").in_bulk(held)
    for row in rows.values():
        row.round = round
    current, following = [*(rows[pk] for pk in held), None, None][:2]
    return Held(current, following)


def _choices(
    round: Round, reviewer: User, now: datetime, first: int | None
) -> Iterator[tuple[int, datetime]]:
    """What the reviewer may look at, in turn, and until when it is theirs; asked anew as others take it."""
    waiting = Item.objects.filter(round=round).waiting_for(reviewer)
    seen = set(waiting.filter(pk=first).values_list("pk", flat=True)) if first else set()
    yield from ((pk, now) for pk in seen)
    for some in (waiting.filter(leased_to=reviewer), *repeat(waiting.not_held(now), RACES)):
        found = some.order_by("order").values_list("pk", "leased_until")[:TRIES_AT_ONCE]
        new = [(pk, until or now) for pk, until in found if pk not in seen]
        seen.update(pk for pk, _ in new)
        yield from new


def claim(*, item: Item, reviewer: User, now: datetime) -> bool:
    """Take or renew the lease; False when somebody else was first or the item needs no more answers."""
    return _claim(item.pk, reviewer, now)


def _claim(item: int, reviewer: User, now: datetime) -> bool:
    until = now + timedelta(minutes=settings.MINNE_LEASE_MINUTES)
    free = Item.objects.filter(pk=item).wanted().open_to(reviewer, now)
    return free.update(leased_to=reviewer, leased_until=until) == 1


def renew(*, round: Round, reviewer: User, now: datetime) -> datetime:
    """Whoever is at work keeps what they hold; until when."""
    until = now + timedelta(minutes=settings.MINNE_LEASE_MINUTES)
    _held(round, reviewer).update(leased_until=until)
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
