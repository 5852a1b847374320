"""What a repair leads to, and what a confirmation asks for, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from granskning.domain.confirmation import Size
from granskning.domain.intervals import AfterRepair
from granskning.figures_text import joined, number, percent
from granskning.models import Confirmation, Round
from granskning.result_words import between
from minne.templatetags.days import day


def after_repair(after: AfterRepair) -> list[str]:
    """What the list is when the wrong facts have been struck, and the part of it that nobody drew."""
    whole, rest = after.list_size, after.remainder_size
    said = {
        "size": number(whole),
        "range": between(after.list_low, after.list_high),
        "share": _shares(after.list_low, after.list_high, whole),
        "rest": number(rest),
        "rest_range": between(after.remainder_low, after.remainder_high),
        "rest_share": _shares(after.remainder_low, after.remainder_high, rest),
    }
    told = [_("Med felen borta har listan %(size)s fakta, och av dem stämmer %(range)s (%(share)s).") % said]
    if rest:
        told.append(
            _("Av de %(rest)s som ingen har granskat stämmer %(rest_range)s (%(rest_share)s).") % said
        )
    return told


def _shares(low: int, high: int, whole: int) -> str:
    if low == high:
        return percent(low, whole)
    return joined(percent(low, whole, "down"), percent(high, whole, "up"))


def sizes_text(sizes: Sequence[Size]) -> str:
    """36 av 36 rätt, eller 54 med ett fel, eller 70 med två."""
    told = [_size(size) for size in sizes]
    return _(", eller ").join(told)


def _size(size: Size) -> str:
    said = {"n": number(size.n), "wrong": _spelled(size.wrong)}
    if size.wrong == 0:
        return _("%(n)s av %(n)s rätt") % said
    return ngettext("%(n)s med ett fel", "%(n)s med %(wrong)s fel", size.wrong) % said


def size_choice(size: Size) -> str:
    """One size to choose, by how many may be wrong."""
    said = {"n": number(size.n), "wrong": _spelled(size.wrong)}
    if size.wrong == 0:
        return _("Inget fel: %(n)s fakta granskas") % said
    return (
        ngettext(
            "Högst ett fel: %(n)s fakta granskas", "Högst %(wrong)s fel: %(n)s fakta granskas", size.wrong
        )
        % said
    )


def shown(attempt: Confirmation) -> str:
    """What a closed confirmation has shown of the list."""
    return _("Omgången som stängdes %(day)s: av listans %(size)s fakta stämmer %(range)s.") % {
        "day": day(attempt.round.closed_at),
        "size": number(attempt.size),
        "range": between(attempt.low or 0, attempt.high or 0),
    }


def under_way(round: Round) -> str:
    """A confirmation that is being labelled: what was fixed before it started."""
    said = {"n": number(round.planned), "wrong": _spelled(round.allowed_wrong or 0)}
    if round.allowed_wrong:
        allowed = _("En bekräftelse pågår: %(n)s fakta, och högst %(wrong)s får vara fel.") % said
    else:
        allowed = _("En bekräftelse pågår: %(n)s fakta, och inget får vara fel.") % said
    return allowed + " " + _("Det bestämdes innan den började och ändras inte.")


def _spelled(count: int) -> str:
    return {0: _("inget"), 1: _("ett"), 2: _("två"), 3: _("tre")}.get(count) or number(count)
