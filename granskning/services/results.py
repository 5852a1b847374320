"""What a round came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from django.conf import settings

from granskning.domain.charts import Reading
from granskning.domain.decision import Decision
from granskning.domain.figures import DISPUTED, Figures, summarise
from granskning.domain.intervals import decide_with_skips
from granskning.domain.sequential import answered_prefix, decide_by_band
from granskning.models import Confirmation, Item, Round


def figures(round: Round) -> dict[str, Any]:
    """What is kept with a round when it closes: the counts, the interval, the labels in drawn order."""
    given = labels(sample(round))
    return asdict(_summed(round, given)) | {"labels": given}


def of(round: Round) -> Figures:
    """The figures that a closed round has, everywhere they are shown: those of its closing."""
    kept = round.result or {}
    names = [field.name for field in fields(Figures)]
    if all(name in kept for name in names):
        return Figures(**{name: kept[name] for name in names})
    return _summed(round, labels(sample(round)))


def labelled(round: Round) -> list[tuple[Item, str]]:
    """The drawn items in drawn order, each with its label at the closing, whatever was erased since."""
    items = sample(round)
    kept = (round.result or {}).get("labels", [])
    return list(zip(items, kept if len(kept) == len(items) else labels(items), strict=True))


def sample(round: Round) -> list[Item]:
    items = Item.objects.filter(round=round).drawn().select_related("fact", "person", "round")
    return list(items.prefetch_related("verdicts__reviewer"))


def labels(items: Iterable[Item]) -> list[str]:
    return [DISPUTED if item.is_disputed else item.label for item in items]


def _summed(round: Round, given: list[str]) -> Figures:
    known = Confirmation.objects.filter(round=round).first()
    return summarise(
        given,
        frame_size=round.frame_size,
        known_right=known.known_right if known else 0,
        known_wrong=known.known_wrong if known else 0,
        target=settings.MINNE_TARGET,
    )


def reading(round: Round, found: Figures) -> Reading:
    """Figures with data as shares, for charts."""
    return Reading(
        at=round.pinned_at.timestamp(),
        share=found.counted_right / found.counted,
        low=found.low / found.size,
        high=found.high / found.size,
    )


def decision(round: Round) -> Decision | None:
    """A finished sample as a decision, which knows how many more labels could settle it; else None."""
    found = of(round)
    if not found.is_complete or round.kind == Round.Kind.CONFIRMATION:
        return None
    return decide_with_skips(
        found.correct, found.wrong, found.undecided, found.frame_size, target=found.target
    )


def band(round: Round) -> Decision | None:
    """An open round so far, for an administrator: what may be looked at after every answer.

    It counts the answers up to the first gap in drawn order; None before the first.
    """
    waiting = ("skipped" if given == DISPUTED else given or None for given in labels(sample(round)))
    answers = answered_prefix(waiting)
    return decide_by_band(answers, round.frame_size, target=settings.MINNE_TARGET) if answers else None
