from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Self, cast

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from minne.domain import episodes as domain
from minne.domain import events as values
from minne.domain.matching import Statement
from minne.models.people import Person


class FactType(models.TextChoices):
    PREFERENCE = "preference", _("Preferens")
    KNOWLEDGE = "knowledge", _("Kunskap")
    GOAL = "goal", _("Mål")
    TEMPORARY = "temporary", _("Tillfälligt")


class Kind(models.TextChoices):
    ASKED = "asked", _("ombedd att minnas")
    STATED = "stated", _("sagt")
    INFERRED = "inferred", _("slutsats")


class Status(models.TextChoices):
    ACTIVE = "active", _("aktivt")
    OVER_CAP = "over_cap", _("får inte plats")
    CANDIDATE = "candidate", _("på väg in")
    FADED = "faded", _("glömt")
    EXPIRED = "expired", _("utgånget")
    ENDED = "ended", _("avslutat")
    DENIED = "denied", _("förnekat")


class EpisodeQuerySet(models.QuerySet["Episode"]):
    def for_person(self, person: Person) -> Self:
        return self.filter(person=person)

    def pending(self, *, by: datetime) -> Self:
        return self.filter(consolidated_at=None, occurred_at__lte=by)

    def of_conversations(self, names: set[str], alone: set[int]) -> Self:
        """Every turn of the named conversations, and the episodes that stand alone, as spoken."""
        return self.filter(Q(conversation__in=names) | Q(pk__in=alone)).as_spoken()

    def with_company(self, ids: Iterable[str]) -> Self:
        """The episodes with these ids, and those that are in a conversation with one of them."""
        named = self.filter(external_id__in=list(ids))
        talks = named.exclude(conversation="").values("conversation")
        return self.filter(Q(pk__in=named.values("pk")) | Q(conversation__in=talks))

    def as_spoken(self) -> Self:
        return self.order_by("occurred_at", "external_id")


class Episode(models.Model):
    """One message. `digest` is of role, time and text: the same message is one episode."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="episodes")
    external_id = models.CharField(max_length=300)
    conversation = models.CharField(max_length=300, blank=True)
    role = models.CharField(max_length=20)
    text = models.TextField()
    occurred_at = models.DateTimeField()
    digest = models.BinaryField(max_length=32)
    imported_at = models.DateTimeField()
    consolidated_at = models.DateTimeField(null=True)
    text_removed_at = models.DateTimeField(null=True)  # it was kept no longer than the settings say
    run = models.ForeignKey("minne.Run", models.SET_NULL, null=True, related_name="episodes")

    objects = EpisodeQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint("person", "external_id", name="one_episode_an_id"),
            models.UniqueConstraint("person", "digest", name="one_episode_a_message"),
        )
        indexes = (
            models.Index("person", "conversation", name="episode_conversation"),
            models.Index("person", "occurred_at", name="episode_time"),
            models.Index("person", condition=Q(consolidated_at=None), name="episode_pending"),
        )

    def __str__(self) -> str:
        return self.external_id

    def as_value(self) -> domain.Episode:
        return domain.Episode(
            id=self.external_id,
            person=self.person.external_id,
            conversation=self.conversation or None,
            role=self.role,
            text=self.text,
            occurred_at=self.occurred_at,
        )


class FactQuerySet(models.QuerySet["Fact"]):
    def for_person(self, person: Person) -> Self:
        return self.filter(person=person)

    def listed(self) -> Self:
        """Facts that have at least one live event."""
        return self.exclude(status="")

    def active(self, now: datetime) -> Self:
        """Active at `now`, a moment after the last event; the cap not yet drawn."""
        return self.filter(status=Status.ACTIVE, active_until__gt=now)


class Fact(models.Model):
    """One statement about one person, and the projection of its timeline under a policy version.

    `status` and the times speak for moments after the last event (`folded_to`). What is said of a fact
    that is `merged_into` another counts for that one, and it has no status of its own.
    """

    id = models.UUIDField(primary_key=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="facts")
    key = models.CharField(max_length=255)
    base = models.CharField(max_length=255)
    negated = models.BooleanField()
    slot = models.CharField(max_length=255, null=True)
    group = models.CharField(max_length=255)
    lang = models.CharField(max_length=8, default="sv")

    status = models.CharField(max_length=10, choices=Status, blank=True)
    text = models.TextField(blank=True)
    type = models.CharField(max_length=12, choices=FactType, blank=True)
    kind = models.CharField(max_length=10, choices=Kind, blank=True)
    quote = models.TextField(blank=True)
    support = models.PositiveIntegerField(default=0)
    confidence = models.FloatField(default=0.0)
    last_supported_at = models.DateTimeField(null=True)
    valid_until = models.DateField(null=True)
    active_until = models.DateTimeField(null=True)
    fades_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    sources = models.JSONField(default=list)
    folded_to = models.DateTimeField(null=True)
    merged_into = models.ForeignKey("self", models.SET_NULL, null=True, related_name="merged")
    policy = models.ForeignKey("minne.PolicyVersion", models.PROTECT, null=True, related_name="+")

    objects = FactQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint("person", "key", name="one_fact_a_key"),)
        indexes = (
            models.Index("person", "group", name="fact_group"),
            models.Index("status", "active_until", name="fact_active"),
        )

    def __str__(self) -> str:
        return self.text

    @property
    def statement(self) -> Statement:
        return Statement(key=self.key, base=self.base, negated=self.negated, slot=self.slot, group=self.group)

    @property
    def state(self) -> values.State:
        """The projection as the value that the fold gave."""
        return values.State(
            status=cast(values.Status, self.status),
            text=self.text,
            type=cast(domain.FactType, self.type),
            kind=cast(domain.Kind, self.kind),
            quote=self.quote,
            support=self.support,
            confidence=self.confidence,
            last_supported=self.last_supported_at,
            valid_until=self.valid_until,
            active_until=self.active_until,
            fades_at=self.fades_at,
            expires_at=self.expires_at,
            sources=tuple(self.sources),
        )


class EventQuerySet(models.QuerySet["Event"]):
    def for_person(self, person: Person) -> Self:
        return self.filter(fact__person=person)

    def live(self) -> Self:
        return self.filter(undone_at=None)

    def about(self, facts: Iterable[uuid.UUID | None]) -> Self:
        """What was said of these facts and of those merged into them."""
        wanted = list(facts)
        # Found first, each by its index: a join with either-or would read everybody's events.
        found = Fact.objects.filter(Q(pk__in=wanted) | Q(merged_into__in=wanted))
        return self.filter(fact__in=found.order_by().values("pk"))

    def merges(self) -> Self:
        return self.filter(action=Event.Action.MERGE)

    def by_hand(self) -> Self:
        """What people did, not what was read from episodes."""
        return self.exclude(by=Event.By.JOB)


class Event(models.Model):
    """One thing said or done about a fact. Added or taken back, never changed or removed."""

    class Action(models.TextChoices):
        MENTION = "mention", _("nämnt")
        CONFIRM = "confirm", _("stämmer")
        EDIT = "edit", _("omformulerat")
        END = "end", _("inaktuellt")
        DENY = "deny", _("stämmer inte")
        MERGE = "merge", _("ihopslaget")

    class By(models.TextChoices):
        JOB = "job", _("konsolideringen")
        PERSON = "person", _("personen själv")
        REPAIR = "repair", _("rättning efter granskning")

    fact = models.ForeignKey(Fact, models.CASCADE, related_name="events")
    action = models.CharField(max_length=10, choices=Action)
    by = models.CharField(max_length=10, choices=By)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    occurred_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    batch = models.UUIDField(default=uuid.uuid4, db_index=True)  # events made, and undone, by one press

    source = models.ForeignKey(Episode, models.CASCADE, null=True, related_name="mentions")
    occasion = models.CharField(max_length=320, blank=True)
    kind = models.CharField(max_length=10, choices=Kind, blank=True)
    position = models.PositiveIntegerField(default=0)
    quote = models.TextField(blank=True)
    text = models.TextField(blank=True)
    type = models.CharField(max_length=12, choices=FactType, blank=True)
    valid_until = models.DateField(null=True)
    into = models.ForeignKey(Fact, models.CASCADE, null=True, related_name="+")  # of a merge: the fact kept

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("occurred_at", "pk")
        indexes = (models.Index("fact", "occurred_at", name="event_fact"),)

    def __str__(self) -> str:
        return f"{self.action} {self.occurred_at:%Y-%m-%d}"
