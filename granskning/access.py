"""Whose round it is: the helpers that every view of the audit gets its round through."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.dateparse import parse_datetime

from granskning.models import Round
from granskning.services import rounds
from minne import clock
from minne.access import REVIEW, Request

SITTING = "desk_since"


def desk_round(request: Request, pk: int) -> Round:
    """A round the user may label in: any sample as a reviewer, else the one on their own list."""
    found = get_object_or_404(Round.objects.select_related("only_person"), pk=pk)
    if found.kind == Round.Kind.OWN:
        if found.only_person is None or found.only_person.user_id != request.user.pk:
            raise Http404
    elif not request.user.has_perm(REVIEW):
        raise PermissionDenied
    return _as_it_is_now(found)


def sample_round(request: Request, pk: int) -> Round:
    """A round over others' lists, for a reviewer; nobody's own round."""
    if not request.user.has_perm(REVIEW):
        raise PermissionDenied
    return _as_it_is_now(get_object_or_404(Round.objects.of_everyone(), pk=pk))


def _as_it_is_now(found: Round) -> Round:
    """Closed by whoever asks first, where its time to close has come."""
    if found.closes_by_itself_at and found.closes_by_itself_at <= clock.now():
        rounds.close_due(clock.now())
        found.refresh_from_db()
    return found


def sitting_since(request: Request) -> datetime:
    """When the user came to the desk in this log-in session: undo goes no further back."""
    kept = parse_datetime(request.session.get(SITTING, ""))
    if kept is None:
        kept = clock.now()
        request.session[SITTING] = kept.isoformat()
    return kept
