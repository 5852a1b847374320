"""A consolidation killed at any point loses nothing and counts nothing twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORDS = ["!Gillar kaffe", "!Gillar te", "!Bor i Lund", "hej", "!Bor i Umeå", "!Gillar kaffe"]


Done = subprocess.CompletedProcess[str]


def run(database: Path, *command: str) -> Done:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def consolidated(database: Path) -> str:
    """Everybody's facts after a consolidation that is left alone, their projections held to the events."""
    done = run(database, "-m", "tests.minne.killed", "told")
    assert done.returncode == 0, done.stderr
    return done.stdout.partition("\n")[2]


def waiting_in(folder: Path) -> Path:
    """A database in which two people's episodes wait."""
    rows = [
        {
            "id": f"{who}-{n}",
            "person": who,
            "conversation": f"c{n // 2}",
            "role": "user",
            "text": WORDS[n % len(WORDS)],
            "occurred_at": f"2026-03-{n + 1:02}T12:00:00+01:00",
        }
        for who in ("elin", "oskar")
        for n in range(18)
    ]
    file, database = folder / "episodes.jsonl", folder / "waiting.sqlite3"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert run(database, "manage.py", "migrate").returncode == 0
    done = run(database, "manage.py", "import_episodes", str(file), "--format", "jsonl")
    assert "36 episoder inlästa" in done.stdout, done.stderr
    return database


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return waiting_in(tmp_path_factory.mktemp("killed"))


@pytest.fixture(scope="module")
def undisturbed(waiting: Path) -> str:
    return consolidated(copied(waiting, "undisturbed"))


def copied(waiting: Path, name: str) -> Path:
    copy = waiting.with_name(f"{name.replace(':', '-')}.sqlite3")
    copy.write_bytes(waiting.read_bytes())
    return copy


def killed_and_run_again(waiting: Path, point: str) -> str:
    copy = copied(waiting, point)
    died = run(copy, "-m", "tests.minne.killed", point)
    assert died.returncode == -signal.SIGKILL, died.stderr
    return consolidated(copy)


@pytest.mark.parametrize("point", ["_mark:2", "refold:1", "_refusals:3"])
def test_killed_in_the_middle_it_ends_as_if_undisturbed(waiting: Path, undisturbed: str, point: str) -> None:
    """Before an episode is marked; between mentions and fold; after the fold, before the commit."""
    assert killed_and_run_again(waiting, point) == undisturbed
    assert '"Bor i Umeå"' in undisturbed


def test_two_workers_at_once_end_as_one_undisturbed(waiting: Path, undisturbed: str) -> None:
    copy = copied(waiting, "two-workers")
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{copy}"}
    command = [sys.executable, "-m", "tests.minne.killed", "none"]
    workers = [subprocess.Popen(command, cwd=ROOT, env=environment) for _ in range(2)]
    assert [worker.wait() for worker in workers] == [0, 0]
    assert consolidated(copy) == undisturbed
