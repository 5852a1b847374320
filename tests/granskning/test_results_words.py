"""Each sentence about a round, with the numbers that make it."""

from __future__ import annotations

import pytest
from django.utils import translation

from granskning.domain.agreement import RawAgreement
from granskning.domain.calibration import calibration
from granskning.domain.figures import DISPUTED, Figures, summarise
from granskning.domain.intervals import after_repair, decide_with_skips
from granskning.figures_text import number, percent
from granskning.measure_words import agreement, agreement_figures, calibration_figures
from granskning.measure_words import calibration as calibration_words
from granskning.proviso_words import provisos
from granskning.repair_words import after_repair as after_repair_words
from granskning.result_words import (
    confirmed,
    interval,
    interval_percent,
    more_labels,
    verdict,
    words,
)
from granskning.services.agreements import Agreement

NBSP = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"


def figures(
    correct: int,
    wrong: int,
    size: int,
    *,
    skipped: int = 0,
    waiting: int = 0,
    disputed: int = 0,
    **known: int,
) -> Figures:
    labels = ["correct"] * correct + ["incorrect"] * wrong + ["skipped"] * skipped
    return summarise(labels + [DISPUTED] * disputed + [""] * waiting, frame_size=size, **known)


def said(found: Figures) -> str:
    return str(words(found)).replace(NBSP, " ")


def more(correct: int, wrong: int, size: int, skipped: int = 0) -> str:
    return " ".join(more_labels(decide_with_skips(correct, wrong, skipped, size))).replace(NBSP, " ")


def test_27_of_30_from_50_is_told_as_40_to_47() -> None:
    found = figures(27, 3, 50)
    assert said(found) == (
        "27 av 30 stämde. Av listans 50 fakta stämmer mellan 40 och 47 (95 %). Det räcker varken för att "
        "säga att listan når 90 % eller att den inte gör det."
    )
    assert interval(found) == "40–47 av 50"
    assert interval_percent(found) == f"80–94{NBSP}%"
    assert verdict(found.verdict) == "oavgjort"


def test_over_is_told_as_reaching_the_target() -> None:
    found = figures(30, 0, 100)
    assert said(found) == (
        "30 av 30 stämde. Av listans 100 fakta stämmer mellan 91 och 100 (95 %). Det räcker för att säga att "
        "listan når 90 %."
    )
    assert verdict(found.verdict) == "över målet"


def test_under_is_told_as_not_reaching_the_target() -> None:
    found = figures(20, 10, 277)
    assert said(found).endswith("Det räcker för att säga att listan inte når 90 %.")
    assert verdict(found.verdict) == "under målet"


def test_a_whole_list_is_told_as_a_count() -> None:
    assert said(figures(27, 3, 30)) == (
        "27 av 30 stämde. Hela listan är granskad, så det är en räkning och inte en uppskattning. 90 % av "
        "listan stämmer: den når 90 %."
    )
    assert said(figures(26, 4, 30)).endswith("86,7 % av listan stämmer: den når inte 90 %.")
    assert interval(figures(27, 3, 30)) == "27 av 30"
    assert interval_percent(figures(27, 3, 30)) == f"90{NBSP}%"


@pytest.mark.parametrize(
    ("found", "end"),
    [
        (figures(29, 0, 30, skipped=1), "Listan når 90 % hur det än är med det som inte är avgjort."),
        (
            figures(20, 9, 30, skipped=1),
            "Listan når inte 90 % hur det än är med det som inte är avgjort.",
        ),
        (figures(26, 3, 30, skipped=1), "Om listan når 90 % hänger på det som inte är avgjort."),
    ],
)
def test_a_whole_list_with_a_skip_says_what_hangs_on_it(found: Figures, end: str) -> None:
    assert said(found).endswith(end)
    assert "men ett faktum är inte avgjort" in said(found)
    assert "95" not in said(found)


@pytest.mark.parametrize(
    "found",
    [
        figures(0, 0, 50, skipped=30),
        figures(0, 0, 50, waiting=30),
        figures(0, 0, 0),
        figures(0, 0, 50, disputed=3),
    ],
)
def test_no_answers_are_told_as_no_ground_and_never_as_a_number(found: Figures) -> None:
    assert said(found).startswith("Inget underlag.")
    assert not any(character.isdigit() for character in said(found))
    assert (interval(found), interval_percent(found)) == ("–", "–")
    assert provisos(found) == []
    assert verdict(found.verdict) == "inget underlag"


def test_answers_beyond_a_first_gap_are_said_to_be_of_no_use() -> None:
    found = summarise(["", "correct"], frame_size=9)
    assert "innan det faktum som drogs först hade fått något svar" in said(found)


def test_skips_are_said_to_be_counted_both_ways() -> None:
    assert provisos(figures(27, 2, 50, skipped=1)) == [
        "Ett faktum är inte avgjort. Intervallet räknar med att det kan vara både rätt och fel."
    ]
    assert provisos(figures(27, 2, 50, skipped=2))[0].startswith("2 fakta är inte avgjorda.")


def test_an_early_close_is_said_to_be_one() -> None:
    (proviso,) = provisos(figures(12, 1, 277, waiting=17))
    assert "13 av 30 fakta hade svar" in proviso


def test_facts_known_before_are_said_to_be_known() -> None:
    (proviso,) = provisos(figures(28, 1, 40, known_right=25, known_wrong=1))
    assert proviso.startswith("26 av listans 66 fakta var granskade redan, och 25 av dem stämde.")


def test_a_single_fact_known_before_is_one_fact_right_or_wrong() -> None:
    (right,) = provisos(figures(36, 0, 400, known_right=1))
    (wrong,) = provisos(figures(36, 0, 400, known_wrong=1))
    assert right.startswith("Ett av listans 401 fakta var granskat redan, och det stämde.")
    assert wrong.startswith("Ett av listans 401 fakta var granskat redan, och det var fel.")


@pytest.mark.parametrize(
    ("correct", "wrong", "size", "told"),
    [
        (0, 3, 3, ["Med felen borta är listan tom."]),
        (1, 1, 2, ["Med felen borta har listan ett faktum.", "Det stämmer."]),
        (29, 1, 30, ["Med felen borta har listan 29 fakta. Alla stämmer."]),
        (0, 1, 2, ["Med felen borta har listan ett faktum.", "Det kan vara både rätt och fel."]),
    ],
)
def test_a_repair_of_a_short_list_is_told_in_whole_words(
    correct: int, wrong: int, size: int, told: list[str]
) -> None:
    assert after_repair_words(after_repair(correct, wrong, size)) == told


def test_more_labels_that_could_settle_it_are_counted() -> None:
    assert more(27, 3, 50).startswith(
        "Med 14 granskade fakta till, 44 i stället för 30, hade målet varit visat om alla de nya hade stämt."
    )
    assert decide_with_skips(41, 3, 0, 50).verdict == "over"
    assert decide_with_skips(40, 3, 0, 50).verdict == "undecided"


def test_two_numbers_of_labels_are_told_with_why_they_differ() -> None:
    under = decide_with_skips(24, 6, 0, 152)
    assert (under.likely_more, under.best_case_more) == (35, 67)
    assert more(24, 6, 152).startswith(
        "Med omkring 35 granskade fakta till, 65 i stället för 30, hade chansen till ett besked varit minst "
        "80 %, men så tidigt kan beskedet bara bli att listan inte når målet: att visa att den når det "
        "kräver minst 67 till, 97 i allt, och att alla de nya stämmer."
    )
    assert "Så väl går det sällan. Att döma av svaren här behövs omkring 146 till, 176 i allt" in more(
        26, 4, 200
    )


def test_where_skips_stand_in_the_way_no_number_is_promised() -> None:
    assert more(27, 3, 50, skipped=3).startswith("Inte ens om resten av listan granskades")


def test_a_settled_round_or_a_whole_list_asks_for_no_more() -> None:
    assert more(30, 0, 100) == ""
    assert more(26, 3, 30, skipped=1) == ""
    assert more_labels(None) == []


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (27, 30, "90"),
        (28, 31, "90,3"),
        (8999, 10_000, "89,9"),  # under the target, and never written as it
        (9001, 10_000, "90,1"),
        (99_999, 100_000, "99,9"),
        (1, 100_000, "0,1"),
        (0, 5, "0"),
        (5, 5, "100"),
    ],
)
def test_a_share_never_reads_as_a_limit_it_does_not_reach(part: int, whole: int, text: str) -> None:
    assert percent(part, whole) == f"{text}{NBSP}%"


def test_limits_are_rounded_outwards() -> None:
    assert percent(2, 3, "down") == f"66,6{NBSP}%"
    assert percent(1, 3, "up") == f"33,4{NBSP}%"


def test_numbers_follow_the_language() -> None:
    assert number(1234567) == f"1{THIN}234{THIN}567"
    assert number(0.4567, 2) == "0,46"
    with translation.override("en"):
        assert number(1234567) == "1,234,567"
        assert number(0.4567, 2) == "0.46"


def test_confidences_that_fit_are_not_contradicted() -> None:
    fitting = calibration([(0.8, True)] * 8 + [(0.8, False)] * 2)
    assert calibration_words(fitting) == [
        f"I snitt var konfidensen 0,80, och 8 av 10 svar stämde (80{NBSP}%).",
        "I ingen av grupperna nedan är skillnaden större än slumpen brukar ge.",
    ]
    assert "inte vara ovanliga" in calibration_figures(fitting)[1]


@pytest.mark.parametrize(("right", "how"), [(18, "oftare än de 0,46"), (1, "mer sällan än de 0,46")])
def test_a_group_that_contradicts_its_confidence_is_named(right: int, how: str) -> None:
    found = calibration([(0.46, True)] * right + [(0.46, False)] * (18 - right))
    (_, told) = calibration_words(found)
    assert told.startswith(f"Med konfidens mellan 0,4 och 0,5 stämde {right} av 18: {how} som den säger")


def test_confidences_far_off_are_said_to_be_in_the_test_too() -> None:
    told = calibration_figures(calibration([(0.9, False)] * 20))
    assert "skulle svar så långt från den vara ovanliga" in told[1]


def test_confidences_that_cannot_be_tried_are_said_to_be_so() -> None:
    assert calibration_words(calibration([])) == ["Inget underlag."]
    assert calibration_figures(calibration([])) == ["Inte definierat: inga svar."]
    assert "inte definierat" in calibration_figures(calibration([(1.0, True), (0.5, True)]))[1]


def of_two(agreed: int, items: int, *, ac1: float | None, kappa: float | None) -> Agreement:
    raw = RawAgreement(agreed=agreed, items=items, share=agreed / items, low=0.735, high=0.979)
    return Agreement(raw=raw, ac1=ac1, kappa=kappa, standard_error=0.2, is_cohen=True, decided=items - agreed)


def test_agreement_is_told_with_its_interval_and_beyond_chance() -> None:
    told = agreement(of_two(27, 30, ac1=0.88, kappa=0.46))
    assert told[0].replace(NBSP, " ") == (
        "De svarade lika på 27 av 30 fakta: 90 %. I det långa loppet är det mellan 73,5 % och 97,9 % (95 %)."
    )
    assert told[1] == "3 fakta fick olika svar, och alla är avgjorda efteråt."
    assert "0,88" in told[2]
    assert agreement_figures(of_two(27, 30, ac1=0.88, kappa=0.46)).startswith(
        "Cohens kappa 0,46 (medelfel 0,20)."
    )


def test_differing_answers_that_nobody_decided_are_said_to_be_open() -> None:
    raw = RawAgreement(agreed=28, items=30, share=28 / 30, low=0.779, high=0.992)
    left = Agreement(raw=raw, ac1=0.9, kappa=0.5, standard_error=0.2, is_cohen=True, decided=0)
    assert agreement(left)[1] == "2 fakta fick olika svar och är inte avgjorda."


def test_a_kappa_without_meaning_is_told_in_words() -> None:
    assert (
        agreement_figures(of_two(30, 30, ac1=1.0, kappa=None))
        == "Kappa är inte definierat: alla svar är lika."
    )


def test_agreement_without_pairs_is_told_in_words() -> None:
    raw = RawAgreement(agreed=0, items=0, share=None, low=None, high=None)
    nothing = Agreement(raw=raw, ac1=None, kappa=None, standard_error=None, is_cohen=False, decided=0)
    assert agreement(nothing) == ["Inget faktum har två svar, så det finns inget att jämföra."]
    assert agreement_figures(nothing) == "Inte definierat: inget faktum har två svar."


@pytest.mark.parametrize(
    ("found", "evidence", "allowed", "told"),
    [
        (
            figures(35, 1, 300),
            "certified",
            1,
            "Förslaget är bekräftat. Från början var det bestämt att högst ett fel fick finnas",
        ),
        (figures(33, 3, 300), "failed", 1, "att högst ett fel fick finnas, och tre hittades."),
        (figures(3, 0, 300, waiting=30), "failed", 0, "omgången stängdes innan alla svar fanns"),
        (figures(35, 0, 300, skipped=4), "failed", 0, "Det som inte är avgjort kan också vara fel."),
    ],
)
def test_a_confirmation_tells_what_it_showed(found: Figures, evidence: str, allowed: int, told: str) -> None:
    assert told in confirmed(found, evidence=evidence, allowed=allowed)
