"""Taking facts away for good, with everything that hangs on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Q

from minne.models import Event, Fact

Hook = Callable[[Sequence[Fact]], None]
hooks: list[Hook] = []  # what other apps do about facts that are about to go, all at once


def drop(facts: Sequence[Fact]) -> int:
    """Delete the facts and their events; how many events. Call it with the person locked."""
    for hook in hooks:
        hook(facts)
    mine = [fact.pk for fact in facts]
    Fact.objects.filter(merged_into__in=mine).update(merged_into=None)
    events, _by_model = Event.objects.filter(Q(fact__in=mine) | Q(into__in=mine)).delete()
    # The hooks were told of all of them at once: the signal that would tell of each is not sent.
    Fact.objects.filter(pk__in=mine)._raw_delete(DEFAULT_DB_ALIAS)
    return events
