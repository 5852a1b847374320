"""A consolidation killed before thirty random statements, each compared with an undisturbed run.

`python -m tests.benchmarks.kills [SEED]`
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from tests.minne import test_killed as story

KILLS = 30


def main(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        waiting = story.waiting_in(Path(folder))
        whole = story.run(story.copied(waiting, "counted"), "-m", "tests.minne.killed", "none")
        undisturbed, statements = story.consolidated(story.copied(waiting, "undisturbed")), int(whole.stdout)
        moments = random.Random(seed).sample(range(1, statements + 1), KILLS)
        endings = [story.killed_and_run_again(waiting, f"statement:{n}") for n in moments]
    same = endings.count(undisturbed)
    print(f"Killed before {KILLS} of {statements} statements (seed {seed}): {same} ended as undisturbed.")
    sys.exit(same != KILLS)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
