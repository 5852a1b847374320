"""Precision over time: every closed round with its interval, and when the thresholds changed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import Literal

from django.conf import settings

from granskning.domain.charts import NARROW, WIDE, Box, Mark, OverTime, Placed, over_time
from granskning.domain.figures import Figures
from granskning.models import Round
from granskning.services import results
from granskning.services.naming import tell_apart
from minne.models import PolicyVersion

MOST_ROUNDS = 24

Sort = Literal["everyone", "part", "confirmation"]


@dataclass(frozen=True, slots=True)
class Past:
    """A closed round and what it came to."""

    round: Round
    figures: Figures

    @property
    def sort(self) -> Sort:
        """Over everyone's facts, a part of them or another memory's, or over what a policy would serve."""
        if self.round.kind == Round.Kind.CONFIRMATION:
            return "confirmation"
        return "part" if self.round.of_one_person or self.round.only_type or self.round.tool else "everyone"


@dataclass(frozen=True, slots=True)
class Picture:
    """The chart in one width: each round with its place, each new version of the thresholds with its."""

    chart: OverTime
    name: str
    rounds: list[tuple[Past, Placed]]
    changes: list[tuple[PolicyVersion, Mark]]

    @property
    def line(self) -> str:
        """Through the rounds over everyone: the others speak of something else."""
        of_everyone = (past.sort == "everyone" for past, _ in self.rounds)
        return self.chart.line(list(compress(range(len(self.rounds)), of_everyone)))


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The latest closed rounds, oldest first; `earlier` rounds are not shown."""

    rounds: list[Past]
    versions: list[PolicyVersion]
    earlier: int
    target: float

    @property
    def measured(self) -> list[Past]:
        """Those with something to draw: a round without data is in the table only."""
        return [past for past in self.rounds if past.figures.verdict != "no_data"]

    @property
    def sorts(self) -> set[Sort]:
        return {past.sort for past in self.measured}

    @property
    def pictures(self) -> list[Picture]:
        return [self._picture(WIDE, "wide"), self._picture(NARROW, "narrow")]

    def _picture(self, box: Box, name: str) -> Picture:
        at = [version.created_at.timestamp() for version in self.versions]
        chart = over_time(
            [results.reading(past.round, past.figures) for past in self.measured],
            at,
            target=self.target,
            box=box,
        )
        rounds = list(zip(self.measured, chart.points, strict=True))
        return Picture(chart, name, rounds, list(zip(self.versions, chart.marks, strict=True)))


def history() -> History:
    """The closed rounds in the order of the instants they speak of."""
    closed = Round.objects.of_everyone().closed().select_related("only_person", "policy")
    latest = list(closed.order_by("-pinned_at", "-pk")[:MOST_ROUNDS])
    tell_apart(latest)
    rounds = [Past(found, results.of(found)) for found in reversed(latest)]
    return History(
        rounds=rounds,
        versions=_versions(rounds),
        earlier=closed.count() - len(rounds),
        target=settings.MINNE_TARGET,
    )


def _versions(rounds: list[Past]) -> list[PolicyVersion]:
    """The version in force at the first round, and every later one."""
    versions = list(PolicyVersion.objects.order_by("created_at", "number"))
    if not rounds:
        return []
    begins = rounds[0].round.pinned_at
    before = [version for version in versions if version.created_at <= begins]
    return before[-1:] + [version for version in versions if version.created_at > begins]
