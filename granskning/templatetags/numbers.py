"""Numbers in words, for templates."""

from __future__ import annotations

from django import template
from django.conf import settings

from granskning import figures_text

register = template.Library()


@register.filter
def counted(value: int) -> str:
    """A count: 12 345."""
    return figures_text.number(value)


@register.filter
def decimals(value: float, places: int) -> str:
    """A number with so many decimals: 0,43."""
    return figures_text.number(value, places)


@register.filter
def percent(share: float) -> str:
    """A share that was computed as such, in per cent: 0.9 is 90 %."""
    return figures_text.share_range(share, share, rounding="nearest")


@register.simple_tag
def percent_of(part: int, whole: int, rounding: figures_text.Rounding = "nearest") -> str:
    """part of whole in per cent, rounded "nearest", "down" (lower limits) or "up" (upper limits)."""
    return figures_text.percent(part, whole, rounding)


@register.simple_tag
def target() -> str:
    """The precision that a list is held to."""
    return figures_text.target_text(settings.MINNE_TARGET)
