"""From episodes to facts in the database: nothing counted twice, nothing lost, nothing half done."""

from __future__ import annotations

import json
from io import StringIO

import pytest

from minne.models import Episode, Event, Fact, Person
from minne.services import consolidation, corrections, people
from minne.services.corrections import Author
from tests.minne.talk import NOW, Scripted, consolidated, day, facts, said, take_in, texts

pytestmark = pytest.mark.django_db


def by_the_person() -> Author:
    return Author(by=Event.By.PERSON, user=None, now=NOW)


def test_it_works() -> None:
    take_in(said("!Gillar kaffe"), said("Noterat.", 0.01, role="assistant"))
    outcome = consolidated()
    assert outcome.counts["episodes"] == 2
    assert texts(now=day(1)) == ["Gillar kaffe"]
    [fact] = facts(now=day(0))
    assert (fact["support"], fact["confidence"], fact["kind"]) == (1, 0.5, "stated")
    assert fact["sources"] == ["elin-user-0-!Gillar kaffe"]


def test_consolidating_again_changes_nothing_byte_for_byte() -> None:
    take_in(*(said("!Gillar kaffe", n) for n in range(3)), said("!Bor i Lund", 4))
    consolidated()
    before = facts()
    for _ in range(50):
        consolidated()
    assert facts() == before


def test_the_same_message_read_five_times_under_new_ids_is_one_occasion() -> None:
    for copy in range(5):
        take_in(said("!Gillar kaffe", id=f"copy-{copy}", talk="a"))
        consolidated()
    assert [(f["support"], f["sources"]) for f in facts(now=day(1))] == [(1, ["copy-0"])]


def test_a_late_turn_makes_its_conversation_be_read_again() -> None:
    class OnlyIfNotTakenBack(Scripted):
        def extract(self, episodes, known_facts=(), *, new=None):  # type: ignore[no-untyped-def]
            found = super().extract(episodes, known_facts)
            return [] if any("skojade" in e.text for e in episodes) else found

    take_in(said("!Är vegan", talk="a"))
    consolidated(extractor=OnlyIfNotTakenBack())
    assert texts(now=day(1)) == ["Är vegan"]
    take_in(said("nej, jag skojade", 0.01, talk="a"))
    outcome = consolidated(extractor=OnlyIfNotTakenBack())
    assert outcome.counts["mentions_replaced"] == 1
    assert facts(now=day(1)) == []


def test_the_newest_town_wins_though_it_arrived_first() -> None:
    take_in(said("!Bor i Umeå", 30))
    consolidated()
    take_in(said("!Bor i Lund", 0))
    consolidated()
    assert {f["text"]: f["status"] for f in facts()} == {"Bor i Umeå": "active", "Bor i Lund": "ended"}


def test_a_denied_fact_is_not_learned_again_from_old_episodes() -> None:
    take_in(said("!Bor i Kiruna"))
    consolidated()
    corrections.deny(fact=Fact.objects.get(), author=by_the_person())
    take_in(said("!Bor i Kiruna", id="a new id"), said("!Bor i Kiruna", 5))
    consolidated()
    assert [f["status"] for f in facts()] == ["denied"]


def test_a_denied_fact_said_anew_comes_back() -> None:
    take_in(said("!Bor i Kiruna"))
    consolidated()
    corrections.deny(fact=Fact.objects.get(), author=by_the_person())
    take_in(said("!Bor i Kiruna", 61))
    consolidated(now=day(62))
    assert [f["status"] for f in facts(now=day(62))] == ["active"]


def test_a_failing_extractor_leaves_its_episodes_pending_and_the_failure_told() -> None:
    take_in(said("boom", 1))
    outcome = consolidated()
    assert outcome.counts["failed"] == 1
    assert outcome.failures[0]["error"] == "the model said boom"
    assert Episode.objects.pending(by=NOW).count() == 1


def test_a_failing_batch_is_halved_until_the_poison_stands_alone() -> None:
    take_in(*(said(f"!Gillar sak {n}", n) for n in range(9)), said("boom", 20))
    outcome = consolidated()
    assert (outcome.counts["failed"], outcome.counts["episodes"]) == (1, 9)
    assert len(texts(now=day(10))) == 9


def test_what_the_extractor_made_up_is_refused_and_counted() -> None:
    class Inventive(Scripted):
        def extract(self, episodes, known_facts=(), *, new=None):  # type: ignore[no-untyped-def]
            from minne.domain.episodes import Candidate

            return [Candidate("Bor på Mars", "knowledge", "stated", (episodes[0].id,), "jag bor på Mars")]

    take_in(said("hej"))
    outcome = consolidated(extractor=Inventive())
    assert outcome.counts["refused_ungrounded"] == 1
    assert facts() == []


def test_a_second_worker_who_comes_too_late_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    take_in(said("!Gillar kaffe"))

    class Slow(Scripted):
        def extract(self, episodes, known_facts=(), *, new=None):  # type: ignore[no-untyped-def]
            consolidated()  # somebody else is done while we were reading
            return super().extract(episodes, known_facts)

    outcome = consolidated(extractor=Slow())
    assert outcome.counts["taken_by_another"] == 1
    assert [f["support"] for f in facts(now=day(1))] == [1]


def test_paused_memory_takes_nothing_in_and_says_so() -> None:
    take_in(said("!Gillar kaffe"))
    people.pause(person=Person.objects.get(), now=NOW)
    assert consolidated().counts["paused"] == 1
    assert [e.code for e in take_in(said("!Gillar te", 3)).errors] == ["paused"]
    assert facts() == []


def test_one_persons_words_never_reach_another() -> None:
    take_in(said("!Gillar kaffe"), said("!Gillar te", person="oskar"))
    consolidated()
    consolidated("oskar")
    assert (texts(now=day(1)), texts("oskar", now=day(1))) == (["Gillar kaffe"], ["Gillar te"])


def test_episodes_more_than_a_day_ahead_wait_for_their_day() -> None:
    take_in(said("!Gillar kaffe", 5), now=day(5))
    assert consolidated(now=day(3)).counts["episodes"] == 0
    assert consolidated(now=day(4.5)).counts["episodes"] == 1


def test_the_projection_equals_the_fold_and_the_check_names_what_differs() -> None:
    from django.core.management import call_command
    from django.core.management.base import CommandError

    take_in(said("!Gillar kaffe"), said("!Bor i Lund", 2))
    consolidated()
    call_command("check_projections")
    Fact.objects.filter(text="Bor i Lund").update(support=7)
    with pytest.raises(CommandError, match="1 av 2"):
        call_command("check_projections")


@pytest.mark.parametrize("everything", [False, True])
def test_the_command_prints_the_facts_for_other_programs(everything: bool) -> None:
    from django.core.management import call_command

    take_in(said("!Bor i Lund", 0), said("!Bor i Umeå", 30))
    consolidated()
    out = StringIO()
    more = ["--all"] if everything else []
    call_command("facts", "--person", "elin", "--now", day(31).isoformat(), "--json", *more, stdout=out)
    assert json.loads(out.getvalue()) == facts(now=day(31), everything=everything)
    assert [row["text"] for row in json.loads(out.getvalue())] == ["Bor i Umeå", "Bor i Lund"][
        : 1 + everything
    ]


def test_an_earlier_moment_is_folded_and_not_read_off_the_projection() -> None:
    take_in(said("!Bor i Lund", 0), said("!Bor i Umeå", 30))
    consolidated()
    assert texts(now=day(10)) == ["Bor i Lund"]
    assert texts(now=day(31)) == ["Bor i Umeå"]


def test_an_undone_correction_gives_the_state_before_it() -> None:
    take_in(said("!Gillar kaffe"))
    consolidated()
    fact, before = Fact.objects.get(), facts()
    for press in (corrections.confirm, corrections.deny, corrections.end):
        batch = press(fact=fact, author=by_the_person())
        assert facts() != before
        corrections.undo(person=fact.person, batch=batch, now=NOW)
        assert facts() == before


def test_rewriting_into_another_statement_denies_the_old_and_learns_the_new_and_is_undone_as_one() -> None:
    take_in(said("!Bor i Lund"))
    consolidated()
    fact, before = Fact.objects.get(), facts()
    batch = corrections.rewrite(fact=fact, text="Bor i Malmö", author=by_the_person())
    assert texts() == ["Bor i Malmö"]
    assert {f["text"]: f["status"] for f in facts()}["Bor i Lund"] == "denied"
    corrections.undo(person=fact.person, batch=batch, now=NOW)
    assert facts() == before


def test_a_fact_that_a_person_adds_is_asked_and_has_no_source() -> None:
    person = people.known("elin")
    corrections.add(person=person, text="Är allergisk mot nötter", type="knowledge", author=by_the_person())
    [fact] = facts()
    assert (fact["kind"], fact["confidence"], fact["sources"]) == ("asked", 0.9, [])


def test_the_lock_is_on_the_person_so_a_consolidation_of_somebody_erased_writes_nothing() -> None:
    take_in(said("!Gillar kaffe"))

    class ErasedMeanwhile(Scripted):
        def extract(self, episodes, known_facts=(), *, new=None):  # type: ignore[no-untyped-def]
            found = super().extract(episodes, known_facts)
            Person.objects.all().delete()
            return found

    assert consolidated(extractor=ErasedMeanwhile()).counts["taken_by_another"] == 1
    assert Fact.objects.count() == 0


def test_big_histories_are_consolidated_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consolidation, "EPISODES_AT_ONCE", 4)
    take_in(*(said("!Gillar kaffe", n / 10) for n in range(20)))
    scripted = Scripted()
    consolidated(extractor=scripted)
    assert scripted.calls > 3


def test_somebody_of_whom_nothing_was_said_does_not_wait() -> None:
    Person.objects.create(external_id="tyst")
    assert not Person.objects.waiting().exists()
