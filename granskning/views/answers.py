"""One's own answers in a round, which can be changed until it closes."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from granskning import words
from granskning.access import desk_round
from granskning.forms import AnswerForm
from granskning.models import Round
from granskning.models.verdicts import Value
from granskning.services import desks, labelling
from granskning.services.labelling import RefusedError
from minne import clock
from minne.access import Request


@require_GET
def my_answers(request: Request, pk: int) -> HttpResponse:
    return _page(request, desk_round(request, pk))


@require_POST
def change_answer(request: Request, pk: int) -> HttpResponse:
    found, form = desk_round(request, pk), AnswerForm(request.POST)
    if not form.is_valid():
        return HttpResponseBadRequest()
    item, step = form.cleaned_data["item"], form.step()
    try:
        labelling.answer(round=found, item=item, reviewer=request.user, step=step, now=clock.now())
    except RefusedError as error:
        refused = words.with_note(words.refusal(error), step.note)
        return _page(request, found, refused=refused, status=words.status(error))
    messages.success(request, _("Ändringen är sparad."))
    return redirect("my_answers", pk=pk)


def _page(request: Request, found: Round, *, refused: str = "", status: int = 200) -> HttpResponse:
    own = desks.own_answers(round=found, reviewer=request.user)
    page = Paginator(own, 50).get_page(request.GET.get("sida"))
    context = {"round": found, "page": page, "values": Value.choices, "refused": refused}
    return render(request, "granskning/my_answers.html", context, status=status)
