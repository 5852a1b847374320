"""What adding a fact comes to."""

from __future__ import annotations

import pytest

from minne.models import Event, Person
from minne.services import corrections
from minne.services.corrections import Addition
from tests.minne.pages import author, heard

pytestmark = pytest.mark.django_db


@pytest.fixture
def maja() -> Person:
    return Person.objects.create(external_id="maja")


def add(person: Person, text: str) -> Addition:
    return corrections.add(person=person, text=text, type="knowledge", author=author(person))


def test_an_addition_tells_what_it_took_the_place_of_and_nothing_else(maja: Person) -> None:
    heard(maja, "Bor i Kiruna", 3, type="knowledge")
    heard(maja, "Gillar te", 3)
    added = add(maja, "Bor i Boden")
    assert (added.was_there, added.replaced) == (False, ["Bor i Kiruna"])
    assert added.batch
    assert list(Event.objects.filter(batch=added.batch).values_list("text", flat=True)) == ["Bor i Boden"]
    again = add(maja, "Bor i Boden")  # the same press, sent again
    assert (again.batch, again.was_there, again.replaced) == (None, True, []), "its way back is the first's"


def test_what_the_list_says_in_other_words_was_there(maja: Person) -> None:
    kept, other = heard(maja, "Gillar kaffe", 3), heard(maja, "Gillar starkt kaffe", 3)
    corrections.merge(kept=kept, other=other, author=author(maja, days_ago=1))
    assert add(maja, "Gillar starkt kaffe").was_there
    assert not add(maja, "Gillar te").was_there
