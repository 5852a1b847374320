"""Swedish or English? Enough for short, colloquial messages and single statements."""

from __future__ import annotations

import re
from typing import Literal

from minne.domain._keys_lexicon import lexicon

_BOTH = frozenset(("i", "a", "so", "in", "am", "for", "about"))  # common in the one, seen in the other
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SWEDISH_SHAPE = re.compile(
    r"\w*(?:sj|tj|skj|ck|kv|fj|hj|lj|nj)\w*|\w{3,}(?:ar|er|or|ade|arna|erna|orna|het|ligt|ande|isk)"
)
_ENGLISH_SHAPE = re.compile(r"\w*(?:th|wh|ght|ee|oo|ou|ea|sh|w|z)\w*|\w{2,}(?:ing|tion|ly|ness|ies|ed)")
_LONGEST_SAMPLE = 2000


def detect(text: str) -> Literal["sv", "en"]:
    """The language of a text, by its common words, its letters and the shapes of its words.

    Swedish where nothing speaks for either: the installation's own language.
    """
    sample = text[:_LONGEST_SAMPLE].replace("’", "'").casefold()
    words = _WORD.findall(sample)
    swedish = sum(_weight(word, "sv") for word in words) + 1.5 * len(re.findall("[åäö]", sample))
    english = sum(_weight(word, "en") for word in words)
    if abs(swedish - english) < 1:
        swedish += 0.3 * sum(1 for word in words if _SWEDISH_SHAPE.fullmatch(word))
        english += 0.3 * sum(1 for word in words if _ENGLISH_SHAPE.fullmatch(word))
    return "en" if english > swedish else "sv"


def _weight(word: str, lang: str) -> float:
    if not lexicon(lang).said(word, "common"):
        return 0.0
    return 0.5 if word in _BOTH else 1.0
