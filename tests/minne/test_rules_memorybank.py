"""Ten people's chats over ten days, and what a reader of them said of each fact found.

The chats are those of MemoryBank (zhongwanjun/MemoryBank-SiliconFriend, MIT) and lie outside the project;
`memorybank_judged.jsonl` holds the facts found and the judgements. When the extractor changes, so does the
list, and this says where: read what is new against the chat, judge it, and put it in.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

from minne.domain.episodes import Episode
from minne.extraction.rules import RuleExtractor

HERE = Path(__file__).parent
CHATS = HERE.parents[2] / "shared" / "data" / "memorybank_en.jsonl"
JUDGED = [json.loads(line) for line in (HERE / "memorybank_judged.jsonl").read_text("utf-8").splitlines()]


def chats() -> list[Episode]:
    rows = [json.loads(line) for line in CHATS.read_text("utf-8").splitlines()]
    return [
        Episode(
            row["id"],
            row["person"],
            row["conversation"],
            row["role"],
            row["text"],
            datetime.fromisoformat(row["occurred_at"]),
        )
        for row in rows
    ]


@pytest.mark.skipif(not CHATS.exists(), reason="the chats lie beside the project and are not there")
def test_the_facts_found_are_those_that_were_judged() -> None:
    found = {(c.sources[0], c.text) for c in RuleExtractor().extract(chats())}
    judged = {(row["episode"], row["text"]) for row in JUDGED}
    assert found - judged == set(), "not judged yet"
    assert judged - found == set(), "no longer found"


def test_nine_of_ten_facts_found_are_true_and_lasting() -> None:
    assert len(JUDGED) >= 60
    assert sum(row["right"] for row in JUDGED) >= 0.9 * len(JUDGED)


def test_every_person_has_a_few_facts_and_nobody_a_heap() -> None:
    counts = Counter(row["person"] for row in JUDGED)
    assert len(counts) == 10
    assert all(3 <= n <= 25 for n in counts.values()), counts
