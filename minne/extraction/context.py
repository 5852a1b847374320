"""A conversation heard turn by turn: who is at the keyboard, and what was taken back."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from minne.domain.episodes import Candidate, Episode
from minne.domain.language import detect
from minne.extraction.corrections import corrected
from minne.extraction.patterns import Statement, read_clause
from minne.extraction.turns import Draft, Turn, inferred, open_turn, read_turn
from minne.extraction.vocabulary import Lexicon, lexicon
from minne.extraction.wording import no_longer


@dataclass(frozen=True, slots=True)
class Heard:
    """A draft and the episode it stands in."""

    draft: Draft
    episode: Episode
    lex: Lexicon
    kind: str = "stated"


class Conversation:
    """Reads the turns of one conversation in order; `candidates` are what it has come to state."""

    def __init__(self) -> None:
        self._heard: list[Heard] = []
        self._question = self._previous = ""
        self._away = self._playing = False
        self._behaviour: Counter[tuple[str, int]] = Counter()

    def hear(self, episode: Episode) -> None:
        """Take in the next turn; only the person's own turns state anything."""
        if episode.role == "assistant":
            self._question = _last_question(episode.text)
        if episode.role != "user" or not episode.text.strip():
            return
        lex = lexicon(detect(episode.text[:2000]))
        turn = open_turn(episode.text, lex, episode.occurred_at.date())
        if not self._is_owner(turn) or self._in_role(turn):
            return
        if not (self._no_longer(turn, episode) or self._corrected(turn, episode)):
            self._heard += [Heard(draft, episode, lex) for draft in read_turn(turn)]
            self._infer(turn, episode)
        self._question, self._previous = "", episode.id

    @property
    def candidates(self) -> list[Candidate]:
        made: dict[tuple[str, str], Candidate] = {}
        for heard in self._heard:
            candidate = _candidate(heard)
            key = (heard.episode.id, candidate.text.casefold())
            if key not in made or (candidate.kind == "asked" and made[key].kind != "asked"):
                made[key] = candidate
        return list(made.values())

    def _is_owner(self, turn: Turn) -> bool:
        if self._away or turn.lex.rules["at_keyboard"].search(turn.hidden):
            self._away = not turn.lex.rules["back"].search(turn.hidden)
        return not self._away

    def _in_role(self, turn: Turn) -> bool:
        if turn.lex.rules["role_play_over"].search(turn.original):
            self._playing = False
        elif turn.lex.rules["role_play"].search(turn.original):
            self._playing = True
        return self._playing

    def _no_longer(self, turn: Turn, episode: Episode) -> bool:
        """ "Nej, inte längre." denies what the assistant asked about, or else what was last said."""
        if not turn.lex.rules["no_longer"].match(turn.hidden):
            return False
        last = None if self._question else self._just_said()
        before = self._asked_about(turn) or (last.draft.statement if last else None)
        if before is not None and before.predicate is not None and before.predicate.form == "said":
            text = no_longer(before.predicate, turn.lex)
            statement = replace(before, text=text, type="knowledge", valid_until=None)
            self._heard.append(Heard(Draft(statement, *_extent(turn)), episode, turn.lex))
        return True

    def _just_said(self) -> Heard | None:
        """The last statement of the turn before this one."""
        last = self._heard[-1] if self._heard else None
        return last if last and last.episode.id == self._previous else None

    def _asked_about(self, turn: Turn) -> Statement | None:
        """The statement that the assistant's last question is about: "Är du fortfarande vegan?"."""
        found = turn.lex.rules["still_question"].search(self._question)
        if not found:
            return None
        rest = turn.lex.rules["still"].sub("", found["rest"])
        clause = turn.lex.forms["words"]["i_do"].format(verb=found["verb"], rest=rest)
        reading = read_clause(clause, lex=turn.lex, on=turn.on)
        return reading.statements[0] if reading.statements else None

    def _corrected(self, turn: Turn, episode: Episode) -> bool:
        """ "Nej förresten, jag menar Umeå": the last statement, with what is put right in it."""
        last = self._just_said()
        statement = corrected(last.draft.statement, turn.hidden.strip(), turn.lex) if last else None
        if last is None or statement is None:
            return False
        start, end = _extent(turn)
        self._heard[-1] = Heard(
            replace(last.draft, statement=statement, start=start, end=end), episode, last.lex
        )
        return True

    def _infer(self, turn: Turn, episode: Episode) -> None:
        stated = {heard.episode.id for heard in self._heard if heard.draft.statement.type == "preference"}
        for number, draft in inferred(turn):
            self._behaviour[turn.lex.lang, number] += 1
            enough = not turn.lex.inferences[number].repeated or self._behaviour[turn.lex.lang, number] > 1
            if enough and episode.id not in stated:
                self._heard.append(Heard(draft, episode, turn.lex, "inferred"))


def _extent(turn: Turn) -> tuple[int, int]:
    bare = turn.original.strip()
    start = turn.original.find(bare)
    return start, start + len(bare)


def _last_question(text: str) -> str:
    """The last question of an assistant's turn, or ""."""
    asked = re.findall(r"[^.!?\n]{1,200}\?", text[-1000:])
    return asked[-1].strip() if asked else ""


def _candidate(heard: Heard) -> Candidate:
    draft = heard.draft
    return Candidate(
        text=draft.statement.text,
        type=draft.statement.type,
        kind="inferred" if heard.kind == "inferred" else "asked" if draft.asked else "stated",
        sources=(heard.episode.id,),
        quote=heard.episode.text[draft.start : draft.end],
        valid_until=draft.statement.valid_until,
        lang=heard.lex.lang,
    )
