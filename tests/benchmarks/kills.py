"""A consolidation killed before thirty random statements, each compared with an undisturbed run.

`python -m tests.benchmarks.kills [SEED]`
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path

from tests.minne import test_killed as story

KILLS = 30


def main(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        waiting = story.waiting_in(Path(folder))
        undisturbed, done = _run(waiting, Path(folder) / "undisturbed.sqlite3", "none")
        statements = int(done.stdout)
        moments = random.Random(seed).sample(range(1, statements + 1), KILLS)
        outcomes = [_run(waiting, Path(folder) / f"{n}.sqlite3", f"statement:{n}") for n in moments]
    same = sum(found == undisturbed for found, _ in outcomes)
    killed = sum(done.returncode == -9 for _, done in outcomes)
    print(f"Killed before {killed} of {statements} statements (seed {seed}): {same} ended as undisturbed.")
    sys.exit(same != KILLS or killed != KILLS)


def _run(waiting: Path, copy: Path, point: str) -> tuple[list[str], story.Done]:
    """Consolidate until the point, then once more to the end: the lists, and how the first run went."""
    shutil.copy(waiting, copy)
    done = story.run(copy, "-m", "tests.minne.killed", point)
    story.run(copy, "-m", "tests.minne.killed", "none")
    return story.lists(copy), done


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
