"""What a round came to."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.conf import settings

from granskning.domain.intervals import decide_with_skips
from granskning.models import Item, Round


def figures(round: Round) -> dict[str, Any]:
    """The counts, the interval (in facts of the frame) and what they say against the target."""
    sample = Item.objects.filter(round=round).drawn().prefetch_related("verdicts")
    counts = Counter(item.label for item in sample)
    wrong = counts["incorrect"] + counts["outdated"]
    decision = decide_with_skips(
        counts["correct"], wrong, counts["skipped"], round.frame_size, target=settings.MINNE_TARGET
    )
    return {
        "correct": counts["correct"],
        "incorrect": counts["incorrect"],
        "outdated": counts["outdated"],
        "skipped": counts["skipped"],
        "unlabelled": counts[""],
        "low": decision.low,
        "high": decision.high,
        "frame_size": round.frame_size,
        "verdict": decision.verdict,
    }
