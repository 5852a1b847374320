"""The prompts, in the conversation's language, from the templates beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import tzinfo
from functools import cache
from pathlib import Path
from string import Template
from typing import TypedDict

from minne.domain.episodes import Episode, KnownFact
from minne.domain.language import Language
from minne.extraction.llm_lines import Chunk

PROMPT_VERSION = "1"  # goes up with every change of what the templates say
TEMPLATES = Path(__file__).with_name("prompts")
LONGEST_FACT = 200
LONGEST_ECHO = 4000  # characters of its own failed answer that a model is shown
WEEKDAYS: dict[Language, Sequence[str]] = {
    "sv": ("måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}


class Message(TypedDict):
    role: str
    content: str


@cache
def sections(lang: Language) -> dict[str, str]:
    """The parts of a template by name: system, example, request, nothing, repair."""
    text = (TEMPLATES / f"{lang}.txt").read_text(encoding="utf-8")
    parts = re.split(r"^--- (\w+) ---\n", text, flags=re.MULTILINE)
    return {name: part.strip() for name, part in zip(parts[1::2], parts[2::2], strict=True)}


def examples() -> str:
    """What the templates' own examples say, in every language."""
    return "\n".join(sections(lang)["example"] for lang in WEEKDAYS)


def fact_labels(known: Sequence[KnownFact]) -> dict[str, KnownFact]:
    """F1, F2 …: the known facts. The model never sees a fact's own id."""
    return {f"F{number}": fact for number, fact in enumerate(known, 1)}


def request(chunk: Chunk, known: Sequence[KnownFact], zone: tzinfo) -> list[Message]:
    """What a model is asked about a chunk."""
    parts = sections(chunk.lang)
    named = {episode.id: label for label, episode in chunk.labels.items()}
    lines = [
        _line(line.episode, line.text, named if line.asked else {}, chunk.lang, zone) for line in chunk.lines
    ]
    facts = [_json(id=label, text=fact.text[:LONGEST_FACT]) for label, fact in fact_labels(known).items()]
    asked = Template(parts["request"]).substitute(
        facts="\n".join(facts) or parts["nothing"], lines="\n".join(lines)
    )
    return [
        Message(role="system", content=f"{parts['system']}\n{parts['example']}"),
        Message(role="user", content=asked),
    ]


def repair(lang: Language, answer: str, fault: str) -> list[Message]:
    """What is said after an answer that could not be used."""
    asked = Template(sections(lang)["repair"]).substitute(fault=fault)
    return [
        Message(role="assistant", content=answer[:LONGEST_ECHO] or "-"),
        Message(role="user", content=asked),
    ]


def _line(episode: Episode, text: str, named: dict[str, str], lang: Language, zone: tzinfo) -> str:
    at = episode.occurred_at.astimezone(zone)
    told = f"{at:%Y-%m-%d} {WEEKDAYS[lang][at.weekday()]} {at:%H:%M}"
    label = {"id": named[episode.id]} if episode.id in named else {}
    return _json(**label, role=episode.role, at=told, text=text)


def _json(**values: str) -> str:
    return json.dumps(values, ensure_ascii=False)
