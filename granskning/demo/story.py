"""The demonstration's half year, told by the real code: consolidations, rounds, decisions.

Conversations are read from files, facts come out of the extractor and the fold, and the reviewers'
answers come from the gold labels that were written with the conversations. Nothing else is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from importlib.resources import as_file, files

from django.conf import settings
from django.contrib.auth.models import User

from granskning.demo import cast
from granskning.demo.copy import Copy
from granskning.demo.labeller import label
from granskning.models import Guidelines, Proposal, Round
from granskning.services import proposals, repairs
from granskning.services.rounds import close, start_round
from minne.domain.policy import Policy
from minne.extraction.registry import REREADING, installed
from minne.importers import EpisodeRow, read
from minne.models import Fact, Person, PolicyVersion, Run
from minne.models.memory import FactType
from minne.services import policies, projection
from minne.services.consolidation import consolidate
from minne.services.imports import import_records
from minne.zone import zone

TOLD_ON = date(2026, 11, 30)
BEGINS = date(2026, 6, 1)
DAYS_BETWEEN = 14
LAX = Policy(
    min_support=1,
    min_confidence=0.1,
    explicit_kinds=("inferred", "stated", "asked"),
    half_life_days={"goal": 180, "temporary": 90},
)
RELAXED_ON = date(2026, 9, 14)
RELAXED = replace(LAX, min_support=2, min_confidence=0.3, explicit_kinds=("stated", "asked"))
TOO_SHORT = "Listorna blev för korta av det höga kravet. I stället ska slutsatser ha två tillfällen."
Say = Callable[[str], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """A round of the story: when, over whom, and what the administrator did about what it showed."""

    on: date
    seed: int
    person: str = ""
    type: str = ""
    repair: bool = False
    approve: bool = False
    reject: str = ""


# A seed is the day, or the next with which the story has a proposal to reject and a list over the target.
AUDITS = (
    Audit(on=date(2026, 8, 31), seed=831, repair=True, approve=True),
    Audit(
        on=date(2026, 9, 28),
        seed=930,
        repair=True,
        reject="Felen är rättade. Vi granskar igen innan något skärps.",
    ),
    Audit(on=date(2026, 10, 26), seed=1026),
    Audit(on=date(2026, 11, 9), seed=1109, type="knowledge"),
    Audit(on=date(2026, 11, 23), seed=1124, person="maja"),
    Audit(on=date(2026, 11, 30), seed=1130),
)


def tell(*, today: date, say: Say) -> Copy:
    """Load everything into an empty database. The copy's clock is set back to the story's last day."""
    logins = cast.invite(now=_at(BEGINS, 8))
    PolicyVersion.objects.create(
        number=1,
        values=LAX.as_dict(),
        reason="Utgångsläget: allt som sägs en gång räcker.",
        created_at=_at(BEGINS, 8),
    )
    guidelines = Guidelines.objects.current()
    Guidelines.objects.filter(pk=guidelines.pk).update(created_at=_at(BEGINS, 8))
    rows = sorted(_rows(), key=lambda row: row.occurred_at)
    say(f"{len(rows)} episoder att läsa in.")
    for day in _days():
        if day == RELAXED_ON:
            _relax(day)
        if (day - BEGINS).days % DAYS_BETWEEN == 0 or day in {audit.on for audit in AUDITS}:
            rows = _take_in(rows, _at(day, 3))
            _consolidate(_at(day, 3))
        for audit in AUDITS:
            if audit.on == day:
                say(_told(audit, _audit(audit)))
    now = _at(TOLD_ON, 12)
    say(f"{Fact.objects.active(now).count()} fakta är aktiva om {Person.objects.count()} personer.")
    return Copy(behind_days=max(0, (today - TOLD_ON).days), logins=logins)


def _at(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), tzinfo=zone())


def _days() -> Iterator[date]:
    day = BEGINS
    while day <= TOLD_ON:
        yield day
        day += timedelta(days=1)


def _rows() -> Iterator[EpisodeRow]:
    for name in cast.NAMES:
        with as_file(files("minne.demo") / "conversations" / f"{name}.jsonl") as path:
            records = read(path, format="jsonl", person=name, now=_at(TOLD_ON, 12))
            yield from (record for record in records if isinstance(record, EpisodeRow))


def _take_in(rows: list[EpisodeRow], now: datetime) -> list[EpisodeRow]:
    """Import what has been said by now; what is left is still to be said."""
    import_records([row for row in rows if row.occurred_at <= now], now=now)
    return [row for row in rows if row.occurred_at > now]


def _relax(day: date) -> None:
    admin = User.objects.get(username="admin")
    policies.adopt(policy=RELAXED, reason=TOO_SHORT, by=admin, now=_at(day, 9))
    projection.refold_everyone()


def _consolidate(now: datetime) -> None:
    consolidate(
        persons=list(Person.objects.waiting().order_by("pk")),
        extractor=installed(settings.MINNE_EXTRACTOR),
        rereads=settings.MINNE_EXTRACTOR in REREADING,
        now=now,
        trigger=Run.Trigger.LOOP,
        clock=lambda: now,
    )


def _audit(audit: Audit) -> Round:
    reviewer, admin = (User.objects.get(username=name) for name in ("granskare", "admin"))
    person = Person.objects.get(external_id=audit.person) if audit.person else None
    start = _at(audit.on, 10)
    n = settings.MINNE_SAMPLE_SIZE
    round = start_round(user=reviewer, n=n, seed=audit.seed, person=person, type=audit.type, now=start)
    label(round=round, reviewer=reviewer, start=start)
    noon = _at(audit.on, 12)
    round = close(round=round, now=noon, complete_by=noon)
    if audit.repair:
        repairs.repair(round=round, user=admin, now=_at(audit.on, 13))
    proposal = Proposal.objects.filter(round=round).first()
    afternoon = _at(audit.on, 14)
    if audit.reject and proposal is not None and proposal.values:
        proposals.reject(proposal=proposal, user=admin, now=afternoon, reason=audit.reject)
    elif audit.approve and proposal is not None and proposal.values:
        proposals.approve(proposal=proposal, user=admin, now=afternoon)
    return round


def _told(audit: Audit, round: Round) -> str:
    figures = round.result or {}
    right = figures.get("correct", 0)
    answered = right + figures.get("incorrect", 0) + figures.get("outdated", 0)
    of = audit.person or (FactType(audit.type).label.lower() if audit.type else "allas listor")
    return f"{audit.on}, {of}: {right} av {answered} lottade stämde, ur {round.frame_size} fakta."
