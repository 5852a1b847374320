from __future__ import annotations

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from minne.models.memory import FactType
from minne.models.people import Person


class ImportedFactQuerySet(models.QuerySet["ImportedFact"]):
    def for_person(self, person: Person) -> Self:
        return self.filter(person=person)

    def standing(self, now: datetime) -> Self:
        """What the other memory holds for true at `now` and nobody here has retired or denied."""
        in_time = Q(valid_until=None) | Q(valid_until__gt=now)
        return self.filter(in_time, state=ImportedFact.State.CURRENT, retired_at=None, tombstone=False)


class ImportedFact(models.Model):
    """A fact that another memory made, with that memory's own dates and state.

    It stands outside fold and policy: audited as a frame of its own, and retired by a repair.
    `tombstone` says that the person has denied the same statement here.
    """

    class State(models.TextChoices):
        CURRENT = "current", _("gäller")
        EXPIRED = "expired", _("utgånget")
        SUPERSEDED = "superseded", _("ersatt")
        WITHDRAWN = "withdrawn", _("tillbakadraget")

    person = models.ForeignKey(Person, models.CASCADE, related_name="imported_facts")
    tool = models.CharField(max_length=50)
    external_id = models.CharField(max_length=300)
    text = models.TextField()
    type = models.CharField(max_length=12, choices=FactType)
    state = models.CharField(max_length=12, choices=State)
    created_at = models.DateTimeField(null=True)
    valid_from = models.DateTimeField(null=True)
    valid_until = models.DateTimeField(null=True)  # the first moment at which it no longer holds
    sources = models.JSONField(default=list)
    metadata = models.JSONField(default=dict)
    imported_at = models.DateTimeField()
    tombstone = models.BooleanField(default=False)
    retired_at = models.DateTimeField(null=True)
    retired_by = models.UUIDField(null=True)  # the press that retired it

    objects = ImportedFactQuerySet.as_manager()

    class Meta:
        ordering = ("person", "tool", "external_id")
        constraints = (
            models.UniqueConstraint("person", "tool", "external_id", name="one_imported_fact_an_id"),
        )

    def __str__(self) -> str:
        return self.text
