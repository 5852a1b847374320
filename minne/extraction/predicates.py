"""A clause as subject, finite verb, adverbs and the rest, whatever order it was said in.

"Helst vill jag ha korta svar" and "jag vill helst ha korta svar" give the same predicate, and so do
"I don't ever drink" and "I do not ever drink". Patterns are matched on `core`, which has no adverbs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from minne.extraction.shapes import lowered, plain
from minne.extraction.vocabulary import Form, Lexicon

MAX_FRONT = 9


@dataclass(frozen=True, slots=True)
class Predicate:
    """`adverbs` are those kept, negation among them; `front` is what stood before an inverted verb."""

    form: Form
    head: str
    rest: str
    adverbs: tuple[str, ...] = ()
    reflexive: str = ""
    front: str = ""
    auxiliary: str = ""
    negated: bool = False

    @property
    def core(self) -> str:
        return " ".join(part for part in (self.head, self.reflexive, self.rest) if part)

    @property
    def whole(self) -> str:
        """Everything said, for the expressions that must not occur anywhere in it."""
        parts = (self.front, *self.adverbs, self.core)
        return " ".join(part for part in parts if part)


def read(
    clause: str, lex: Lexicon, carried: Predicate | None = None, *, opening: bool = False
) -> Predicate | None:
    """The predicate of a clause about the speaker.

    `carried` is the predicate whose subject this one shares; a clause that opens its sentence may leave
    its subject out ("Bor i Lund sen 2018").
    """
    if lex.rules["bare_answer"].match(clause):
        return Predicate("told", "bare", strip_leads(clause, lex))
    clause = strip_leads(clause, lex)
    clause = uncontract(clause, lex)
    if not clause or lex.rules["ours"].match(clause):
        return None
    clause = plain(clause, lex)
    if settled := _settled(clause, lex):
        return settled
    elliptic = opening and lex.rules["elliptic"].match(clause)
    told = None if elliptic else _told(clause, lex)
    if told is not None and not (carried and told.head in lex.words["finite"]):
        return told
    if lex.rules["possessive"].match(clause) and not lex.rules["subject"].match(clause):
        owner, _, thing = clause.partition(" ")
        return Predicate("mine", "", thing.strip(), auxiliary=owner.casefold())
    if opening and lex.rules["elliptic_be"].match(clause):
        return _finish([lex.forms["words"]["be"], *lowered(clause).split()], lex)
    if elliptic:
        return _finish(clause.split(), lex)
    return _about_speaker(clause, lex, carried)


def _settled(clause: str, lex: Lexicon) -> Predicate | None:
    """A clause whose shape alone says what it is of; its subject is a thing and not the speaker."""
    if settled := lex.rules["decided"].match(clause):
        return Predicate("said", lex.forms["words"]["chose"], settled["what"] or settled["won"])
    if lex.rules["of_mine"].match(clause):
        return Predicate("thing", "", clause)
    if wish := lex.rules["lets_be"].match(clause):
        what = (wish["v"] or wish["w"] or wish["x"] or wish["y"] or "").strip()
        return Predicate("told", "lets", f"{lowered(what)} {wish['z'] or ''}".strip())
    if lex.rules["own_event"].match(clause):
        return Predicate("mine", "", clause)
    if lex.rules["suits"].match(clause):
        return Predicate("told", "suits", lex.rules["suits_lead"].sub(lex.forms["words"]["it"], clause))
    return None


def strip_leads(clause: str, lex: Lexicon) -> str:
    """Without the greetings and fillers that open a clause and the courtesies that close it."""
    clause = clause.strip(" \t,;:–—-.!?…*()\"'")
    clause = lex.rules["leads"].sub("", clause, count=1)
    return lex.rules["trails"].sub("", clause).strip(" \t,;:–—-.!?…*()")


def uncontract(clause: str, lex: Lexicon) -> str:
    """Contractions and careless spellings written out, so that one pattern reads both."""
    for short, full in lex.forms["contractions"].items():
        clause = lex.rules[f"contraction_{short}"].sub(full, clause)
    return clause


def _told(clause: str, lex: Lexicon) -> Predicate | None:
    """A request to the assistant, as an imperative; None when the clause is none."""
    asked = lex.rules["courtesy"].match(clause)
    body = clause[asked.end() :].lstrip(" ,") if asked else clause
    adverbs, words = _take_adverbs(body.split(), lex)
    if not words:
        return None
    verb = words[0].casefold().strip(",:")
    verb = lex.forms["infinitives"].get(verb, verb) if asked else verb
    if verb not in lex.forms["imperatives"]:
        return None
    more, rest = _take_adverbs(words[1:], lex)
    if rest and rest[0].casefold() in lex.words["reflexive"]:
        after, tail = _take_adverbs(rest[1:], lex)
        more, rest = [*more, *after], [rest[0], *tail]
    if verb == "do" and more and rest:
        verb, rest = rest[0].casefold(), rest[1:]
    return _with_adverbs(Predicate("told", verb, " ".join(rest)), [*adverbs, *more], lex)


def _about_speaker(clause: str, lex: Lexicon, carried: Predicate | None) -> Predicate | None:
    subject = lex.rules["subject"].match(clause)
    if subject:
        return _finish(clause[subject.end() :].split(), lex)
    words = clause.split()
    inverted = _inverted(words, lex)
    if inverted is not None or carried is None:
        return inverted
    if lex.lang == "en" and carried.head == "am" and lex.rules["participle"].match(clause):
        return _finish(["am", *words], lex)
    if lex.lang == "en" and carried.core.startswith("have been ") and lex.rules["participle"].match(clause):
        return _finish(["have", "been", *words], lex)
    be = lex.forms["words"]["be"]
    if carried.head == be and lex.rules["carried_be"].match(clause):
        return _finish([be, *words], lex)
    _, after = _take_adverbs(words, lex)
    if after and after[0].casefold() in lex.words["finite"]:
        return _finish(words, lex)
    return None


def _inverted(words: Sequence[str], lex: Lexicon) -> Predicate | None:
    """Verb before subject in Swedish ("Helst vill jag"); a fronted phrase before the subject in English."""
    for at, word in enumerate(words[: MAX_FRONT + 2]):
        if at == 0 or word.casefold().strip(",") not in lex.words["pronoun"]:
            continue
        verb_first = lex.lang == "sv"
        front = words[: at - 1] if verb_first else words[:at]
        if not front or (verb_first and not _verbal(words[at - 1], lex)):
            return None
        phrase = " ".join(front).strip(" ,")
        if not lex.rules["front"].match(phrase) or lex.rules["front_refused"].search(phrase):
            return None
        verb = [words[at - 1]] if verb_first else []
        predicate = _finish([*verb, *words[at + 1 :]], lex)
        return _with_front(predicate, phrase, lex) if predicate else None
    return None


def _verbal(word: str, lex: Lexicon) -> bool:
    """Whether a word right before the Swedish "jag" is a verb: one of the list, or by its ending."""
    return word.casefold() in lex.words["finite"] or bool(lex.rules["present"].fullmatch(word))


def _with_front(predicate: Predicate, phrase: str, lex: Lexicon) -> Predicate:
    """A fronted adverb goes back among the adverbs; "from now on" says nothing about the fact."""
    low = phrase.casefold()
    if low in lex.words["adverb"]:
        return _with_adverbs(predicate, [low], lex)
    if lex.rules["front_dropped"].fullmatch(phrase):
        return predicate
    common = lex.rules["front_lowered"].match(phrase) or lex.rules["common_object"].match(predicate.core)
    return replace(predicate, front=lowered(phrase) if common else phrase)


def _finish(words: Sequence[str], lex: Lexicon) -> Predicate | None:
    return _finish_sv(words, lex) if lex.lang == "sv" else _finish_en(words, lex)


def _finish_sv(words: Sequence[str], lex: Lexicon) -> Predicate | None:
    before, words = _take_adverbs(words, lex)
    if not words:
        return None
    head, words = words[0].casefold(), words[1:]
    reflexive = ""
    if words and words[0].casefold() in lex.words["reflexive"]:
        reflexive, words = words[0].casefold(), words[1:]
    after, words = _take_adverbs(words, lex)
    if not reflexive and after and words and words[0].casefold() in lex.words["reflexive"]:
        reflexive, words = words[0].casefold(), words[1:]
    return _with_adverbs(Predicate("said", head, " ".join(words), (), reflexive), [*before, *after], lex)


def _finish_en(words: Sequence[str], lex: Lexicon) -> Predicate | None:
    before, words = _take_adverbs(words, lex)
    if not words:
        return None
    head, words, auxiliary = words[0].casefold(), words[1:], ""
    after: list[str] = []
    if head in lex.words["auxiliary"]:
        after, words = _take_adverbs(words, lex)
    if head in {"do", "did"} and after and words:
        auxiliary, head, words = head, words[0].casefold(), words[1:]
    elif head == "do" and words and words[0].casefold() in lex.words["finite"]:
        head, words = words[0].casefold(), words[1:]
    head = "am" if head == "are" else head
    adverbs = [*before, *after]
    if "nolonger" in adverbs:
        adverbs = ["not" if word == "nolonger" else word for word in adverbs]
        words = [*words, "any", "more"]
        auxiliary = auxiliary or ("" if head in lex.words["auxiliary"] - {"do"} else "do")
    return _with_adverbs(Predicate("said", head, " ".join(words), auxiliary=auxiliary), adverbs, lex)


def _take_adverbs(words: Sequence[str], lex: Lexicon) -> tuple[list[str], list[str]]:
    """The adverbs that a list of words opens with, and what follows them."""
    at = 0
    while at < len(words) and words[at].casefold().strip(",") in lex.words["adverb"]:
        at += 1
    return [w.casefold().strip(",") for w in words[:at]], list(words[at:])


def _with_adverbs(predicate: Predicate, adverbs: Sequence[str], lex: Lexicon) -> Predicate:
    kept = tuple(w for w in adverbs if w not in lex.words["filler"])
    none = predicate.rest.partition(" ")[0].casefold() in lex.words["none"]
    negated = predicate.negated or none or any(w in lex.words["negation"] for w in kept)
    return replace(predicate, adverbs=(*kept, *predicate.adverbs), negated=negated)
