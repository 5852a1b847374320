"""Consolidates in a process of its own that dies at a point: `python -m tests.minne.killed POINT`.

POINT is `function:call` of the consolidation, `statement:number` sent to the database, or `none`,
which lives and prints how many statements there were; `told` does so too, holds every projection to its
events, and prints everybody's facts.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any


def _die_before(function: Callable[..., Any], *, call: int) -> Callable[..., Any]:
    calls = 0

    def dying(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **kwargs)

    return dying


class Statements:
    """Counts what is sent to the database, and dies before statement number `last`."""

    def __init__(self, last: int) -> None:
        self.sent, self.last = 0, last

    def __call__(self, execute: Callable[..., Any], *args: Any) -> Any:
        self.sent += 1
        if self.sent == self.last:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*args)


def main(point: str) -> None:
    import django

    django.setup()
    from django.db import connection

    from minne.models import Person
    from minne.services import consolidation
    from tests.minne.talk import NOW, Scripted

    consolidation.EPISODES_AT_ONCE = 5
    name, _, number = point.partition(":")
    statements = Statements(int(number) if name == "statement" else 0)
    if name not in ("none", "told", "statement"):
        setattr(consolidation, name, _die_before(getattr(consolidation, name), call=int(number)))
    with connection.execute_wrapper(statements):
        for person in Person.objects.order_by("pk"):
            consolidation.consolidate_person(person=person, extractor=Scripted(), rereads=True, now=NOW)
    print(statements.sent)
    if name == "told":
        _tell()


def _tell() -> None:
    from django.core.management import call_command

    from minne.models import Person

    call_command("check_projections", stdout=sys.stderr)
    for person in Person.objects.order_by("external_id"):
        call_command("facts", "--person", person.external_id, "--all", "--json", "--now", "2026-05-01")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minne.settings")
    main(sys.argv[1])
