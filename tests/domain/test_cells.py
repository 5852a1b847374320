"""Cells that no spreadsheet runs, and that give the text back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.cells import neutral, original


@pytest.mark.parametrize("text", ['=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"])
def test_what_a_spreadsheet_would_run_begins_with_an_apostrophe(text: str) -> None:
    assert neutral(text) == "'" + text


@pytest.mark.parametrize("text", ["", "Bor i Umeå", "1+1", " =1 är en formel"])
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert neutral(text) == text


@given(st.text() | st.sampled_from(["'=1", "''", "'"]))
def test_the_text_comes_back(text: str) -> None:
    assert original(neutral(text)) == text
