"""Two ids of one human are made one: what is remembered is what one id from the start would have given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from minne.extraction.rules import RuleExtractor
from minne.importers.records import EpisodeRow, FactRow
from minne.models import Alias, Episode, Event, Fact, ImportedFact, Person, Run
from minne.services import corrections, erasure, forgetting, imported, people, uniting
from minne.services.corrections import Author
from minne.services.imports import import_records
from minne.services.uniting import UnitingError
from tests.minne.talk import NOW, Scripted, consolidated, day, facts, said, take_in

pytestmark = pytest.mark.django_db

Story = Callable[[str, str], None]


def person(id_: str) -> Person:
    found = people.find(id_)
    assert found
    return found


def read(*ids: str) -> None:
    for id_ in dict.fromkeys(ids):
        if people.find(id_):
            consolidated(person(id_).external_id, extractor=RuleExtractor())


def told(id_: str, rows: list[tuple[str, float, str]]) -> None:
    take_in(*(said(text, at, person=id_, talk=talk, id=f"{talk}-{at}") for text, at, talk in rows))


def pressed(press: Callable[..., Any], id_: str, about: str, at: float, **more: Any) -> None:
    """A press on the fact with this text by its owner."""
    fact = Fact.objects.get(person=person(id_), text=about)
    press(fact=fact, author=Author(by=Event.By.PERSON, user=None, now=day(at)), **more)


def nothing_shared(one: str, two: str) -> None:
    told(one, [("Jag bor i Lund.", 1, "a"), ("Jag gillar kaffe.", 2, "b"), ("Jag gillar te.", 2.5, "b2")])
    told(two, [("Jag bor i Umeå.", 5, "c"), ("Jag gillar kaffe.", 6, "d"), ("Jag gillar saft.", 7, "e")])


def corrections_on_either(one: str, two: str) -> None:
    nothing_shared(one, two)
    told(two, [("Jag gillar jazz.", 8, "f"), ("Jag gillar starkt te.", 8.5, "f2")])
    read(one, two)
    pressed(corrections.deny, one, "Gillar kaffe", 20)
    pressed(corrections.end, two, "Gillar saft", 21)
    pressed(corrections.rewrite, two, "Gillar jazz", 22, text="Gillar blues")
    pressed(corrections.rewrite, one, "Gillar te", 23, text="gillar Te")
    author = Author(by=Event.By.PERSON, user=None, now=day(24))
    corrections.add(person=person(two), text="Samlar på frimärken", type="preference", author=author)


def the_same_message_under_both(one: str, two: str) -> None:
    told(one, [("Jag gillar kaffe.", 2, "b"), ("Jag bor i Lund.", 3, "b")])
    told(two, [("Jag gillar kaffe.", 2, "a"), ("Jag gillar jazz.", 2.1, "a"), ("Jag gillar te.", 9, "c")])


def one_conversation_in_two_parts(one: str, two: str) -> None:
    told(one, [("Jag tränar på Friskis.", 2, "talk"), ("Jag gillar kaffe.", 2.1, "talk")])
    told(two, [("Nej, inte längre.", 2.2, "talk"), ("Jag jobbar på Volvo.", 2.3, "talk")])


def inferred_once_under_each(one: str, two: str) -> None:
    told(one, [("Kan du visa med ett kodexempel?", 2, "a")])
    told(two, [("Visa med kod hur man sorterar en lista.", 6, "b")])


def erased_under_one(one: str, two: str) -> None:
    nothing_shared(one, two)
    read(one, two)
    forgetting.forget(fact=Fact.objects.get(person=person(two), text="Gillar kaffe"), now=day(20))
    told(one, [("Jag gillar kaffe!", 10, "g")])


def erased_and_said_anew(one: str, two: str) -> None:
    erased_under_one(one, two)
    told(one, [("Jag gillar verkligen kaffe.", 30, "h"), ("Jag gillar kaffe.", 31, "i")])


STORIES = [
    nothing_shared,
    corrections_on_either,
    the_same_message_under_both,
    one_conversation_in_two_parts,
    inferred_once_under_each,
    erased_under_one,
    erased_and_said_anew,
]


@contextmanager
def untold() -> Iterator[None]:
    """What is told inside is as if never told afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("story", STORIES)
def test_two_ids_made_one_give_the_facts_of_one_id_from_the_start(story: Story) -> None:
    with untold():
        story("elin", "elin")
        read("elin")
        alone = facts("elin")
    assert alone
    for one, two in (("elin", "chatgpt-7"), ("chatgpt-7", "elin")):
        with untold():
            story(one, two)
            read(one, two)
            uniting.unite(kept=person("elin"), other=person("chatgpt-7"), by=None, now=NOW)
            read("elin")
            assert facts("elin") == alone, one
            assert facts("chatgpt-7") == alone, one
            assert Person.objects.count() == 1


@pytest.fixture
def two() -> tuple[Person, Person]:
    nothing_shared("elin", "chatgpt-7")
    read("elin", "chatgpt-7")
    return person("elin"), person("chatgpt-7")


def test_what_is_imported_later_under_the_old_id_is_the_persons(two: tuple[Person, Person]) -> None:
    kept, other = two
    uniting.unite(kept=kept, other=other, by=None, now=NOW)
    before = Episode.objects.count()
    nothing_shared("chatgpt-7", "chatgpt-7")
    assert Episode.objects.count() == before
    told("chatgpt-7", [("Jag gillar blåbär.", 40, "z")])
    read("chatgpt-7")
    assert "Gillar blåbär" in {row["text"] for row in facts("elin")}
    assert not Person.objects.filter(external_id="chatgpt-7").exists()


def test_different_messages_with_one_id_are_both_kept() -> None:
    take_in(said("!gillar te", 1, id="1"), said("!gillar saft", 1, id="1", person="zep"))
    consolidated()
    consolidated("zep")
    uniting.unite(kept=person("elin"), other=person("zep"), by=None, now=NOW)
    assert sorted(Episode.objects.values_list("external_id", flat=True)) == ["1", "1@zep"]
    assert {row["text"] for row in facts()} == {"gillar te", "gillar saft"}


def test_who_did_it_when_and_what_came_is_kept_and_goes_with_the_person(two: tuple[Person, Person]) -> None:
    kept, other = two
    adele = User.objects.create_user("adele")
    uniting.unite(kept=kept, other=other, by=adele, now=NOW)
    alias = Alias.objects.get()
    assert (alias.external_id, alias.person, alias.united_by, alias.united_at) == (
        "chatgpt-7",
        kept,
        adele,
        NOW,
    )
    assert alias.counts == {"episodes": 3, "same_episodes": 0, "facts": 3, "imported_facts": 0}
    done = erasure.carry_on(erasure=erasure.begin(person=kept, by=None, now=NOW), now=NOW)
    assert done.counts["aliases"] == 1
    assert people.find("chatgpt-7") is None


@pytest.mark.parametrize(
    ("own", "others", "both"),
    [(True, True, True), (True, None, None), (None, False, False), (False, True, False), (None, True, None)],
)
def test_of_two_answers_about_review_the_more_careful_holds(
    two: tuple[Person, Person], own: bool | None, others: bool | None, both: bool | None
) -> None:
    for each, answer in zip(two, (own, others), strict=True):
        if answer is not None:
            people.answer_review_question(person=each, agrees=answer, now=NOW)
    kept, other = person("elin"), person("chatgpt-7")
    assert uniting.preview(kept, other).agrees is both
    uniting.unite(kept=kept, other=other, by=None, now=NOW)
    assert person("elin").agreed_to_review is both


def test_a_pause_and_an_account_come_along(two: tuple[Person, Person]) -> None:
    kept, other = two
    user = User.objects.create_user("elin")
    people.link_user(person=other, user=user)
    people.pause(person=other, now=day(3))
    uniting.unite(kept=kept, other=other, by=None, now=NOW)
    kept.refresh_from_db()
    assert (kept.user, kept.paused_at) == (user, day(3))


def test_two_accounts_or_an_erasure_under_way_refuse_it(two: tuple[Person, Person]) -> None:
    kept, other = two
    for each in two:
        people.link_user(person=each, user=User.objects.create_user(each.external_id))
    with pytest.raises(UnitingError, match="accounts"):
        uniting.unite(kept=kept, other=other, by=None, now=NOW)
    erasure.begin(person=other, by=None, now=NOW)
    with pytest.raises(UnitingError, match="erasing"):
        uniting.unite(kept=kept, other=other, by=None, now=NOW)
    with pytest.raises(UnitingError, match="same"):
        uniting.unite(kept=kept, other=kept, by=None, now=NOW)
    assert Person.objects.count() == 2


def test_a_consolidation_in_flight_on_either_loses_nothing(two: tuple[Person, Person]) -> None:
    kept, other = two
    for id_ in ("elin", "chatgpt-7"):
        take_in(said(f"!gillar lakrits {id_}", 30, person=id_))

    class Meanwhile(Scripted):
        def extract(self, *args: Any, **more: Any) -> Any:
            if Person.objects.count() == 2:
                uniting.unite(kept=kept, other=other, by=None, now=NOW)
            return super().extract(*args, **more)

    consolidated("chatgpt-7", extractor=Meanwhile())
    assert Episode.objects.filter(consolidated_at=None).count() == 2
    consolidated("elin")
    assert {row["text"] for row in facts()} >= {"gillar lakrits elin", "gillar lakrits chatgpt-7"}


def test_a_fact_that_one_tool_gave_to_both_stays_struck(two: tuple[Person, Person]) -> None:
    for at, id_ in ((day(1), "elin"), (day(2), "chatgpt-7")):
        row = FactRow(1, "mem0", "1", id_, f"Gillar {id_}", "preference", "current")
        import_records([row], now=at)
    theirs = ImportedFact.objects.get(person=two[1])
    press = imported.retire(facts=[theirs], answer="incorrect", by=Event.By.PERSON, now=day(3))
    uniting.unite(kept=two[0], other=two[1], by=None, now=NOW)
    fact = ImportedFact.objects.get()
    assert (fact.person, fact.text, fact.retired_by) == (two[0], "Gillar chatgpt-7", press)
    assert imported.unretire(press=press, person=two[0], now=NOW) == 1


def test_merges_that_would_make_a_ring_leave_both_facts_in_one(two: tuple[Person, Person]) -> None:
    for at, (id_, kept, other) in enumerate((("elin", "te", "kaffe"), ("chatgpt-7", "kaffe", "te"))):
        told(id_, [(f"Jag gillar {thing}.", 9 + at, f"{id_}{thing}") for thing in (kept, other)])
        read(id_)
        whole = Fact.objects.filter(person=person(id_))
        corrections.merge(
            kept=whole.get(text=f"Gillar {kept}"),
            other=whole.get(text=f"Gillar {other}"),
            author=Author(by=Event.By.PERSON, user=None, now=day(20 + at)),
        )
    uniting.unite(kept=two[0], other=two[1], by=None, now=NOW)
    texts = [row["text"] for row in facts()]
    assert "Gillar te" in texts
    assert "Gillar kaffe" not in texts


def test_what_failed_for_the_id_given_up_is_the_persons_to_try_again(two: tuple[Person, Person]) -> None:
    failure = {"person": "chatgpt-7", "episodes": ["1"], "count": 1, "error": "boom"}
    run = Run.objects.create(trigger="loop", extractor="x", started_at=NOW, failures=[failure])
    uniting.unite(kept=two[0], other=two[1], by=None, now=NOW)
    run.refresh_from_db()
    assert [failed["person"] for failed in run.failures] == ["elin"]


def test_an_id_given_up_twice_leads_to_the_last(two: tuple[Person, Person]) -> None:
    third = people.known("zep-9")
    uniting.unite(kept=two[1], other=third, by=None, now=NOW)
    uniting.unite(kept=two[0], other=two[1], by=None, now=NOW)
    assert people.find("zep-9") == people.find("chatgpt-7") == two[0]


def test_an_import_goes_on_while_its_person_becomes_somebody_elses_second_id() -> None:
    kept = people.known("elin")
    rows = [said(f"!gillar te nummer {n}", n / 1e4, person="zep-9", id=f"zep{n}") for n in range(1100)]

    def records() -> Iterator[EpisodeRow]:
        for number, row in enumerate(rows):
            if number == 1050:  # the first thousand are stored
                uniting.unite(kept=kept, other=person("zep-9"), by=None, now=NOW)
            yield row

    outcome = import_records(records(), now=NOW)
    assert (outcome.imported, outcome.errors) == (1100, [])
    assert Episode.objects.for_person(kept).count() == 1100


def test_an_import_under_an_alias_does_not_make_the_erased_person_anew(two: tuple[Person, Person]) -> None:
    kept, other = two
    uniting.unite(kept=kept, other=other, by=None, now=NOW)
    rows = [said(f"!gillar te nummer {n}", n / 1e4, person="chatgpt-7") for n in range(1100)]

    def records() -> Iterator[EpisodeRow]:
        for number, row in enumerate(rows):
            if number == 1050:
                erasure.carry_on(erasure=erasure.begin(person=kept, by=None, now=NOW), now=NOW)
            yield row

    assert {error.code for error in import_records(records(), now=NOW).errors} == {"erasing"}
    assert not Episode.objects.exists()
