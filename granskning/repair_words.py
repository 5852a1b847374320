"""What a repair leads to, and what a confirmation asks for, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from granskning.domain.confirmation import Size
from granskning.domain.intervals import AfterRepair
from granskning.figures_text import joined, level_text, number, percent, spelled
from granskning.models import Confirmation, Round
from granskning.result_words import between
from minne.templatetags.days import day


def after_repair(after: AfterRepair) -> list[str]:
    """What the list is when the wrong facts have been struck, and the part of it that nobody drew."""
    if after.list_size == 0:
        return [_("Med felen borta är listan tom.")]
    if after.list_size == 1:
        sure = after.list_low == after.list_high == 1
        only = _("Det stämmer.") if sure else _("Det kan vara både rätt och fel.")
        return [_("Med felen borta har listan ett faktum."), only]
    return [_list_after(after), *_never_drawn(after)]


def _list_after(after: AfterRepair) -> str:
    """What is left; certain where everything was drawn."""
    said = {
        "size": number(after.list_size),
        "range": between(after.list_low, after.list_high),
        "share": _shares(after.list_low, after.list_high, after.list_size),
        "level": level_text(),
    }
    left = _("Med felen borta har listan %(size)s fakta.") % said
    if after.remainder_size:
        return f"{left} " + _("Av dem stämmer %(range)s (%(level)s), alltså %(share)s.") % said
    if after.list_low == after.list_size:
        return f"{left} " + _("Alla stämmer.")
    return f"{left} " + _("Av dem stämmer %(range)s, alltså %(share)s.") % said


def _never_drawn(after: AfterRepair) -> list[str]:
    """The part that nobody drew, where there is one."""
    low, high, rest = after.remainder_low, after.remainder_high, after.remainder_size
    if rest == 0:
        return []
    said = {"rest": number(rest), "range": between(low, high), "level": level_text()}
    if rest > 1:
        said["share"] = _shares(low, high, rest)
        return [
            _("Av de %(rest)s som ingen har granskat stämmer %(range)s (%(level)s), alltså %(share)s.") % said
        ]
    if low < high:
        return [_("Ett av dem har ingen granskat, och det kan vara både rätt och fel.")]
    if low:
        return [_("Ett av dem har ingen granskat, och det stämmer (%(level)s).") % said]
    return [_("Ett av dem har ingen granskat, och det stämmer inte (%(level)s).") % said]


def _shares(low: int, high: int, whole: int) -> str:
    if low == high:
        return percent(low, whole)
    return joined(percent(low, whole, "down"), percent(high, whole, "up"))


def sizes_text(sizes: Sequence[Size]) -> str:
    """36 av 36 rätt, eller 54 med ett fel, eller 70 med två."""
    told = [_size(size) for size in sizes]
    return _(", eller ").join(told)


def _size(size: Size) -> str:
    said = {"n": number(size.n), "wrong": spelled(size.wrong)}
    if size.wrong == 0:
        return _("%(n)s av %(n)s rätt") % said
    return ngettext("%(n)s med ett fel", "%(n)s med %(wrong)s fel", size.wrong) % said


def size_choice(size: Size) -> str:
    """One size to choose, by how many may be wrong."""
    said = {"n": number(size.n), "wrong": spelled(size.wrong)}
    if size.wrong == 0:
        return ngettext("Inget fel: ett faktum granskas", "Inget fel: %(n)s fakta granskas", size.n) % said
    return (
        ngettext(
            "Högst ett fel: %(n)s fakta granskas", "Högst %(wrong)s fel: %(n)s fakta granskas", size.wrong
        )
        % said
    )


def shown(attempt: Confirmation) -> str:
    """What a closed confirmation has shown of the list."""
    said = {
        "day": day(attempt.round.closed_at),
        "size": number(attempt.size),
        "range": between(attempt.low or 0, attempt.high or 0),
        "level": level_text(),
    }
    if attempt.round.planned >= attempt.round.frame_size:
        return _("Omgången som stängdes %(day)s: av listans %(size)s fakta stämmer %(range)s.") % said
    return _("Omgången som stängdes %(day)s: av listans %(size)s fakta stämmer %(range)s (%(level)s).") % said


def under_way(round: Round) -> str:
    """A confirmation that is being labelled: what was fixed before it started."""
    said = {"n": number(round.planned), "wrong": spelled(round.allowed_wrong or 0)}
    if round.allowed_wrong:
        allowed = _("En bekräftelse pågår: %(n)s fakta, och högst %(wrong)s får vara fel.") % said
    else:
        allowed = (
            ngettext(
                "En bekräftelse pågår: ett faktum, som inte får vara fel.",
                "En bekräftelse pågår: %(n)s fakta, och inget får vara fel.",
                round.planned,
            )
            % said
        )
    return allowed + " " + _("Det bestämdes innan den började och ändras inte.")
