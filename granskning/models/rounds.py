from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from granskning.models.guidelines import Guidelines
from minne.models import Fact, ImportedFact, Person, PolicyVersion
from minne.models.memory import FactType


class RoundQuerySet(models.QuerySet["Round"]):
    def closed(self) -> Self:
        return self.filter(closed_at__isnull=False)

    def open(self) -> Self:
        return self.filter(closed_at=None)

    def complete(self, *, by: datetime) -> Self:
        """Open rounds whose last needed answer was in by then, and has stood since."""
        return self.open().filter(completed_at__lte=by)

    def of_everyone(self) -> Self:
        """Rounds that reviewers work on: not the ones people do on their own list."""
        return self.exclude(kind=Round.Kind.OWN)


class Round(models.Model):
    """A drawn sample: what it was drawn from, by which seed, at which instant, under which policy."""

    class Kind(models.TextChoices):
        SAMPLE = "sample", _("stickprov")
        CONFIRMATION = "confirmation", _("bekräftelse")
        OWN = "own", _("egen granskning")

    kind = models.CharField(max_length=12, choices=Kind, default=Kind.SAMPLE)
    pinned_at = models.DateTimeField()  # the instant whose list is judged
    policy = models.ForeignKey(PolicyVersion, models.PROTECT, related_name="rounds")
    guidelines = models.ForeignKey(Guidelines, models.PROTECT, null=True, related_name="rounds")
    seed = models.BigIntegerField()
    frame_size = models.PositiveIntegerField()  # N
    people_in_frame = models.PositiveIntegerField(default=0)
    people_left_out = models.PositiveIntegerField(default=0)
    planned = models.PositiveIntegerField()  # n
    reviewers_per_item = models.PositiveSmallIntegerField(default=1)
    only_person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="rounds")
    of_one_person = models.BooleanField(default=False)  # so still when the person has been erased
    only_type = models.CharField(max_length=12, blank=True)
    tool = models.CharField(max_length=50, blank=True)  # the other memory whose facts are judged; empty: ours
    proposal = models.ForeignKey(
        "granskning.Proposal", models.SET_NULL, null=True, related_name="confirmations"
    )
    allowed_wrong = models.PositiveIntegerField(null=True)  # of a confirmation round, fixed before it starts
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    press = models.UUIDField(null=True, unique=True)  # the press that started it, should it be sent again
    completed_at = models.DateTimeField(null=True)  # its last answer, while none is waited for
    closed_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)  # the figures at closing, as shown

    number_of_day: int | None = None  # in its name, where it shares its day: see `services.naming`

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        permissions = (("review", "May label facts in rounds"),)

    def __str__(self) -> str:
        return f"#{self.pk}"

    @property
    def closes_by_itself_at(self) -> datetime | None:
        """How long the answers of a complete round can still be taken back; None while one is waited for."""
        if self.completed_at is None or self.closed_at is not None:
            return None
        return self.completed_at + timedelta(minutes=settings.MINNE_LEASE_MINUTES)


class ItemQuerySet(models.QuerySet["Item"]):
    def drawn(self) -> Self:
        """The sample itself: not the reserve that replaces skips, unless it was called in."""
        return self.filter(called=True)

    def wanted(self) -> Self:
        """Items of the sample that lack an answer."""
        return self.drawn().filter(wanted__gt=0)

    def waiting_for(self, reviewer: User) -> Self:
        """Items that this reviewer has not answered and somebody must."""
        return self.wanted().exclude(verdicts__reviewer=reviewer)

    def not_held(self, now: datetime) -> Self:
        return self.filter(Q(leased_to=None) | Q(leased_until__lte=now))

    def open_to(self, reviewer: User, now: datetime) -> Self:
        """Items that nobody else holds now."""
        return self.filter(Q(leased_to=None) | Q(leased_until__lte=now) | Q(leased_to=reviewer))


class Item(models.Model):
    """One drawn fact, as it stood at the pinned instant.

    The sample is the shortest beginning of the drawn order with enough items that could be judged:
    those in it are `called`, the others are the reserve.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="items")
    order = models.PositiveIntegerField()  # in which it was drawn
    called = models.BooleanField(default=True)  # False: in the reserve
    wanted = models.PositiveSmallIntegerField(default=1)  # answers still to come
    pseudonym = models.PositiveIntegerField(default=1)  # the person's number within the round
    later = models.JSONField(default=list)  # later turns on the same thing: primary keys of episodes
    fact = models.ForeignKey(Fact, models.SET_NULL, null=True, related_name="items")
    imported = models.ForeignKey(ImportedFact, models.SET_NULL, null=True, related_name="items")
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+")
    text = models.TextField()
    type = models.CharField(max_length=12)
    kind = models.CharField(max_length=10)
    quote = models.TextField(blank=True)
    support = models.PositiveIntegerField()
    confidence = models.FloatField()
    last_supported_at = models.DateTimeField(null=True)
    valid_until = models.DateField(null=True)
    leased_to = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    leased_until = models.DateTimeField(null=True)
    adjudicated = models.CharField(max_length=10, blank=True)
    adjudicated_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    adjudication_note = models.TextField(blank=True)
    repaired_batch = models.UUIDField(null=True)  # the events that the repair press made

    objects = ItemQuerySet.as_manager()

    class Meta:
        ordering = ("round", "order")
        constraints = (models.UniqueConstraint("round", "order", name="one_item_an_order"),)
        indexes = (
            models.Index("round", "order", condition=Q(called=True, wanted__gt=0), name="item_wanted"),
            models.Index("round", "called", "wanted", "leased_to", "leased_until", name="item_progress"),
        )

    def __str__(self) -> str:
        return self.text

    @property
    def type_name(self) -> str:
        return str(FactType(self.type).label)

    @property
    def is_erased(self) -> bool:
        return self.fact_id is None and self.imported_id is None

    @property
    def label(self) -> str:
        """What the item is judged to be; empty while an answer or an adjudication is waited for.

        An item erased in mid-round is a skip.
        """
        if self.is_erased:
            return "skipped"
        if self.adjudicated or self.wanted:
            return self.adjudicated
        given = {verdict.value for verdict in self.verdicts.all()}
        return given.pop() if len(given) == 1 else ""

    @property
    def is_disputed(self) -> bool:
        """All its answers are in, and they differ."""
        return not self.wanted and not self.label


class Look(models.Model):
    """Somebody was shown somebody else's fact."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="looks")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="looks")
    at = models.DateTimeField()
    surroundings = models.BooleanField(default=False)  # the turns around the quote were opened

    class Meta:
        ordering = ("-at",)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}"
