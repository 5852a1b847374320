from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_GET

from minne.access import Request, navigation


@require_GET
def home(request: Request) -> HttpResponse:
    """To the part of the site that is most the user's own work."""
    may = navigation(request)["may"]
    wanted = ["reviews"] if may["review"] or may["administer"] else []
    for name in [*wanted, *(["own_facts"] if may["own"] else [])]:
        try:
            return redirect(reverse(name))
        except NoReverseMatch:
            continue
    return render(request, "minne/nothing.html")
