"""A statement put right a moment later: "Jag bor i Lund, nej förresten, jag menar Umeå"."""

from __future__ import annotations

import re
from dataclasses import replace

from minne.extraction.patterns import Statement
from minne.extraction.vocabulary import Lexicon

_NAME = re.compile(r"(?<=\s)[A-ZÅÄÖ][\w-]*(?:\s[A-ZÅÄÖ][\w-]*)*")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[\w-]+$")
_PREPOSITION = re.compile(r"^[a-zåäö]+\s+(?=\S)")
MAX_CORRECTION = 120  # characters


def corrected(statement: Statement, said: str, lex: Lexicon) -> Statement | None:
    """The statement as `said` puts it right; None when `said` is no correction of it."""
    if len(said) > MAX_CORRECTION or not lex.rules["correction_mark"].search(said):
        return None
    found = lex.rules["correction"].match(said)
    text = put_right(statement.text, found["new"].rstrip(".")) if found else None
    return replace(statement, text=text) if text else None


def put_right(text: str, new: str) -> str | None:
    """A fact's text with its last name, number or word replaced, whichever kind `new` is of."""
    value = _PREPOSITION.sub("", new)
    kind = _NAME if value[:1].isupper() else _NUMBER if value.isdigit() else _WORD
    places = list(kind.finditer(text))
    if not places or value.casefold() in text.casefold():
        return None
    return text[: places[-1].start()] + value + text[places[-1].end() :]
