"""The times a statement names, taken out of its words: "den 3 maj", "every morning", "until June"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from minne.domain._keys_lexicon import Lexicon
from minne.domain._keys_tokens import Token

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|e|a)?")
_YEAR = re.compile(r"(19|20)\d\d")


def day_number(word: str, lex: Lexicon) -> int | None:
    """The day of the month that a word may be: "3", "3rd", "tredje"."""
    if found := _DAY.fullmatch(word):
        number = int(found[1])
        return number if 1 <= number <= 31 else None
    return lex.ordinals.get(word) or None


class _Reader:
    """A walk over tokens that collects times and keeps the rest."""

    def __init__(self, tokens: Sequence[Token], lex: Lexicon) -> None:
        self.tokens, self.lex = tokens, lex
        self.kept: list[Token] = []
        self.times: list[str] = []
        self.at = 0
        self.mark = ""

    def low(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at].low if 0 <= at < len(self.tokens) else ""

    def read(self) -> None:
        while self.at < len(self.tokens):
            low = self.low()
            timely = low in self.lex.time_starts or low[:1].isdecimal()
            found, size = self.time_here() if timely else ([], 0)
            if size:
                self.times += [self.mark + part for part in found]
                self.at += size
            else:
                self.kept.append(self.tokens[self.at])
                self.at += 1

    def bound(self) -> str:
        """Drop the preposition before a time, and say so where it makes the time an end or a start."""
        mark = ""
        while self.kept and self.lex.said(self.kept[-1].low, "time_word"):
            word = self.kept.pop().low
            mark = mark or ("until:" if self.lex.said(word, "until") else "")
            mark = mark or ("since:" if self.lex.said(word, "since") else "")
        return mark

    def time_here(self) -> tuple[list[str], int]:
        for rule in (
            self.iso,
            self.day_month,
            self.month_day,
            self.weekday,
            self.each,
            self.frequency,
            self.duration,
            self.rest,
        ):
            found, size = rule()
            if size:
                self.mark = self.bound()
                return found, size
        return [], 0

    def year(self, ahead: int) -> list[str]:
        return [f"year={self.low(ahead)}"] if _YEAR.fullmatch(self.low(ahead)) else []

    def iso(self) -> tuple[list[str], int]:
        if found := _ISO.fullmatch(self.low()):
            return [f"day={int(found[3])}", f"month={int(found[2])}", f"year={found[1]}"], 1
        return [], 0

    def month(self, ahead: int) -> int | None:
        """The month a word names. "may" and "march" are months with a capital or after a preposition."""
        at = self.at + ahead
        found = self.lex.months.get(self.low(ahead))
        if not found or not self.lex.said(self.low(ahead), "ambiguous_month"):
            return found
        named = self.tokens[at].proper or self.lex.said(self.low(ahead - 1), "time_word")
        return found if named else None

    def day_month(self) -> tuple[list[str], int]:
        day = day_number(self.low(), self.lex)
        skip = 2 if self.low(1) == "of" else 1
        if day and (month := self.month(skip)):
            year = self.year(skip + 1)
            return [f"day={day}", f"month={month}", *year], skip + 1 + len(year)
        return [], 0

    def month_day(self) -> tuple[list[str], int]:
        if not (month := self.month(0)):
            return [], 0
        day = day_number(self.low(1), self.lex) if self.lex.lang == "en" else None
        year = self.year(2 if day else 1)
        days = [f"day={day}"] if day else []
        return [f"month={month}", *days, *year], 1 + len(days) + len(year)

    def weekday(self) -> tuple[list[str], int]:
        if self.low() in self.lex.recurring:
            return [f"each={self.lex.recurring[self.low()]}"], 1
        if self.low() in self.lex.weekdays:
            every = self.lex.said(self.low(-1), "each")
            kind = self.recurs(-1) if every else "weekday"
            if every:
                self.kept.pop()
            return [f"{kind}={self.lex.weekdays[self.low()]}"], 1
        return [], 0

    def recurs(self, ahead: int) -> str:
        """Whether it is each of them or every other."""
        return "each2" if self.lex.said(self.low(ahead), "alternate") else "each"

    def each(self) -> tuple[list[str], int]:
        if self.lex.said(self.low(), "each"):
            kind = self.recurs(0)
            if part := self.lex.parts.get(self.low(1)):
                return [f"part={part}" if kind == "each" else f"{kind}={part}"], 2
            if unit := self.lex.units.get(self.low(1)):
                return [f"{kind}={unit}"], 2
        if self.low() in self.lex.relatives and (unit := self.period(1)):
            return [f"{self.lex.relatives[self.low()]}={unit}"], 2
        return [], 0

    def period(self, ahead: int) -> str | None:
        low, lex = self.low(ahead), self.lex
        return lex.units.get(low) or lex.periods.get(low) or lex.parts.get(low) or lex.relatives.get(low)

    def frequency(self) -> tuple[list[str], int]:
        """ "tre gånger i veckan", "twice a week"."""
        lex, size = self.lex, 1
        number = self.low() if self.low().isdecimal() else lex.numbers.get(self.low())
        number = lex.frequencies.get(self.low(), number)
        size += self.low() not in lex.frequencies and lex.said(self.low(1), "occasions")
        if (size == 1 and self.low() not in lex.frequencies) or number is None:
            return [], 0
        unit = lex.units.get(self.low(size + 1)) if lex.said(self.low(size), "per") else None
        return ([f"times={number} {unit}"], size + 2) if unit else ([], 0)

    def duration(self) -> tuple[list[str], int]:
        """ "i tio år", "for ten years"; and "vecka 14"."""
        number = self.low() if self.low().isdecimal() else self.lex.numbers.get(self.low())
        unit = self.lex.units.get(self.low(1))
        if number is not None and unit and self.lex.said(self.low(-1), "duration"):
            return [f"for={number} {unit}"], 2
        if self.lex.units.get(self.low()) == "week" and self.low(1).isdecimal():
            return [f"week={self.low(1)}"], 2
        return [], 0

    def rest(self) -> tuple[list[str], int]:
        low, lex = self.low(), self.lex
        after_preposition = lex.said(self.low(-1), "time_word")
        after_verb = bool(self.kept) and self.kept[-1].verb is not None
        if _YEAR.fullmatch(low) and (after_preposition or after_verb):
            return [f"year={low}"], 1
        if low in lex.periods and (after_preposition or lex.said(low, "sure_period")):
            return [f"period={lex.periods[low]}"], 1
        if low in lex.parts and after_preposition:
            return [f"part={lex.parts[low]}"], 1
        if lex.said(low, "sometimes"):
            return [f"often={low}"], 1
        return [], 0


def take_times(tokens: Sequence[Token], lex: Lexicon) -> tuple[list[Token], list[str]]:
    """The tokens without times, and the times as "kind=value" ("until:month=12", "each=2")."""
    reader = _Reader(tokens, lex)
    reader.read()
    return reader.kept, reader.times
