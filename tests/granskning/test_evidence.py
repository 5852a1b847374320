from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied

from granskning.domain.calling import called
from granskning.domain.shared_words import closest, content_words, places
from granskning.models import Item, Look, Round
from granskning.services import leases, rounds
from granskning.services.evidence import Evidence, evidence, surroundings
from minne.models import Episode, Event, Person
from minne.services import corrections
from tests.granskning.making import NOW, fact, person, reviewer, turn


def days_ago(count: float) -> datetime:
    return NOW - timedelta(days=count)


def drawn(now: datetime = NOW) -> Item:
    return Item.objects.select_related("round", "fact").get(round=rounds.start_round(user=None, n=1, now=now))


def later(item: Item) -> list[str]:
    return [said.text for said in evidence(item).later]


class TestWords:
    def test_inflections_of_a_word_are_one_word(self) -> None:
        assert content_words("Dricker kaffe", "sv") & content_words("kaffet är slut", "sv")

    def test_common_words_say_nothing(self) -> None:
        assert content_words("Jag vill inte att du gör det", "sv") == frozenset()
        assert content_words("I do not want it", "en") == frozenset()

    def test_those_that_share_most_are_chosen_and_told_in_order(self) -> None:
        where = places(frozenset(words.split()) for words in ["a b", "a", "x", "a b", "a c"])
        assert closest(frozenset("ab"), where, most=3) == [0, 3, 4]
        assert closest(frozenset("ab"), where, most=3, counts=lambda place: place != 3) == [0, 1, 4]

    @pytest.mark.parametrize("text", ["", "\0\ud800", "😀" * 5000, "a" * 100_000])
    def test_any_text_can_be_read(self, text: str) -> None:
        assert isinstance(content_words(text, "sv"), frozenset)


@pytest.mark.parametrize(
    ("skipped", "planned", "size"),
    [("...", 3, 3), (".s.", 2, 3), ("sss", 2, 3), ("..s.", 2, 2), ("", 0, 0), ("s.s.", 1, 2)],
)
def test_the_sample_is_the_shortest_beginning_with_enough_unskipped(
    skipped: str, planned: int, size: int
) -> None:
    assert called((mark == "s" for mark in skipped), planned=planned) == size


@pytest.mark.django_db
class TestQuotes:
    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("Hej! Jag bor i Umeå sedan i våras. Tack!", ("Jag ", "bor i Umeå", " sedan i våras.")),
            ("bor i Umeå", ("", "bor i Umeå", ".")),
            ("Först detta.\nJag bor i Umeå\nsedan mer.", ("Jag ", "bor i Umeå", "")),
        ],
    )
    def test_the_quote_is_marked_in_its_sentence(self, text: str, parts: tuple[str, str, str]) -> None:
        elin = person()
        fact(elin, "Bor i Umeå", said="bor i Umeå", source=turn(elin, text))
        quote = evidence(drawn()).quotes[0]
        assert (quote.before, quote.marked, quote.after) == parts

    def test_a_secret_in_the_sentence_is_never_shown(self) -> None:
        elin = person()
        text = "Jag bor i Umeå och mitt lösenord är Hemligt99!x, ok."
        fact(elin, "Bor i Umeå", said="bor i Umeå", source=turn(elin, text))
        quote = evidence(drawn()).quotes[0]
        assert (quote.before, quote.marked, quote.after) == ("", "bor i Umeå", "")

    def test_a_few_quotes_are_shown_the_latest_first_and_the_rest_counted(self) -> None:
        elin = person()
        for day in range(6, 0, -1):
            source = turn(elin, f"Jag dricker kaffe nu, dag {day}.", at=days_ago(day))
            fact(elin, "Dricker kaffe", said="dricker kaffe", source=source)
        shown = evidence(drawn())
        assert [quote.after for quote in shown.quotes] == [f" nu, dag {day}." for day in (1, 2, 3, 4)]
        assert shown.more == 2

    def test_what_was_learned_after_the_instant_is_not_shown(self) -> None:
        elin = person()
        fact(elin, "Dricker kaffe", said="dricker kaffe", source=turn(elin, "Jag dricker kaffe."))
        item = drawn()
        source = turn(elin, "Jag dricker kaffe än.", at=NOW + timedelta(days=1))
        fact(elin, "Dricker kaffe", said="dricker kaffe", source=source)
        assert [quote.after for quote in evidence(item).quotes] == ["."]

    def test_what_the_person_did_by_hand_is_told(self) -> None:
        elin = person()
        known = fact(elin, "Dricker kaffe")
        author = corrections.Author(by=Event.By.PERSON, user=None, now=days_ago(2))
        corrections.confirm(fact=known, author=author)
        assert evidence(drawn()).own_words_at == days_ago(2)

    def test_an_erased_fact_has_no_evidence(self) -> None:
        fact(person(), "Dricker kaffe")
        item = drawn()
        Person.objects.all().delete()
        item.refresh_from_db()
        assert evidence(item) == Evidence((), 0, None, ())


@pytest.mark.django_db
class TestLater:
    def test_later_user_turns_on_the_same_thing_are_shown_in_order(self) -> None:
        elin = person()
        turn(elin, "Kaffe innan faktumet.", at=days_ago(20))
        fact(
            elin,
            "Dricker kaffe",
            said="dricker kaffe",
            source=turn(elin, "Jag dricker kaffe.", at=days_ago(9)),
        )
        turn(elin, "Har slutat med kaffet!", at=days_ago(5))
        turn(elin, "Vad är klockan?", at=days_ago(4))
        turn(elin, "Kaffe är gott, sa roboten.", at=days_ago(4), role="assistant")
        turn(elin, "Dricker te i stället för kaffe.", at=days_ago(2))
        turn(elin, "Kaffe igen, efter stickprovet.", at=NOW + timedelta(hours=1))
        assert later(drawn()) == ["Har slutat med kaffet!", "Dricker te i stället för kaffe."]

    def test_at_most_five_are_shown(self) -> None:
        elin = person()
        fact(
            elin,
            "Dricker kaffe",
            said="dricker kaffe",
            source=turn(elin, "Jag dricker kaffe.", at=days_ago(9)),
        )
        for day in range(8, 0, -1):
            turn(elin, f"Kaffe dag {day}.", at=days_ago(day))
        assert later(drawn()) == [f"Kaffe dag {day}." for day in (5, 4, 3, 2, 1)]

    def test_nobody_elses_turns_and_no_secrets_are_shown(self) -> None:
        elin, per = person("elin"), person("per", agreed=False)
        fact(
            elin,
            "Dricker kaffe",
            said="dricker kaffe",
            source=turn(elin, "Jag dricker kaffe.", at=days_ago(9)),
        )
        turn(per, "Kaffe är äckligt.", at=days_ago(2))
        turn(elin, "Koden till kaffeskåpet är 4711, lösenord: Hemligt99!x kaffe.", at=days_ago(1))
        (text,) = later(drawn())
        assert "Hemligt99" not in text


@pytest.mark.django_db
class TestSurroundings:
    def conversation(self) -> tuple[Round, Item, Episode]:
        elin = person()
        for minute in range(9):
            role = "assistant" if minute % 2 else "user"
            turn(
                elin,
                f"tur {minute}.",
                at=days_ago(3) + timedelta(minutes=minute),
                conversation="c",
                role=role,
            )
        source = Episode.objects.get(text="tur 4.")
        fact(elin, "Turar", said="tur 4", source=source)
        item = drawn()
        return item.round, item, source

    def test_three_turns_on_each_side_are_opened_and_logged(self) -> None:
        held_round, item, source = self.conversation()
        rut = reviewer()
        held = leases.hold(round=held_round, reviewer=rut, now=NOW).current
        assert held
        turns = surroundings(item=held, episode=source.pk, reviewer=rut, now=NOW)
        assert [said.text for said in turns] == [f"tur {n}." for n in range(1, 8)]
        assert [said.is_source for said in turns].index(True) == 3
        assert Look.objects.get().surroundings
        assert item == held

    @pytest.mark.parametrize("why", ["not held", "ended", "not evidence"])
    def test_they_stay_shut_otherwise(self, why: str) -> None:
        held_round, item, source = self.conversation()
        rut = reviewer()
        if why != "not held":
            leases.hold(round=held_round, reviewer=rut, now=NOW)
            item.refresh_from_db()
        episode = source.pk + 1 if why == "not evidence" else source.pk
        now = NOW + timedelta(minutes=6) if why == "ended" else NOW
        with pytest.raises(PermissionDenied):
            surroundings(item=item, episode=episode, reviewer=rut, now=now)
        assert not Look.objects.exists()
