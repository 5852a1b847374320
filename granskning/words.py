"""What a reviewer is told about an answer: that it is kept, or why it cannot be."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from granskning.models.verdicts import Value
from granskning.services.labelling import Code, RefusedError
from granskning.services.progress import Progress

REFUSALS: dict[Code, str | Promise] = {
    "closed": gettext_lazy("Omgången är stängd och tar inte emot fler svar."),
    "stale": gettext_lazy("Sidan visade ett äldre läge, så det svaret sparades inte."),
    "held": gettext_lazy("Faktumet hade legat länge och granskas nu av någon annan. Svaret sparades inte."),
    "taken": gettext_lazy("Någon annan hann svara på det faktumet. Svaret behövdes inte."),
    "gone": gettext_lazy("Det faktumet ingår inte längre i omgången."),
    "settled": gettext_lazy("Det faktumet är redan avgjort."),
    "long": gettext_lazy("Anteckningen är för lång, så svaret sparades inte. Högst 2 000 tecken får plats."),
    "nothing": gettext_lazy("Det finns inget att ångra."),
    "moved": gettext_lazy(
        "Du har svarat i en annan flik sedan den här sidan visades. Inget är ångrat; tryck igen."
    ),
    "unknown": gettext_lazy("Det finns inget sådant svar."),
}


def status(refused: RefusedError) -> int:
    """The HTTP status of a refusal."""
    return {"closed": 403, "unknown": 400, "long": 422}.get(refused.code, 409)


def refusal(refused: RefusedError) -> str:
    if refused.code == "stale" and refused.standing:
        standing = Value(refused.standing).label
        return _(
            "Du har redan svarat «%(standing)s» på det faktumet; det står kvar. Ändra det under Mina svar."
        ) % {"standing": standing}
    return str(REFUSALS[refused.code])


def with_note(refusal: str, note: str) -> str:
    """A refusal, and what was written with the answer: it is nowhere else any more."""
    written = _("Din anteckning var: «%(note)s»") % {"note": note}
    return f"{refusal} {written}" if note.strip() else refusal


def saved(value: str, progress: Progress) -> str:
    """Said once for each answer."""
    label = str(Value(value).label)
    left = ngettext("%(left)d kvar.", "%(left)d kvar.", progress.left) % {"left": progress.left}
    return _("Sparat: %(label)s.") % {"label": label} + " " + left


def taken_back(value: str) -> str:
    if not value:
        return _("Ångrat. Svara igen.")
    return _("Ångrat: svaret är åter «%(label)s».") % {"label": Value(value).label}
