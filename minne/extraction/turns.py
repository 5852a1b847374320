"""What one turn of the person states: its sentences read clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from minne.domain.screening import hedged, sensitive, speech_spans, strip_injected
from minne.extraction.clauses import Clause, Span, clauses, hide, sentences, unhide
from minne.extraction.corrections import corrected
from minne.extraction.patterns import Statement, period_of, read_clause
from minne.extraction.predicates import Predicate, strip_leads
from minne.extraction.shapes import lowered
from minne.extraction.vocabulary import Lexicon
from minne.extraction.wording import finish

_ITEM = re.compile(r"\s*(?:[-*•–]|\d{1,2}[.)])\s")
MAX_CHARACTERS = 20_000  # of one episode; what a person says of themself does not stand after that


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement, where in the turn it stands, and whether the person asked to have it remembered."""

    statement: Statement
    start: int
    end: int
    asked: bool = False
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it is read: `hidden` has what is not the person's own words blotted out in place."""

    original: str
    hidden: str
    spans: list[tuple[int, int]]
    lex: Lexicon
    on: date


def open_turn(text: str, lex: Lexicon, on: date) -> Turn:
    original = text[:MAX_CHARACTERS].replace("’", "'").replace("\u00a0", " ")
    own = strip_injected(original)
    spans = [(start, end) for start, end in speech_spans(own, lex.lang) if end > start]
    return Turn(original, hide(own, spans), spans, lex, on)


def read_turn(turn: Turn) -> list[Draft]:
    """The drafts of a turn, in order; none when the turn is a joke, an injection or a role."""
    if turn.lex.rules["void"].search(turn.hidden):
        return []
    drafts = list(_introduced(turn))
    asked_list = False
    spans = list(sentences(turn.hidden, turn.lex))
    for before, sentence, after in zip([None, *spans], spans, [*spans[1:], None], strict=False):
        if _dismissed(sentence, after, turn.lex):
            continue
        found = _Sentence(turn, drafts, asked_list or _asked_after(after, turn.lex))
        found.own = before is None or not turn.lex.rules["about_others"].search(before.text)
        found.read(sentence)
        asked_list = found.list_follows or (asked_list and bool(_ITEM.match(after.text)) if after else False)
    return [kept for draft in drafts if (kept := _allowed(draft, turn))]


def _dismissed(sentence: Span, after: Span | None, lex: Lexicon) -> bool:
    """Whether a sentence is nothing the person means, by its own words or by those after it: "Not!"."""
    taken_back = after is not None and lex.rules["taken_back"].match(after.text)
    return bool(taken_back or lex.rules["dismiss"].search(sentence.text))


def _introduced(turn: Turn) -> Iterator[Draft]:
    """ "Hello, I'm Gary." gives a name; without the greeting it might be a mood."""
    words = turn.lex.forms["words"]
    found = turn.lex.rules["intro"].match(turn.hidden)
    if found:
        start = len(found[0]) - len(found[0].lstrip())
        yield _plainly(words["intro"].format(found["name"] or found["plain"]), start, found.end())
    if more := turn.lex.rules["intro_more"].match(turn.hidden):
        for part, value in more.groupdict().items():
            if value:
                yield _plainly(words[part].format(value), more.start(), more.end())


def _plainly(text: str, start: int, end: int) -> Draft:
    return Draft(Statement(text, "knowledge", None, None, None), start, end)


def _asked_after(after: Span | None, lex: Lexicon) -> bool:
    """Whether the next sentence or clause is nothing but "remember that"."""
    if after is None:
        return False
    text = strip_leads(after.text, lex)
    prefix = lex.rules["remember"].match(text)
    if not prefix or not text:
        return False
    nothing_more = lex.rules["remember_that"].match(text[prefix.end() :].strip())
    return bool(nothing_more or lex.rules["remember_then"].search(text[: prefix.end() + 20]))


class _Sentence:
    """Reads one sentence onto `drafts`, which it may amend: "…, kom ihåg det"."""

    def __init__(self, turn: Turn, drafts: list[Draft], asked: bool) -> None:
        self.turn, self.lex, self.drafts = turn, turn.lex, drafts
        self.asked, self.list_follows = asked, False
        self.carried: Predicate | None = None
        self.first = len(drafts)
        self.own = True  # a subject left out is the speaker

    def read(self, sentence: Span) -> None:
        parts = list(clauses(sentence, self.lex))
        self.asked = self.asked or any(_asked_after(part.span, self.lex) for part in parts[1:])
        for part in parts:
            if self._put_right(sentence.text[part.span.start - sentence.start :], sentence.end):
                break
            self._clause(part)
        self._drop_one_offs(sentence.text)

    def _put_right(self, tail: str, end: int) -> bool:
        """What is left of the sentence corrects what was just said."""
        statement = corrected(self.drafts[-1].statement, tail, self.lex) if self.drafts else None
        if statement is None:
            return False
        self.drafts[-1] = replace(self.drafts[-1], statement=statement, end=end)
        return True

    def _clause(self, clause: Clause) -> None:
        bare = self.lex.rules["bare_answer"].match(clause.span.text)
        text = clause.span.text if bare else strip_leads(clause.span.text, self.lex)
        if clause.link == "so" and self.lex.rules["verb_first"].match(text):
            text = f"{self.lex.forms['words']['so']} {text}"
        prefix = self.lex.rules["remember"].match(text)
        if prefix:
            text = text[prefix.end() :].strip()
            if self._nothing_more(text, clause.span):
                return
            self.asked = True
            text = self._as_order(text)
        if self._continued(clause, text):
            return
        self._state(clause, text)

    def _nothing_more(self, text: str, span: Span) -> bool:
        """ "Kom ihåg:" asks for what follows, "kom ihåg det" for what was said."""
        nothing = bool(self.lex.rules["remember_that"].match(text))
        introduces = span.text.endswith(":") or self.turn.hidden[span.end :].lstrip(" ")[:1] in {
            ":",
            "-",
            "–",
        }
        if nothing and introduces:
            self.asked = self.list_follows = True
        return nothing

    def _as_order(self, text: str) -> str:
        """What to remember to do, when it is how to answer: "att alltid svara kort"."""
        words = [w for w in text.split() if w.casefold() not in self.lex.words["adverb"]]
        if words and words[0].casefold() in self.lex.forms["infinitives"]:
            return f"{self.lex.forms['words']['can_you']} {text}"
        return "" if self.lex.rules["to_do"].match(text) else text

    def _continued(self, clause: Clause, text: str) -> bool:
        """ "… and it launches in August" gives the goal before it its date."""
        more = self.lex.rules["continues"].match(text)
        if not more or len(self.drafts) == self.first:
            return False
        last = self.drafts[-1]
        period = period_of(text, self.turn.on, self.lex)
        if last.statement.type != "goal" or last.dated or period is None:
            return False
        joined = f"{last.statement.text}, {more['what'].rstrip(' .!')}"
        stated = replace(last.statement, text=finish(joined, self.lex), valid_until=period.end)
        self.drafts[-1] = replace(last, statement=stated, end=clause.span.end, dated=True)
        return True

    def _state(self, clause: Clause, text: str) -> None:
        shared = clause.link == "and" and not self.lex.rules["verb_first"].match(text)
        carried = self.carried if shared else None
        if self.lex.rules["role_opening"].match(text):
            text += self.turn.hidden[clause.span.end :][:5]
        reading = read_clause(
            text,
            lex=self.lex,
            on=self.turn.on,
            asked=self.asked,
            carried=carried,
            opening=self.own and not clause.link,
        )
        self.carried = reading.predicate if reading.predicate and reading.predicate.form == "said" else None
        told = reading.predicate is not None and reading.predicate.form == "told"
        if clause.question and not (told or self.asked):
            return
        for statement in reading.statements:
            if self._for_now(statement, clause):
                continue
            dated = period_of(text, self.turn.on, self.lex) is not None
            draft = Draft(statement, clause.span.start, clause.span.end, self.asked, dated)
            if clause.link == "so" and self._consequence(draft):
                continue
            self.drafts.append(draft)

    def _for_now(self, statement: Statement, clause: Clause) -> bool:
        pattern, predicate = statement.pattern, statement.predicate
        if pattern is None or not pattern.lasting or (predicate and predicate.negated):
            return False
        return bool(self.lex.rules["for_now"].search(clause.span.text))

    def _consequence(self, draft: Draft) -> bool:
        """ "We expect a child in August, so I am planning my leave": one goal, with the date of its cause."""
        if len(self.drafts) == self.first or draft.dated or draft.statement.type != "goal":
            return False
        cause = self.drafts[-1]
        if not cause.dated or cause.statement.type != "goal":
            return False
        text = f"{draft.statement.text}, {lowered(cause.statement.text)}"
        stated = replace(draft.statement, text=text, valid_until=cause.statement.valid_until)
        self.drafts[-1] = replace(draft, statement=stated, start=cause.start, dated=True)
        return True

    def _drop_one_offs(self, sentence: str) -> None:
        """What a person is busy with is no fact when they ask for help with it or it goes wrong."""
        trouble = self.lex.rules["trouble"].search(sentence)
        task = self.lex.rules["task"].search(sentence)
        for draft in [d for d in self.drafts[self.first :] if not d.asked]:
            pattern = draft.statement.pattern
            if pattern and pattern.one_off and (trouble or (task and not draft.dated)):
                self.drafts.remove(draft)


def _allowed(draft: Draft, turn: Turn) -> Draft | None:
    """The draft with hidden titles put back; None when it may not be kept."""
    text = unhide(draft.statement.text, turn.original, turn.spans)
    quote = turn.original[draft.start : draft.end]
    kinds = {sensitive(text, turn.lex.lang), sensitive(quote, turn.lex.lang)} - {None}
    if hedged(text, turn.lex.lang) or (kinds and (not draft.asked or kinds != {"special_category"})):
        return None
    return replace(draft, statement=replace(draft.statement, text=text))


def inferred(turn: Turn) -> Iterator[tuple[int, Draft]]:
    """What behaviour in the turn suggests, with the number of the inference that says so."""
    for number, inference in enumerate(turn.lex.inferences):
        found = inference.match.compiled.search(turn.hidden)
        if not found:
            continue
        sentence = next((s for s in sentences(turn.hidden, turn.lex) if s.end >= found.end()), None)
        if sentence is None or sentence.start > found.start():
            continue
        name = next((g for g in found.groups() if g), "")
        text = inference.text.format("", turn.lex.forms["names"].get(name.casefold(), name))
        statement = Statement(text, inference.type, None, None, None)
        yield number, Draft(statement, sentence.start, sentence.end)
