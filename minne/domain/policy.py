"""The rules as a value: every number that decides what is kept."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from typing import Any

from minne.domain.episodes import FACT_TYPES, KINDS, FactType, Kind

HALF_LIFE_DAYS: Mapping[FactType, float] = {"preference": 180, "knowledge": 365, "goal": 90, "temporary": 14}
SECONDS_PER_DAY = 86_400
FAR_AWAY = datetime.max.replace(tzinfo=UTC) - timedelta(days=2)


class PolicyError(ValueError):
    """A policy that cannot be: `field` names the number that is wrong."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What it takes to be learned, how fast a fact fades, and how many are served.

    Half-lives are in days, confidences in [0, 1]. A kind in `explicit_kinds` is enough alone;
    any other needs `min_support` occasions. Types left out of `half_life_days` keep the default.
    """

    min_support: int = 2
    min_confidence: float = 0.3
    half_life_days: Mapping[FactType, float] = field(default_factory=dict)
    max_facts: int = 50
    explicit_kinds: Iterable[Kind] = ("asked", "stated")
    initial_confidence: float = 0.5
    asked_confidence: float = 0.9
    support_step: float = 0.25

    def __post_init__(self) -> None:
        object.__setattr__(self, "half_life_days", {**HALF_LIFE_DAYS, **self.half_life_days})
        wanted = set(self.explicit_kinds)
        object.__setattr__(self, "explicit_kinds", tuple(k for k in KINDS if k in wanted))
        self._check(wanted)

    def _check(self, wanted: set[Kind]) -> None:
        _require(self.min_support >= 1, "min_support", "must be 1 or more")
        _require(self.max_facts >= 1, "max_facts", "must be 1 or more")
        for name in ("min_confidence", "initial_confidence", "asked_confidence", "support_step"):
            _require(0 <= getattr(self, name) <= 1, name, "must be between 0 and 1")
        _require(wanted <= set(KINDS), "explicit_kinds", f"must be among {', '.join(KINDS)}")
        for type_, days in self.half_life_days.items():
            _require(type_ in FACT_TYPES, "half_life_days", f"has no type {type_!r}")
            _require(0 < days < math.inf, f"half_life_days.{type_}", "must be more than 0")

    def decayed(self, confidence: float, *, since: datetime, at: datetime, type: FactType) -> float:
        """Confidence at `at` of one that was `confidence` at `since`; a negative age is 0."""
        days = max(0.0, (at - since).total_seconds()) / SECONDS_PER_DAY
        return float(confidence * 0.5 ** (days / self.half_life_days[type]))

    def fades_at(self, confidence: float, *, since: datetime, type: FactType) -> datetime:
        """The moment at which the confidence reaches `min_confidence`."""
        if confidence <= 0:
            return since
        if self.min_confidence <= 0:
            return FAR_AWAY
        days = self.half_life_days[type] * math.log2(confidence / self.min_confidence)
        room = (FAR_AWAY - since).total_seconds() / SECONDS_PER_DAY
        return since + timedelta(days=min(days, room))

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as stored and shown."""
        values: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        values["half_life_days"] = dict(self.half_life_days)
        values["explicit_kinds"] = list(self.explicit_kinds)
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Policy:
        """The policy with these values; unknown names are refused."""
        unknown = set(values) - {f.name for f in fields(cls)}
        _require(not unknown, ", ".join(sorted(unknown)), "no such threshold")
        return cls(**values)


def _require(holds: bool, name: str, reason: str) -> None:
    if not holds:
        raise PolicyError(name, reason)
