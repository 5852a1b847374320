"""A consolidation killed before thirty random statements, each compared with an undisturbed run.

`python -m tests.benchmarks.kills [SEED]`
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.minne import test_killed as story

KILLS = 30


def main(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, story.started() as processes:
        database = Path(folder, "waiting.sqlite3")
        tables = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"], cwd=story.ROOT, env=tables, check=True
        )
        waiting = story.waiting_in(database, processes)
        [whole] = processes.run(story.copied(waiting, "counted"), "none")
        undisturbed, statements = processes.consolidated(story.copied(waiting, "undisturbed")), int(whole.out)
        moments = random.Random(seed).sample(range(1, statements + 1), KILLS)
        endings = [processes.killed_and_run_again(waiting, f"statement:{n}") for n in moments]
    same = endings.count(undisturbed)
    print(f"Killed before {KILLS} of {statements} statements (seed {seed}): {same} ended as undisturbed.")
    sys.exit(same != KILLS)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
