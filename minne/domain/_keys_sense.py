"""What a frame says, in the words of a key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from minne.domain._keys_model import Frame, Item
from minne.domain._keys_stems import axis_ends

VALUE = "="


@dataclass(frozen=True, slots=True)
class Sense:
    """What a frame says: `base` is `slot` + "=" + value where the statement fills a slot."""

    base: str
    slot: str | None
    circumstances: tuple[str, ...]
    timed: bool = False  # the slot is the base itself and its value is the time
    group: str | None = None  # what it is folded with, where that is more than its slot or base


def names(items: Iterable[Item]) -> list[str]:
    """The features with their directions."""
    return [feature for item in items for feature in item.keyed()]


def rest(frame: Frame, taken: Iterable[Item]) -> tuple[str, ...]:
    """Everything that a slot's value leaves over."""
    ids = {id(item) for item in taken}
    others = [i for i in frame.items if id(i) not in ids]
    for item in others:
        if item.preposition in frame.lex.words["role"] or (frame.main == "work_as" and not item.preposition):
            item.preposition = "as"
    left = [f"{i.tie or i.preposition}:{f}" for i in others for f in i.features]
    return circumstances(frame, left)


def circumstances(frame: Frame, more: Iterable[str] = ()) -> tuple[str, ...]:
    """What limits the statement: its times, the contrast after it, a softened denial, and `more`."""
    softened = ("mild",) if frame.softened else ()
    return tuple(sorted({*frame.times, *softened, *more, *(f"but:{word}" for word in frame.tail)}))


def filled(frame: Frame, slot: str, value: Iterable[str], taken: Iterable[Item]) -> Sense:
    """A value in a slot of the subject; the items not `taken` become circumstances."""
    owner = "+".join(frame.subject)
    slot = f"{owner}:{slot}" if owner else slot
    return Sense(f"{slot}{VALUE}{','.join(sorted(set(value)))}", slot, rest(frame, taken))


def end_of_axis(item: Item, frame: Frame) -> str | None:
    """The end of an axis that an item names, as "axis=pole"."""
    axes = axis_ends(frame.lang)
    return next((axes[word] for word in (item.low, *item.features) if word in axes), None)
