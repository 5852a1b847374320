"""Before a round, and its start; and closing one by hand."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from granskning.access import desk_round, sample_round
from granskning.domain.confirmation import can_show
from granskning.figures_text import target_text
from granskning.forms import NewRoundForm
from granskning.models import Round
from granskning.services import others, own_rounds, rounds, starting
from granskning.services.frames import NotReadyError, frame
from granskning.views.laying import lay_out
from minne import clock
from minne.access import ADMINISTER, Request, administrator_required, own_person, reviewer_required


@require_http_methods(["GET", "POST"])
@reviewer_required
def new_round(request: Request) -> HttpResponse:
    """What can be drawn from, and what so many labels can show of it; the start."""
    form = _form(request)
    if request.method == "POST" and form.is_valid():
        try:
            started = starting.start(user=request.user, now=clock.now(), **form.cleaned_data)
        except (rounds.EmptyFrameError, NotReadyError):
            return render(request, "granskning/new_round.html", _before(form), status=409)
        return redirect("desk", pk=started.pk)
    status = 400 if request.method == "POST" else 200
    template = "granskning/_frame.html" if request.htmx else "granskning/new_round.html"
    return render(request, template, _before(form), status=status)


def _form(request: Request) -> NewRoundForm:
    may_choose = request.user.has_perm(ADMINISTER)
    data = request.POST if request.method == "POST" else NewRoundForm.starting() | request.GET.dict()
    return NewRoundForm(data, may_choose_person=may_choose, tools=others.tools(clock.now()))


def _before(form: NewRoundForm) -> dict[str, Any]:
    """What the page says: the frame, and what n labels of it can show."""
    if not form.is_valid():
        return {"form": form}
    asked = form.cleaned_data
    try:
        found = frame(
            person=asked.get("person"), type=asked["type"], tool=asked.get("tool", ""), now=clock.now()
        )
    except NotReadyError:
        return {"form": form, "not_ready": True}
    n = min(asked["n"], found.size)
    shown = can_show(n, found.size, settings.MINNE_TARGET)
    target = target_text(settings.MINNE_TARGET)
    return {"form": form, "frame": found, "n": n, "shown": shown, "target": target}


@require_POST
@administrator_required
def close_round(request: Request, pk: int) -> HttpResponse:
    rounds.close(round=sample_round(request, pk), now=clock.now())
    messages.success(request, _("Omgången är stängd."))
    return redirect("round_result", pk=pk)


@require_POST
def finish_round(request: Request, pk: int) -> HttpResponse:
    """A complete round, closed at the desk by one of those who answered in it."""
    found, now = desk_round(request, pk), clock.now()
    closed = rounds.may_close(found, request.user) and rounds.close(round=found, now=now, complete_by=now)
    if not closed or not closed.closed_at:
        refused = _("Omgången kan inte stängas härifrån än.")
        return lay_out(request, found, refused=refused, status=409)
    if closed.kind == Round.Kind.OWN:
        messages.success(request, _("Dina svar är införda i listan."))
        return redirect("own_facts")
    return redirect("round_result", pk=pk)


@require_http_methods(["GET", "POST"])
def own_round(request: Request) -> HttpResponse:
    """The person goes through their own list, at the same desk."""
    person, now = own_person(request), clock.now()
    rounds.close_due(now)
    if request.method == "POST":
        try:
            started = own_rounds.start(person=person, user=request.user, now=now)
        except (rounds.EmptyFrameError, NotReadyError):
            return redirect("own_round")
        return redirect("desk", pk=started.pk)
    try:
        found = frame(person=person, own=True, now=now)
    except NotReadyError:
        found = None
    begun = own_rounds.under_way(person)
    extent = own_rounds.extent(begun, listed=found.size if found else 0)
    context = {"frame": found, "under_way": begun, "extent": extent}
    return render(request, "granskning/own_round.html", context)
