"""Lists and prose as an assistant shows its memory: headings, bullets, dated lines, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADING = re.compile(r"#{1,6}\s+(.+?)\s*#*|\*\*([^*]+?):?\*\*:?|__([^_]+?):?__:?")
_BULLET = re.compile(r"(?:[-*+•–—·▪◦]|\d{1,3}[.)])\s+")
_DATED = re.compile(
    r"\[\s*(\d{4}-\d\d-\d\d(?:[T ][\d:.+Z-]+)?|unknown|undated|no date|n/a|okänt|okänd|odaterat|\?)\s*\]"
    r"\s*(?:[-–—:]\s*)?(?=\S)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”')\]]*\s+(?=[\"“'(]*[A-ZÅÄÖÉÜ0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:t\.ex|bl\.a|dvs|m\.m|m\.fl|ca|kl|nr|resp|e\.g|i\.e|etc|dr|mr|mrs|ms|prof|st|jr|sr|vs|no)|\b[A-ZÅÄÖ])\.$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Heading:
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory; `stamp` is what stood in brackets before it."""

    line: int
    text: str
    stamp: str | None = None


def entries(text: str, *, sentences: bool = False) -> Iterator[Heading | Entry]:
    """The memories of a text, line by line, each cut into its sentences if asked for."""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().lstrip("\ufeff")
        if not line or not any(c.isalnum() for c in line):
            continue
        if heading := _HEADING.fullmatch(line):
            yield Heading(number, next(group for group in heading.groups() if group))
            continue
        stamp, said = _unmarked(line)
        for sentence in _sentences(said) if sentences else [said]:
            yield Entry(number, sentence, stamp)


def _unmarked(line: str) -> tuple[str | None, str]:
    """Takes off the bullet and the date in brackets, whichever comes first."""
    line = _BULLET.sub("", line, count=1) if _BULLET.match(line) else line
    dated = _DATED.match(line)
    if not dated:
        return None, line
    rest = line[dated.end() :]
    return dated[1].strip(), _BULLET.sub("", rest, count=1) if _BULLET.match(rest) else rest


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[start : match.start()]):
            yield text[start : match.end()].strip()
            start = match.end()
    yield text[start:].strip()
