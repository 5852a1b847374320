"""Clauses said in other shapes, put into the plain one: the person first, then the verb, then the rest."""

from __future__ import annotations

from minne.extraction.vocabulary import Lexicon


def plain(clause: str, lex: Lexicon) -> str:
    """The clause as somebody would say it who wanted to stress nothing."""
    for reshape in (_uncleft, _condition_last, _since_last, _object_last, _opened_by_what_one_is):
        clause = reshape(clause, lex)
    return clause


def _uncleft(clause: str, lex: Lexicon) -> str:
    """ "Fish is something I never eat" as "I never eat fish"."""
    said = lex.rules["cleft"].match(clause)
    if said is None:
        return clause
    found = {name: value for name, value in said.groupdict().items() if value}
    what, does = (next(found[n] for n in found if n.startswith(part)) for part in ("what", "does"))
    if "no" in found:
        subject, _, verb = does.partition(" ")
        does = f"{subject} {lex.forms['words']['do_not']} {verb}"
    return f"{does} {lowered(what)}"


def _condition_last(clause: str, lex: Lexicon) -> str:
    """ "When you write code, use tabs" as "use tabs when you write code"."""
    said = lex.rules["when_first"].match(clause)
    return f"{said['do']} {lowered(said['when'])}" if said else clause


def _since_last(clause: str, lex: Lexicon) -> str:
    """ "Sen jag var liten har jag älskat tåg" as "jag har älskat tåg sen jag var liten"."""
    said = lex.rules["since_first"].match(clause)
    return f"{said['who']} {said['verb']} {said['rest']} {lowered(said['since'])}" if said else clause


def _object_last(clause: str, lex: Lexicon) -> str:
    """ "Coffee I can't stand" as "I can't stand coffee"."""
    said = lex.rules["object_first"].match(clause)
    return f"{said['who']} {said['does']} {lowered(said['what'])}" if said else clause


def _opened_by_what_one_is(clause: str, lex: Lexicon) -> str:
    """ "Vegan here" as "I am vegan"."""
    said = lex.rules["is_here"].fullmatch(clause)
    words = lex.forms["words"]
    return words["i_do"].format(verb=words["be"], rest=lowered(said["what"])) if said else clause


def lowered(words: str) -> str:
    """With the capital gone that a sentence's first word has; an abbreviation keeps its capitals."""
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]
