"""What a person can do about all that is kept of them: take it away, and have it erased."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from minne import clock
from minne.access import Request, administrator_required, own_fact, own_person
from minne.erasure_words import receipt
from minne.forms import ConfirmErasure, ConfirmErasureOf
from minne.models import Erasure, Person
from minne.services import erasure, exports, own_data
from minne.services.forgetting import forget

SECONDS_AT_ONCE = 1.0  # of erasing within one request; the rest waits for the next, or for the loop


@require_GET
def own_data_page(request: Request) -> HttpResponse:
    """How much there is of each kind, and what can be done about it."""
    person = own_person(request)
    return render(request, "minne/own_data.html", {"person": person, "sizes": own_data.sizes(person)})


@require_GET
def export_own(request: Request) -> StreamingHttpResponse:
    """Begins at once, however much there is, and leaves no file behind that somebody else could fetch."""
    person, now = own_person(request), clock.now()
    file = exports.export(person=person, now=now, language=get_language() or settings.LANGUAGE_CODE)
    name = f"minne-{timezone.localtime(now):%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(file, content_type="application/zip", headers=headers)


@require_http_methods(["GET", "POST"])
def forget_fact(request: Request, pk: UUID) -> HttpResponse:
    """Erase one fact, after saying that it cannot be undone."""
    fact = own_fact(request, pk)
    if request.method == "POST":
        forget(fact=fact, now=clock.now())
        messages.success(request, _("Raderat. Det är borta för gott."))
        return redirect("own_facts")
    return render(request, "minne/forget_fact.html", {"fact": fact})


@require_http_methods(["GET", "POST"])
def erase_own(request: Request) -> HttpResponse:
    begun = Erasure.objects.filter(asked_by=request.user).last()
    if begun is not None and not Person.objects.filter(user=request.user).exists():
        return redirect("erasure", pk=begun.pk)  # pressed twice, or in another tab
    person, form = own_person(request), ConfirmErasure(_posted(request))
    if form.is_valid():
        return _begin(request, person)
    context = {"person": person, "form": form, "sizes": own_data.sizes(person)}
    return render(request, "minne/erase_own.html", context, status=422 if form.is_bound else 200)


@administrator_required
@require_http_methods(["GET", "POST"])
def erase_person(request: Request, pk: int) -> HttpResponse:
    person = get_object_or_404(Person, pk=pk)
    form = ConfirmErasureOf(_posted(request), person=person)
    if form.is_valid():
        return _begin(request, person)
    context = {"person": person, "form": form}
    return render(request, "minne/erase_person.html", context, status=422 if form.is_bound else 200)


def _posted(request: Request) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _begin(request: Request, person: Person) -> HttpResponse:
    begun = erasure.begin(person=person, by=request.user, now=clock.now())
    erasure.carry_on(erasure=begun, now=clock.now(), seconds=SECONDS_AT_ONCE)
    return redirect("erasure", pk=begun.pk)


def _asked(request: Request, pk: UUID) -> Erasure:
    """An erasure that the user asked for; 404 for anybody else's."""
    return get_object_or_404(Erasure.objects.filter(asked_by=request.user), pk=pk)


@require_GET
def erasing(request: Request, pk: UUID) -> HttpResponse:
    """How far it has come; then the receipt."""
    return _show(request, _asked(request, pk))


@require_POST
def carry_on(request: Request, pk: UUID) -> HttpResponse:
    found = erasure.carry_on(erasure=_asked(request, pk), now=clock.now(), seconds=SECONDS_AT_ONCE)
    return _show(request, found) if request.htmx else redirect("erasure", pk=found.pk)


def _show(request: Request, found: Erasure) -> HttpResponse:
    context = {"erasure": found, "receipt": receipt(found)}
    template = "minne/_erasure.html" if request.htmx else "minne/erasure.html"
    return render(request, template, context)


@require_GET
def receipt_file(request: Request, pk: UUID) -> JsonResponse:
    found = _asked(request, pk)
    if found.finished_at is None:
        raise Http404
    content = {"erased_at": found.finished_at, "counts": found.counts}
    headers = {"Content-Disposition": 'attachment; filename="kvitto.json"', "Cache-Control": "no-store"}
    return JsonResponse(content, headers=headers, json_dumps_params={"indent": 1})


@require_POST
def take_receipt(request: Request, pk: UUID) -> HttpResponse:
    """The receipt has been read, and nothing is kept of it."""
    erasure.take_receipt(erasure=_asked(request, pk))
    return redirect("home")
