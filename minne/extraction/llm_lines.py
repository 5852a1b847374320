"""What a language model is shown: the lines of a conversation, in chunks that fit one prompt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from minne.domain.episodes import Episode
from minne.domain.injected import strip_injected
from minne.domain.language import Language, detect
from minne.domain.sensitive import number_spans, secret_spans
from minne.domain.spans import united

READ_AT_MOST = 20_000  # characters of one episode, as the rules do
HIDDEN = "•••"
OVERHEAD = 60  # characters that a line's id, role and time take
BODY, BEFORE, AFTER, PIECE, ASIDE = 0.7, 0.2, 0.1, 0.5, 0.1  # shares of a chunk


@dataclass(frozen=True, slots=True)
class Line:
    """One turn, or a piece of a long one. What is `asked` about may be cited; the rest is context."""

    episode: Episode
    text: str
    asked: bool


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines of one conversation, or messages that stand alone, for one prompt."""

    lines: tuple[Line, ...]

    @property
    def labels(self) -> dict[str, Episode]:
        """E1, E2 …: the episodes asked about. The model never sees an episode's own id."""
        asked = dict.fromkeys(line.episode for line in self.lines if line.asked)
        return {f"E{number}": episode for number, episode in enumerate(asked, 1)}

    @property
    def lang(self) -> Language:
        return detect("\n".join(line.text for line in self.lines if line.asked))

    @property
    def shown(self) -> str:
        return "\n".join(line.text for line in self.lines)


def chunks(episodes: Sequence[Episode], new: Collection[str] | None, *, limit: int) -> Iterator[Chunk]:
    """Everything new that users said, conversation by conversation, `limit` characters at a time.

    A conversation in which nobody says anything new gives no chunk. Messages that stand alone share
    chunks, without context.
    """
    talks: dict[tuple[str, str], list[Episode]] = {}
    for episode in episodes:
        talks.setdefault((episode.person, episode.conversation or ""), []).append(episode)
    for (_, name), turns in talks.items():
        spoken = sorted(turns, key=lambda turn: turn.occurred_at)
        lines = [line for turn in spoken for line in _lines(turn, new, limit)]
        yield from _windows(lines if name else [line for line in lines if line.asked], limit, bool(name))


def _lines(turn: Episode, new: Collection[str] | None, limit: int) -> Iterator[Line]:
    """The turn as it is shown: nothing injected, no secrets; others' words, and old ones, cut short."""
    if turn.role not in ("user", "assistant"):
        return
    text = _bare(turn.text)
    if turn.role == "user" and (new is None or turn.id in new):
        pieces = _pieces(text, int(limit * PIECE))
        yield from (Line(turn, piece, True) for piece in pieces if piece.strip())
    elif text.strip():
        yield Line(turn, _cut_short(text, int(limit * ASIDE)), False)


def _bare(text: str) -> str:
    text = strip_injected(text[:READ_AT_MOST])
    for start, end in reversed(united([*secret_spans(text), *number_spans(text)])):
        text = text[:start] + HIDDEN + text[end:]
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
    return re.sub(r"[ \t]{3,}", " ", text).strip()


def _pieces(text: str, size: int) -> Iterator[str]:
    """The text in pieces of `size` characters at most, cut after a paragraph, a sentence or a word."""
    while len(text) > size:
        ends = [max(text.rfind(mark, size // 2, size) for mark in marks) for marks in ("\n", ".!?", " ")]
        end = next((end + 1 for end in ends if end > 0), size)
        yield text[:end]
        text = text[end:]
    yield text


def _cut_short(text: str, size: int) -> str:
    half = size // 2
    return text if len(text) <= size else f"{text[:half]} … {text[-half:]}"


def _windows(lines: Sequence[Line], limit: int, in_context: bool) -> Iterator[Chunk]:
    """Stretches of lines that fill a chunk's body, each with the lines around it as context."""
    start = 0
    while start < len(lines):
        end = start + max(1, _fitting(lines[start:], limit * BODY))
        body = lines[start:end]
        if any(line.asked for line in body):
            before = _fitting(lines[:start][::-1], limit * BEFORE) if in_context else 0
            after = _fitting(lines[end:], limit * AFTER) if in_context else 0
            around = [
                replace(line, asked=False)
                for line in [*lines[start - before : start], *lines[end : end + after]]
            ]
            yield Chunk((*around[:before], *body, *around[before:]))
        start = end


def _fitting(lines: Sequence[Line], size: float) -> int:
    """How many of the first lines fit in `size` characters."""
    for count, line in enumerate(lines):
        size -= len(line.text) + OVERHEAD
        if size < 0:
            return count
    return len(lines)
