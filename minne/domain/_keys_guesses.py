"""Verbs that no list knows, by where they stand and how they end.

A statement opens with its verb, so "Badar bastu" and "brukar bada bastu" are of one verb, whatever it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from minne.domain._keys_lexicon import Form, Lexicon, Verb
from minne.domain._keys_stems import compound_verb
from minne.domain._keys_tokens import Token

_ENDINGS: dict[str, tuple[tuple[str, Form], ...]] = {
    "sv": ((r"[a-zåäö]{3,}ade", "past"), (r"[a-zåäö]{2,}[ae]r", "present")),
    "en": ((r"[a-z]{3,}ed", "past"), (r"[a-z]{3,}[^s\W]s", "present")),
}
_INFINITIVE = {"sv": r"[a-zåäö]{3,}a", "en": r"[a-z]{3,}"}
_DOING = r"[a-z]{3,}ing"
_FARTHEST = 4  # words that a time before the verb may have


def with_guesses(some: Sequence[Token], lex: Lexicon) -> list[Token]:
    """The tokens, with an unknown word in the verb's place and after an auxiliary taken for a verb."""
    if any(
        t.verb and t.verb.form not in ("infinitive", "ing") for t in some if t is some[0] or t.word[:1] != "<"
    ):
        return list(_after_auxiliaries(some, lex))
    at = next((n for n, t in enumerate(some[:_FARTHEST]) if _form(t, lex) and _opens(some[:n], lex)), None)
    if at is None or (len(some) < 2 and not (lex.lang == "sv" and some[at].low.endswith("ar"))):
        return list(some)
    form = _form(some[at], lex) or "present"
    return [*some[:at], *_guess(some[at], form, lex), *some[at + 1 :]]


def _opens(before: Sequence[Token], lex: Lexicon) -> bool:
    """Whether a verb may stand after these words: nothing, a time, or how often."""
    first = before[0].low if before else ""
    return (
        all(lex.said(t.low, "adverb") for t in before)
        or first in lex.prepositions
        or first in lex.time_starts
        or lex.said(first, "fronting")
    )


def _form(t: Token, lex: Lexicon) -> Form | None:
    if not _unknown(t, lex):
        return None
    return next((form for ending, form in _ENDINGS[lex.lang] if re.fullmatch(ending, t.low)), None)


def _unknown(t: Token, lex: Lexicon) -> bool:
    known = t.low in lex.synonyms or t.low in lex.prepositions or t.low in lex.axes or t.low in lex.numbers
    timely = t.low in lex.time_starts or t.low in lex.recurring
    return not (t.verb or t.proper or known or timely or any(t.low in words for words in lex.words.values()))


def _guess(t: Token, form: Form, lex: Lexicon) -> Iterator[Token]:
    """The word as a verb; one put together ("fjällvandrar") as the verb and what stands before it."""
    if lex.lang == "sv" and (cut := compound_verb(t.low, lex)):
        yield replace(t, verb=lex.verbs[t.low[cut:]])
        yield Token(t.low[:cut], t.low[:cut])
        return
    stem = str(lex.stemmer.stemWord(t.low))
    yield replace(t, verb=Verb(stem, positive=True, form=form, lemma=stem))


def _after_auxiliaries(some: Sequence[Token], lex: Lexicon) -> Iterator[Token]:
    """ "Brukar bada", "föredrar att bada", "wants to host", "enjoys hosting"."""
    asking = to = False
    modal = False
    for at, t in enumerate(some):
        listed = at + 1 < len(some) and lex.said(some[at + 1].low, "conjunction")
        infinitive = (to or (lex.lang == "sv" and modal)) and re.fullmatch(_INFINITIVE[lex.lang], t.low)
        doing = lex.lang == "en" and not to and re.fullmatch(_DOING, t.low)
        if asking and (infinitive or doing) and not listed and _unknown(t, lex):
            yield from _guess(t, "ing" if doing else "base" if lex.lang == "en" else "infinitive", lex)
            asking = to = False
            continue
        yield t
        if lex.said(t.low, "infinitive_mark"):
            to = True
        elif not lex.said(t.low, "adverb"):
            asking, to = t.verb is not None and lex.has(t.verb.cls, "aux"), False
            modal = t.verb is not None and lex.has(t.verb.cls, "modal")
