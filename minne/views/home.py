from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from minne.access import Request, navigation
from minne.models import Erasure

STARTS = {"review": "reviews", "administer": "thresholds", "own": "own_facts"}


@require_GET
def home(request: Request) -> HttpResponse:
    """To the part of the site that is most the user's own work."""
    may = navigation(request)["may"]
    erasure = Erasure.objects.filter(asked_by=request.user).first()
    if erasure is not None and not may["administer"]:
        return redirect("erasure", pk=erasure.pk)
    for role, name in STARTS.items():
        if may[role]:
            return redirect(name)
    return render(request, "minne/nothing.html")
