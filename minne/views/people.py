"""People, for an administrator: accounts and counts, never what is remembered."""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from operator import or_

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from minne import clock
from minne.access import Request, administrator_required
from minne.forms import InvitePerson, LinkAccount
from minne.models import AccountChange, Alias, Person
from minne.models.memory import Status
from minne.services import invitations
from minne.services import people as service
from minne.views.paging import paged

ACCOUNTS_SHOWN = 10


def _counted(now: datetime) -> QuerySet[Person]:
    """People with their account and how many facts they have active; the cap not drawn."""
    active = Q(facts__status=Status.ACTIVE, facts__active_until__gt=now)
    counted = Person.objects.select_related("user").annotate(active=Count("facts", filter=active))
    return counted.order_by("external_id")


def _holding(wanted: str) -> Q:
    """Id, name or account has these characters. SQLite folds the case of ASCII alone, hence the spellings."""
    spellings = {wanted, wanted.lower(), wanted.upper(), wanted.capitalize()}
    held = [
        Q(**{f"{field}__icontains": spelling})
        for field in ("external_id", "name", "user__username", "aliases__external_id")
        for spelling in spellings
    ]
    return reduce(or_, held)


@administrator_required
@require_GET
def people(request: Request) -> HttpResponse:
    wanted = request.GET.get("q", "").replace("\0", "").strip()[:200]
    found = _counted(clock.now())
    if wanted:
        found = found.filter(pk__in=Person.objects.filter(_holding(wanted)).values("pk"))
    page = paged(request, found)
    return render(request, "minne/people.html", {"page": page, "wanted": wanted})


@administrator_required
@require_GET
def person(request: Request, pk: int) -> HttpResponse:
    return _page(request, pk, LinkAccount())


def _page(request: Request, pk: int, form: LinkAccount, *, status: int = 200) -> HttpResponse:
    found = get_object_or_404(_counted(clock.now()), pk=pk)
    accounts = AccountChange.objects.filter(person=found).select_related("user", "by")[:ACCOUNTS_SHOWN]
    aliases = Alias.objects.filter(person=found).select_related("united_by")
    context = {"person": found, "form": form, "accounts": accounts, "aliases": aliases}
    return render(request, "minne/person.html", context, status=status)


@administrator_required
@require_POST
def link(request: Request, pk: int) -> HttpResponse:
    found, form = get_object_or_404(Person, pk=pk), LinkAccount(request.POST)
    if form.is_valid():
        try:
            service.link_user(
                person=found, user=form.cleaned_data["account"], by=request.user, now=clock.now()
            )
        except service.AccountTakenError:
            form.add_error("account", _("Det kontot hör redan till en annan person."))
        else:
            messages.success(request, _("Kontot är kopplat."))
            return redirect("person", pk=pk)
    return _page(request, pk, form, status=422)


@administrator_required
@require_POST
def unlink(request: Request, pk: int) -> HttpResponse:
    service.unlink_user(person=get_object_or_404(Person, pk=pk), by=request.user, now=clock.now())
    messages.success(request, _("Kontot är bortkopplat. Personens minne finns kvar."))
    return redirect("person", pk=pk)


@administrator_required
@require_http_methods(["GET", "POST"])
def invite(request: Request) -> HttpResponse:
    """An account for a person, with a letter in which they choose their password."""
    posted = request.method == "POST"
    form = InvitePerson(request.POST) if posted else InvitePerson()
    if posted and form.is_valid():
        found = invitations.invite(**form.cleaned_data, by=request.user, now=clock.now())
        messages.success(request, _("Inbjudan är skickad."))
        return redirect("person", pk=found.pk)
    return render(request, "minne/invite.html", {"form": form}, status=422 if posted else 200)


@administrator_required
@require_POST
def pause(request: Request, pk: int) -> HttpResponse:
    found = get_object_or_404(Person, pk=pk)
    if request.POST.get("paused") == "yes":
        service.pause(person=found, now=clock.now())
        messages.success(request, _("Minnet är pausat."))
    else:
        service.resume(person=found)
        messages.success(request, _("Minnet är igång igen."))
    return redirect("person", pk=pk)
