"""What concerns somebody's health: it fades like other facts, but may hurt when it is forgotten."""

from __future__ import annotations

import re
from functools import cache

from minne.domain.spans import any_of, folded, tables


def concerns_health(text: str) -> bool:
    """Whether allergies, illnesses, medicines or the like are named, in Swedish or English."""
    return _named().search(folded(text)) is not None


@cache
def _named() -> re.Pattern[str]:
    own = tables("health")
    parts = [*own["sv"], *own["en"], *tables("sensitive")["special"]["health"]]
    return re.compile(rf"(?<!\w){any_of(parts)}(?!\w)", re.MULTILINE)
