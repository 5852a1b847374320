"""The moment it is. A demonstration's clock may be set back, so that its story stays fresh."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone


def now() -> datetime:
    return timezone.now() - timedelta(days=settings.MINNE_CLOCK_BEHIND_DAYS)
