"""*Mina fakta*: a person's own list, and what they decide about it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from minne import clock, words
from minne.access import Request, own_person
from minne.domain.policy import Policy
from minne.forms import AddFact
from minne.models import Person, PolicyVersion
from minne.services import corrections, lists, merges, people
from minne.services.lists import Entry
from minne.views import imported
from minne.views.rows import Row, matching, rows

FOLDED_SHOWN = 50
REPAIRS_TOLD = timedelta(days=30)


@require_GET
def own_facts(request: Request) -> HttpResponse:
    return page(request, own_person(request), AddFact())


def page(request: Request, person: Person, form: AddFact, *, status: int = 200) -> HttpResponse:
    """The person's list, with the form for adding to it as given."""
    now, policy = clock.now(), PolicyVersion.objects.current().policy
    wanted = looked_for(request.GET)
    everything = lists.entries(person, now)
    context = {
        "person": person,
        "form": form,
        "wanted": wanted,
        "known": known(everything),
        "max_facts": policy.max_facts,
        "repairs": corrections.unanswered_repairs(person, since=now - REPAIRS_TOLD),
        **imported.shown(person, wanted, now, repaired_since=now - REPAIRS_TOLD),
        **_parts(matching(everything, wanted), policy, near=merges.offers(everything)),
    }
    return render(request, "minne/own_facts.html", context, status=status)


def looked_for(query: Mapping[str, str]) -> str:
    """The words that the list is narrowed to."""
    return query.get("q", "").strip()[:200]


def known(entries: Iterable[Entry]) -> int:
    return sum(entry.status == "active" for entry in entries)


def by_type(entries: Iterable[Entry], wanted: str) -> list[tuple[str, int]]:
    """How many stand under each heading; 0 under one that the page does not have."""
    active = Counter(str(e.listed.state.type) for e in matching(entries, wanted) if e.status == "active")
    return [(type_, active[type_]) for type_ in words.GROUPS]


def _parts(entries: Iterable[Entry], policy: Policy, *, near: Mapping[UUID, Entry]) -> dict[str, Any]:
    """The list in its groups, and what is folded away, each part up to a bound."""
    by_status: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_status[entry.status].append(entry)
    bound = {**dict.fromkeys(by_status, FOLDED_SHOWN), "active": policy.max_facts}
    shown = [entry for name, members in by_status.items() for entry in members[: bound[name]]]
    flat = rows(shown, min_support=policy.min_support, near=near)
    totals = {name: len(members) for name, members in by_status.items()}
    groups = _groups(flat)
    absent = set(words.GROUPS) - {type_ for type_, _title, _members in groups}
    return {"groups": groups, "absent": absent, "folds": _folds(flat, totals)}


def _groups(flat: Sequence[Row]) -> list[tuple[str, str | Promise, list[Row]]]:
    """The active rows under the heading of their type, most certain first."""
    active = [row for row in flat if row.entry.status == "active"]
    groups = [
        (type_, title, [row for row in active if row.state.type == type_])
        for type_, title in words.GROUPS.items()
    ]
    return [(type_, title, members) for type_, title, members in groups if members]


def _folds(flat: Sequence[Row], totals: dict[str, int]) -> list[dict[str, Any]]:
    """What is not in the list, by why it is not."""
    folds = []
    for name, (title, meaning) in words.FOLDED.items():
        members = [row for row in flat if row.entry.status == name]
        if members:
            fold = {"name": name, "title": title, "meaning": meaning, "rows": members, "total": totals[name]}
            folds.append(fold)
    return folds


@require_POST
def pause(request: Request) -> HttpResponse:
    person = own_person(request)
    if request.POST.get("paused") == "yes":
        people.pause(person=person, now=clock.now())
        messages.success(request, _("Minnet är pausat. Inget nytt tas in."))
    else:
        people.resume(person=person)
        messages.success(request, _("Minnet är igång igen."))
    return redirect("own_facts")


@require_POST
def agree(request: Request) -> HttpResponse:
    """Yes or no to human review."""
    agrees = {"yes": True, "no": False}.get(request.POST.get("agrees", ""))
    if agrees is None:
        return HttpResponseBadRequest()
    people.answer_review_question(person=own_person(request), agrees=agrees, now=clock.now())
    said = (
        _("Tack. Granskare får se enstaka fakta om dig, utan namn.")
        if agrees
        else _("Ingen granskar dina fakta.")
    )
    messages.success(request, said)
    return redirect("own_facts")
