"""What users of other memories reported when something changed: the old stayed, the new was lost, or both.

The active facts after the last day are asserted, and what they replaced is history, not gone.
"""

from __future__ import annotations

import pytest

from minne.models import Event, Fact
from minne.services import corrections
from minne.services.corrections import Author
from tests.minne.hearing import all_facts, hear, remembered
from tests.minne.talk import NOW, day, facts

pytestmark = pytest.mark.django_db

# older words, newer words, what is active then, what has ended
STALE: dict[str, tuple[str, str, list[str], list[str]]] = {
    "coffee and tea": (
        "I drink coffee every morning.",
        "I don't drink coffee any more, only tea.",
        ["Doesn't drink coffee any more, only tea"],
        ["Drinks coffee every morning"],
    ),
    "kaffe och te": (
        "Jag dricker kaffe varje morgon.",
        "Jag dricker inte kaffe längre, bara te.",
        ["Dricker inte kaffe längre, bara te"],
        ["Dricker kaffe varje morgon"],
    ),
    "a move": ("Jag bor i Lund.", "Vi har flyttat till Umeå.", ["Har flyttat till Umeå"], ["Bor i Lund"]),
    "a move last month": (
        "I live in Leeds.",
        "We moved to York last month.",
        ["Moved to York"],
        ["Lives in Leeds"],
    ),
    "out of the sister's": (
        "Jag bor hos min syster i Fruängen.",
        "Jag bor i Hökarängen nu.",
        ["Bor i Hökarängen"],
        ["Bor hos sin syster i Fruängen"],
    ),
    "out of the brother's": (
        "I live with my brother in Hull.",
        "I live in Bath now.",
        ["Lives in Bath"],
        ["Lives with their brother in Hull"],
    ),
    "moved away": (
        "Jag bor i Kiruna.",
        "Jag flyttade från Kiruna i höstas.",
        ["Flyttade från Kiruna"],
        ["Bor i Kiruna"],
    ),
    "a new employer": (
        "Jag jobbar som ekonom på Kvistdata i Göteborg.",
        "Jag jobbar på Norrsken Logik.",
        ["Jobbar på Norrsken Logik"],
        ["Jobbar som ekonom på Kvistdata i Göteborg"],
    ),
    "changed jobs": (
        "Jag jobbar på Kvistdata.",
        "Jag har bytt jobb till Norrsken Logik.",
        ["Har bytt jobb till Norrsken Logik"],
        ["Jobbar på Kvistdata"],
    ),
    "gave notice": (
        "Jag jobbar på Kvistdata.",
        "Jag har sagt upp mig från Kvistdata.",
        ["Har sagt upp sig från Kvistdata"],
        ["Jobbar på Kvistdata"],
    ),
    "a new job": (
        "I work at Barclays.",
        "I got a job at Monzo!",
        ["Got a job at Monzo"],
        ["Works at Barclays"],
    ),
    "left": (
        "I work at Barclays.",
        "I left Barclays in May.",
        ["Left Barclays in May"],
        ["Works at Barclays"],
    ),
    "no longer a teacher": (
        "I'm a teacher.",
        "I'm no longer a teacher.",
        ["Is not a teacher any more"],
        ["Is a teacher"],
    ),
    "smoking": ("Jag röker.", "Jag har slutat röka.", ["Har slutat röka"], ["Röker"]),
    "smoking, in English": ("I smoke.", "I quit smoking in May.", ["Quit smoking in May"], ["Smokes"]),
    "a diet": ("Jag är vegan.", "Jag är inte vegan längre.", ["Är inte vegan längre"], ["Är vegan"]),
    "a diet, in English": (
        "I'm vegan.",
        "I'm not vegan any more.",
        ["Is not vegan any more"],
        ["Is vegan"],
    ),
    "meat again": ("Jag är vegan.", "Jag äter kött igen.", ["Äter kött igen"], ["Är vegan"]),
    "a divorce": ("Jag är gift.", "Jag har skilt mig.", ["Har skilt sig"], ["Är gift"]),
    "a wedding": ("I'm single.", "I got married in June!", ["Got married in June"], ["Is single"]),
    "a sold car": ("Jag har en Volvo.", "Jag har sålt min Volvo.", ["Har sålt sin Volvo"], ["Har en Volvo"]),
    "a dog no more": (
        "Jag har en hund som heter Bosse.",
        "Jag har ingen hund längre.",
        ["Har ingen hund längre"],
        ["Har en hund som heter Bosse"],
    ),
    "another system": (
        "Jag använder Windows.",
        "Jag har bytt från Windows till Linux.",
        ["Använder Linux", "Använder inte Windows längre"],
        ["Använder Windows"],
    ),
    "another favourite": (
        "Min favoritfärg är blå.",
        "Min favoritfärg är grön nuförtiden.",
        ["Favoritfärgen är grön"],
        ["Favoritfärgen är blå"],
    ),
    "another taste": (
        "I love jazz.",
        "I don't like jazz any more.",
        ["Doesn't like jazz any more"],
        ["Loves jazz"],
    ),
    "no hate lost": (
        "Jag hatar country.",
        "Jag hatar inte country längre.",
        ["Hatar inte country längre"],
        ["Hatar country"],
    ),
    "answers the other way": (
        "Jag vill ha korta svar.",
        "Jag vill ha långa svar.",
        ["Vill ha långa svar"],
        ["Vill ha korta svar"],
    ),
    "the gym": (
        "Jag tränar på gym tre gånger i veckan.",
        "Jag har slutat gymma.",
        ["Har slutat gymma"],
        ["Tränar på gym tre gånger i veckan"],
    ),
    "a hobby": (
        "I play tennis on Mondays.",
        "I stopped playing tennis.",
        ["Stopped playing tennis"],
        ["Plays tennis on Mondays"],
    ),
    "a plan called off": (
        "Vi ska flytta till Visby den 15 juni.",
        "Vi ska inte flytta till Visby längre.",
        ["Ska inte flytta till Visby längre"],
        ["Ska flytta till Visby den 15 juni"],
    ),
    "a new name": (
        "Jag heter Anna Berg.",
        "Jag heter Anna Lind nu.",
        ["Heter Anna Lind"],
        ["Heter Anna Berg"],
    ),
    "out of work, then hired": (
        "Jag är arbetslös.",
        "Jag har fått jobb på Kvistdata.",
        ["Har fått jobb på Kvistdata"],
        ["Är arbetslös"],
    ),
    "retired": ("Jag jobbar på ICA.", "Jag har gått i pension.", ["Har gått i pension"], ["Jobbar på ICA"]),
    "laid off": (
        "I work at Nokia.",
        "I got laid off from Nokia.",
        ["Got laid off from Nokia"],
        ["Works at Nokia"],
    ),
    "an animal that died": (
        "Min hund heter Bosse.",
        "Min hund Bosse dog igår.",
        ["Har inte längre en hund som heter Bosse"],
        ["Har en hund som heter Bosse"],
    ),
    "left and joined": (
        "I work at Barclays.",
        "I left Barclays and joined Monzo.",
        ["Left Barclays", "Joined Monzo"],
        ["Works at Barclays"],
    ),
    "a parting": (
        "I have a girlfriend.",
        "I broke up with my girlfriend.",
        ["Broke up with their girlfriend"],
        ["Has a girlfriend"],
    ),
    "a new favourite": (
        "Min favoritfärg är grön.",
        "Min nya favoritfärg är blå.",
        ["Favoritfärgen är blå"],
        ["Favoritfärgen är grön"],
    ),
    "something put right": (
        "I'm allergic to nuts.",
        "Turns out I'm not allergic to nuts.",
        ["Is not allergic to nuts"],
        ["Is allergic to nuts"],
    ),
    "a new age": ("Jag är 41 år.", "Jag är 42 år.", ["Är 42 år"], ["Är 41 år"]),
}


@pytest.mark.one_database
@pytest.mark.parametrize(("older", "newer", "active", "ended"), STALE.values(), ids=STALE)
def test_the_newest_statement_is_the_one_that_stands(
    older: str, newer: str, active: list[str], ended: list[str]
) -> None:
    hear(older, newer, first=0)
    assert remembered(now=day(2)) == sorted(active)
    history = all_facts(now=day(2))
    assert sorted(history) == sorted(active + ended)
    assert {history[text]["status"] for text in ended} == {"ended"}


@pytest.mark.one_database
@pytest.mark.parametrize(("older", "newer", "active", "ended"), STALE.values(), ids=STALE)
def test_it_stands_too_when_the_older_words_arrive_last(
    older: str, newer: str, active: list[str], ended: list[str]
) -> None:
    hear(newer, first=1)
    hear(older, first=0)
    assert remembered(now=day(2)) == sorted(active)


# the same value said again, or a value beside another, ends nothing
STANDS: dict[str, tuple[str, str]] = {
    "an employer and a trade": ("Jag jobbar på Kvistdata.", "Jag är ekonom."),
    "a town and its district": ("Jag bor i Göteborg.", "Jag gillar Göteborg."),
    "two languages": ("Jag kan spanska.", "Jag kan tyska."),
    "two likings": ("I love jazz.", "I love opera."),
    "two animals": ("Jag har en hund.", "Jag har en katt."),
    "somebody else's move": ("Jag bor i Lund.", "Min syster har flyttat till Umeå."),
    "a visit": ("Jag bor i Lund.", "Jag är i Umeå idag."),
    "a limited denial": ("Jag dricker kaffe varje morgon.", "Jag dricker inte kaffe på kvällarna."),
    "a state long past": ("I live in Leeds.", "I used to live in York."),
    "a question": ("Jag bor i Lund.", "Bor jag inte i Lund längre?"),
    "a what-if": ("I'm vegan.", "What if I stopped being vegan?"),
    "another's new job": ("I work at Monzo.", "My wife got a job at Barclays."),
}


@pytest.mark.one_database
@pytest.mark.parametrize(("first", "second"), STANDS.values(), ids=STANDS)
def test_what_does_not_contradict_ends_nothing(first: str, second: str) -> None:
    hear(first)
    before = remembered(now=day(0.5))
    hear(second, first=1)
    assert set(before) <= set(remembered(now=day(2)))
    assert before


# ---- Lost: said again, and forgotten by it ----


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Jag har en hund som heter Bosse.", "Har en hund som heter Bosse"),
        ("Min hund heter Bosse.", "Har en hund som heter Bosse"),
        ("I have a dog named Rex.", "Has a dog named Rex"),
        ("Jag är allergisk mot jordnötter.", "Är allergisk mot jordnötter"),
        ("I'm a nurse.", "Is a nurse"),
        ("Jag gillar inte koriander.", "Gillar inte koriander"),
    ],
)
def test_saying_it_again_supports_it_under_the_same_id(said: str, text: str) -> None:
    hear(said)
    [first] = facts(now=day(0.5))
    hear(said, first=1)
    [fact] = facts(now=day(1.5))
    assert (fact["id"], fact["text"], fact["support"], fact["status"]) == (first["id"], text, 2, "active")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jag har en hund som heter Bosse.", "Min hund heter Bosse."),
        ("Our cat is called Tom.", "I have a cat named Tom."),
        ("Jag är bosatt i Umeå.", "Jag bor i Umeå."),
        ("Jag röker inte.", "Jag är rökfri."),
        ("I work as a nurse.", "I'm a nurse."),
    ],
)
def test_other_words_for_it_support_it_too(one: str, other: str) -> None:
    hear(one, other)
    [fact] = facts(now=day(2))
    assert (fact["support"], fact["status"]) == (2, "active")


def test_fifty_runs_without_news_change_nothing() -> None:
    hear("Jag bor i Lund.", "Jag är vegan.", "Jag gillar jazz.", "Jag pluggar inför tentan i maj.")
    before = facts()
    for _ in range(50):
        hear()
    assert facts() == before


def test_nothing_said_is_ever_without_a_state() -> None:
    hear("Jag bor i Lund.", "Jag bor i Umeå.", "Jag bor i Kiruna.", "Jag bor inte i Kiruna längre.")
    assert {f["status"] for f in facts()} == {"ended", "active"}
    assert len(facts()) == 4


# ---- Short and not English ----


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("talk", "active"),
    [
        (["Jag är vegan."], ["Är vegan"]),
        (["Jag är vegan.", "Nej, inte längre."], ["Är inte vegan längre"]),
        (["A: Är du fortfarande vegan?", "Nä, inte längre."], ["Är inte vegan längre"]),
        (["A: Bor du kvar i Mora?", "Nej, inte längre"], ["Bor inte i Mora längre"]),
        (["A: Do you still smoke?", "Not any more."], ["Doesn't smoke any more"]),
        (["Jag röker."], ["Röker"]),
        (["Bor i Ös."], ["Bor i Ös"]),
        (["Jag är 8 år."], ["Är 8 år"]),
        (["Kan SQL?", "Jag kan SQL."], ["Kan SQL"]),
        (["jag e veggo"], ["Är veggo"]),
        (["ok"], []),
        (["Gillar te."], ["Gillar te"]),
    ],
)
def test_a_short_turn_counts_as_much_as_a_long_one(talk: list[str], active: list[str]) -> None:
    hear(talk)
    assert remembered(now=day(1)) == active


def test_a_short_no_ends_what_was_said_in_an_earlier_talk() -> None:
    hear("Jag är vegan.", ["A: Är du fortfarande vegan?", "Nej, inte längre."])
    assert remembered(now=day(2)) == ["Är inte vegan längre"]
    assert all_facts(now=day(2))["Är vegan"]["status"] == "ended"


# ---- Deleted and back again ----

OLD = ["Jag bor i Kiruna.", "I'm a beekeeper.", "Jag gillar inte koriander.", "Min hund heter Bosse."]


@pytest.mark.parametrize("words", OLD)
def test_what_is_deleted_stays_deleted_whatever_old_talk_comes_again(words: str) -> None:
    hear(words)
    corrections.deny(fact=Fact.objects.get(), author=Author(by=Event.By.PERSON, user=None, now=NOW))
    hear()
    hear(words, first=0.3)  # the same under new ids
    hear([f"{words} Som sagt.", "A: Noterat!"], first=5)
    assert remembered() == []
    assert {f["status"] for f in facts()} == {"denied"}


@pytest.mark.parametrize("words", OLD)
def test_what_is_deleted_comes_back_when_the_person_says_it_anew(words: str) -> None:
    hear(words)
    corrections.deny(fact=Fact.objects.get(), author=Author(by=Event.By.PERSON, user=None, now=NOW))
    hear(words, first=61, now=day(62))
    [fact] = facts(now=day(62))
    assert (fact["status"], fact["support"]) == ("active", 1)
    assert fact["sources"] == ["e61-user"], "and it shows from what"


def test_behaviour_alone_brings_nothing_deleted_back() -> None:
    asked = "Kan du visa med kod?"
    hear(asked, asked)
    corrections.deny(fact=Fact.objects.get(), author=Author(by=Event.By.PERSON, user=None, now=NOW))
    hear(asked, asked, asked, first=61, now=day(70))
    assert remembered(now=day(70)) == []
