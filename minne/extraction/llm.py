"""The extractor that asks a language model, on any server that speaks OpenAI's protocol.

What the model answers is never trusted: it cites by labels that mean something in its own prompt only,
and every candidate is screened by reason like anybody's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from typing import cast

from minne.domain.episodes import Candidate, Episode, FactType, Kind, KnownFact
from minne.domain.language import detect
from minne.extraction import llm_prompt
from minne.extraction.llm_client import Client, Server
from minne.extraction.llm_grounds import invented, may_point, verbatim
from minne.extraction.llm_lines import Chunk, chunks
from minne.extraction.llm_reply import Item, read
from minne.extraction.protocol import ExtractionError, ExtractorDownError

PROMPT_CHARACTERS = 8000
FACTS_TOLD = 50
UNKNOWN = "?"  # begins what stands for no label: no id does, so that nothing invented can be one


class LlmExtractor:
    """Asks chunk by chunk about the new turns of conversations, with the turns around them as context.

    When some chunk fails, what the others gave is kept until it is asked for again: the caller tries
    the halves, and nothing is paid for twice.
    """

    name = "llm"

    def __init__(self, server: Server, *, zone: tzinfo = UTC, characters: int = PROMPT_CHARACTERS) -> None:
        self.version = f"p{llm_prompt.PROMPT_VERSION} {server.model}"
        self._client, self._zone, self._characters = Client(server), zone, characters
        self._answered: dict[Chunk, list[Candidate] | ExtractionError] = {}

    def close(self) -> None:
        self._client.close()

    def extract(
        self,
        episodes: Sequence[Episode],
        known_facts: Sequence[KnownFact] = (),
        *,
        new: Collection[str] | None = None,
    ) -> list[Candidate]:
        """The candidates that the new turns state; no question is asked where no user says anything."""
        parts = list(chunks(episodes, new, limit=self._characters))
        known = known_facts[:FACTS_TOLD]
        for part in parts:
            if part not in self._answered:
                self._answered[part] = self._tried(part, known)
        answers = [self._answered[part] for part in parts]
        failures = [answer for answer in answers if isinstance(answer, ExtractionError)]
        if not failures or len({episode.conversation or episode.id for episode in episodes}) == 1:
            self._forget(parts)
        if failures:
            raise failures[0]
        return [candidate for answer in answers if isinstance(answer, list) for candidate in answer]

    def _tried(self, part: Chunk, known: Sequence[KnownFact]) -> list[Candidate] | ExtractionError:
        try:
            return self._ask(part, known)
        except ExtractorDownError:
            self._answered.clear()
            raise
        except ExtractionError as error:
            return error

    def _forget(self, parts: Sequence[Chunk]) -> None:
        for part in parts:
            self._answered.pop(part, None)

    def _ask(self, part: Chunk, known: Sequence[KnownFact]) -> list[Candidate]:
        """One question, and one more when the answer cannot be used as it is."""
        asked = llm_prompt.request(part, known, self._zone)
        answer = self._client.complete(asked)
        reply = read(answer)
        if reply.fault:
            again = read(self._client.complete([*asked, *llm_prompt.repair(part.lang, answer, reply.fault)]))
            reply = reply if again.items is None else again
        if reply.items is None:
            raise ExtractionError("llm_no_json")
        facts = llm_prompt.fact_labels(known)
        return [_candidate(item, part, facts) for item in reply.items]


def _candidate(item: Item, part: Chunk, facts: Mapping[str, KnownFact]) -> Candidate:
    """The item by the episodes' own ids; what it cites that is nothing stays so, to be refused by name.

    A statement that nothing shown can carry must stand in the source itself: it is its own quote.
    """
    labels, lang = part.labels, detect(f"{item.text} {item.quote}")
    cited = [labels.get(label) for label in map(_label, item.sources)]
    quote = item.text if invented(item.text, part.shown, llm_prompt.examples()) else item.quote
    for episode in cited:
        quote = verbatim(quote, episode.text) if episode else quote
    pairs = zip(cited, item.sources, strict=True)
    return Candidate(
        text=item.text,
        type=cast(FactType, item.type),  # screened at run time
        kind=cast(Kind, item.kind),
        sources=tuple(dict.fromkeys(episode.id if episode else UNKNOWN + name for episode, name in pairs)),
        quote=quote,
        valid_until=_day(item.valid_until),
        lang=lang,
        same_as=_pointed(item, facts, lang),
    )


def _label(name: str) -> str:
    return name.strip(" []()#.").upper()


def _pointed(item: Item, facts: Mapping[str, KnownFact], lang: str) -> str | None:
    """The known fact pointed at; none where the statement cannot be the same one in other words."""
    if _label(item.same_as) in ("", "NULL", "NONE"):
        return None
    fact = facts.get(_label(item.same_as))
    if fact is None:
        return UNKNOWN + item.same_as[:50]
    return fact.id if may_point(item.text, fact, lang) else None


def _day(text: str) -> date | None:
    """What is no date is no end: an end that cannot be resolved is not known."""
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        return None
