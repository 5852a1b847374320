"""Recognise lengths of time ("i två veckor", "for two more weeks") and what is past by its wording."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from minne.extraction import almanac
from minne.extraction.almanac import DAY, UNKNOWN, Interval
from minne.extraction.date_units import PAST, Rule, Unit, rule
from minne.extraction.date_words import Words, alternatives, normal, words_for

MAX_COUNT = {"day": 1000, "week": 200, "fortnight": 100, "month": 120, "quarter": 40, "half": 20, "year": 50}
DAYS_IN = {"day": 1, "week": 7, "fortnight": 14}
MONTHS_IN = {"month": 1, "quarter": 3, "half": 6, "year": 12}

# groups: point (the moment after it), ahead and after (plainly to come), then the count and unit
SWEDISH = (
    r"(?:(?P<point>om)|(?P<ahead>inom|(?:i\s|för\s)?ytterligare|"
    r"(?:i\s|under\s|för\s)?(?:de|den|det)\s(?:närmaste|närmsta|kommande))|i|under)\s{1,2}"
    r"COUNT(?P<after>\s(?:till|framåt|kvar)(?!\s(?:den|\d|slutet|i))\b)?"
)
SWEDISH_MORE = r"(?P<point>(?P<ahead>))?COUNT(?P<after>\s(?:till(?=\s{0,2}(?:$|[.,;!?]))|framåt|kvar)\b)"
SWEDISH_NEXT = (
    r"(?:under\s|i\s)?(?P<point>(?P<n>(?P<number>)))?(?P<ahead>den|det)\s(?:närmaste|närmsta)\s{1,2}"
    r"(?P<unit>veckan|månaden|året)(?P<after>)"
)
ENGLISH = (
    r"(?:(?P<point>in)|(?P<ahead>within|(?:for\s|in\s|over\s|during\s)?(?:the\s)?(?:next|coming)|"
    r"(?:for\s)?another)|for(?:\sthe)?|over|during)\s{1,2}COUNT(?P<after>\s(?:more|longer|from\snow|to\sgo)\b)?"
)
ENGLISH_MORE = r"(?:for\s)?(?P<point>(?P<ahead>))?NUMBER\s(?P<after>more)\s(?P<unit>UNIT)"
ENGLISH_ANOTHER = (
    r"(?:for\s)?(?P<point>(?P<n>(?P<number>)))?(?P<ahead>another)\s(?P<unit>week|month|year)(?P<after>)"
)
ABOUT = r"(?:(?:minst|ungefär|ca\.?|cirka|högst|max|at\sleast|about|around|roughly|at\smost|up\sto)\s)?"


def _later(on: date, count: int, unit: str) -> date:
    if unit in DAYS_IN:
        return on + count * DAYS_IN[unit] * DAY
    return almanac.add_months(on, count * MONTHS_IN[unit])


def _duration(match: re.Match[str], words: Words) -> Unit | None:
    unit, point = words.units[normal(match["unit"])], bool(match["point"])
    count = (
        int(match["n"]) if match["n"] else words.numbers[normal(match["number"])] if match["number"] else 1
    )
    if count > MAX_COUNT[unit]:
        return None

    def resolve(on: date) -> Interval:
        if count < 0:  # "a few"
            return UNKNOWN
        end = _later(on, count, unit)
        return Interval(end if point else on, end)

    kind = "ahead" if point or match["ahead"] or match["after"] else "duration"
    return Unit(match.start(), match.end(), kind, resolve, "nothing", True)


def _past(match: re.Match[str], _words: Words) -> Unit | None:
    return Unit(match.start(), match.end(), "past", lambda _on: PAST)


@cache
def duration_rules(lang: str) -> tuple[Rule, ...]:
    """Lengths of time from now on, and those that end now or ended before."""
    words = words_for(lang)
    return (*_lengths(words), *_gone(words))


def _lengths(words: Words) -> list[Rule]:
    units = alternatives(words.units)
    number = rf"(?:(?P<n>(?<![\d.,])\d{{1,3}})|(?P<number>{alternatives(words.numbers)}))"
    count = rf"{ABOUT}{number}\s{{1,2}}(?P<unit>{units})(?!\s(?:or|eller)\s)"
    patterns = (
        [SWEDISH, SWEDISH_MORE, SWEDISH_NEXT]
        if words.lang == "sv"
        else [ENGLISH, ENGLISH_MORE, ENGLISH_ANOTHER]
    )
    return [
        rule(pattern.replace("COUNT", count).replace("NUMBER", number).replace("UNIT", units), _duration)
        for pattern in patterns
    ]


def _gone(words: Words) -> list[Rule]:
    units = alternatives(words.units)
    plain = rf"(?:\d{{1,3}}|{alternatives(words.numbers)})\s{{1,2}}{units}"
    phrases = alternatives(phrase for phrases in words.past.values() for phrase in phrases)
    if words.lang == "sv":
        patterns = [
            rf"(?:för\s(?:ungefär\s|ca\s|drygt\s|snart\s)?)?{plain}\s{{1,2}}sedan",
            rf"(?:under\s|i\s|på\s)?(?:de|den|det)\ssenaste\s(?:{plain}|{units}|tiden)",
            rf"(?:i\s|på\s|under\s)?{plain}\s(?:om|per|i)\s(?:året|år|månaden|månad|veckan|vecka|dagen|dag)",
        ]
    else:
        patterns = [
            rf"(?:about\s|over\s|almost\s|nearly\s)?{plain}\s{{1,2}}(?:ago|back|earlier)",
            rf"(?:for\s|in\s|over\s|during\s)?(?:the\s)?(?:last|past|previous)\s(?:{plain}|{units})(?!\s(?:of|in)\s)",
            rf"(?:for\s|in\s)?{plain}\s(?:a|per|every|each)\s(?:year|month|week|day)",
        ]
    return [rule(pattern, _past) for pattern in [phrases, *patterns]]
