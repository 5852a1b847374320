"""Who may see what: roles, and the helpers that every view gets its object through."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django_htmx.middleware import HtmxDetails

from minne.models import Fact, ImportedFact, Person

REVIEWERS = "granskare"
ADMINISTRATORS = "administratör"
REVIEW = "granskning.review"
ADMINISTER = "minne.administer"

P = ParamSpec("P")


class Request(HttpRequest):
    """A request of somebody who is logged in, as the middleware leaves it."""

    user: User
    htmx: HtmxDetails


View = Callable[Concatenate[Request, P], HttpResponse]


def reviewer_required(view: View[P]) -> View[P]:
    return _permission_required(view, REVIEW)


def administrator_required(view: View[P]) -> View[P]:
    return _permission_required(view, ADMINISTER)


def _permission_required(view: View[P], permission: str) -> View[P]:
    @wraps(view)
    def guarded(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.has_perm(permission):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def own_person(request: Request) -> Person:
    """The person that the logged-in user is; 404 for an account that nobody's memory belongs to."""
    person: Person | None = Person.objects.filter(user=request.user).first()
    if person is None:
        raise Http404
    return person


def own_fact(request: Request, pk: UUID | str) -> Fact:
    """The user's own fact; 404 for anybody else's, and for what is no id."""
    try:
        return get_object_or_404(Fact.objects.for_person(own_person(request)), pk=pk)
    except ValidationError as error:
        raise Http404 from error


def own_imported(request: Request, pk: int) -> ImportedFact:
    """A fact of the user's that another memory made; 404 for anybody else's."""
    return get_object_or_404(ImportedFact.objects.for_person(own_person(request)), pk=pk)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Which parts of the site the user has, for the menu."""
    user: User | AnonymousUser | None = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"may": {}}
    return {
        "may": {
            "own": Person.objects.filter(user=user).exists(),
            "review": user.has_perm(REVIEW),
            "administer": user.has_perm(ADMINISTER),
        }
    }
