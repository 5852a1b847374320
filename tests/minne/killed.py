"""Consolidates in a process of its own that dies at a named point: `python -m tests.minne.killed POINT`."""

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


def main(point: str) -> None:
    import django

    django.setup()
    from minne.models import Person
    from minne.services import consolidation
    from tests.minne.talk import NOW, Scripted

    consolidation.EPISODES_AT_ONCE = 5
    name, _, call = point.partition(":")
    if name != "none":
        setattr(consolidation, name, _die_before(getattr(consolidation, name), call=int(call)))
    for person in Person.objects.order_by("pk"):
        consolidation.consolidate_person(person=person, extractor=Scripted(), rereads=True, now=NOW)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minne.settings")
    main(sys.argv[1])
