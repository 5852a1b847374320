"""What an earlier version of the extractor has read, read anew."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from minne.domain.episodes import Candidate, Episode
from minne.models import Event, Fact, Person
from minne.services import corrections, rereading
from minne.services.consolidation import consolidate
from minne.services.corrections import Author
from minne.services.forgetting import forget
from tests.minne.talk import NOW, Scripted, day, said, take_in, texts

pytestmark = pytest.mark.django_db


class Hasty(Scripted):
    """An earlier version, which reads two words only."""

    version = "0"

    def extract(self, episodes: Sequence[Episode], *args: Any, **kwargs: Any) -> list[Candidate]:
        found = super().extract(episodes)
        short = (" ".join(c.text.split()[:2]) for c in found)
        return [
            Candidate(text, c.type, c.kind, c.sources, text) for text, c in zip(short, found, strict=True)
        ]


def read(extractor: Scripted) -> None:
    consolidate(
        persons=Person.objects.waiting(),
        extractor=extractor,
        rereads=True,
        now=NOW,
        trigger="command",
        clock=lambda: NOW,
    )


def reread() -> int:
    waiting = rereading.let_wait(person=Person.objects.get(), read_by="scripted 1")
    read(Scripted())
    return waiting


def test_what_another_version_has_read_is_read_anew_and_what_this_one_has_is_not() -> None:
    take_in(said("!Gillar te med mjölk"), said("!Spelar gamla spel", 1))
    read(Hasty())
    assert texts() == ["Spelar gamla", "Gillar te"]
    assert reread() == 2
    assert texts() == ["Spelar gamla spel", "Gillar te med mjölk"]
    assert reread() == 0


def test_what_was_denied_under_an_earlier_key_is_denied_still() -> None:
    take_in(said("!Gillar te"))
    read(Hasty())
    Fact.objects.update(key="+earlier|te", base="earlier|te", group="earlier|te")
    corrections.deny(fact=Fact.objects.get(), author=Author(by=Event.By.PERSON, user=None, now=NOW))
    assert reread() == 1
    assert [(fact.text, fact.status) for fact in Fact.objects.all()] == [("Gillar te", "denied")]


def test_nobody_who_has_had_a_fact_erased_is_read_anew() -> None:
    take_in(said("!Gillar te med mjölk"), said("!Spelar gamla spel", 1))
    read(Hasty())
    forget(fact=Fact.objects.get(text="Gillar te"), now=day(10))
    assert reread() == 0
    assert texts() == ["Spelar gamla"]


def test_the_command_says_how_much_is_read_anew() -> None:
    take_in(said("Jag bor i Lund."))
    read(Hasty())
    out = StringIO()
    later = (NOW + timedelta(days=1)).isoformat()
    call_command("consolidate", "--reread", "--now", later, stdout=out)
    assert out.getvalue().startswith("1 episod läses om.\n1 person konsoliderad.")
    assert texts() == ["Bor i Lund"]
