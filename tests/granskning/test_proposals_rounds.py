"""Which rounds lead to a proposal, and which to none."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from granskning.models import Proposal, Round
from granskning.services import proposals
from minne.domain.policy import Policy
from tests.granskning.memories import answer_all, day, drawn, person, remember, remember_many
from tests.granskning.stories import goals_fade, proposed, wrong_at_one_mention

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return User.objects.create_user("admin")


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
