"""What a reviewer judges a fact by: the turns it was read from, and later ones on the same thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import models

from granskning.domain.shared_words import closest, content_words, places
from granskning.models import Item
from granskning.services import leases, others
from minne.domain.screening import mask
from minne.domain.spans import sentence_end, sentence_start
from minne.models import Episode, Event, Fact, ImportedFact

QUOTES = 4
LATER = 5
TURNS_READ = 5000  # of one person, the latest: older ones say little of what has changed
AROUND = 3  # turns before and after a quote
LONGEST_SENTENCE = 400
LONGEST_TURN = 1200


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence with the quoted part marked: what comes before, the quote, what comes after."""

    episode: int
    said_at: datetime
    before: str
    marked: str
    after: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Something said; `is_source` where a quote of the fact was taken from it."""

    said_at: datetime
    role: str
    text: str
    is_source: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """Quotes, latest first, and how many more; when the person spoke by hand; later turns."""

    quotes: tuple[Quote, ...]
    more: int
    own_words_at: datetime | None
    later: tuple[Turn, ...]


def evidence(item: Item) -> Evidence:
    """The evidence of the item's fact as it was known at the pinned instant.

    Of another memory's fact we have no sources, only what the person has said since.
    """
    if item.fact is None:
        later = _later(item, item.imported.lang) if item.imported else ()
        return Evidence((), 0, None, tuple(later))
    known = list(_known(item).select_related("source"))
    quotes = [_quote(event, event.source, item.fact.lang) for event in _mentions(known) if event.source]
    by_hand = [event.occurred_at for event in known if event.by != Event.By.JOB]
    return Evidence(
        quotes=tuple(quotes[:QUOTES]),
        more=max(0, len(quotes) - QUOTES),
        own_words_at=next(iter(by_hand), None),
        later=tuple(_later(item, item.fact.lang)),
    )


def _known(item: Item) -> models.QuerySet[Event]:
    """What speaks for the fact, known at the pinned instant, the latest first."""
    events = Event.objects.live().about([item.fact_id]).filter(recorded_at__lte=item.round.pinned_at)
    speaking = events.exclude(action__in=(Event.Action.DENY, Event.Action.END, Event.Action.MERGE))
    return speaking.filter(occurred_at__lte=item.round.pinned_at).order_by("-occurred_at", "-pk")


def _mentions(known: Iterable[Event]) -> Iterator[Event]:
    """The latest mention of each source."""
    seen: set[int] = set()
    for event in known:
        if event.action == Event.Action.MENTION and event.source_id and event.source_id not in seen:
            seen.add(event.source_id)
            yield event


def _quote(event: Event, source: Episode, lang: str) -> Quote:
    text, quote = source.text, event.quote
    start = event.position if text.startswith(quote, event.position) else text.find(quote)
    if not quote or start < 0:
        return Quote(source.pk, source.occurred_at, "", mask(quote or text[:LONGEST_SENTENCE], lang), "")
    end = start + len(quote)
    before = text[sentence_start(text, start) : start][-LONGEST_SENTENCE:]
    after = text[end : _end_of(text, end)][:LONGEST_SENTENCE]
    whole = before + quote + after
    if mask(whole, lang) != whole:
        return Quote(source.pk, source.occurred_at, "", mask(quote, lang), "")
    return Quote(source.pk, source.occurred_at, before, quote, after)


def _end_of(text: str, end: int) -> int:
    """Where the sentence of a quote that ends here ends: here, when the quote closes it."""
    return end if text[max(0, end - 1) : end] in ".!?\n" else sentence_end(text, end)


def _later(item: Item, lang: str) -> Iterator[Turn]:
    if not item.later:
        return
    for episode in Episode.objects.filter(pk__in=item.later, person=item.person_id).as_spoken():
        yield Turn(episode.occurred_at, episode.role, mask(episode.text, lang)[:LONGEST_TURN])


def surroundings(*, item: Item, episode: int, reviewer: User, now: datetime) -> list[Turn]:
    """The turns around a quote, what is sensitive masked; logged, and only while the item is leased.

    PermissionDenied when the item is not held by the reviewer, or the episode is not its evidence.
    """
    held = item.leased_to_id == reviewer.pk and item.leased_until and item.leased_until > now
    known = _known(item).filter(source=episode).select_related("source")
    source = next((event.source for event in _mentions(known)), None)
    if not held or source is None or item.fact is None:
        raise PermissionDenied
    leases.show(item=item, reviewer=reviewer, now=now, surroundings=True)
    return [
        Turn(e.occurred_at, e.role, mask(e.text, item.fact.lang)[:LONGEST_TURN], e.pk == source.pk)
        for e in _around(source)
    ]


def _around(source: Episode) -> list[Episode]:
    if not source.conversation:
        return [source]
    turns = Episode.objects.filter(person=source.person_id, conversation=source.conversation)
    place = models.Q(occurred_at=source.occurred_at, external_id__lt=source.external_id)
    earlier = turns.filter(models.Q(occurred_at__lt=source.occurred_at) | place)
    earlier_or_same = [source.pk, *earlier.values_list("pk", flat=True)]
    before = earlier.order_by("-occurred_at", "-external_id")[:AROUND]
    after = turns.exclude(pk__in=earlier_or_same).as_spoken()[:AROUND]
    return [*reversed(before), source, *after]


def later_turns(facts: Iterable[Fact | ImportedFact], *, by: datetime) -> dict[str, list[int]]:
    """For each fact, the primary keys of later user turns that share its content words.

    Later than its first mention and by the given instant, its own sources left out; one pass a person.
    """
    people: dict[int, list[Fact | ImportedFact]] = defaultdict(list)
    for fact in facts:
        people[fact.person_id].append(fact)
    found: dict[str, list[int]] = {}
    for person, theirs in people.items():
        found |= _later_of(person, theirs, by)
    return found


def _later_of(person: int, facts: list[Fact | ImportedFact], by: datetime) -> dict[str, list[int]]:
    turns = _user_turns(person, by)
    where = {lang: places(content_words(t.text, lang) for t in turns) for lang in {f.lang for f in facts}}
    sources = _sources([fact for fact in facts if isinstance(fact, Fact)])
    found = {}
    for fact in facts:
        own = sources.get(fact.pk, {}) if isinstance(fact, Fact) else {}
        first = min(own.values(), default=by) if isinstance(fact, Fact) else others.noted_at(fact)
        words, is_later = content_words(fact.text, fact.lang), partial(_is_later, turns, first, own)
        there = closest(words, where[fact.lang], most=LATER, counts=is_later)
        found[str(fact.pk)] = [turns[place].pk for place in there]
    return found


def _is_later(turns: Sequence[Episode], first: datetime, sources: Container[int], place: int) -> bool:
    return turns[place].occurred_at > first and turns[place].pk not in sources


def _sources(facts: Sequence[Fact]) -> dict[UUID, dict[int, datetime]]:
    """Of each fact the turns that it was read from, and when each was said."""
    found: dict[UUID, dict[int, datetime]] = defaultdict(dict)
    mentions = Event.objects.live().about([fact.pk for fact in facts]).filter(source__isnull=False)
    told = mentions.order_by("occurred_at").values_list("fact", "fact__merged_into", "source", "occurred_at")
    for fact, merged_into, source, at in told:
        found[merged_into or fact][source] = at
    return found


def _user_turns(person: int, by: datetime) -> list[Episode]:
    turns = Episode.objects.filter(person=person, role="user", occurred_at__lte=by)
    latest = turns.only("pk", "text", "occurred_at").order_by("-occurred_at", "-external_id")
    return list(reversed(list(islice(latest.iterator(), TURNS_READ))))
