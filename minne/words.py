"""Names that people read for what the code counts by short names."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

COUNTS: dict[str, str | Promise] = {
    "episodes": _("episoder lästa"),
    "mentions_added": _("omnämnanden tillagda"),
    "mentions_replaced": _("omnämnanden ersatta när samtalet lästes om"),
    "facts_changed": _("fakta ändrade"),
    "failed": _("episoder där läsningen misslyckades (de väntar kvar)"),
    "taken_by_another": _("episoder som någon annan hann före med"),
    "paused": _("episoder som väntar för att minnet är pausat"),
}

GROUPS: dict[str, str | Promise] = {
    "preference": _("Så vill du ha det"),
    "knowledge": _("Om dig och det du kan"),
    "goal": _("Mål och planer"),
    "temporary": _("Just nu"),
}

ANSWERS: dict[str, str | Promise] = {
    "correct": _("Stämmer"),
    "incorrect": _("Stämmer inte"),
    "outdated": _("Inaktuellt"),
}

ANSWERS_BY_STATUS: dict[str, tuple[str, ...]] = {
    "active": ("correct", "incorrect", "outdated"),
    "over_cap": ("correct", "incorrect", "outdated"),
    "candidate": ("correct", "incorrect"),
    "faded": ("correct", "incorrect"),
    "expired": ("correct", "incorrect"),
    "ended": ("correct", "incorrect"),
    "denied": ("correct",),
}

ANSWERED: dict[str, str | Promise] = {
    "correct": _("Bekräftat."),
    "incorrect": _("Struket. Det lärs inte in igen av det du redan har sagt."),
    "outdated": _("Markerat som inaktuellt."),
    "rewritten": _("Rättat."),
    "added": _("Tillagt."),
}

PRESSES: dict[str, str | Promise] = {
    "mention": _("Tillagt"),
    "confirm": _("Bekräftat"),
    "edit": _("Omformulerat"),
    "end": _("Inaktuellt"),
    "deny": _("Struket"),
    "rewrite": _("Rättat"),
}

ERRORS: dict[str, str | Promise] = {
    "empty": _("Skriv något först."),
    "too_long": _("Det är för långt: högst 300 tecken."),
    "unstorable": _("Texten har tecken som inte går att spara."),
    "nothing_to_undo": _("Det är redan ångrat."),
}

FOLDED: dict[str, tuple[str | Promise, str | Promise]] = {
    "candidate": (_("På väg in"), _("Sådant som inte har synts vid tillräckligt många tillfällen än.")),
    "over_cap": (_("Får inte plats"), _("Listan är full. De här är minst säkra och väntar utanför.")),
    "faded": (
        _("Glömt"),
        _("Har inte sagts på länge. Säg det igen, eller svara Stämmer, så är det här igen."),
    ),
    "expired": (_("Utgånget"), _("Gällde till en viss dag, som har varit.")),
    "ended": (_("Avslutat"), _("Stämde en gång, men gäller inte längre.")),
    "denied": (_("Struket"), _("Stämmer inte. Det lärs bara in igen om du själv säger det på nytt.")),
}


def sureness(confidence: float) -> str | Promise:
    """How sure, in words."""
    if confidence >= 0.7:
        return _("mycket säkert")
    return _("ganska säkert") if confidence >= 0.45 else _("osäkert")
