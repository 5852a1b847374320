"""The job: read new episodes, extract candidates, add mentions, fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeVar

from django.db import transaction

from minne.domain import consolidation as domain
from minne.domain.episodes import Candidate, KnownFact
from minne.domain.screening import Refused, screen
from minne.extraction.protocol import ExtractionError, Extractor, ExtractorDownError
from minne.models import Episode, Event, Fact, Person, Run
from minne.services import corrections, people, tombstones
from minne.services.batches import Batch
from minne.services.projection import refold
from minne.zone import zone

CLOCK_SKEW = timedelta(days=1)
EPISODES_AT_ONCE = 500
CONVERSATIONS_AT_ONCE = 50
_NAME = ("pk", "external_id", "conversation")
# What makes a mention read again the same mention.
_identity = attrgetter(
    *("fact_id", "source_id", "position", "occasion", "kind", "quote", "text", "type", "valid_until")
)
T = TypeVar("T")


class AlreadyConsolidatedError(Exception):
    """Somebody else consolidated or renamed one of these episodes first; nothing of ours was written."""


@dataclass(slots=True)
class Outcome:
    """What came of it: counts by name, and the batches that failed."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, Any]] = field(default_factory=list)
    down: bool = False  # the extractor works for nobody: what is left waits


def consolidate_person(
    *,
    person: Person,
    extractor: Extractor,
    rereads: bool,
    now: datetime,
    run: Run | None = None,
    only: Sequence[str] = (),
) -> Outcome:
    """Consolidate everything that waits for one person, or what waits beside the episodes named in `only`.

    With `rereads` a conversation with a new turn is read again and its mentions replaced; else the
    extractor answers for the new turns only. A failing batch is halved until the conversation that
    fails stands alone; its episodes stay pending and the failure is told.
    """
    outcome = Outcome()
    while True:
        for batch in _batches(person, now, only):
            _consolidate(batch, person, _Job(extractor, rereads, now, run), outcome)
            if outcome.down:
                break
        if not outcome.counts.pop("opened", 0) or outcome.down:
            return outcome


@dataclass(frozen=True, slots=True)
class _Job:
    extractor: Extractor
    rereads: bool
    now: datetime
    run: Run | None


def _batches(person: Person, now: datetime, only: Sequence[str]) -> Iterator[Batch]:
    """What waits, in batches of whole conversations of about EPISODES_AT_ONCE turns."""
    horizon = now + CLOCK_SKEW
    waiting = Episode.objects.for_person(person).pending(by=horizon)
    wanted = waiting.with_company(only) if only else waiting
    new = list(wanted.as_spoken().values_list("pk", "conversation"))
    names, alone = {name for _, name in new if name}, {pk for pk, name in new if not name}
    fresh = {pk for pk, _ in new}
    turns: list[Episode] = []
    for conversation in _conversations(person, names, alone, horizon):
        turns += conversation
        if len(turns) >= EPISODES_AT_ONCE:
            yield Batch(turns, [t for t in turns if t.pk in fresh])
            turns = []
    if turns:
        yield Batch(turns, [t for t in turns if t.pk in fresh])


def _conversations(
    person: Person, names: set[str], alone: set[int], horizon: datetime
) -> Iterator[list[Episode]]:
    """Whole conversations one by one, then the episodes that stand alone."""
    # By way of the person, whom each episode then has without being asked for.
    episodes = person.episodes.filter(text_removed_at=None, occurred_at__lte=horizon)
    for some in _pieces(sorted(names), CONVERSATIONS_AT_ONCE):
        turns = episodes.filter(conversation__in=some).order_by("conversation", "occurred_at", "external_id")
        for _, conversation in groupby(turns, key=lambda turn: turn.conversation):
            yield list(conversation)
    for lone in _pieces(sorted(alone), EPISODES_AT_ONCE):
        yield list(episodes.filter(pk__in=lone).as_spoken())


def _pieces(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _consolidate(batch: Batch, person: Person, job: _Job, outcome: Outcome) -> None:
    try:
        candidates = _extracted(batch, person, job)
    except ExtractionError as error:
        outcome.down = isinstance(error, ExtractorDownError)
        halves = None if outcome.down else batch.halves()
        if halves is None:
            outcome.failures.append(_failure(batch, person, error))
            outcome.counts["failed"] += len(batch.new)
        for half in halves or ():
            if not outcome.down:
                _consolidate(half, person, job, outcome)
        return
    try:
        outcome.counts += _write(batch, person, job, candidates)
    except (AlreadyConsolidatedError, Person.DoesNotExist):
        outcome.counts["taken_by_another"] += len(batch.new)


def _extracted(batch: Batch, person: Person, job: _Job) -> list[Candidate]:
    """A rereading extractor must not depend on what is known or new, or batches would matter."""
    turns = [turn.as_value() for turn in batch.turns]
    if job.rereads:
        return job.extractor.extract(turns)
    facts = Fact.objects.for_person(person).active(job.now).order_by("-last_supported_at", "pk")
    known = [KnownFact(str(fact.pk), fact.text, fact.state.type) for fact in facts]
    return job.extractor.extract(turns, known, new={turn.external_id for turn in batch.new})


def _failure(batch: Batch, person: Person, error: Exception) -> dict[str, Any]:
    ids = [episode.external_id for episode in batch.new]
    return {"person": person.external_id, "episodes": ids[:20], "count": len(ids), "error": str(error)[:500]}


@transaction.atomic
def _write(batch: Batch, person: Person, job: _Job, candidates: list[Candidate]) -> Counter[str]:
    person = people.locked(person)
    if person.is_closed:
        return Counter(paused=len(batch.new))
    answered_for = batch.turns if job.rereads else batch.new
    screened = screen(
        candidates,
        episodes=[t.as_value() for t in answered_for],
        person=person.external_id,
        known=_owned(person, candidates),
    )
    _mark(batch, job)
    graves = tombstones.Graves(person)
    counts, touched = _replace_mentions(person, graves, answered_for, screened.accepted, job)
    counts["opened"] = tombstones.settle(graves=graves, facts=touched)
    groups = {fact.group for fact in touched}
    changed = refold(person=person, groups=groups)
    counts["episodes"] = len(batch.new)
    counts["facts_changed"] = len(changed)
    return counts + _refusals(screened.refused)


def _owned(person: Person, candidates: Iterable[Candidate]) -> set[str]:
    """The ids of the person's own facts, where some candidate points at a fact."""
    if not any(candidate.same_as for candidate in candidates):
        return set()
    return {str(pk) for pk in Fact.objects.for_person(person).values_list("pk", flat=True)}


def _refusals(refused: Iterable[Refused]) -> Counter[str]:
    return Counter(f"refused_{item.reason}" for item in refused)


def _mark(batch: Batch, job: _Job) -> None:
    waiting = Episode.objects.filter(pk__in=[e.pk for e in batch.new], consolidated_at=None)
    if waiting.update(consolidated_at=job.now, run=job.run) != len(batch.new):
        raise AlreadyConsolidatedError
    stored = Episode.objects.filter(pk__in=[e.pk for e in batch.turns])
    if set(stored.values_list(*_NAME)) != {(e.pk, e.external_id, e.conversation) for e in batch.turns}:
        raise AlreadyConsolidatedError


def _replace_mentions(
    person: Person,
    graves: tombstones.Graves,
    episodes: Sequence[Episode],
    candidates: Sequence[Candidate],
    job: _Job,
) -> tuple[Counter[str], list[Fact]]:
    """Add the mentions that are new, take back those no longer found; the facts they touch."""
    rows = {e.external_id: e for e in episodes}
    values = {id_: e.as_value() for id_, e in rows.items()}
    found = domain.mentions(candidates, values, recorded_at=job.now, by=Event.By.JOB, zone=zone())
    wanted = {_identity(event): event for event in _events(person, graves, found, rows)}
    standing = Event.objects.live().filter(by=Event.By.JOB, source__in=rows.values())
    kept = {_identity(event): event for event in standing}
    gone = [event for mark, event in kept.items() if mark not in wanted]
    new = [event for mark, event in wanted.items() if mark not in kept]
    touched = [*_undone(gone, job.now), *(event.fact for event in Event.objects.bulk_create(new))]
    return Counter(mentions_added=len(new), mentions_replaced=len(gone)), touched


def _undone(events: Sequence[Event], now: datetime) -> Iterable[Fact]:
    """Take these events back; the facts that they spoke of."""
    if not events:
        return ()
    Event.objects.filter(pk__in=[event.pk for event in events]).update(undone_at=now)
    return Fact.objects.filter(pk__in={event.fact_id for event in events})


def _events(
    person: Person, graves: tombstones.Graves, mentions: Iterable[domain.Mention], rows: dict[str, Episode]
) -> Iterator[Event]:
    found = [m for m in mentions if not graves.cover(m.statement.key, m.event.occurred_at)]
    for mention, fact in zip(found, _facts(person, found), strict=True):
        value = mention.event
        if graves.cover(fact.key, value.occurred_at):
            continue
        yield Event(
            fact=fact,
            action=value.action,
            by=value.by,
            occurred_at=value.occurred_at,
            recorded_at=value.recorded_at,
            source=rows[value.source],
            occasion=value.occasion,
            kind=value.kind,
            position=value.position,
            quote=value.quote,
            text=value.text,
            type=value.type or "",
            valid_until=value.valid_until,
        )


def _facts(person: Person, mentions: Sequence[domain.Mention]) -> list[Fact]:
    """The fact of each mention: the known one it points at, else the one with its key, made if new."""
    statements = {m.statement.key: (m.statement, m.lang) for m in mentions}
    by_key = corrections.all_founded(person=person, statements=statements.values())
    pointed = {m.same_as for m in mentions if m.same_as}
    by_id = {str(f.pk): f for f in Fact.objects.for_person(person).filter(pk__in=pointed)} if pointed else {}
    return [by_id.get(m.same_as or "") or by_key[m.statement.key] for m in mentions]


def read_by(extractor: Extractor) -> str:
    """What a run keeps of who read: the extractor and its version."""
    return f"{extractor.name} {extractor.version}"[:50]


def consolidate(
    *,
    persons: Iterable[Person],
    extractor: Extractor,
    rereads: bool,
    now: datetime,
    trigger: str,
    clock: Callable[[], datetime],
    only: Sequence[str] = (),
) -> Run:
    """Consolidate these people one by one under one run, which keeps what came of it."""
    run = Run.objects.create(trigger=trigger, extractor=read_by(extractor), started_at=clock())
    total = Outcome()
    for person in persons:
        outcome = consolidate_person(
            person=person, extractor=extractor, rereads=rereads, now=now, run=run, only=only
        )
        total.counts += outcome.counts
        total.failures += outcome.failures
        run.people += 1
        if outcome.down:
            break
    _close(run, total, clock())
    return run


@transaction.atomic
def _close(run: Run, total: Outcome, at: datetime) -> None:
    """Keep what came of it; of somebody who has been erased meanwhile, or is being, no failure."""
    named = {failed["person"] for failed in total.failures}
    there = Person.objects.filter(external_id__in=named).values_list("pk", flat=True)
    known = {who.external_id for who in people.all_locked(there).values() if not who.erasing_at}
    run.failures = [failed for failed in total.failures if failed["person"] in known]
    run.counts, run.finished_at = dict(total.counts), at
    run.save()
