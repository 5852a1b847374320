from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from granskning.models.rounds import Round
from minne.domain.policy import Policy
from minne.models import PolicyVersion


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def waiting(self) -> Self:
        """Those that somebody has to decide about."""
        return self.filter(decision=Proposal.Decision.WAITING, values__isnull=False)

    def without_policy(self) -> Self:
        """Those of which nothing came: there is no policy to say yes or no to."""
        return self.filter(decision=Proposal.Decision.WAITING, values__isnull=True)


class Proposal(models.Model):
    """A stricter policy, its evidence, and what a person decided about it."""

    class Evidence(models.TextChoices):
        POINT = "point", _("punktskattning")
        CERTIFIED = "certified", _("bekräftad")
        FAILED = "failed", _("inte bekräftad")
        NO_POLICY = "no_policy", _("inga trösklar räcker")
        TOO_FEW_LABELS = "too_few_labels", _("för få svar")

    class Decision(models.TextChoices):
        WAITING = "waiting", _("väntar")
        APPROVED = "approved", _("godkänd")
        ADJUSTED = "adjusted", _("justerad")
        REJECTED = "rejected", _("avslagen")

    round = models.OneToOneField(Round, models.CASCADE, related_name="outcome")
    based_on = models.ForeignKey(PolicyVersion, models.PROTECT, related_name="proposals")
    knob = models.CharField(max_length=50, blank=True)  # empty where there is no policy to propose
    values = models.JSONField(null=True)  # the policy proposed
    figures = models.JSONField(default=dict)  # replayed counts, forgotten, admitted, cost: by name
    evidence = models.CharField(max_length=20, choices=Evidence)
    decision = models.CharField(max_length=10, choices=Decision, default=Decision.WAITING)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    approved_as = models.OneToOneField(
        PolicyVersion, models.SET_NULL, null=True, related_name="approved_proposal"
    )

    objects = ProposalQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"#{self.pk}"

    @property
    def policy(self) -> Policy | None:
        return Policy.from_dict(self.values) if self.values else None


class Confirmation(models.Model):
    """What a confirmation round speaks about, fixed before it starts, and what it showed.

    The round draws from the facts without a label; those with one add as known counts. `values` is the
    policy whose list it is, which need not be in force yet. `low` and `high` count right facts of `size`.
    """

    class Evidence(models.TextChoices):
        WAITING = "waiting", _("pågår")
        CERTIFIED = "certified", _("bekräftad")
        FAILED = "failed", _("inte bekräftad")

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="attempts")
    round = models.OneToOneField(Round, models.CASCADE, related_name="confirmation")
    values = models.JSONField()
    known_right = models.PositiveIntegerField(default=0)
    known_wrong = models.PositiveIntegerField(default=0)
    evidence = models.CharField(max_length=10, choices=Evidence, default=Evidence.WAITING)
    low = models.PositiveIntegerField(null=True)
    high = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"#{self.round_id}"

    @property
    def size(self) -> int:
        return self.round.frame_size + self.known_right + self.known_wrong

    @property
    def policy(self) -> Policy:
        return Policy.from_dict(self.values)
