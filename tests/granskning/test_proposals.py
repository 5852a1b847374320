"""What a closed round under the target leads to, and what a person may decide about it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from granskning.models import Item, Proposal, Round
from granskning.services import proposals
from minne.models import Fact, PolicyVersion
from minne.services.projection import all_under
from tests.granskning.memories import answer_all, day, drawn, remember

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return User.objects.create_user("admin")


def stale_goals(admin: User) -> Round:
    """Forty facts of four people; goals said forty days ago or more are over, the rest is right."""
    for who in ("aino", "bo", "cid", "disa"):
        for n in range(6):
            remember(who, f"Gillar {who}rätt{n}", 10 + n, 60 + n)
        for n in range(4):
            remember(who, f"Vill lära sig {who}språk{n}", 20 + n if n < 2 else 78 + n, type="goal")
    round = drawn(at=85, n=40)
    return answer_all(round, goals_fade, at=86, reviewer=admin)


def goals_fade(item: Item) -> str:
    old = item.type == "goal" and item.last_supported_at is not None and item.last_supported_at < day(70)
    return "outdated" if old else "correct"


def test_stale_goals_argue_for_the_half_life_of_goals(admin: User) -> None:
    proposal = proposals.propose(round=stale_goals(admin), now=day(86))
    assert proposal is not None
    assert (proposal.knob, proposal.evidence) == ("half_life_days.goal", "point")
    policy = proposal.policy
    assert policy is not None
    assert policy.half_life_days["goal"] < 90
    assert proposal.figures["kept"]["wrong"] <= 2
    assert proposal.figures["forgotten"]["goal"] >= 6
    assert proposal.figures["kept"]["lost"] == 0


def test_approval_is_a_new_version_that_every_list_follows(admin: User) -> None:
    proposal = proposals.propose(round=stale_goals(admin), now=day(86))
    assert proposal is not None
    before = Fact.objects.active(day(86)).count()
    decided = proposals.approve(proposal=proposal, user=admin, now=day(87))
    version = PolicyVersion.objects.current()
    assert (decided.decision, decided.approved_as, version.policy) == ("approved", version, proposal.policy)
    assert all_under(version)
    assert Fact.objects.active(day(86)).count() < before


def test_a_second_decision_is_refused(admin: User) -> None:
    proposal = proposals.propose(round=stale_goals(admin), now=day(86))
    assert proposal is not None
    proposals.reject(proposal=proposal, user=admin, now=day(87), reason="För få mål i urvalet.")
    with pytest.raises(proposals.DecisionError, match="decided"):
        proposals.approve(proposal=proposal, user=admin, now=day(87))
    assert Proposal.objects.get().decision == "rejected"
