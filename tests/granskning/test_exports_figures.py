"""A round as a file has what the round has: its frame, its figures, and every answer."""

from __future__ import annotations

import pytest

from granskning.domain.sampling import draw
from granskning.models import Item
from granskning.services import results
from granskning.services.frames import frame
from granskning.services.rounds import close
from tests.granskning.answering import closed, give
from tests.granskning.making import NOW, a_round, administrator, reviewer, sample
from tests.granskning.taking_out import document, rows, taken

pytestmark = pytest.mark.django_db


def test_a_file_has_the_frame_the_seed_and_every_item_in_drawn_order() -> None:
    drawn = closed(correct=3, incorrect=1, outdated=1, frame=8)
    told = document(drawn)
    about = told["round"]
    assert (about["seed"], about["frame_size"], about["planned"], about["frame"]) == (1, 8, 5, "everyone")
    assert about["policy"] == drawn.policy.number
    assert [item["order"] for item in told["items"]] == [1, 2, 3, 4, 5]
    assert [item["label"] for item in told["items"]] == ["correct"] * 3 + ["incorrect", "outdated"]
    assert [answer["reviewer"] for item in told["items"] for answer in item["answers"]] == ["rut"] * 5


def test_the_counts_and_the_interval_are_those_of_the_page() -> None:
    drawn = closed(correct=27, incorrect=2, outdated=1, frame=50)
    told, found = document(drawn)["figures"], results.of(drawn)
    assert (told["low"], told["high"], told["size"]) == (40, 47, 50) == (found.low, found.high, found.size)
    for name in ("correct", "incorrect", "outdated", "skipped", "answered", "verdict"):
        assert told[name] == getattr(found, name)
    assert (told["after_repair"]["list_low"], told["after_repair"]["list_size"]) == (40, 47)


def test_the_same_seed_draws_the_exported_facts_again() -> None:
    drawn = closed(correct=5, frame=12)
    again = draw(frame(now=NOW).ids, n=5, reserve=0, seed=document(drawn)["round"]["seed"])
    assert [item["fact"] for item in document(drawn)["items"]] == list(again.sample)


def test_both_answers_and_the_adjudication_are_in_the_file() -> None:
    drawn = a_round(1, frame=1, reviewers=2)
    (item,) = sample(drawn)
    give(item, reviewer(), "correct")
    give(item, reviewer("siv"), "outdated")
    ada = administrator()
    Item.objects.filter(pk=item.pk).update(adjudicated="outdated", adjudicated_by=ada)
    close(round=drawn, now=NOW)
    (told,) = document(drawn)["items"]
    assert [(answer["reviewer"], answer["value"]) for answer in told["answers"]] == [
        ("rut", "correct"),
        ("siv", "outdated"),
    ]
    assert (told["label"], told["adjudicated"], told["adjudicated_by"]) == ("outdated", "outdated", "ada")
    (row,) = rows(taken(drawn, "csv"))
    assert (row["answer_1_value"], row["answer_2_value"]) == ("correct", "outdated")


def test_csv_and_json_say_the_same() -> None:
    drawn = closed(correct=3, incorrect=2, skipped=1, frame=8)
    told = document(drawn)
    for row, item in zip(rows(taken(drawn, "csv")), told["items"], strict=True):
        assert (row["order"], row["fact"], row["label"]) == (
            str(item["order"]),
            item["fact"] or "",
            item["label"],
        )
        assert float(row["confidence"]) == item["confidence"]
        assert (row["low"], row["high"]) == (str(told["figures"]["low"]), str(told["figures"]["high"]))
        assert row["round_seed"] == str(told["round"]["seed"])
        assert row["answer_1_created_at"] == item["answers"][0]["created_at"]
