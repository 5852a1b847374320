"""What every extractor is: conversation in, candidates out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from minne.domain.episodes import Candidate, Episode, KnownFact


class ExtractionError(Exception):
    """The extractor failed; its episodes stay pending. Failure is never "no facts"."""


class ExtractorDownError(ExtractionError):
    """It failed whatever it was given (no server, a key refused): neither halves nor others are tried."""


class Extractor(Protocol):
    """Reads whole conversations and says what they state about the person who is speaking.

    `new` holds the ids of the turns to answer for, the others being context; None answers for all.
    """

    name: str
    version: str

    def extract(
        self,
        episodes: Sequence[Episode],
        known_facts: Sequence[KnownFact] = (),
        *,
        new: Collection[str] | None = None,
    ) -> list[Candidate]: ...
