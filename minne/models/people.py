from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from minne import clock


class PersonQuerySet(models.QuerySet["Person"]):
    def reviewable(self) -> Self:
        """Those whose facts may be drawn for human review."""
        agreed = Q(agreed_to_review=True)
        if settings.MINNE_REVIEW_UNASKED:
            agreed |= Q(agreed_to_review=None)
        return self.filter(agreed, erasing_at=None)

    def waiting(self) -> Self:
        """Those with episodes that no consolidation has read, memory not paused or being erased."""
        open_ = self.filter(paused_at=None, erasing_at=None)
        return open_.filter(episodes__isnull=False, episodes__consolidated_at=None).distinct()


class Person(models.Model):
    """Somebody whose conversations are remembered. `external_id` is the id that imports use."""

    external_id = models.CharField(_("id"), max_length=200, unique=True)
    name = models.CharField(_("namn"), max_length=200, blank=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="person"
    )
    agreed_to_review = models.BooleanField(_("granskning tillåten"), null=True)
    agreed_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    erasing_at = models.DateTimeField(null=True)  # everything about them is on its way out
    created_at = models.DateTimeField(default=clock.now)

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ("external_id",)
        verbose_name = _("person")
        verbose_name_plural = _("personer")

    def __str__(self) -> str:
        return self.name or self.external_id

    @property
    def is_closed(self) -> bool:
        """Whether nothing new is taken in or read."""
        return self.paused_at is not None or self.erasing_at is not None


class Alias(models.Model):
    """An id that turned out to be the same human's as the person's own: who said so, when, and what came.

    What is imported under it is the person's. What was erased under it is known by a hash of this id.
    """

    external_id = models.CharField(max_length=200, unique=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="aliases")
    united_at = models.DateTimeField()
    united_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    counts = models.JSONField(default=dict)  # what came with it, by kind

    class Meta:
        ordering = ("united_at", "pk")

    def __str__(self) -> str:
        return self.external_id


class Agreement(models.Model):
    """A yes or a no to human review, kept so that one may see what held when."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="agreements")
    agrees = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.agrees}"


class AccountChange(models.Model):
    """An account was linked to a person's memory or unlinked from it: which, when, and by whom."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="account_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    linked = models.BooleanField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.linked}"


class AccountLanguage(models.Model):
    """The language that whoever has the account reads, once they have chosen one."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    language = models.CharField(max_length=10)

    def __str__(self) -> str:
        return self.language
