"""Starting a round by a press, which may be sent twice."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import IntegrityError

from granskning.models import Round
from granskning.services import rounds


def start(*, press: UUID | None, user: User, now: datetime, **asked: Any) -> Round:
    """As `rounds.start_round`. The same press of the same form sent again gets the round that it started."""
    if press is None:
        return rounds.start_round(user=user, now=now, **asked)
    sent = uuid5(press, repr((user.pk, sorted((name, str(value)) for name, value in asked.items()))))
    if made := Round.objects.filter(press=sent).first():
        return made
    try:
        return rounds.start_round(user=user, now=now, press=sent, **asked)
    except IntegrityError:  # the first had not yet drawn when we looked
        return Round.objects.get(press=sent)
