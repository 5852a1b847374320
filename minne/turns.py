"""SQLite takes one writer at a time and has no queue: who waits looks again ever more seldom, and
whoever has just come goes first. The threads of one process make a queue of their own here, and a long
job lets others in between its writes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")
_WRITING = Lock()
GAP = 0.05  # seconds: who has waited a while looks again every 25 to 100 ms


def in_turn(write: Callable[P, R]) -> Callable[P, R]:
    """Make the short transaction `write` wait for the others of this process that do so."""

    @wraps(write)
    def waited(*args: P.args, **kwargs: P.kwargs) -> R:
        if connection.vendor != "sqlite" or connection.in_atomic_block:
            return write(*args, **kwargs)
        with _WRITING:
            return write(*args, **kwargs)

    return waited


def give_way() -> None:
    """Called by a long job between two of its transactions."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        time.sleep(GAP)
