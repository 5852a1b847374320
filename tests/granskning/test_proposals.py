"""What a closed round under the target leads to, and what a person may decide about it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from granskning.models import Proposal, Round
from granskning.services import proposals, repairs
from minne.domain.policy import Policy
from minne.models import Fact, PolicyVersion
from minne.services import policies
from minne.services.projection import all_under, refold_everyone
from tests.granskning.memories import day
from tests.granskning.stories import proposed, wrong_at_one_mention
from tests.shared import told_once

pytestmark = pytest.mark.django_db


story = told_once(lambda: wrong_at_one_mention(User.objects.create_user("admin")))


def test_what_is_wrong_at_one_mention_must_be_said_twice(round: Round) -> None:
    proposal = proposed(round)
    assert (proposal.knob, proposal.evidence) == ("explicit_kinds", "point")
    assert proposal.values is not None
    assert (proposal.values["explicit_kinds"], proposal.values["min_support"]) == (["asked"], 2)
    kept = proposal.figures["kept"]
    assert (kept["correct"], kept["wrong"], kept["lost"]) == (30, 0, 2)
    assert (proposal.figures["before"], proposal.figures["after"]) == (40, 30)
    assert (proposal.figures["dropped"], proposal.figures["dropped_right"]) == (10, 2)


def test_asking_again_gives_the_same_proposal(round: Round) -> None:
    assert proposed(round) == proposed(round)
    assert Proposal.objects.count() == 1


def test_a_repair_does_not_change_what_the_labels_say(admin: User, round: Round) -> None:
    """The lists are replayed as they were known at the draw, not as they became."""
    before = proposed(round)
    repairs.repair(round=round, user=admin, now=day(86))
    assert before.policy is not None
    again = proposals.preview(before, before.policy)
    assert again == {name: before.figures[name] for name in again}


def test_thresholds_that_already_answer_for_the_errors_need_no_proposal(admin: User, round: Round) -> None:
    policies.adopt(policy=Policy(explicit_kinds=("asked",)), reason="", by=admin, now=day(86))
    assert proposals.propose(round=round, now=day(86)) is None


def test_adjusted_numbers_become_the_version_in_force(admin: User, round: Round) -> None:
    proposal = proposed(round)
    decided = proposals.adjust(
        proposal=proposal, values={"min_confidence": 0.35}, user=admin, now=day(87), reason="Mildare."
    )
    current = PolicyVersion.objects.current()
    assert (decided.decision, decided.approved_as, decided.reason) == ("adjusted", current, "Mildare.")
    assert current.policy == Policy(min_confidence=0.35)
    assert "adopted" in decided.figures
    assert all_under(current)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({}, "same"),
        ({"min_support": 0}, "invalid"),
        ({"no_such": 1}, "invalid"),
        ({"min_support": "x"}, "invalid"),
    ],
)
def test_numbers_that_cannot_be_or_change_nothing_are_refused(
    admin: User, round: Round, values: dict[str, object], code: str
) -> None:
    proposal = proposed(round)
    with pytest.raises(proposals.DecisionError, match=code):
        proposals.adjust(proposal=proposal, values=values, user=admin, now=day(87))
    assert Proposal.objects.get().decision == "waiting"


def test_a_rejection_needs_a_reason(admin: User, round: Round) -> None:
    proposal = proposed(round)
    with pytest.raises(proposals.DecisionError, match="reason"):
        proposals.reject(proposal=proposal, user=admin, now=day(87), reason="  ")
    rejected = proposals.reject(proposal=proposal, user=admin, now=day(87), reason="Felen är rättade.")
    assert (rejected.decided_by, rejected.decided_at) == (admin, day(87))
    assert PolicyVersion.objects.current().number == 1


def test_a_proposal_made_for_other_thresholds_is_not_approved_as_it_is(admin: User, round: Round) -> None:
    proposal = proposed(round)
    policies.adopt(policy=Policy(min_support=3), reason="", by=admin, now=day(87))
    with pytest.raises(proposals.DecisionError, match="behind"):
        proposals.approve(proposal=proposal, user=admin, now=day(88))
    proposals.adjust(proposal=proposal, values={"explicit_kinds": ["asked"]}, user=admin, now=day(88))
    assert PolicyVersion.objects.current().policy == Policy(min_support=3, explicit_kinds=("asked",))


def test_an_approval_can_be_rolled_back(admin: User, round: Round) -> None:
    first = PolicyVersion.objects.current()
    before = Fact.objects.active(day(86)).count()
    proposals.approve(proposal=proposed(round), user=admin, now=day(87))
    policies.roll_back(to=first, reason="För hårt.", by=admin)
    refold_everyone()
    assert PolicyVersion.objects.current().policy == first.policy
    assert Fact.objects.active(day(86)).count() == before == 40
