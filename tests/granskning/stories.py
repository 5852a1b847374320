"""Rounds whose errors argue for a threshold."""

from __future__ import annotations

from django.contrib.auth.models import User

from granskning.models import Item, Proposal, Round
from granskning.services import proposals
from tests.granskning.memories import answer_all, day, drawn, remember_many


def stale_goals(admin: User) -> Round:
    """Forty facts of four people; goals said forty days ago or more are over, the rest is right."""
    for who in ("aino", "bo", "cid", "disa"):
        remember_many(who, {f"Gillar {who}rätt{n}": (10 + n, 60 + n) for n in range(6)})
        goals = {f"Vill lära sig {who}språk{n}": (20 + n if n < 2 else 78 + n,) for n in range(4)}
        remember_many(who, goals, type="goal")
    return answer_all(drawn(at=85, n=40), goals_fade, at=86, reviewer=admin)


def goals_fade(item: Item) -> str:
    old = item.type == "goal" and item.last_supported_at is not None and item.last_supported_at < day(70)
    return "outdated" if old else "correct"


def wrong_at_one_mention(admin: User) -> Round:
    """Thirty facts said twice and right, ten said once of which eight are wrong."""
    for who in ("aino", "bo"):
        remember_many(who, {f"Gillar {who}rätt{n}": (10 + n, 60 + n) for n in range(15)})
        remember_many(who, {f"Gillar {who}skämt{n}": (70 + n,) for n in range(5)})
    return answer_all(drawn(at=85, n=40), jokes_are_wrong, at=86, reviewer=admin)


def jokes_are_wrong(item: Item) -> str:
    return "incorrect" if item.support == 1 and not item.text.endswith("0") else "correct"


def said_once_is_wrong(item: Item) -> str:
    return "incorrect" if item.support == 1 else "correct"


def proposed(round: Round) -> Proposal:
    proposal = proposals.propose(round=round, now=day(86))
    assert proposal is not None
    return proposal
