"""Laying out the desk: as a page, or as the pieces of it that a press changes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from granskning import words
from granskning.access import sitting_since
from granskning.models import Round
from granskning.services import desks
from granskning.services.labelling import RefusedError
from granskning.services.progress import pace
from minne import clock
from minne.access import Request


def number(text: str | None) -> int | None:
    """A number from the address or a form, None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None


def lay_out(
    request: Request,
    round: Round,
    *,
    said: str = "",
    refused: str = "",
    showing: int | None = None,
    seen: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """The desk as it is now. `showing` is the item that the page has on the screen already."""
    round.refresh_from_db()
    desk = desks.desk(
        round=round,
        reviewer=request.user,
        since=sitting_since(request),
        now=clock.now(),
        first=number(request.GET.get("faktum")),
        seen=seen,
    )
    context = {
        "desk": desk,
        "round": round,
        "said": said,
        "refused": refused,
        "showing": showing,
        "pace": None if desk.current else pace(round=round, reviewer=request.user),
    }
    template = "granskning/_laid_out.html" if request.htmx else "granskning/desk.html"
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    if refused:
        response["X-Desk"] = "refused"  # tells a refusal of ours from a forgotten log-in or form
    return response


def answered(request: Request, round: Round, *, said: str, showing: int | None = None) -> HttpResponse:
    """After a press that counted: the pieces for the script, a new page for everybody else."""
    if request.htmx:
        return lay_out(request, round, said=said, showing=showing)
    messages.success(request, said)
    return redirect("desk", pk=round.pk)


def refuse(
    request: Request, round: Round, error: RefusedError, *, showing: int | None = None
) -> HttpResponse:
    """A press that did not count: why, and the desk as it is."""
    text, status = words.refusal(error), words.status(error)
    return lay_out(request, round, refused=text, showing=showing, status=status)
