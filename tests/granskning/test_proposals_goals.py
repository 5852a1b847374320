"""A round that found goals to be over, and what is decided about the half-life it argues for."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from granskning.domain.knobs import is_stricter
from granskning.models import Proposal, Round
from granskning.services import proposals
from minne.domain.policy import Policy
from minne.models import Fact, PolicyVersion
from minne.services import policies
from minne.services.projection import all_under
from tests.granskning.memories import day
from tests.granskning.stories import proposed, stale_goals
from tests.shared import told_once

pytestmark = pytest.mark.django_db


story = told_once(lambda: stale_goals(User.objects.create_user("admin")))


def test_stale_goals_argue_for_the_half_life_of_goals(round: Round) -> None:
    proposal = proposals.propose(round=round, now=day(86))
    assert proposal is not None
    assert (proposal.knob, proposal.evidence) == ("half_life_days.goal", "point")
    policy = proposal.policy
    assert policy is not None
    assert policy.half_life_days["goal"] < 90
    assert proposal.figures["kept"]["wrong"] <= 2
    assert proposal.figures["forgotten"]["goal"] >= 6
    assert proposal.figures["kept"]["lost"] == 0


def test_approval_is_a_new_version_that_every_list_follows(admin: User, round: Round) -> None:
    proposal = proposals.propose(round=round, now=day(86))
    assert proposal is not None
    before = Fact.objects.active(day(86)).count()
    decided = proposals.approve(proposal=proposal, user=admin, now=day(87))
    version = PolicyVersion.objects.current()
    assert (decided.decision, decided.approved_as, version.policy) == ("approved", version, proposal.policy)
    assert all_under(version)
    assert policies.reasons([version])[version.number].startswith("Föreslogs efter stickprovet som stängdes ")
    assert Fact.objects.active(day(86)).count() < before


def test_a_second_decision_is_refused(admin: User, round: Round) -> None:
    proposal = proposals.propose(round=round, now=day(86))
    assert proposal is not None
    proposals.reject(proposal=proposal, user=admin, now=day(87), reason="För få mål i urvalet.")
    with pytest.raises(proposals.DecisionError, match="decided"):
        proposals.approve(proposal=proposal, user=admin, now=day(87))
    assert Proposal.objects.get().decision == "rejected"


def test_a_proposal_builds_on_the_thresholds_in_force_and_never_loosens_them(
    admin: User, round: Round
) -> None:
    stricter = Policy(min_support=4)
    policies.adopt(policy=stricter, reason="", by=admin, now=day(86))
    policy = proposed(round).policy
    assert policy is not None
    assert is_stricter(policy, stricter)
