"""Recognise time words without figures: months, seasons, holidays, weekdays, weeks, durations."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from minne.extraction import almanac
from minne.extraction.almanac import DAY, UNKNOWN, Interval
from minne.extraction.date_units import (
    PAST,
    Need,
    Resolve,
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
SHORT_DAYS = {"mon", "tue", "wed", "thu", "fri", "tues", "thurs"}
MAX_DURATION = {
    "day": 1000,
    "week": 200,
    "fortnight": 100,
    "month": 120,
    "quarter": 40,
    "half": 20,
    "year": 50,
}


def _month(match: re.Match[str], words: Words) -> Unit | None:
    name = match["month"]
    if words.lang == "sv" and name in {"Mars", "Maj"}:  # the planet, the woman
        return None
    number = words.months[normal(name)]
    resolve, particular = yearly(lambda year: almanac.month(year, number), match, words)
    need: Need = "nothing" if particular and not match["q"] else "preposition"
    if match["q"] and name not in {"may", "march", "mar"}:
        need = "nothing"
    return Unit(match.start(), match.end(), "month", resolve, need, particular)


def _week_of_month(match: re.Match[str], words: Words) -> Unit | None:
    number = words.months[normal(match["month"])]
    first = normal(match["which"]) in {"första", "first"}

    def happens(year: int) -> Interval:
        start, end = almanac.month(year, number)
        if start is None or end is None:
            return UNKNOWN
        return Interval(start, start + 6 * DAY) if first else Interval(end - 6 * DAY, end)

    resolve, _ = yearly(happens, match, words)
    return Unit(match.start(), match.end(), "week", resolve, "nothing", True)


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
    return Unit(match.start(), match.end(), "holiday", resolve, "preposition", particular)


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


def _this_week(match: re.Match[str], _words: Words) -> Unit | None:
    """ "i veckan", unless it is a rate ("tre gånger i veckan")."""
    before = match.string[max(0, match.start() - 30) : match.start()]
    if re.search(
        r"(?:\d|gång(?:er)?|ggr|timm(?:ar|e)|h|dag(?:ar)?|kvällar|pass|kr|kronor|mil|km|gången|minuter)\s{1,2}$",
        before,
    ):
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


def _later(on: date, count: int, unit: str) -> date:
    if unit in {"day", "week", "fortnight"}:
        return on + count * {"day": 1, "week": 7, "fortnight": 14}[unit] * DAY
    return almanac.add_months(on, count * {"month": 1, "quarter": 3, "half": 6, "year": 12}[unit])


def _duration(match: re.Match[str], words: Words) -> Unit | None:
    count = int(match["n"]) if match["n"] else words.numbers[normal(match["number"])]
    unit = words.units[normal(match["unit"])]
    point = bool(match["point"])
    if count > MAX_DURATION[unit]:
        return None

    def resolve(on: date) -> Interval:
        if count < 0:
            return UNKNOWN
        end = _later(on, count, unit)
        return Interval(end if point else on, end)

    kind = "ahead" if point or match["ahead"] or match["after"] else "duration"
    return Unit(match.start(), match.end(), kind, resolve, "nothing", True)


def _past(match: re.Match[str], _words: Words) -> Unit | None:
    return Unit(match.start(), match.end(), "past", lambda _on: PAST)


def _count(words: Words) -> str:
    about = r"(?:minst|ungefär|ca\.?|cirka|högst|max|at\sleast|about|around|roughly|at\smost|up\sto)?\s?"
    number = rf"(?:(?P<n>(?<![\d.,])\d{{1,3}})|(?P<number>{alternatives(words.numbers)}))"
    return rf"{about}{number}\s{{1,2}}(?P<unit>{alternatives(words.units)})"


SV_DURATION = (
    r"(?:(?P<point>om)|(?P<ahead>inom|(?:i\s|under\s|för\s|de\s|den\s|det\s)?(?:de\s|den\s|det\s)?(?:närmaste|närmsta|kommande|nästa)|ytterligare|i\sytterligare)"
    r"|i|under)\s{1,2}COUNT(?P<after>\s(?:till|framåt|kvar)(?!\s(?:den|\d|slutet|i))\b)?"
)
SV_MORE = r"(?P<point>(?P<ahead>))?COUNT(?P<after>\s(?:till(?=\s{0,2}(?:$|[.,;!?]))|framåt|kvar)\b)"
EN_DURATION = (
    r"(?:(?P<point>in)|(?P<ahead>within|(?:for\s|in\s|over\s|during\s)?(?:the\s)?(?:next|coming)|another|for\sanother)"
    r"|for(?:\sthe)?|over|during)\s{1,2}COUNT(?P<after>\s(?:more|longer|from\snow|to\sgo)\b)?"
)


def _durations(words: Words) -> list[Rule]:
    count, numbers, units = _count(words), alternatives(words.numbers), alternatives(words.units)
    plain = rf"(?:\d{{1,3}}|{numbers})\s{{1,2}}{units}"
    if words.lang == "sv":
        return [
            rule(SV_DURATION.replace("COUNT", count), _duration),
            rule(SV_MORE.replace("COUNT", count), _duration),
            rule(rf"(?:för\s(?:ungefär\s|ca\s|drygt\s|snart\s)?)?{plain}\s{{1,2}}sedan", _past),
            rule(rf"(?:under\s|i\s|på\s)?(?:de|den|det)\ssenaste\s(?:{plain}|{units}|tiden)", _past),
            rule(
                rf"(?:i\s|på\s|under\s)?{plain}\s(?:om|per|i)\s(?:året|år|månaden|månad|veckan|vecka|dagen|dag)",
                _past,
            ),
        ]
    more = rf"(?:for\s)?(?P<point>)?(?P<ahead>)(?P<n>\d{{1,3}})?(?P<number>{numbers})?\s(?P<after>more)\s(?P<unit>{units})"
    return [
        rule(EN_DURATION.replace("COUNT", count), _duration),
        rule(more, _duration_more),
        rule(rf"(?:about\s|over\s|almost\s|nearly\s)?{plain}\s{{1,2}}(?:ago|back|earlier)", _past),
        rule(
            rf"(?:for|in|over|during)?\s?(?:the\s)?(?:last|past|previous)\s(?:{plain}|{units})(?!\s(?:of|in)\s)",
            _past,
        ),
        rule(rf"(?:for\s|in\s)?{plain}\s(?:a|per|every|each)\s(?:year|month|week|day)", _past),
    ]


def _duration_more(match: re.Match[str], words: Words) -> Unit | None:
    return _duration(match, words) if match["n"] or match["number"] else None


@cache
def named_rules(lang: str) -> tuple[Rule, ...]:
    """Months, seasons, holidays, weekdays, this and next, today and tomorrow, durations, past words."""
    words = words_for(lang)
    q, suffix = qualifier(words), year_suffix(words)
    month = rf"(?P<month>{alternatives(words.months)})"
    weekday = rf"(?P<weekday>{alternatives(words.weekdays)})"
    hours = r"(?:s?(?:kväll|morgon|eftermiddag|förmiddag|natt)|\s(?:kväll|morgon|eftermiddag|förmiddag|natt|night|morning|evening|afternoon))?"
    next_week = r"(?P<nextweek>\s(?:i\s|of\s|in\s)?(?:nästa\svecka|next\sweek))?"
    rules = [
        rule(rf"{q}{month}{suffix}", _month),
        rule(
            rf"(?:the\s)?(?P<which>första|sista|first|last)\s(?:veckan|week)\s(?:i|av|of|in)\s{month}{suffix}",
            _week_of_month,
        ),
        rule(rf"{q}(?P<season>{alternatives(words.seasons)}){suffix}", _season),
        rule(rf"{q}(?P<holiday>{alternatives(words.holidays)}){suffix}", _holiday),
        rule(rf"{q}{weekday}{hours}{next_week}", _weekday),
        rule(rf"{q}(?P<span>{alternatives(words.spans)})(?!\s(?:\d|round\b|runt\b))", _span),
        rule(rf"(?P<offset>{alternatives(words.offsets)})", _offset),
        rule(alternatives(phrase for phrases in words.past.values() for phrase in phrases), _past),
        *_durations(words),
    ]
    if words.lang == "sv":
        rules.append(rule(rf"(?P<yearword>{alternatives(words.year_words)})", _year_words))
        rules.append(rule(r"(?:nu\s)?i\sveckan", _this_week))
        rules.append(rule(r"(vecka|månad|år|termin)(?:ns|ens|ets)\sslut", _end_of))
    else:
        rules.append(rule(r"(?:eo([ymwq])|(year|month|week)['’]s\send)", _end_of))
    return tuple(rules)


def resolve_safely(unit: Unit, on: date) -> Interval | None:
    """None for what is past by its name or falls outside the calendar."""
    try:
        found = unit.resolve(on)
    except (ValueError, OverflowError, IndexError):
        return None
    return None if found == PAST else found
