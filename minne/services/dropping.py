"""Taking facts away for good, with everything that hangs on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Q

from minne.models import Event, Fact, ImportedFact, Retirement

Hook = Callable[[Sequence[Fact] | Sequence[ImportedFact]], None]
hooks: list[Hook] = []  # what other apps do about facts that are about to go, all at once


def drop(facts: Sequence[Fact]) -> int:
    """Delete the facts and their events; how many events. Call it with the person locked."""
    _tell(facts)
    mine = [fact.pk for fact in facts]
    Fact.objects.filter(merged_into__in=mine).update(merged_into=None)
    events, _by_model = Event.objects.filter(Q(fact__in=mine) | Q(into__in=mine)).delete()
    Fact.objects.filter(pk__in=mine)._raw_delete(DEFAULT_DB_ALIAS)
    return events


def drop_imported(facts: Sequence[ImportedFact]) -> None:
    """Delete other memories' facts. Call it with the person locked."""
    _tell(facts)
    mine = [fact.pk for fact in facts]
    Retirement.objects.filter(fact__in=mine)._raw_delete(DEFAULT_DB_ALIAS)
    ImportedFact.objects.filter(pk__in=mine)._raw_delete(DEFAULT_DB_ALIAS)


def _tell(facts: Sequence[Fact] | Sequence[ImportedFact]) -> None:
    """Tell of all of them at once, instead of by the signal that a deletion sends for each."""
    for hook in hooks:
        hook(facts)
