"""What the chain of verbs of a statement says: aspect, main verb, polarity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from minne.domain._keys_lexicon import Lexicon, Verb
from minne.domain._keys_model import Frame
from minne.domain._keys_tokens import Token

_TASTES = ("like", "prefer")
_PERFECTS = {"sv": ("perfect", "past"), "en": ("perfect", "past", "base")}  # "has run"


def only_true_verbs(some: Sequence[Token], lex: Lexicon) -> list[Token]:
    """English words that could be verbs or nouns, settled by what stands before ("code examples").

    The "to" of an infinitive goes; a "to" that points somewhere stays ("commutes to work").
    """
    if lex.lang != "en":
        return [
            replace(t, verb=None) if _noun_here(before, t, lex) or _listed(t, after, lex) else t
            for before, t, after in zip([None, *some], some, [*some[1:], None], strict=False)
        ]
    kept: list[Token] = []
    verb: Verb | None = None
    for t in some:
        nearest = kept[-1] if kept else None
        opening = nearest is None or any(lex.said(nearest.low, kind) for kind in ("self", "adverb", "past"))
        after_to = nearest is not None and lex.said(nearest.low, "infinitive_mark")
        led = nearest is not None and nearest.verb is not None and lex.has(nearest.verb.cls, "leads")
        if (
            t.verb
            and after_to
            and t.verb.form in ("base", "past")
            and not (verb and lex.has(verb.cls, "motion"))
        ):
            kept[-1] = replace(t, verb=replace(t.verb, form="infinitive"))
        elif t.verb is None or t.word.startswith("<") or t.verb.form in ("present", "perfect"):
            kept.append(t)
        elif t.verb.form == "base" and not (opening or led):
            kept.append(replace(t, verb=None))
        else:
            kept.append(t)
        verb = kept[-1].verb or verb
    return kept


def _noun_here(before: Token | None, t: Token, lex: Lexicon) -> bool:
    """Whether a Swedish word that could be a verb is none: "i kör", "laga cyklar"."""
    if before is None or t.verb is None or t.word.startswith("<"):
        return False
    after_verb = before.verb is not None and not before.word.startswith("<") and t.verb.form == "present"
    return after_verb or (lex.said(before.low, "noun_after") and t.verb.form != "infinitive")


def _listed(t: Token, after: Token | None, lex: Lexicon) -> bool:
    """Whether "får" is sheep: nothing that one may do comes after."""
    return (
        t.verb is not None and t.verb.cls == "may" and (after is None or lex.said(after.low, "conjunction"))
    )


def settle_verbs(verbs: Sequence[Verb], frame: Frame) -> Iterator[str]:
    """Settle aspect and main verb; yields the classes of the verbs that follow the main one."""
    lex = frame.lex
    at, perfect, stopped = 0, False, False
    while at < len(verbs):
        verb, after = verbs[at], verbs[at + 1] if at + 1 < len(verbs) else None
        if verb.cls == "have" and after and after.form in _PERFECTS[frame.lang]:
            perfect = True
        elif after and lex.has(verb.cls, "silent") and not (verb.cls == "be" and after.cls in _TASTES):
            if verb.cls == "be" and after.form in ("past", "perfect"):
                frame.aspects.append("passive")
            perfect = perfect and after.form != "ing"
        elif verb.cls == "begin" and after:
            frame.aspects += [] if perfect or verb.form == "past" else ["plan"]
            perfect = False
        elif verb.cls == "stop" and not frame.aspects and (perfect or verb.form in ("past", "perfect")):
            perfect, stopped = False, True
            frame.main = "stopped"
        elif after and lex.has(verb.cls, "aux"):
            frame.aspects.append(verb.cls if verb.positive else f"dis{verb.cls}")
        else:
            _settle(verb, frame, perfect=perfect, alone=not at)
            yield from _later(verbs[at + 1 :], frame)
            break
        at += 1
    if stopped:  # when it stopped limits nothing; what recurs may have stopped alone
        frame.times = [t for t in frame.times if t.startswith(("each=", "part=", "often="))]
    frame.softened |= stopped and frame.negated
    frame.negated ^= stopped


def _later(verbs: Sequence[Verb], frame: Frame) -> Iterator[str]:
    """Verbs after the main one; "reads gladly" is "likes to read"."""
    for verb in verbs:
        if verb.cls in _TASTES:
            frame.aspects.append(verb.cls)
        elif verb.cls not in frame.lex.classes["silent"]:
            yield verb.cls


def _settle(verb: Verb, frame: Frame, *, perfect: bool, alone: bool) -> None:
    """The main verb, with what its tense says; a lone "does not" is of a verb that no list knows."""
    lex, lasting = frame.lex, any(t.startswith(("since:", "for=")) for t in frame.times)
    frame.main = "be" if verb.cls == "do" and frame.negated and alone else verb.cls
    if verb.cls == "plan":  # of a verb that no list knows, or of going, which "ska på semester" leaves out
        going = verb.lemma == "ska" and bool(frame.items) and frame.items[0].preposition
        frame.main = "travel" if going else "be"
        frame.aspects.append("plan")
    frame.progressive = verb.form == "ing"
    frame.present = not perfect and verb.form not in ("past", "perfect")
    intended = {"plan", "want"} & set(frame.aspects)
    perfect = perfect and not lex.has(verb.cls, "settled")
    past = perfect or (verb.form == "past" and (lex.has(verb.cls, "stative") or lex.has(verb.cls, "event")))
    if past and not intended and not (perfect and lasting):
        frame.aspects.insert(0, "past")
    if lex.has(verb.cls, "event") and not past and not frame.aspects:
        frame.aspects.append("plan")
    if not verb.positive:  # "does not hate" denies "hates", but is not yet "likes"
        frame.softened = frame.negated
        frame.negated = not frame.negated
