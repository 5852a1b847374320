"""What stricter thresholds cost in right facts, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from granskning.figures_text import number


def cost(figures: Mapping[str, Any]) -> list[str]:
    """What it costs in right facts, as far as the sample tells."""
    forgotten = sum(figures["forgotten"].values())
    dropped, right = figures["dropped"], figures["dropped_right"]
    if not forgotten:
        return [_("Inget glöms.")]
    if not dropped:
        none = _("Inget av det som glöms var med i stickprovet, så ingen vet hur mycket av det som stämmer.")
        return [none, *_health(figures)]
    told = [_labelled_of(forgotten, dropped, right)]
    about = round(forgotten * right / dropped)
    if right and dropped < forgotten and about > 1:
        told.append(
            _("Är det likadant bland resten kostar det sammanlagt omkring %(about)s rätta fakta.")
            % {"about": number(about)}
        )
    return [*told, *_health(figures)]


def _health(figures: Mapping[str, Any]) -> list[str]:
    """What may hurt to have forgotten."""
    health = figures.get("health", 0)
    if not health:
        return []
    return [
        ngettext(
            "Ett av de fakta som glöms rör hälsa eller allergi.",
            "%(count)s av de fakta som glöms rör hälsa eller allergi.",
            health,
        )
        % {"count": number(health)}
    ]


def _labelled_of(forgotten: int, dropped: int, right: int) -> str:
    said = {"forgotten": number(forgotten), "dropped": number(dropped)}
    said["right"] = number(right) if right else _("inget")
    if dropped == forgotten == 1:
        which = _("Det enda som glöms var med i stickprovet, och det stämde.")
        return which if right else _("Det enda som glöms var med i stickprovet, och det var fel.")
    if dropped == 1:
        which = _("Av de %(forgotten)s fakta som glöms var ett med i stickprovet, och det stämde.")
        other = _("Av de %(forgotten)s fakta som glöms var ett med i stickprovet, och det var fel.")
        return (which if right else other) % said
    if dropped == forgotten:
        return (
            _("Alla %(forgotten)s fakta som glöms var med i stickprovet, och %(right)s av dem stämde.") % said
        )
    return (
        _(
            "Av de %(forgotten)s fakta som glöms var %(dropped)s med i stickprovet, och %(right)s av dem "
            "stämde."
        )
        % said
    )
