"""What a round came to."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from granskning import result_words
from granskning.access import sample_round
from granskning.domain.figures import Figures
from granskning.models import Confirmation, Proposal, Round
from granskning.services import repairs, report, results
from granskning.services.history import history
from granskning.services.naming import tell_apart
from granskning.services.progress import progress
from minne import clock
from minne.access import ADMINISTER, Request, reviewer_required


@require_GET
@reviewer_required
def round_result(request: Request, pk: int) -> HttpResponse:
    """A closed round's figures; of an open one nothing that could colour the answers to come."""
    found = sample_round(request, pk)
    tell_apart([found])
    return _closed(request, found) if found.closed_at else _open(request, found)


def _open(request: Request, found: Round) -> HttpResponse:
    band = results.band(found) if request.user.has_perm(ADMINISTER) else None
    context = {
        "round": found,
        "progress": progress(round=found, reviewer=request.user, now=clock.now()),
        "band": band,
    }
    return render(request, "granskning/result_open.html", context)


def _closed(request: Request, found: Round) -> HttpResponse:
    told = report.report(found)
    standing = repairs.standing(found)
    attempt = Confirmation.objects.filter(round=found).first()
    context = {
        "round": found,
        "confirmed": attempt and _confirmed(told.figures, attempt, found),
        "standing": standing,
        "after": standing.after(len(standing.repaired) + len(standing.waiting)),
        "proposal": Proposal.objects.filter(round=found).first() or found.proposal,
        "report": told,
        "figures": told.figures,
        "words": result_words.words(told.figures),
        "wrong": report.show_wrong(told, reviewer=request.user, now=clock.now()),
        "history": history(),
    }
    return render(request, "granskning/result.html", context)


def _confirmed(figures: Figures, attempt: Confirmation, found: Round) -> str:
    return result_words.confirmed(figures, evidence=attempt.evidence, allowed=found.allowed_wrong)
