"""The two databases: SQLite made fit for several writers, PostgreSQL with a pool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url

from minne.options import OptionError

SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
        "PRAGMA secure_delete=ON;"  # what is deleted is written over, however SQLite was built
    ),
}


def from_url(url: str, *, base: Path) -> dict[str, Any]:
    """Django's DATABASES entry for a URL; a relative SQLite path starts at `base`."""
    scheme = url.partition(":")[0]
    if scheme not in {"sqlite", "postgres", "postgresql"}:
        raise OptionError(f"DATABASE_URL begins with {scheme!r}: write sqlite:///path or postgres://…")
    config = dict(dj_database_url.parse(url))
    return _sqlite(config, base) if scheme == "sqlite" else _postgresql(config)


def _sqlite(config: dict[str, Any], base: Path) -> dict[str, Any]:
    path = base / config["NAME"]
    path.parent.mkdir(parents=True, exist_ok=True)
    return config | {"NAME": path, "OPTIONS": dict(SQLITE_OPTIONS)}


def _postgresql(config: dict[str, Any]) -> dict[str, Any]:
    options = config.get("OPTIONS", {}) | {"pool": {"min_size": 1, "max_size": 8, "timeout": 20}}
    return config | {"OPTIONS": options, "CONN_MAX_AGE": 0}
