"""What was corrected by hand, and when, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.http import require_GET

from minne import words
from minne.access import Request, own_person
from minne.models import Event
from minne.services import corrections
from minne.services.corrections import Press
from minne.views.paging import paged


@dataclass(frozen=True, slots=True)
class Told:
    """A press in words."""

    press: Press

    @property
    def batch(self) -> UUID:
        return self.press.batch

    @property
    def first(self) -> Event:
        return self.press.first

    @property
    def undone_at(self) -> datetime | None:
        return self.first.undone_at

    @property
    def label(self) -> str | Promise:
        return words.PRESSES["rewrite" if self.press.rewritten else self.first.action]

    @property
    def was(self) -> str:
        return self.first.text or self.first.fact.text

    @property
    def became(self) -> str:
        """The statement put in the first one's place, or that it was merged into, if the press did that."""
        if self.first.into:
            return self.first.into.text
        return self.press.events[-1].text if self.press.rewritten else ""


@require_GET
def own_history(request: Request) -> HttpResponse:
    person = own_person(request)
    page = paged(request, corrections.batches(person))
    presses = [Told(press) for press in corrections.presses(person, page.object_list)]
    return render(request, "minne/own_history.html", {"page": page, "presses": presses})
