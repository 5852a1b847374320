"""What another policy would do to everyone's list: counted exactly, in pieces, however many there are."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core import signing
from django.db.models import Exists, OuterRef

from minne.domain.policy import Policy
from minne.models import Fact, Person
from minne.services import lists

SALT = "minne.preview"
PEOPLE_AT_ONCE = 50
OLDEST = 3600  # seconds that a count may be carried on


@dataclass(frozen=True, slots=True)
class Preview:
    """How far the count has come: of everybody with a fact, up to the one with the key `after`.

    `counts` are of facts kept, forgotten and admitted, by type, as the lists are at `now`.
    """

    now: datetime
    total: int
    done: int = 0
    after: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        return self.done >= self.total


def begin(now: datetime) -> Preview:
    return Preview(now, _people().count())


def carry_on(preview: Preview, *, policy: Policy, seconds: float) -> Preview:
    """Count on until everybody is counted, or until so many seconds have gone."""
    until = time.monotonic() + seconds
    counts = {type_: Counter(found) for type_, found in preview.counts.items()}
    done, after = preview.done, preview.after
    while people := list(_people().filter(pk__gt=after).order_by("pk")[:PEOPLE_AT_ONCE]):
        for type_, found in lists.compared(people, preview.now, policy=policy).items():
            counts[type_] = counts.get(type_, Counter()) + found
        done, after = done + len(people), people[-1].pk
        if time.monotonic() >= until:
            break
    waiting = _people().filter(pk__gt=after).count()
    return Preview(preview.now, done + waiting, done, after, counts)


def _people() -> Any:
    return Person.objects.filter(Exists(Fact.objects.filter(person=OuterRef("pk"))))


def packed(preview: Preview, policy: Policy) -> str:
    """The count so far as a browser may carry it, for this policy alone."""
    state = [preview.now.isoformat(), preview.total, preview.done, preview.after, preview.counts]
    return signing.dumps([policy.as_dict(), *state], salt=SALT, compress=True)


def unpacked(token: str, policy: Policy) -> Preview | None:
    """The count that was carried; None where it is of other numbers, too old, or nobody's."""
    try:
        numbers, now, total, done, after, counts = signing.loads(token, salt=SALT, max_age=OLDEST)
    except (signing.BadSignature, ValueError):
        return None
    if numbers != policy.as_dict():
        return None
    known = {type_: Counter(found) for type_, found in counts.items()}
    return Preview(datetime.fromisoformat(now), total, done, after, known)
