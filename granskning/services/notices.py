"""Mail about rounds. None of it says anything about anybody's facts."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from granskning.models import Round
from granskning.services import results
from granskning.services.proposals import falls_under
from minne.access import ADMINISTER, REVIEW
from minne.services import languages

logger = logging.getLogger(__name__)


def round_waits(*, round: Round) -> int:
    """Tell the reviewers that a round waits; how many."""
    address = settings.MINNE_URL + reverse("desk", args=[round.pk])
    return _send(holding(REVIEW), "round_waits", {"round": round, "address": address})


def falls_short(*, round: Round) -> int:
    """Tell the administrators, where a closed round falls under the target; how many."""
    found = results.of(round)
    if not falls_under(found.correct, found.answered):
        return 0
    address = settings.MINNE_URL + reverse("round_result", args=[round.pk])
    return _send(holding(ADMINISTER), "falls_short", {"round": round, "found": found, "address": address})


def holding(permission: str) -> list[User]:
    """Active accounts with an address that have the permission."""
    known = User.objects.with_perm(permission, backend="django.contrib.auth.backends.ModelBackend")
    return list(known.exclude(email="").order_by("pk"))


def _send(to: Iterable[User], name: str, about: dict[str, object]) -> int:
    """One letter each, in their language, so that nobody sees who else gets one.

    A server that does not answer is logged.
    """
    readers = list(to)
    chosen = languages.chosen_by(readers)
    letters = [_letter(user, chosen.get(user.pk, settings.LANGUAGE_CODE), name, about) for user in readers]
    try:
        return get_connection().send_messages(letters) or 0
    except OSError:  # smtplib's errors are too
        logger.exception("Mail about round %s was not sent.", getattr(about["round"], "pk", ""))
        return 0


def _letter(user: User, language: str, name: str, about: dict[str, object]) -> EmailMessage:
    with translation.override(language):
        subject = render_to_string(f"granskning/mail/{name}_subject.txt", about).strip()
        return EmailMessage(subject, render_to_string(f"granskning/mail/{name}.txt", about), to=[user.email])
