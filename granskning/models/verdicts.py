from __future__ import annotations

from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from granskning.models.rounds import Item, Round


class Value(models.TextChoices):
    CORRECT = "correct", _("stämmer")
    INCORRECT = "incorrect", _("stämmer inte")
    OUTDATED = "outdated", _("inaktuellt")
    SKIPPED = "skipped", _("kan inte avgöra")


class VerdictQuerySet(models.QuerySet["Verdict"]):
    def in_round(self, round: Round) -> Self:
        return self.filter(item__round=round)


class Verdict(models.Model):
    """One reviewer's answer on one item; at most one each, changed in place with the change kept."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="verdicts")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="verdicts"
    )
    value = models.CharField(max_length=10, choices=Value)
    note = models.TextField(blank=True)
    seconds = models.FloatField(null=True)  # the time the item was visible
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = VerdictQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "pk")
        constraints = (models.UniqueConstraint("item", "reviewer", name="one_verdict_a_reviewer"),)

    def __str__(self) -> str:
        return self.value


class VerdictChangeQuerySet(models.QuerySet["VerdictChange"]):
    def by(self, reviewer: User) -> Self:
        return self.filter(reviewer=reviewer)

    def standing(self, round: Round) -> Self:
        """Steps in the round that can be taken back, the latest first.

        What has been decided, was erased or went back to the reserve must not stand in the way of the rest.
        """
        there = Q(item__fact__isnull=False) | Q(item__imported__isnull=False)
        steps = self.filter(there, item__round=round, item__called=True, item__adjudicated="")
        steps = steps.filter(undoes=None, undone_by=None)
        return steps.order_by("-pk")  # as they were made: a clock may have been set back


class VerdictChange(models.Model):
    """Every answer, change and undo: value and note before and after, who and when."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="changes")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    before = models.CharField(max_length=10, blank=True)
    after = models.CharField(max_length=10, blank=True)  # empty: undone
    note_before = models.TextField(blank=True)
    note_after = models.TextField(blank=True)
    undoes = models.OneToOneField("self", models.CASCADE, null=True, related_name="undone_by")
    at = models.DateTimeField()

    objects = VerdictChangeQuerySet.as_manager()

    class Meta:
        ordering = ("at", "pk")
        indexes = (
            models.Index("item", "reviewer", "at", name="change_of_item"),
            models.Index("reviewer", "at", name="change_latest"),
        )

    def __str__(self) -> str:
        return f"{self.before or '–'} → {self.after or '–'}"
