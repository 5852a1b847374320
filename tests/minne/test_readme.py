"""The README is held to the code: every option is in its table, every command it shows exists."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands

from minne.options import OPTIONS

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_settings_table_is_the_code_s() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$", README, re.MULTILINE)
    expected = [(o.name, f"`{o.default}`" if o.default else "", o.meaning) for o in OPTIONS]
    assert rows == expected


def test_every_command_it_shows_exists() -> None:
    shown = set(re.findall(r"manage\.py (\w+)", README))
    assert shown
    assert shown <= set(get_commands())


def test_every_make_target_it_shows_exists() -> None:
    makefile = (Path(__file__).resolve().parents[2] / "Makefile").read_text(encoding="utf-8")
    shown = set(re.findall(r"\bmake ([a-z]+)", README))
    assert {"demo", "test"} <= shown
    assert shown <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


@pytest.mark.django_db
def test_the_loop_by_hand_prints_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [episodes] = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    Path("samtal.jsonl").write_text(episodes, encoding="utf-8")
    walks = re.findall(r"```\n\$ .venv/bin/python manage.py (.*?)```", README, re.DOTALL)
    steps = [step for walk in walks for step in walk.split("$ .venv/bin/python manage.py ")]
    assert len(steps) > 5
    for step in steps[1:]:  # after migrate
        command, _, shown = step.partition("\n")
        out = StringIO()
        call_command(*shlex.split(command), stdout=out)
        assert out.getvalue() == shown
