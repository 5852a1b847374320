"""From candidates to mentions: what an episode adds to which timeline."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from minne.domain.episodes import Candidate, Episode
from minne.domain.events import STOCKHOLM, Event
from minne.domain.matching import Statement, read

FACTS = uuid.UUID("6a1f6c2e-3f0b-5b55-9f0c-3d6f1f6d5e11")


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention on its way to the timeline of the fact with this statement (or of `same_as`)."""

    statement: Statement
    event: Event
    lang: str
    same_as: str | None = None


def fact_id(person: str, key: str) -> uuid.UUID:
    """The id of the fact founded by `key`: the same for the same person and key, always."""
    return uuid.uuid5(FACTS, f"{person}\n{key}")


def occasion(episode: Episode, *, zone: tzinfo = STOCKHOLM) -> str:
    """What counts as one support: a conversation on one day, or an episode on its own."""
    if not episode.conversation:
        return f"episode:{episode.id}"
    return f"{episode.occurred_at.astimezone(zone).date()}:{episode.conversation}"


def mentions(
    candidates: Iterable[Candidate],
    episodes: Mapping[str, Episode],
    *,
    recorded_at: datetime,
    by: str,
    zone: tzinfo = STOCKHOLM,
) -> Iterator[Mention]:
    """One mention for every source of every candidate, dated by its episode.

    `episodes` are by id and hold every source; the quote goes with the sources that contain it.
    """
    for candidate in candidates:
        statement = read(candidate.text, candidate.lang)
        for source in candidate.sources:
            event = _mention(candidate, episodes[source], recorded_at, by, zone)
            yield Mention(statement, event, candidate.lang, candidate.same_as)


def _mention(candidate: Candidate, episode: Episode, recorded_at: datetime, by: str, zone: tzinfo) -> Event:
    position = episode.text.find(candidate.quote)
    return Event(
        action="mention",
        occurred_at=episode.occurred_at,
        recorded_at=recorded_at,
        by=by,
        occasion=occasion(episode, zone=zone),
        kind=candidate.kind,
        source=episode.id,
        position=max(position, 0),
        quote=candidate.quote if position >= 0 else "",
        text=candidate.text,
        type=candidate.type,
        valid_until=candidate.valid_until,
    )
