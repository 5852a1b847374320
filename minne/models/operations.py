from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from minne import clock
from minne.domain.policy import Policy


class PolicyVersionQuerySet(models.QuerySet["PolicyVersion"]):
    def current(self) -> PolicyVersion:
        """The version in force: the newest. The first is made of the defaults where there is none."""
        newest = self.order_by("-number").first()
        return newest or self.get_or_create(number=1, defaults={"values": Policy().as_dict()})[0]


class PolicyVersion(models.Model):
    """Every number that decides what is kept. A change is a new version; none is edited."""

    number = models.PositiveIntegerField(unique=True)
    values = models.JSONField()
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(default=clock.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = PolicyVersionQuerySet.as_manager()

    class Meta:
        ordering = ("-number",)
        permissions = (("administer", "May tune thresholds, people and runs"),)

    def __str__(self) -> str:
        return f"v{self.number}"

    @property
    def policy(self) -> Policy:
        return Policy.from_dict(self.values)


class Run(models.Model):
    """One consolidation over everyone who waited, or over one person."""

    class Trigger(models.TextChoices):
        COMMAND = "command", _("kommando")
        LOOP = "loop", _("schema")
        PAGE = "page", _("från sidan")

    trigger = models.CharField(max_length=10, choices=Trigger)
    extractor = models.CharField(max_length=50)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)
    people = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict, encoder=DjangoJSONEncoder)  # what came of it, by reason
    failures = models.JSONField(default=list)  # [{person, episodes, error}]

    class Meta:
        ordering = ("-started_at", "-pk")

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M}"
