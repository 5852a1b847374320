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
        return self.filter(agreed)

    def waiting(self) -> Self:
        """Those with episodes that no consolidation has read, and memory not paused."""
        return self.filter(paused_at=None, episodes__consolidated_at=None).distinct()


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
    created_at = models.DateTimeField(default=clock.now)

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ("external_id",)
        verbose_name = _("person")
        verbose_name_plural = _("personer")

    def __str__(self) -> str:
        return self.name or self.external_id
