"""What `import_beside.py` measures, once Django is set up."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.utils import timezone

from granskning.models import Verdict
from granskning.services import rounds
from tests.benchmarks._desk import line
from tests.browser.load import at_once
from tests.browser.site import ROOT, Site, served
from tests.granskning.making import many_facts, reviewer

REVIEWERS = 5
LONGEST = 900.0
START = datetime(2024, 1, 1, tzinfo=UTC)
WORDS = ("te", "kaffe", "Umeå", "bokhandel", "resor", "kod", "Python", "musik", "skog", "bröd", "film", "hav")


def facts_of_mem0(size: int) -> Iterator[str]:
    """One page of mem0's facts, short sentences with a little beside each, as that memory gives them."""
    rng, written, number = random.Random(7), 0, 0
    yield '{"results": ['
    while written < size:
        text = f"Gillar {' och '.join(rng.sample(WORDS, 2))} nummer {number}"
        row = {
            "id": f"m{number}",
            "memory": text,
            "created_at": (START + timedelta(minutes=number)).isoformat(),
            "metadata": {"source": " ".join(rng.choices(WORDS, k=12))},
        }
        line = (", " if number else "") + json.dumps(row, ensure_ascii=False)
        yield line
        written, number = written + len(line.encode()), number + 1
    yield "]}"


def episodes(size: int) -> Iterator[str]:
    """Conversations of fifty people, a message a line."""
    rng, written, number = random.Random(7), 0, 0
    while written < size:
        row = {
            "id": f"m{number}",
            "person": f"u{number // 100 % 50}",
            "conversation": f"c{number // 100}",
            "role": "assistant" if number % 2 else "user",
            "text": " ".join(rng.choices(WORDS, k=rng.randint(5, 120))),
            "occurred_at": (START + timedelta(minutes=number)).isoformat(),
        }
        line = json.dumps(row, ensure_ascii=False) + "\n"
        yield line
        written, number = written + len(line.encode()), number + 1


FILES = {"mem0": facts_of_mem0, "jsonl": episodes}


def _import(site: Site, path: Path, format: str) -> float:
    started = time.monotonic()
    command = [sys.executable, "manage.py", "import_episodes", str(path), "--format", format]
    whose = [] if format == "jsonl" else ["--person", "elin"]
    environment = os.environ | {"DATABASE_URL": site.database}
    subprocess.run([*command, *whose], cwd=ROOT, env=environment, capture_output=True, check=True)
    return time.monotonic() - started


def beside(site: Site, folder: Path, format: str, size: int) -> None:
    path = folder / f"import.{format}"
    path.write_text("".join(FILES[format](size)), encoding="utf-8")
    drawn = rounds.start_round(user=None, n=3000, now=timezone.now())
    users = [reviewer(f"rut-{format}-{n}") for n in range(REVIEWERS)]
    with ThreadPoolExecutor(1) as work:
        importing = work.submit(_import, site, path, format)
        done = at_once(site, users, round=drawn.pk, seconds=LONGEST, until=importing.done)
        took = importing.result()
    taken = [second * 1000 for each in done for second in each.seconds]
    errors = [error for each in done for error in each.errors]
    kept = Verdict.objects.in_round(drawn).count()
    print(line(f"{path.stat().st_size / 1e6:.0f} MB of {format} in {took:.0f} s, an answer beside it", taken))
    print(
        f"   {kept} answers kept, the longest {max(taken):.0f} ms; errors {len(errors)}; "
        f"load {os.getloadavg()[0]:.1f}"
    )
    for error in errors[:3]:
        print("  ", error)


def measure(size: int) -> None:
    print("database: " + os.environ["DATABASE_URL"].partition(":")[0])
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as site:
        many_facts(people=60, each=50)
        for format in FILES:
            beside(site, Path(folder), format, size)
