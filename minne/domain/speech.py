"""What in a person's message is not their own assertion: quoted, pasted, played or smuggled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from minne.domain.quotation import quotation_spans
from minne.domain.spans import (
    Span,
    any_of,
    folded,
    lexicon,
    line_end,
    paragraph_end,
    reaching,
    sentence_end,
    sentence_start,
    united,
)

GAP = r"(?!\w)[^\n.!?:]{0,100}"  # from a cue to the colon of its sentence
COLON = r"(?::(?=\s|[\"'”“’‘»«]|$))"
CLAUSE_START = (
    r"(?:^|[.!?,;:\n(]\s{0,3}|"
    r"\b(?:please|you|let's|du|vi|now|nu|och|and|så|just|kan|ska|snälla|could|can)\s)"
)
DASH = r"(?:\s[–—-]\s)"


def speech_spans(text: str, lang: str) -> list[Span]:
    """Spans that are not the person's own words, as sorted, disjoint offsets.

    Quotations, block quotes, code, pasted and forwarded text, role play and fiction, lines of other
    speakers, instruction injections. `lang` is the main language of the text; the cues of Swedish and
    English are both known whatever it is, since people quote across languages.
    """
    found, low = list(quotation_spans(text)), folded(text)
    for part in (_introduced, _edited, _played, _forwarded, _spoken_by_others, _injected):
        found += part(low)
    return united(found)


@cache
def _pattern(name: str, before: str = r"(?<!\w)", after: str = r"(?!\w)") -> re.Pattern[str]:
    parts = lexicon()["speech"][name]
    return re.compile(before + any_of([parts] if isinstance(parts, str) else parts) + after)


def _introduced(text: str) -> Iterator[Span]:
    """After a colon whose sentence says that other words follow."""
    if found := _pattern("pasted", after=GAP + COLON).search(text):
        yield found.end(), len(text)
    yield from reaching(
        _pattern("quoting", after=GAP + COLON).finditer(text), lambda at: _quoted_end(text, at)
    )
    yield from reaching(
        _pattern("edit_this", after=GAP + DASH).finditer(text), lambda at: paragraph_end(text, at)
    )


def _quoted_end(text: str, at: int) -> int:
    """The paragraph that begins on the line; what begins below the line runs to the end."""
    return paragraph_end(text, at) if text[at : line_end(text, at)].strip() else len(text)


def _edited(text: str) -> Iterator[Span]:
    """ "Translate this.", "I found this." and what follows; "proofread my letter" and the lines below."""
    for name in ("edit_this", "announcing"):
        if found := _pattern(name).search(text):
            yield sentence_end(text, found.end()), len(text)
    if found := _pattern("edit_own", after=r"(?=\n\s{0,4}\S)").search(text):
        yield found.end(), len(text)


def _played(text: str) -> Iterator[Span]:
    openers = _pattern("fiction_openers", before=CLAUSE_START)
    for played in (*_pattern("fiction").finditer(text), *openers.finditer(text)):
        yield sentence_start(text, played.end()), sentence_end(text, played.end())
    if found := _pattern("role_play", after="").search(text):
        yield sentence_start(text, found.end()), len(text)


def _forwarded(text: str) -> Iterator[Span]:
    if found := _pattern("forwarded", r"(?m)^[ \t>]{0,6}", "").search(text):
        yield found.start(), len(text)
    header = any_of(lexicon()["speech"]["mail_headers"])
    line = rf"^[ \t>*]{{0,6}}{header}\*?:"
    if found := re.compile(rf"{line}[^\n]{{0,300}}\n{line[1:]}", re.MULTILINE).search(text):
        yield found.start(), len(text)


def _spoken_by_others(text: str) -> Iterator[Span]:
    """ "SYSTEM: …", "Assistant: …" at the start of a line, and the other side of such a chat; dialogue."""
    chat = [name for name in ("speakers", "other_speakers") if _line_of("speakers").search(text)]
    for found in (found for name in chat for found in _line_of(name).finditer(text)):
        yield found.start(), line_end(text, found.end())
    for pattern in (_pattern("dialogue", r"(?m)^[ \t]{0,4}", ""), _pattern("template", "", "")):
        yield from (found.span() for found in pattern.finditer(text))


def _line_of(speakers: str) -> re.Pattern[str]:
    return _pattern(speakers, r"(?m)^[ \t>*#\[<|]{0,6}", r"[\]>*|]{0,3}[ \t]?:")


def _injected(text: str) -> Iterator[Span]:
    for start, end in reaching(_pattern("injection").finditer(text), lambda at: paragraph_end(text, at)):
        yield sentence_start(text, start - 1), end
    told, third = any_of(lexicon()["speech"]["told"]), lexicon()["speech"]["third_person"]
    lead = rf"(?:(?:och |and )?{told}(?: att| that| this| följande)?[\s:,\"”“]{{1,3}})"
    for found in re.finditer(rf"(?:{lead}|(?:^|[.!?\n:]\s?)){third}", text):
        yield sentence_start(text, found.start() + 1), sentence_end(text, found.end())
