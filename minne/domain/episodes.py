"""What comes in (episodes) and what an extractor makes of it (candidates)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

FactType = Literal["preference", "knowledge", "goal", "temporary"]
Kind = Literal["asked", "stated", "inferred"]

FACT_TYPES: tuple[FactType, ...] = ("preference", "knowledge", "goal", "temporary")
KINDS: tuple[Kind, ...] = ("inferred", "stated", "asked")  # weakest first
ROLES = ("user", "assistant", "system", "tool")


@dataclass(frozen=True, slots=True)
class Episode:
    """One message. `occurred_at` is aware; `conversation` is None or "" for a message on its own."""

    id: str
    person: str
    conversation: str | None
    role: str
    text: str
    occurred_at: datetime

    def __post_init__(self) -> None:
        if self.occurred_at.tzinfo is None:
            raise ValueError(f"episode {self.id!r}: occurred_at has no time zone")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement that an extractor proposes, grounded by a quote from one of its source episodes.

    `text` is in the person's own language, in the third person without a subject ("Bor i Lund").
    `valid_until` is the last day on which the statement may hold. `same_as` is a known fact's id.
    """

    text: str
    type: FactType
    kind: Kind
    sources: tuple[str, ...]
    quote: str
    valid_until: date | None = None
    lang: str = "sv"
    slot: str | None = None
    same_as: str | None = None


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact already in the list, as told to an extractor so that it can point at it."""

    id: str
    text: str
    type: FactType
