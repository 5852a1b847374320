"""A content word as the stems it counts by: synonyms made one, compounds taken apart."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from minne.domain._keys_lexicon import Lexicon, lexicon

_SHORTEST_FIRST_PART = 3
_PREFIXES = frozenset(
    (
        "mini",
        "semi",
        "multi",
        "non",
        "anti",
        "pre",
        "post",
        "co",
        "re",
        "micro",
        "super",
        "on",
        "off",
        "over",
        "out",
    )
)
_SHORT_FIRST_PART, _LONG_HEAD = 4, 5  # "kod|exempel" but not "kli|mat"


@lru_cache(maxsize=20_000)
def stem(word: str, lang: str) -> str:
    """The stem of one casefolded word. Words of up to four letters keep theirs."""
    lex = lexicon(lang)
    if word in lex.stems:
        return lex.stems[word]
    if len(word) <= 3 or not word.isalpha():
        return word
    if lang == "en":
        return str(lex.stemmer.stemWord(word))
    while (shorter := _definite(str(lex.stemmer.stemWord(word)))) != word and len(shorter) > 2:
        word = shorter
    return word


def _definite(word: str) -> str:
    """What the Swedish stemmer leaves: a lone definite ending, and the e that comes and goes."""
    if len(word) > 5:
        word = re.sub(r"(?<=[^aeiouyåäö])e([lr])n$", r"\1", word)
        word = re.sub(r"(?<=[^aeiouyåäö])(et|en|an)$", "", word)
    return re.sub(r"(?<=[^aeiouyåäö])e([lrn])$", r"\1", word)


def canonical(word: str, lang: str) -> str:
    """The one name of a word and its synonyms, or its stem."""
    lex = lexicon(lang)
    if word in lex.synonyms:
        return lex.synonyms[word]
    found = stem(word, lang)
    longer = next(
        (name for listed, name in _synonyms_of(lang).get(found, ()) if word.startswith(listed)), found
    )
    return lex.synonyms.get(found, longer)


@cache
def _synonyms_of(lang: str) -> dict[str, list[tuple[str, str]]]:
    """Synonyms by their stems, so that longer forms of them have their name; "punk" is none of "punkter"."""
    found: dict[str, list[tuple[str, str]]] = {}
    for word, name in lexicon(lang).synonyms.items():
        if len(word) >= _SHORT_FIRST_PART:
            found.setdefault(stem(word, lang), []).append((word, name))
    return found


@lru_cache(maxsize=20_000)
def stems(word: str, lang: str, *, proper: bool = False) -> tuple[str, ...]:
    """The features of a content word as written: "Python-exempel" and "kodexempel" give two each.

    A proper name keeps its spelling, so that Karin and Karim, Anna and Anne stay apart.
    """
    lex, low = lexicon(lang), word.casefold()
    if low in lex.synonyms:
        return (lex.synonyms[low],)
    if "-" in low:
        return _hyphened(word, lex)
    if proper:
        return (low,)
    if lang == "sv" and (parts := _split(low, lex)):
        return parts
    return (canonical(low, lang),)


def _hyphened(word: str, lex: Lexicon) -> tuple[str, ...]:
    parts = [part for part in word.split("-") if part]
    if len(parts) > 2 and max(len(part) for part in parts[:2]) <= _SHORTEST_FIRST_PART:  # "wi-fi-tips"
        return stems("-".join(["".join(parts[:2]), *parts[2:]]), lex.lang)
    joined = "".join(parts).casefold()
    if joined in lex.synonyms:
        return (lex.synonyms[joined],)
    if lex.lang == "sv" and len(parts) > 2 and parts[-1].casefold() in lex.heads:
        return (*_hyphened("".join(parts[:-1]), lex), canonical(parts[-1].casefold(), lex.lang))
    short = len(parts) == 2 and (len(parts[0]) == 1 or max(map(len, parts)) < _SHORTEST_FIRST_PART)  # "wi-fi"
    if lex.lang == "en" and len(parts) == 2 and (short or parts[0].casefold() in _PREFIXES):
        return (canonical(joined, lex.lang),)
    if lex.lang == "en" or (len(parts) > 1 and (parts[-1].casefold() in lex.heads or len(parts) > 2)):
        return tuple(s for part in parts for s in stems(part, lex.lang, proper=part[:1].isupper()))
    return stems(joined, lex.lang)


def _split(word: str, lex: Lexicon) -> tuple[str, ...]:
    """Swedish compounds with a known head ("statistikkurs" is a kurs, of statistik)."""
    if word in lex.stems:
        return ()
    for cut in range(_SHORTEST_FIRST_PART, len(word) - 2):
        if cut < _SHORT_FIRST_PART and len(word) - cut < _LONG_HEAD:
            continue
        if word[cut:] in lex.compounds["dropped"]:
            return (_first_part(word[:cut], lex),)
        if word[cut:] in lex.heads:
            return _first_part(word[:cut], lex), canonical(word[cut:], lex.lang)
    return ()


def compound_verb(word: str, lex: Lexicon) -> int:
    """Where a known verb begins in a Swedish one that is put together ("fjäll|vandrar"); 0 for nowhere."""
    cuts = range(_SHORT_FIRST_PART, len(word) - _LONG_HEAD + 1)
    return next((cut for cut in cuts if word[cut:] in lex.verbs), 0)


def _first_part(word: str, lex: Lexicon) -> str:
    """The first part without the s that binds it."""
    bare = word.removesuffix("s") if len(word) > 4 else word
    return lex.synonyms.get(word) or lex.synonyms.get(bare) or canonical(bare, lex.lang)


@cache
def nouns(name: str, lang: str) -> frozenset[str]:
    """A noun class of the lexicon: its words as listed and in their canonical forms."""
    listed = lexicon(lang).nouns[name]
    return listed | {canonical(word, lang) for word in listed}


@cache
def axis_ends(lang: str) -> dict[str, str]:
    """Each word that is one end of an axis, as listed and in its canonical form, to "axis=end"."""
    listed = lexicon(lang).axes
    return {canonical(word, lang): end for word, end in listed.items()} | listed


@cache
def kinds_of(lang: str) -> dict[str, str]:
    """The canonical forms of nouns to the kind they are of: a son is a child."""
    return {canonical(word, lang): canonical(kind, lang) for word, kind in lexicon(lang).genus.items()}


@cache
def verbs_in_nouns(lang: str) -> dict[str, str]:
    """The canonical forms of nouns that say what a verb could ("allergi"), to the verb class."""
    return {canonical(word, lang): verb for word, verb in lexicon(lang).nominal.items()}
