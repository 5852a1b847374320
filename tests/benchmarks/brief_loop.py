"""The brief's own loop beside the fold on the same small stories: what each believes at the end.

`python -m tests.benchmarks.brief_loop`
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from minne.domain.events import Event, Timeline
from minne.domain.policy import Policy
from minne.domain.timeline import fold
from tests.domain.stories import day, mention, statement

HALF_LIFE_DAYS = {"preferens": 180, "kunskap": 365, "mal": 90, "tillfallig": 14}
LEAST_CONFIDENCE, LEAST_SUPPORT = 0.3, 2
Belief = dict[str, Any]


def brief_consolidates(facts: list[Belief], candidates: list[Belief], now: float) -> list[Belief]:
    """The loop as the brief gives it, with its clock as an argument (days instead of seconds)."""
    index = {f["text"].lower(): f for f in facts}
    for candidate in candidates:
        key = candidate["text"].lower()
        if key in index:
            fact = index[key]
            fact["kallor"] = sorted(set(fact["kallor"]) | set(candidate["kallor"]))
            fact["konfidens"] = min(1.0, fact["konfidens"] + 0.25)
            fact["senast_stodd"] = now
        elif len(candidate["kallor"]) >= LEAST_SUPPORT:
            index[key] = {**candidate, "konfidens": 0.5, "senast_stodd": now}
    return brief_forgets(list(index.values()), now)


def brief_forgets(facts: list[Belief], now: float) -> list[Belief]:
    kept = []
    for fact in facts:
        age = now - fact["senast_stodd"]
        fact["konfidens"] *= 0.5 ** (age / HALF_LIFE_DAYS[fact["typ"]])
        if fact["konfidens"] >= LEAST_CONFIDENCE:
            kept.append(fact)
    return sorted(kept, key=lambda f: -f["konfidens"])[:50]


def days_until_forgotten(*, every: int) -> int:
    """How long the brief's loop keeps a fully confident preference when it runs every so many days."""
    facts = [{"text": "x", "typ": "preferens", "kallor": ["a", "b"], "konfidens": 1.0, "senast_stodd": 0}]
    now = 0
    while facts:
        now += every
        facts = brief_consolidates(facts, [], now)
    return now


def fold_days_until_forgotten() -> float:
    sure = Event(action="confirm", occurred_at=day(0), recorded_at=day(0), text="x", type="preference")
    state = fold([Timeline(statement("+x"), [sure])], Policy(), day(0))["+x"]
    assert state.fades_at is not None
    return (state.fades_at - day(0)) / timedelta(days=1)


def support(candidates_by_run: list[list[Belief]]) -> str:
    facts: list[Belief] = []
    for run, candidates in enumerate(candidates_by_run):
        facts = brief_consolidates(facts, candidates, run)
    return f"{facts[0]['konfidens']:.2f}" if facts else "nothing"


def fold_support(events: list[Event]) -> str:
    state = fold([Timeline(statement("+kaffe"), events)], Policy(), day(1))["+kaffe"]
    return f"{state.confidence:.2f}" if state.status == "active" else "nothing"


def main() -> None:
    print("A fully confident preference that nobody mentions again is forgotten after (days):")
    for name, every in (("daily", 1), ("weekly", 7), ("once a year", 365)):
        print(f"  brief's loop, run {name:<12} {days_until_forgotten(every=every):>6}")
    print(f"  the fold, however often run      {fold_days_until_forgotten():>6.1f}")
    one, two = ({"text": "Gillar kaffe", "typ": "preferens", "kallor": [k]} for k in "ab")
    both = {"text": "Gillar kaffe", "typ": "preferens", "kallor": ["a", "b"]}
    print("Confidence after the same two hints (brief's loop / fold):")
    hints = [mention(0, "inferred", source="a"), mention(1, "inferred", source="b")]
    print(f"  in one batch             {support([[both]])} / {fold_support(hints)}")
    print(f"  in two batches           {support([[one], [two]])} / {fold_support(hints)}")
    print(f"  one batch, retried twice {support([[both], [both], [both]])} / {fold_support(hints * 3)}")


if __name__ == "__main__":
    main()
