"""What other memories hold of a person, beside their own list: shown, struck and put back."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from minne import clock, words
from minne.access import Request, own_imported
from minne.models import Event, ImportedFact, Person
from minne.services import imported

SHOWN = 50


def shown(person: Person, wanted: str, now: datetime, *, repaired_since: datetime) -> dict[str, Any]:
    """What the page says of other memories' facts: what stands before what is struck, up to a bound."""
    held = list(ImportedFact.objects.for_person(person).held(now))
    terms = wanted.casefold().split()
    found = [fact for fact in held if all(term in fact.text.casefold() for term in terms)]
    found.sort(key=lambda fact: fact.retired_at is not None)
    return {
        "imported": found[:SHOWN],
        "imported_total": len(found),
        "imported_repairs": [fact for fact in held if _repaired(fact, repaired_since)],
    }


def _repaired(fact: ImportedFact, since: datetime) -> bool:
    return fact.retired_in == Event.By.REPAIR and fact.retired_at is not None and fact.retired_at >= since


@require_POST
def answer_imported(request: Request, pk: int) -> HttpResponse:
    """Stämmer inte or inaktuellt: it stands no more."""
    fact, said = own_imported(request, pk), request.POST.get("answer", "")
    if said not in ImportedFact.Fault.values:
        return HttpResponseBadRequest()
    press = imported.retire(facts=[fact], answer=said, by=Event.By.PERSON, user=request.user, now=clock.now())
    messages.success(request, str(words.ANSWERED["retired"]), extra_tags=str(press))
    return redirect("own_facts")


def put_back(request: Request, person: Person, press: UUID) -> HttpResponse:
    """Take back a press about other memories' facts, a repair's too; 404 where there is none."""
    if not imported.unretire(press=press, person=person, now=clock.now()):
        raise Http404
    messages.success(request, _("Ångrat. Allt är som förut."))
    return redirect("own_history" if request.POST.get("from") == "history" else "own_facts")
