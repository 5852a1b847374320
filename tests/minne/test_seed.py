"""An object with the brief's own signature can be what reads the episodes."""

from __future__ import annotations

from typing import Any

import pytest

from minne.domain.episodes import Candidate
from minne.extraction.protocol import ExtractionError
from minne.extraction.seed import SeedExtractor
from tests.minne.talk import NOW, consolidated, day, facts, said, take_in


class Llm:
    """The brief's llm: every user turn is a preference, cited by all the episodes that hold it."""

    def __init__(self, *rows: dict[str, Any]) -> None:
        self.rows = list(rows)

    def extrahera_fakta(self, nya_episoder: list[Any]) -> list[dict[str, Any]]:
        return self.rows


def extracted(*rows: dict[str, Any]) -> list[Candidate]:
    episodes = [said("Jag vill se kod.", 0, id="e1"), said("Visst.", 0.1, role="assistant", id="e2")]
    return SeedExtractor(Llm(*rows)).extract([_value(e) for e in episodes])


def _value(row: Any) -> Any:
    from minne.domain.episodes import Episode

    return Episode(row.id, row.person, row.conversation, row.role, row.text, row.occurred_at)


@pytest.mark.parametrize(
    ("typ", "type_"),
    [("preferens", "preference"), ("kunskap", "knowledge"), ("mal", "goal"), ("tillfallig", "temporary")],
)
def test_the_briefs_types_are_ours(typ: str, type_: str) -> None:
    [found] = extracted({"text": "Föredrar kodexempel", "typ": typ, "kallor": ["e1"]})
    assert (found.type, found.kind, found.quote) == (type_, "inferred", "Jag vill se kod.")


def test_an_assistants_turn_is_no_source_beside_the_persons_own() -> None:
    [found] = extracted({"text": "Föredrar kod", "typ": "preferens", "kallor": ["e2", "e1"]})
    assert (found.sources, found.quote) == (("e1",), "Jag vill se kod.")


@pytest.mark.parametrize(
    "row",
    [{"typ": "preferens", "kallor": ["e1"]}, {"text": "x", "typ": "annat", "kallor": []}, {"text": "x"}],
)
def test_a_malformed_row_is_a_failure_and_not_no_facts(row: dict[str, Any]) -> None:
    with pytest.raises(ExtractionError, match="row 1"):
        extracted(row)


def test_an_object_that_fails_is_a_failure_told_without_its_words() -> None:
    class Broken:
        def extrahera_fakta(self, nya_episoder: list[Any]) -> list[dict[str, Any]]:
            raise TimeoutError("too slow on: Jag är gravid")

    with pytest.raises(ExtractionError) as failure:
        SeedExtractor(Broken()).extract([])
    assert str(failure.value) == "extrahera_fakta: TimeoutError"


@pytest.mark.django_db
def test_only_new_episodes_are_handed_over() -> None:
    given: list[list[str]] = []

    class Listening(Llm):
        def extrahera_fakta(self, nya_episoder: list[Any]) -> list[dict[str, Any]]:
            given.append([episode["id"] for episode in nya_episoder])
            return []

    take_in(said("Visa koden.", 0, id="e1", talk="a"))
    consolidated(extractor=SeedExtractor(Listening()), rereads=False)
    take_in(said("Koden, tack.", 1, id="e2", talk="a"))
    consolidated(extractor=SeedExtractor(Listening()), rereads=False)
    assert given == [["e1"], ["e2"]]


@pytest.mark.django_db
def test_a_candidate_citing_two_episodes_is_learned_at_once() -> None:
    take_in(said("Visa koden.", 0, id="e1"), said("Koden, tack.", 1, id="e2"))
    llm = Llm({"text": "Föredrar kodexempel", "typ": "preferens", "kallor": ["e1", "e2"]})
    consolidated(extractor=SeedExtractor(llm), now=NOW)
    [fact] = facts(now=day(2))
    assert (fact["status"], fact["support"], fact["confidence"]) == (
        "active",
        2,
        pytest.approx(0.5, abs=0.01),
    )


@pytest.mark.django_db
def test_an_invented_source_is_refused_by_name() -> None:
    take_in(said("Visa koden.", 0, id="e1"))
    llm = Llm({"text": "Föredrar kodexempel", "typ": "preferens", "kallor": ["e1", "e99"]})
    outcome = consolidated(extractor=SeedExtractor(llm))
    assert outcome.counts["refused_unknown_source"] == 1
    assert facts() == []
