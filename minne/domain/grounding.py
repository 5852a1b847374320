"""Where a quote stands in what a person wrote, and whether they assert it there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from minne.domain.injected import injected_spans
from minne.domain.spans import Span, united
from minne.domain.speech import speech_spans

Miss = Literal["ungrounded", "injected", "quoted", "question"]

# marks that a copy may have changed
LOOKALIKES = ("'’‘´", '"”“„', "-–—")
CLAUSE_END = re.compile(r"[.!?,;\n]")
# "Kan du sluta med emojis?" asks for something; it is no question about the person
REQUEST = re.compile(
    r"\W*(?:\w+,?\s){0,2}?(?:kan|kunde|skulle|vill|går det att|snälla|can|could|would|will|please)\s"
    r"(?:du|ni|vi|du inte|you|we|att)?\b",
    re.IGNORECASE,
)
INTERROGATIVE = re.compile(
    r"\W*(?:vad|vem|vilk\w*|hur|när|var|varför|är|har|kan|ska|gillar|bor|tycker|what|who|which|how|when|where|why|"
    r"do|does|did|am|is|are|was|can|could|should|would|will|have|has)\b",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """The text in Unicode's composed form, so that "a" and a ring equal "å"."""
    return unicodedata.normalize("NFC", text)


def occurrences(quote: str, text: str) -> list[Span]:
    """Where the quote stands in the text, whatever white space parts its words and shape its marks have."""
    words = quote.split()
    if not words:
        return []
    return [found.span() for found in re.finditer(r"\s+".join(map(_loose, words)), text)]


def _loose(word: str) -> str:
    return "".join(
        next((f"[{marks}]" for marks in LOOKALIKES if character in marks), re.escape(character))
        for character in word
    )


def missing(quote: str, text: str, lang: str) -> Miss | None:
    """Why the quote is not the writer's own assertion in the text; None when somewhere it is."""
    quote, text = plain(quote), plain(text)
    places = occurrences(quote, text)
    if not places:
        return "ungrounded"
    injected, quoted = united(injected_spans(text)), speech_spans(text, lang)
    misses = [_miss(place, text, injected, quoted) for place in places]
    return None if None in misses else misses[0]


def _miss(place: Span, text: str, injected: Sequence[Span], quoted: Sequence[Span]) -> Miss | None:
    if _mostly_in(place, text, injected):
        return "injected"
    if _mostly_in(place, text, quoted):
        return "quoted"
    return "question" if is_question(text, place) else None


def _mostly_in(place: Span, text: str, spans: Sequence[Span]) -> bool:
    """Whether half of the place's letters and figures, or more, stand in the spans."""
    letters = sum(map(str.isalnum, text[slice(*place)]))
    covered = sum(
        sum(map(str.isalnum, text[max(start, place[0]) : min(end, place[1])])) for start, end in spans
    )
    return covered > 0 and 2 * covered >= letters


def is_question(text: str, place: Span) -> bool:
    """Whether the clause at the place asks; "Jag är vegan, vad ska jag äta?" states and then asks."""
    quote = text[slice(*place)]
    stop = CLAUSE_END.search(text, max(place[0], place[1] - 1))
    if stop is None or stop.group() != "?":
        return False
    last = re.split(r"[.!?;\n]\s+", text[max(0, place[0] - 200) : place[0]])[-1]
    sentence = last + quote
    states_first = bool(re.search(r"[,;–]", quote)) and not INTERROGATIVE.match(quote)
    return not (REQUEST.match(sentence) or states_first)
