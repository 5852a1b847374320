"""Rounds that are made by themselves, for an administrator."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from granskning.forms import ScheduleForm
from granskning.models import Schedule
from granskning.services import schedules as service
from minne import clock
from minne.access import Request, administrator_required


@require_http_methods(["GET", "POST"])
@administrator_required
def schedules(request: Request) -> HttpResponse:
    posted = request.method == "POST"
    form = ScheduleForm(request.POST) if posted else ScheduleForm(initial={"n": settings.MINNE_SAMPLE_SIZE})
    if posted and form.is_valid():
        service.create(**form.rule(), by=request.user, now=clock.now())
        messages.success(request, _("Schemat är sparat. Granskarna får mejl när en omgång väntar."))
        return redirect("schedules")
    today = timezone.localdate(clock.now())
    known = [(found, found.next_on(today)) for found in Schedule.objects.all()]
    context = {"known": known, "form": form}
    return render(request, "granskning/schedules.html", context, status=422 if posted else 200)


@require_POST
@administrator_required
def switch(request: Request, pk: int) -> HttpResponse:
    found, on = get_object_or_404(Schedule, pk=pk), request.POST.get("on") == "yes"
    service.switch(schedule=found, on=on, now=clock.now())
    messages.success(request, _("Schemat är igång.") if on else _("Schemat är stoppat."))
    return redirect("schedules")


@require_POST
@administrator_required
def remove(request: Request, pk: int) -> HttpResponse:
    service.remove(schedule=get_object_or_404(Schedule, pk=pk))
    messages.success(request, _("Schemat är borttaget."))
    return redirect("schedules")
