"""Consolidates in processes of their own that die at a point: `python -m tests.minne.killed`.

Django is started once. Each line read, the JSON of [database, point, ...], forks a process for each point,
all at once, and is answered by one line: how each ended, what it printed, what it complained of.

POINT is `function:call` of the consolidation, `statement:number` sent to the database, or `none`,
which lives and prints how many statements there were; `told` does so too, holds every projection to its
events, and prints everybody's facts. `take-in:FILE` imports the episodes of a file.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

COMMANDS = ("import_episodes", "check_projections", "facts")


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


def consolidate(point: str) -> None:
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


def _take_in(file: str) -> None:
    from django.core.management import call_command

    call_command("import_episodes", file, "--format", "jsonl")


def _forked(database: str, point: str, out: int, err: int) -> int:
    """The id of a process that does what `point` says to the database, its words going into two files."""
    child = os.fork()
    if child:
        return child
    try:
        os.dup2(out, sys.stdout.fileno())
        os.dup2(err, sys.stderr.fileno())
        from django.db import connection

        assert connection.connection is None, "a connection must not be shared by two processes"
        connection.settings_dict["NAME"] = database
        name, _, file = point.partition(":")
        if name == "take-in":
            _take_in(file)
        else:
            consolidate(point)
        connection.close()  # else what was written stays in the log beside the file
        sys.stdout.flush()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _all_at_once(database: str, points: list[str], folder: Path) -> list[tuple[int, str, str]]:
    children = []
    for n, point in enumerate(points):
        files = folder / f"{n}.out", folder / f"{n}.err"
        with files[0].open("wb") as out, files[1].open("wb") as err:
            children.append((_forked(database, point, out.fileno(), err.fileno()), *files))
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child, *_ in children]
    said = [(out.read_text("utf-8"), err.read_text("utf-8")) for _, out, err in children]
    return [(code, *words) for code, words in zip(codes, said, strict=True)]


def _ready() -> None:
    """All is imported and every word list read that each process would else begin by reading."""
    import django

    django.setup()
    for command in COMMANDS:
        import_module(f"minne.management.commands.{command}")
    from minne.domain.episodes import Episode
    from minne.domain.matching import read
    from minne.domain.screening import screen
    from tests.minne.talk import NOW, Scripted

    episode = Episode("e", "elin", None, "user", "!Gillar kaffe", NOW)
    [accepted] = screen(Scripted().extract([episode]), episodes=[episode], person="elin").accepted
    read(accepted.text, accepted.lang)


def main() -> None:
    _ready()
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            database, *points = json.loads(line)
            print(json.dumps(_all_at_once(database, points, Path(folder))), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minne.settings")
    main()
