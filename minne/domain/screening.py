"""Refuse what must not become a fact, for reasons that can be read from the values alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cache

from minne.domain.episodes import FACT_TYPES, KINDS, Candidate, Episode
from minne.domain.grounding import missing, occurrences
from minne.domain.injected import strip_injected
from minne.domain.sensitive import mask, sensitive
from minne.domain.spans import any_of, lexicon
from minne.domain.speech import speech_spans

__all__ = [
    "Reason",
    "Refused",
    "Screened",
    "hedged",
    "mask",
    "refuse_unstorable",
    "screen",
    "sensitive",
    "speech_spans",
    "strip_injected",
]


class Reason(StrEnum):
    """Why a candidate was refused; the values are counted and shown, so they stay as they are."""

    MALFORMED = auto()
    EMPTY = auto()
    UNSTORABLE = auto()
    TOO_LONG = auto()
    HEDGED = auto()
    UNKNOWN_SOURCE = auto()
    UNKNOWN_FACT = auto()
    OTHER_PERSON = auto()
    NOT_USER = auto()
    UNGROUNDED = auto()
    INJECTED = auto()
    QUOTED = auto()
    QUESTION = auto()
    NOT_ABOUT_PERSON = auto()
    SECRET = auto()
    PERSONAL_NUMBER = auto()
    SPECIAL_CATEGORY = auto()


@dataclass(frozen=True, slots=True)
class Refused:
    """A candidate and the first reason found against it."""

    candidate: Candidate
    reason: Reason


@dataclass(frozen=True, slots=True)
class Screened:
    """What may be remembered, and what may not, both in the order given."""

    accepted: list[Candidate]
    refused: list[Refused]


def screen(
    candidates: Iterable[Candidate],
    *,
    episodes: Sequence[Episode],
    person: str,
    max_length: int = 300,
    allow_special: bool = False,
    known: Collection[str] | None = None,
) -> Screened:
    """Part the candidates into accepted and refused.

    A quote must stand in a cited episode that `person` wrote, outside injected blocks and other
    people's words, in a sentence that is no question. Secrets and personal numbers are refused always,
    special categories unless asked to be kept (`allow_special` lets them through). A candidate may point
    only at facts in `known` (None: at any). Lengths are in characters.
    """
    by_id = {episode.id: episode for episode in episodes}
    accepted: list[Candidate] = []
    refused: list[Refused] = []
    for candidate in candidates:
        reason = _against(candidate, by_id, person, max_length, allow_special) or _pointer(candidate, known)
        if reason is None:
            accepted.append(candidate)
        else:
            refused.append(Refused(candidate, reason))
    return Screened(accepted, refused)


def _against(
    candidate: Candidate, by_id: Mapping[str, Episode], person: str, max_length: int, allow_special: bool
) -> Reason | None:
    return (
        _wording(candidate, max_length)
        or _sources(candidate, by_id, person)
        or _grounds(candidate, by_id)
        or _sensitivity(candidate, allow_special)
    )


def _pointer(candidate: Candidate, known: Collection[str] | None) -> Reason | None:
    astray = known is not None and candidate.same_as is not None and candidate.same_as not in known
    return Reason.UNKNOWN_FACT if astray else None


def _wording(candidate: Candidate, max_length: int) -> Reason | None:
    if candidate.type not in FACT_TYPES or candidate.kind not in KINDS:
        return Reason.MALFORMED
    if not candidate.text.strip() or not candidate.quote.strip():
        return Reason.EMPTY
    if refuse_unstorable(candidate.text) or refuse_unstorable(candidate.quote):
        return Reason.UNSTORABLE
    if len(candidate.text) > max_length:
        return Reason.TOO_LONG
    if hedged(candidate.text, candidate.lang):
        return Reason.HEDGED
    return Reason.NOT_ABOUT_PERSON if _about_the_assistant(candidate.text) else None


def _sources(candidate: Candidate, by_id: Mapping[str, Episode], person: str) -> Reason | None:
    if not candidate.sources or any(source not in by_id for source in candidate.sources):
        return Reason.UNKNOWN_SOURCE
    if any(by_id[source].person != person for source in candidate.sources):
        return Reason.OTHER_PERSON
    return None


def _grounds(candidate: Candidate, by_id: Mapping[str, Episode]) -> Reason | None:
    """None when some user episode says the quote as the person's own assertion; else the nearest miss.

    What was asked to be kept may be asked as a question ("Kan du komma ihåg att …?").
    """
    cited = [by_id[source] for source in candidate.sources]
    said = [missing(candidate.quote, ep.text, candidate.lang) for ep in cited if ep.role == "user"]
    if None in said or (candidate.kind == "asked" and "question" in said):
        return None
    nearest = next((miss for miss in said if miss and miss != "ungrounded"), None)
    if nearest:
        return Reason(nearest)
    by_others = any(occurrences(candidate.quote, ep.text) for ep in cited if ep.role != "user")
    return Reason.NOT_USER if by_others or not said else Reason.UNGROUNDED


def _sensitivity(candidate: Candidate, allow_special: bool) -> Reason | None:
    kinds = {sensitive(text, candidate.lang) for text in (candidate.text, candidate.quote)}
    if "secret" in kinds:
        return Reason.SECRET
    if "personal_number" in kinds:
        return Reason.PERSONAL_NUMBER
    kept = allow_special or candidate.kind == "asked"
    return Reason.SPECIAL_CATEGORY if "special_category" in kinds and not kept else None


@cache
def _hedges() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = lexicon()["hedges"]
    whole = re.compile(rf"\W*{any_of(words['whole'])}\W*", re.IGNORECASE)
    return whole, re.compile(rf"\W*{any_of(words['opening'])}\b", re.IGNORECASE)


def hedged(text: str, lang: str) -> bool:
    """Whether the text says nothing for sure: "N/A", "kanske …", "vet inte", "-", blank.

    The words of Swedish and English are both known, whatever the text's main language `lang` is.
    """
    if not re.search(r"[^\W_]", text):
        return True
    whole, opening = _hedges()
    return bool(whole.fullmatch(text) or opening.match(text))


# "Du ska svara på svenska" is a wish about the answers; "Du kan inte läsa PDF" is about the assistant
ASSISTANT = re.compile(
    r"\W*(?:the (?:assistant|ai|bot|model|system|chatbot)|(?:assistenten|(?:ai|språk)modellen|systemet|boten|"
    r"chattboten)|du|you|din|dina|ditt|your)\b"
    r"(?!\s(?:ska|skall|bör|får|måste|behöver|should|must|may|need|can call|kan kalla))",
    re.IGNORECASE,
)


def _about_the_assistant(text: str) -> bool:
    """Whether the statement's subject is plainly the assistant or the system."""
    return bool(ASSISTANT.match(text))


def refuse_unstorable(text: str) -> str | None:
    """Why a database would refuse the text ("nul", "lone_surrogate"), or None."""
    if "\x00" in text:
        return "nul"
    return "lone_surrogate" if any("\ud800" <= character <= "\udfff" for character in text) else None
