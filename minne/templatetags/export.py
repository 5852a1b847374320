"""The values of an export as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from minne import export_words

register = template.Library()


@register.filter
def told(code: str | None) -> str:
    """A code of the data in words."""
    return str(export_words.VALUES.get(code or "", code or _("inte i listan")))


@register.filter
def stamp(value: datetime) -> str:
    """A moment to the minute in the installation's zone: "2026-03-10 09:00"."""
    return timezone.localtime(value).isoformat(" ", "minutes")[:16]


@register.filter
def readable(row: Mapping[str, Any]) -> Iterator[tuple[str | Promise, str]]:
    """The row's values with their labels, those that say something."""
    for name, value in row.items():
        text = _text(name, value)
        if text:
            yield export_words.LABELS.get(name, name), text


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return _("ja") if value else _("nej")
    if isinstance(value, datetime):
        return stamp(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return ", ".join(
            f"{export_words.LABELS.get(k, k)}: {t}" for k, v in value.items() if (t := _text(k, v))
        )
    if isinstance(value, list | tuple):
        return "; ".join(filter(None, (_text(name, part) for part in value)))
    if name in export_words.CODED:
        return told(value) if value else ""
    return "" if value is None else str(value)
