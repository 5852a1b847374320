"""Rows are taken in one order by everybody, so that nobody waits in a ring: people, rounds, items."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from granskning.models import Item, Round
from granskning.services import labelling, repairs, rounds
from granskning.services.labelling import Step
from minne.models import Fact
from minne.services import erasure, forgetting, projection
from tests.granskning.making import NOW, facts, person, reviewer
from tests.minne.talk import said, take_in

pytestmark = pytest.mark.django_db

ORDER = ("minne_person", "granskning_round", "granskning_item")


def taken(act: Callable[[], object]) -> list[str]:
    """The tables whose rows are held, in the order in which each is first."""
    with CaptureQueriesContext(
        connection,
    ) as seen:
        act()
    held = [sql for query in seen.captured_queries if _holds(sql := query["sql"])]
    tables = [next((t for t in ORDER if f'FROM "{t}"' in sql or f'UPDATE "{t}"' in sql), "") for sql in held]
    return [table for table in dict.fromkeys(tables) if table]


def _holds(sql: str) -> bool:
    return sql.startswith("UPDATE") or "FOR UPDATE" in sql or "FOR NO KEY UPDATE" in sql


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_people_are_held_before_rounds_and_rounds_before_items() -> None:
    who, rut = person(), reviewer()
    known = facts(who, 6)
    own = rounds.start_round(user=None, n=1, seed=1, person=who, kind=Round.Kind.OWN, now=NOW)
    drawn = rounds.start_round(user=None, n=4, seed=1, now=NOW)
    item = Item.objects.filter(round=drawn).drawn()[0]
    acts: list[Callable[[], object]] = [
        lambda: labelling.answer(
            round=drawn, item=item.pk, reviewer=rut, step=Step(value="incorrect", version=0), now=NOW
        ),
        lambda: forgetting.forget(fact=Fact.objects.get(pk=known[0].pk), now=NOW),
        lambda: rounds.close(round=own, now=NOW),
        lambda: rounds.close(round=drawn, now=NOW),
        lambda: repairs.repair(round=Round.objects.get(pk=drawn.pk), user=rut, now=NOW),
        lambda: erasure.carry_on(erasure=erasure.begin(person=who, by=None, now=NOW), now=NOW),
    ]
    orders = [taken(act) for act in acts]
    assert any(len(order) > 1 for order in orders)
    for order in orders:
        assert order == sorted(order, key=ORDER.index)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_several_people_are_held_in_the_order_of_their_keys() -> None:
    for name in ("zoe", "adam"):
        facts(person(name), 1)
    Fact.objects.update(policy=None)
    with CaptureQueriesContext(connection) as seen:
        take_in(said("!te", person="zoe"), said("!te", person="adam"))
        projection.refold_some()
    held = [q["sql"] for q in seen.captured_queries if "FOR NO KEY UPDATE" in q["sql"]]
    assert held
    assert all('ORDER BY "minne_person"."id" ASC' in sql for sql in held if " IN " in sql)
