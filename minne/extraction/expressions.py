"""Regular expressions written with word lists, compiled when they are first needed.

Compiling a language whole takes longer than reading a day of messages, and most of its expressions are
about what nobody has said yet. So each tells first what a text must open with for it to match there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

Words = Mapping[str, list[str]]

MACRO = re.compile(r"\{([a-z_]+)\}")
ANYTHING = frozenset({""})

_ODD = str.maketrans("ıİſ", "iis")  # letters that `re` takes for these when it ignores case
_MARK = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]", re.DOTALL)
_NOTHING = re.compile(r"\^|\\b|(?=\(\?[!=])")
_LITERAL = re.compile(r"[\w ,'’-]+")
_GROUP = re.compile(r"\((?:\?:|\?P<\w+>|(?!\?))")
_OPTIONAL = re.compile(r"[?*]|\{(?:0|0?,\d*)\}")


def folded(text: str) -> str:
    """Lower case, such that texts that match when case is ignored are equal."""
    return text.translate(_ODD).lower()


@dataclass(frozen=True, eq=False)
class Expression:
    """Matches whatever the case of the letters; `{name}` stands for any of `words[name]`."""

    source: str
    words: Words = field(repr=False)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(_expanded(self.source, self.words), re.IGNORECASE)

    @cached_property
    def opens(self) -> tuple[str, ...]:
        """Of which a text's folded form begins with one if the expression matches at its start."""
        return tuple(openings(self.source, self.words))

    def may_begin(self, start: str) -> bool:
        """Whether it may match at the start of a text whose folded form begins so."""
        return start.startswith(self.opens) or any(opening.startswith(start) for opening in self.opens)


class Expressions(dict[str, re.Pattern[str]]):
    """Expressions by name, each compiled when it is first asked for."""

    def __init__(self, sources: Mapping[str, str], words: Words) -> None:
        self.sources, self._words = sources, words

    def __missing__(self, name: str) -> re.Pattern[str]:
        self[name] = Expression(self.sources[name], self._words).compiled
        return self[name]


def _expanded(source: str, words: Words) -> str:
    def alternatives(macro: re.Match[str]) -> str:
        inner = sorted(words[macro[1]], key=len, reverse=True)
        return "(?:" + "|".join(_expanded(word, words) for word in inner) + ")"

    return MACRO.sub(alternatives, source)


def openings(source: str, words: Words) -> frozenset[str]:
    """Folded texts with one of which all that the expression matches begins; with "" where it is unclear."""
    found = frozenset[str]().union(*(_opening(part, words) for part in _alternatives(source)))
    return ANYTHING if "" in found else found


def _opening(part: str, words: Words) -> frozenset[str]:
    """The openings of what has no alternatives at its top level."""
    while nothing := _NOTHING.match(part):
        part = part[nothing.end() or _end_of_group(part) :]
    if literal := _LITERAL.match(part):
        certain = literal[0][:-1] if _OPTIONAL.match(part, literal.end()) else literal[0]
        return frozenset({folded(certain)})
    if macro := MACRO.match(part):
        inner, end = frozenset[str]().union(*(openings(word, words) for word in words[macro[1]])), macro.end()
    elif group := _GROUP.match(part):
        end = _end_of_group(part)
        inner = openings(part[group.end() : end - 1], words)
    else:
        return ANYTHING
    optional = _OPTIONAL.match(part, end)
    return inner | _opening(part[optional.end() :].lstrip("?"), words) if optional else inner


def _alternatives(source: str) -> Iterator[str]:
    depth = start = 0
    for mark in _MARK.finditer(source):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if mark[0] == "|" and depth == 0:
            yield source[start : mark.start()]
            start = mark.end()
    yield source[start:]


def _end_of_group(part: str) -> int:
    """Just after the parenthesis that closes the one which opens the part."""
    depth = 0
    for mark in _MARK.finditer(part):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if depth == 0:
            return mark.end()
    raise ValueError(f"a parenthesis is not closed: {part!r}")
