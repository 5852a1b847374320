"""What the page of a proposal is made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from granskning import cost_words, proposal_words
from granskning.domain.confirmation import Size
from granskning.domain.knobs import strictest
from granskning.models import Confirmation, Proposal
from granskning.services import confirmations, proposals, repairs, results, stakes
from granskning.services.frames import NotReadyError
from minne.domain.policy import Policy
from minne.forms import Thresholds, flat
from minne.models import PolicyVersion
from minne.models.memory import FactType
from minne.services import projection
from minne.views.thresholds import changes


@dataclass(frozen=True, slots=True)
class Row:
    """One type in the frame, by what a policy would do to it."""

    label: str
    forgotten: int
    admitted: int


def page(found: Proposal, *, reviewer: User, now: datetime, form: Thresholds | None = None) -> dict[str, Any]:
    """Everything that the page says, in the order in which it says it."""
    current = PolicyVersion.objects.current()
    figures = results.of(found.round)
    waiting = found.decision == Proposal.Decision.WAITING
    return {
        "proposal": found,
        "round": found.round,
        "figures": figures,
        "standing": (standing := repairs.standing(found.round)),
        "after": standing.after(len(standing.repaired) + len(standing.waiting)),
        "chance": proposal_words.chance(figures) if figures.verdict == "undecided" else "",
        "proposed": _stored_effect(found),
        "stake": _stake(found, reviewer, now) if waiting and current == found.based_on else None,
        "adopted": _adopted_effect(found),
        "behind_policy": waiting and current != found.based_on,
        "current": current,
        "confirming": _confirming(found, now),
        "behind": projection.people_behind(),
        "form": (form or _adjusting(found, current)) if waiting else None,
    }


def _adjusting(found: Proposal, current: PolicyVersion) -> Thresholds:
    """The form to adjust in: what is proposed, on top of what is in force."""
    proposed = strictest(current.policy, found.policy) if found.policy else current.policy
    return Thresholds(initial={**flat(proposed), "based_on": current.number})


def effect(found: Proposal, policy: Policy, *, reviewer: User, now: datetime) -> dict[str, Any]:
    """What these numbers would do, against those in force."""
    current = PolicyVersion.objects.current().policy
    stake = stakes.at_stake(proposal=found, policy=policy, reviewer=reviewer, now=now)
    return told(proposals.preview(found, policy), current, policy) | {"stake": stake}


def _stake(found: Proposal, reviewer: User, now: datetime) -> stakes.Stake | None:
    if found.policy is None:
        return None
    return stakes.at_stake(proposal=found, policy=found.policy, reviewer=reviewer, now=now)


def _stored_effect(found: Proposal) -> dict[str, Any] | None:
    if found.policy is None:
        return None
    return told(found.figures, found.based_on.policy, found.policy)


def _adopted_effect(found: Proposal) -> dict[str, Any] | None:
    """What was adopted in place of what was proposed, against the version before it."""
    adopted, figures = found.approved_as, found.figures.get("adopted")
    before = PolicyVersion.objects.filter(number=adopted.number - 1).first() if adopted else None
    if adopted is None or before is None or figures is None:
        return None
    return told(figures, before.policy, adopted.policy)


def told(figures: dict[str, Any], before: Policy, after: Policy) -> dict[str, Any]:
    forgotten, admitted = figures["forgotten"], figures["admitted"]
    types = [type_ for type_ in FactType.values if forgotten.get(type_) or admitted.get(type_)]
    return {
        **figures,
        "changes": changes(before, after),
        "rows": [
            Row(str(FactType(type_).label), forgotten.get(type_, 0), admitted.get(type_, 0))
            for type_ in types
        ],
        "forgotten_all": sum(forgotten.values()),
        "admitted_all": sum(admitted.values()),
        "cost": cost_words.cost(figures),
    }


def _confirming(found: Proposal, now: datetime) -> dict[str, Any]:
    """What a confirmation round would speak about now, and what earlier ones have shown."""
    attempts = Confirmation.objects.filter(proposal=found).select_related("round")
    told: dict[str, Any] = {"attempts": attempts, "running": confirmations.running(found)}
    try:
        ground = confirmations.ground(found, now=now, recent=True)
    except NotReadyError:
        return told | {"not_ready": True}
    if ground is None:
        return told
    sizes: tuple[Size, ...] = ground.sizes
    return told | {
        "ground": ground,
        "sizes": sizes,
        "enough": bool(sizes) and sizes[0].n == 0,
        "known": ground.known_right + ground.known_wrong,
    }
