"""Numbers as people write them: decimal comma, grouped thousands, per cent that do not round past a limit."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Literal

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from granskning.domain.distributions import exact

Rounding = Literal["nearest", "down", "up"]
THIN = "\N{NARROW NO-BREAK SPACE}"
TENTH = Decimal("0.1")
LEVEL = Fraction(95, 100)  # what every interval promises


def number(value: float | Decimal, decimals: int = 0) -> str:
    """12 345 and 0,43 in Swedish, 12,345 and 0.43 in English; exactly so many decimals."""
    rounded = Decimal(str(value)).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    written = number_format(rounded, decimal_pos=decimals, use_l10n=True, force_grouping=True)
    return written.replace("\N{NO-BREAK SPACE}", THIN)


def spelled(count: int) -> str:
    """A count of faults, in letters as long as it is small."""
    return {0: _("inget"), 1: _("ett"), 2: _("två"), 3: _("tre")}.get(count) or number(count)


def percent(part: int, whole: int, rounding: Rounding = "nearest") -> str:
    """A share of counts in per cent, with one decimal where it is not whole.

    It never reads 0, 100 or the target unless it is; an interval's lower limit is rounded down and its
    upper limit up, so that the interval written holds the one computed. Empty without a whole.
    """
    return percent_of(Fraction(part, whole), rounding) if whole else ""


def percent_of(share: Fraction, rounding: Rounding = "nearest") -> str:
    hundredths = _tenths(100 * share, rounding)
    whole = hundredths == hundredths.to_integral_value()
    written = _("%(number)s %%") % {"number": number(hundredths, 0 if whole else 1)}
    return written.replace(" ", "\N{NO-BREAK SPACE}")


def share_range(low: float, high: float, *, rounding: Rounding = "down") -> str:
    """52,1–92,3 %, rounded outwards; a single share where the two are one, rounded as asked."""
    if low == high:
        return percent_of(_close(low), rounding)
    return joined(percent_of(_close(low), "down"), percent_of(_close(high), "up"))


def joined(low: str, high: str) -> str:
    """Two shares as a range, with one per cent sign."""
    return f"{low.removesuffix('%').rstrip()}–{high}"


def _close(share: float) -> Fraction:
    return Fraction(share).limit_denominator(10**9)


def level_text() -> str:
    return percent_of(LEVEL)


def target_text(target: float) -> str:
    return percent_of(exact(target))


def _tenths(value: Fraction, rounding: Rounding) -> Decimal:
    precise = Decimal(value.numerator) / Decimal(value.denominator)
    mode = {"nearest": ROUND_HALF_UP, "down": ROUND_FLOOR, "up": ROUND_CEILING}[rounding]
    rounded = precise.quantize(TENTH, rounding=mode)
    limits = (Fraction(0), Fraction(100), 100 * exact(settings.MINNE_TARGET))
    if rounding == "nearest" and Fraction(rounded) in limits and Fraction(rounded) != value:
        return precise.quantize(TENTH, rounding=ROUND_FLOOR if value < Fraction(rounded) else ROUND_CEILING)
    return rounded
