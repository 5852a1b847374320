"""Looking for words in every table of the database and every file that the installation keeps."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from django.db import connection


def tables_with(words: Iterable[str]) -> dict[str, set[str]]:
    """The tables in which some cell holds one of the words, in any case, each with the words it holds."""
    wanted = {spelt for word in words for spelt in (word.casefold(), json.dumps(word)[1:-1].casefold())}
    found: dict[str, set[str]] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                told = "\n".join(_readable(cell) for cell in row).casefold()
                hits = {word for word in wanted if word in told}
                if hits:
                    found.setdefault(table, set()).update(hits)
    return found


def _readable(cell: object) -> str:
    if isinstance(cell, bytes | memoryview):
        return bytes(cell).decode("utf-8", "replace")
    return str(cell)


def files_with(folder: Path, words: Iterable[str]) -> list[Path]:
    """The files below the folder that hold one of the words."""
    wanted = [word.encode() for word in words]
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if any(word in path.read_bytes() for word in wanted)]
