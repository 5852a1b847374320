"""Everything about a person as a file: opened, and counted against the database."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import call_command

from granskning.models import Item, Look, Round, Verdict
from granskning.services import leases, rounds
from minne.importers.records import FactRow
from minne.models import Agreement, Episode, Event, Fact, ImportedFact, Person, Tombstone
from minne.services import corrections, exports, people
from minne.services.corrections import Author
from minne.services.forgetting import forget
from minne.services.imports import import_records
from tests.granskning.making import reviewer, said_again
from tests.minne.talk import NOW, consolidated, day, said, take_in
from tests.shared import told_once

pytestmark = pytest.mark.django_db

NASTY = "</script><img src=x onerror=alert(1)> {{ 7|add:7 }} {% csrf_token %} \u202egnp.exe"


@pytest.fixture
def elin() -> Person:
    return Person.objects.get(external_id="elin")


def a_memory() -> None:
    take_in(*(said(f"!Gillar fika nummer {n} från Lund", n) for n in range(5)), said(f"!{NASTY[:80]}", 6))
    take_in(said("!Gillar fika från Boda", 1, person="oskar"))
    consolidated()
    consolidated("oskar")
    person = Person.objects.get(external_id="elin")
    for each in Person.objects.all():
        people.answer_review_question(person=each, agrees=True, now=day(7))
    author = Author(by=Event.By.PERSON, user=None, now=day(8))
    denied, rewritten, forgotten, *_ = Fact.objects.filter(person=person, text__contains="fika").order_by(
        "text"
    )
    corrections.deny(fact=denied, author=author)
    corrections.rewrite(fact=rewritten, text="Gillar kakor", author=author)
    forget(fact=forgotten, now=day(9))
    import_records([FactRow(1, "mem0", "1", "elin", "Gillar bullar", "preference", "current")], now=day(9))
    _reviewed()


story = told_once(a_memory)


def _reviewed() -> None:
    rut = reviewer("granskaren-rut")
    closed = rounds.start_round(user=None, n=30, seed=1, now=NOW)
    for item in Item.objects.filter(round=closed).drawn():
        Verdict.objects.create(
            item=item, reviewer=rut, value="correct", note="stämmer bra", created_at=NOW, updated_at=NOW
        )
        leases.show(item=item, reviewer=rut, now=NOW)
    Item.objects.filter(round=closed).drawn().update(wanted=0)
    rounds.close(round=closed, now=NOW)


def opened(person: Person) -> ZipFile:
    return ZipFile(BytesIO(b"".join(exports.export(person=person, now=NOW, language="sv"))))


def data(archive: ZipFile, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(archive.read(f"data/{name}.json"))
    return rows


def test_it_comes_in_pieces_and_may_be_broken_off(elin: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "ROWS_AT_ONCE", 1)
    whole = list(exports.export(person=elin, now=NOW, language="sv"))
    assert len(whole) > Episode.objects.for_person(elin).count()
    broken = exports.export(person=elin, now=NOW, language="sv")
    pieces = [next(broken) for _ in whole[:5]]
    broken.close()
    assert b"".join(pieces) == b"".join(whole)[: sum(map(len, pieces))]


def test_it_has_as_much_as_the_database(elin: Person) -> None:
    archive = opened(elin)
    expected = {
        "person": 1,
        "episodes": Episode.objects.for_person(elin).count(),
        "facts": Fact.objects.for_person(elin).count(),
        "corrections": corrections.batches(elin).count(),
        "imported_facts": ImportedFact.objects.for_person(elin).count(),
        "erased_facts": Tombstone.objects.filter(person=elin).count(),
        "agreements": Agreement.objects.filter(person=elin).count(),
        "accounts": 0,
        "verdicts": Item.objects.filter(person=elin).count(),
        "accesses": Look.objects.filter(person=elin).count(),
    }
    names = {name.removeprefix("data/").removesuffix(".json") for name in archive.namelist() if "/" in name}
    assert {name: len(data(archive, name)) for name in names} == expected
    assert min(n for name, n in expected.items() if name != "accounts") > 0


def test_a_fact_comes_with_its_whole_timeline(elin: Person) -> None:
    events = [event for fact in data(opened(elin), "facts") for event in fact["timeline"]]
    assert len(events) == Event.objects.for_person(elin).count()
    assert {event["action"] for event in events} == {"mention", "deny", "confirm"}
    assert all(event["source"] for event in events if event["action"] == "mention" and event["by"] == "job")


def test_answers_come_without_any_reviewers_name(elin: Person) -> None:
    archive = opened(elin)
    assert any(row["answers"] for row in data(archive, "verdicts"))
    for name in archive.namelist():
        assert "granskaren-rut" not in archive.read(name).decode()


def test_answers_in_an_open_round_are_not_told(elin: Person) -> None:
    running = rounds.start_round(user=None, n=30, seed=2, now=NOW)
    for item in Item.objects.filter(round=running, person=elin)[:1]:
        Verdict.objects.create(
            item=item, reviewer=reviewer(), value="incorrect", created_at=NOW, updated_at=NOW
        )
    rows = data(opened(elin), "verdicts")
    assert [row["answers"] for row in rows if row["closed_at"] is None and row["answers"]] == []


def test_nothing_of_anybody_else_is_in_it(elin: Person) -> None:
    archive = opened(elin)
    for name in archive.namelist():
        assert "Boda" not in archive.read(name).decode()


def test_the_pages_show_foreign_text_as_text_and_run_nothing(elin: Person) -> None:
    archive = opened(elin)
    pages = [name for name in archive.namelist() if name.endswith(".html")]
    assert sorted(pages) == ["minne.html", "samtal.html"]
    for name in pages:
        page = archive.read(name).decode()
        assert "<script" not in page.lower()
        assert not re.search(r"<[^>]+\son\w+=", page)
        assert not re.search(r"""(src|href)=["']?(https?:)?//""", page)
        assert "&lt;/script&gt;&lt;img src=x" in page
        assert "14" not in re.findall(r"alert\(1\)&gt; (\S+)", page)


def test_the_pages_count_as_the_data_does(elin: Person) -> None:
    archive = opened(elin)
    shown: dict[str, str] = {}
    for page in ("minne.html", "samtal.html"):
        shown |= dict(re.findall(r'<h2 id="(\w+)">[^<]*\((\d+)\)</h2>', archive.read(page).decode()))
    assert shown == {name: str(len(data(archive, name))) for name in shown}
    assert archive.read("samtal.html").decode().count("<article>") == int(shown["episodes"])
    other = [int(count) for name, count in shown.items() if name != "episodes"]
    assert archive.read("minne.html").decode().count("<article>") == sum(other)


def test_the_file_is_made_for_somebody_with_nothing_too() -> None:
    archive = opened(people.known("ny"))
    assert data(archive, "episodes") == []
    assert "minne.html" in archive.namelist()


def test_the_command_writes_the_same(elin: Person, tmp_path: Path) -> None:
    call_command("export_person", str(tmp_path / "elin.zip"), person="elin")
    written = ZipFile(tmp_path / "elin.zip")
    assert len(data(written, "episodes")) == Episode.objects.for_person(elin).count()


def test_an_own_round_is_told_as_ones_own(elin: Person) -> None:
    rounds.start_round(user=None, n=2, person=elin, kind=Round.Kind.OWN, now=NOW)
    assert any(row["own"] for row in data(opened(elin), "verdicts"))


def test_facts_may_rest_on_more_episodes_than_one_query_takes(elin: Person) -> None:
    said_again(Fact.objects.for_person(elin)[0], 1200)
    events = [event for fact in data(opened(elin), "facts") for event in fact["timeline"]]
    assert len(events) > 1200
    assert len(events) == Event.objects.for_person(elin).count()
