"""Confirmation rounds: planned on the list that a policy would serve, judged when they close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction

from granskning.domain.confirmation import Frame, Size, confirmation_sizes, judge
from granskning.models import Confirmation, Item, Proposal, Round
from granskning.services import frames, replays
from minne.domain.policy import Policy
from minne.models import PolicyVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What a confirmation would speak about now: facts to draw from, and those whose label is known."""

    policy: Policy
    at: datetime
    ids: tuple[str, ...]
    known_right: int
    known_wrong: int

    @property
    def frame(self) -> Frame:
        return Frame(unlabelled=len(self.ids), known_right=self.known_right, known_wrong=self.known_wrong)

    @property
    def sizes(self) -> tuple[Size, ...]:
        return confirmation_sizes(self.frame, target=settings.MINNE_TARGET)


def policy_of(proposal: Proposal) -> Policy | None:
    """The policy to confirm: the proposed one while it waits, the one in force once one was adopted."""
    if proposal.decision == Proposal.Decision.WAITING:
        return proposal.policy
    return PolicyVersion.objects.current().policy if proposal.approved_as else None


def ground(proposal: Proposal, *, now: datetime) -> Ground | None:
    """The list to confirm as it would be served now; None where the proposal has no policy.

    Raises frames.NotReadyError while lists are being folded anew.
    """
    policy = policy_of(proposal)
    if policy is None:
        return None
    of = proposal.round
    at = frames.frame(person=of.only_person, type=of.only_type, now=now).at
    lists = replays.lists_of(replays.in_frame(of), at=at, known_at=at)
    served = replays.of_frame(lists.served(policy), of)
    known = known_labels(proposal)
    counts = Counter(known[id_] == "correct" for id_ in served if id_ in known)
    return Ground(
        policy=policy,
        at=at,
        ids=tuple(id_ for id_ in served if id_ not in known),
        known_right=counts[True],
        known_wrong=counts[False],
    )


def known_labels(proposal: Proposal) -> Mapping[str, str]:
    """What is known of facts from the proposal's own round and its closed confirmations, the latest first."""
    rounds = Round.objects.closed().filter(proposal=proposal) | Round.objects.filter(pk=proposal.round_id)
    items = Item.objects.filter(round__in=rounds.values("pk")).drawn().order_by("round__created_at", "order")
    labels = replays.labels(items.prefetch_related("verdicts"))
    return {label.id: label.verdict for label in labels}


@transaction.atomic
def conclude(*, round: Round) -> None:
    """Say what a closed confirmation round has shown, once; its proposal's evidence follows."""
    confirmation = Confirmation.objects.select_related("proposal").filter(round=round).first()
    if confirmation is None or confirmation.evidence != Confirmation.Evidence.WAITING:
        return
    counts = Counter(item.label for item in replays.sample(round))
    shown = judge(
        Frame(
            unlabelled=round.frame_size,
            known_right=confirmation.known_right,
            known_wrong=confirmation.known_wrong,
        ),
        planned=round.planned,
        right=counts["correct"],
        wrong=counts["incorrect"] + counts["outdated"],
        skipped=counts["skipped"],
        target=settings.MINNE_TARGET,
    )
    certified = shown.evidence == "certified"
    confirmation.evidence = Confirmation.Evidence.CERTIFIED if certified else Confirmation.Evidence.FAILED
    confirmation.low, confirmation.high = shown.low, shown.high
    confirmation.save(update_fields=["evidence", "low", "high"])
    confirmation.proposal.evidence = confirmation.evidence
    confirmation.proposal.save(update_fields=["evidence"])
