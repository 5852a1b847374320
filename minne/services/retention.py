"""What is kept no longer than the settings say: the text of old episodes, and facts long faded or ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet

from minne.models import Episode, Fact, Person
from minne.models.memory import Status
from minne.services import traces
from minne.services.forgetting import let_go
from minne.services.people import locked

CONVERSATIONS_AT_ONCE = 500
FACTS_AT_ONCE = 500


def would(now: datetime) -> Counter[str]:
    """How many texts and facts `retain` would let go of."""
    counts: Counter[str] = Counter()
    for person in _people():
        counts["texts"] += sum(episodes.count() for episodes in _told_long_ago(person, now))
        counts["facts"] += _long_gone(person, now).count()
    return counts


def retain(now: datetime) -> Counter[str]:
    """Let go of what is older than the settings say. Each person is some transactions of their own."""
    counts: Counter[str] = Counter()
    for person in _people():
        for episodes in _told_long_ago(person, now):
            counts["texts"] += _without_text(person, episodes, now)
        while let := _purge_some(person, now):
            counts["facts"] += let
    traces.overwrite()
    return counts


def _people() -> QuerySet[Person]:
    return Person.objects.filter(erasing_at=None).order_by("pk")


def _before(now: datetime, days: float) -> datetime | None:
    return now - timedelta(days=days) if days > 0 else None


def _told_long_ago(person: Person, now: datetime) -> Iterator[QuerySet[Episode]]:
    """Read episodes with text, of conversations that ended before the limit.

    A conversation goes as a whole: half of one would be read otherwise than it was, were a late turn to come.
    """
    before = _before(now, settings.MINNE_KEEP_TEXT_DAYS)
    if before is None:
        return
    told = Episode.objects.for_person(person).filter(text_removed_at=None)
    yield told.filter(conversation="", occurred_at__lt=before, consolidated_at__isnull=False)
    talks = told.exclude(conversation="").values("conversation")
    waiting = Count("pk", filter=Q(consolidated_at=None))
    over = talks.annotate(last=Max("occurred_at"), waiting=waiting).filter(last__lt=before, waiting=0)
    names = list(over.order_by("conversation").values_list("conversation", flat=True))
    for start in range(0, len(names), CONVERSATIONS_AT_ONCE):
        yield told.filter(conversation__in=names[start : start + CONVERSATIONS_AT_ONCE])


@transaction.atomic
def _without_text(person: Person, episodes: QuerySet[Episode], now: datetime) -> int:
    """The person is held, so that no turn is read meanwhile; one that came in since is left alone."""
    locked(person)
    return episodes.filter(consolidated_at__isnull=False).update(text="", text_removed_at=now)


def _long_gone(person: Person, now: datetime) -> QuerySet[Fact]:
    """Facts that had faded or run out before the limit, whatever else became of them.

    Not those denied: they keep what was said before from coming back. One ended earlier than it would have
    faded waits until then, so that the same conversations read again do not bring it back.
    """
    before = _before(now, settings.MINNE_PURGE_FADED_DAYS)
    if before is None:
        return Fact.objects.none()
    lived = Fact.objects.for_person(person).exclude(status__in=("", Status.DENIED, Status.CANDIDATE))
    return lived.filter(Q(fades_at__lt=before) | Q(expires_at__lt=before), folded_to__lt=before)


@transaction.atomic
def _purge_some(person: Person, now: datetime) -> int:
    person = locked(person)
    facts = list(_long_gone(person, now).order_by("pk")[:FACTS_AT_ONCE])
    if facts:
        merged = Fact.objects.for_person(person).filter(merged_into__in=[fact.pk for fact in facts])
        let_go(person=person, facts=[*facts, *merged])
    return len(facts)
