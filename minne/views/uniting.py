"""Two ids that are one human: what making them one would do, and doing it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from minne import clock, words
from minne.access import Request, administrator_required
from minne.forms import OtherId, UniteWith
from minne.models import Person
from minne.services import uniting
from minne.services.uniting import UnitingError


@administrator_required
@require_http_methods(["GET", "POST"])
def unite_person(request: Request, pk: int) -> HttpResponse:
    """Ask for the other id; say what it would do; do it when that is understood."""
    kept = get_object_or_404(Person, pk=pk)
    if request.method == "POST":
        return _unite(request, kept)
    asked = OtherId(request.GET or None, person=kept)
    if not asked.is_valid():
        return _page(request, kept, asked, status=422 if asked.is_bound else 200)
    other = asked.cleaned_data["other"]
    return _page(request, kept, asked, other=other, form=UniteWith(person=kept, initial={"other": other}))


def _unite(request: Request, kept: Person) -> HttpResponse:
    form = UniteWith(request.POST, person=kept)
    if form.is_valid():
        try:
            uniting.unite(kept=kept, other=form.cleaned_data["other"], by=request.user, now=clock.now())
        except UnitingError as error:
            form.add_error(None, str(words.UNITING_ERRORS[error.code]))
        else:
            messages.success(request, _("Klart: de två är en person."))
            return redirect("person", pk=kept.pk)
    other = form.cleaned_data.get("other")
    return _page(request, kept, OtherId(request.POST, person=kept), other=other, form=form, status=422)


def _page(
    request: Request,
    kept: Person,
    asked: OtherId,
    *,
    other: Person | None = None,
    form: UniteWith | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"person": kept, "asked": asked, "other": other, "form": form}
    if other is not None:
        found = uniting.preview(kept, other)
        obstacle = words.UNITING_ERRORS.get(found.refused, "")
        context |= {"preview": found, "obstacle": obstacle, "both": (kept, other)}
    return render(request, "minne/unite_person.html", context, status=status)
