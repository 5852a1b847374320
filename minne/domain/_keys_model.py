"""What a statement is taken apart into, before it becomes a key."""

from __future__ import annotations

from dataclasses import dataclass, field

from minne.domain._keys_lexicon import Lexicon, lexicon


@dataclass(slots=True)
class Item:
    """A content word: its features, how it is tied to what stands before it, and as it was written."""

    features: tuple[str, ...]
    low: str
    preposition: str = ""  # the preposition of its phrase, as written
    tie: str = ""  # the direction kept in the key ("to", "with")
    phrase: int = 0  # words of one noun phrase share a number
    indefinite: bool = False
    proper: bool = False

    def keyed(self) -> tuple[str, ...]:
        """The features with their direction."""
        return tuple(f"{self.tie}:{f}" if self.tie else f for f in self.features)


@dataclass(slots=True)
class Frame:
    """A statement taken apart."""

    lang: str
    subject: tuple[str, ...] = ()
    aspects: list[str] = field(default_factory=list)  # "past", "plan", "want", "can", ...
    main: str = "be"
    negated: bool = False
    items: list[Item] = field(default_factory=list)
    times: list[str] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)
    present: bool = False  # the main verb is not said of the past
    progressive: bool = False  # the main verb is an -ing
    softened: bool = False  # the opposite denied, which is less than the thing said

    @property
    def lex(self) -> Lexicon:
        return lexicon(self.lang)

    @property
    def bare(self) -> bool:
        """Whether the main verb is said of the present, without plan, wish or ability."""
        return not self.aspects
