"""A turn cut into sentences and clauses that know where in the turn they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from minne.extraction.vocabulary import Lexicon

MAX_SENTENCE = 1500  # characters; longer runs without a full stop are pasted, not said
MAX_CLAUSE = 300  # characters; a longer one is nothing a person says of themself in passing

_END = re.compile(r"[.!?…]+(?=[\s)\"”'’*]|$)|\s*\n\s*|[ \t]{4,}")
_HIDDEN = 0xE000  # private use: hidden speech number k is written as this plus k, at its full length
_MAX_HIDDEN = 6000


@dataclass(frozen=True, slots=True)
class Span:
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Clause:
    """`link` is how the clause hangs on the one before it in its sentence: "", "and", "so" or "other"."""

    span: Span
    link: str
    question: bool


def hide(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with every span blotted out at its own length, so that positions still hold."""
    for number, (start, end) in enumerate(spans[:_MAX_HIDDEN]):
        text = text[:start] + chr(_HIDDEN + number) * (end - start) + text[end:]
    return text


def unhide(text: str, original: str, spans: list[tuple[int, int]]) -> str:
    """A text made from a hidden one with what was hidden put back (titles, names in quotes)."""

    def back(blot: re.Match[str]) -> str:
        start, end = spans[ord(blot[1]) - _HIDDEN]
        return original[start:end]

    return re.sub(r"([\ue000-\uf8ff])\1*", back, text)


def sentences(text: str, lex: Lexicon) -> Iterator[Span]:
    """The sentences of a text, each with its closing mark; overlong ones are left out."""
    return (span for span in _sentences(text, lex) if len(span.text) <= MAX_SENTENCE)


def _sentences(text: str, lex: Lexicon) -> Iterator[Span]:
    start = 0
    for end in _END.finditer(text):
        if end[0] == "." and _abbreviated(text, start, end, lex):
            continue
        yield from _trimmed(text, start, end.end())
        start = end.end()
    yield from _trimmed(text, start, len(text))


def _abbreviated(text: str, start: int, end: re.Match[str], lex: Lexicon) -> bool:
    """Whether the full stop closes an abbreviation: "t.ex. i Lund", but not "kurs C. Jag", "en öde ö"."""
    short = lex.rules["abbreviation"].search(text[max(start, end.start() - 12) : end.end()])
    if short is None:
        return False
    letter = len(short[0].strip(" .")) == 1
    word = letter and short[0].strip(" .") in "iåäö" and text[end.end() : end.end() + 2].strip().isupper()
    return not (word or (letter and lex.rules["opener"].match(text[end.end() : end.end() + 15])))


def clauses(sentence: Span, lex: Lexicon) -> Iterator[Clause]:
    """The clauses of a sentence; only the last of a question is itself one."""
    cuts = [part for cut in _cuts(sentence.text, lex) for part in _reason_and_rest(sentence.text, cut, lex)]
    for at, (start, end, link) in enumerate(cuts):
        for span in _trimmed(sentence.text, start, end):
            asking = at == len(cuts) - 1 and "?" in sentence.text[-4:]
            moved = Span(sentence.start + span.start, sentence.start + span.end, span.text)
            if len(moved.text) <= MAX_CLAUSE:
                yield Clause(moved, link, asking)


def _cuts(text: str, lex: Lexicon) -> Iterator[tuple[int, int, str]]:
    start, link = 0, ""
    for cut in lex.rules["boundary"].finditer(text):
        before, after = text[start : cut.start()], text[cut.end() :]
        if cut["carried"] and _governed(before, cut["carried"], lex):
            continue
        if lex.rules["verb_first"].match(after) and lex.rules["reason_open"].fullmatch(before):
            continue
        if lex.rules["lasting_front"].fullmatch(before.strip(" ,")):
            continue
        yield start, cut.start(), link
        start, link = cut.end(), _link(cut)
    yield start, len(text), link


def _governed(before: str, carried: str, lex: Lexicon) -> bool:
    """Whether what stands before asks for the second verb too: "to eat and drink", "love hiking and …"."""
    doing = lex.rules["doing"].match(carried) and lex.rules["no_carry_doing"].search(before)
    return bool(doing or lex.rules["no_carry"].search(before))


def _reason_and_rest(text: str, cut: tuple[int, int, str], lex: Lexicon) -> Iterator[tuple[int, int, str]]:
    """ "Since I'm a nurse I work nights" as two clauses, the one following from the other."""
    start, end, link = cut
    reason = lex.rules["reason_first"].match(text[start:end])
    if reason:
        yield start, start + reason.start("at"), link
        start, link = start + reason.end("at"), "so"
    yield start, end, link


def _link(cut: re.Match[str]) -> str:
    return next((name for name in ("and", "so") if cut[name]), "and" if cut["carried"] else "other")


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    kept = piece.strip()
    if kept:
        start += len(piece) - len(piece.lstrip())
        yield Span(start, start + len(kept), kept)
