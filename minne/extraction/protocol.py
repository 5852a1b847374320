"""What every extractor is: conversation in, candidates out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from minne.domain.episodes import Candidate, Episode, KnownFact


class ExtractionError(Exception):
    """The extractor failed; its episodes stay pending. Failure is never "no facts"."""


class Extractor(Protocol):
    """Reads whole conversations and says what they state about the person who is speaking."""

    name: str
    version: str

    def extract(
        self, episodes: Sequence[Episode], known_facts: Sequence[KnownFact] = ()
    ) -> list[Candidate]: ...
