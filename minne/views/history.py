"""What was corrected by hand, and when, and by whom: in the list, and among other memories' facts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.http import require_GET

from minne import words
from minne.access import Request, own_person
from minne.models import Event, Retirement
from minne.services import presses
from minne.services.corrections import Press
from minne.views.paging import paged


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A press in words. `became` is the statement put in the first one's place, or that it was merged into.

    `tool` is the other memory whose fact was struck; empty for the person's own.
    """

    batch: UUID
    at: datetime
    by: str
    by_name: str | Promise
    actor: User | None
    label: str | Promise
    was: str
    became: str = ""
    tool: str = ""
    undone_at: datetime | None


@require_GET
def own_history(request: Request) -> HttpResponse:
    person = own_person(request)
    page = paged(request, presses.made(person))
    pressed = [_told(press) for press in presses.of(person, page.object_list)]
    return render(request, "minne/own_history.html", {"page": page, "presses": pressed})


def _told(press: Press | Retirement) -> Told:
    return _retired(press) if isinstance(press, Retirement) else _corrected(press)


def _corrected(press: Press) -> Told:
    first, last = press.first, press.events[-1]
    return Told(
        batch=press.batch,
        at=first.recorded_at,
        by=first.by,
        by_name=Event.By(first.by).label,
        actor=first.actor,
        label=words.PRESSES["rewrite" if press.rewritten else first.action],
        was=first.text or first.fact.text,
        became=first.into.text if first.into else last.text if press.rewritten else "",
        undone_at=first.undone_at,
    )


def _retired(press: Retirement) -> Told:
    return Told(
        batch=press.press,
        at=press.at,
        by=press.by,
        by_name=Event.By(press.by).label,
        actor=press.actor,
        label=words.PRESSES["deny" if press.answer == "incorrect" else "end"],
        was=press.fact.text,
        tool=press.fact.tool,
        undone_at=press.undone_at,
    )
