"""Why a version of the thresholds is: in the words of whoever made it, else told in the reader's language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from granskning.models import Proposal
from granskning.services import proposals
from minne.domain.policy import Policy
from minne.models import PolicyVersion
from minne.services import policies
from tests.granskning.answering import closed
from tests.granskning.making import NOW, administrator

pytestmark = pytest.mark.django_db
STRICTER = Policy(min_support=3)


def proposed() -> Proposal:
    round = closed(incorrect=1, frame=1)
    in_force = PolicyVersion.objects.current()
    return Proposal.objects.create(
        round=round, based_on=in_force, values=STRICTER.as_dict(), evidence="point", created_at=NOW
    )


def approve(*, reason: str = "") -> None:
    proposals.approve(proposal=proposed(), user=None, now=NOW, reason=reason, refold=lambda: 0)


def told(language: str) -> list[str]:
    """Of the newest version first."""
    with translation.override(language):
        return list(policies.reasons(PolicyVersion.objects.all()).values())


def test_an_approval_without_words_is_told_in_the_language_of_whoever_reads_it() -> None:
    with translation.override("en"):
        approve()
    assert told("sv") == ["Föreslogs efter stickprovet som stängdes 30 november.", ""]
    assert told("en")[0].startswith("Proposed after the sample that was closed")
    assert PolicyVersion.objects.current().reason == ""


def test_words_that_somebody_gave_stand_as_they_were_given() -> None:
    approve(reason=" Rimligt. ")
    assert told("en")[0] == "Rimligt."
    policies.adopt(policy=replace(STRICTER, min_support=4), reason="", by=None, now=NOW)
    assert told("en")[:2] == ["", "Rimligt."]


def test_the_thresholds_page_says_it() -> None:
    approve()
    client = Client()
    client.force_login(administrator())
    assert "Föreslogs efter stickprovet som stängdes 30 november." in client.get(reverse("thresholds")).text


def test_a_reason_of_many_lines_that_the_field_takes_is_kept_whole() -> None:
    proposal, client = proposed(), Client()
    client.force_login(administrator())
    lines = "a\n" * 248 + "slut"
    client.post(reverse("reject_proposal", args=[proposal.pk]), {"reason": lines.replace("\n", "\r\n")})
    proposal.refresh_from_db()
    assert (proposal.decision, proposal.reason) == ("rejected", lines)
