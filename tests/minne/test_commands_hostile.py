"""What files, conversations and people are called reaches a terminal as text that it does not obey."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from minne.importers.texts import printable
from minne.models import Person
from tests.minne.pages import heard
from tests.minne.talk import said, take_in

pytestmark = pytest.mark.django_db

CLEAR = "\x1b[2J\x1b]0;owned\x07"
NAMES = [
    f"{CLEAR}.jsonl",
    "\u202elnosj.exe",
    os.fsdecode(b"caf\xe9.jsonl"),  # a name in another encoding: half a character
    "</script><img src=x onerror=alert(1)>.jsonl".replace("/", "\u2215"),
    "rad\nRad 7: allt är inläst.jsonl",
    "=cmd|'x'!A1 {{ 7 }} %(name)s {0} {name}.jsonl",
]


def told(*command: str, **options: str) -> str:
    """What the command says, as the bytes that a terminal gets; an error's words too."""
    out = StringIO()
    try:
        call_command(*command, stdout=out, stderr=out, **options)
    except CommandError as error:
        out.write(str(error))
    return out.getvalue().encode().decode()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("content", ["", "[1, 2", None])
def test_a_file_is_refused_by_its_name_as_text(tmp_path: Path, name: str, content: str | None) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    for format in ("jsonl", "chatgpt", "mem0", "lines"):
        said_of_it = told("import_episodes", str(tmp_path / name), format=format, person="elin")
        assert all(c.isprintable() for c in said_of_it.replace("\n", "")), said_of_it
        assert content is None or "\nRad 7:" not in said_of_it
        assert content is not None or printable(name) in said_of_it


@pytest.mark.parametrize("name", NAMES)
def test_an_export_is_written_to_any_name(tmp_path: Path, name: str) -> None:
    take_in(said("hej"))
    assert printable(name) in told("export_person", str(tmp_path / name), person="elin")
    assert (tmp_path / name).stat().st_size > 100


def test_what_is_remembered_is_listed_as_text(tmp_path: Path) -> None:
    take_in(said("hej"))
    heard(Person.objects.get(), f"gillar {CLEAR} te")
    assert f"gillar {printable(CLEAR)} te" in told("facts", person="elin")
    assert "\x1b" not in told("erase", person=CLEAR) + told("consolidate", person=CLEAR)
