"""What a person may know of who has looked at their facts."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from granskning.models import Look
from minne.access import Request, own_person
from minne.views.paging import paged


@require_GET
def own_looks(request: Request) -> HttpResponse:
    """When a reviewer was shown a fact, which, and whether the turns around it were opened; not who."""
    person = own_person(request)
    page = paged(request, Look.objects.filter(person=person).select_related("item").order_by("-at", "-pk"))
    return render(request, "granskning/own_looks.html", {"person": person, "page": page})
