"""What users of other memories found still there after they had been told that it was gone.

One fact that is erased is gone from the list and from every table; what is nobody's, or somebody else's, is
not found and nothing goes. A person who is erased is erased whole, however much there is.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from granskning.models import Item, Verdict
from granskning.services import rounds
from minne.models import Episode, Event, Fact, Person
from minne.services import erasure
from minne.services.imports import digest
from tests.granskning import making
from tests.minne.pages import browser, heard, person_of

pytestmark = pytest.mark.django_db
NOW = making.NOW


def test_erasing_says_what_it_did_and_does_it_once() -> None:
    mine, hers = person_of("maja"), person_of("oskar")
    kept, other = heard(mine, "Gillar te"), heard(hers, "Gillar saft")
    client = browser("maja")
    assert [erase(client, pk) for pk in (uuid4(), other.pk)] == [404, 404]
    assert Fact.objects.filter(pk__in=(kept.pk, other.pk)).count() == 2
    assert erase(client, kept.pk) == 302
    assert "Gillar te" not in client.get(reverse("own_facts")).content.decode()
    assert erase(client, kept.pk) == 404
    assert Fact.objects.get().pk == other.pk


def erase(client: Client, pk: object) -> int:
    return client.post(reverse("forget_fact", args=[pk])).status_code


def test_a_person_with_more_than_a_page_of_everything_is_erased_whole() -> None:
    """1,250 episodes, 50 facts, 300 rows of history and 12 verdicts, counted in the receipt."""
    elin = making.person("elin")
    facts = making.facts(elin, 50)
    Episode.objects.bulk_create(
        Episode(
            person=elin,
            external_id=f"x{n}",
            role="user",
            text=f"Det var dag {n}.",
            occurred_at=NOW - timedelta(days=5),
            digest=digest(role="user", text=str(n), occurred_at=NOW),
            imported_at=NOW,
            consolidated_at=NOW,
        )
        for n in range(1200)
    )
    judge(12)
    Event.objects.bulk_create(
        Event(fact=fact, by=Event.By.PERSON, action="confirm", occurred_at=NOW, recorded_at=NOW)
        for fact in facts * 5
    )
    done = erasure.carry_on(erasure=erasure.begin(person=elin, by=None, now=NOW), now=NOW)
    counts = done.counts
    erasure.take_receipt(erasure=done)
    assert (counts["episodes"], counts["facts"], counts["events"]) == (1250, 50, 300)
    assert left_of(elin) == {}


def judge(answers: int) -> None:
    rut = making.reviewer()
    drawn = rounds.start_round(user=None, n=answers, seed=1, now=NOW)
    for item in Item.objects.filter(round=drawn).drawn():
        Verdict.objects.create(item=item, reviewer=rut, value="correct", created_at=NOW, updated_at=NOW)


def left_of(who: Person) -> dict[str, int]:
    """Rows by table that point at the person."""
    found = {}
    for model in apps.get_models():
        fields = [f.name for f in model._meta.get_fields() if f.is_relation and f.related_model is Person]
        for name in fields:
            if any(f.name == name and f.concrete for f in model._meta.get_fields()):
                found[f"{model.__name__}.{name}"] = model._default_manager.filter(**{name: who.pk}).count()
    return {name: count for name, count in found.items() if count}
