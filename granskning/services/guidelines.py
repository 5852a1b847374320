"""Changing the guidelines that reviewers answer by."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from granskning.models import Guidelines


class OvertakenError(Exception):
    """Somebody else has made a newer version than the one that was changed."""


def revise(*, based_on: int, swedish: str, english: str, by: User, now: datetime) -> Guidelines | None:
    """The next version; None where the texts are those in force already."""
    current = Guidelines.objects.current()
    if current.number != based_on:
        raise OvertakenError
    if (current.swedish, current.english) == (swedish, english):
        return None
    try:
        with transaction.atomic():
            return Guidelines.objects.create(
                number=based_on + 1, swedish=swedish, english=english, created_by=by, created_at=now
            )
    except IntegrityError as error:
        raise OvertakenError from error
