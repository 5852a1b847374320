"""The charts as they are drawn: numbers that a browser reads, words that a screen reader does, one table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from granskning.models import Round
from granskning.services.rounds import close, start_round
from tests.granskning.answering import answer, closed
from tests.granskning.making import NOW, facts, person, reviewer
from tests.minne.pages import logged_in
from tests.shared import made_once

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NUMBERS = ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height")


def html_of(drawn: Round) -> str:
    client = logged_in(reviewer("siv"))
    return client.get(reverse("round_result", args=[drawn.pk])).content.decode()


def pictures(html: str) -> Iterator[ElementTree.Element]:
    for svg in re.findall(r'<svg class="chart .*?</svg>', html, re.DOTALL):
        yield ElementTree.fromstring(svg)


@pytest.fixture(scope="module")
def html(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> str:
    with made_once(django_db_blocker):
        return html_of(closed(correct=27, incorrect=2, outdated=1, frame=50))


def test_every_chart_is_drawn_in_numbers_that_a_browser_reads(html: str) -> None:
    drawn = list(pictures(html))
    assert len(drawn) == 5  # the bar, over time in two widths, and two squares
    for picture in drawn:
        for element in picture.iter():
            for name in NUMBERS:
                float(element.get(name, "0"))
            assert "," not in element.get("transform", "")
            assert "nan" not in element.get("points", "").lower()


def test_every_chart_has_a_title_and_a_description_of_its_own(html: str) -> None:
    named = [picture.get("aria-labelledby", "").split() for picture in pictures(html)]
    ids = [name for names in named for name in names]
    assert len(ids) == len(set(ids)) == 10
    for picture, names in zip(pictures(html), named, strict=True):
        told = {element.get("id"): element.text for element in picture}
        assert all(told[name] for name in names)
        assert picture.get("role") == "img"


def test_no_chart_carries_style_or_script(html: str) -> None:
    for picture in pictures(html):
        for element in picture.iter():
            assert element.tag != "script"
            assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_the_numbers_of_the_charts_stand_in_tables_too(html: str) -> None:
    told = re.sub(r"\s+", " ", html)
    assert "40–47 av 50" in told
    assert "<td>27 av 30</td>" in re.sub(r"<td> (.*?) </td>", r"<td>\1</td>", told)
    assert told.count("<table") >= 3


def test_a_single_round_is_drawn_in_the_middle(html: str) -> None:
    wide = next(picture for picture in pictures(html) if "chart-wide" in picture.get("class", ""))
    (point,) = wide.iter("circle")
    assert 380 < float(point.get("cx", "0")) < 410


def test_rounds_over_a_part_have_a_mark_and_a_legend_of_their_own() -> None:
    facts(person(), 6)
    rut = reviewer()
    for type_ in ("", "preference"):
        drawn = start_round(user=None, n=3, type=type_, now=NOW)
        answer(drawn, ["correct"] * 3, by=rut)
        close(round=drawn, now=NOW)
    told = html_of(Round.objects.first() or drawn)
    (wide,) = [picture for picture in pictures(told) if "chart-wide" in picture.get("class", "")]
    classes = [element.get("class", "").split()[0] for element in wide.iter("g") if element.get("class")]
    assert sorted(classes) == ["chart-everyone", "chart-part"]
    assert "en persons lista, eller en typ" in told


def test_the_round_that_the_page_is_about_is_marked(html: str) -> None:
    assert html.count("chart-here") == 2
