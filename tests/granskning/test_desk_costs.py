"""What an answer asks of the database, so that many can answer at once beside an import."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from granskning.models import Round
from granskning.services import desks, evidence
from minne.importers.records import FactRow
from minne.models import Event
from minne.services import imported, imports
from minne.turns import in_turn
from tests.granskning.making import NOW, a_round, fact, person, reviewer, sample
from tests.minne.pages import logged_in

pytestmark = pytest.mark.django_db


def asked_by_an_answer(drawn: Round) -> list[str]:
    client = logged_in(reviewer())
    client.get(f"/granska/{drawn.pk}/")
    one, two, *_ = sample(drawn)
    data = {"item": one.pk, "version": 0, "value": "correct", "showing": two.pk}
    with CaptureQueriesContext(connection) as seen:
        client.post(f"/granska/{drawn.pk}/svar/", data, headers={"HX-Request": "true"})
    return [query["sql"] for query in seen.captured_queries]


def test_an_answer_writes_in_one_transaction_and_asks_little() -> None:
    asked = asked_by_an_answer(a_round(n=40, frame=80, now=timezone.now()))
    begun = [at for at, sql in enumerate(asked) if sql.startswith("SAVEPOINT")]
    ended = [at for at, sql in enumerate(asked) if sql.startswith("RELEASE")]
    written = [at for at, sql in enumerate(asked) if sql.startswith(("INSERT", "UPDATE"))]
    assert len(begun) == len(ended) == 1
    assert begun[0] < min(written) <= max(written) < ended[0]
    assert len(asked) <= 21


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads a small table from end to end")
def test_nothing_at_the_desk_is_found_by_reading_every_row() -> None:
    drawn, rut = a_round(now=NOW), reviewer()
    item = sample(drawn)[0]
    with CaptureQueriesContext(connection) as seen:
        held = desks.take_up(round=drawn, reviewer=rut, now=NOW)
        desks.desk(round=drawn, reviewer=rut, held=held, since=NOW - timedelta(days=1), now=NOW)
        evidence.later_turns([item.fact] if item.fact else [], by=NOW)
    plans = [_plan(query["sql"]) for query in seen.captured_queries if query["sql"].startswith("SELECT")]
    assert len(plans) > 5
    assert [line for plan in plans for line in plan if line.startswith("SCAN")] == []


def _plan(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [row[3] for row in cursor.fetchall()]


def test_what_was_said_of_a_merged_fact_is_evidence_of_the_one_that_is_left() -> None:
    elin = person()
    kept, merged, other = (fact(elin, text) for text in ("Dricker kaffe", "Dricker te", "Bor i Lund"))
    type(merged).objects.filter(pk=merged.pk).update(merged_into=kept)
    about = Event.objects.about([kept.pk]).values_list("fact", flat=True)
    assert set(about) == {kept.pk, merged.pk}
    assert set(Event.objects.about([other.pk]).values_list("fact", flat=True)) == {other.pk}


def test_an_import_holds_nothing_while_it_reads_and_lets_others_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held: list[bool] = []
    gave_way: list[bool] = []
    before = len(connection.savepoint_ids)

    def read(rows: Iterable[FactRow]) -> dict[str, str]:
        held.append(len(connection.savepoint_ids) > before)
        return keys(rows)

    keys = imported.keys
    monkeypatch.setattr(imports, "ROWS_AT_ONCE", 2)
    monkeypatch.setattr(imports, "give_way", lambda: gave_way.append(len(connection.savepoint_ids) > before))
    monkeypatch.setattr(imported, "keys", read)
    texts = ("Gillar te", "Gillar te", "Bor i Lund")
    rows = [
        FactRow(n, "mem0", f"m{n}", "elin", text, "preference", "current") for n, text in enumerate(texts)
    ]
    outcome = imports.import_records(rows, now=NOW)
    assert (held, gave_way) == ([False, False], [False])
    assert (outcome.facts_new, outcome.facts_known) == (3, 0)
    outcome = imports.import_records(rows, now=NOW)
    assert (outcome.facts_new, outcome.facts_known) == (0, 3)


def test_threads_that_write_go_one_after_the_other() -> None:
    at_once: list[int] = []
    inside = threading.Semaphore(1)

    @in_turn
    def write() -> None:
        at_once.append(int(inside.acquire(blocking=False)))
        threading.Event().wait(0.01)
        inside.release()

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert connection.vendor != "sqlite" or at_once == [1] * 8
