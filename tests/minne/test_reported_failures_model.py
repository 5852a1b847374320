"""What users of other memories reported when a model's answer was broken: it passed for "no facts"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest

from minne.domain.episodes import Candidate, Episode, KnownFact
from minne.extraction.protocol import ExtractionError, ExtractorDownError
from minne.extraction.seed import SeedExtractor
from minne.models import Episode as StoredEpisode
from tests.minne.talk import NOW, consolidated, day, facts, said, take_in, texts

pytestmark = pytest.mark.django_db


class Model:
    """Answers in turn with what it is given: an error to raise, or the texts it finds."""

    name = "model"
    version = "1"

    def __init__(self, *answers: Exception | str) -> None:
        self.answers = list(answers)
        self.calls = 0

    def extract(
        self,
        episodes: Sequence[Episode],
        known_facts: Sequence[KnownFact] = (),
        *,
        new: Collection[str] | None = None,
    ) -> list[Candidate]:
        self.calls += 1
        answer = self.answers.pop(0) if self.answers else ""
        if isinstance(answer, Exception):
            raise answer
        first = next(e for e in episodes if e.role == "user")
        return [Candidate(answer, "preference", "stated", (first.id,), first.text)] if answer else []


BROKEN = [
    "the answer is no JSON",
    "the answer was cut off",
    "timed out after 60 s",
    "the model refused",
    "\\ud83d",
]


def waiting() -> int:
    return StoredEpisode.objects.pending(by=NOW).count()


@pytest.mark.parametrize("why", BROKEN)
def test_a_broken_answer_leaves_the_episodes_waiting_and_says_why(why: str) -> None:
    take_in(said("Jag gillar te."))
    outcome = consolidated(extractor=Model(ExtractionError(why)), rereads=False)
    assert (outcome.counts["failed"], waiting()) == (1, 1)
    assert outcome.failures[0]["error"] == why
    assert facts() == []


@pytest.mark.parametrize("why", BROKEN)
def test_the_next_run_loses_nothing(why: str) -> None:
    take_in(said("Jag gillar te."))
    consolidated(extractor=Model(ExtractionError(why)), rereads=False)
    consolidated(extractor=Model("Gillar te"), rereads=False)
    assert (texts(now=day(1)), waiting()) == (["Gillar te"], 0)


def test_an_answer_with_no_facts_is_an_answer() -> None:
    take_in(said("ok"))
    outcome = consolidated(extractor=Model(""), rereads=False)
    assert (outcome.counts["failed"], waiting()) == (0, 0)


def test_one_poisonous_talk_fails_alone() -> None:
    class Choking(Model):
        def extract(self, episodes: Sequence[Episode], *rest: Any, **more: Any) -> list[Candidate]:
            if any("boom" in e.text for e in episodes):
                raise ExtractionError("no JSON")
            return [
                Candidate(e.text, "preference", "stated", (e.id,), e.text)
                for e in episodes
                if e.role == "user"
            ]

    take_in(*(said(f"Gillar sak{n}x", n) for n in range(7)), said("boom", 8))
    outcome = consolidated(extractor=Choking(), rereads=False)
    assert (outcome.counts["failed"], waiting(), len(texts(now=day(9)))) == (1, 1, 7)


def test_a_server_that_is_down_is_asked_once_and_everything_waits() -> None:
    take_in(*(said(f"Gillar sak{n}x", n) for n in range(7)))
    model = Model(*[ExtractorDownError("no answer")] * 9)
    consolidated(extractor=model, rereads=False)
    assert (model.calls, waiting(), facts()) == (1, 7, [])


@pytest.mark.parametrize(
    "text",
    [
        "Gillar \ud83d te",
        "Gillar\x00te",
        "  ",
        "N/A",
        "kanske te",
        "None",
        "x" * 2000,
        "The assistant likes tea",
    ],
)
def test_what_cannot_be_a_fact_is_refused_and_counted_and_the_rest_kept(text: str) -> None:
    take_in(said("Jag gillar te."))
    outcome = consolidated(extractor=Model(text), rereads=False)
    assert facts() == []
    assert sum(n for name, n in outcome.counts.items() if name.startswith("refused_")) == 1
    assert waiting() == 0


@pytest.mark.parametrize(
    "quote",
    ["The user plans to visit Lisbon in May", "Jag gillar kaffe.", "", "Jag gillar te. Och Lissabon."],
)
def test_an_example_from_the_prompt_has_no_words_of_the_persons_and_is_refused(quote: str) -> None:
    class Echoing(Model):
        def extract(self, episodes: Sequence[Episode], *rest: Any, **more: Any) -> list[Candidate]:
            return [Candidate("Ska till Lissabon i maj", "goal", "stated", (episodes[0].id,), quote)]

    take_in(said("Jag gillar te."))
    outcome = consolidated(extractor=Echoing(), rereads=False)
    assert facts() == []
    assert outcome.counts["refused_ungrounded"] + outcome.counts["refused_empty"] == 1


def test_a_wrapped_object_that_raises_or_answers_nonsense_has_failed() -> None:
    class Raises:
        def extrahera_fakta(self, nya_episoder: list[Any]) -> list[dict[str, Any]]:
            raise TimeoutError("60 s")

    class Prose:
        def extrahera_fakta(self, nya_episoder: list[Any]) -> Any:
            return ["Visst! Här är fakta:"]

    take_in(said("Jag gillar te."))
    for broken in (Raises(), Prose()):
        outcome = consolidated(extractor=SeedExtractor(broken), rereads=False)
        assert (outcome.counts["failed"], waiting()) == (1, 1)


def test_nothing_to_read_asks_no_model() -> None:
    model = Model("Gillar te")
    take_in(said("Jag gillar te."))
    consolidated(extractor=model, rereads=False)
    for _ in range(3):
        consolidated(extractor=model, rereads=False)
    assert model.calls == 1
