"""The numbers that decide what is kept: in force, tried out, changed, and taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from minne import clock, words
from minne.access import Request, administrator_required
from minne.domain.policy import Policy
from minne.forms import Thresholds, flat
from minne.models import PolicyVersion
from minne.models.memory import FactType
from minne.services import policies, previews, projection

SECONDS_AT_ONCE = 1.0  # of counting within one request; the rest waits for the next


@dataclass(frozen=True, slots=True)
class Change:
    """One number that differs between two versions, in words."""

    label: str | Promise
    before: str
    after: str


@administrator_required
@require_GET
def thresholds(request: Request) -> HttpResponse:
    """The page, with a preview where numbers to try came along; to htmx the preview alone."""
    current = PolicyVersion.objects.current()
    if "min_support" not in request.GET:
        return _page(request, current, Thresholds.showing(current))
    form = Thresholds(request.GET)
    preview = _preview(request, current.policy, form.policy) if form.is_valid() and form.policy else None
    if request.htmx:
        return render(request, "minne/_preview.html", {"form": form, "preview": preview})
    return _page(request, current, form, preview=preview)


def _page(
    request: Request, current: PolicyVersion, form: Thresholds, *, preview: Any = None, status: int = 200
) -> HttpResponse:
    kept = {"text_days": settings.MINNE_KEEP_TEXT_DAYS, "faded_days": settings.MINNE_PURGE_FADED_DAYS}
    context = {"form": form, "current": current, "preview": preview, "history": _history(), "kept": kept}
    context["behind"] = projection.people_behind()
    return render(request, "minne/thresholds.html", context, status=status)


def _preview(request: Request, current: Policy, policy: Policy) -> dict[str, Any]:
    """Counts by type of what the numbers would do to everyone's list now, as far as a moment suffices."""
    changed = changes(current, policy)
    if not changed:
        return {"changes": changed}
    begun = previews.unpacked(request.GET.get("so_far", ""), policy) or previews.begin(clock.now())
    found = previews.carry_on(begun, policy=policy, seconds=SECONDS_AT_ONCE)
    counts = found.counts
    rows = [(FactType(type_).label, counts[type_]) for type_ in FactType.values if type_ in counts]
    total = {name: sum(c[name] for _label, c in rows) for name in ("kept", "forgotten", "admitted", "health")}
    told = {"rows": rows, "total": total, "changes": changed, "found": found}
    return told if found.finished else told | {"so_far": previews.packed(found, policy)}


@administrator_required
@require_POST
def adopt(request: Request) -> HttpResponse:
    """Put new numbers in force; every list follows."""
    current, form = PolicyVersion.objects.current(), Thresholds(request.POST, adopting=True)
    if form.is_valid() and form.still_based_on(current) and form.policy:
        version = policies.adopt(policy=form.policy, reason=form.cleaned_data["reason"], by=request.user)
        return _in_force(request, version)
    return _page(request, current, form, status=422)


@administrator_required
@require_POST
def restore(request: Request, number: int) -> HttpResponse:
    """Put an earlier version's numbers in force again."""
    earlier = get_object_or_404(PolicyVersion, number=number)
    reason = request.POST.get("reason", "").replace("\0", "").strip()[:500]
    if not reason:
        messages.error(request, _("Skriv varför, så att andra förstår."))
        return redirect("thresholds")
    return _in_force(request, policies.roll_back(to=earlier, reason=reason, by=request.user))


def _in_force(request: Request, version: PolicyVersion) -> HttpResponse:
    """The first lists follow at once; the page sees to the rest, and the loop if the page is closed."""
    projection.refold_some()
    messages.success(request, _("Version %(number)d gäller nu.") % {"number": version.number})
    return redirect("thresholds")


@administrator_required
@require_POST
def refold(request: Request) -> HttpResponse:
    """The next hundred people's lists follow the thresholds in force; how many wait still."""
    projection.refold_some()
    if not request.htmx:
        return redirect("thresholds")
    return render(request, "minne/_refold.html", {"behind": projection.people_behind()})


def _history() -> list[dict[str, Any]]:
    """Every version, the one in force first, with why and with what it changed of the one before."""
    versions = list(PolicyVersion.objects.select_related("created_by"))
    before, reasons = [*versions[1:], None], policies.reasons(versions)
    return [
        {
            "version": v,
            "reason": reasons[v.number],
            "changes": changes(b.policy, v.policy) if b else [],
            "in_force": v is versions[0],
        }
        for v, b in zip(versions, before, strict=True)
    ]


def changes(before: Policy, after: Policy) -> list[Change]:
    old, new = flat(before), flat(after)
    return [
        Change(label, _value(name, old[name]), _value(name, new[name]))
        for name, label in words.THRESHOLDS.items()
        if old[name] != new[name]
    ]


def _value(name: str, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(words.KINDS[kind]) for kind in value) or _("inget")
    number = number_format(f"{value:.10g}")
    if not name.startswith("half_life_"):
        return number
    return ngettext("%(number)s dag", "%(number)s dagar", 1 if value == 1 else 2) % {"number": number}
