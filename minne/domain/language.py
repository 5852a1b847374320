"""Swedish or English? Enough for short, colloquial messages and single statements."""

from __future__ import annotations

import re
from typing import Literal

from minne.domain._keys_lexicon import lexicon

Language = Literal["sv", "en"]

_COMMON, _SHARED, _VERB, _SHAPE, _LETTER = 1.0, 0.5, 0.7, 0.3, 1.5  # what each kind of evidence weighs
_BOTH = frozenset(("a", "so", "in", "am", "for", "about", "it"))  # common in the one, seen in the other
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SHAPES: dict[Language, re.Pattern[str]] = {
    "sv": re.compile(
        r"\w*(?:sj|tj|skj|ck|kv|fj|hj|lj|nj)\w*|\w{3,}(?:ar|er|or|ade|arna|erna|orna|het|ligt|ande|isk)"
    ),
    "en": re.compile(r"\w*(?:th|wh|ght|ee|oo|ou|ea|sh|w|z)\w*|\w{2,}(?:ing|tion|ly|ness|ies|ed)"),
}
_LONGEST_SAMPLE = 2000


def detect(text: str) -> Language:
    """The language of a text, by its common words, its verbs, its letters and the shapes of its words.

    Swedish where nothing speaks for either: the installation's own language.
    """
    words = _WORD.findall(text[:_LONGEST_SAMPLE].replace("’", "'"))
    swedish = sum(_evidence(word, "sv") + _letters(word) for word in words)
    english = sum(_evidence(word, "en") for word in words)
    return "en" if english > swedish else "sv"


def _letters(word: str) -> float:
    """å, ä and ö are Swedish; in a name they may stand in an English sentence ("Moving to Malmö")."""
    if not re.search("[åäö]", word.casefold()):
        return 0.0
    return _LETTER if word.islower() else _SHARED


def _evidence(word: str, lang: Language) -> float:
    """How much one word, as written, speaks for a language."""
    low, lex = word.casefold(), lexicon(lang)
    if low == "i":  # the Swedish preposition, the English pronoun
        return _SHARED if (word == "I") == (lang == "en") else 0.0
    if lex.said(low, "common"):
        return _SHARED if low in _BOTH else _COMMON
    if low in lex.verbs:
        return _VERB
    return _SHAPE if _SHAPES[lang].fullmatch(low) else 0.0
