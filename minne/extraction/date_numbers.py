"""Recognise dates written with figures, and numbered weeks, quarters, terms and years."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from minne.extraction import almanac
from minne.extraction.almanac import UNKNOWN, Interval
from minne.extraction.date_units import YEAR, Need, Resolve, Rule, Unit, rule, year_suffix, yearly
from minne.extraction.date_words import Words, alternatives, normal, words_for

ISO = r"(?P<y>(?:19|20)\d\d)[-/.](?P<m>\d\d?)[-/.](?P<d>\d\d?)"
DOTTED = r"(?P<d>\d\d?)\.(?P<m>\d\d?)\.(?P<y>20\d\d)"
SLASHED = r"(?P<den>den\s)?(?P<d>\d\d?)/(?P<m>\d\d?)(?:[ /-]-?(?P<y>20\d\d|(?<=[/-])\d\d))?(?![/\d-])"
NTH = r"(?::?[ea]|st|nd|rd|th)?"
DAY_FROM = rf"(?:(?P<first>\d\d?){NTH}\s?(?:[–-]|till|to|through)\s?(?:den\s|the\s)?)?"
# "Node v20" is a version; "ledig v20" a week
SWEDISH_WEEK = (
    r"(?:veck(?:a|orna)\s?|v\.\s?|v\s|(?:(?<=ledig\s)|(?<=ledigt\s)|(?<=semester\s)|(?<=borta\s)|(?<=under\s))v|"
    r"v(?=\d\d?\s?[–-]\s?\d))"
)
WEEKS = r"(?P<first>\d\d?)(?:\s?(?:[–-]|till|to)\s?(?P<last>\d\d?))?"
HALVES = r"(?P<half>h1|h2|(?:första|andra|first|second)(?=\shal))(?:\shalvåret|\shalf\sof\sthe\syear)?"
SCHOOL_YEAR = r"(?:läsåret|school\syear|academic\syear)\s(?:20)?(?P<yy>\d\d)\s?[/–-]\s?(?:20)?\d\d"
ENDS_HERE = r"(?=\s{0,2}(?:$|[.,;!?)]|(?:och|men|så|and|but|so)\b))"
AMOUNT = (
    r"(?!-?\s?tal|\s{0,2}(?:kr|kronor|:-|tkr|sek|euro?|dollars?|usd|personer|people|st|stycken|ord|words|kcal|steg|"
    r"steps|meter|m|km|g|kg|%|tecken|rader|lines|likes)\b)"
)
FRACTIONS = {(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (24, 7)}


def _unit(match: re.Match[str], kind: str, resolve: Resolve, need: Need = "nothing", **more: bool) -> Unit:
    return Unit(match.start(), match.end(), kind, resolve, need, **more)


def _iso(match: re.Match[str], _words: Words) -> Unit | None:
    year, month, day = (int(match[name]) for name in ("y", "m", "d"))
    return _exact(match, year, month, day)


def _exact(match: re.Match[str], year: int, month: int, day: int) -> Unit | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return _unit(match, "day", lambda _on: Interval(found, found), particular=True)


def _slashed(match: re.Match[str], words: Words) -> Unit | None:
    """Day/month in Swedish. In English the order is anybody's guess, so the day stays unknown."""
    first, second = int(match["d"]), int(match["m"])
    year = match["y"] and int(match["y"][-2:]) + 2000
    if words.lang == "sv":
        if year:
            return _exact(match, year, second, first)
        if (first, second) in FRACTIONS and not match["den"]:
            return None
        return _day_of(match, words, second, first)
    if year and max(first, second) > 12:
        return _exact(match, year, min(first, second), max(first, second))
    plausible = 1 <= min(first, second) <= 12 and max(first, second) <= 31
    return _unit(match, "day", lambda _on: UNKNOWN, "preposition") if plausible else None


def _day_of(
    match: re.Match[str], words: Words, month: int, day: int, first: int | None = None
) -> Unit | None:
    """A day of a month, or the days from `first` to it, in the year named or the next to come."""
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return None

    def happens(year: int) -> Interval:
        last = min(day, almanac.length_of(year, month)) if (month, day) == (2, 29) else day
        begin = first if first and first <= last else last
        return Interval(date(year, month, begin), date(year, month, last))

    try:
        happens(2024)
    except ValueError:
        return None
    resolve, particular = yearly(happens, match, words)
    lower = "month" in match.groupdict() and match["month"] in {"may", "march", "mar"}
    return _unit(match, "day", resolve, "preposition" if lower else "nothing", particular=particular)


def _day_and_month(match: re.Match[str], words: Words) -> Unit | None:
    day = int(match["d"]) if match["d"] else words.ordinals[normal(match["o"])]
    first = int(match["first"]) if match["first"] else None
    return _day_of(match, words, words.months[normal(match["month"])], day, first)


def _day_alone(match: re.Match[str], _words: Words) -> Unit | None:
    """ "den 15:e", "the 15th": the next month that has one."""
    day = int(match["d"])
    if not 1 <= day <= 31:
        return None

    def resolve(on: date) -> Interval:
        for ahead in range(3):
            month = almanac.add_months(on.replace(day=1), ahead)
            if day <= almanac.length_of(month.year, month.month) and month.replace(day=day) >= on:
                return Interval(month.replace(day=day), month.replace(day=day))
        return UNKNOWN

    return _unit(match, "day", resolve, "nothing" if match["den"] else "preposition")


def _week_number(match: re.Match[str], words: Words) -> Unit | None:
    last, first = int(match["last"] or match["first"]), int(match["first"])
    if not 1 <= first <= last <= 53:
        return None

    def happens(year: int) -> Interval:
        return Interval(almanac.iso_week(year, first).start, almanac.iso_week(year, last).end)

    resolve, _ = yearly(happens, match, words)
    return _unit(match, "week", resolve, particular=True)


def _quarter(match: re.Match[str], words: Words) -> Unit | None:
    number = int(match["n"]) if match["n"] else words.ordinals[normal(match["o"])]
    if number > 4:
        return None
    resolve, _ = yearly(lambda year: almanac.months(year, 3 * number - 2, 3), match, words)
    return _unit(match, "quarter", resolve, particular=True)


def _half_year(match: re.Match[str], words: Words) -> Unit | None:
    first = normal(match["half"]) in {"h1", "första", "first"}
    resolve, _ = yearly(lambda year: almanac.months(year, 1 if first else 7, 6), match, words)
    return _unit(match, "half", resolve, "preposition", particular=True)


def _term_code(match: re.Match[str], words: Words) -> Unit | None:
    happens = almanac.TERMS[words.terms[normal(match["term"])]]
    if match["yy"]:
        year = 2000 + int(match["yy"][-2:])
        return _unit(match, "term", lambda _on: happens(year), particular=True)
    if len(match["term"]) == 2:
        return None
    return _unit(match, "term", lambda on: almanac.upcoming(happens, on), "preposition")


def _school_year(match: re.Match[str], _words: Words) -> Unit | None:
    year = 2000 + int(match["yy"])
    return _unit(match, "term", lambda _on: almanac.TERMS["school_year"](year), particular=True)


def _year(match: re.Match[str], _words: Words) -> Unit | None:
    year = int(match["year"])
    whole = Interval(date(year, 1, 1), date(year, 12, 31))
    return _unit(match, "year", lambda _on: whole, "preposition", particular=True)


@cache
def numbered_rules(lang: str) -> tuple[Rule, ...]:
    """Dates written with figures, and weeks, quarters, terms and years."""
    words = words_for(lang)
    suffix = year_suffix(words)
    ordinal = rf"(?P<o>{alternatives(words.ordinals)})"
    swedish = words.lang == "sv"
    week = SWEDISH_WEEK if swedish else r"weeks?\s?"
    alone = (
        r"(?:(?P<den>den\s)(?=\d)|(?=\d\d?:[ea]))(?P<d>\d\d?)(?::[ea])?"
        if swedish
        else r"the\s(?P<d>\d\d?)(?:st|nd|rd|th)(?P<den>)"
    )
    return (
        *_day_rules(words, ordinal, suffix),
        rule(ISO, _iso),
        rule(DOTTED, _iso),
        rule(SLASHED, _slashed),
        rule(rf"{week}{WEEKS}{suffix}(?!\s(?:of|av)\b)", _week_number),
        rule(rf"(?:q(?P<n>[1-4])|(?:the\s)?{ordinal}\s(?:kvartalet|quarter)){suffix}", _quarter),
        rule(rf"(?:kvartal\s|quarter\s)(?P<n>[1-4])(?P<o>){suffix}", _quarter),
        rule(rf"(?:the\s)?{HALVES}{suffix}", _half_year),
        rule(rf"(?P<term>{alternatives(words.terms)})(?:\s?-?(?P<yy>(?:20)?\d\d))?", _term_code),
        rule(SCHOOL_YEAR, _school_year),
        rule(rf"(?:år\s|the\syear\s)?{YEAR}{AMOUNT}", _year),
        rule(alone + ENDS_HERE, _day_alone),
    )


def _day_rules(words: Words, ordinal: str, suffix: str) -> list[Rule]:
    """ "Fredag den 5–10 juni 2027"; in English also "June 5 to 10, 2027"."""
    month = rf"(?P<month>{alternatives(words.months)})"
    weekday = rf"(?:{alternatives(words.weekdays)}(?:en)?,?\s{{1,2}})?"
    day = rf"{DAY_FROM}(?:(?P<d>\d\d?){NTH}|{ordinal})"
    article = r"(?:den\s{1,2}|d\.\s?|the\s{1,2})?"
    before = rf"{weekday}{article}{day}\.?\s{{0,2}}(?:of\s)?{month}(?:\.(?=\s))?{suffix}"
    after = rf"{weekday}{month}\.?\s{{1,2}}(?:the\s)?{DAY_FROM}(?P<d>\d\d?){NTH}(?P<o>){suffix}"
    return [
        rule(pattern, _day_and_month) for pattern in ([before] if words.lang == "sv" else [before, after])
    ]
