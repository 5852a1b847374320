"""What the memory makes of people's own words, all the way: taken in, read by the rules, folded, listed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from minne.extraction.rules import RuleExtractor
from minne.importers.records import EpisodeRow
from tests.minne.talk import NOW, consolidated, facts, said, take_in

ROLES = {"A:": "assistant", "S:": "system", "T:": "tool"}


def spoken(*days: str | list[str], person: str = "elin", first: float = 0) -> list[EpisodeRow]:
    """A day each, a conversation each; a list is the turns of one. "A:", "S:", "T:" mark other roles."""
    rows = []
    for n, turns in enumerate(days):
        for m, turn in enumerate([turns] if isinstance(turns, str) else turns):
            role, text = ROLES.get(turn[:2], "user"), turn
            if role != "user":
                text = turn[2:].strip()
            at = first + n + m / 1000
            rows.append(
                said(text, at, person=person, role=role, talk=f"day-{first + n:g}", id=f"e{at:g}-{role}")
            )
    return rows


def hear(*days: str | list[str], person: str = "elin", first: float = 0, now: datetime = NOW) -> None:
    """Take the days in and consolidate them."""
    take_in(*spoken(*days, person=person, first=first), now=now)
    consolidated(person, now=now, extractor=RuleExtractor())


def remembered(*, person: str = "elin", now: datetime = NOW) -> list[str]:
    """The texts of the active facts, sorted."""
    return sorted(row["text"] for row in facts(person, now=now, everything=False))


def all_facts(*, person: str = "elin", now: datetime = NOW) -> dict[str, dict[str, Any]]:
    """Every fact that ever was, by its text."""
    return {row["text"]: row for row in facts(person, now=now)}
