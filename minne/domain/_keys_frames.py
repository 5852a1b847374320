"""From tokens to a frame: who, which verbs, said or denied, of what, and under which circumstances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from minne.domain._keys_guesses import with_guesses
from minne.domain._keys_lexicon import Lexicon, Verb, lexicon
from minne.domain._keys_model import Frame, Item
from minne.domain._keys_opinions import opinion
from minne.domain._keys_stems import canonical, nouns, stems
from minne.domain._keys_tidy import tidy
from minne.domain._keys_time import take_times
from minne.domain._keys_tokens import (
    Token,
    clean,
    rewrite,
    tokens,
    with_be,
    without_degree,
    without_negation,
    without_tail,
)
from minne.domain._keys_verbs import only_true_verbs, settle_verbs


def _finite(some: Sequence[Token], at: int, lex: Lexicon) -> bool:
    verb = some[at].verb
    if verb is None or verb.form in ("perfect", "ing", "infinitive"):
        return False
    before = some[at - 1].low if at else ""
    return (verb.form != "base" or lex.lang == "en") and not lex.said(before, "infinitive_mark")


def _split_subject(some: list[Token], lex: Lexicon) -> tuple[list[Token], list[Token]]:
    """The words of a subject other than the person, and the rest in the order verb first."""
    start = next((i for i in range(len(some)) if _finite(some, i, lex)), 0)
    before = [t for t in some[:start] if not lex.said(t.low, "self") and not lex.said(t.low, "adverb")]
    if not start:
        return [], some
    inverted = start + 1 < len(some) and lex.said(some[start + 1].low, "self")
    fronted = before and (before[0].low in lex.prepositions or lex.said(before[0].low, "fronting"))
    if inverted or fronted:
        return [], some[start:] + before
    return before, some[start:]


def _subject(some: Iterable[Token], lex: Lexicon) -> tuple[str, ...]:
    found: list[str] = []
    for t in some:
        if not (lex.said(t.low, "drop") or lex.said(t.low, "article") or t.low in ",;:"):
            noun = t.low in lex.synonyms or not nouns("subjects_named", lex.lang).isdisjoint(
                stems(t.low, lex.lang)
            )
            found += stems(t.word, lex.lang) if noun or not t.word[:1].isupper() else (t.low,)
    return tuple(found)


class _Scan:
    """Reads the words after the subject into verbs and items."""

    def __init__(self, lex: Lexicon) -> None:
        self.lex = lex
        self.verbs: list[Verb] = []  # the chain before the first content word
        self.items: list[Item] = []
        self.preposition = self.tie = self.number = ""
        self.phrase = 0
        self.indefinite = False

    def token(self, t: Token) -> None:
        lex = self.lex
        if t.low in ",;:" or lex.said(t.low, "conjunction"):
            self.end_phrase(keep_tie=True)
        elif t.verb is not None and not (self.indefinite and t.verb.cls not in lex.classes["aux"]):
            self.verb(t.verb)
        elif t.low in lex.prepositions and not lex.said(t.low, "article"):
            self.end_phrase()
            self.preposition, self.tie = t.low, lex.prepositions[t.low]
        elif self.is_number(t.low):
            self.end_number()
            self.number = str(lex.numbers.get(t.low, t.low))
        elif lex.said(t.low, "article"):
            self.indefinite |= lex.said(t.low, "indefinite")
        elif lex.said(t.low, "drop") or lex.said(t.low, "self") or lex.said(t.low, "adverb"):
            if lex.said(t.low, "end_of_phrase"):
                self.end_phrase()
                self.preposition = t.low
        else:
            self.content(t)

    def last(self, t: Token) -> None:
        """The last word; a preposition there is a particle ("notiser av")."""
        if self.items and self.lex.said(t.low, "particle"):
            self.content(t)
        else:
            self.token(t)

    def is_number(self, low: str) -> bool:
        return low in self.lex.numbers or low[:1].isdecimal()

    def end_phrase(self, *, keep_tie: bool = False) -> None:
        self.end_number()
        self.phrase += 1
        self.indefinite = False
        if not keep_tie:
            self.preposition = self.tie = ""

    def end_number(self) -> None:
        """A number with nothing after it belongs to the word before it ("Python 3")."""
        last = self.items[-1] if self.items else None
        if self.number and last is not None and last.phrase == self.phrase:
            last.features = (*last.features[:-1], f"{last.features[-1]} {self.number}")
        elif self.number:
            self.add(Item((self.number,), self.number))
        self.number = ""

    def verb(self, verb: Verb) -> None:
        if (not self.items and self.tie != "over") or (
            verb.lemma.startswith("<") and verb.cls in ("like", "prefer")
        ):
            self.verbs.append(verb)
        elif verb.cls not in self.lex.classes["silent"]:
            name = verb.cls if verb.positive else f"dis{verb.cls}"
            self.end_phrase(keep_tie=True)
            self.add(Item((name,), verb.lemma))

    def content(self, t: Token) -> None:
        features = stems(t.word, self.lex.lang, proper=t.proper and not self.ends_name(t))
        if self.number:
            features = (*features[:-1], f"{self.number} {features[-1]}")
            self.number = ""
        self.add(Item(features, t.low, proper=t.proper))

    def ends_name(self, t: Token) -> bool:
        """Whether it is a noun that ends a name and is written without its capital too: "Röda Korset"."""
        last = self.items[-1] if self.items else None
        named = last is not None and last.proper and last.phrase == self.phrase
        return named and self.lex.lang == "sv" and t.low.endswith(("et", "en"))

    def add(self, item: Item) -> None:
        item.preposition, item.tie, item.phrase = self.preposition, self.tie, self.phrase
        item.indefinite = self.indefinite
        self.items.append(item)


def frame_of(text: str, lang: str) -> Frame:
    """Take a statement apart. Any text has a frame."""
    lex = lexicon(lang)
    said = with_be(without_degree(tokens(clean(text), lex), lex), lex)
    some, after = without_tail(rewrite(said, lex), lex)
    some, negated = without_negation(some, lex)
    some, times = take_times(only_true_verbs(with_guesses(opinion(rewrite(some, lex), lex), lex), lex), lex)
    past = [t for t in some if lex.said(t.low, "past")]
    subject, rest = _split_subject([t for t in some if t not in past], lex)
    scan = _Scan(lex)
    for t in rest[:-1]:
        scan.token(t)
    if rest:
        scan.last(rest[-1])
    scan.end_number()
    frame = Frame(lang, _subject(subject, lex), negated=negated, items=scan.items, times=times)
    later = [Item((cls,), cls, phrase=-1) for cls in settle_verbs(scan.verbs, frame)]
    frame.items = later + frame.items
    if past and "past" not in frame.aspects:
        frame.aspects.insert(0, "past")
    frame.tail = [
        canonical(t.low, lang) for t in after if not (lex.said(t.low, "drop") or lex.said(t.low, "adverb"))
    ]
    tidy(frame)
    return frame
