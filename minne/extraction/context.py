"""A conversation heard turn by turn: who is at the keyboard, and what was taken back."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from minne.domain.episodes import Candidate, Episode
from minne.domain.language import detect
from minne.extraction.patterns import Statement, read_clause
from minne.extraction.turns import Draft, Turn, inferred, open_turn, read_turn
from minne.extraction.vocabulary import Lexicon, lexicon
from minne.extraction.wording import no_longer

_NAME = re.compile(r"(?<=\s)[A-ZÅÄÖ][\w-]*(?:\s[A-ZÅÄÖ][\w-]*)*")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[\w-]+$")


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
        self._question = ""
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
        self._question = ""

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
        before = self._asked_about(turn) or (self._heard[-1].draft.statement if self._heard else None)
        if before is not None and before.predicate is not None and before.predicate.form == "said":
            text = no_longer(before.predicate, turn.lex)
            statement = replace(before, text=text, type="knowledge", valid_until=None)
            self._heard.append(Heard(Draft(statement, *_extent(turn)), episode, turn.lex))
        return True

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
        found = turn.lex.rules["correction"].match(turn.hidden)
        if not found or not turn.lex.rules["correction_mark"].search(turn.hidden) or not self._heard:
            return False
        last = self._heard[-1]
        text = put_right(last.draft.statement.text, found["new"])
        if text is None:
            return False
        statement = replace(last.draft.statement, text=text)
        draft = replace(last.draft, statement=statement, start=_extent(turn)[0], end=_extent(turn)[1])
        self._heard[-1] = Heard(draft, episode, last.lex)
        return True

    def _infer(self, turn: Turn, episode: Episode) -> None:
        stated = {heard.episode.id for heard in self._heard if heard.draft.statement.type == "preference"}
        for number, draft in inferred(turn):
            self._behaviour[turn.lex.lang, number] += 1
            enough = not turn.lex.inferences[number].repeated or self._behaviour[turn.lex.lang, number] > 1
            if enough and episode.id not in stated:
                self._heard.append(Heard(draft, episode, turn.lex, "inferred"))


def put_right(text: str, new: str) -> str | None:
    """A fact's text with its last name, number or word replaced, whichever `new` is."""
    old = _NAME if new[:1].isupper() else _NUMBER if new.isdigit() else _WORD
    bare = new.split(" ", 1)[1] if " " in new and new[:1].islower() and new.split(" ", 1)[1][:1].isupper() else new
    old = _NAME if bare[:1].isupper() else old
    places = list(old.finditer(text))
    if not places or bare in text:
        return None
    return text[: places[-1].start()] + bare + text[places[-1].end() :]


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
