"""What must not be remembered: secrets, personal numbers, special categories (GDPR art. 9)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Literal

from minne.domain.identifiers import account_spans, personal_number_spans
from minne.domain.spans import Span, any_of, folded, sentence_end, sentence_start, tables, united

Sensitivity = Literal["secret", "personal_number", "special_category"]

HIDDEN = "•••"
TOKENS = re.compile(
    r"(?<!\w)(?:sk-[\w-]{16,200}|sk_(?:live|test)_\w{10,100}|pk_(?:live|test)_\w{10,100}|gh[pousr]_\w{20,255}|"
    r"github_pat_\w{20,255}|glpat-[\w-]{16,100}|xox[abprs]-[\w-]{10,200}|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16}|"
    r"AIza[\w-]{30,50}|ya29\.[\w-]{20,300}|hf_\w{20,100}|npm_\w{30,60}|pypi-[\w-]{20,300}|SG\.[\w-]{16,40}\.[\w-]{16,60}|"
    r"eyJ[\w-]{8,2000}\.[\w-]{8,4000}(?:\.[\w-]{0,2000})?|[MN][\w-]{23}\.[\w-]{6}\.[\w-]{27,40})(?!\w)"
)
PRIVATE_KEY = re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
CONNECTION = re.compile(
    r"(?<!\w)[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{0,100}:[^\s/@]{1,200}@\S{1,300}|"
    r"(?<!\w)(?:Pwd|Password|AccountKey|SharedAccessKey)\s?=\s?[^;\s]{3,200}",
    re.IGNORECASE,
)
OPAQUE = re.compile(r"(?<![\w/.@-])[A-Za-z0-9_+=-]{24,200}(?![\w/@])")
MIN_BITS = 3.7  # Shannon entropy a character from which a long opaque word is a key
VALUE = r"[\"'“”’`*<\[(]{0,2}(?P<value>(?![•*]{2})[^\s\"“”,;`]{2,200})"


def _words() -> dict[str, dict[str, Any]]:
    return tables("sensitive")


def sensitive(text: str, lang: str) -> Sensitivity | None:
    """The gravest kind of sensitive matter in the text, or None.

    `lang` is the text's main language; words of Swedish and English are both known whatever it is.
    """
    finders: tuple[tuple[Sensitivity, Any], ...] = (
        ("secret", secret_spans),
        ("personal_number", number_spans),
        ("special_category", special_spans),
    )
    return next((kind for kind, find in finders if any(True for _ in find(text))), None)


def mask(text: str, lang: str) -> str:
    """The text with what is sensitive replaced by "•••"; of a special category, the whole sentence."""
    spans = [*secret_spans(text), *number_spans(text)]
    spans += _sentences(text, special_spans(text))
    parts, last = [], 0
    for start, end in united(spans):
        parts += [text[last:start], HIDDEN]
        last = end
    return "".join([*parts, text[last:]])


def _sentences(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    covered = -1
    for start, end in spans:
        if end > covered:
            covered = sentence_end(text, end)
            yield sentence_start(text, start), covered


def secret_spans(text: str) -> Iterator[Span]:
    """Passwords and codes told by name, keys and tokens by shape, cards and accounts by check digit."""
    yield from _named(text)
    for pattern in (TOKENS, CONNECTION):
        yield from (found.span() for found in pattern.finditer(text))
    for found in PRIVATE_KEY.finditer(text):
        yield found.start(), len(text)
    yield from account_spans(text)
    yield from (found.span() for found in OPAQUE.finditer(text) if _looks_random(found.group()))


def _named(text: str) -> Iterator[Span]:
    """What a name of a secret is said to be, or stands directly before; to the end of its clause."""
    told, beside, weak, said = _secret_patterns()
    text = folded(text)
    for found in told.finditer(text):
        if not said.match(found["value"]):
            yield found.start("value"), _clause_end(text, found.end("value"))
    yield from (found.span("value") for found in beside.finditer(text))
    yield from (found.span("value") for found in weak.finditer(text))


def _clause_end(text: str, at: int) -> int:
    """A pass phrase has many words."""
    stop = re.compile(r"[,.;!?\n](?:\s|$)|\s(?:och|and|men|but|så|so)\s").search(text, at, at + 100)
    return stop.start() if stop else min(len(text), sentence_end(text, at), at + 100)


@cache
def _secret_patterns() -> tuple[re.Pattern[str], ...]:
    words = _words()["secret"]
    weak, links = any_of(words["weak"]), any_of(words["links"])
    strong = rf"(?:(?<!\w){any_of(words['strong'])}|{any_of(words['strong_endings'])})"
    between = r"(?:\s[^\W\d]{1,20}){0,4}?\s?"  # "till routern"
    link = rf"(?:(?:(?<!\w)|(?=['’])){links}(?!\w)\s?[:=]?|[:=]{{1,2}})"  # a word of its own: not "this"
    figured = r"[^\s,;]{0,60}\d[^\s,;]{0,60}(?:[ -]\d[\d -]{1,30})?"
    number = rf"(?!\d{{1,20}}\s{{0,2}}{any_of(words['after_number'])}(?!\w))"
    patterns = (
        rf"{strong}(?!\w){between}{link}\s{{0,2}}{VALUE}",
        rf"{strong}\s{{1,2}}(?P<value>(?=[^\s]{{3}}){number}{figured})",
        rf"(?<!\w){weak}(?!\w){between}{link}\s{{0,2}}(?:[^\s\d]{{1,30}}\s?/\s?)?(?P<value>(?=[^\s]{{4}}){number}{figured})",
        rf"{any_of(words['said'])}[.!?]{{0,3}}$",
    )
    return tuple(re.compile(pattern) for pattern in patterns)


def _looks_random(word: str) -> bool:
    """Letters and digits mixed, with the entropy of a key rather than of words."""
    kinds = sum(bool(re.search(kind, word)) for kind in (r"[a-z]", r"[A-Z]", r"\d"))
    return kinds >= 2 and bool(re.search(r"\d", word)) and entropy(word) >= MIN_BITS


def entropy(word: str) -> float:
    """Shannon entropy of its characters, in bits a character (Shannon 1948, eq. 6)."""
    shares = [word.count(character) / len(word) for character in set(word)]
    return -sum(share * math.log2(share) for share in shares)


def number_spans(text: str) -> Iterator[Span]:
    """Personal numbers by shape, and any number that the text calls one."""
    yield from personal_number_spans(text)
    names = any_of(_words()["personal_number"]["names"])
    called = (
        rf"(?<!\w){names}(?!\w)[^\n\d]{{0,30}}(?P<value>\w{{0,3}}\d[\w+-]{{3,15}}(?:[ ]\d{{2,6}}){{0,3}})"
    )
    yield from (found.span("value") for found in re.finditer(called, folded(text)))


@cache
def _special() -> re.Pattern[str]:
    groups = dict(_words()["special"])
    endings = any_of(groups.pop("endings"))
    whole = any_of([part for group in groups.values() for part in group])
    return re.compile(rf"(?:(?<!\w){whole}|{endings})(?!\w)", re.MULTILINE)


@cache
def _topic() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = _words()["topic"]
    leads, breaks, trades = (any_of(words[name]) for name in ("leads", "breaks", "trades"))
    before = rf"(?<!\w){leads}(?!\w)(?:(?!\s{breaks}(?!\w))[^,.;!?\n]){{0,60}}$"
    return re.compile(before), re.compile(rf"[ -]?{trades}(?!\w)")


def special_spans(text: str) -> Iterator[Span]:
    """Words of health, faith, politics, sex life, ethnicity and union membership.

    One's trade or subject is no such matter ("jobbar på psykiatrin", "a cancer researcher").
    """
    before, trade = _topic()
    text = folded(text)
    for found in _special().finditer(text):
        lead = text[sentence_start(text, found.start(), 120) : found.start()]
        if not before.search(lead) and not trade.match(text, found.end()):
            yield found.span()
