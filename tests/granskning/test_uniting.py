"""Two ids are made one: what was drawn and judged of the one given up follows the facts."""

from __future__ import annotations

import pytest

from granskning.models import Item, Look, Round, Verdict
from granskning.services import leases, repairs, results, rounds
from minne.models import Fact
from minne.services import erasure, uniting
from tests.granskning.making import NOW, fact, person, reviewer, turn
from tests.scanning import tables_with

pytestmark = pytest.mark.django_db


def test_rounds_verdicts_and_looks_are_the_other_persons_and_go_with_them() -> None:
    kept, other = person("elin"), person("chatgpt-7")
    for who, texts in ((kept, ("Gillar te", "Gillar saft")), (other, ("Gillar te", "Gillar zebrafinkar"))):
        for text in texts:
            fact(who, text)
    own = rounds.start_round(user=None, n=1, person=other, kind=Round.Kind.OWN, now=NOW)
    drawn, rut = rounds.start_round(user=None, n=4, now=NOW), reviewer()
    for item in Item.objects.filter(round=drawn):
        value = "incorrect" if "zebra" in item.text else "correct"
        Verdict.objects.create(item=item, reviewer=rut, value=value, created_at=NOW, updated_at=NOW)
        leases.show(item=item, reviewer=rut, now=NOW)
    Item.objects.filter(round=drawn).update(wanted=0)
    Item.objects.filter(person=other).update(later=[turn(other, "Zebrafinkar igen").pk])
    drawn = rounds.close(round=drawn, now=NOW)
    before = results.of(drawn)

    uniting.unite(kept=kept, other=other, by=None, now=NOW)
    assert set(Item.objects.values_list("person", flat=True)) == {kept.pk}
    assert set(Look.objects.values_list("person", flat=True)) == {kept.pk}
    own.refresh_from_db()
    assert own.only_person == kept
    assert Item.objects.filter(round=drawn, fact__text="Gillar te").count() == 2
    assert results.of(drawn) == before

    assert repairs.repair(round=drawn, user=rut, now=NOW).repaired == 1
    assert Fact.objects.get(text="Gillar zebrafinkar").status == "denied"
    erasure.carry_on(erasure=erasure.begin(person=kept, by=None, now=NOW), now=NOW)
    assert tables_with(("zebrafink", "chatgpt-7")) == {}
