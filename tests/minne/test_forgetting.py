"""One fact is erased: it leaves a hash, and comes back only when the person says it anew."""

from __future__ import annotations

import json

import pytest
from django.core import serializers
from django.db import transaction

from minne.domain.episodes import Candidate
from minne.importers.records import EpisodeRow, FactRow
from minne.models import Episode, Event, Fact, ImportedFact, Person, Tombstone
from minne.services import corrections
from minne.services.corrections import Author
from minne.services.forgetting import forget
from minne.services.imports import import_records
from tests.minne.talk import NOW, Scripted, consolidated, day, facts, said, take_in, texts

pytestmark = pytest.mark.django_db


class Hinted(Scripted):
    """As scripted; and a user turn that begins with "?" only lets its fact be inferred."""

    def extract(self, episodes, known_facts=(), *, new=None):  # type: ignore[no-untyped-def]
        hints = [
            Candidate(e.text[1:], "preference", "inferred", (e.id,), e.text[1:])
            for e in episodes
            if e.role == "user" and e.text.startswith("?")
        ]
        return [*super().extract(episodes, known_facts, new=new), *hints]


def read(*rows: EpisodeRow) -> None:
    take_in(*rows)
    consolidated(extractor=Hinted())


def the_fact(text: str) -> Fact:
    return Fact.objects.get(text=text)


def erase(text: str, at: float = 10) -> None:
    forget(fact=the_fact(text), now=day(at))


def everything_stored() -> str:
    models = (Fact, Event, ImportedFact, Tombstone)
    return json.dumps([serializers.serialize("json", m.objects.all()) for m in models], ensure_ascii=False)


def test_an_erased_fact_leaves_no_words_only_a_hash() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    assert "te" not in texts()
    assert "Gillar te" not in everything_stored()
    assert not Event.objects.exists()
    [stone] = Tombstone.objects.all()
    assert (len(bytes(stone.digest)), stone.erased_at) == (32, day(10))


def test_the_hash_of_the_same_words_is_another_persons_other_hash() -> None:
    read(said("!Gillar te", 0))
    take_in(said("!Gillar te", 0, person="oskar"))
    consolidated("oskar")
    for fact in Fact.objects.all():
        forget(fact=fact, now=day(10))
    assert len({bytes(stone.digest) for stone in Tombstone.objects.all()}) == 2


def test_an_erased_fact_is_not_learned_again_from_what_was_said_before() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    read(said("!Gillar te", 9))
    read(said("!Gillar te", 5), said("hej", 0.1, talk="talk-0"))
    assert facts() == []
    assert not Fact.objects.exists()


def test_a_reworded_repeat_from_before_stays_gone_too() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    read(said("!Jag gillar te", 3))
    assert facts() == []


def test_what_is_only_inferred_after_the_erasure_does_not_bring_it_back() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    read(said("?Gillar te", 12))
    read(said("?Gillar te", 13))
    assert not Fact.objects.exists()
    assert not Event.objects.exists()


def test_saying_it_anew_brings_it_back_with_nothing_of_what_was_erased() -> None:
    read(said("!Gillar te", 0), said("!Gillar te", 1))
    erase("Gillar te")
    read(said("!Gillar te", 12))
    [row] = facts(now=day(12))
    assert (row["status"], row["support"], row["confidence"]) == ("active", 1, 0.5)


def test_adding_it_by_hand_brings_it_back() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    author = Author(by=Event.By.PERSON, user=None, now=day(11))
    corrections.add(person=Person.objects.get(), text="Gillar te", type="preference", author=author)
    assert texts(now=day(11)) == ["Gillar te"]
    read(said("!Gillar te", 4))
    assert facts(now=day(11))[0]["support"] == 1


def test_what_was_inferred_before_it_was_said_anew_counts_for_nothing() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    read(said("?Gillar te", 12))
    read(said("!Gillar te", 14))
    assert facts(now=day(20))[0]["support"] == 1


def test_what_was_inferred_after_it_was_said_anew_counts_though_it_was_read_first() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    read(said("?Gillar te", 14))
    read(said("!Gillar te", 12))
    assert facts(now=day(20))[0]["support"] == 2
    assert not Episode.objects.filter(consolidated_at=None).exists()


LATER = [
    said("!Gillar te", 3),
    said("?Gillar te", 11),
    said("!Gillar te", 13),
    said("?Gillar te", 15),
]


def outcomes(rows: list[EpisodeRow]) -> set[str]:
    """What the facts come to, whichever of these is read next; all of it rolled back."""
    if not rows:
        return {json.dumps(facts(now=day(20)))}
    found: set[str] = set()
    for row in rows:
        with transaction.atomic():
            read(row)
            found |= outcomes([other for other in rows if other is not row])
            transaction.set_rollback(True)
    return found


def test_the_order_in_which_things_arrive_after_an_erasure_does_not_matter() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    [outcome] = outcomes(LATER)
    [row] = json.loads(outcome)
    assert (row["status"], row["support"]) == ("active", 2)


def test_erasing_again_after_it_came_back_moves_the_date() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    read(said("!Gillar te", 12))
    erase("Gillar te", at=20)
    read(said("!Gillar te", 15))
    assert facts() == []
    assert Tombstone.objects.get().erased_at == day(20)


def test_what_an_erased_fact_put_an_end_to_stays_ended() -> None:
    read(said("!Bor i Lund", 0))
    read(said("!Bor i Umeå", 5))
    erase("Bor i Umeå")
    assert [(row["text"], row["status"]) for row in facts()] == [("Bor i Lund", "ended")]
    call = corrections.batches(Person.objects.get())
    assert not call.exists()  # nothing that the person did by hand


def test_other_memories_facts_that_say_the_same_go_and_do_not_come_back() -> None:
    read(said("!Gillar te", 0))
    person = Person.objects.get()
    rows = [_imported("1", "Gillar te"), _imported("2", "Gillar kaffe")]
    import_records(rows, now=day(1))
    erase("Gillar te")
    import_records(rows, now=day(11))
    assert [fact.text for fact in ImportedFact.objects.for_person(person)] == ["Gillar kaffe"]


def _imported(id: str, text: str) -> FactRow:
    return FactRow(
        row=1,
        id=id,
        person="elin",
        tool="mem0",
        text=text,
        type="preference",
        state="current",
        created_at=day(0),
        valid_from=None,
        valid_until=None,
        sources=(),
        metadata={},
    )


def test_the_list_as_it_stood_before_a_fact_came_back_is_without_it() -> None:
    read(said("!Gillar te", 0))
    erase("Gillar te")
    read(said("!Gillar te", 12))
    assert facts(now=day(11)) == []
    assert len(facts(now=NOW)) == 1
