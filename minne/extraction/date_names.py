"""Recognise time words without figures: months, seasons, holidays, weekdays, weeks, relative days."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from minne.extraction import almanac
from minne.extraction.almanac import DAY, UNKNOWN, Interval
from minne.extraction.date_units import (
    PAST,
    Need,
    Rule,
    Unit,
    chosen,
    qualifier,
    rule,
    year_suffix,
    yearly,
)
from minne.extraction.date_words import Words, alternatives, normal, words_for

# "i vår" is this spring, "i vår stad" is in our town
AFTER_SPRING = re.compile(
    r"\s{0,2}(?:$|[.,;:!?)–-]|(?:\d{4}|och|men|så|för|på|i|med|ska|skall|kommer|börjar|blir|är|har|kan|vill|tänker|får|måste|"
    r"hos|vid|när|då|innan|jag|vi|igen)\b)"
)


AUTHOR = re.compile(r"\b[Bb]y\s(?:April|May|June|August)\s[A-Z][a-z]")
HOURS = (
    r"(?:s?(?:kväll|morgon|eftermiddag|förmiddag|natt)|"
    r"\s(?:kväll|morgon|eftermiddag|förmiddag|natt|night|morning|evening|afternoon))?"
)
NEXT_WEEK = r"(?P<nextweek>\s(?:i\s|of\s|in\s)?(?:nästa\svecka|next\sweek))?"
RATED = r"(?:\d|gång(?:er|en)?|ggr|timm(?:ar|e)|h|dag(?:ar)?|kvällar|pass|kr|kronor|mil|km|minuter)\s{1,2}$"


def _month(match: re.Match[str], words: Words) -> Unit | None:
    name = match["month"]
    if words.lang == "sv" and name in {"Mars", "Maj"}:  # the planet, the woman
        return None
    if AUTHOR.search(match.string, match.start() - 4, match.end() + 3):
        return None
    number = words.months[normal(name)]
    resolve, particular = yearly(lambda year: almanac.month(year, number), match, words)
    need: Need = "nothing" if particular and not match["q"] else "preposition"
    if match["q"] and name not in {"may", "march", "mar"}:
        need = "nothing"
    return Unit(match.start(), match.end(), "month", resolve, need, particular)


def _week_of_month(match: re.Match[str], words: Words) -> Unit | None:
    """ "Andra veckan i maj" is its second seven days, "sista veckan" its last."""
    number, which = words.months[normal(match["month"])], normal(match["which"])
    nth = words.ordinals.get(which, 0)

    def happens(year: int) -> Interval:
        start, end = almanac.month(year, number)
        if start is None or end is None or nth > 4:
            return UNKNOWN
        first = start + 7 * (nth - 1) * DAY if nth else end - 6 * DAY
        return Interval(first, first + 6 * DAY)

    resolve, _ = yearly(happens, match, words)
    return Unit(match.start(), match.end(), "week", resolve, "nothing", True)


def _last_day(match: re.Match[str], words: Words) -> Unit | None:
    """ "Sista juni", "månadsskiftet april/maj", "månadsskiftet"."""
    if not match["month"]:
        return Unit(match.start(), match.end(), "day", lambda on: _only_last(_span_interval("month", 0, on)))
    number = words.months[normal(match["month"])]
    resolve, _ = yearly(lambda year: _only_last(almanac.month(year, number)), match, words)
    return Unit(match.start(), match.end(), "day", resolve, "nothing", True)


def _only_last(of: Interval) -> Interval:
    return Interval(of.end, of.end)


def _season(match: re.Match[str], words: Words) -> Unit | None:
    name = match["season"]
    happens = almanac.SEASONS[words.seasons[normal(name)]]
    resolve, particular = yearly(happens, match, words)
    if normal(name) == "vår" and not AFTER_SPRING.match(match.string, match.end()):
        return None
    if words.lang == "en" and name[0].isupper() and not particular:  # Spring, the framework
        return None
    return Unit(
        match.start(), match.end(), "season", resolve, "nothing" if particular else "preposition", particular
    )


def _holiday(match: re.Match[str], words: Words) -> Unit | None:
    happens = almanac.HOLIDAYS[words.holidays[normal(match["holiday"])]]
    resolve, particular = yearly(happens, match, words)
    return Unit(
        match.start(), match.end(), "holiday", resolve, "nothing" if particular else "preposition", particular
    )


def _weekday(match: re.Match[str], words: Words) -> Unit | None:
    number, which = words.weekdays[normal(match["weekday"])], chosen(match, words)

    def resolve(on: date) -> Interval:
        if which == "last":
            return PAST
        if which == "next" or match["nextweek"]:
            day = almanac.on_or_after(on + DAY, 0) + number * DAY
        else:
            day = almanac.on_or_after(on if which == "this" else on + DAY, number)
        return Interval(day, day)

    return Unit(
        match.start(), match.end(), "weekday", resolve, "nothing" if which else "preposition", bool(which)
    )


def _span_interval(span: str, ahead: int, on: date) -> Interval:
    """This (0) or the next (1) week, weekend, month, quarter, year or term."""
    if span == "week":
        monday = on - on.weekday() * DAY + 7 * ahead * DAY
        return Interval(monday, monday + 6 * DAY)
    if span == "weekend":
        sunday = almanac.on_or_after(on, 6) + 7 * ahead * DAY
        return Interval(sunday - DAY, sunday)
    if span == "month":
        first = almanac.add_months(on.replace(day=1), ahead)
        return almanac.month(first.year, first.month)
    if span == "quarter":
        first = almanac.add_months(on.replace(day=1, month=(on.month - 1) // 3 * 3 + 1), 3 * ahead)
        return almanac.months(first.year, first.month, 3)
    if span == "year":
        return Interval(date(on.year + ahead, 1, 1), date(on.year + ahead, 12, 31))
    return _term(span, ahead, on)


def _term(span: str, ahead: int, on: date) -> Interval:
    if span == "unknown":
        return UNKNOWN
    kinds = (
        [almanac.TERMS["school_year"]]
        if span == "school_year"
        else [almanac.TERMS["vt"], almanac.TERMS["ht"]]
    )
    years = range(on.year - 1, on.year + 3)
    terms = sorted(kind(year) for kind in kinds for year in years)
    return [term for term in terms if term.end and term.end >= on][ahead]


def _span(match: re.Match[str], words: Words) -> Unit | None:
    span, which = words.spans[normal(match["span"])], chosen(match, words)
    if which == "last":
        return Unit(match.start(), match.end(), "past", lambda _on: PAST)
    need: Need = (
        "nothing" if which else "preposition" if span in {"weekend", "term", "school_year"} else "part"
    )
    ahead = int(which in {"next", "coming"} and not (span == "weekend" and which == "coming"))
    return Unit(
        match.start(), match.end(), "span", lambda on: _span_interval(span, ahead, on), need, bool(which)
    )


def _year_words(match: re.Match[str], words: Words) -> Unit | None:
    offset = words.year_words[normal(match["yearword"])]
    return Unit(
        match.start(), match.end(), "span", lambda on: _span_interval("year", offset, on), "nothing", True
    )


def _out(match: re.Match[str], words: Words) -> Unit | None:
    """ "Veckan ut", "vårterminen ut": to its end."""
    if match["span"]:
        span = words.spans[normal(match["span"])]
        return Unit(
            match.start(), match.end(), "span", lambda on: _span_interval(span, 0, on), "nothing", True
        )
    word = normal(match["term"])
    happens = (
        almanac.TERMS[words.terms[word]] if word in words.terms else almanac.SEASONS[words.seasons[word]]
    )
    resolve, _ = yearly(happens, match, words)
    return Unit(match.start(), match.end(), "span", resolve, "nothing", True)


def _this_week(match: re.Match[str], _words: Words) -> Unit | None:
    """ "i veckan", unless it is a rate ("tre gånger i veckan")."""
    before = match.string[max(0, match.start() - 30) : match.start()]
    if re.search(RATED, before):
        return None
    return Unit(
        match.start(), match.end(), "span", lambda on: _span_interval("week", 0, on), "nothing", False
    )


def _end_of(match: re.Match[str], words: Words) -> Unit | None:
    """ "årets slut", "year's end", "EOY"."""
    letter = next(text for text in match.groups() if text)[0].casefold()
    span = {"v": "week", "w": "week", "m": "month", "å": "year", "y": "year", "t": "term", "q": "quarter"}[
        letter
    ]
    return Unit(match.start(), match.end(), "span", lambda on: _span_interval(span, 0, on), "nothing", True)


def _offset(match: re.Match[str], words: Words) -> Unit | None:
    days = words.offsets[normal(match["offset"])]
    return Unit(
        match.start(),
        match.end(),
        "day",
        lambda on: Interval(on + days * DAY, on + days * DAY),
        "nothing",
        True,
    )


@cache
def named_rules(lang: str) -> tuple[Rule, ...]:
    """Months, seasons, holidays, weekdays, this and next, today and tomorrow."""
    words = words_for(lang)
    q, suffix = qualifier(words), year_suffix(words)
    ordinals = alternatives(words.ordinals)
    month = rf"(?P<month>{alternatives(words.months)})"
    weekday = rf"(?P<weekday>{alternatives(words.weekdays)})"
    rules = [
        rule(rf"{q}{month}{suffix}", _month),
        rule(
            rf"(?:the\s)?(?P<which>sista|last|{ordinals})\s(?:veckan|week)\s(?:i|av|of|in)\s"
            rf"{month}{suffix}",
            _week_of_month,
        ),
        rule(rf"{q}(?P<season>{alternatives(words.seasons)}){suffix}", _season),
        rule(rf"{q}(?P<holiday>{alternatives(words.holidays)}){suffix}", _holiday),
        rule(rf"{q}{weekday}{HOURS}{NEXT_WEEK}", _weekday),
        rule(rf"{q}(?P<span>{alternatives(words.spans)})(?!\s(?:\d|round\b|runt\b))", _span),
        rule(rf"(?P<offset>{alternatives(words.offsets)})", _offset),
    ]
    if words.lang == "sv":
        rules.append(rule(rf"(?P<yearword>{alternatives(words.year_words)})", _year_words))
        rules.append(rule(r"(?:nu\s)?i\sveckan", _this_week))
        rules.append(rule(rf"(?:den\s)?(?:sista|månadsskiftet)\s{month}(?:/\w{{3,9}})?{suffix}", _last_day))
        rules.append(rule(r"månadsskiftet(?P<month>)", _last_day))
        long = alternatives([*words.terms, *words.seasons])
        rules.append(rule(rf"(?:(?P<span>{alternatives(words.spans)})|(?P<term>{long}))\sut", _out))
        rules.append(rule(r"(vecka|månad|år|termin)(?:ns|ens|ets)\sslut", _end_of))
    else:
        rules.append(rule(r"(?:eo([ymwq])|(year|month|week)['’]s\send)", _end_of))
    return tuple(rules)
