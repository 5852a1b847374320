"""What a proposal says, by the numbers it was made from."""

from __future__ import annotations

from typing import Any

import pytest

from granskning.cost_words import cost
from granskning.domain.figures import summarise
from granskning.models import Proposal
from granskning.proposal_words import chance, headline, in_common, no_policy, why

NBSP = "\N{NO-BREAK SPACE}"


def proposal(knob: str, evidence: str = "point", **figures: Any) -> Proposal:
    counts = {"incorrect": 0, "outdated": 0, "outdated_by_type": {}, "argued": []} | figures
    return Proposal(knob=knob, evidence=evidence, values={} if knob else None, figures=counts)


@pytest.mark.parametrize(
    ("stated_once", "incorrect", "begins"),
    [
        (1, 1, "Det enda som inte stämmer har sagts vid ett enda tillfälle."),
        (4, 4, "Alla 4 som inte stämmer har sagts vid ett enda tillfälle."),
        (8, 9, "8 av de 9 som inte stämmer har sagts vid ett enda tillfälle."),
    ],
)
def test_a_reason_counts_in_the_right_number(stated_once: int, incorrect: int, begins: str) -> None:
    (told,) = why(proposal("explicit_kinds", stated_once=stated_once, incorrect=incorrect))
    assert told.startswith(begins)
    assert told.endswith("Det man ber assistenten minnas räcker fortfarande en gång.")


def test_where_no_knob_helps_what_the_errors_share_is_told_and_no_knob_is_praised() -> None:
    found = proposal("", "no_policy", incorrect=5, inferred=3, argued=["min_support"])
    assert headline(found) == "Inga trösklar håller felen borta"
    assert in_common(found) == [
        "3 av de 5 som inte stämmer är slutsatser, inte något som någon har sagt om sig själv."
    ]
    assert "Rätta felen" in no_policy(found)
    assert why(found) == []


def test_too_few_answers_ask_for_more() -> None:
    found = proposal("", "too_few_labels", incorrect=1)
    assert headline(found) == "För få svar för att föreslå trösklar"
    assert f"För att skatta 90{NBSP}% måste minst 9 granskade fakta vara kvar" in no_policy(found)
    assert "granska fler fakta" in no_policy(found)


@pytest.mark.parametrize(
    ("forgotten", "dropped", "right", "told"),
    [
        (0, 0, 0, ["Inget glöms."]),
        (1, 1, 1, ["Det enda som glöms var med i stickprovet, och det stämde."]),
        (18, 6, 0, ["Av de 18 fakta som glöms var 6 med i stickprovet, och inget av dem stämde."]),
        (9, 9, 8, ["Alla 9 fakta som glöms var med i stickprovet, och 8 av dem stämde."]),
        (
            77,
            9,
            3,
            [
                "Av de 77 fakta som glöms var 9 med i stickprovet, och 3 av dem stämde.",
                "Är det likadant bland resten kostar det sammanlagt omkring 26 rätta fakta.",
            ],
        ),
    ],
)
def test_the_cost_in_right_facts_is_told_as_far_as_the_sample_goes(
    forgotten: int, dropped: int, right: int, told: list[str]
) -> None:
    assert cost({"forgotten": {"goal": forgotten}, "dropped": dropped, "dropped_right": right}) == told


def test_chance_is_told_by_a_list_that_reaches_the_target_and_not_at_all_where_none_can_fall_under() -> None:
    short = summarise(["correct"] * 8 + ["incorrect"], frame_size=12)
    assert chance(short) == (
        f"Även en lista där 11 av 12 fakta stämmer (91,7{NBSP}%) hamnar under 90{NBSP}% i 75{NBSP}% av alla "
        "stickprov med 9 svar."
    )
    assert chance(summarise(["incorrect"], frame_size=1)) == ""
