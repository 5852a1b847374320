"""Stricter thresholds: proposed when a round falls under the target, decided once by a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from granskning.domain.distributions import exact
from granskning.domain.knobs import joined
from granskning.domain.pinned import Pinned
from granskning.domain.thresholds import Label, change, suggest, tally
from granskning.models import Item, Proposal, Round
from granskning.services import replays
from minne.domain.health import concerns_health
from minne.domain.policy import Policy, PolicyError
from minne.models import Fact, PolicyVersion
from minne.services import policies
from minne.services.projection import refold_everyone
from minne.templatetags.days import day

FACTS_AT_ONCE = 500


class DecisionError(ValueError):
    """A decision that cannot be taken; `code` says why.

    decided: it has been; no_policy: nothing is proposed; behind: other thresholds are in force than it
    was made for; same: the numbers are those in force; invalid: they cannot be; reason: none was given.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def falls_under(correct: int, answered: int) -> bool:
    """Whether the share of right answers is under the target, in whole numbers."""
    return answered > 0 and correct < exact(settings.MINNE_TARGET) * answered


def propose(*, round: Round, now: datetime) -> Proposal | None:
    """Propose what a closed sample's errors argue for; the same proposal when asked again.

    None when nothing follows: the round is open, of another kind or of another memory, reaches the target,
    or the thresholds now in force, stricter than when it was drawn, already answer for its errors.
    """
    if round.kind != Round.Kind.SAMPLE or round.closed_at is None or round.tool:
        return None
    existing = Proposal.objects.filter(round=round).first()
    if existing is not None:
        return existing
    items = replays.sample(round)
    labels = replays.labels(items)
    if not falls_under(sum(label.verdict == "correct" for label in labels), len(labels)):
        return None
    fields = _proposed(round, items, labels)
    if fields is None:
        return None
    return Proposal.objects.get_or_create(round=round, defaults={**fields, "created_at": now})[0]


def _proposed(round: Round, items: Sequence[Item], labels: Sequence[Label]) -> dict[str, Any] | None:
    version = PolicyVersion.objects.current()
    lists = replays.pinned(round, items)
    if version != round.policy and _answered_for(labels, lists, version.policy):
        return None
    suggestion = suggest(labels, lists, version.policy, target=settings.MINNE_TARGET)
    figures = sample_figures(labels, version.policy) | {"argued": list(suggestion.argued)}
    if suggestion.policy is not None:
        figures |= replayed(round, labels, lists, version.policy, suggestion.policy)
    return {
        "based_on": version,
        "knob": joined(suggestion.knobs),
        "values": suggestion.policy.as_dict() if suggestion.policy else None,
        "figures": figures,
        "evidence": suggestion.evidence,
    }


def _answered_for(labels: Sequence[Label], lists: Pinned, policy: Policy) -> bool:
    served = lists.served(policy, among=[label.id for label in labels])
    return tally(labels, served).supports(settings.MINNE_TARGET)


def sample_figures(labels: Sequence[Label], policy: Policy) -> dict[str, Any]:
    """What the sample's answers were, and what the wrong ones have in common."""
    answers = Counter(label.verdict for label in labels)
    incorrect = [label for label in labels if label.verdict == "incorrect"]
    outdated = Counter(label.type for label in labels if label.verdict == "outdated")
    return {
        "answered": len(labels),
        "correct": answers["correct"],
        "incorrect": answers["incorrect"],
        "outdated": answers["outdated"],
        "outdated_by_type": dict(outdated),
        "stated_once": sum(label.kind == "stated" and label.support <= 1 for label in incorrect),
        "inferred": sum(label.kind == "inferred" for label in incorrect),
        "unsure": sum(label.confidence < policy.initial_confidence for label in incorrect),
    }


def replayed(
    round: Round, labels: Sequence[Label], lists: Pinned, before: Policy, after: Policy
) -> dict[str, Any]:
    """What a policy would keep of the labels and do to the whole frame, against the one before."""
    old = replays.of_frame(lists.served(before), round)
    new = replays.of_frame(lists.served(after), round)
    kept = tally(labels, lists.served(after, among=[label.id for label in labels]))
    changed = change(old, new)
    dropped = [label for label in labels if label.id in old and label.id not in new]
    return {
        "kept": asdict(kept)
        | {"wrong": kept.wrong, "total": kept.kept, "all_right": kept.correct + kept.lost},
        "supported": kept.supports(settings.MINNE_TARGET),
        "before": changed.before,
        "after": changed.after,
        "forgotten": dict(changed.forgotten),
        "admitted": dict(changed.admitted),
        "health": _health(set(old) - set(new)),
        "dropped": len(dropped),
        "dropped_right": sum(label.verdict == "correct" for label in dropped),
    }


def _health(forgotten: Collection[str]) -> int:
    """How many of these facts concern somebody's health."""
    ids = sorted(forgotten)
    some = (ids[at : at + FACTS_AT_ONCE] for at in range(0, len(ids), FACTS_AT_ONCE))
    texts = (
        text for part in some for text in Fact.objects.filter(pk__in=part).values_list("text", flat=True)
    )
    return sum(concerns_health(text) for text in texts)


def preview(proposal: Proposal, policy: Policy) -> dict[str, Any]:
    """The figures that the proposal would have had with this policy, against the one in force."""
    items = replays.sample(proposal.round)
    current = PolicyVersion.objects.current().policy
    lists = replays.pinned(proposal.round, items)
    return replayed(proposal.round, replays.labels(items), lists, current, policy)


def approve(
    *,
    proposal: Proposal,
    user: User | None,
    now: datetime,
    reason: str = "",
    refold: Callable[[], int] = refold_everyone,
) -> Proposal:
    """Put the proposed policy in force and fold everyone's list under it.

    `refold` does that, or the first part of it where the caller sees to the rest.
    """
    decided = _approve(proposal, user, now, reason)
    refold()
    return decided


def adjust(
    *,
    proposal: Proposal,
    values: Mapping[str, Any],
    user: User | None,
    now: datetime,
    reason: str = "",
    refold: Callable[[], int] = refold_everyone,
) -> Proposal:
    """Put other numbers in force than those proposed; names left out keep what is in force."""
    decided = _adjust(proposal, values, user, now, reason)
    refold()
    return decided


@transaction.atomic
def reject(*, proposal: Proposal, user: User | None, now: datetime, reason: str) -> Proposal:
    """Keep the thresholds as they are, and say why."""
    held = _held(proposal)
    if not reason.strip():
        raise DecisionError("reason")
    return _decided(held, Proposal.Decision.REJECTED, user, now, reason)


@transaction.atomic
def _approve(proposal: Proposal, user: User | None, now: datetime, reason: str) -> Proposal:
    held = _held(proposal)
    if held.policy is None:
        raise DecisionError("no_policy")
    if PolicyVersion.objects.current() != held.based_on:
        raise DecisionError("behind")
    held.approved_as = policies.adopt(policy=held.policy, reason=reason.strip(), by=user, now=now)
    return _decided(held, Proposal.Decision.APPROVED, user, now, reason)


@transaction.atomic
def _adjust(
    proposal: Proposal, values: Mapping[str, Any], user: User | None, now: datetime, reason: str
) -> Proposal:
    held = _held(proposal)
    current = PolicyVersion.objects.current().policy
    try:
        policy = Policy.from_dict({**current.as_dict(), **values})
    except (PolicyError, TypeError) as error:
        raise DecisionError("invalid") from error
    if policy == current:
        raise DecisionError("same")
    held.figures = {**held.figures, "adopted": preview(held, policy)}
    held.approved_as = policies.adopt(policy=policy, reason=reason.strip(), by=user, now=now)
    return _decided(held, Proposal.Decision.ADJUSTED, user, now, reason)


def _held(proposal: Proposal) -> Proposal:
    """The proposal's row, held with the version in force, so that decisions come one at a time."""
    PolicyVersion.objects.select_for_update().get(pk=PolicyVersion.objects.current().pk)
    held = Proposal.objects.select_for_update().get(pk=proposal.pk)
    if held.decision != Proposal.Decision.WAITING:
        raise DecisionError("decided")
    return held


def origins(versions: Iterable[PolicyVersion]) -> dict[int, str]:
    """Which of these versions a proposal became, by number, and what it was proposed after."""
    approved = Proposal.objects.filter(approved_as__in=versions).select_related("round", "approved_as")
    said = _("Föreslogs efter stickprovet som stängdes %(day)s.")
    return {p.approved_as.number: said % {"day": day(p.round.closed_at)} for p in approved if p.approved_as}


def _decided(held: Proposal, decision: str, user: User | None, now: datetime, reason: str) -> Proposal:
    held.decision, held.reason = decision, reason.strip()
    held.decided_at, held.decided_by = now, user
    held.save(update_fields=["decision", "reason", "decided_at", "decided_by", "approved_as", "figures"])
    return held
