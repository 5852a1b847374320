"""A round as a file."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from granskning.access import sample_round
from granskning.models import Export
from granskning.services import exports
from minne import clock
from minne.access import Request, administrator_required


@require_GET
@administrator_required
def export_csv(request: Request, pk: int) -> HttpResponse:
    """With ?text=1 its words too, with ?bom=1 the mark by which Excel knows UTF-8."""
    return _file(request, pk, Export.Format.CSV)


@require_GET
@administrator_required
def export_json(request: Request, pk: int) -> HttpResponse:
    return _file(request, pk, Export.Format.JSON)


def _file(request: Request, pk: int, format: Export.Format) -> HttpResponse:
    found = sample_round(request, pk)
    with_text = request.GET.get("text") == "1"
    try:
        document = exports.export(
            round=found, user=request.user, format=format, with_text=with_text, now=clock.now()
        )
    except exports.StillOpenError:
        said = _("Omgången pågår och kan inte exporteras förrän den är stängd.")
        return HttpResponse(said, status=409, content_type="text/plain; charset=utf-8")
    if format == Export.Format.JSON:
        body, type_ = exports.as_json(document), "application/json"
    else:
        bom = request.GET.get("bom") == "1"
        body, type_ = exports.as_csv(document, bom=bom), "text/csv; charset=utf-8; header=present"
    name = f"minne-omgang-{found.pk}.{format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(body, content_type=type_, headers=headers)
