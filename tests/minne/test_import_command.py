"""`manage.py import_episodes` on real files: good rows kept, bad ones named, nothing twice."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from minne.import_words import FILE, NOTICE, ROW, SKIPPED
from minne.importers import FILE_EN, NOTICE_EN, ROW_EN, SKIPPED_EN
from minne.models import Episode, Event, Fact, ImportedFact
from minne.services import corrections
from minne.services.corrections import Author
from tests.minne.talk import NOW, consolidated, said, take_in

pytestmark = pytest.mark.django_db
ROW_1 = {
    "id": "e1",
    "person": "elin",
    "conversation": "c",
    "role": "user",
    "text": "Hej",
    "occurred_at": "2026-03-01T12:00:00Z",
}


def written(folder: Path, *rows: object) -> Path:
    path = folder / "episodes.jsonl"
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def run(path: Path, *arguments: str, format: str = "jsonl") -> str:
    out = StringIO()
    call_command("import_episodes", str(path), "--format", format, *arguments, stdout=out, stderr=out)
    return out.getvalue()


def refused(path: Path, *arguments: str, format: str = "jsonl") -> str:
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("import_episodes", str(path), "--format", format, *arguments, stdout=out, stderr=out)
    return out.getvalue() + str(error.value)


def test_it_works(tmp_path: Path) -> None:
    path = written(tmp_path, ROW_1, ROW_1 | {"id": "e2", "text": "Hej igen"})
    assert "2 episoder inlästa, 0 fanns redan." in run(path)
    assert "0 episoder inlästa, 2 fanns redan." in run(path)
    assert Episode.objects.count() == 2


def test_what_was_here_under_another_id_is_said_to_be(tmp_path: Path) -> None:
    run(written(tmp_path, ROW_1))
    told = run(written(tmp_path, ROW_1, ROW_1 | {"id": "e0"}))
    assert "0 episoder inlästa, 2 fanns redan." in told
    assert "1 av dem fanns under ett annat id" in told


def test_what_is_wrong_with_a_line_is_said_in_one_language(tmp_path: Path) -> None:
    assert "vid tecken 11: ett kommatecken saknas" in refused(written(tmp_path, '{"id":"1" "a"}'))
    folder = tmp_path / "mapp"
    folder.mkdir()
    assert refused(folder).startswith("mapp har en okänd form")


def test_a_bad_row_is_named_and_the_good_ones_are_kept(tmp_path: Path) -> None:
    told = refused(written(tmp_path, ROW_1, "{nonsense", ROW_1 | {"id": "e3", "role": "chef", "text": "x"}))
    assert "Rad 2: är inte giltig JSON" in told
    assert "Rad 3: har den okända rollen chef" in told
    assert "2 rader avvisades; övriga är inlästa." in told
    assert Episode.objects.count() == 1


def test_where_all_is_refused_nothing_is_said_of_the_rest(tmp_path: Path) -> None:
    assert refused(written(tmp_path, "{nonsense")).endswith("1 rad avvisades.")


def test_an_id_with_other_words_is_refused_by_its_row_and_the_first_is_kept(tmp_path: Path) -> None:
    told = refused(written(tmp_path, ROW_1, ROW_1 | {"text": "Något annat"}))
    assert "Rad 2: har id e1, som redan finns med annat innehåll" in told
    assert Episode.objects.get().text == "Hej"


def test_a_row_of_somebody_else_is_refused(tmp_path: Path) -> None:
    assert "tillhör elin, inte oskar" in refused(written(tmp_path, ROW_1), "--person", "oskar")
    assert not Episode.objects.exists()


def test_a_row_without_a_person_needs_the_option(tmp_path: Path) -> None:
    path = written(tmp_path, {k: v for k, v in ROW_1.items() if k != "person"})
    assert "person saknas" in refused(path)
    assert "1 episod inläst" in run(path, "--person", "elin")


def test_a_dry_run_stores_nothing(tmp_path: Path) -> None:
    assert "1 episod skulle läsas in" in run(written(tmp_path, ROW_1), "--dry-run")
    assert not Episode.objects.exists()


@pytest.mark.parametrize("content", ["", "not json at all", '{"a": 1}', "\x00\x01\x02"])
def test_a_file_of_another_kind_is_refused_in_words_and_nothing_is_taken_in(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(content, encoding="utf-8")
    assert "conversations.json" in refused(path, "--person", "elin", format="chatgpt")
    assert not Episode.objects.exists()


def test_another_memorys_facts_keep_its_state_and_never_stand_over_a_denial(tmp_path: Path) -> None:
    take_in(said("!Gillar svart kaffe"))
    consolidated()
    corrections.deny(fact=Fact.objects.get(), author=Author(by=Event.By.PERSON, user=None, now=NOW))
    rows = [
        {
            "id": "1",
            "memory": "Gillar svart kaffe",
            "user_id": "elin",
            "created_at": "2026-05-02T08:15:30+00:00",
        },
        {"id": "2", "memory": "Bor i Lund", "user_id": "elin", "created_at": "2026-05-02T08:15:30+00:00"},
    ]
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps({"results": rows}), encoding="utf-8")
    assert "2 fakta från andra minnen inlästa" in run(path, "--person", "elin", format="mem0")
    assert [f.text for f in ImportedFact.objects.standing(NOW)] == ["Bor i Lund"]
    assert "0 fakta från andra minnen inlästa, 2 fanns redan" in run(path, "--person", "elin", format="mem0")


@pytest.mark.parametrize(
    ("ours", "theirs"), [(ROW, ROW_EN), (FILE, FILE_EN), (NOTICE, NOTICE_EN), (SKIPPED, SKIPPED_EN)]
)
def test_every_code_of_the_readers_has_words(ours: dict[str, str], theirs: dict[str, str]) -> None:
    assert set(theirs) <= set(ours)
