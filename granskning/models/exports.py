from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from granskning.models.rounds import Round


class Export(models.Model):
    """Somebody took a round out of the system, with its words or without."""

    class Format(models.TextChoices):
        CSV = "csv", _("CSV")
        JSON = "json", _("JSON")

    round = models.ForeignKey(Round, models.CASCADE, related_name="exports")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    format = models.CharField(max_length=4, choices=Format)
    with_text = models.BooleanField()

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"#{self.round_id} {self.at:%Y-%m-%d %H:%M}"
