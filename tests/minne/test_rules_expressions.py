"""Expressions compiled when needed: what they open with hides nothing that they match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minne.extraction.expressions import Expression, folded, openings
from minne.extraction.vocabulary import LANGS, Lang, lexicon

WORDS = {"drink": ["kaffe", "te|vin", "(?:iskall )?öl"], "any": [r"\w+"], "fluid": ["{drink}", "vatten"]}


@pytest.mark.parametrize(
    ("source", "opens"),
    [
        ("bor i", {"bor i"}),
        ("Bor|HETER \\w+", {"bor", "heter "}),
        ("^(?:gillar|älskar) ", {"gillar", "älskar"}),
        ("(?P<x>gillar) y", {"gillar"}),
        ("(gillar|bor)+", {"gillar", "bor"}),
        ("(?!(?:nu|då)\\b)\\bbor", {"bor"}),
        ("dricker? te", {"dricke"}),
        ("dricker{0,2}", {"dricke"}),
        ("dricker{2}", {"dricker"}),
        ("(?:inte )?bor", {"inte ", "bor"}),
        ("(?:inte ){0}bor|är", {"inte ", "bor", "är"}),
        ("(?:inte ){,3}?bor", {"inte ", "bor"}),
        ("{fluid} ute", {"kaffe", "te", "vin", "iskall ", "öl", "vatten"}),
        ("{drink}*ute", {"kaffe", "te", "vin", "iskall ", "öl", "ute"}),
        ("(?:a|b(?:c[)|]d)) e", {"a", "b"}),
    ],
)
def test_what_opens_an_expression_is_read_off_it(source: str, opens: set[str]) -> None:
    assert openings(source, WORDS) == opens


@pytest.mark.parametrize(
    "source", ["", "a|", "a?", ".+ bor", r"\w+", "{any} bor", "(?:bor|) i", "(?i:bor)", "[ab]c", "(?<!x)bor"]
)
def test_what_may_open_with_anything_says_so(source: str) -> None:
    assert openings(source, WORDS) == {""}


@given(st.text("bBiIsSåÅıİſK \u212a\u212b"), st.text("bBiIsSåÅıİſK \u212a\u212b"))
def test_texts_that_match_when_case_is_ignored_are_folded_alike(one: str, other: str) -> None:
    for a, b in [(one, other), (one, one.swapcase())]:
        if re.fullmatch(re.escape(a), b, re.IGNORECASE):
            assert folded(a) == folded(b)


def test_an_odd_letter_hides_no_match() -> None:
    expression = Expression("^(?:is|så)", {})
    for said in ("Is", "İs", "ıſ", "SÅ", "ſ\u212b"):
        assert expression.compiled.match(said)
        assert folded(said).startswith(expression.opens)
        assert all(expression.may_begin(folded(said)[:n]) for n in range(4))
    assert not expression.may_begin("sa")


@pytest.mark.parametrize("lang", LANGS)
def test_every_expression_compiles_though_no_text_asks_for_it(lang: Lang) -> None:
    lex = lexicon(lang)
    for pattern in lex.patterns:
        for expression in (*pattern.match, pattern.unless, pattern.needs):
            assert expression is None or expression.compiled
    assert all(lex.rules[name] for name in lex.rules.sources)
