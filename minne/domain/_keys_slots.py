"""From a frame to the words of a key: single-valued slots, and everything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from minne.domain._keys_model import Frame, Item
from minne.domain._keys_stems import axis_ends, nouns

VALUE = "="
_CALENDAR = ("day=", "month=", "year=", "weekday=", "week=", "period=", "tomorrow", "today", "next=", "this=")


@dataclass(frozen=True, slots=True)
class Sense:
    """What a frame says: `base` is `slot` + "=" + value where the statement fills a slot."""

    base: str
    slot: str | None
    circumstances: tuple[str, ...]
    timed: bool = False  # the slot is the base itself and its value is the time


def _names(items: Iterable[Item]) -> list[str]:
    return [feature for item in items for feature in item.keyed()]


def _rest(frame: Frame, taken: Iterable[Item]) -> tuple[str, ...]:
    """Everything that a slot's value leaves over."""
    ids = {id(item) for item in taken}
    left = [f"{i.tie or i.preposition}:{f}" for i in frame.items if id(i) not in ids for f in i.features]
    return _circumstances(frame, left)


def _circumstances(frame: Frame, more: Iterable[str] = ()) -> tuple[str, ...]:
    return tuple(sorted({*frame.times, *more, *(f"but:{word}" for word in frame.tail)}))


def _filled(frame: Frame, slot: str, value: Iterable[str], taken: Iterable[Item]) -> Sense:
    owner = "+".join(frame.subject)
    slot = f"{owner}:{slot}" if owner else slot
    return Sense(f"{slot}{VALUE}{','.join(sorted(set(value)))}", slot, _rest(frame, taken))


def _phrase(frame: Frame, prepositions: frozenset[str]) -> list[Item]:
    """The noun phrase right after the verb, if one of the prepositions ties it."""
    items = [i for i in frame.items if i.phrase >= 0]
    if not items or items[0].preposition not in prepositions:
        return []
    return [i for i in items if i.phrase == items[0].phrase]


def _dwelling(items: Iterable[Item], frame: Frame) -> str | None:
    """The kind of home that a phrase names: house, flat, room or mobile."""
    kinds, words = ("house", "flat", "room", "mobile"), [i.low for i in items]
    return next((kind for kind in kinds if frame.lex.places[f"dwelling_{kind}"].intersection(words)), None)


def _residence(frame: Frame) -> Sense | None:
    lex = frame.lex
    moved = frame.main == "move" and frame.aspects == ["past"]
    if not moved and not (frame.main == "live" and frame.bare):
        return None
    if moved:
        frame.items = [i for i in frame.items if i.tie != "from"]
        frame.times = [t for t in frame.times if not t.startswith("last=")]
    first = _phrase(frame, lex.words["move_preposition" if moved else "place_preposition"])
    if not first:
        first = [i for i in _phrase(frame, lex.words["island_preposition"]) if i.low in lex.places["islands"]]
    if not first:
        return None
    if kind := _dwelling(first, frame):
        later = [
            i for i in frame.items if i.phrase > first[0].phrase and i.preposition == first[0].preposition
        ]
        if not later or later[0].indefinite or later[0].low in lex.places["nowhere"]:
            more = [i.features[-1] for i in first if i.low not in lex.places["dwelling_plain"]]
            return _filled(frame, "dwelling", [kind, *more], first)
        first = [i for i in later if i.phrase == later[0].phrase]
    if any(i.indefinite or i.low in lex.places["nowhere"] for i in first):
        return None
    level = "residence"
    if all(i.low in lex.places["region"] or i.low in lex.places["compass"] for i in first):
        level = "residence region"
    return _filled(frame, level, [i.low for i in first], first)


def _employer(frame: Frame) -> Sense | None:
    lex = frame.lex
    left = frame.main == "stopped" or (frame.main == "begin" and frame.aspects == ["past"])
    if not left and not (frame.main == "work" and frame.bare):
        return None
    first = _phrase(frame, lex.words["work_preposition"])
    if not first or any(i.indefinite for i in first):
        return None
    if all(i.low in lex.places["workplace"] or any(i.low.endswith(w) for w in lex.heads) for i in first):
        return None
    return _filled(frame, "employer", [i.low for i in first], first)


def _study(frame: Frame) -> Sense | None:
    if frame.main not in ("study", "read") or not frame.bare:
        return None
    first = [i for i in frame.items if i.preposition in frame.lex.words["school_preposition"] and i.proper]
    return _filled(frame, "school", [i.low for i in first], first) if first else None


def _name(frame: Frame) -> Sense | None:
    if frame.main not in ("named", "called") or not frame.items or "past" in frame.aspects:
        return None
    first = [i for i in frame.items if i.phrase == frame.items[0].phrase]
    return _filled(frame, "name" if frame.main == "named" else "called", [i.low for i in first], first)


def _age(frame: Frame) -> Sense | None:
    """ "Är 42 år", "is 34 years old", "is 29"."""
    if frame.main not in ("be", "aged") or not frame.bare or len(frame.items) != 1:
        return None
    found = re.fullmatch(r"(\d{1,3})(?: (?:year|years|år|gammal|old))?", frame.items[0].features[-1])
    if not found or frame.times:
        return None
    return _filled(frame, "age", [found[1]], frame.items)


def _birth(frame: Frame) -> Sense | None:
    if frame.main == "birthday" and frame.times:
        return Sense(":".join([*frame.subject, "birthday"]), None, _circumstances(frame), timed=True)
    if frame.main not in ("born", "origin", "raised"):
        return None
    if frame.main == "born" and frame.times and not frame.items:
        return Sense(":".join([*frame.subject, "born"]), None, _circumstances(frame), timed=True)
    first = [i for i in frame.items if i.phrase == frame.items[0].phrase] if frame.items else []
    slot = "birthplace" if frame.main == "born" else frame.main
    return _filled(frame, slot, [i.low for i in first], first) if first else None


def _attribute(frame: Frame) -> Sense | None:
    """ "Favoritfärgen är grön", "mother tongue is Finnish", "the budget is 500"."""
    favourite = [word for word in frame.subject if word.startswith("favorit") or word == "favourite"]
    known = nouns("attributes", frame.lang).intersection(frame.subject)
    if frame.main != "be" or not frame.items or not (favourite or known):
        return None
    slot = " ".join(sorted(frame.subject))
    return Sense(f"{slot}{VALUE}{','.join(sorted(_names(frame.items)))}", slot, _circumstances(frame))


def _personal(frame: Frame) -> Sense | None:
    """What one is only one of: vegan or vegetarian, married or single, employed or not, left-handed."""
    if frame.main == "eat" and frame.bare and [i.features for i in frame.items] == [("meat",)]:
        return _filled(frame, "diet", ["meat"], frame.items)
    if frame.main != "be" or not frame.bare or not frame.items or frame.items[0].tie:
        return None
    axis, _, end = (_pole(frame.items[0], frame) or "").partition("=")
    if not frame.lex.has(axis, "personal"):
        return None
    return _filled(frame, axis, [end], frame.items[:1])


def _measure(frame: Frame) -> Sense | None:
    """ "Väger 70 kg", "vaknar klockan 6": another number contradicts."""
    numbers = [f for i in frame.items for f in i.features if re.search(r"\d", f)]
    if not frame.bare or len(numbers) != 1:
        return None
    kind = re.sub(r"\d+(?:[.,:]\d+)*", "", numbers[0]).strip()
    sized = frame.main == "be" and kind in nouns("measures", frame.lang)
    if not sized and not frame.lex.has(frame.main, "measured"):
        return None
    more = [f for i in frame.items for f in i.keyed() if f != numbers[0]]
    slot = " ".join([frame.main, kind, *sorted(more)]).strip()
    owner = "".join(f"{word}:" for word in frame.subject)
    return Sense(f"{owner}{slot}{VALUE}{numbers[0]}", owner + slot, _circumstances(frame))


def _order(frame: Frame) -> Sense | None:
    """ "Föredrar te framför kaffe": one slot for the pair, whichever way round."""
    over = [i for i in frame.items if i.tie == "over"]
    under = [i for i in frame.items if i.tie != "over"]
    if frame.aspects == ["prefer"]:
        under.append(Item((frame.main,), frame.main))
    if "prefer" not in (frame.main, *frame.aspects) or not over or not under:
        return None
    better, worse = (",".join(sorted(f for i in side for f in i.features)) for side in (under, over))
    slot = "prefer|" + "/".join(sorted((better, worse)))
    return Sense(f"{slot}{VALUE}{better}", slot, _circumstances(frame))


RULES: tuple[Callable[[Frame], Sense | None], ...] = (
    _residence,
    _employer,
    _study,
    _name,
    _age,
    _birth,
    _attribute,
    _personal,
    _measure,
    _order,
)


def sense(frame: Frame) -> Sense:
    """What a frame says, by the first rule that knows its kind."""
    return next((found for rule in RULES if (found := rule(frame))), None) or _general(frame)


def _general(frame: Frame) -> Sense:
    frame.items = _answers(frame)
    names, axis = _on_axis(frame)
    verbs = [*frame.aspects, frame.main] if frame.main != "be" or not frame.aspects else frame.aspects
    head = ":".join([*frame.subject, "+".join(dict.fromkeys(verbs))])
    times = _circumstances(frame)
    if axis:
        name, pole = axis
        slot = f"{head}|{','.join(sorted(set(names)))}|{name}"
        return Sense(f"{slot}{VALUE}{pole}", slot, times)
    if counted := _counted(frame):
        return counted
    base = f"{head}|{','.join(sorted(set(names)))}"
    return Sense(base, None, times, timed=_dated(frame))


def _answers(frame: Frame) -> list[Item]:
    """ "Answers with sources" is a wish for sources, "answers without" one for none."""
    verbs = {*frame.aspects, frame.main}
    with_them = [i for i in frame.items if i.tie in ("with", "without")]
    if "prefer" not in verbs or not with_them or frame.items[0].features != ("answer",):
        return frame.items
    if frame.items[1:] != with_them:
        return frame.items
    frame.negated ^= with_them[0].tie == "without"
    for item in with_them:
        item.tie = ""
    return with_them


def _pole(item: Item, frame: Frame) -> str | None:
    """The end of an axis that an item names, as "axis=pole"."""
    axes = axis_ends(frame.lang)
    return next((axes[word] for word in (item.low, *item.features) if word in axes), None)


def _on_axis(frame: Frame) -> tuple[list[str], tuple[str, str] | None]:
    """The names of the items without the first that is one end of an axis, and that axis and end."""
    lex = frame.lex
    if lex.has(frame.aspects[0] if frame.aspects else frame.main, "axis"):
        for item in frame.items:
            pole = None if item.tie else _pole(item, frame)
            if pole:
                axis, _, end = pole.partition("=")
                ends = axis_ends(frame.lang)
                left = () if item.low in ends else tuple(f for f in item.features if f not in ends)
                others = _names(i for i in frame.items if i is not item)
                return [*others, *left], (axis, end)
    ties = {i.tie for i in frame.items} & {"with", "without"}
    if len(ties) == 1:
        (tie,) = ties
        about = ",".join(sorted(f for i in frame.items if i.tie == tie for f in i.features))
        return _names(i for i in frame.items if i.tie != tie), (f"with {about}", tie)
    return _names(frame.items), None


def _counted(frame: Frame) -> Sense | None:
    """ "Har två barn": how many there are of what one counts in a family."""
    if frame.main != "have" or not frame.bare or len(frame.items) != 1:
        return None
    found = re.fullmatch(r"(\d+) (.+)", frame.items[0].features[-1])
    if not found or found[2] not in nouns("counted", frame.lang):
        return None
    return _filled(frame, f"number of {found[2]}", [found[1]], frame.items)


def _dated(frame: Frame) -> bool:
    """Whether what is said happens once, so that another time contradicts it."""
    lex = frame.lex
    if any(t.startswith("until:") for t in frame.times):
        return True
    races = any(nouns("races", frame.lang).intersection((i.low, *i.features)) for i in frame.items)
    once = lex.has(frame.main, "event") or races or (bool(frame.subject) and frame.main == "be")
    return once and any(t.startswith(_CALENDAR) for t in frame.times)
