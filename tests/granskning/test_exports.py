"""A round as a file: harmless in a spreadsheet, and without words unless they are asked for."""

from __future__ import annotations

import csv
import io

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from granskning.models import Export, Item, Look, Round, Verdict
from tests.granskning.answering import closed
from tests.granskning.making import a_round, person, reviewer, sample
from tests.granskning.taking_out import document, rows, taken
from tests.shared import told_once

pytestmark = pytest.mark.django_db

AWKWARD = 'Åsa sade: "a,b";\r\noch gick'
FORMULA = '=HYPERLINK("http://x";"y")'


story = told_once(lambda: closed(incorrect=1, frame=1))


@pytest.fixture
def drawn() -> Round:
    return Round.objects.get()


def say_wrong(drawn: Round, text: str, note: str = "") -> None:
    """As if the one fact of the round had that text and quote, and its answer that note."""
    Item.objects.filter(round=drawn).update(text=text, quote=text)
    Verdict.objects.in_round(drawn).update(note=note)


def test_no_words_leave_unless_asked_and_every_export_is_noted(drawn: Round) -> None:
    say_wrong(drawn, "Dricker te", note="hemligt")
    for format in ("csv", "json"):
        told = taken(drawn, format).content.decode()
        assert "Dricker te" not in told
        assert "hemligt" not in told
    noted = Export.objects.order_by("pk").values_list("user__username", "format", "with_text")
    assert list(noted) == [("ada", "csv", False), ("ada", "json", False)]
    assert not Look.objects.exists()


def test_words_asked_for_are_there_and_noted_as_a_look(drawn: Round) -> None:
    say_wrong(drawn, "Dricker te", note="sa hon")
    (item,) = document(drawn, text="1")["items"]
    assert (item["text"], item["quote"], item["answers"][0]["note"]) == ("Dricker te", "Dricker te", "sa hon")
    assert Export.objects.get().with_text
    assert Look.objects.get().reviewer == User.objects.get(username="ada")


def test_words_of_whoever_has_said_no_since_do_not_leave(drawn: Round) -> None:
    say_wrong(drawn, "Dricker te", note="sa hon")
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
def test_text_comes_back_as_it_was(drawn: Round, text: str) -> None:
    say_wrong(drawn, text, note=text)
    (row,) = rows(taken(drawn, "csv", text="1"))
    assert (row["text"], row["quote"], row["answer_1_note"]) == (text, text, text)
    assert document(drawn, text="1")["items"][0]["text"] == text


def test_no_cell_begins_as_a_formula(drawn: Round) -> None:
    say_wrong(drawn, FORMULA, note="-2+3")
    told = taken(drawn, "csv", text="1").content.decode()
    cells = next(iter(list(csv.reader(io.StringIO(told, newline="")))[1:]))
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    assert "'=HYPERLINK" in told


def test_a_csv_file_follows_rfc_4180(drawn: Round) -> None:
    say_wrong(drawn, AWKWARD)
    told = taken(drawn, "csv", text="1").content.decode()
    assert told.endswith("\r\n")
    lines = list(csv.reader(io.StringIO(told, newline=""), strict=True))
    assert len({len(line) for line in lines}) == 1
    assert '"Åsa sade: ""a,b"";\r\noch gick"' in told


def test_the_mark_for_excel_is_a_choice(drawn: Round) -> None:
    mark = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()
    assert not taken(drawn, "csv").content.startswith(mark)
    marked = taken(drawn, "csv", bom="1")
    assert marked.content.startswith(mark)
    assert rows(marked) == rows(taken(drawn, "csv"))


def test_the_file_is_named_and_kept_by_no_cache(drawn: Round) -> None:
    response = taken(drawn, "csv")
    assert response["Content-Disposition"] == f'attachment; filename="minne-omgang-{drawn.pk}.csv"'
    assert response["Content-Type"].startswith("text/csv")
    assert response["Cache-Control"] == "no-store"


def test_an_open_round_is_not_taken_out() -> None:
    response = taken(a_round(3, who=person("oskar")))
    assert response.status_code == 409
    assert not Export.objects.exists()


@pytest.mark.parametrize("format", ["csv", "json"])
@pytest.mark.parametrize("who", ["reviewer", "elin", ""])
def test_only_administrators_take_rounds_out(drawn: Round, who: str, format: str) -> None:
    client = Client()
    if who:
        client.force_login(reviewer("siv") if who == "reviewer" else User.objects.create_user(who))
    response = client.get(reverse(f"export_{format}", args=[drawn.pk]))
    assert response.status_code == (403 if who else 302)
    assert not Export.objects.exists()


def test_an_erased_fact_keeps_its_label_and_no_words(drawn: Round) -> None:
    say_wrong(drawn, "Dricker te", note="sa hon")
    item = sample(drawn)[0]
    assert item.fact
    item.fact.delete()
    (told,) = document(drawn, text="1")["items"]
    assert (told["label"], told["fact"], told["text"]) == ("incorrect", None, None)
    assert told["answers"][0]["note"] is None
