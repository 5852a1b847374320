"""Every round: those to go on with, those that are closed."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from granskning.models import Round
from granskning.services.history import history
from granskning.services.naming import tell_apart
from granskning.services.progress import progress
from granskning.services.rounds import close_due
from minne import clock
from minne.access import Request, reviewer_required


@require_GET
@reviewer_required
def reviews(request: Request) -> HttpResponse:
    now = clock.now()
    close_due(now)
    rounds = Round.objects.of_everyone().select_related("only_person", "policy")
    under_way = [(found, progress(round=found, reviewer=request.user, now=now)) for found in rounds.open()]
    page = Paginator(rounds.closed().order_by("-closed_at"), 30).get_page(request.GET.get("sida"))
    tell_apart([*(found for found, _ in under_way), *page])
    context = {"under_way": under_way, "page": page, "now": now, "history": history()}
    return render(request, "granskning/reviews.html", context)
