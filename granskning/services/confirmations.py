"""Confirmation rounds: planned on the list that a policy would serve, with n fixed before they start."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from granskning.domain.confirmation import Frame, Size, confirmation_size, confirmation_sizes
from granskning.models import Confirmation, Item, Proposal, Round
from granskning.services import frames, replays
from granskning.services.kept import Kept, Stamp, stamp, stamps
from granskning.services.rounds import Store, start_round
from minne.domain.policy import Policy
from minne.models import PolicyVersion

FEW = 500  # people named one by one in a query
Known = dict[int, tuple[Stamp, tuple[str, ...]]]  # of each person: as they were then, what would be served
_recently: Kept[Known] = Kept()
_in_force: Kept[tuple[str, ...]] = Kept()


class ConfirmationError(ValueError):
    """A confirmation that cannot start; `code` says why.

    running: one is being labelled; decided: the proposal has been, just now; no_policy: nothing to confirm;
    cannot: no number of labels shows it.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


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


def ground(proposal: Proposal, *, now: datetime, recent: bool = False) -> Ground | None:
    """The list to confirm as it would be served now; None where the proposal has no policy.

    With `recent` it may be some minutes old, if nothing has been said since: to look at, not to draw from.
    Raises frames.NotReadyError while lists are being folded anew.
    """
    policy = policy_of(proposal)
    if policy is None:
        return None
    at = frames.moment(now)
    served = _served(proposal, policy, at, recent=recent)
    known = known_labels(proposal)
    counts = Counter(known[id_] == "correct" for id_ in served if id_ in known)
    return Ground(
        policy=policy,
        at=at,
        ids=tuple(id_ for id_ in served if id_ not in known),
        known_right=counts[True],
        known_wrong=counts[False],
    )


def _served(proposal: Proposal, policy: Policy, at: datetime, *, recent: bool) -> tuple[str, ...]:
    """What the policy serves, in force or not."""
    of = proposal.round
    if not proposal.approved_as:
        key = (of.pk, of.created_at, str(policy.as_dict()))
        return _would_serve(policy, of, at, _recently.get(key, dict) if recent else {})

    def made() -> tuple[str, ...]:
        if of.of_one_person and of.only_person is None:
            return ()  # erased: nobody's list is theirs
        return frames.frame(person=of.only_person, type=of.only_type, now=at).ids

    return _in_force.get((of.pk, of.created_at, stamp()), made) if recent else made()


def _would_serve(policy: Policy, of: Round, at: datetime, known: Known) -> tuple[str, ...]:
    """What a policy not in force would serve; only people of whom nothing is known, or not as they are now,
    are folded, and what is found is added to `known`."""
    people = replays.in_frame(of)
    now = stamps(people)
    changed = [person for person, stamp in now.items() if person not in known or known[person][0] != stamp]
    if changed:
        some = people.filter(pk__in=changed) if len(changed) <= FEW else people
        lists = replays.lists_of(some, at=at, known_at=at)
        served: dict[str, list[str]] = defaultdict(list)
        for id_ in replays.of_frame(lists.served(policy), of):
            served[lists.owner(id_)].append(id_)
        for person in changed:
            known[person] = now[person], tuple(served[str(person)])
    return tuple(id_ for person in now for id_ in known[person][1])


def known_labels(proposal: Proposal) -> Mapping[str, str]:
    """What is known of facts from the proposal's own round and its closed confirmations, the latest first."""
    return {id_: item.label for id_, item in labelled(proposal).items()}


def labelled(proposal: Proposal) -> Mapping[str, Item]:
    """The items that say it, by fact."""
    rounds = Round.objects.closed().filter(proposal=proposal) | Round.objects.filter(pk=proposal.round_id)
    items = Item.objects.filter(round__in=rounds.values("pk")).drawn().order_by("round__created_at", "order")
    known = items.select_related("fact").prefetch_related("verdicts")
    return {str(item.fact_id): item for item in known if item.label in replays.ANSWERS}


def start(*, proposal: Proposal, wrong: int, user: User | None, now: datetime) -> Round | None:
    """Draw a round that certifies the policy if at most `wrong` answers are wrong; n follows from that.

    None when what is known certifies it without a single new answer: the evidence says so at once.
    """
    asked = Proposal.objects.get(pk=proposal.pk)
    if running(asked) is not None:
        raise ConfirmationError("running")
    found = ground(asked, now=now)
    if found is None:
        raise ConfirmationError("no_policy")
    n = confirmation_size(found.frame, wrong=wrong, target=settings.MINNE_TARGET)
    if n is None:
        raise ConfirmationError("cannot")
    if n == 0:
        _certified_already(asked, found)
        return None
    return start_round(
        user=user,
        n=n,
        now=now,
        kind=Round.Kind.CONFIRMATION,
        person=asked.round.only_person,
        type=asked.round.only_type,
        ids=found.ids,
        storing=partial(_store, asked, found, wrong),
    )


@transaction.atomic
def _store(proposal: Proposal, found: Ground, wrong: int, store: Store) -> Round:
    """The round, and what it confirms: both or neither."""
    _as_asked(proposal)
    started = store()
    started.proposal, started.allowed_wrong = proposal, wrong
    started.save(update_fields=["proposal", "allowed_wrong"])
    Confirmation.objects.create(
        proposal=proposal,
        round=started,
        values=found.policy.as_dict(),
        known_right=found.known_right,
        known_wrong=found.known_wrong,
    )
    return started


def _as_asked(proposal: Proposal) -> Proposal:
    """The proposal's row, held until the transaction ends; nobody has been faster."""
    held = Proposal.objects.select_for_update().get(pk=proposal.pk)
    if running(held) is not None:
        raise ConfirmationError("running")
    if held.decision != proposal.decision:
        raise ConfirmationError("decided")
    return held


def running(proposal: Proposal) -> Confirmation | None:
    """The confirmation that is being labelled now."""
    attempts = Confirmation.objects.filter(proposal=proposal, round__closed_at=None)
    return attempts.select_related("round").first()


@transaction.atomic
def _certified_already(proposal: Proposal, found: Ground) -> None:
    held = _as_asked(proposal)
    held.evidence = Proposal.Evidence.CERTIFIED
    held.figures = {**held.figures, "known": {"right": found.known_right, "size": found.frame.size}}
    held.save(update_fields=["evidence", "figures"])
