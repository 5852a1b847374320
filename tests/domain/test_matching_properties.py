"""What holds of any text, and the measured precision and recall on labelled pairs."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minne.domain._keys_lexicon import lexicon
from minne.domain.matching import excludes, read, relation
from tests.examples import examples

HERE = Path(__file__).parent
LANGUAGES = ("sv", "en")
languages = st.sampled_from(LANGUAGES)

Pair = tuple[str, str, str, str]


@cache
def pairs(name: str) -> list[Pair]:
    """The labelled pairs; of two labels that would do, the one given."""
    lines = (HERE / f"fact_pairs_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = []
    for row in map(json.loads, lines):
        given = relation(row["a"], row["b"], row["lang"])
        label = given if given in row.get("also", []) else row["label"]
        found.append((row["a"], row["b"], row["lang"], label))
    return found


def words(lang: str) -> list[str]:
    """Words that the reader has rules for, and some that it has none for."""
    lex = lexicon(lang)
    known = {*lex.verbs, *lex.axes, *lex.synonyms, *lex.time_starts, *lex.prepositions, *lex.consumed}
    known.update(*lex.words.values(), *lex.places.values())
    return sorted(
        {*known, "Lund", "Umeå", "Volvo", "Anna", "Python 3", "12", "2027", ",", "kodexempel", "glurk"}
    )


sentences = languages.flatmap(
    lambda lang: st.tuples(st.lists(st.sampled_from(words(lang)), max_size=7).map(" ".join), st.just(lang))
)


def rates(name: str) -> dict[str, tuple[float, float]]:
    """Precision and recall of "same" and "contradicts"."""
    counts = Counter((label, relation(a, b, lang)) for a, b, lang, label in pairs(name))
    found = {}
    for relation_name in ("same", "contradicts"):
        true = counts[relation_name, relation_name]
        said = sum(n for (_, got), n in counts.items() if got == relation_name)
        there = sum(n for (label, _), n in counts.items() if label == relation_name)
        found[relation_name] = (true / said, true / there)
    return found


@pytest.mark.parametrize(
    ("name", "same", "contradicts"),
    [  # the last eight as somebody wrote them who had not seen the keys; at first sight same had a recall of
        # 0.667, 0.970, 0.758, 0.860, 0.620, 0.765, 0.809 and 0.794 on them and a precision of 1 throughout,
        # contradicts a recall of 0.889 on the first three and of 1, 0.926, 0.926, 0.944 and 0.971 on the
        # others and a precision of 1 but on the last, 0.971
        ("dev", 0.95, 0.95),
        ("held", 0.90, 0.92),
        ("later", 0.90, 0.90),
        ("strange", 0.95, 0.95),
        ("stranger", 0.95, 0.90),
        ("third", 0.95, 0.95),
        ("fourth", 0.95, 0.95),
        ("fifth", 0.93, 0.95),
        ("sixth", 0.95, 0.95),
        ("seventh", 0.95, 0.95),
        ("eighth", 0.95, 0.95),
    ],
)
def test_the_labelled_pairs_are_told_apart_as_well_as_was_measured(
    name: str, same: float, contradicts: float
) -> None:
    measured = rates(name)
    assert measured["same"][0] >= 0.97
    assert measured["contradicts"][0] >= 0.98
    assert measured["same"][1] >= same
    assert measured["contradicts"][1] >= contradicts


def test_no_two_of_the_labelled_statements_are_confused_across_pairs() -> None:
    """Every pair labelled other than the same keeps its keys apart, and what excludes shares a group."""
    statements = {read(t, lang) for a, b, lang, _ in pairs("dev") + pairs("held") for t in (a, b)}
    for a in statements:
        for b in statements:
            assert not excludes(a, b) or (a.group == b.group and a.key != b.key)


@given(st.text(), languages)
@settings(max_examples=examples(300), deadline=None)
def test_any_text_is_read_into_bounded_stored_text(text: str, lang: str) -> None:
    found = read(text, lang)
    assert 0 < len(found.key) <= 200
    assert max(len(found.base), len(found.group), len(found.slot or "")) <= 200
    for part in (found.key, found.base, found.group):
        part.encode("utf-8")
        assert "\0" not in part
        assert unicodedata.is_normalized("NFC", part)
    assert found == read(text, lang)


@pytest.mark.parametrize(
    "text", ["", "\0", "😀", "\ud83d", "- -", ",", "~", "=|~", "en", "'s", "å" * 1_000_000, "1 " * 500_000]
)
@pytest.mark.parametrize("lang", ["sv", "en", "fi", ""])
def test_odd_texts_have_a_key(text: str, lang: str) -> None:
    assert 2 <= len(read(text, lang).key) <= 200


@given(sentences, st.integers(0, 10_000))
@settings(max_examples=examples(400), deadline=None)
def test_relations_are_symmetric_and_what_excludes_shares_a_group(
    sentence: tuple[str, str], salt: int
) -> None:
    text, lang = sentence
    other = pairs("dev")[salt % len(pairs("dev"))][0]
    for changed in (other, f"inte {text}", f"not {text}", text.upper(), text[: salt % (len(text) + 1)]):
        a, b = read(text, lang), read(changed, lang)
        assert relation(text, changed, lang) == relation(changed, text, lang)
        assert excludes(a, b) == excludes(b, a)
        assert not excludes(a, a)
        if excludes(a, b):
            assert a.group == b.group
            assert a.key != b.key


@given(sentences)
@settings(max_examples=examples(200), deadline=None)
def test_an_affirmed_slot_is_the_group(sentence: tuple[str, str]) -> None:
    found = read(*sentence)
    assert found.group == (found.slot or found.group)
    assert not (found.negated and found.slot)
    assert found.key.startswith(("-" if found.negated else "+") + found.base)


@given(sentences)
@settings(max_examples=examples(200), deadline=None)
def test_composed_and_decomposed_letters_and_spaces_give_one_key(sentence: tuple[str, str]) -> None:
    text, lang = sentence
    spaced = "  " + unicodedata.normalize("NFD", text).replace(" ", " \n ") + " "
    assert read(spaced, lang).key == read(text, lang).key


def phrase_words(lang: str) -> Iterator[tuple[str, str]]:
    text = (files("minne.domain") / "lexicon" / f"{lang}.toml").read_text(encoding="utf-8")
    yield from re.findall(r'^"([^"]+)" = "([^"]*)"$', text.partition("[phrases]")[2], re.M)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_pattern_of_the_lexicon_names_verbs_and_places_that_exist(lang: str) -> None:
    lemmas = {verb.lemma for verb in lexicon(lang).verbs.values()}
    for pattern, becomes in phrase_words(lang):
        unknown = set(re.findall(r"~(\w+)", pattern)) - lemmas
        assert not unknown, f"{pattern}: {unknown}"
        assert all(int(n) <= len(pattern.split()) for n in re.findall(r"\$(\d)", becomes)), pattern
