"""Every pattern of the rule extractor, tried on its own examples."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from minne.domain.episodes import Candidate, Episode
from minne.extraction.rules import RuleExtractor
from minne.extraction.vocabulary import LANGS, Inference, Pattern, lexicon

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
PATTERNS = [pytest.param(p, id=f"{lang} {p.name}") for lang in LANGS for p in lexicon(lang).patterns]
INFERENCES = [pytest.param(i, id=f"{lang} {i.text}") for lang in LANGS for i in lexicon(lang).inferences]


def extract(*texts: str) -> list[Candidate]:
    turns = [Episode(f"e{n}", "p", "c", "user", text, NOON) for n, text in enumerate(texts)]
    return RuleExtractor().extract(turns)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_finds_what_its_examples_say(pattern: Pattern) -> None:
    assert pattern.yes
    for said, facts in pattern.yes:
        assert [c.text for c in extract(said)] == list(facts), said


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_finds_nothing_in_its_counterexamples(pattern: Pattern) -> None:
    assert pattern.no
    for said in pattern.no:
        assert extract(said) == [], said


@pytest.mark.parametrize("inference", INFERENCES)
def test_behaviour_suggests_what_it_says_when_seen_often_enough(inference: Inference) -> None:
    for said in inference.yes:
        found = extract(said, said) if inference.repeated else extract(said)
        assert [c.kind for c in found] == ["inferred"], said


@pytest.mark.parametrize("inference", INFERENCES)
def test_behaviour_of_other_kinds_suggests_nothing(inference: Inference) -> None:
    for said in inference.no:
        assert extract(said, said) == [], said
