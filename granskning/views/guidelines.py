"""The guidelines that reviewers answer by: read, read as they were, and changed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from granskning.access import desk_round
from granskning.forms import GuidelinesForm
from granskning.models import Guidelines
from granskning.services.guidelines import OvertakenError, revise
from minne import clock
from minne.access import Request, administrator_required, reviewer_required
from minne.views.paging import paged


@require_GET
@reviewer_required
def guidelines(request: Request, number: int | None = None) -> HttpResponse:
    """The version in force, or an earlier one; and which there are."""
    current = Guidelines.objects.current()
    shown = current if number is None else get_object_or_404(Guidelines, number=number)
    versions = paged(request, Guidelines.objects.select_related("created_by"))
    context = {"guidelines": shown, "current": current, "page": versions}
    return render(request, "granskning/guidelines.html", context)


@require_GET
def round_guidelines(request: Request, pk: int) -> HttpResponse:
    """Those that a round is labelled under, for whoever labels it without a script."""
    found = desk_round(request, pk)
    context = {"guidelines": found.guidelines or Guidelines.objects.current(), "round": found}
    return render(request, "granskning/guidelines.html", context)


@require_http_methods(["GET", "POST"])
@administrator_required
def edit_guidelines(request: Request) -> HttpResponse:
    current = Guidelines.objects.current()
    form = GuidelinesForm(request.POST) if request.method == "POST" else GuidelinesForm.showing(current)
    if request.method == "POST" and form.is_valid():
        try:
            made = revise(by=request.user, now=clock.now(), **form.cleaned_data)
        except OvertakenError:
            form.overtaken_by(Guidelines.objects.current())
        else:
            _tell(request, made)
            return redirect("guidelines")
    context = {"form": form, "current": current}
    return render(request, "granskning/edit_guidelines.html", context, status=422 if form.errors else 200)


def _tell(request: Request, made: Guidelines | None) -> None:
    if made is None:
        messages.info(request, _("Inget var ändrat, så ingen ny version gjordes."))
    else:
        said = _("Version %(number)d gäller för omgångar som startas från och med nu.")
        messages.success(request, said % {"number": made.number})
