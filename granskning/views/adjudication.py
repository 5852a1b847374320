"""Items on which two reviewers differ."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from granskning import words
from granskning.access import sample_round
from granskning.forms import DisputeForm
from granskning.models import Round
from granskning.services import adjudication, desks, leases
from granskning.services.labelling import RefusedError
from minne import clock
from minne.access import Request, reviewer_required


@require_GET
@reviewer_required
def disputes(request: Request, pk: int) -> HttpResponse:
    return _page(request, sample_round(request, pk))


@require_POST
@reviewer_required
def decide(request: Request, pk: int, item: int) -> HttpResponse:
    found, form = sample_round(request, pk), DisputeForm(request.POST, prefix=str(item))
    if not form.is_valid():
        return _page(request, found, status=400, forms={item: form})
    try:
        adjudication.adjudicate(
            round=found, item=item, user=request.user, now=clock.now(), **form.cleaned_data
        )
    except RefusedError as error:
        return _page(request, found, status=words.status(error), refused=words.refusal(error))
    messages.success(request, _("Avgjort."))
    return redirect("disputes", pk=pk)


def _page(
    request: Request,
    found: Round,
    *,
    status: int = 200,
    refused: str = "",
    forms: dict[int, DisputeForm] | None = None,
) -> HttpResponse:
    """Those that the user may decide, with both answers; how many are for somebody else."""
    every = adjudication.disputed(found) if found.closed_at is None else []
    mine = [item for item in every if adjudication.may_decide(item, request.user)]
    for item in mine:
        leases.show(item=item, reviewer=request.user, now=clock.now())
    rows = [
        {
            "sheet": desks.sheet(item, request.user),
            "verdicts": list(item.verdicts.all()),
            "form": (forms or {}).get(item.pk) or DisputeForm(prefix=str(item.pk)),
        }
        for item in mine
    ]
    context = {"round": found, "rows": rows, "others": len(every) - len(mine), "refused": refused}
    return render(request, "granskning/disputes.html", context, status=status)
