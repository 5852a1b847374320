"""Time words that name no period to come: something over and done, or a habit."""

from __future__ import annotations

import re

from minne.extraction.date_units import Unit

SENTENCE_END = re.compile(r"[.!?\n](?:\s|$)")
REACH = 160  # characters to either side that may hold the verb

HABIT = {
    "sv": r"\b(?:brukar|alltid|oftast|vanligtvis|ibland|om somrarna|om vintrarna)\b",
    "en": r"\b(?:usually|always|often|typically|generally|normally|tend to|sometimes)\b",
}
EVERY = r"\b(?:varje|varenda|every|each)\b"  # "every day in May" is one May, "every day in summer" is not
GENERIC = {"sv": {"på", "om"}, "en": set[str]()}
BORN = r"\b(?:född|föddes|born)\b"

SV_ADVERB = r"(?:(?:precis|nyss|också|redan|faktiskt|sedan|inte|just|då|själv|äntligen)\s)?"
SV_VERB = (
    r"(?:var|blev|fick|tog|gick|åkte|kom|hade|bodde|gjorde|såg|träffade|sa|sade|började|slutade|flyttade|"
    r"reste|köpte|sålde|for|sprang|läste|åt|drack|skrev|vann|fann|lät|gav|dog|föll|låg|satt|stod|"
    r"\w{2,20}ade|\w{2,20}(?:kte|pte|ste|lde|nde|rde|ddes))"
)
SV_PLANNING = (
    r"(?!måste|bokade|anmälde|planerade|köpte\sbiljett|beställde|bestämde|lovade|siktade|tänkte|hoppades|"
    r"önskade|skulle|borde|kunde|ville)"
)
EN_ADVERB = r"(?:(?:just|also|already|actually|finally|recently|only|never|really|first|then)\s)?"
EN_VERB = (
    r"(?:was|were|had|got|went|came|did|took|left|quit|met|began|bought|sold|saw|made|became|ran|wrote|"
    r"read|ate|won|lost|found|gave|broke|fell|taught|grew|spent|built|flew|drove|\w{1,20}[^\We]ed)"
)
EN_PLANNING = (
    r"(?!booked|signed\sup|registered|planned|scheduled|decided|agreed|promised|hoped|intended|wanted|needed|"
    r"was\sgoing|was\splanning|were\sgoing|had\sto)"
)
DONE = {
    "sv": rf"\b(?:(?:jag|vi)\s{SV_ADVERB}{SV_PLANNING}{SV_VERB}|{SV_PLANNING}{SV_VERB}\s(?:jag|vi))\b",
    "en": rf"\b(?:I|we)\s{EN_ADVERB}{EN_PLANNING}{EN_VERB}\b",
}
# a verb to come after the past one: "bestämde mig för att sluta i maj", "decided to quit in May"
NOT_A_VERB = (
    r"(?!(?:the|a|an|my|our|your|his|her|their|its|this|that|these|those|another|some|one|two|new|school|college|"
    r"university|work|bed|church|town|and|or|me|him|them|us|you|it)\b)"
)
TO_COME = {
    "sv": re.compile(r"\b(?:att|ska|skall|kommer|tänker|vill|är|får)\b"),
    "en": re.compile(rf"\bto\s{NOT_A_VERB}[a-z]|\b(?:will|going|plan|am|is|are)\b|['’](?:m|re|ll)\b"),
}
NOT_FOR = {
    "sv": r"\b(?:har|hade)\s(?:inte|aldrig|ej)\b",
    "en": r"\b(?:have|has|had)(?:n['’]?t|\s(?:not|never))\b",
}
WEEK_COUNT = r"\b(?:gravid|graviditet|pregnan)"
PERFECT = {
    "sv": (
        r"\b(?:har|hade)\b(?:\s\w{1,20}){0,4}?\s(?!(?:inte|ett|att|det|ont|tyst|fullt|trångt|svårt|lätt|gott|mycket)\b)"
        r"\w{1,20}(?:at|it|tt|rt|st|lt|nt|kt|pt|ört|yt)s?\b"
    ),
    "en": (
        r"(?:\b(?:have|has|had|haven['’]?t|hasn['’]?t|hadn['’]?t)|['’](?:ve|d|s))\s(?:\w{1,20}\s){0,2}?"
        r"(?:been|known|had|lived|done|gone|taught|run|kept|felt|slept|held|owned|written|spoken|driven|\w{2,20}ed)\b"
    ),
}


def _sentence(text: str, begin: int, end: int) -> tuple[str, str]:
    """What stands before and after the expression in its own sentence."""
    before = text[max(0, begin - REACH) : begin]
    stops = list(SENTENCE_END.finditer(before))
    stop = SENTENCE_END.search(text, end, end + REACH)
    return before[stops[-1].end() if stops else 0 :], text[end : stop.start() if stop else end + REACH]


def _found(pattern: str, text: str) -> re.Match[str] | None:
    matches = list(re.finditer(pattern, text, re.IGNORECASE))
    return matches[-1] if matches else None


def is_habit(text: str, unit: Unit, begin: int, *, preposition: str | None, binding: str, lang: str) -> bool:
    """ "På sommaren", "usually in May", "gravid i vecka 20": no one summer, May or week is meant."""
    before, after = _sentence(text, begin, unit.end)
    sentence = before + " | " + after
    if unit.kind == "week" and _found(WEEK_COUNT, sentence):
        return True
    if unit.particular or binding in {"until", "before"} or unit.kind in {"day", "duration", "ahead"}:
        return False
    if unit.kind in {"season", "span"} and preposition in GENERIC[lang]:
        return True
    return bool(_found(HABIT[lang], sentence) or (unit.kind == "season" and _found(EVERY, sentence)))


def is_over(text: str, begin: int, end: int, kind: str, lang: str) -> bool:
    """ "I moved in May", "har bott här i tio år": the period has passed."""
    before, after = _sentence(text, begin, end)
    if _found(BORN, before):
        return True
    if kind == "duration" and _found(PERFECT[lang], before + " " + after):
        return True
    if kind == "ahead" and _found(NOT_FOR[lang], before):
        return True
    done = _found(DONE[lang], before)
    if done:
        return not TO_COME[lang].search(before, done.end())
    return lang == "sv" and bool(re.match(rf"\s{SV_PLANNING}{SV_VERB}\s(?:jag|vi)\b", after, re.IGNORECASE))
