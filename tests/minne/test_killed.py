"""A consolidation killed at any point loses nothing and counts nothing twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

# Files of SQLite's own, whatever the other tests run on, that begin as copies of the tests' database.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ROOT = Path(__file__).resolve().parents[2]
WORDS = ["!Gillar kaffe", "!Gillar te", "!Bor i Lund", "hej", "!Bor i Umeå", "!Gillar kaffe"]
ONCE = "!Spelar oboe"  # nothing said later would mend what a death in the first batch left undone


class Ended(NamedTuple):
    """How a process ended (a signal is negative), what it printed, and what it complained of."""

    code: int
    out: str
    err: str


class Processes:
    """Processes that each start from one in which Django is already up; see `tests.minne.killed`."""

    def __init__(self, parent: subprocess.Popen[str]) -> None:
        self._parent = parent

    def run(self, database: Path, *points: str) -> list[Ended]:
        """One for each point, all at once."""
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        print(json.dumps([str(database), *points]), file=self._parent.stdin, flush=True)
        return [Ended(*end) for end in json.loads(self._parent.stdout.readline())]

    def consolidated(self, database: Path) -> str:
        """Everybody's facts after a consolidation left alone, their projections held to the events."""
        [done] = self.run(database, "told")
        assert done.code == 0, done.err
        return done.out.partition("\n")[2]

    def killed_and_run_again(self, waiting: Path, point: str) -> str:
        copy = copied(waiting, point)
        [died] = self.run(copy, point)
        assert died.code == -signal.SIGKILL, died.err
        return self.consolidated(copy)


@contextmanager
def started() -> Iterator[Processes]:
    environment = {**os.environ, "DATABASE_URL": "sqlite:///:memory:"}  # each line names its own
    command = [sys.executable, "-m", "tests.minne.killed"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True) as parent:
        yield Processes(parent)


def waiting_in(database: Path, processes: Processes) -> Path:
    """Two people's episodes wait in the database, whose tables are there."""
    rows = [
        {
            "id": f"{who}-{n}",
            "person": who,
            "conversation": f"c{n // 2}",
            "role": "user",
            "text": WORDS[n % len(WORDS)] if n else ONCE,
            "occurred_at": f"2026-03-{n + 1:02}T12:00:00+01:00",
        }
        for who in ("elin", "oskar")
        for n in range(18)
    ]
    file = database.with_suffix(".jsonl")
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    [done] = processes.run(database, f"take-in:{file}")
    assert "36 episoder inlästa" in done.out, done.err
    return database


def copied(waiting: Path, name: str) -> Path:
    copy = waiting.with_name(f"{name.replace(':', '-')}.sqlite3")
    copy.write_bytes(waiting.read_bytes())
    return copy


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    with started() as processes:
        yield processes


@pytest.fixture(scope="module")
def waiting(
    tmp_path_factory: pytest.TempPathFactory,
    processes: Processes,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Path:
    database = tmp_path_factory.mktemp("killed") / "waiting.sqlite3"
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(database)])
    return waiting_in(database, processes)


@pytest.fixture(scope="module")
def undisturbed(waiting: Path, processes: Processes) -> str:
    return processes.consolidated(copied(waiting, "undisturbed"))


@pytest.mark.parametrize("point", ["_mark:2", "refold:1", "_refusals:3"])
def test_killed_in_the_middle_it_ends_as_if_undisturbed(
    waiting: Path, undisturbed: str, processes: Processes, point: str
) -> None:
    """Before an episode is marked; between mentions and fold; after the fold, before the commit."""
    assert processes.killed_and_run_again(waiting, point) == undisturbed
    assert '"Bor i Umeå"' in undisturbed


def test_two_workers_at_once_end_as_one_undisturbed(
    waiting: Path, undisturbed: str, processes: Processes
) -> None:
    copy = copied(waiting, "two-workers")
    assert [worker.code for worker in processes.run(copy, "none", "none")] == [0, 0]
    assert processes.consolidated(copy) == undisturbed
