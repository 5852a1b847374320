"""What other memories hold, as a round draws it: that tool's standing facts, a frame of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from granskning.models import Item
from minne.domain.screening import mask
from minne.models import ImportedFact
from minne.models.imported import ImportedFactQuerySet


def tools(now: datetime) -> list[str]:
    """The other memories of which anything stands."""
    standing = ImportedFact.objects.standing(now).order_by("tool")
    return list(standing.values_list("tool", flat=True).distinct())


def served(tool: str, type: str, at: datetime) -> ImportedFactQuerySet:
    """What stands of one tool's facts at the moment, everybody's; of one type where one is named."""
    standing = ImportedFact.objects.standing(at).filter(tool=tool)
    return standing.filter(type=type) if type else standing


def noted_at(fact: ImportedFact) -> datetime:
    """When the tool noted it; long ago where it keeps no time."""
    return fact.created_at or fact.valid_from or datetime.min.replace(tzinfo=UTC)


def snapshot(fact: ImportedFact) -> dict[str, object]:
    """The fact as an item keeps it. The tool may have kept secrets, which no reviewer is shown."""
    return {
        "imported": fact,
        "person": fact.person,
        "text": mask(fact.text, fact.lang),
        "type": fact.type,
        "kind": "",
        "quote": "",
        "support": 0,
        "confidence": 0.0,
    }


def retired_elsewhere(items: Iterable[Item]) -> Iterator[int]:
    """Items whose fact the person, or another round's repair, has retired already."""
    for item in items:
        if item.imported and item.imported.retired_by and item.repaired_batch is None:
            yield item.pk


def put_back(items: Iterable[Item]) -> Iterator[int]:
    """Repaired items that the person has put back."""
    for item in items:
        if item.imported and item.repaired_batch and item.imported.retired_by != item.repaired_batch:
            yield item.pk
