"""A database with answers in it, as an earlier version left it, and what stays once it is up to date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from granskning.models import Round, Verdict, VerdictChange
from granskning.models.verdicts import Value
from granskning.services import labelling, results, rounds
from granskning.services.labelling import Step
from minne.models import Person, PolicyVersion
from tests.granskning.making import NOW, facts, person, reviewer, sample

pytestmark = pytest.mark.django_db(transaction=True)

OLD = ("granskning", "0002_desk")
VALUES = ("correct", "incorrect", "outdated", "skipped")


def migrate(*, to: str | None = None) -> Apps:
    executor = MigrationExecutor(connection)
    nodes = [OLD] if to == OLD[1] else executor.loader.graph.leaf_nodes("granskning")
    return executor.migrate(nodes).apps


@pytest.fixture
def old() -> Iterator[Apps]:
    yield migrate(to=OLD[1])
    migrate()


def answered(apps: Apps, who: Person, rut: int) -> int:
    """A round of one person with all four answers in it, stored as it was then."""

    def rows(name: str) -> Any:
        return apps.get_model("granskning", name).objects

    held = rows("Round").create(
        kind="sample",
        pinned_at=NOW,
        policy_id=PolicyVersion.objects.current().pk,
        seed=1,
        frame_size=4,
        planned=4,
        only_person_id=who.pk,
        created_at=NOW,
    )
    for order, (fact, value) in enumerate(zip(who.facts.all(), VALUES, strict=True), start=1):
        item = rows("Item").create(
            round=held,
            order=order,
            wanted=0,
            fact_id=fact.pk,
            person_id=who.pk,
            text=fact.text,
            type=fact.type,
            kind=fact.kind,
            support=1,
            confidence=0.5,
        )
        given = {"item": item, "reviewer_id": rut}
        rows("Verdict").create(**given, value=value, note="Ja.", created_at=NOW, updated_at=NOW)
        rows("VerdictChange").create(**given, after=value, note_after="Ja.", at=NOW)
    return int(held.pk)


def test_answers_of_an_earlier_version_are_read_changed_and_counted(old: Apps) -> None:
    who, rut = person(), reviewer()
    facts(who, 4)
    pk = answered(old, who, rut.pk)
    migrate()
    found = Round.objects.get(pk=pk)
    assert found.of_one_person
    assert list(Verdict.objects.values_list("value", "note")) == [(value, "Ja.") for value in VALUES]
    again = Step(value="outdated", version=1, note="Ja.")
    labelling.answer(round=found, item=sample(found)[0].pk, reviewer=rut, step=again, now=NOW)
    assert VerdictChange.objects.count() == 5
    figures = results.of(rounds.close(round=found, now=NOW))
    assert (figures.correct, figures.incorrect, figures.outdated, figures.skipped) == (0, 1, 2, 1)


def test_the_kinds_of_answer_are_names_that_no_page_can_take_away() -> None:
    from django.contrib.admin import site

    assert tuple(Value.values) == VALUES
    assert not [model for model in site._registry if model._meta.app_label == "granskning"]
