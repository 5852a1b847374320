from __future__ import annotations

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from minne.domain.language import detect
from minne.models.memory import Event, Fact, FactType, Status
from minne.models.people import Person


class ImportedFactQuerySet(models.QuerySet["ImportedFact"]):
    def for_person(self, person: Person) -> Self:
        return self.filter(person=person)

    def standing(self, now: datetime) -> Self:
        """What the other memory holds for true at `now` and nobody here has retired or denied."""
        return self.held(now).filter(retired_at=None)

    def held(self, now: datetime) -> Self:
        """What the other memory holds for true at `now`, but for what the person denies here."""
        in_time = Q(valid_until=None) | Q(valid_until__gt=now)
        return self.filter(in_time, ~Exists(_denied()), state=ImportedFact.State.CURRENT)


def _denied() -> models.QuerySet[Fact]:
    """The person's own fact that says the same, where they deny it."""
    same = Fact.objects.filter(person=OuterRef("person"), key=OuterRef("key"))
    return same.filter(Q(status=Status.DENIED) | Q(merged_into__status=Status.DENIED))


class ImportedFact(models.Model):
    """A fact that another memory made, with that memory's own dates and state.

    It stands outside fold and policy: audited as a frame of its own, and retired by a repair or by the
    person. `key` is that of the same statement among our own facts, whose denial goes before it.
    """

    class Fault(models.TextChoices):
        INCORRECT = "incorrect", _("stämmer inte")
        OUTDATED = "outdated", _("inaktuellt")

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
    key = models.CharField(max_length=255)
    retired_at = models.DateTimeField(null=True)
    retired_by = models.UUIDField(null=True)  # the press that retired it
    retired_as = models.CharField(max_length=10, choices=Fault, blank=True)
    retired_in = models.CharField(max_length=10, choices=Event.By, blank=True)

    objects = ImportedFactQuerySet.as_manager()

    class Meta:
        ordering = ("person", "tool", "external_id")
        constraints = (
            models.UniqueConstraint("person", "tool", "external_id", name="one_imported_fact_an_id"),
        )

    def __str__(self) -> str:
        return self.text

    @property
    def lang(self) -> str:
        return detect(self.text)


class Retirement(models.Model):
    """A press that took another memory's fact out of what stands, and whether that was taken back."""

    fact = models.ForeignKey(ImportedFact, models.CASCADE, related_name="retirements")
    press = models.UUIDField(db_index=True)
    answer = models.CharField(max_length=10, choices=ImportedFact.Fault)
    by = models.CharField(max_length=10, choices=Event.By)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.answer} {self.at:%Y-%m-%d}"
