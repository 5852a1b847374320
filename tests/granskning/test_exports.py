"""A round as a file: complete, harmless in a spreadsheet, and without words unless they are asked for."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from granskning.domain.cells import original
from granskning.domain.sampling import draw
from granskning.models import Export, Item, Look, Round
from granskning.services import results
from granskning.services.frames import frame
from granskning.services.rounds import close, start_round
from tests.granskning.answering import answer, closed, give
from tests.granskning.making import NOW, a_round, administrator, fact, person, reviewer, sample

pytestmark = pytest.mark.django_db

AWKWARD = 'Åsa sade: "a,b";\r\noch gick'
FORMULA = '=HYPERLINK("http://x";"y")'


def taken(drawn: Round, format: str = "json", **query: str) -> Any:
    client = Client()
    client.force_login(User.objects.filter(username="ada").first() or administrator())
    return client.get(reverse(f"export_{format}", args=[drawn.pk]), query)


def document(drawn: Round, **query: str) -> Any:
    return json.loads(taken(drawn, **query).content)


def rows(response: HttpResponse) -> list[dict[str, str]]:
    """The file read back as a spreadsheet or a script would."""
    text = response.content.decode("utf-8-sig")
    read = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    return [{name: original(cell) for name, cell in row.items()} for row in read]


def one_wrong(text: str, note: str = "") -> Round:
    """A closed round of one fact with that text, quote and note."""
    fact(person(), "Dricker te")
    drawn = start_round(user=None, n=1, now=NOW)
    answer(drawn, ["incorrect"], by=reviewer())
    Item.objects.filter(round=drawn).update(text=text, quote=text)
    (item,) = sample(drawn)
    item.verdicts.update(note=note)
    return close(round=drawn, now=NOW)


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


def test_no_words_leave_unless_asked_and_every_export_is_noted() -> None:
    drawn = one_wrong("Dricker te", note="hemligt")
    for format in ("csv", "json"):
        told = taken(drawn, format).content.decode()
        assert "Dricker te" not in told
        assert "hemligt" not in told
    noted = Export.objects.order_by("pk").values_list("user__username", "format", "with_text")
    assert list(noted) == [("ada", "csv", False), ("ada", "json", False)]
    assert not Look.objects.exists()


def test_words_asked_for_are_there_and_noted_as_a_look() -> None:
    drawn = one_wrong("Dricker te", note="sa hon")
    (item,) = document(drawn, text="1")["items"]
    assert (item["text"], item["quote"], item["answers"][0]["note"]) == ("Dricker te", "Dricker te", "sa hon")
    assert Export.objects.get().with_text
    assert Look.objects.get().reviewer == User.objects.get(username="ada")


def test_words_of_whoever_has_said_no_since_do_not_leave() -> None:
    drawn = one_wrong("Dricker te", note="sa hon")
    item = sample(drawn)[0]
    assert item.person
    item.person.agreed_to_review = False
    item.person.save()
    told = taken(drawn, text="1").content.decode()
    assert "Dricker te" not in told
    assert "sa hon" not in told
    assert not Look.objects.exists()


@pytest.mark.parametrize(
    "text", [AWKWARD, FORMULA, "-1", "+1", "@x", "\t=1", "'=1", "\N{SNOWMAN} åäö", "a\nb"]
)
def test_text_comes_back_as_it_was(text: str) -> None:
    drawn = one_wrong(text, note=text)
    (row,) = rows(taken(drawn, "csv", text="1"))
    assert (row["text"], row["quote"], row["answer_1_note"]) == (text, text, text)
    assert document(drawn, text="1")["items"][0]["text"] == text


def test_no_cell_begins_as_a_formula() -> None:
    drawn = one_wrong(FORMULA, note="-2+3")
    told = taken(drawn, "csv", text="1").content.decode()
    cells = next(iter(list(csv.reader(io.StringIO(told, newline="")))[1:]))
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    assert "'=HYPERLINK" in told


def test_a_csv_file_follows_rfc_4180() -> None:
    told = taken(one_wrong(AWKWARD), "csv", text="1").content.decode()
    assert told.endswith("\r\n")
    lines = list(csv.reader(io.StringIO(told, newline=""), strict=True))
    assert len({len(line) for line in lines}) == 1
    assert '"Åsa sade: ""a,b"";\r\noch gick"' in told


def test_the_mark_for_excel_is_a_choice() -> None:
    drawn = closed(correct=2, frame=3)
    mark = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()
    assert not taken(drawn, "csv").content.startswith(mark)
    marked = taken(drawn, "csv", bom="1")
    assert marked.content.startswith(mark)
    assert rows(marked) == rows(taken(drawn, "csv"))


def test_the_file_is_named_and_kept_by_no_cache() -> None:
    drawn = closed(correct=2, frame=3)
    response = taken(drawn, "csv")
    assert response["Content-Disposition"] == f'attachment; filename="minne-omgang-{drawn.pk}.csv"'
    assert response["Content-Type"].startswith("text/csv")
    assert response["Cache-Control"] == "no-store"


def test_an_open_round_is_not_taken_out() -> None:
    response = taken(a_round(3))
    assert response.status_code == 409
    assert not Export.objects.exists()


@pytest.mark.parametrize("format", ["csv", "json"])
@pytest.mark.parametrize("who", ["reviewer", "elin", ""])
def test_only_administrators_take_rounds_out(who: str, format: str) -> None:
    drawn = closed(correct=2, frame=3)
    client = Client()
    if who:
        client.force_login(reviewer("siv") if who == "reviewer" else User.objects.create_user(who))
    response = client.get(reverse(f"export_{format}", args=[drawn.pk]))
    assert response.status_code == (403 if who else 302)
    assert not Export.objects.exists()


def test_an_erased_fact_keeps_its_label_and_no_words() -> None:
    drawn = one_wrong("Dricker te", note="sa hon")
    item = sample(drawn)[0]
    assert item.fact
    item.fact.delete()
    (told,) = document(drawn, text="1")["items"]
    assert (told["label"], told["fact"], told["text"]) == ("incorrect", None, None)
    assert told["answers"][0]["note"] is None
