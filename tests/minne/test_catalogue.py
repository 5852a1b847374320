"""The English catalogue: complete, compiled, true to its placeholders, and what the pages are read in."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.utils import translation
from django.utils.translation import ngettext, pgettext

from tests.minne.catalogue import Entry, compiled, entries, in_source, looked_up_on_import

PLACEHOLDER = re.compile(r"%%|%\(\w+\)[sd]|%[sd]|\{\w+\}|</?\w+>")
SWEDISH = re.compile("[åäöÅÄÖ]")
SHARED = {
    "CSV",
    "English",
    "JSON",
    "Person",
    "Person %(number)s",
    "Svenska",
    "Version %(number)s",
    "Version %(number)s, %(day)s.",
    "id",
    "null",
    "person",
    "text",
    "version %(number)s",
    "%(people)s person",
    "%(seconds)s s",
}


def marks(text: str) -> Counter[str]:
    """The placeholders and tags of a text, with how often each stands there."""
    return Counter(PLACEHOLDER.findall(text))


def test_the_source_is_read_for_its_texts() -> None:
    found = {text.id for text, _ in in_source()}
    assert {"Stämmer", "Kan inte avgöra", "över målet", "Logga in"} <= found
    assert "%(count)s av %(outdated)s inaktuella är %(type)s." in found  # Python, joined
    assert "Stängd %(day)s." in found  # a template's variable
    assert len(found) > 800


def test_no_text_is_looked_up_while_a_module_is_loaded() -> None:
    assert list(looked_up_on_import()) == []


def test_every_text_in_the_source_has_an_entry() -> None:
    known = {entry.text for entry in entries() if not entry.obsolete}
    assert {(file, text) for text, file in in_source() if text not in known} == set()


def test_every_entry_is_of_a_text_in_the_source() -> None:
    used = {text for text, _ in in_source()}
    assert [entry.text for entry in entries() if entry.obsolete or entry.text not in used] == []


def test_every_entry_is_translated_and_none_is_a_guess() -> None:
    assert [entry.text.id for entry in entries() if "fuzzy" in entry.flags] == []
    assert [entry.text.id for entry in entries() if not all(entry.translations)] == []
    assert [e.text.id for e in entries() if len(e.translations) != (2 if e.text.plural else 1)] == []


def test_no_text_is_entered_twice() -> None:
    counted = Counter((entry.text.context, entry.text.id) for entry in entries())
    assert [text for text, count in counted.items() if count > 1] == []


def test_placeholders_and_tags_agree_in_both_languages() -> None:
    assert [entry.text.id for entry in entries() if not agrees(entry)] == []


def agrees(entry: Entry) -> bool:
    """A plural's singular may leave out a number that is one."""
    text = entry.text
    if not text.plural:
        return marks(entry.translations[0]) == marks(text.id)
    one, many = entry.translations
    return marks(many) == marks(text.plural) and marks(text.id) <= marks(one) <= marks(text.plural)


def test_no_english_has_swedish_letters() -> None:
    assert [t for entry in entries() for t in entry.translations if SWEDISH.search(t)] == []


def test_english_differs_from_swedish_but_for_words_the_two_share() -> None:
    same = {entry.text.id for entry in entries() if entry.text.id in entry.translations}
    assert same == SHARED


def test_per_cent_and_decimals_are_written_the_english_way() -> None:
    told = [t for entry in entries() for t in entry.translations]
    assert [t for t in told if re.search(r"[\d)s][ \N{NO-BREAK SPACE}]%%?(?!\()", t)] == []
    assert [t for t in told if re.search(r"\d,\d", t)] == []


def test_the_compiled_catalogue_is_what_the_text_says() -> None:
    assert compiled() == {entry.text: entry.translations for entry in entries()}


@pytest.mark.parametrize(("count", "said"), [(0, "facts"), (1, "one fact"), (2, "facts")])
def test_one_is_singular_and_none_is_plural(count: int, said: str) -> None:
    with translation.override("en"):
        one, many = "Listan har ett faktum.", "Listan har %(size)s fakta."
        assert said in ngettext(one, many, count)


def test_a_context_tells_two_readings_apart() -> None:
    with translation.override("en"):
        assert pgettext("singular", "mål") == "goal"
        assert translation.gettext("mål") == "goals"
