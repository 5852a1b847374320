from __future__ import annotations

from datetime import date
from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from granskning.domain.recurring import Rule


class ScheduleQuerySet(models.QuerySet["Schedule"]):
    def active(self) -> Self:
        return self.filter(active=True)


class Schedule(models.Model):
    """Rounds that are made by themselves: on which days, how many facts, and for how many reviewers.

    Either `nth` (which such weekday of the month, 5 the last) or `every` (so many weeks) says which.
    """

    class Weekday(models.IntegerChoices):
        MONDAY = 0, _("måndag")
        TUESDAY = 1, _("tisdag")
        WEDNESDAY = 2, _("onsdag")
        THURSDAY = 3, _("torsdag")
        FRIDAY = 4, _("fredag")
        SATURDAY = 5, _("lördag")
        SUNDAY = 6, _("söndag")

    weekday = models.PositiveSmallIntegerField(choices=Weekday)
    nth = models.PositiveSmallIntegerField(null=True, validators=[MinValueValidator(1), MaxValueValidator(5)])
    every = models.PositiveSmallIntegerField(
        null=True, validators=[MinValueValidator(1), MaxValueValidator(52)]
    )
    n = models.PositiveIntegerField(validators=[MinValueValidator(1), MaxValueValidator(5000)])
    reviewers = models.PositiveSmallIntegerField(default=1)
    active = models.BooleanField(default=True)
    begins = models.DateField()
    done_for = models.DateField(null=True)  # the latest day whose round was made, or could not be
    failed = models.CharField(max_length=20, blank=True)  # why there was none that day
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    objects = ScheduleQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(nth=None, every__isnull=False) | Q(nth__isnull=False, every=None),
                name="a_schedule_has_one_rule",
            ),
        )

    def __str__(self) -> str:
        return f"#{self.pk}"

    @property
    def rule(self) -> Rule:
        return Rule(weekday=self.weekday, nth=self.nth, every=self.every, begins=self.begins)

    def next_on(self, today: date) -> date | None:
        """The next day on which a round is made, today if it has not been."""
        first = max(today, self.done_for or self.begins)
        return next((day for day in self.rule.days(first) if day != self.done_for), None)
