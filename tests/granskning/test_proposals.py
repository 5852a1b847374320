"""What a closed round under the target leads to, and what a person may decide about it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from granskning.domain.knobs import is_stricter
from granskning.models import Item, Proposal, Round
from granskning.services import proposals, repairs
from minne.domain.policy import Policy
from minne.models import Fact, PolicyVersion
from minne.services import policies
from minne.services.projection import all_under, refold_everyone
from tests.granskning.memories import answer_all, day, drawn, person, remember, remember_many

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return User.objects.create_user("admin")


def stale_goals(admin: User) -> Round:
    """Forty facts of four people; goals said forty days ago or more are over, the rest is right."""
    for who in ("aino", "bo", "cid", "disa"):
        remember_many(who, {f"Gillar {who}rätt{n}": (10 + n, 60 + n) for n in range(6)})
        goals = {f"Vill lära sig {who}språk{n}": (20 + n if n < 2 else 78 + n,) for n in range(4)}
        remember_many(who, goals, type="goal")
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
    assert version.reason.startswith("Föreslogs efter stickprovet som stängdes ")
    assert Fact.objects.active(day(86)).count() < before


def test_a_second_decision_is_refused(admin: User) -> None:
    proposal = proposals.propose(round=stale_goals(admin), now=day(86))
    assert proposal is not None
    proposals.reject(proposal=proposal, user=admin, now=day(87), reason="För få mål i urvalet.")
    with pytest.raises(proposals.DecisionError, match="decided"):
        proposals.approve(proposal=proposal, user=admin, now=day(87))
    assert Proposal.objects.get().decision == "rejected"


def wrong_at_one_mention(admin: User) -> Round:
    """Thirty facts said twice and right, ten said once of which eight are wrong."""
    for who in ("aino", "bo"):
        remember_many(who, {f"Gillar {who}rätt{n}": (10 + n, 60 + n) for n in range(15)})
        remember_many(who, {f"Gillar {who}skämt{n}": (70 + n,) for n in range(5)})
    round = drawn(at=85, n=40)
    return answer_all(round, jokes_are_wrong, at=86, reviewer=admin)


def jokes_are_wrong(item: Item) -> str:
    return "incorrect" if item.support == 1 and not item.text.endswith("0") else "correct"


def proposed(round: Round) -> Proposal:
    proposal = proposals.propose(round=round, now=day(86))
    assert proposal is not None
    return proposal


def test_what_is_wrong_at_one_mention_must_be_said_twice(admin: User) -> None:
    proposal = proposed(wrong_at_one_mention(admin))
    assert (proposal.knob, proposal.evidence) == ("explicit_kinds", "point")
    assert proposal.values is not None
    assert (proposal.values["explicit_kinds"], proposal.values["min_support"]) == (["asked"], 2)
    kept = proposal.figures["kept"]
    assert (kept["correct"], kept["wrong"], kept["lost"]) == (30, 0, 2)
    assert (proposal.figures["before"], proposal.figures["after"]) == (40, 30)
    assert (proposal.figures["dropped"], proposal.figures["dropped_right"]) == (10, 2)


def of_twenty(wrong: int, admin: User, **plan: Any) -> Round:
    remember_many("elin", {f"Gillar rätt{n}": (60 + n,) for n in range(20)})
    round = drawn(at=85, n=20, **plan)
    return answer_all(round, lambda i: "incorrect" if i.order <= wrong else "correct", at=86, reviewer=admin)


def test_nine_tenths_exactly_is_not_under(admin: User) -> None:
    assert proposals.propose(round=of_twenty(2, admin), now=day(86)) is None


def test_one_more_wrong_is_under(admin: User) -> None:
    assert proposals.propose(round=of_twenty(3, admin), now=day(86)) is not None


def test_nothing_is_proposed_from_a_person_s_own_round(admin: User) -> None:
    round = of_twenty(9, admin, person=person("elin"), kind=Round.Kind.OWN)
    assert proposals.propose(round=round, now=day(86)) is None


def test_nothing_is_proposed_from_an_open_round(admin: User) -> None:
    remember("elin", "Gillar kaffe", 60)
    assert proposals.propose(round=drawn(at=85, n=1), now=day(86)) is None


def test_asking_again_gives_the_same_proposal(admin: User) -> None:
    round = wrong_at_one_mention(admin)
    assert proposed(round) == proposed(round)
    assert Proposal.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_closing_a_round_is_enough(admin: User) -> None:
    round = wrong_at_one_mention(admin)
    assert Proposal.objects.get().round == round


def test_errors_that_no_threshold_tells_apart_are_said_to_be_so(admin: User) -> None:
    remember_many("elin", {f"Gillar rätt{n}": (60, 70, 80) for n in range(30)})
    round = answer_all(
        drawn(at=85, n=30),
        lambda i: "incorrect" if i.order % 5 == 0 else "correct",
        at=86,
        reviewer=admin,
    )
    proposal = proposed(round)
    assert (proposal.evidence, proposal.values, proposal.knob) == ("no_policy", None, "")
    assert list(Proposal.objects.without_policy()) == [proposal]
    assert not Proposal.objects.waiting().exists()
    with pytest.raises(proposals.DecisionError, match="no_policy"):
        proposals.approve(proposal=proposal, user=admin, now=day(87))


def test_a_repair_does_not_change_what_the_labels_say(admin: User) -> None:
    """The lists are replayed as they were known at the draw, not as they became."""
    round = wrong_at_one_mention(admin)
    before = proposed(round)
    repairs.repair(round=round, user=admin, now=day(86))
    assert before.policy is not None
    again = proposals.preview(before, before.policy)
    assert again == {name: before.figures[name] for name in again}


def test_thresholds_that_already_answer_for_the_errors_need_no_proposal(admin: User) -> None:
    round = wrong_at_one_mention(admin)
    policies.adopt(policy=Policy(explicit_kinds=("asked",)), reason="", by=admin, now=day(86))
    assert proposals.propose(round=round, now=day(86)) is None


def test_a_proposal_builds_on_the_thresholds_in_force_and_never_loosens_them(admin: User) -> None:
    round = stale_goals(admin)
    stricter = Policy(min_support=4)
    policies.adopt(policy=stricter, reason="", by=admin, now=day(86))
    policy = proposed(round).policy
    assert policy is not None
    assert is_stricter(policy, stricter)


def test_adjusted_numbers_become_the_version_in_force(admin: User) -> None:
    proposal = proposed(wrong_at_one_mention(admin))
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
    admin: User, values: dict[str, object], code: str
) -> None:
    proposal = proposed(wrong_at_one_mention(admin))
    with pytest.raises(proposals.DecisionError, match=code):
        proposals.adjust(proposal=proposal, values=values, user=admin, now=day(87))
    assert Proposal.objects.get().decision == "waiting"


def test_a_rejection_needs_a_reason(admin: User) -> None:
    proposal = proposed(wrong_at_one_mention(admin))
    with pytest.raises(proposals.DecisionError, match="reason"):
        proposals.reject(proposal=proposal, user=admin, now=day(87), reason="  ")
    rejected = proposals.reject(proposal=proposal, user=admin, now=day(87), reason="Felen är rättade.")
    assert (rejected.decided_by, rejected.decided_at) == (admin, day(87))
    assert PolicyVersion.objects.current().number == 1


def test_a_proposal_made_for_other_thresholds_is_not_approved_as_it_is(admin: User) -> None:
    proposal = proposed(wrong_at_one_mention(admin))
    policies.adopt(policy=Policy(min_support=3), reason="", by=admin, now=day(87))
    with pytest.raises(proposals.DecisionError, match="behind"):
        proposals.approve(proposal=proposal, user=admin, now=day(88))
    proposals.adjust(proposal=proposal, values={"explicit_kinds": ["asked"]}, user=admin, now=day(88))
    assert PolicyVersion.objects.current().policy == Policy(min_support=3, explicit_kinds=("asked",))


def test_an_approval_can_be_rolled_back(admin: User) -> None:
    first = PolicyVersion.objects.current()
    before = Fact.objects.active(day(86)).count()
    proposals.approve(proposal=proposed(wrong_at_one_mention(admin)), user=admin, now=day(87))
    policies.roll_back(to=first, reason="För hårt.", by=admin)
    refold_everyone()
    assert PolicyVersion.objects.current().policy == first.policy
    assert Fact.objects.active(day(86)).count() == before + 40


def test_people_who_have_not_agreed_are_in_no_count(admin: User) -> None:
    person("sture", agreed=False)
    remember_many("sture", {f"Gillar hemlighet{n}": (70 + n,) for n in range(10)})
    proposal = proposed(wrong_at_one_mention(admin))
    assert proposal.figures["before"] == 40


def test_a_round_over_one_type_counts_that_type(admin: User) -> None:
    goals = {f"Vill lära sig språk{n}": (40 if n < 6 else 80,) for n in range(12)}
    remember_many("elin", goals, type="goal")
    remember_many("elin", {f"Gillar rätt{n}": (60, 80) for n in range(12)})
    round = answer_all(drawn(at=85, n=12, type="goal"), goals_fade, at=86, reviewer=admin)
    assert proposed(round).figures["answered"] == 12
    preview = proposals.preview(proposed(round), Policy(half_life_days={"goal": 20, "preference": 1}))
    assert set(preview["forgotten"]) == {"goal"}
