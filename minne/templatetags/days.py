"""Days as people write them: the year only where it is another."""

from __future__ import annotations

from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format

from minne import clock

register = template.Library()


@register.filter
def day(value: date | None) -> str:
    """The day of a moment (in the current zone) or a date: "12 november", "3 mars 2027"."""
    if value is None:
        return ""
    local = timezone.localtime(value).date() if isinstance(value, datetime) else value
    return date_format(local, "j F" if local.year == timezone.localdate(clock.now()).year else "j F Y")
