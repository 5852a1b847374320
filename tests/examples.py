"""How many random examples a dear property is tried on: all where CI is set, a fifth elsewhere."""

from __future__ import annotations

import os

FULL = bool(os.environ.get("CI"))


def examples(full: int) -> int:
    """On PostgreSQL a twentieth: what the random stories vary is not what the databases do differently."""
    if os.environ.get("MINNE_TEST_DB") == "postgresql":
        return full // 20
    return full if FULL else full // 5
