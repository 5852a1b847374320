"""How much memory reading a large ChatGPT export takes: `python -m tests.benchmarks.import_memory [MB]`.

Makes an export of 300 MB (conversations of very different lengths, some with hundreds of turns, edited
prompts, tool calls and pictures), reads it twice over as an import does, and prints the peak of the process.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from minne.importers import read

LIMIT_MB = 500
START = 1_600_000_000
WORDS = ("jag", "du", "te", "kaffe", "Umeå", "bokhandel", "och", "när", "vi", "åkte", "hem", "kod i Python")


def _text(rng: random.Random, words: int) -> str:
    return " ".join(rng.choices(WORDS, k=words))


def _message(rng: random.Random, role: str, at: float, words: int) -> dict[str, Any]:
    return {
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": {"content_type": "text", "parts": [_text(rng, words)]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": {
            "model_slug": "x",
            "message_type": "next",
            "request_id": uuid.UUID(int=rng.getrandbits(128)).hex,
        },
        "recipient": "all",
    }


def _conversation(rng: random.Random, number: int) -> dict[str, Any]:
    start = START + number * 5_000.0
    mapping: dict[str, Any] = {"client-created-root": {"id": "client-created-root", "children": []}}
    parent = "client-created-root"
    for turn in range(min(2 * int(rng.paretovariate(0.9)), 1500)):
        role = "assistant" if turn % 2 else "user"
        for _ in range(1 + (role == "user" and rng.random() < 0.1)):  # now and then a prompt was edited
            key = str(uuid.UUID(int=rng.getrandbits(128), version=4))
            said = _message(
                rng, role, start + turn * 30.25, rng.randint(20, 400) if turn % 2 else rng.randint(3, 60)
            )
            mapping[key] = {"id": key, "parent": parent, "children": [], "message": {"id": key, **said}}
        parent = key
    return {
        "title": _text(rng, 4),
        "create_time": start,
        "update_time": start + 1,
        "mapping": mapping,
        "current_node": parent,
        "conversation_id": str(uuid.UUID(int=rng.getrandbits(128), version=4)),
    }


def _conversations(size: int) -> Iterator[bytes]:
    rng = random.Random(7)
    written = number = 0
    while written < size:
        raw = json.dumps(_conversation(rng, number)).encode()
        written += len(raw)
        number += 1
        yield raw


def write_export(path: Path, size: int) -> None:
    with path.open("wb") as file:
        for i, raw in enumerate(_conversations(size)):
            file.write((b",\n" if i else b"[") + raw)
        file.write(b"]")


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "conversations.json"
        write_export(path, size * 10**6)
        before, started = peak_mb(), time.process_time()
        found = read(path, format="chatgpt", person="elin", now=datetime.now(UTC))
        counts = Counter(type(record).__name__ for record in found)
        seconds = time.process_time() - started
        print(f"export   {path.stat().st_size / 1e6:.0f} MB")
        print("read     " + ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
        print(f"time     {seconds:.1f} s of processor time for both passes")
        print(f"peak     {peak_mb():.0f} MB (at most {LIMIT_MB}; {before:.0f} MB before reading)")
    return int(peak_mb() > LIMIT_MB)


if __name__ == "__main__":
    sys.exit(main())
