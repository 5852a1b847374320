"""The installation's time zone, as a value for the domain."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.conf import settings


def zone() -> ZoneInfo:
    return ZoneInfo(settings.TIME_ZONE)
