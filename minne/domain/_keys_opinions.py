"""What a person finds a thing to be: "tycker att matte är svårt" says what "har svårt för matte" says."""

from __future__ import annotations

from collections.abc import Sequence

from minne.domain._keys_lexicon import Lexicon, Verb
from minne.domain._keys_tokens import Token


def opinion(some: Sequence[Token], lex: Lexicon) -> list[Token]:
    """The tokens with an opinion of a thing as the verb that says the same of it; others as they are."""
    said = [t for t in some if not lex.said(t.low, "adverb")]
    name = lex.opinions.get(said[-1].low) if said else None
    if name is None or not lex.said(said[0].low, "opinion"):
        return list(some)
    about = [t for t in said[1:-1] if not lex.said(t.low, "opinion_link")]
    linked = len(about) < len(said) - 2 or lex.said(said[0].low, "opinion_bare")
    if not about or not linked or any(t.verb for t in about):
        return list(some)
    verb = Verb(name.removeprefix("-"), not name.startswith("-"), "present", f"<{name}>")
    return [Token(verb.lemma, verb.lemma, verb, first=True), *about]
