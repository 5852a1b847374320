"""Facts so alike that the person is asked whether they are one. Nothing merges by itself."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from uuid import UUID

from minne.domain.matching import likeness
from minne.services.lists import Entry

ALIVE = ("active", "over_cap", "candidate")
COMPARED = 50  # of each status, the first in the list: as many as the page shows


def offers(entries: Iterable[Entry]) -> dict[UUID, Entry]:
    """For each fact of one person's list that is like another, the one it is most like."""
    alive: dict[str, list[Entry]] = {status: [] for status in ALIVE}
    for entry in entries:
        if entry.status in alive and len(alive[entry.status]) < COMPARED:
            alive[entry.status].append(entry)
    closest: dict[UUID, tuple[float, Entry]] = {}
    for a, b in combinations([entry for found in alive.values() for entry in found], 2):
        share = likeness(a.fact.statement, b.fact.statement)
        for one, other in ((a, b), (b, a)):
            if share > closest.get(one.fact.pk, (0.0, other))[0]:
                closest[one.fact.pk] = (share, other)
    return {pk: other for pk, (_share, other) in closest.items()}
