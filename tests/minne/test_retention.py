"""What is kept no longer than the settings say, and what must not change because of it."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from minne.extraction.rules import RuleExtractor
from minne.models import Episode, Event, Fact, Person
from minne.services import chores, corrections
from minne.services.corrections import Author
from minne.services.retention import retain, would
from tests.minne.talk import consolidated, day, facts, said, take_in

pytestmark = pytest.mark.django_db

LATER = day(400)


@pytest.fixture
def texts_for_thirty_days(settings: Any) -> None:
    settings.MINNE_KEEP_TEXT_DAYS = 30


@pytest.fixture
def faded_for_thirty_days(settings: Any) -> None:
    settings.MINNE_PURGE_FADED_DAYS = 30


def test_everything_is_kept_unless_somebody_says_otherwise() -> None:
    take_in(said("!Gillar te", 0))
    consolidated()
    assert not retain(LATER)
    assert Episode.objects.get().text == "!Gillar te"
    assert len(facts(now=LATER)) == 1


@pytest.mark.usefixtures("texts_for_thirty_days")
def test_old_texts_go_and_facts_keep_their_quotes() -> None:
    take_in(said("!Gillar te", 0), said("!Gillar kaffe", 50))
    consolidated()
    before = facts(now=day(60))
    assert retain(day(60))["texts"] == 1
    assert [e.text for e in Episode.objects.order_by("occurred_at")] == ["", "!Gillar kaffe"]
    assert facts(now=day(60)) == before


@pytest.mark.usefixtures("texts_for_thirty_days")
def test_what_nobody_has_read_yet_keeps_its_text() -> None:
    take_in(said("!Gillar te", 0))
    assert not retain(LATER)["texts"]


@pytest.mark.usefixtures("texts_for_thirty_days")
def test_a_conversation_that_goes_on_keeps_all_of_its_text() -> None:
    take_in(said("!Gillar te", 0, talk="a"), said("hej", 40, talk="a"))
    consolidated()
    assert not retain(day(60))["texts"]


@pytest.mark.usefixtures("texts_for_thirty_days")
@pytest.mark.parametrize("rereads", [True, False])
def test_a_late_turn_takes_nothing_from_a_conversation_without_text(rereads: bool) -> None:
    take_in(said("!Gillar te", 0, talk="a"), said("!Gillar kaffe", 1, talk="a"))
    consolidated(rereads=rereads)
    retain(day(60))
    take_in(said("!Gillar saft", 2, talk="a"))
    consolidated(rereads=rereads, now=day(61))
    assert {row["text"] for row in facts(now=day(61))} == {"Gillar te", "Gillar kaffe", "Gillar saft"}
    assert not Event.objects.exclude(undone_at=None).exists()


@pytest.mark.usefixtures("texts_for_thirty_days")
def test_the_rules_lose_nothing_either() -> None:
    take_in(said("Jag bor i Lund. Jag gillar te.", 0, talk="a"))
    consolidated(extractor=RuleExtractor())
    before = {row["text"] for row in facts()}
    retain(day(60))
    take_in(said("Nej, inte längre.", 0.5, talk="a"))
    consolidated(extractor=RuleExtractor(), now=day(61))
    assert before
    assert {row["text"] for row in facts()} >= before


@pytest.mark.usefixtures("texts_for_thirty_days")
def test_the_same_message_is_known_again_though_its_text_is_gone() -> None:
    take_in(said("!Gillar te", 0))
    consolidated()
    retain(day(60))
    assert take_in(said("!Gillar te", 0)).unchanged == 1
    assert Episode.objects.count() == 1


@pytest.mark.usefixtures("faded_for_thirty_days")
def test_a_fact_goes_when_it_has_been_faded_for_as_long_as_the_setting_says() -> None:
    take_in(said("!Gillar te", 0))
    consolidated()
    fades = Fact.objects.get().fades_at
    assert fades
    assert not retain(fades)["facts"]
    assert retain(LATER)["facts"] == 1
    assert not Fact.objects.exists()
    assert not Event.objects.exists()


@pytest.mark.usefixtures("faded_for_thirty_days")
def test_what_the_person_denied_or_waits_to_be_learned_is_not_purged() -> None:
    take_in(said("!Gillar te", 0))
    consolidated()
    author = Author(by=Event.By.PERSON, user=None, now=day(1))
    corrections.deny(fact=Fact.objects.get(), author=author)
    assert not retain(LATER)["facts"]


@pytest.mark.usefixtures("faded_for_thirty_days")
def test_what_was_ended_waits_until_it_would_have_faded_and_is_not_brought_back_by_reading_again() -> None:
    take_in(said("!Gillar te", 0, talk="a"))
    consolidated()
    author = Author(by=Event.By.PERSON, user=None, now=day(1))
    corrections.end(fact=Fact.objects.get(), author=author)
    assert not retain(day(60))["facts"]
    assert retain(LATER)["facts"] == 1
    take_in(said("och så", 0.1, talk="a"))
    consolidated(now=LATER)
    assert facts(now=LATER, everything=False) == []


@pytest.mark.usefixtures("faded_for_thirty_days")
def test_what_a_purged_fact_put_an_end_to_stays_ended() -> None:
    take_in(said("!Bor i Lund", 0))
    consolidated()
    author = Author(by=Event.By.PERSON, user=None, now=day(1))
    corrections.confirm(fact=Fact.objects.get(), author=author)
    take_in(said("!Bor i Umeå", 2))
    consolidated()
    retain(day(200))
    assert [(row["text"], row["status"]) for row in facts(now=day(200))] == [("Bor i Lund", "ended")]


@pytest.mark.usefixtures("faded_for_thirty_days", "texts_for_thirty_days")
def test_a_dry_run_says_how_many_and_changes_nothing() -> None:
    take_in(said("!Gillar te", 0), said("!Gillar kaffe", 1))
    consolidated()
    out = StringIO()
    call_command("retain", "--dry-run", "--now", LATER.isoformat(), stdout=out)
    assert "2 episoders text skulle tas bort" in out.getvalue()
    assert "2 glömda eller avslutade fakta skulle tas bort" in out.getvalue()
    told = would(LATER)
    assert Fact.objects.count() == 2
    assert retain(LATER) == told
    assert not Person.objects.exclude(facts=None).exists()


def test_a_daily_chore_is_done_once_a_day() -> None:
    done: list[object] = []
    chore = chores.daily(done.append)
    for n in (0, 0.1, 0.2, 1, 1.1, 3):
        chore(day(n))
    assert done == [day(0), day(1), day(3)]


def test_a_chore_that_fails_keeps_none_of_the_others_from_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[object] = []

    def broken(now: object) -> None:
        raise RuntimeError("no disk")

    monkeypatch.setattr(chores, "chores", [broken, done.append])
    with caplog.at_level("CRITICAL"):
        chores.do(day(1))
    assert done == [day(1)]
