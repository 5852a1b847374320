"""What a round leads to when it closes: a proposal, or the verdict on one."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction

from granskning.models import Confirmation, Round
from granskning.services import notices, proposals, results


def follow(*, round: Round, now: datetime) -> None:
    """Call it inside the transaction that closes the round.

    A proposal that cannot be made must not undo the last answer, so it is made after that: at once, or
    when somebody asks for it (`proposals.propose`).
    """
    if round.kind == Round.Kind.CONFIRMATION:
        conclude(round=round)
    elif round.kind == Round.Kind.SAMPLE:
        transaction.on_commit(partial(proposals.propose, round=round, now=now), robust=True)
        transaction.on_commit(partial(notices.falls_short, round=round), robust=True)


@transaction.atomic
def conclude(*, round: Round) -> None:
    """Say what a closed confirmation round has shown, once; its proposal's evidence follows."""
    confirmation = Confirmation.objects.select_related("proposal").filter(round=round).first()
    if confirmation is None or confirmation.evidence != Confirmation.Evidence.WAITING:
        return
    shown = results.of(round)
    certified = shown.verdict == "over"
    confirmation.evidence = Confirmation.Evidence.CERTIFIED if certified else Confirmation.Evidence.FAILED
    confirmation.low, confirmation.high = shown.low, shown.high
    confirmation.save(update_fields=["evidence", "low", "high"])
    confirmation.proposal.evidence = confirmation.evidence
    confirmation.proposal.save(update_fields=["evidence"])
