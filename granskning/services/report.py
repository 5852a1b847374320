"""All that a closed round has to say, for the page that shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from statistics import median

from django.contrib.auth.models import User
from django.db.models import QuerySet

from granskning.domain.calibration import Calibration, calibration
from granskning.domain.charts import Bar, Reading, Square, against_kept, bar, reliability
from granskning.domain.decision import Decision
from granskning.domain.figures import Figures, Group, Kept, grouped, kept_by_confidence
from granskning.domain.intervals import AfterRepair, after_repair, clopper_pearson
from granskning.models import Export, Item, Look, Round
from granskning.models.verdicts import Value
from granskning.services import results
from granskning.services.agreements import Agreement, agreement
from granskning.services.evidence import Evidence, evidence
from minne.models import Person

BINS = 5
MOST_WRONG = 40  # facts shown with their evidence; an export has them all
LATEST_EXPORTS = 5
SAME_LOOK = timedelta(minutes=30)  # showing the page again is no new look
ANSWERS = ("correct", "incorrect", "outdated")
WRONG = ("incorrect", "outdated")


@dataclass(frozen=True, slots=True)
class WrongFact:
    """A fact that was found wrong. Without evidence where its words may not be shown, or are gone."""

    item: Item
    label: str
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class Labeller:
    """How much one reviewer answered, and the median of the seconds an item took."""

    name: str
    answers: int
    seconds: float | None


@dataclass(frozen=True)
class Report:
    """A closed round: its figures, and where its faults are."""

    round: Round
    figures: Figures
    labelled: Sequence[tuple[Item, str]]

    @cached_property
    def decision(self) -> Decision | None:
        return results.decision(self.round)

    @property
    def bar(self) -> Bar | None:
        """The interval on a line; None without data."""
        if self.figures.verdict == "no_data":
            return None
        return bar(results.reading(self.round, self.figures), target=self.figures.target)

    @property
    def exports(self) -> QuerySet[Export]:
        """The latest times that somebody took the round out."""
        return Export.objects.filter(round=self.round).select_related("user")[:LATEST_EXPORTS]

    @property
    def by_type(self) -> tuple[Group, ...]:
        return grouped([(item.type, label) for item, label in self.labelled])

    @property
    def by_kind(self) -> tuple[Group, ...]:
        return grouped([(item.kind, label) for item, label in self.labelled])

    @property
    def by_support(self) -> tuple[Group, ...]:
        groups = grouped([(str(min(item.support, 3)), label) for item, label in self.labelled])
        return tuple(sorted(groups, key=lambda group: group.name))

    @cached_property
    def outcomes(self) -> list[tuple[float, bool]]:
        """Stated confidence, and whether the fact was right, of every judged item that had one."""
        judged = ((item.confidence, label) for item, label in self.labelled if label in ANSWERS)
        return [(confidence, label == "correct") for confidence, label in judged if confidence > 0]

    @property
    def newcomers(self) -> int:
        """Judged facts without a confidence: only the policy to confirm would take them in."""
        return self.figures.answered - len(self.outcomes)

    @cached_property
    def calibration(self) -> Calibration:
        return calibration(self.outcomes, bins=BINS)

    @property
    def reliability(self) -> Square:
        bins = self.calibration.bins
        return reliability([Reading(at=b.confidence, share=b.share, low=b.low, high=b.high) for b in bins])

    @cached_property
    def kept(self) -> tuple[Kept, ...]:
        return kept_by_confidence(self.outcomes)

    @property
    def against_kept(self) -> Square:
        return against_kept([_reading(kept) for kept in self.kept], target=self.figures.target)

    @cached_property
    def after_repair(self) -> AfterRepair | None:
        """Were every wrong fact taken out; None for a confirmation, and where there is nothing wrong."""
        found = self.figures
        if not found.wrong or not found.is_complete or self.round.kind == Round.Kind.CONFIRMATION:
            return None
        return after_repair(found.correct, found.wrong, found.frame_size, skipped=found.undecided)

    @cached_property
    def agreement(self) -> Agreement | None:
        """Where two were asked about each item."""
        if self.round.reviewers_per_item < 2:
            return None
        return agreement([item for item, _ in self.labelled])

    @cached_property
    def seconds(self) -> float | None:
        """The median over all answers of the seconds that an item was looked at."""
        return _median(verdict.seconds for item, _ in self.labelled for verdict in item.verdicts.all())

    @cached_property
    def labellers(self) -> list[Labeller]:
        """Who answered, the busiest first."""
        seconds: dict[str, list[float | None]] = defaultdict(list)
        for item, _ in self.labelled:
            for verdict in item.verdicts.all():
                seconds[verdict.reviewer.get_username() if verdict.reviewer else ""].append(verdict.seconds)
        found = [Labeller(name, len(times), _median(times)) for name, times in seconds.items()]
        return sorted(found, key=lambda labeller: (-labeller.answers, labeller.name))

    @property
    def wrong_items(self) -> list[tuple[Item, str]]:
        """The wrong facts by type, kind and support, the plainly wrong before the outdated."""
        wrong = [(item, label) for item, label in self.labelled if label in WRONG]
        order = {name: place for place, name in enumerate(Value.values)}
        return sorted(wrong, key=lambda row: (order[row[1]], row[0].type, row[0].kind, row[0].support))


def report(round: Round) -> Report:
    return Report(round, results.of(round), results.labelled(round))


def show_wrong(found: Report, *, reviewer: User, now: datetime) -> list[WrongFact]:
    """The wrong facts with their evidence, and a note in the log that they were shown.

    Whoever has said no to review since the draw is no longer read by anybody.
    """
    shown = found.wrong_items[:MOST_WRONG]
    known = readable(item for item, _ in shown)
    facts = [WrongFact(item, label, evidence(item) if item.pk in known else None) for item, label in shown]
    log_looks((fact.item for fact in facts if fact.evidence), reviewer=reviewer, now=now)
    return facts


def readable(items: Iterable[Item]) -> set[int]:
    """The items whose words may be shown: not erased, of people who agree to review as they do now."""
    there = {item.pk: item.person_id for item in items if not item.is_erased}
    people = Person.objects.reviewable().filter(pk__in=set(there.values()))
    agreed = set(people.values_list("pk", flat=True))
    return {item for item, person in there.items() if person in agreed}


def log_looks(items: Iterable[Item], *, reviewer: User, now: datetime) -> None:
    """Note that the reviewer was shown these items, once a sitting."""
    wanted = {item.pk: item for item in items}
    recent = Look.objects.filter(item__in=wanted, reviewer=reviewer, at__gt=now - SAME_LOOK)
    for known in recent.values_list("item", flat=True):
        wanted.pop(known, None)
    Look.objects.bulk_create(
        Look(item=item, reviewer=reviewer, person_id=item.person_id, at=now) for item in wanted.values()
    )


def _reading(kept: Kept) -> Reading:
    low, high = clopper_pearson(kept.right, kept.kept)
    return Reading(at=kept.kept, share=kept.right / kept.kept, low=low, high=high)


def _median(seconds: Iterable[float | None]) -> float | None:
    known = [value for value in seconds if value is not None]
    return median(known) if known else None
