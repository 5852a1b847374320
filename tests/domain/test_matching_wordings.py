"""Kinds of wordings that are one fact, and neighbours of theirs that are not."""

import pytest

from minne.domain.matching import relation

SAME = {
    "a verb no list knows": [
        ("Badar bastu på söndagar", "Brukar bada bastu på söndagar", "sv"),
        ("Enjoys hosting dinner parties", "Likes to host dinner parties", "en"),
    ],
    "a doer and what is done": [
        ("Är permafrostforskare", "Forskar om permafrost", "sv"),
        ("Är höjdrädd", "Är rädd för höjder", "sv"),
        ("Är gitarrist", "Spelar gitarr", "sv"),
        ("Is a law student", "Studies law", "en"),
        ("Is a jazz fan", "Loves jazz", "en"),
    ],
    "an opinion": [
        ("Tycker att matte är svårt", "Har svårt för matte", "sv"),
        ("Finds physics hard", "Struggles with physics", "en"),
    ],
    "a plan with its day": [
        ("Åker till Gotland i juli", "Ska åka till Gotland i juli", "sv"),
        ("Köper hus i maj", "Ska köpa hus i maj", "sv"),
        ("Is going to Rome in May", "Plans to travel to Rome in May", "en"),
    ],
    "an order of two": [
        ("Föredrar tabbar framför mellanslag", "Vill hellre ha tabbar än mellanslag", "sv"),
        ("Prefers tea to coffee", "Would rather have tea than coffee", "en"),
    ],
    "how much so": [("Är mycket förtjust i opera", "Älskar opera", "sv")],
    "a verb's object": [
        ("Lagar cyklar", "Reparerar cyklar", "sv"),
        ("Driver en podd", "Har en egen podd", "sv"),
        ("Har FreeBSD på servern", "Kör FreeBSD på servern", "sv"),
        ("Runs Linux", "Uses Linux", "en"),
    ],
    "a hyphen": [
        ("Vill ha wi-fi-tips", "Vill ha wifi-tips", "sv"),
        ("Drives a mini-van", "Drives a minivan", "en"),
    ],
    "what is had as something": [("Har grön som favoritfärg", "Favoritfärgen är grön", "sv")],
    "a doing by its noun": [("Avskyr städning", "Hatar att städa", "sv")],
}
CONTRADICTS = [
    ("Bor ensam", "Bor ihop med Anna", "sv"),
    ("Bor ensam", "Bor med sambon i Lund", "sv"),
    ("Lives alone", "Lives with roommates", "en"),
    ("Has quit Google", "Works for Google", "en"),
    ("Har skostorlek 39", "Har skostorlek 42", "sv"),
    ("Jobbar gärna i grupp", "Jobbar ogärna i grupp", "sv"),
    ("Vill inte bli kallad Beppe", "Vill bli kallad Beppe", "sv"),
    ("Vill höja tempot", "Vill sänka tempot", "sv"),
]
DIFFERENT = [
    ("Bor ensam", "Bor i Lund", "sv"),
    ("Bor ensam", "Bor granne med Anna", "sv"),
    ("Bor ensam", "Bor med två katter", "sv"),
    ("Quit Facebook", "Works at Facebook", "en"),
    ("Seglade i juli", "Seglar i juli", "sv"),
    ("Åker till Kreta i juli", "Åker till Kreta i augusti", "sv"),
    ("Är hjärtforskare", "Har hjärtfel", "sv"),
    ("Klarar av att simma 100 meter", "Kan simma 100 meter", "sv"),
    ("Köper begagnade kläder", "Säljer begagnade kläder", "sv"),
    ("Hosts a podcast", "Listens to a podcast", "en"),
]


@pytest.mark.parametrize("pairs", [pytest.param(pairs, id=kind) for kind, pairs in SAME.items()])
def test_other_words_for_it_are_the_same_fact(pairs: list[tuple[str, str, str]]) -> None:
    assert [pair for pair in pairs if relation(*pair) != "same"] == []


def test_what_cannot_both_hold_contradicts() -> None:
    assert [pair for pair in CONTRADICTS if relation(*pair) != "contradicts"] == []


def test_neighbours_of_such_wordings_stand_apart() -> None:
    assert [pair for pair in DIFFERENT if relation(*pair) != "different"] == []
