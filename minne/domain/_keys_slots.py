"""From a frame to the words of a key: single-valued slots, and everything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from minne.domain._keys_model import Frame, Item
from minne.domain._keys_places import NEW_JOB, employer, residence, school
from minne.domain._keys_sense import VALUE, Sense, circumstances, end_of_axis, filled, names
from minne.domain._keys_stems import axis_ends, canonical, kinds_of, nouns

_CALENDAR = ("day=", "month=", "year=", "weekday=", "week=", "period=", "tomorrow", "today", "next=", "this=")


def _name(frame: Frame) -> Sense | None:
    if frame.main not in ("named", "called") or not frame.items or "past" in frame.aspects:
        return None
    first = [i for i in frame.items if i.phrase == frame.items[0].phrase]
    return filled(frame, "name" if frame.main == "named" else "called", [i.low for i in first], first)


def _age(frame: Frame) -> Sense | None:
    """ "Är 42 år", "is 34 years old", "is 29"."""
    if frame.main not in ("be", "aged") or not frame.bare or len(frame.items) != 1:
        return None
    found = re.fullmatch(r"(\d{1,3})(?: (?:year|years|år|gammal|old))?", frame.items[0].features[-1])
    if not found or frame.times:
        return None
    return filled(frame, "age", [found[1]], frame.items)


def _birth(frame: Frame) -> Sense | None:
    if frame.main == "birthday" and frame.times:
        return Sense(":".join([*frame.subject, "birthday"]), None, circumstances(frame), timed=True)
    if frame.main not in ("born", "origin", "raised"):
        return None
    if frame.main == "born" and frame.times and not frame.items:
        return Sense(":".join([*frame.subject, "born"]), None, circumstances(frame), timed=True)
    first = [i for i in frame.items if i.phrase == frame.items[0].phrase] if frame.items else []
    slot = "birthplace" if frame.main == "born" else frame.main
    return filled(frame, slot, [i.low for i in first], first) if first else None


def _favourite(word: str, frame: Frame) -> str:
    """ "Älsklingsfärg" and "favoritfärgen" by one name."""
    for start in sorted(frame.lex.words["favourite"]):
        if word.startswith(start):
            rest = word.removeprefix(start).removeprefix("s")
            return f"favourite {canonical(rest, frame.lang)}".strip()
    return canonical(word, frame.lang)


def _turned(frame: Frame) -> None:
    """ "Lasagne is the favourite dish" as "the favourite dish is lasagne"."""
    words = [f for i in frame.items for f in i.features]
    starts = tuple(frame.lex.words["favourite"])
    if frame.main != "be" or not frame.subject or any(i.preposition for i in frame.items):
        return
    if any(w.startswith(starts) for w in words) and not any(w.startswith(starts) for w in frame.subject):
        value = tuple(canonical(w, frame.lang) for w in frame.subject)
        frame.subject, frame.items = tuple(i.low for i in frame.items), [Item(value, value[0])]


def _had_as(frame: Frame) -> None:
    """ "Har grön som favoritfärg" as "favoritfärgen är grön"."""
    named = [i for i in frame.items if i.preposition in frame.lex.words["role"]]
    names = {_favourite(i.low, frame) for i in named}
    known = bool(names & nouns("attributes", frame.lang)) or any(n.startswith("favourite") for n in names)
    if frame.main == "have" and frame.bare and not frame.subject and known and named != frame.items:
        frame.main, frame.subject = "be", tuple(i.low for i in named)
        frame.items = [i for i in frame.items if i not in named]


def _attribute(frame: Frame) -> Sense | None:
    """ "Favoritfärgen är grön", "mother tongue is Finnish", "the budget is 500"."""
    _had_as(frame)
    _turned(frame)
    subject = [_favourite(word, frame) for word in frame.subject]
    known = nouns("attributes", frame.lang).intersection(subject)
    favourite = any(word.startswith("favourite") for word in subject)
    if frame.main != "be" or not frame.items or not (known or favourite):
        return None
    slot = " ".join(sorted(subject))
    return Sense(f"{slot}{VALUE}{','.join(sorted(names(frame.items)))}", slot, circumstances(frame))


def _personal(frame: Frame) -> Sense | None:
    """What one is only one of: vegan or vegetarian, married or single, employed or not, left-handed."""
    if frame.main == "eat" and frame.bare and [i.features for i in frame.items] == [("meat",)]:
        return filled(frame, "diet", ["meat"], frame.items)
    if frame.main != "be" or not frame.bare or not frame.items or frame.items[0].tie:
        return None
    axis, _, end = (end_of_axis(frame.items[0], frame) or "").partition("=")
    if not frame.lex.has(axis, "personal"):
        return None
    return _occupied(frame, end) if axis == "occupation" else filled(frame, axis, [end], frame.items[:1])


def _occupied(frame: Frame, end: str) -> Sense:
    """Out of work or retired: no employer. To be employed, nobody says where, is not to be out of work."""
    if end == "employed":
        frame.negated, end = not frame.negated, "unemployed"
    return filled(frame, "employer", [f"<{end}>"], frame.items[:1])


def _measure(frame: Frame) -> Sense | None:
    """ "Väger 70 kg", "vaknar klockan 6": another number contradicts."""
    numbers = [f for i in frame.items for f in i.features if re.search(r"\d", f)]
    if not frame.bare or len(numbers) != 1:
        return None
    kind = re.sub(r"\d+(?:[.,:]\d+)*", "", numbers[0]).strip()
    kinds = {"be": "measures", "have": "attributes", "wear": "attributes"}.get(frame.main)
    sized = kinds is not None and kind in nouns(kinds, frame.lang)
    if not sized and not frame.lex.has(frame.main, "measured"):
        return None
    more = [f for i in frame.items for f in i.keyed() if f != numbers[0]]
    slot = " ".join([frame.main, kind, *sorted(more)]).strip()
    owner = "".join(f"{word}:" for word in frame.subject)
    return Sense(f"{owner}{slot}{VALUE}{numbers[0]}", owner + slot, circumstances(frame))


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
    return Sense(f"{slot}{VALUE}{better}", slot, circumstances(frame))


RULES: tuple[Callable[[Frame], Sense | None], ...] = (
    residence,
    school,
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
    if found := employer(frame):
        return found
    if frame.main == "work_as":
        frame.main = "be"
    return next((found for rule in RULES if (found := rule(frame))), None) or _general(frame)


def _general(frame: Frame) -> Sense:
    frame.items = _answers(frame)
    about, axis = _on_axis(frame)
    verbs = [*frame.aspects, frame.main] if frame.main != "be" or not frame.aspects else frame.aspects
    head = ":".join([*frame.subject, "+".join(dict.fromkeys(verbs))])
    times = circumstances(frame)
    if axis:
        name, end = axis
        slot = f"{head}|{','.join(sorted(set(about)))}|{name}"
        return Sense(f"{slot}{VALUE}{end}", slot, times, group=_household(frame))
    if counted := _counted(frame):
        return counted
    base = f"{head}|{','.join(sorted(set(about)))}"
    return Sense(base, None, times, timed=_dated(frame), group=_group(frame))


def _group(frame: Frame) -> str | None:
    """What a statement is folded with beside its like: a son and no children, a search and a new job."""
    jobs = [i.features for i in frame.items] == [("jobword",)]
    if NEW_JOB in frame.times or (frame.main == "search" and frame.bare and jobs and not frame.subject):
        return "employer"
    return _household(frame) or _partner(frame) or _genus(frame)


def _household(frame: Frame) -> str | None:
    """Whom one lives with, or that one lives alone: folded with where, since one statement may say both."""
    found = {f.split(" ")[-1] for i in frame.items for f in i.features}
    company = any(i.proper and i.preposition in frame.lex.words["company_preposition"] for i in frame.items)
    people = company or found & nouns("housemates", frame.lang) or found == {"alone"}
    return "residence" if frame.main == "live" and frame.bare and not frame.subject and people else None


def _partner(frame: Frame) -> str | None:
    """A partner is what somebody single has not."""
    known = nouns("partner", frame.lang)
    has = frame.main == "have" and frame.bare and not frame.subject and len(frame.items) == 1
    return "civil" if has and known.intersection(frame.items[0].features) else None


def _genus(frame: Frame) -> str | None:
    """The denial of a whole kind that "has a son" is one of: "has no children"."""
    if frame.main != "have" or not frame.bare or frame.subject or not frame.items:
        return None
    kinds = {kinds_of(frame.lang).get(f.split(" ")[-1]) for f in frame.items[0].features}
    kind = next((kind for kind in kinds if kind), None)
    return kind and f"have|{kind}"


def _answers(frame: Frame) -> list[Item]:
    """ "Answers with sources" is a wish for sources, "answers without" one for none."""
    verbs = {*frame.aspects, frame.main}
    shaped = [i for i in frame.items if (end_of_axis(i, frame) or "").startswith("format=")]
    if "prefer" in verbs and shaped and all(i in shaped or i.features == ("answer",) for i in frame.items):
        return shaped
    with_them = [i for i in frame.items if i.tie in ("with", "without")]
    asked = set(frame.items[0].features) <= nouns("asked", frame.lang) if frame.items else False
    if "prefer" not in verbs or not with_them or not (asked or frame.items[0].features == ("code",)):
        return frame.items
    if frame.items[1:] != with_them:
        return frame.items
    frame.negated ^= with_them[0].tie == "without"
    for item in with_them:
        item.tie = ""
    return with_them if asked else frame.items


def _on_axis(frame: Frame) -> tuple[list[str], tuple[str, str] | None]:
    """The names of the items without the first that is one end of an axis, and that axis and end."""
    lex = frame.lex
    if lex.has(frame.aspects[0] if frame.aspects else frame.main, "axis"):
        for item in frame.items:
            pole = None if item.tie else end_of_axis(item, frame)
            if pole:
                axis, _, end = pole.partition("=")
                ends = axis_ends(frame.lang)
                left = () if item.low in ends else tuple(f for f in item.features if f not in ends)
                again = [i for i in frame.items if end_of_axis(i, frame) == pole and len(i.features) == 1]
                others = names(i for i in frame.items if i is not item and i not in again)
                return [*others, *left], (axis, end)
    ties = {i.tie for i in frame.items} & {"with", "without"}
    if len(ties) == 1:
        (tie,) = ties
        about = ",".join(sorted(f for i in frame.items if i.tie == tie for f in i.features))
        return names(i for i in frame.items if i.tie != tie), (f"with {about}", tie)
    return names(frame.items), None


def _counted(frame: Frame) -> Sense | None:
    """ "Har två barn": how many there are of what one counts in a family."""
    if frame.main != "have" or not frame.bare or len(frame.items) != 1:
        return None
    found = re.fullmatch(r"(\d+)(?: (.+))?", frame.items[0].features[-1])
    what = found and (found[2] or "child")  # "is a father of two"
    if not found or what not in nouns("counted", frame.lang):
        return None
    found_sense = filled(frame, f"number of {what}", [found[1]], frame.items)
    return replace(found_sense, group=_genus(frame))


def _dated(frame: Frame) -> bool:
    """Whether what is said happens once, so that another time contradicts it."""
    lex = frame.lex
    if any(t.startswith("until:") for t in frame.times):
        return True
    races = any(nouns("races", frame.lang).intersection((i.low, *i.features)) for i in frame.items)
    once = lex.has(frame.main, "event") or races or (bool(frame.subject) and frame.main == "be")
    return once and any(t.startswith(_CALENDAR) for t in frame.times)
