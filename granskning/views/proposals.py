"""What was proposed, why, and what a person decides about it."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from granskning import proposal_words
from granskning.models import Proposal
from granskning.services import confirmations, proposals
from granskning.services.frames import NotReadyError
from granskning.services.rounds import EmptyFrameError, close_due
from granskning.views.proposing import effect, page
from minne import clock
from minne.access import Request, administrator_required
from minne.forms import Thresholds
from minne.models import PolicyVersion
from minne.services import projection


@require_GET
@administrator_required
def proposals_list(request: Request) -> HttpResponse:
    """Those that wait first, then those with nothing to decide, then the decided ones, the latest first."""
    close_due(clock.now())
    known = Proposal.objects.select_related("round", "approved_as", "decided_by")
    decided = known.exclude(decision=Proposal.Decision.WAITING).order_by("-decided_at", "-pk")
    shown = Paginator(decided, 30).get_page(request.GET.get("sida"))
    context = {"waiting": known.waiting(), "without": known.without_policy(), "page": shown}
    return render(request, "granskning/proposals.html", context)


@require_GET
@administrator_required
def proposal(request: Request, pk: int) -> HttpResponse:
    """The page, with a preview where numbers to try came along; to htmx the preview alone."""
    found = _found(pk)
    if "min_support" not in request.GET:
        return render(
            request, "granskning/proposal.html", page(found, reviewer=request.user, now=clock.now())
        )
    form = Thresholds(request.GET)
    tried = None
    if form.is_valid() and form.policy:
        tried = effect(found, form.policy, reviewer=request.user, now=clock.now())
    if request.htmx:
        context = {"form": form, "preview": tried, "proposal": found}
        return render(request, "granskning/_proposal_preview.html", context)
    context = page(found, reviewer=request.user, now=clock.now(), form=form) | {
        "preview": tried,
        "trying": True,
    }
    return render(request, "granskning/proposal.html", context)


@require_POST
@administrator_required
def approve(request: Request, pk: int) -> HttpResponse:
    found, reason = _found(pk), _reason(request)
    try:
        proposals.approve(
            proposal=found, user=request.user, now=clock.now(), reason=reason, refold=projection.refold_some
        )
    except proposals.DecisionError as error:
        return _refused(request, found, error.code)
    return _adopted(request, found)


@require_POST
@administrator_required
def adjust(request: Request, pk: int) -> HttpResponse:
    found, form = _found(pk), Thresholds(request.POST)
    current = PolicyVersion.objects.current()
    if not (form.is_valid() and form.still_based_on(current) and form.policy):
        context = page(found, reviewer=request.user, now=clock.now(), form=form) | {"trying": True}
        return render(request, "granskning/proposal.html", context, status=422)
    try:
        proposals.adjust(
            proposal=found,
            values=form.policy.as_dict(),
            user=request.user,
            now=clock.now(),
            reason=form.cleaned_data["reason"],
            refold=projection.refold_some,
        )
    except proposals.DecisionError as error:
        return _refused(request, found, error.code)
    return _adopted(request, found)


@require_POST
@administrator_required
def reject(request: Request, pk: int) -> HttpResponse:
    found = _found(pk)
    try:
        proposals.reject(proposal=found, user=request.user, now=clock.now(), reason=_reason(request))
    except proposals.DecisionError as error:
        return _refused(request, found, error.code)
    messages.success(request, _("Förslaget är avslaget. Trösklarna är som förut."))
    return redirect("proposal", pk=found.pk)


@require_POST
@administrator_required
def confirm(request: Request, pk: int) -> HttpResponse:
    """Start a confirmation round; how many may be wrong decides how many are drawn."""
    found, wrong = _found(pk), request.POST.get("wrong", "0")
    try:
        started = confirmations.start(
            proposal=found, wrong=int(wrong) if wrong.isdigit() else 0, user=request.user, now=clock.now()
        )
    except confirmations.ConfirmationError as error:
        return _refused(request, found, error.code)
    except EmptyFrameError:
        return _refused(request, found, "cannot")
    except NotReadyError:
        return _refused(request, found, "not_ready")
    return redirect("desk", pk=started.pk) if started else redirect("proposal", pk=found.pk)


def _found(pk: int) -> Proposal:
    """The proposal as it stands now: what a round shows whose time to close has come is in it."""
    close_due(clock.now())
    known = Proposal.objects.select_related("round", "based_on", "approved_as", "decided_by")
    return get_object_or_404(known, pk=pk)


def _reason(request: Request) -> str:
    """As the field counts: a new line is one character."""
    return request.POST.get("reason", "").replace("\0", "").replace("\r\n", "\n").strip()[:500]


def _refused(request: Request, found: Proposal, code: str) -> HttpResponse:
    messages.error(request, str(proposal_words.REFUSALS[code]))
    return redirect("proposal", pk=found.pk)


def _adopted(request: Request, found: Proposal) -> HttpResponse:
    number = PolicyVersion.objects.current().number
    messages.success(request, _("Version %(number)d gäller nu.") % {"number": number})
    return redirect("proposal", pk=found.pk)
