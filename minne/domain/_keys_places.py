"""Where one lives, works and studies."""

from __future__ import annotations

from collections.abc import Iterable

from minne.domain._keys_model import Frame, Item
from minne.domain._keys_sense import Sense, filled

NEW_JOB = "job:new"  # what ends the search for one


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


def _moved_to(frame: Frame) -> list[Item]:
    """Where a move went: the words after "till", wherever they stand."""
    to = [i for i in frame.items if i.preposition in frame.lex.words["move_preposition"]]
    return [i for i in to if i.phrase == to[0].phrase]


def _lived_in(frame: Frame) -> list[Item]:
    """The place right after "bor i", or the island after "bor på"."""
    islands = frame.lex.places["islands"]
    found = _phrase(frame, frame.lex.words["place_preposition"]) or _with_somebody(frame)
    return found or [i for i in _phrase(frame, frame.lex.words["island_preposition"]) if i.low in islands]


def _with_somebody(frame: Frame) -> list[Item]:
    """The named place after those one lives with: "bor hos sin syster i Fruängen"."""
    places, company = frame.lex.words["place_preposition"], frame.lex.words["company_preposition"]
    items = [i for i in frame.items if i.phrase >= 0]
    if not items or items[0].preposition not in company:
        return []
    placed = [i for i in items if i.preposition in places and i.proper]
    return [i for i in placed if i.phrase == placed[0].phrase]


def _home(first: list[Item], frame: Frame) -> Sense | None:
    """ "Bor i lägenhet"; None where a place follows ("i en lägenhet i Lund") or it is no home."""
    kind, plain = _dwelling(first, frame), frame.lex.places["dwelling_plain"]
    if not kind or _place(_next_phrase(first, frame), frame):
        return None
    return filled(frame, "dwelling", [kind, *(i.features[-1] for i in first if i.low not in plain)], first)


def _next_phrase(first: list[Item], frame: Frame) -> list[Item]:
    later = [i for i in frame.items if i.phrase > first[0].phrase and i.preposition == first[0].preposition]
    return [i for i in later if i.phrase == later[0].phrase]


def _place(some: list[Item], frame: Frame) -> bool:
    """Whether the words name a place rather than say what it is like."""
    return bool(some) and not any(i.indefinite or i.low in frame.lex.places["nowhere"] for i in some)


def _level(some: list[Item], frame: Frame) -> str:
    """Countries, provinces and towns are slots of their own: one lives in one of each."""
    places = frame.lex.places
    for kind in ("country", "province"):
        if all(i.low in places[kind] or i.low in places["compass"] for i in some):
            return f"residence {kind}"
    return "residence"


def residence(frame: Frame) -> Sense | None:
    """ "Bor i Lund", "har flyttat till Lund", "bor i lägenhet"."""
    moved = frame.main == "move" and frame.aspects == ["past"]
    if not moved and not (frame.main == "live" and frame.bare):
        return None
    first = _moved_to(frame) if moved else _lived_in(frame)
    if moved and not first and (left := [i for i in frame.items if i.tie == "from"]):
        first, frame.negated = [i for i in left if i.phrase == left[0].phrase], not frame.negated
    if not first:
        return None
    if home := _home(first, frame):
        return home
    place = _next_phrase(first, frame) if _dwelling(first, frame) else first
    if not _place(place, frame):
        return None
    if moved and not frame.negated:  # from where and how long ago limits nothing
        frame.items = [i for i in frame.items if i.tie != "from"]
        frame.times = [t for t in frame.times if not t.startswith("last=")]
    return filled(frame, _level(place, frame), [i.low for i in place], place)


def employer(frame: Frame) -> Sense | None:
    """A named employer, at work there, just begun or just left; a hospital or the night shift is none."""
    lex = frame.lex
    if frame.main == "gotwork":
        frame.times.append(NEW_JOB)
        frame.main = (
            "work" if any(i.preposition in lex.words["work_preposition"] for i in frame.items) else "work_as"
        )
    leaves = frame.main == "leave" and frame.aspects in ([], ["past"])
    if leaves and frame.items and frame.items[0].proper:
        frame.main, frame.negated, frame.times, frame.aspects = "stopped", not frame.negated, [], []
        frame.items[0].preposition = next(iter(lex.words["work_preposition"]))
    if (
        frame.main == "stopped"
        and frame.items
        and not frame.items[0].preposition
        and _hires(frame.items[0], frame)
    ):
        frame.items[0].preposition = next(iter(lex.words["work_preposition"]))
    if frame.main == "join" and frame.bare and frame.items and _hires(frame.items[0], frame):
        frame.main = "work"
        frame.items[0].preposition = next(iter(lex.words["work_preposition"]))
    changed = frame.main == "stopped" or (frame.main == "begin" and frame.aspects == ["past"])
    if not changed and not (frame.main in ("work", "work_as") and frame.bare):
        return None
    first = _phrase(frame, lex.words["work_preposition"])
    if frame.main == "work_as":
        placed = [i for i in frame.items if i.preposition in lex.words["work_preposition"]]
        first = [i for i in placed if i.phrase == placed[0].phrase]
    if not first or any(i.indefinite for i in first):
        return None
    if all(
        i.low in lex.places["workplace"] or any(i.low.endswith(w) for w in lex.compounds["heads"])
        for i in first
    ):
        return None
    return filled(frame, "employer", [i.low for i in first], first)


def _hires(item: Item, frame: Frame) -> bool:
    """Whether one joins it to work there."""
    return item.proper and item.low not in frame.lex.places["joined"]


def school(frame: Frame) -> Sense | None:
    """A named school one studies at."""
    goes = frame.main in ("walk", "go")
    if not (goes or frame.main in ("study", "read")) or not frame.bare:
        return None
    at = [i for i in frame.items if i.preposition in frame.lex.words["school_preposition"]]
    first = [i for i in at if (i.proper and not goes) or i.low in frame.lex.places["schools"]]
    first = [i for i in at if first and i.phrase == first[0].phrase]
    return filled(frame, "school", [i.low for i in first], first) if first else None
