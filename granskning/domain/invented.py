"""What policies picked on thirty labels were worth in invented worlds, where the truth is known.

The figures come from `tests/benchmarks/invented_worlds.py`, which writes them to worlds.json.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Worth:
    """Of how many worlds, and the lowest and highest share of picks that truly reached the target."""

    worlds: int
    lowest: float
    highest: float


@cache
def worth_of_a_pick() -> Worth:
    """The range over the worlds in which anything was picked."""
    text = (files("granskning.domain") / "worlds.json").read_text(encoding="utf-8")
    reached = [w["reached"] for w in json.loads(text)["worlds"] if w["reached"] is not None]
    return Worth(len(reached), min(reached), max(reached))
