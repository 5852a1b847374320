from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from django.conf import settings
from django.db import models
from django.utils.translation import get_language

from granskning.domain.plain_text import Block, blocks
from minne import clock

LONGEST = 20_000


def default(language: str) -> str:
    """What the first version says."""
    return (files("granskning.guidelines") / f"{language}.txt").read_text(encoding="utf-8").strip()


class GuidelinesQuerySet(models.QuerySet["Guidelines"]):
    def current(self) -> Guidelines:
        """The newest version. The first is made of the default text where there is none."""
        newest = self.order_by("-number").first()
        return newest or self.get_or_create(number=1, defaults=_defaults())[0]


def _defaults() -> dict[str, str]:
    return {"swedish": default("sv"), "english": default("en")}


class Guidelines(models.Model):
    """What reviewers answer by. A change is a new version; none is edited, and rounds name theirs."""

    number = models.PositiveIntegerField(unique=True)
    swedish = models.TextField()
    english = models.TextField(blank=True)  # empty: the Swedish is for everybody
    created_at = models.DateTimeField(default=clock.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = GuidelinesQuerySet.as_manager()

    class Meta:
        ordering = ("-number",)

    def __str__(self) -> str:
        return str(self.number)

    @property
    def language(self) -> str:
        """In which language they are read where English may have been asked for."""
        return "en" if self.english and (get_language() or "").startswith("en") else "sv"

    @property
    def blocks(self) -> Iterator[Block]:
        """The text in the reader's language, in pieces."""
        return blocks(self.english if self.language == "en" else self.swedish)
