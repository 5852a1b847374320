"""Striking what a round found wrong, and taking that back."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from granskning import proposal_words
from granskning.models import Proposal, Round
from granskning.services import repairs
from minne import clock
from minne.access import Request, administrator_required


@require_POST
@administrator_required
def repair(request: Request, pk: int) -> HttpResponse:
    found = get_object_or_404(Round.objects.of_everyone(), pk=pk)
    try:
        done = repairs.repair(round=found, user=request.user, now=clock.now())
    except repairs.RepairError as error:
        messages.error(request, str(proposal_words.REFUSALS[error.code]))
    else:
        said = ngettext("%(count)d fel är rättat.", "%(count)d fel är rättade.", done.repaired)
        messages.success(request, said % {"count": done.repaired})
    return _back(request, found)


@require_POST
@administrator_required
def unrepair(request: Request, pk: int, batch: UUID) -> HttpResponse:
    found = get_object_or_404(Round.objects.of_everyone(), pk=pk)
    try:
        repairs.unrepair(round=found, batch=batch, now=clock.now())
    except repairs.RepairError as error:
        messages.error(request, str(proposal_words.REFUSALS[error.code]))
    else:
        messages.success(request, _("Rättningen är tillbakatagen. Listorna är som före den."))
    return _back(request, found)


def _back(request: Request, found: Round) -> HttpResponse:
    """To the page that the press came from: the round's, or its proposal's."""
    proposal = Proposal.objects.filter(round=found).first()
    if proposal is not None and request.POST.get("from") == "proposal":
        return redirect("proposal", pk=proposal.pk)
    return redirect("round_result", pk=found.pk)
