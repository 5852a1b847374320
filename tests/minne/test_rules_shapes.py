"""Clauses in other shapes than the plain one, two facts in one, and what is taken back."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from minne.domain.episodes import Candidate, Episode
from minne.extraction.rules import RuleExtractor

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def candidates(said: str) -> list[Candidate]:
    return RuleExtractor().extract([Episode("e", "p", "c", "user", said, NOON)])


def facts(said: str) -> list[str]:
    return [c.text for c in candidates(said)]


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        ("Sen jag var liten har jag älskat spårvagnar.", ["Har älskat spårvagnar sen hen var liten"]),
        ("Oysters I can't stand.", ["Can't stand oysters"]),
        ("Oysters, on the other hand, I love.", ["Loves oysters"]),
        ("Vegan här, så inga ägg.", ["Är vegan"]),
        ("Det är vintern jag trivs bäst med.", ["Trivs bäst med vintern"]),
        ("Sniglar är jag rädd för.", ["Är rädd för sniglar"]),
        ("Min bror bor i Lund, själv bor jag i Umeå.", ["Bor i Umeå"]),
    ],
)
def test_a_clause_is_read_whatever_was_put_first(said: str, texts: list[str]) -> None:
    assert facts(said) == texts


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        ("Jag gillar dans men inte att sjunga.", ["Gillar dans", "Gillar inte att sjunga"]),
        ("Jag tycker om våren men inte hösten.", ["Tycker om våren", "Tycker inte om hösten"]),
        ("I speak some Dutch but no Danish.", ["Speaks some Dutch", "Speaks no Danish"]),
        ("I like boats but not swimming.", ["Likes boats", "Doesn't like swimming"]),
        ("I love dogs but not big ones.", ["Loves dogs"]),
        ("I quit smoking in May and run daily.", ["Quit smoking in May", "Runs daily"]),
        ("I love hiking and camping.", ["Loves hiking and camping"]),
        ("I want to move and live by the sea.", ["Wants to move and live by the sea"]),
    ],
)
def test_two_facts_in_one_breath_are_two_and_one_is_one(said: str, texts: list[str]) -> None:
    assert facts(said) == texts


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        (
            "hey, my name's Tunde, 31, from Lagos but living in Berlin",
            ["Name is Tunde", "Is 31 years old", "Is from Lagos", "Lives in Berlin"],
        ),
        ("Jag heter Kajsa, 27 år, från Lund.", ["Är 27 år", "Kommer från Lund", "Heter Kajsa"]),
        ("Min bror heter Jens, 27 år, från Lund.", []),
        ("Vi heter Kvarnbandet.", []),
    ],
)
def test_who_introduces_themself_is_known_by_it_and_nobody_else(said: str, texts: list[str]) -> None:
    assert facts(said) == texts


@pytest.mark.parametrize(
    "said",
    [
        "Jag älskar att diska för hand. Not!",
        "I adore being woken by drills. Not.",
        "Jag är ju miljonär och äter hummer till frukost 🙄",
        "According to my aunt I'm a terrible cook.",
        "I scenariot är jag läkare och bor i Boden.",
        "Det är inte jag, det är min son som skriver. Jag går i trean.",
        "This isn't me, my son is typing. I'm in third grade.",
        "Notera att jag vill ha mötet kortare.",
        "Jag vill ha en tabell över Europas öar.",
        "Jag vill kunna sortera tabellen på namn.",
    ],
)
def test_what_is_not_meant_or_not_to_last_is_no_fact(said: str) -> None:
    assert facts(said) == []


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Jag sitter i nämnden varannan tisdag också så inte tisdagar.", "Sitter i nämnden varannan tisdag"),
        ("Jag bor i Majorna och väggarna är tunna.", "Bor i Majorna"),
        ("Jag är vegetarian och Ture är trött på linser.", "Är vegetarian"),
        ("Mitt mål är att bli åklagare.", "Har som mål att bli åklagare"),
        (
            "Jag skulle vilja att du är ärligare om mina idéer.",
            "Skulle vilja att du är ärligare om hens idéer",
        ),
        ("I have coeliac disease so no wheat please, remember that.", "Has coeliac disease"),
    ],
)
def test_a_fact_reads_on_its_own_as_one_about_the_person(said: str, text: str) -> None:
    assert facts(said) == [text]


def test_a_birthday_with_an_age_is_over_when_it_has_been() -> None:
    (found,) = candidates("Jag fyller 34 på fredag.")
    assert (found.text, found.valid_until) == ("Fyller 34 på fredag", date(2026, 3, 13))
