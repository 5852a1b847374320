"""Laying out the desk: as a page, or as the pieces of it that a press changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from granskning import result_words, words
from granskning.access import sitting_since
from granskning.models import Guidelines, Round, VerdictChange
from granskning.services import desks, labelling, naming, results
from granskning.services.labelling import RefusedError
from granskning.services.leases import Held
from granskning.services.progress import Progress, agreed, pace, progress
from granskning.services.rounds import may_close
from minne import clock
from minne.access import Request

Said = Callable[[Progress], str] | None


def number(text: str | None) -> int | None:
    """A number from the address or a form, None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None


def lay_out(
    request: Request,
    round: Round,
    *,
    said: Said = None,
    refused: str = "",
    first: int | None = None,
    showing: int | None = None,
    seen: bool = False,
    step: VerdictChange | None = None,
    held: Held | None = None,
    status: int = 200,
) -> HttpResponse:
    """The desk as it is now, after a `step` that has taken up what is `held`; else `first` comes first.

    The page has the item `showing` on the screen already, and its reader has `seen` it there.
    """
    now = clock.now()
    desk = desks.desk(
        round=round,
        reviewer=request.user,
        held=held
        or desks.take_up(
            round=round, reviewer=request.user, now=now, first=first, showing=showing, seen=seen
        ),
        since=sitting_since(request),
        now=now,
        showing=showing,
        last_step=step,
    )
    context = {
        "desk": desk,
        "round": round,
        "said": said(desk.progress) if said else "",
        "refused": refused,
        **({} if desk.item else _pause(request.user, round, desk.progress)),
    }
    response = _pieces(request, context, status) if request.htmx else _page(request, context, status)
    response["Cache-Control"] = "no-store"
    return marked(response, "refused" if refused else "saved")


def marked(response: HttpResponse, kind: str = "saved") -> HttpResponse:
    """What the desk's script may believe: not a log-in page, a forgotten form's, or a proxy's."""
    response["X-Desk"] = kind
    return response


def _pause(user: User, round: Round, state: Progress) -> dict[str, Any]:
    """What the desk says while there is no fact on it."""
    everything_is_in = state.waiting_for in ("closed", "complete", "disputed")
    return {
        "pace": pace(round=round, reviewer=user),
        "agreed": agreed(round=round, reviewer=user) if everything_is_in else None,
        "may_close": state.waiting_for == "complete" and may_close(round, user),
        "summary": result_words.words(results.of(round)).counted if state.closed else "",
    }


def _page(request: Request, context: dict[str, Any], status: int) -> HttpResponse:
    round = context["round"]
    if round.kind != Round.Kind.OWN:  # whose page has neither its name nor guidelines
        naming.tell_apart([round])
        context["guidelines"] = round.guidelines or Guidelines.objects.current()
    return render(request, "granskning/desk.html", context, status=status)


def _pieces(request: Request, context: dict[str, Any], status: int) -> HttpResponse:
    """Without the menu's context, which costs more than the pieces do."""
    context["csrf_token"] = get_token(request)
    return HttpResponse(render_to_string("granskning/_laid_out.html", context), status=status)


def answered(
    request: Request,
    round: Round,
    *,
    said: Callable[[Progress], str],
    first: int | None = None,
    showing: int | None = None,
    step: VerdictChange | None = None,
    held: Held | None = None,
) -> HttpResponse:
    """After a press that counted: the pieces for the script, a new page for everybody else."""
    if request.htmx:
        return lay_out(request, round, said=said, first=first, showing=showing, step=step, held=held)
    state = progress(round=round, reviewer=request.user, now=clock.now())
    messages.success(request, said(state))
    query = f"?faktum={first}" if first else ""
    return redirect(reverse("desk", args=[round.pk]) + query)


def refuse(
    request: Request,
    round: Round,
    error: RefusedError,
    *,
    showing: int | None = None,
    seen: bool = False,
    note: str = "",
) -> HttpResponse:
    """A press that did not count: why, and the desk as it is. The script knows the `note` itself."""
    round.refresh_from_db(fields=labelling.CHANGING)
    text, status = words.refusal(error), words.status(error)
    if not request.htmx:
        text = words.with_note(text, note)
    return lay_out(request, round, refused=text, showing=showing, seen=seen, status=status)
