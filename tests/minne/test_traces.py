"""What has been erased is in none of SQLite's files either, while the site runs on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.utils import ConnectionHandler
from pytest_django.plugin import DjangoDbBlocker

from minne import database
from minne.services import traces
from tests.scanning import files_with

WORDS = ["flaskpost"]


@pytest.fixture
def files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Any, Any]]:
    """Our connection to a database in a file, and one of the site's other processes."""
    settings = {"default": database.from_url(f"sqlite:///{tmp_path}/minne.sqlite3", base=tmp_path)}
    ours, theirs = (ConnectionHandler(settings)["default"] for _ in range(2))
    monkeypatch.setattr(traces, "connection", ours)
    monkeypatch.setattr(traces, "PATIENCE", 10)
    with django_db_blocker.unblock():
        for opened in (ours, theirs):
            opened.cursor().execute("CREATE TABLE IF NOT EXISTS fact (text TEXT)")
        yield ours, theirs
        ours.close()
        theirs.close()


def test_nothing_is_left_in_the_file_or_its_log(files: tuple[Any, Any], tmp_path: Path) -> None:
    cursor = files[0].cursor()
    cursor.executemany("INSERT INTO fact VALUES (%s)", [[f"gillar flaskpost {n} " * 99] for n in range(99)])
    traces.overwrite()
    assert files_with(tmp_path, WORDS) == [tmp_path / "minne.sqlite3"]
    cursor.execute("DELETE FROM fact")
    assert files_with(tmp_path, WORDS) != []
    traces.overwrite()
    assert files_with(tmp_path, WORDS) == []


def test_whoever_reads_meanwhile_goes_on_reading_and_the_next_time_leaves_nothing(
    files: tuple[Any, Any], tmp_path: Path
) -> None:
    cursor, reader = files[0].cursor(), files[1].cursor()
    cursor.execute("INSERT INTO fact VALUES ('gillar flaskpost')")
    reader.execute("BEGIN DEFERRED")
    reader.execute("SELECT text FROM fact")
    cursor.execute("DELETE FROM fact")
    traces.overwrite()
    assert reader.fetchall() == [("gillar flaskpost",)]
    reader.execute("COMMIT")
    traces.overwrite()
    assert files_with(tmp_path, WORDS) == []
    assert cursor.execute("PRAGMA busy_timeout").fetchall() == [(20_000,)]
