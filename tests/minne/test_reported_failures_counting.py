"""What users of other memories reported about counting: one thing many times over, or two as one."""

from __future__ import annotations

from datetime import datetime

import pytest

from minne.domain.matching import relation, similar
from minne.extraction.rules import RuleExtractor
from minne.models import Event, Fact
from minne.services import corrections
from minne.services.corrections import Author
from tests.minne.hearing import all_facts, hear, remembered, spoken
from tests.minne.talk import DAY_0, NOW, consolidated, day, facts, said, take_in

pytestmark = pytest.mark.django_db

# ---- One thing in many words: one fact, whose support is the number of occasions ----

RETOLD: dict[str, list[str]] = {
    "the same short name": [
        "Jag jobbar på SLFK.",
        "Jag är anställd på SLFK.",
        "Jag jobbar på SLFK!",
        "hej, jag jobbar på slfk",
    ],
    "a decision": [
        "vi valde Postgres",
        "databasen blev Postgres",
        "Valet föll på Postgres till slut.",
        "Vi bestämde oss för Postgres som databas.",
        "det blev postgres till slut",
        "Vi har valt PostgreSQL.",
    ],
    "a decision, in more words": [
        "Vi kör på Postgres.",
        "Vi landade i Postgres.",
        "Beslutet blev Postgres.",
        "Vi har bestämt oss för att köra Postgres.",
        "Vi enades om Postgres.",
        "Vi går med Postgres.",
    ],
    "a decision in English": [
        "We went with Postgres.",
        "We chose Postgres.",
        "Our database ended up being Postgres.",
        "We settled on PostgreSQL.",
        "We've decided to use Postgres.",
        "The choice fell on Postgres.",
    ],
    "another decision": [
        "Vi valde React.",
        "Ramverket blev React.",
        "Valet föll på React.",
        "Vi bestämde oss för React som ramverk.",
        "Det blev React till slut.",
    ],
    "a home": [
        "Jag bor i Umeå.",
        "Jag är bosatt i Umeå.",
        "Vi bor i Umeå.",
        "Jag bor i Umeå sen länge.",
    ],
    "short answers": [
        "Jag vill ha korta svar.",
        "Svara kort framöver.",
        "Jag föredrar korta svar.",
        "Helst vill jag ha korta svar.",
    ],
    "an allergy": [
        "Jag är allergisk mot jordnötter.",
        "Jag har jordnötsallergi.",
        "Kom ihåg att jag är allergisk mot jordnötter.",
    ],
    "quitting": ["I quit smoking.", "I don't smoke any more.", "I no longer smoke.", "I've stopped smoking."],
    "a dog": ["I have a dog named Rex.", "My dog is called Rex.", "We have a dog named Rex."],
    "a trade": ["I'm a nurse.", "I work as a nurse.", "As a nurse, I work late."],
}


@pytest.mark.one_database
@pytest.mark.parametrize("words", RETOLD.values(), ids=RETOLD)
def test_one_thing_in_many_words_is_one_fact_with_as_many_occasions(words: list[str]) -> None:
    hear(*words)
    found = [f for f in facts(now=day(len(words))) if f["status"] == "active"]
    assert [f["support"] for f in found if f["support"] > 1] == [len(words)], found


def test_the_same_sentence_four_times_a_day_is_one_occasion() -> None:
    hear(["Jag bor i Lund.", "Som sagt, jag bor i Lund.", "jag bor i lund", "Jag bor i Lund!"])
    [fact] = facts(now=day(1))
    assert fact["support"] == 1


# ---- Two things that are not one ----

APART: dict[str, list[str]] = {
    "five things about a week": [
        "Jag spelar fotboll varje tisdag.",
        "Jag går ut med hunden varje morgon.",
        "Jag brukar baka bröd på söndagar.",
        "Jag stretchar inte före träningen.",
        "Jag sover dåligt på nätterna.",
    ],
    "names": ["Jag har en son som heter Ida-Karl.", "Jag har en son som heter Isak."],
    "numbers": ["Jag har två katter.", "Jag har tre hästar."],
    "languages": ["Jag kan spanska.", "Jag kan portugisiska."],
    "likings": ["I love sailing.", "I love sewing.", "I love singing."],
    "polarity": ["Jag gillar kaffe.", "Jag gillar inte te."],
    "versions": ["I use Python 2.", "I use Python 3."],
    "towns of the work and of the home": ["Jag jobbar i Lund.", "Jag bor i Malmö."],
    "colours of different things": ["Min favoritfärg är blå.", "Min bil är blå."],
}


@pytest.mark.one_database
@pytest.mark.parametrize("words", APART.values(), ids=APART)
def test_things_that_are_alike_stay_apart(words: list[str]) -> None:
    hear(*words)
    found = facts(now=day(len(words)))
    assert all(f["support"] == 1 for f in found)
    assert len(found) >= min(2, len(words))
    assert all("[" not in f["text"] for f in found)


def test_likeness_suggests_to_a_person_and_merges_nothing() -> None:
    hear("Jag gillar långa promenader i skogen.", "Jag gillar promenader i skogen.")
    one, other = remembered(now=day(2))
    assert relation(one, other, "sv") == "different"
    assert similar(one, [other], "sv") == [other]


def test_no_chain_of_likenesses_makes_one_fact_of_the_ends() -> None:
    words = ["Jag gillar te och kaffe.", "Jag gillar kaffe och öl.", "Jag gillar öl och vin."]
    hear(*words)
    assert len(remembered(now=day(4))) == 3


# ---- Support counts occasions, not readings ----


def test_reading_the_same_day_five_times_is_one_occasion() -> None:
    for _ in range(5):
        hear("Jag bor i Lund.")
    assert [f["support"] for f in facts(now=day(1))] == [1]


def test_a_second_import_under_new_ids_adds_no_support() -> None:
    for copy in range(5):
        take_in(said("Jag bor i Lund.", id=f"copy-{copy}", talk="a"))
        consolidated(extractor=RuleExtractor())
    assert [(f["support"], f["sources"]) for f in facts(now=day(1))] == [(1, ["copy-0"])]


def test_overlapping_windows_add_no_support() -> None:
    days = [f"Jag bor i Lund. Idag är dag {n}." for n in range(6)]
    for start in range(4):
        take_in(*spoken(*days[start : start + 3], first=start))
        consolidated(extractor=RuleExtractor())
    [fact] = facts(now=day(6))
    assert fact["support"] == 6


def test_a_talk_that_grows_is_one_occasion() -> None:
    take_in(said("Jag bor i Lund.", 0, talk="a", id="one"))
    consolidated(extractor=RuleExtractor())
    take_in(said("Och som sagt, jag bor i Lund.", 0.01, talk="a", id="two"))
    consolidated(extractor=RuleExtractor())
    assert [f["support"] for f in facts(now=day(1))] == [1]


def test_one_talk_over_two_days_is_two_occasions() -> None:
    take_in(said("Jag bor i Lund.", 0, talk="a"), said("Jag bor i Lund.", 1, talk="a"))
    consolidated(extractor=RuleExtractor())
    assert [f["support"] for f in facts(now=day(2))] == [2]


def test_batches_and_order_give_the_same_facts() -> None:
    words = ["Jag bor i Lund.", "Jag är vegan.", "Jag bor i Umeå.", "Jag bor i Umeå.", "Jag röker inte."]
    hear(*words)
    hear(*words[3:], person="oskar", first=3)
    hear(*words[:3], person="oskar", first=0)

    def shape(person: str) -> list[tuple[str, str, int]]:
        return sorted((f["text"], f["status"], f["support"]) for f in facts(person, now=day(9)))

    assert shape("elin") == shape("oskar")


# ---- Where a fact comes from ----


def when(fact: dict[str, object]) -> datetime:
    return datetime.fromisoformat(str(fact["last_supported"]))


def test_evidence_is_the_union_and_the_first_words_and_the_last_date_are_kept() -> None:
    asked = "Kan du visa med kod?"
    hear("Kom ihåg att jag föredrar kodexempel.", first=0)
    hear(asked, asked, first=40)
    fact = all_facts()["Föredrar kodexempel"]
    assert (fact["kind"], fact["support"]) == ("asked", 3)
    assert fact["sources"] == ["e0-user", "e40-user", "e41-user"]
    assert fact["quote"] == "Kom ihåg att jag föredrar kodexempel."
    assert when(fact) == day(41)


def test_what_was_stated_stays_stated_when_behaviour_adds_to_it() -> None:
    hear("Jag föredrar kodexempel.", "Kan du visa med kod?", "Ge mig ett kodexempel på det.")
    [fact] = facts(now=day(4))
    assert (fact["kind"], fact["support"]) == ("stated", 3)


def test_behaviour_becomes_stated_when_it_is_said() -> None:
    hear("Kan du visa med kod?", "Ge mig ett kodexempel på det.", "Jag föredrar kodexempel.")
    [fact] = facts(now=day(4))
    assert (fact["kind"], fact["support"], fact["sources"]) == (
        "stated",
        3,
        ["e0-user", "e1-user", "e2-user"],
    )


def test_consolidating_later_moves_no_date_to_now() -> None:
    take_in(*spoken("Jag bor i Lund.", "Jag bor i Lund."))
    consolidated(now=NOW, extractor=RuleExtractor())
    [fact] = facts(now=NOW)
    assert when(fact) == day(1)
    hear(now=day(90))
    [fact] = facts(now=day(2))
    assert when(fact) == day(1)


def test_an_older_episode_that_comes_late_lends_its_words_and_not_its_date() -> None:
    hear("Jag bor i Lund.", first=30)
    hear("Jag är bosatt i Lund.", first=0)
    [fact] = facts(now=day(31))
    assert fact["text"] == "Är bosatt i Lund"
    assert fact["sources"] == ["e0-user", "e30-user"]
    assert when(fact) == day(30)


def test_a_rewritten_fact_can_be_had_back() -> None:
    hear("Jag bor i Lund.")
    before = facts()
    fact = Fact.objects.get()
    author = Author(by=Event.By.PERSON, user=None, now=NOW)
    batch = corrections.rewrite(fact=fact, text="Bor i Lund, på Väster", author=author)
    assert facts() != before
    corrections.undo(person=fact.person, batch=batch, now=NOW)
    assert facts() == before


def test_nothing_is_cut_off_silently() -> None:
    long = "Jag gillar " + ", ".join(f"sak nummer {n}" for n in range(15)) + "."
    hear(long)
    [fact] = facts(now=day(1))
    assert fact["quote"] == long
    assert "nummer 14" in fact["text"]
    assert when(fact) >= DAY_0
