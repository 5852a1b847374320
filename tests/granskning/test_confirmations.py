"""A confirmation round: planned on the list a policy would serve, judged when it closes."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from granskning.models import Confirmation, Item, Proposal, Round
from granskning.services import confirmations, proposals, repairs
from minne.models import Fact
from tests.granskning.memories import answer_all, day, drawn, remember_many
from tests.granskning.stories import said_once_is_wrong
from tests.shared import told_once

pytestmark = pytest.mark.django_db


story = told_once(lambda: a_proposal(User.objects.create_user("admin")))


@pytest.fixture
def proposal() -> Proposal:
    return Proposal.objects.get()


def a_proposal(admin: User) -> None:
    """Of 120 facts said twice and 60 said once, thirty drawn; what was said once is wrong."""
    for who in ("aino", "bo", "cid", "disa"):
        remember_many(who, {f"Gillar {who}rätt{n}": (10 + n, 60 + n / 2) for n in range(30)})
        remember_many(who, {f"Gillar {who}skämt{n}": (70 + n / 2,) for n in range(15)})
    round = answer_all(drawn(at=85), said_once_is_wrong, at=86, reviewer=admin)
    made = proposals.propose(round=round, now=day(86))
    assert made is not None
    assert made.knob == "explicit_kinds"


def started(proposal: Proposal, *, wrong: int = 0, at: float = 87) -> Round:
    round = confirmations.start(proposal=proposal, wrong=wrong, user=None, now=day(at))
    assert round is not None
    return round


def test_it_draws_from_what_the_proposed_policy_would_serve_and_what_is_not_known(proposal: Proposal) -> None:
    known = set(Item.objects.filter(round=proposal.round).drawn().values_list("fact", flat=True))
    round = started(proposal)
    items = list(Item.objects.filter(round=round).select_related("fact"))
    right_before = Item.objects.filter(round=proposal.round, support=2).drawn().count()
    assert all(item.support == 2 and item.fact_id not in known for item in items)
    assert round.frame_size == 120 - right_before
    confirmation = Confirmation.objects.get(round=round)
    assert (confirmation.known_right, confirmation.known_wrong, confirmation.size) == (right_before, 0, 120)


def test_its_size_and_the_wrong_it_allows_are_fixed_before_it_starts(proposal: Proposal) -> None:
    ground = confirmations.ground(proposal, now=day(87))
    assert ground is not None
    assert [size.wrong for size in ground.sizes] == [0, 1, 2, 3]
    round = started(proposal, wrong=2)
    assert (round.kind, round.planned, round.allowed_wrong) == ("confirmation", ground.sizes[2].n, 2)


def test_all_right_certifies(proposal: Proposal, admin: User) -> None:
    answer_all(started(proposal), lambda item: "correct", at=88, reviewer=admin)
    proposal.refresh_from_db()
    confirmation = Confirmation.objects.get()
    assert (proposal.evidence, confirmation.evidence) == ("certified", "certified")
    assert confirmation.low is not None
    assert confirmation.low >= 108


def test_one_wrong_more_than_allowed_fails(proposal: Proposal, admin: User) -> None:
    answer_all(
        started(proposal, wrong=1),
        lambda item: "incorrect" if item.order <= 2 else "correct",
        at=88,
        reviewer=admin,
    )
    proposal.refresh_from_db()
    assert proposal.evidence == "failed"


def test_as_many_wrong_as_allowed_certifies(proposal: Proposal, admin: User) -> None:
    answer_all(
        started(proposal, wrong=1),
        lambda item: "outdated" if item.order == 1 else "correct",
        at=88,
        reviewer=admin,
    )
    proposal.refresh_from_db()
    assert proposal.evidence == "certified"


def test_a_confirmation_leads_to_no_proposal(proposal: Proposal, admin: User) -> None:
    round = answer_all(started(proposal), lambda item: "incorrect", at=88, reviewer=admin)
    assert proposals.propose(round=round, now=day(88)) is None


def test_one_runs_at_a_time(proposal: Proposal) -> None:
    started(proposal)
    with pytest.raises(confirmations.ConfirmationError, match="running"):
        confirmations.start(proposal=proposal, wrong=0, user=None, now=day(88))


def test_what_a_failed_one_has_shown_is_known_in_the_next(proposal: Proposal, admin: User) -> None:
    first = answer_all(
        started(proposal), lambda i: "incorrect" if i.order == 1 else "correct", at=88, reviewer=admin
    )
    ground = confirmations.ground(proposal, now=day(89))
    assert ground is not None
    assert ground.known_wrong == 1
    assert len(ground.ids) == first.frame_size - first.planned


def test_repaired_facts_are_no_longer_in_the_list(proposal: Proposal, admin: User) -> None:
    first = answer_all(
        started(proposal), lambda i: "incorrect" if i.order == 1 else "correct", at=88, reviewer=admin
    )
    repairs.repair(round=first, user=admin, now=day(88.5))
    ground = confirmations.ground(proposal, now=day(89))
    assert ground is not None
    assert (ground.known_wrong, ground.frame.size) == (0, 119)


def test_after_approval_the_policy_in_force_is_confirmed(proposal: Proposal, admin: User) -> None:
    proposals.approve(proposal=proposal, user=admin, now=day(87))
    proposal.refresh_from_db()
    round = started(proposal, at=88)
    served = Fact.objects.active(round.pinned_at).count()
    assert Confirmation.objects.get().size == served == 120


def test_a_rejected_proposal_has_nothing_to_confirm(proposal: Proposal, admin: User) -> None:
    proposals.reject(proposal=proposal, user=admin, now=day(87), reason="Nej.")
    proposal.refresh_from_db()
    with pytest.raises(confirmations.ConfirmationError, match="no_policy"):
        confirmations.start(proposal=proposal, wrong=0, user=None, now=day(88))


def test_more_wrong_than_any_size_can_carry_is_refused(proposal: Proposal) -> None:
    with pytest.raises(confirmations.ConfirmationError, match="cannot"):
        confirmations.start(proposal=proposal, wrong=90, user=None, now=day(88))
