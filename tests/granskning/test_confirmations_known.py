"""A confirmation that has nothing to draw."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from granskning.services import confirmations, proposals
from tests.granskning.memories import answer_all, day, drawn, remember_many
from tests.granskning.stories import said_once_is_wrong

pytestmark = pytest.mark.django_db


def test_what_is_known_can_be_enough() -> None:
    """Twenty right of twenty-two that would be served, all twenty labelled: nothing needs to be drawn."""
    admin = User.objects.create_user("admin")
    remember_many("elin", {f"Gillar rätt{n}": (10 + n, 60 + n / 2) for n in range(20)})
    remember_many("elin", {f"Gillar skämt{n}": (70 + n,) for n in range(5)})
    round = answer_all(drawn(at=85, n=25), said_once_is_wrong, at=86, reviewer=admin)
    remember_many("elin", {f"Gillar nytt{n}": (86 + n / 10, 86.5 + n / 10) for n in range(2)})
    made = proposals.propose(round=round, now=day(87))
    assert made is not None
    assert confirmations.start(proposal=made, wrong=0, user=None, now=day(88)) is None
    made.refresh_from_db()
    assert (made.evidence, made.figures["known"]) == ("certified", {"right": 20, "size": 22})
