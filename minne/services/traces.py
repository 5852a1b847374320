"""What a database keeps of deleted rows in its files."""

from __future__ import annotations

from contextlib import suppress

from django.db import OperationalError, connection

PATIENCE = 1000  # milliseconds, for those who read now


def overwrite() -> None:
    """Have SQLite write over what was deleted now, and empty its log; PostgreSQL does so in a vacuum.

    Nothing within a transaction, and less while somebody reads: then the next time does it.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    with connection.cursor() as cursor, suppress(OperationalError):
        [(usual,)] = cursor.execute("PRAGMA busy_timeout").fetchall()
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
