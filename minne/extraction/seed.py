"""An adapter for objects with the method `extrahera_fakta(nya_episoder) -> [{text, typ, kallor}]`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, TypedDict

from minne.domain.episodes import FACT_TYPES, Candidate, Episode, FactType, KnownFact
from minne.domain.language import detect
from minne.extraction.protocol import ExtractionError

TYPES: Mapping[str, FactType] = {
    "preferens": "preference",
    "kunskap": "knowledge",
    "mal": "goal",
    "mål": "goal",
    "tillfallig": "temporary",
    "tillfällig": "temporary",
    **{type_: type_ for type_ in FACT_TYPES},
}
LONGEST_QUOTE = 1000


class SeedEpisode(TypedDict):
    """An episode as the wrapped object is given it."""

    id: str
    text: str
    roll: str
    tid: datetime


class Seed(Protocol):
    def extrahera_fakta(self, nya_episoder: list[SeedEpisode]) -> list[dict[str, Any]]: ...


class SeedExtractor:
    """What the wrapped object finds, as inferred candidates quoting the first user turn they cite.

    A source that is not among the episodes stays cited, so that the screening refuses it and says so.
    """

    name = "seed"
    version = "1"

    def __init__(self, seed: Seed) -> None:
        self._seed = seed

    def extract(
        self,
        episodes: Sequence[Episode],
        known_facts: Sequence[KnownFact] = (),
        *,
        new: Collection[str] | None = None,
    ) -> list[Candidate]:
        """What the object finds in the new episodes, which are all that it is given."""
        fresh = [e for e in episodes if new is None or e.id in new]
        given = [SeedEpisode(id=e.id, text=e.text, roll=e.role, tid=e.occurred_at) for e in fresh]
        try:
            rows = list(self._seed.extrahera_fakta(given))
        except Exception as error:
            # By its kind alone: its words may be somebody's, and runs are others' to read.
            raise ExtractionError(f"extrahera_fakta: {type(error).__name__}") from error
        spoken = {e.id: e for e in episodes}
        return [_candidate(number, row, spoken) for number, row in enumerate(rows, 1)]


def _candidate(number: int, row: Mapping[str, Any], episodes: Mapping[str, Episode]) -> Candidate:
    try:
        text, type_ = str(row["text"]), TYPES[str(row.get("typ", "preferens"))]
        sources = tuple(str(source) for source in row["kallor"])
    except (KeyError, TypeError, AttributeError) as error:
        raise ExtractionError(f"extrahera_fakta: row {number} has no usable text, typ or kallor") from error
    quoted = next((episodes[s] for s in sources if s in episodes and episodes[s].role == "user"), None)
    quote = quoted.text[:LONGEST_QUOTE] if quoted else ""
    theirs = tuple(s for s in sources if s not in episodes or episodes[s].role == "user")
    return Candidate(text, type_, "inferred", theirs or sources, quote, lang=detect(text))
