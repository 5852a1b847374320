"""The consolidations: what came of them, what waits, and one now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from minne import clock, words
from minne.access import Request, administrator_required
from minne.extraction.registry import REREADING, installed
from minne.models import Episode, Person, Run
from minne.services.consolidation import consolidate
from minne.views.paging import paged

SMALL_WAIT = 2000  # episodes; more is for the job, not for somebody who waits for a page
SMALL_WAIT_ELSEWHERE = 10  # the same, where each conversation is a question to a model or to foreign code
LATE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Told:
    """A run in words: what came of it, and apart from that what was refused."""

    run: Run

    @property
    def outcome(self) -> list[tuple[str, int]]:
        return [line for name, line in self._lines() if not name.startswith("refused_")]

    @property
    def refused(self) -> list[tuple[str, int]]:
        return [line for name, line in self._lines() if name.startswith("refused_")]

    @property
    def failures(self) -> list[dict[str, Any]]:
        return [
            {**failed, "error": words.failure(failed["error"]), "waits": bool(_failed(failed))}
            for failed in self.run.failures
        ]

    def _lines(self) -> list[tuple[str, tuple[str, int]]]:
        counts: dict[str, int] = self.run.counts
        order = [*words.COUNTS, *sorted(set(counts) - set(words.COUNTS))]
        return [
            (name, (words.counted(name, counts[name]), counts[name])) for name in order if counts.get(name)
        ]


@administrator_required
@require_GET
def runs(request: Request) -> HttpResponse:
    page = paged(request, Run.objects.all(), 20)
    context = {"page": page, "told": [Told(run) for run in page.object_list], **_waiting(), **_schedule()}
    return render(request, "minne/runs.html", context)


def _waiting() -> dict[str, Any]:
    """How many episodes wait to be read, and how many wait because a memory is paused."""
    paused = Q(person__paused_at__isnull=False)
    pending = Episode.objects.filter(consolidated_at=None)
    counts = pending.aggregate(waiting=Count("pk", filter=~paused), held=Count("pk", filter=paused))
    return {**counts, "small": counts["waiting"] <= _most_at_once()}


def _most_at_once() -> int:
    return SMALL_WAIT if settings.MINNE_EXTRACTOR in REREADING else SMALL_WAIT_ELSEWHERE


def _schedule() -> dict[str, Any]:
    """The last run that ended, the next as the loop has announced it, and whether that is overdue."""
    looped = Run.objects.exclude(next_at=None).first()
    next_at = looped.next_at if looped else None
    late = next_at is not None and next_at + LATE < clock.now()
    return {"last": Run.objects.exclude(finished_at=None).first(), "next_at": next_at, "late": late}


@administrator_required
@require_POST
def run_now(request: Request) -> HttpResponse:
    """Read what waits, where that is little enough to wait for."""
    if not _waiting()["small"]:
        much = _("Det är för mycket att läsa härifrån. Den schemalagda körningen tar det.")
        messages.error(request, much + " " + _("Genast läses det av manage.py consolidate."))
        return redirect("runs")
    return _run(request, list(Person.objects.waiting()))


@administrator_required
@require_POST
def retry(request: Request, pk: int, number: int) -> HttpResponse:
    """Read again what one failure of a run left waiting, and nothing else."""
    failures = get_object_or_404(Run, pk=pk).failures
    if number >= len(failures):
        raise Http404
    waiting = _failed(failures[number])
    if waiting is None:
        messages.success(request, _("Det är redan läst."))
        return redirect("runs")
    return _run(request, [waiting.person], only=failures[number]["episodes"])


def _failed(failure: dict[str, Any]) -> Episode | None:
    """One of the episodes that could not be read then, if it waits still."""
    named = Episode.objects.filter(person__external_id=failure["person"], consolidated_at=None)
    return named.filter(external_id__in=failure["episodes"]).select_related("person").first()


def _run(request: Request, persons: list[Person], only: Sequence[str] = ()) -> HttpResponse:
    try:
        extractor = installed(settings.MINNE_EXTRACTOR)
    except LookupError as error:
        messages.error(request, str(error))
        return redirect("runs")
    run = consolidate(
        persons=persons,
        extractor=extractor,
        rereads=settings.MINNE_EXTRACTOR in REREADING,
        now=clock.now(),
        trigger=Run.Trigger.PAGE,
        clock=clock.now,
        only=only,
    )
    _tell(request, run)
    return redirect("runs")


def _tell(request: Request, run: Run) -> None:
    read = run.counts.get("episodes", 0)
    said = ngettext("%(count)d episod läst.", "%(count)d episoder lästa.", read) % {"count": read}
    if run.failures:
        messages.error(request, said + " " + _("Något gick fel; se körningen nedan."))
    else:
        messages.success(request, said)
