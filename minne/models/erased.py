from __future__ import annotations

import uuid
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from minne.models.memory import Episode
from minne.models.people import Person


class Tombstone(models.Model):
    """A fact was erased: a keyed hash of it stays, so that what was said before does not bring it back.

    `withheld` are episodes from which it has been inferred since. They are read again once the person
    says the same thing anew.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="tombstones")
    digest = models.BinaryField(max_length=32)
    erased_at = models.DateTimeField()
    withheld = models.ManyToManyField(Episode, related_name="+")

    class Meta:
        ordering = ("erased_at", "pk")
        constraints = (models.UniqueConstraint("person", "digest", name="one_tombstone_a_fact"),)

    def __str__(self) -> str:
        return f"{self.erased_at:%Y-%m-%d}"


class ErasureQuerySet(models.QuerySet["Erasure"]):
    def unfinished(self) -> Self:
        return self.filter(finished_at=None)


class Erasure(models.Model):
    """Everything about a person is being erased, or was: how much of each kind, and nothing else.

    It is the receipt, and goes when that has been taken.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    person = models.OneToOneField(Person, models.SET_NULL, null=True, related_name="erasure")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    total = models.PositiveIntegerField(default=0)  # rows to erase, as counted when it began
    counts = models.JSONField(default=dict)  # rows erased so far, by kind

    objects = ErasureQuerySet.as_manager()

    class Meta:
        ordering = ("asked_at",)
        constraints = (
            models.CheckConstraint(
                condition=Q(person=None) | Q(finished_at=None), name="a_finished_erasure_leaves_nobody"
            ),
        )

    def __str__(self) -> str:
        return f"{self.asked_at:%Y-%m-%d %H:%M}"

    @property
    def percent(self) -> int:
        """How far it has come, below a hundred until it is done."""
        if self.finished_at:
            return 100
        erased: int = sum(self.counts.values())
        return min(99, 100 * erased // max(1, self.total))
