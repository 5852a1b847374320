"""From text to tokens: normalised, phrases made one, negation taken out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from minne.domain._keys_lexicon import Form, Lexicon, Phrase, Verb

LONGEST_TEXT = 1000
EMBEDDED_NOT = "¬"

_WORD = re.compile(r"\d{4}-\d\d-\d\d|\w+(?:[.'-]\w+)*[+#]*|[,;:]")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'"})
_CONTRACTIONS = (
    (r"\bcan't\b|\bcannot\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"n't\b", " not"),
    (r"'m\b", " am"),
    (r"'re\b", " are"),
    (r"'ve\b", " have"),
    (r"'d\b", " would"),
    (r"'ll\b", " will"),
    (r"\b(he|she|it|who|that)'s\b", r"\1 is"),
    (r"'s\b", ""),
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word as written, casefolded, and as a verb where it is one."""

    word: str
    low: str
    verb: Verb | None = None
    first: bool = False

    @property
    def proper(self) -> bool:
        """Whether it is written as a name: a capital that the sentence did not ask for."""
        return not self.first and any(c.isupper() for c in self.word)


def clean(text: str) -> str:
    """NFC, without control characters and lone surrogates, spaces made one, cut to LONGEST_TEXT."""
    head = unicodedata.normalize("NFC", text[: 4 * LONGEST_TEXT])
    kept = "".join(" " if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} else c for c in head)
    return " ".join(kept.split())[:LONGEST_TEXT].rstrip()


def token(word: str, lex: Lexicon, *, first: bool = False) -> Token:
    low = word.casefold()
    named = not first and word[:1].isupper() and not word.isupper()  # "Bo" is no dwelling, "Will" no plan
    return Token(word, low, None if named else lex.verbs.get(low), first)


def tokens(text: str, lex: Lexicon) -> list[Token]:
    """The words of a cleaned text, its commas among them."""
    text = text.translate(_APOSTROPHES).replace("%", f" {lex.percent}")
    if lex.lang == "en":
        for pattern, becomes in _CONTRACTIONS:
            text = re.sub(pattern, becomes, text, flags=re.IGNORECASE)
    return [token(word, lex, first=not i) for i, word in enumerate(_WORD.findall(text))]


def without_degree(some: Sequence[Token], lex: Lexicon) -> list[Token]:
    """ "Är mycket förtjust i" as "är förtjust i"; what is liked better "than" something stands "over" it."""
    kept: list[Token] = []
    rather = any(lex.said(t.low, "rather") for t in some)
    for at, t in enumerate(some):
        after_be = bool(kept) and kept[-1].verb is not None and kept[-1].verb.cls == "be"
        if after_be and lex.said(t.low, "degree") and at + 1 < len(some):
            continue
        behind = rather and (lex.said(t.low, "than") or _behind(some, at, lex))
        kept.append(token(next(iter(lex.words["over"])), lex) if behind else t)
    return kept


def _behind(some: Sequence[Token], at: int, lex: Lexicon) -> bool:
    """Whether a "to" names what is liked less ("prefers tea to coffee"), not what one prefers to do."""
    after = some[at + 1] if at + 1 < len(some) else None
    return lex.said(some[at].low, "than_after") and at > 1 and after is not None and after.verb is None


def _names(t: Token) -> tuple[str, ...]:
    return (t.low, f"~{t.verb.lemma}") if t.verb else (t.low,)


def _fits(phrase: Phrase, some: Sequence[Token], at: int) -> bool:
    size = len(phrase.pattern)
    if len(some) - at < size:
        return False
    return all(
        not place.isdisjoint(_names(t)) for place, t in zip(phrase.pattern, some[at : at + size], strict=True)
    )


def _match(some: Sequence[Token], at: int, lex: Lexicon) -> Phrase | None:
    """The longest phrase that begins at a place."""
    names = [_names(t) for t in some[at : at + 2]]
    if lex.phrase_starts.isdisjoint(names[0]):
        return None
    starts = product(names[0], ("", *(names[1] if len(names) > 1 else ())))
    candidates = [p for start in starts for p in lex.phrases.get(start, ())]
    candidates.sort(key=lambda p: -len(p.pattern))
    return next((p for p in candidates if _fits(p, some, at)), None)


def _become(phrase: Phrase, matched: Sequence[Token], lex: Lexicon) -> list[Token]:
    """The replacement; its first class takes the tense of the matched verb, "$n" is the n-th word."""
    tense: Form = next((t.verb.form for t in matched if t.verb), "present")
    made = []
    for word in phrase.becomes:
        if word.startswith("$"):
            made.append(matched[int(word[1:]) - 1])
        elif word.startswith("<"):
            cls = word.strip("<>")
            verb = Verb(cls.removeprefix("-"), not cls.startswith("-"), tense, word)
            made.append(Token(word, word, verb))
            tense = "base"
        else:
            made.append(token(word, lex))
    return made


def rewrite(some: Sequence[Token], lex: Lexicon) -> list[Token]:
    """Every phrase of the lexicon replaced, from the left."""
    made: list[Token] = []
    at = 0
    while at < len(some):
        if phrase := _match(some, at, lex):
            made += _become(phrase, some[at : at + len(phrase.pattern)], lex)
            at += len(phrase.pattern)
        elif phrase := _match([some[at], *some[at + 2 :]], 0, lex) if _interrupted(some, at, lex) else None:
            made += [*_become(phrase, [some[at], *some[at + 2 :]], lex), some[at + 1]]
            at += len(phrase.pattern) + 1
        else:
            made.append(some[at])
            at += 1
    return made


def _interrupted(some: Sequence[Token], at: int, lex: Lexicon) -> bool:
    """Whether an adverb stands right after a verb ("jobbar numera som kock")."""
    after = some[at + 1].low if at + 2 < len(some) else ""
    return some[at].verb is not None and (lex.said(after, "adverb") or lex.said(after, "past"))


def with_be(some: list[Token], lex: Lexicon) -> list[Token]:
    """The tokens with the "is" that a note leaves out: "Allergic to nuts", "Gift med Anna"."""
    if not some or (some[0].verb and some[0].verb.form not in ("perfect", "ing")):
        return some
    full = [token(lex.copula, lex), *some]
    return full if _match(full, 0, lex) and not _match(some, 0, lex) else some


def without_negation(some: Sequence[Token], lex: Lexicon) -> tuple[list[Token], bool]:
    """The tokens without the words that negate the statement, and whether there were any.

    In a relative clause ("a brother who does not drive") the negation stays, as EMBEDDED_NOT.
    """
    kept: list[Token] = []
    negated = embedded = False
    for t in some:
        if lex.said(t.low, "negation"):
            negated |= not embedded
            if embedded:
                kept.append(replace(t, word=EMBEDDED_NOT, low=EMBEDDED_NOT, verb=None))
        else:
            embedded |= bool(kept) and lex.said(t.low, "relative")
            kept.append(t)
    if negated:
        kept = [t for t in kept if not (t.low in lex.words["any_longer"] and t is kept[-1])]
    return kept, negated


def without_tail(some: Sequence[Token], lex: Lexicon) -> tuple[list[Token], list[Token]]:
    """The statement, and the contrast that follows it (", only tea", "but not tea", ", not Mac")."""
    for i, t in enumerate(some[1:], 1):
        after = some[i + 1].low if i + 1 < len(some) else ""
        if lex.said(t.low, "but") or (t.low == "," and lex.said(after, "contrast")):
            return list(some[:i]), list(some[i + 1 :])
    return list(some), []
