"""What a round came to."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from granskning.access import sample_round
from granskning.services import results
from minne.access import Request, reviewer_required


@require_GET
@reviewer_required
def round_result(request: Request, pk: int) -> HttpResponse:
    """A closed round's figures; of an open one nothing that could colour the answers to come."""
    found = sample_round(request, pk)
    figures = results.figures(found) if found.closed_at else None
    return render(request, "granskning/result.html", {"round": found, "figures": figures})
