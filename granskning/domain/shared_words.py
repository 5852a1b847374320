"""Which texts speak of the same thing, as far as their content words tell."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from heapq import nlargest

import snowballstemmer

LANGUAGES = {"sv": "swedish", "en": "english"}
LONGEST = 4000  # characters of a text that are read
DEFINITE = re.compile(r"(?<=\w{4})(?:et|en|an)$|(?<=\w{4})[aet]$")  # what the Swedish stemmer leaves on
WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
COMMON = """
alla allt att av bara blir bli blev bra den denna det detta dig din ditt dina där du då efter ej eller en
er ett finns från får få för ganska gillar gör göra hade han har hej helst hennes hon honom hos hur här
i ibland icke inför inte ja jag jo jobbar ju just kan kanske kommer kunna lite man med mer mest mig min mina
mitt mot mycket många måste ni nog nu när nån något några ofta och också om oss på redan samt sedan sen
sig sin sina sitt ska skulle som så sådan tack till tror tycker typ under ut upp vad var vara varit vart
vem vid vidare vi vill vilja väl än är år åt över använder föredrar
a about all also am an and any are as at be been but by can could did do does doing for from get got had
has have he her him his how i if in into is it its just like likes me more most much my no not now of
off on or our out over please prefer prefers really she should so some than thanks that the their them
then there these they this to too up us use uses using very want wants was we were what when where which
who will with would you your yes
"""
EMPTY = frozenset(COMMON.split())


@cache
def _stemmer(lang: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(LANGUAGES.get(lang, "swedish"))


@lru_cache(maxsize=50_000)
def _stem(word: str, lang: str) -> str:
    found = str(_stemmer(lang).stemWord(word))
    return DEFINITE.sub("", found) if lang != "en" else found


def content_words(text: str, lang: str) -> frozenset[str]:
    """The stems of the words that carry meaning: at least two characters, none of the common ones."""
    words = (word.casefold() for word in WORD.findall(text[:LONGEST]))
    return frozenset(_stem(word, lang) for word in words if len(word) > 1 and word not in EMPTY)


def places(texts: Iterable[frozenset[str]]) -> dict[str, list[int]]:
    """Each word with the places of the texts that have it, for `closest`."""
    found: dict[str, list[int]] = defaultdict(list)
    for place, words in enumerate(texts):
        for word in words:
            found[word].append(place)
    return found


def closest(
    words: frozenset[str],
    where: Mapping[str, Sequence[int]],
    *,
    most: int,
    counts: Callable[[int], bool] = lambda place: True,
) -> list[int]:
    """The places of the texts that share most of the words, at least one; of equals the later ones.

    In: the `places` of texts in the order in which they were said, and which of them count. Out: in that
    order too.
    """
    shared = Counter(place for word in words for place in where.get(word, ()) if counts(place))
    best = nlargest(most, shared.items(), key=lambda found: (found[1], found[0]))
    return sorted(place for place, _ in best)
