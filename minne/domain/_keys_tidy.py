"""One way to say what has several: a frame made plain before it becomes a key."""

from __future__ import annotations

import re
from collections.abc import Sequence

from minne.domain._keys_lexicon import Lexicon
from minne.domain._keys_model import Frame, Item
from minne.domain._keys_stems import canonical, compound_verb, nouns, stems, verbs_in_nouns

_DOING = r"(?:n?ing(?:en)?|ande(?:t)?)$"
_OF_LANGUAGES = {  # what is said of a language: who "läser kinesiska" learns it
    "sv": {"can": "speak", "know": "speak", "study": "learn", "read": "learn"},
    "en": {"can": "speak", "know": "speak", "study": "learn"},
}
_BY_OBJECT = (  # a verb, what it is done to, and what it says of that
    ("cook", "repaired", "repair"),
    ("run_company", "ventures", "have"),
    ("run", "ventures", "have"),
    ("run", "systems", "use"),
    ("use", "gadgets", "have"),
    ("member", "choirs", "sing"),
    ("walk", "clubs", "member"),
    ("use", "boards", "travel"),
    ("use", "councils", "member"),
    ("read", "subjects", "study"),
)
_ONCE = ("day=", "month=", "week=", "next=", "this=")  # what happens then, happens once


def tidy(frame: Frame) -> None:
    """One way to say what has several."""
    dated = frame.times and not {"part", "often"} & {t.split("=")[0] for t in frame.times}
    if "want" in frame.aspects and dated:
        frame.aspects = ["plan" if a == "want" else a for a in frame.aspects]
    frame.aspects = list(dict.fromkeys(frame.aspects))
    if "dislike" in frame.aspects:  # as with the main verb: "hates to wait" denies "likes to wait"
        frame.aspects = ["like" if a == "dislike" else a for a in frame.aspects]
        frame.softened |= frame.negated
        frame.negated = not frame.negated
    _plan_what_is_dated(frame)
    _ask_of_answers(frame)
    _imply(frame)
    _set_names_apart(frame)
    _name_the_verb(frame)
    _do_what_is_named(frame)
    _deny_food(frame)
    _deny_by_prefix(frame)


def _plan_what_is_dated(frame: Frame) -> None:
    """ "Åker till Kreta i juli" and "köper hus i maj" are plans; "is going to Rome" is to travel there."""
    to = bool(frame.items) and frame.items[0].tie == "to"
    going = frame.main == "go" or (frame.main == "be" and frame.lang == "en")
    if frame.aspects == ["plan"] and to and going:
        frame.main = "travel"
    recurs = any(frame.lex.said(i.low, "each") for i in frame.items)
    once = any(t.startswith(_ONCE) for t in frame.times) and not recurs
    if frame.main == "go" and to and once:
        frame.main = "travel"
    if (
        frame.bare
        and frame.present
        and once
        and not frame.subject
        and (not frame.lex.has(frame.main, "durative") or (frame.progressive and frame.main == "have"))
    ):
        frame.aspects = ["plan"]


def _do_what_is_named(frame: Frame) -> None:
    """ "Avskyr städning" as "avskyr att städa", "håller på med stickning" as "stickar"."""
    item = frame.items[0] if len(frame.items) == 1 and frame.bare and not frame.subject else None
    found = _doing(item.low, frame.lex) if item and not (item.tie or item.proper) else None
    if item is None or found is None or frame.lang != "sv":
        return
    verb, of = found
    about = stems(of, frame.lang) if of else ()
    if frame.main == "like" or (frame.main == "be" and not item.preposition):
        frame.aspects = ["like"] if frame.main == "like" else []
        frame.main, frame.items = verb, [Item(about, of)] if about else []
    elif frame.main in ("good", "fear", "interest"):
        item.features = (verb, *about)


def _doing(noun: str, lex: Lexicon) -> tuple[str, str] | None:
    """The class of the verb that a noun of doing is made from, and what is done to: "fågelskådning"."""
    if noun in lex.doings:
        return lex.doings[noun], ""
    root = re.sub(_DOING, "", noun)
    for base in (f"{root}a", f"{root}{root[-1:]}a") if root != noun and len(root) > 1 else ():
        if base in lex.verbs:
            return lex.verbs[base].cls, ""
        if cut := compound_verb(base, lex):
            return lex.verbs[base[cut:]].cls, base[:cut]
    return None


def _ask_of_answers(frame: Frame) -> None:
    """ "The answers should be short", "sources in the answers", "answers with sources": wishes."""
    asked = nouns("asked", frame.lang)
    if (
        frame.main == "be"
        and frame.subject
        and asked.issuperset(frame.subject)
        and "past" not in frame.aspects
    ):
        frame.main, frame.aspects = "prefer", []
        frame.items.insert(0, Item(frame.subject, frame.subject[0]))
        frame.subject = ()
    elsewhere = [i for i in frame.items if not (i.preposition and asked.issuperset(i.features))]
    if "prefer" in (*frame.aspects, frame.main) and elsewhere:
        frame.items = elsewhere


def _imply(frame: Frame) -> None:
    """ "Can use X" is "can X", "cannot eat X" does not tolerate it, "likes to drink X" likes X."""
    spoken = nouns("languages", frame.lang)
    how = [i for i in frame.items if frame.lex.said(i.low, "fluency")]
    tongues = [i for i in frame.items if i not in how]
    if tongues and all(not i.tie and spoken.intersection((i.low, *i.features)) for i in tongues):
        frame.main = _OF_LANGUAGES[frame.lang].get(frame.main, frame.main)
    if (
        frame.aspects == ["can"]
        and frame.negated
        and frame.main in frame.lex.classes["taste"]
        and frame.items
    ):
        frame.aspects, frame.main = [], "tolerate"
    if "can" in frame.aspects and frame.main in frame.lex.classes["can_implies"]:
        frame.aspects.remove("can")
        if frame.main == "use":
            frame.main = "can"
    _imply_by_object(frame)
    _travel_by(frame)
    best = [i for i in frame.items if frame.lex.said(i.low, "best")]
    if best and frame.main == "like" and len(frame.items) > len(best):
        frame.main, frame.items = "prefer", [i for i in frame.items if i not in best]
    for item in frame.items if frame.main == "live" else ():
        item.tie = "with" if item.tie == "together" else item.tie
    if frame.aspects[-1:] in (["like"], ["prefer"]) and frame.main in frame.lex.classes["taste"]:
        frame.main = frame.aspects.pop()


def _imply_by_object(frame: Frame) -> None:
    """What a verb of many senses says of these things: "kör Linux", "lagar cyklar", "driver en podd"."""
    objects = {f for i in frame.items for f in (i.low, *i.features)}
    first = frame.items[0] if frame.items else None
    vehicles = nouns("vehicles", frame.lang)
    make = first is not None and (first.proper or first.low in nouns("brands", frame.lang))
    if first and frame.main == "drive" and first.indefinite and make:
        frame.main = "have"
    if first and frame.main == "drive" and vehicles and vehicles.isdisjoint(objects) and not first.tie:
        frame.main = "use"
    on = frame.lex.words["island_preposition"]
    on_device = any(i.preposition in on and i.low in frame.lex.nouns["devices"] for i in frame.items)
    if first and frame.main == "have" and on_device and first.proper:
        frame.main = "use"
    for verb, kind, sense in _BY_OBJECT:
        if frame.main == verb and objects & nouns(kind, frame.lang):
            frame.main = sense


def _travel_by(frame: Frame) -> None:
    """ "Åker med tåg" as "åker tåg", "åker dit på cykel" as "cyklar dit"."""
    if frame.main not in ("travel", "commute"):
        return
    for item in frame.items:
        if item.tie == "with" and item.low in frame.lex.nouns["transports"]:
            item.tie = ""
    cycled = [i for i in frame.items if i.features == ("bike",) and not i.tie]
    if frame.main == "travel" and cycled and len(frame.items) > len(cycled):
        frame.main, frame.items = "cycle", [i for i in frame.items if i not in cycled]


def _set_names_apart(frame: Frame) -> None:
    """ "Has a dog named Rex" is of having a dog; its name tells it from other dogs."""
    at = next((n for n, i in enumerate(frame.items) if frame.lex.said(i.low, "naming")), 0)
    if frame.main == "have" and at:
        frame.times += [f"named:{i.low}" for i in frame.items[at + 1 :] if i.proper]
        frame.items = frame.items[:at] + [i for i in frame.items[at + 1 :] if not i.proper]


def _name_the_verb(frame: Frame) -> None:
    """A noun that says what a verb could: "has a nut allergy", "is pollenallergiker", "writes on a novel"."""
    nominal = verbs_in_nouns(frame.lang)
    if frame.main not in ("have", "be", "work_as"):
        return
    for item in frame.items:
        verb = next((nominal[f] for f in item.features if f in nominal), None)
        if verb and len([f for i in frame.items for f in i.features]) > 1:
            item.features = tuple(f for f in item.features if f not in nominal)
            frame.main = verb.removeprefix("-")
            frame.negated ^= verb.startswith("-")
            break
    frame.items = [i for i in frame.items if i.features]


def _consumed(items: Sequence[Item], frame: Frame) -> str | None:
    return next(
        (frame.lex.consumed[f] for i in items for f in (i.low, *i.features) if f in frame.lex.consumed), None
    )


def _deny_food(frame: Frame) -> None:
    """ "Avoids milk", "has given up milk", "eats gluten-free": does not drink, does not eat."""
    if frame.main == "avoid" and not frame.aspects and (verb := _consumed(frame.items, frame)):
        frame.main, frame.negated = verb, not frame.negated
    if frame.main == "stopped" and (verb := _consumed(frame.items, frame)):
        frame.main = verb
        for item in frame.items:
            item.tie = ""
    if frame.main == "drink" and frame.bare and not frame.items:
        frame.items = [Item((canonical(frame.lex.alcohol, frame.lang),), frame.lex.alcohol)]
    on_diet = [i for i in frame.items if nouns("diet", frame.lang).intersection((i.low, *i.features))]
    if frame.main in ("follow", "have", "be", "keep") and on_diet and len(frame.items) > len(on_diet):
        frame.main, frame.items = "eat", [i for i in frame.items if i not in on_diet]
    free_of = nouns("free", frame.lang)
    free = [i for i in frame.items if set(i.features) & free_of and len(i.features) > 1]
    if frame.main == "eat" and free:
        frame.negated = not frame.negated
        for item in free:
            item.features = tuple(f for f in item.features if f not in free_of)


def _deny_by_prefix(frame: Frame) -> None:
    """ "Är missnöjd", "is unhappy": is not."""
    if frame.main != "be" or not frame.items:
        return
    item = frame.items[0]
    for prefix in frame.lex.words["deny_prefix"]:
        bare = item.low.removeprefix(prefix)
        if bare != item.low and bare in frame.lex.nouns["qualities"]:
            item.features = (canonical(bare, frame.lang),)
            frame.negated = not frame.negated
