"""Calibration and agreement in sentences, and their coefficients for those who read such."""

from __future__ import annotations

import math

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from granskning.domain.calibration import Bin, Calibration
from granskning.figures_text import level_text, number, percent, share_range
from granskning.services.agreements import Agreement

RARE = 0.05
LEAST = 0.001  # what three decimals can show


def calibration(found: Calibration) -> list[str]:
    """What the confidences said on the whole, and which groups of facts contradict them."""
    if found.n == 0:
        return [_("Inget underlag.")]
    right = sum(bin.right for bin in found.bins)
    mean = math.fsum(bin.confidence * bin.n for bin in found.bins) / found.n
    on_the_whole = _("I snitt var konfidensen %(mean)s, och %(right)s av %(n)s svar stämde (%(share)s).") % {
        "mean": number(mean, 2),
        "right": number(right),
        "n": number(found.n),
        "share": percent(right, found.n),
    }
    contradicting = [_contradicting(bin) for bin in found.bins if not bin.fits]
    within = _("I ingen av grupperna nedan är skillnaden större än slumpen brukar ge.")
    return [on_the_whole, *(contradicting or [within])]


def _contradicting(bin: Bin) -> str:
    names = {
        "from": number(bin.from_, 1),
        "to": number(bin.to, 1),
        "right": number(bin.right),
        "n": number(bin.n),
        "mean": number(bin.confidence, 2),
    }
    if bin.share > bin.confidence:
        return (
            _(
                "Med konfidens mellan %(from)s och %(to)s stämde %(right)s av %(n)s: oftare än de "
                "%(mean)s som den säger, och skillnaden är större än slumpen brukar ge."
            )
            % names
        )
    return (
        _(
            "Med konfidens mellan %(from)s och %(to)s stämde %(right)s av %(n)s: mer sällan än de "
            "%(mean)s som den säger, och skillnaden är större än slumpen brukar ge."
        )
        % names
    )


def calibration_figures(found: Calibration) -> list[str]:
    """Brier's score and Spiegelhalter's test, with what they say."""
    if found.brier is None:
        return [_("Inte definierat: inga svar.")]
    brier = _("Brier %(brier)s: 0 är bäst, 0,25 fås av att alltid säga 0,5.") % {
        "brier": number(found.brier, 3)
    }
    if found.z is None or found.p is None:
        return [brier, _("Spiegelhalters z är inte definierat: all konfidens är 0, 0,5 eller 1.")]
    return [brier, _spiegelhalter(found.z, found.p)]


def _spiegelhalter(z: float, p: float) -> str:
    shown = f"p = {number(p, 3)}" if p >= LEAST else f"p < {number(LEAST, 3)}"
    names = {"z": number(z, 2), "p": shown}
    if p < RARE:
        return (
            _(
                "Spiegelhalters z = %(z)s, %(p)s: vore all konfidens sann skulle svar så långt från den "
                "vara ovanliga."
            )
            % names
        )
    return (
        _(
            "Spiegelhalters z = %(z)s, %(p)s: vore all konfidens sann skulle svar så långt från den inte "
            "vara ovanliga. Testet märker knappt fel där konfidensen är nära 0,5."
        )
        % names
    )


def share_interval(bin: Bin) -> str:
    """A bin's interval: 52,1–92,3 %."""
    return share_range(bin.low, bin.high)


def agreement(found: Agreement) -> list[str]:
    """How often two answers were the same, and how much of that is more than chance."""
    raw = found.raw
    if raw.low is None or raw.high is None:
        return [_("Inget faktum har två svar, så det finns inget att jämföra.")]
    said = [
        _(
            "De svarade lika på %(agreed)s av %(items)s fakta: %(share)s. I det långa loppet är det mellan "
            "%(low)s och %(high)s (%(level)s)."
        )
        % {
            "agreed": number(raw.agreed),
            "items": number(raw.items),
            "share": percent(raw.agreed, raw.items),
            "low": share_range(raw.low, raw.low),
            "high": share_range(raw.high, raw.high, rounding="up"),
            "level": level_text(),
        }
    ]
    if found.differed:
        said.append(_decided(found))
    if found.ac1 is not None:
        said.append(
            _(
                "Räknat bort det som slumpen ger är enigheten %(ac1)s (Gwets AC1): 1 är full enighet, "
                "0 är inte mer än slump."
            )
            % {"ac1": number(found.ac1, 2)}
        )
    return said


def _decided(found: Agreement) -> str:
    if not found.decided:
        return ngettext(
            "Ett faktum fick olika svar och är inte avgjort.",
            "%(differed)s fakta fick olika svar och är inte avgjorda.",
            found.differed,
        ) % {"differed": number(found.differed)}
    said = {"differed": number(found.differed), "decided": number(found.decided)}
    if found.decided >= found.differed:
        all_decided = ngettext(
            "Ett faktum fick olika svar, och det är avgjort efteråt.",
            "%(differed)s fakta fick olika svar, och alla är avgjorda efteråt.",
            found.differed,
        )
        return all_decided % said
    some = ngettext(
        "%(differed)s fakta fick olika svar, och ett av dem är avgjort efteråt.",
        "%(differed)s fakta fick olika svar, och %(decided)s av dem är avgjorda efteråt.",
        found.decided,
    )
    return some % said


def agreement_figures(found: Agreement) -> str:
    """Kappa, which falls where nearly all answers are alike."""
    if found.raw.items == 0:
        return _("Inte definierat: inget faktum har två svar.")
    if found.kappa is None:
        return _("Kappa är inte definierat: alla svar är lika.")
    warning = _("Kappa blir lågt när nästan alla svar är lika, även om granskarna är eniga.")
    if not found.is_cohen:
        return _("Fleiss kappa %(kappa)s.") % {"kappa": number(found.kappa, 2)} + f" {warning}"
    return (
        _("Cohens kappa %(kappa)s (medelfel %(error)s).")
        % {"kappa": number(found.kappa, 2), "error": number(found.standard_error or 0, 2)}
        + f" {warning}"
    )
