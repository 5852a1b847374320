"""What a person says of a fact: each press answers with the fact as it then is, and a way back."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from minne import clock, words
from minne.access import Request, own_fact, own_person
from minne.domain.episodes import FactType
from minne.forms import AddFact
from minne.models import Event, Fact, PolicyVersion
from minne.services import corrections, lists, merges, projection
from minne.services.corrections import Addition, Author, CorrectionError
from minne.services.lists import Entry
from minne.views import imported, own
from minne.views.rows import rows

ANSWERS = {"correct": corrections.confirm, "incorrect": corrections.deny, "outdated": corrections.end}


def _author(request: Request) -> Author:
    return Author(by=Event.By.PERSON, user=request.user, now=clock.now())


@require_POST
def answer(request: Request, pk: UUID) -> HttpResponse:
    """Stämmer, stämmer inte or inaktuellt, in one press."""
    fact = own_fact(request, pk)
    said = request.POST.get("answer", "")
    if said not in ANSWERS:
        return HttpResponseBadRequest()
    batch = ANSWERS[said](fact=fact, author=_author(request))
    return _pressed(request, fact, words.ANSWERED[said], batch)


@require_POST
def rewrite(request: Request, pk: UUID) -> HttpResponse:
    fact = own_fact(request, pk)
    try:
        batch = corrections.rewrite(fact=fact, text=request.POST.get("text", ""), author=_author(request))
    except CorrectionError as error:
        return _refused(request, fact, error)
    return _pressed(request, fact, words.ANSWERED["rewritten"], batch)


@require_POST
def merge(request: Request, pk: UUID) -> HttpResponse:
    """Another of the person's facts is this one in other words."""
    fact, other = own_fact(request, pk), own_fact(request, request.POST.get("other", ""))
    try:
        batch = corrections.merge(kept=fact, other=other, author=_author(request))
    except CorrectionError as error:
        messages.error(request, str(words.ERRORS[error.code]))
    else:
        messages.success(request, str(words.ANSWERED["merged"]), extra_tags=str(batch))
    return _reload(request)


@require_POST
def add(request: Request) -> HttpResponse:
    person, form = own_person(request), AddFact(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            added = corrections.add(
                person=person,
                text=said["text"],
                type=cast(FactType, said["type"]),
                valid_until=said["valid_until"],
                author=_author(request),
            )
        except CorrectionError as error:
            form.add_error("text", str(words.ERRORS[error.code]))
        else:
            messages.success(request, _came_of(added), extra_tags=str(added.batch or ""))
            return redirect("own_facts")
    return own.page(request, person, form, status=422)


def _came_of(added: Addition) -> str:
    """What an addition did to the list: nothing new, or something new in the place of something old."""
    if added.was_there:
        return _("Det stod redan i listan.")
    if not added.replaced:
        return str(words.ANSWERED["added"])
    return _("Tillagt, i stället för %(old)s.") % {"old": ", ".join(f"«{text}»" for text in added.replaced)}


@require_POST
def undo(request: Request, batch: UUID) -> HttpResponse:
    """Take back one press, a repair's too."""
    person = own_person(request)
    made = corrections.presses(person, [batch])
    if not made:
        return imported.put_back(request, person, batch)
    said: str | Promise = _("Ångrat. Allt är som förut.")
    try:
        corrections.undo(person=person, batch=batch, now=clock.now())
    except CorrectionError as error:
        said = words.ERRORS[error.code]
    if request.POST.get("from") == "history":
        messages.success(request, str(said))
        return redirect("own_history")
    if made[0].merged:
        messages.success(request, str(said))
        return _reload(request)
    return _pressed(request, made[0].first.fact, said, None)


def _pressed(request: Request, fact: Fact, said: str | Promise, batch: UUID | None) -> HttpResponse:
    """The fact's row as it is now with the rows that the press changed beside it, or the page anew."""
    if not request.htmx or (batch and _another_fact(fact, batch)):
        messages.success(request, str(said), extra_tags=str(batch or ""))
        return _reload(request)
    return _swapped(request, fact, said=said, batch=batch)


def _swapped(request: Request, fact: Fact, *, error: str | Promise = "", **said: Any) -> HttpResponse:
    """The rows that the press changed, and how many there are now of what the page shows."""
    everything = lists.entries(fact.person, clock.now())
    query = QueryDict(urlsplit(request.htmx.current_url or "").query)
    counts = {"known": own.known(everything), "by_type": own.by_type(everything, own.looked_for(query))}
    context = {**said, "error": error, **counts, **_rows_around(fact, everything)}
    return render(request, "minne/_pressed.html", context)


def _another_fact(fact: Fact, batch: UUID) -> bool:
    """Whether the press put another fact in this one's place."""
    return Event.objects.for_person(fact.person).filter(batch=batch).exclude(fact=fact).exists()


def _reload(request: Request) -> HttpResponse:
    if request.htmx:
        response = HttpResponse(status=204)
        response["HX-Refresh"] = "true"
        return response
    return redirect("own_facts")


def _rows_around(fact: Fact, everything: list[Entry]) -> dict[str, Any]:
    """The fact's row, and those of its exclusion group."""
    policy = PolicyVersion.objects.current().policy
    groups = projection.folded_together(fact.person, {fact.group})
    group = [entry for entry in everything if entry.fact.group in groups]
    near = merges.offers(everything)
    found = {row.fact.pk: row for row in rows(group, min_support=policy.min_support, near=near)}
    return {"row": found.pop(fact.pk, None), "others": list(found.values())}


def _refused(request: Request, fact: Fact, error: CorrectionError) -> HttpResponse:
    said = words.ERRORS[error.code]
    if request.htmx:
        return _swapped(request, fact, error=said, said=said)
    messages.error(request, str(said))
    return redirect("own_facts")
