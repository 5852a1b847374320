"""A consolidation killed at any point loses nothing and counts nothing twice."""

from __future__ import annotations

import json
import os
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


def lists(database: Path) -> list[str]:
    commands = [["manage.py", "facts", "--person", who, "--all", "--json"] for who in ("elin", "oskar")]
    return [run(database, *command, "--now", "2026-05-01").stdout for command in commands]


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
def undisturbed(waiting: Path) -> list[str]:
    return killed_and_run_again(waiting, "none")


def killed_and_run_again(waiting: Path, point: str) -> list[str]:
    copy = waiting.with_name(f"{point.replace(':', '-')}.sqlite3")
    copy.write_bytes(waiting.read_bytes())
    died = run(copy, "-m", "tests.minne.killed", point)
    assert died.returncode == (0 if point == "none" else -9), died.stderr
    assert run(copy, "-m", "tests.minne.killed", "none").returncode == 0
    assert run(copy, "manage.py", "check_projections").returncode == 0
    return lists(copy)


@pytest.mark.parametrize("point", ["_mark:2", "refold:1", "_refusals:3"])
def test_killed_in_the_middle_it_ends_as_if_undisturbed(
    waiting: Path, undisturbed: list[str], point: str
) -> None:
    """Before an episode is marked; between mentions and fold; after the fold, before the commit."""
    assert killed_and_run_again(waiting, point) == undisturbed
    assert '"Bor i Umeå"' in undisturbed[0]


def test_two_workers_at_once_end_as_one_undisturbed(waiting: Path, undisturbed: list[str]) -> None:
    copy = waiting.with_name("two-workers.sqlite3")
    copy.write_bytes(waiting.read_bytes())
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{copy}"}
    command = [sys.executable, "-m", "tests.minne.killed", "none"]
    workers = [subprocess.Popen(command, cwd=ROOT, env=environment) for _ in range(2)]
    assert [worker.wait() for worker in workers] == [0, 0]
    assert lists(copy) == undisturbed
