"""Whether what a model says can be read in what it was shown."""

from __future__ import annotations

import re

from minne.domain.episodes import KnownFact
from minne.domain.grounding import occurrences, plain
from minne.domain.matching import excludes, read

WORD = re.compile(r"\w+", re.UNICODE)
NAME = re.compile(r"(?<=[\w,;:)] )[^\W\d_a-zåäöé]\w+")  # capitalised, and not because a sentence begins
NUMBER = re.compile(r"\d{3,}")
YEAR = re.compile(r"(?:19|20)\d\d")
SHORTEST = 4  # letters from which a word says what a statement is about


def invented(text: str, shown: str, examples: str) -> bool:
    """Whether a statement names what nobody named, or repeats the prompt's own example.

    A name may be inflected ("Norrlunds"), so its first letters are enough; a year may be worked out.
    """
    said, told = plain(shown).casefold(), plain(text)
    if any(_beginning(name) not in said for name in NAME.findall(told)):
        return True
    if any(number not in said for number in NUMBER.findall(told) if not YEAR.fullmatch(number)):
        return True
    words = {word for word in WORD.findall(told.casefold()) if len(word) >= SHORTEST}
    theirs, ours = set(WORD.findall(said)), set(WORD.findall(plain(examples).casefold()))
    return bool(words) and words <= ours and not words & theirs


def _beginning(name: str) -> str:
    return name.casefold()[: max(SHORTEST, len(name) * 2 // 3)]


def verbatim(quote: str, text: str) -> str:
    """The quote as the text has it, where it differs in white space or the shape of its marks only."""
    places = [] if quote in text else occurrences(quote, text)
    return text[slice(*places[0])] if places else quote


def may_point(text: str, fact: KnownFact, lang: str) -> bool:
    """Whether a statement may reword the fact: no denial of it, no other value of its slot, no other slot."""
    one, other = read(text, lang), read(fact.text, lang)
    if one.key == other.key:
        return True
    places = {(statement.slot or "").partition("|")[0] for statement in (one, other)} - {""}
    return one.negated == other.negated and len(places) < 2 and not excludes(one, other)
