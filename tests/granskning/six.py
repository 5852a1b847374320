"""Six facts of one person, and some reviewers: told once for a module whose tests nearly all begin there."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User

from granskning.models import Round
from granskning.services import rounds
from tests.granskning import making
from tests.granskning.making import NOW


def six() -> None:
    """For `told_once`."""
    making.facts(making.person(), 6)
    for name in ("rut", "siv", "tor", "ulf"):
        making.reviewer(name)


def a_round(n: int = 3, *, reviewers: int = 1, now: datetime = NOW) -> Round:
    """A started round of n from all there is."""
    return rounds.start_round(user=None, n=n, seed=1, reviewers=reviewers, now=now)


def reviewer(name: str = "rut") -> User:
    return User.objects.get(username=name)
