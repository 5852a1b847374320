"""The reviewer's desk: one fact, one key."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware
from django.views.decorators.http import require_GET, require_POST

from granskning import words
from granskning.access import desk_round, sitting_since
from granskning.forms import AnswerForm
from granskning.models import Item
from granskning.services import desks, evidence, labelling, leases
from granskning.services.labelling import RefusedError
from granskning.views.laying import answered, lay_out, marked, number, refuse
from minne import clock
from minne.access import Request


@require_GET
def desk(request: Request, pk: int) -> HttpResponse:
    first, showing = (number(request.GET.get(name)) for name in ("faktum", "visas"))
    found = desk_round(request, pk)
    return lay_out(request, found, first=first, showing=showing, seen=showing is not None)


@require_POST
def answer(request: Request, pk: int) -> HttpResponse:
    found, form, now = desk_round(request, pk), AnswerForm(request.POST), clock.now()
    if not form.is_valid():
        return HttpResponseBadRequest()
    if form.cleaned_data["user"] not in (None, request.user.pk):
        return redirect("login")  # somebody else has logged in since, and must not answer for them
    item, showing = form.cleaned_data["item"], form.cleaned_data["showing"]
    try:
        step, held = desks.answer(
            round=found,
            item=item,
            reviewer=request.user,
            step=form.step(),
            showing=showing,
            goes_on=bool(request.htmx),
            now=now,
        )
    except RefusedError as error:
        return refuse(request, found, error, showing=showing, note=form.cleaned_data["note"])
    said = partial(words.saved, form.cleaned_data["value"])
    return answered(request, found, said=said, showing=showing, step=step, held=held)


@require_POST
def undo(request: Request, pk: int) -> HttpResponse:
    found = desk_round(request, pk)
    change, showing = (number(request.POST.get(name)) for name in ("change", "showing"))
    since, now = sitting_since(request), clock.now()
    try:
        row = labelling.undo(round=found, reviewer=request.user, change=change or 0, since=since, now=now)
    except RefusedError as error:
        return refuse(request, found, error, showing=showing, seen=True)
    verdict = row.verdicts.filter(reviewer=request.user).first()
    said = words.taken_back(verdict.value if verdict else "")
    return answered(request, found, said=lambda progress: said, first=row.pk)


@require_POST
def hold(request: Request, pk: int) -> HttpResponse:
    """Activity: what is on the desk stays there."""
    found, item = desk_round(request, pk), number(request.POST.get("item"))
    until = leases.renew(round=found, reviewer=request.user, item=item, now=clock.now())
    return marked(HttpResponse(status=204, headers={"X-Until": until.isoformat()}))


@require_POST
def release(request: Request, pk: int) -> HttpResponse:
    """The page is left: others may have what it held."""
    until = _moment(request.POST.get("until", ""))
    if until is not None:
        leases.release(round=desk_round(request, pk), reviewer=request.user, until=until)
    return HttpResponse(status=204)


def _moment(text: str) -> datetime | None:
    """The moment that a page of ours was told; None for anything else."""
    try:
        moment = parse_datetime(text)
        return moment.astimezone(UTC) if moment is not None and is_aware(moment) else None
    except (ValueError, OverflowError):
        return None


@require_POST
def surroundings(request: Request, pk: int) -> HttpResponse:
    """The turns around a quote of the item that the reviewer holds."""
    found, now = desk_round(request, pk), clock.now()
    numbers = {name: number(request.POST.get(name)) or 0 for name in ("item", "episode")}
    item = get_object_or_404(Item.objects.select_related("round", "fact"), round=found, pk=numbers["item"])
    episode = numbers["episode"]
    turns = evidence.surroundings(item=item, episode=episode, reviewer=request.user, now=now)
    context = {"turns": turns, "item": item, "sheet": desks.sheet(item, request.user), "round": found}
    template = "granskning/_turns.html" if request.htmx else "granskning/surroundings.html"
    return marked(render(request, template, context))
