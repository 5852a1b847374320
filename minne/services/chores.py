"""What is done again and again beside the consolidation: each app adds its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date, datetime
from functools import wraps

logger = logging.getLogger(__name__)

Chore = Callable[[datetime], object]
chores: list[Chore] = []


def do(now: datetime) -> None:
    """Do every chore that is due at `now`. One that fails is logged, and keeps none of the others from it."""
    for chore in chores:
        try:
            chore(now)
        except Exception:
            logger.exception("A chore failed: %s.%s", chore.__module__, chore.__qualname__)


def daily(chore: Callable[[datetime], object]) -> Chore:
    """The chore once a day, however often it is asked for."""
    last: list[date] = []

    @wraps(chore)
    def once(now: datetime) -> None:
        if last != [now.date()]:
            chore(now)
            last[:] = [now.date()]

    return once
