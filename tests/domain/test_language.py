import pytest
from hypothesis import given
from hypothesis import strategies as st

from minne.domain.language import detect

SWEDISH = """
Jag bor i Lund
jag gillar kod
vad heter du
kan du fixa det har
jobbar pa volvo
min hund heter rex
Springer maraton i maj
Sitter mest i VS Code
Undervisar i fysik
Nej, inte längre.
I maj ska hon flytta
Svara på engelska, tack
Är vegan
"""

ENGLISH = """
I live in Lund
i like cats
what time is it
my dog is rex
Moving to Malmö
Hates winter
Smokes
Avoids nuts
Runs after breakfast
Thanks!
No, not any more.
Works with Åsa at Göteborg Energi
Please answer in Swedish
Is vegan
"""


@pytest.mark.parametrize("text", SWEDISH.strip().splitlines())
def test_swedish_is_known_without_its_own_letters_too(text: str) -> None:
    assert detect(text) == "sv"


@pytest.mark.parametrize("text", ENGLISH.strip().splitlines())
def test_english_is_known_with_swedish_names_in_it_too(text: str) -> None:
    assert detect(text) == "en"


@pytest.mark.parametrize("text", ["", "   ", "123", "😀", "ok", "\0"])
def test_where_nothing_speaks_for_either_it_is_swedish(text: str) -> None:
    assert detect(text) == "sv"


@given(st.text())
def test_any_text_has_a_language(text: str) -> None:
    assert detect(text) in ("sv", "en")
