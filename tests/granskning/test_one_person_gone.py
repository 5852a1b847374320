"""A round over one person's list stays so when they have been erased: it never becomes everyone's."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from granskning.models import Item, Proposal, Round
from granskning.proposal_words import scope
from granskning.services import confirmations, exports, proposals, replays, rounds
from minne.domain.policy import Policy
from minne.models import PolicyVersion
from minne.services import erasure
from tests.granskning.answering import pressed
from tests.granskning.making import NOW, facts, person, reviewer

pytestmark = pytest.mark.django_db


@pytest.fixture
def proposal() -> Proposal:
    """After a round over Elin's list, who is gone; Omar's list is there."""
    elin, rut = person(), reviewer()
    facts(elin, 2)
    facts(person("omar"), 3)
    drawn = rounds.start_round(user=None, n=2, seed=1, now=NOW, person=elin)
    for item in Item.objects.filter(round=drawn):
        pressed(item, rut, "incorrect")
    rounds.close(round=drawn, now=NOW)
    erasure.carry_on(erasure=erasure.begin(person=elin, by=None, now=NOW), now=NOW)
    drawn.refresh_from_db()
    return Proposal.objects.create(
        round=drawn,
        based_on=PolicyVersion.objects.current(),
        values=Policy(min_support=3).as_dict(),
        evidence="point",
        created_at=NOW,
    )


def test_it_is_called_what_it_was(proposal: Proposal) -> None:
    assert "en persons lista" in render_to_string("granskning/_round_sort.html", {"round": proposal.round})
    told = exports.export(round=proposal.round, user=reviewer("siv"), format="json", with_text=False, now=NOW)
    assert told["round"]["frame"] == "person"
    assert scope(proposal) == "Underlaget är en enda persons lista, men trösklarna gäller alla."


def test_what_is_confirmed_of_it_is_nobody_elses_list(proposal: Proposal) -> None:
    assert not replays.in_frame(proposal.round).exists()
    assert proposals.preview(proposal, Policy(min_support=4))["before"] == 0
    ground = confirmations.ground(proposal, now=NOW)
    assert ground is not None
    assert ground.frame.size == 0
    proposal.approved_as, proposal.decision = PolicyVersion.objects.current(), Proposal.Decision.APPROVED
    ground = confirmations.ground(proposal, now=NOW)
    assert ground is not None
    assert ground.frame.size == 0
    with pytest.raises(confirmations.ConfirmationError):
        confirmations.start(proposal=proposal, wrong=0, user=reviewer("siv"), now=NOW)
    assert Round.objects.count() == 1
