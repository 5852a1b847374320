"""What a proposal says, in sentences that promise no more than the labels can carry."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from granskning.domain.decision import smallest_reaching
from granskning.domain.figures import Figures
from granskning.domain.intervals import chance_of_falling_under
from granskning.domain.invented import worth_of_a_pick
from granskning.domain.knobs import HALF_LIFE, parted
from granskning.domain.thresholds import fewest_kept
from granskning.figures_text import number, percent, percent_of, target_text
from granskning.models import Proposal

GOOD_LIST = Fraction(92, 100)  # a list over the target, as an example of what chance can do
TYPES: dict[str, str | Promise] = {
    "preference": gettext_lazy("preferenser"),
    "knowledge": gettext_lazy("kunskap"),
    "goal": gettext_lazy("mål"),
    "temporary": gettext_lazy("tillfälliga fakta"),
}
KNOBS: dict[str, str | Promise] = {
    "explicit_kinds": gettext_lazy("Det som sägs en enda gång räcker inte längre"),
    "min_support": gettext_lazy("Det krävs fler tillfällen för en slutsats"),
    "min_confidence": gettext_lazy("Osäkra fakta glöms tidigare"),
}
REMEDIES: dict[str, str | Promise] = {
    "explicit_kinds": gettext_lazy(
        "Måste något sägas vid två skilda tillfällen blir sådant inte fakta förrän det sägs igen. Det man "
        "ber assistenten minnas räcker fortfarande en gång."
    ),
    "min_support": gettext_lazy(
        "Krävs det fler tillfällen innan en slutsats blir ett faktum kommer färre sådana in."
    ),
    "min_confidence": gettext_lazy("En högre gräns glömmer sådana tidigare."),
}
REFUSALS: dict[str, str | Promise] = {
    "decided": gettext_lazy("Förslaget är redan avgjort. Det beslutet står fast."),
    "no_policy": gettext_lazy("Det finns inga föreslagna trösklar att godkänna. Justera själv eller avslå."),
    "behind": gettext_lazy(
        "Trösklarna har ändrats sedan förslaget gjordes, så det kan inte godkännas som det är. "
        "Justera det eller avslå."
    ),
    "same": gettext_lazy("Talen är de som redan gäller."),
    "invalid": gettext_lazy("De talen går inte att använda."),
    "reason": gettext_lazy("Skriv varför, så att andra förstår."),
    "running": gettext_lazy("En bekräftelse pågår redan."),
    "cannot": gettext_lazy("Med så många fel tillåtna går listan inte att bekräfta."),
    "open": gettext_lazy("Omgången är inte stängd än."),
    "own": gettext_lazy("Det är personens egen granskning. Den rättas av personen själv."),
    "nothing": gettext_lazy("Det är redan ångrat."),
    "not_ready": gettext_lazy("Listorna räknas just nu om efter nya trösklar. Försök igen när det är klart."),
}


def knob(name: str) -> str:
    """One knob as a headline."""
    if name.startswith(HALF_LIFE):
        return _("Kortare halveringstid för %(type)s") % {"type": TYPES[name.removeprefix(HALF_LIFE)]}
    return str(KNOBS[name])


def headline(proposal: Proposal) -> str:
    """What the proposal would turn, or that it would turn nothing."""
    knobs = [knob(name) for name in parted(proposal.knob)]
    if proposal.evidence == Proposal.Evidence.TOO_FEW_LABELS:
        return _("För få svar för att föreslå trösklar")
    if not knobs:
        return _("Inga trösklar håller felen borta")
    first, *rest = knobs
    return _(", och ").join([first, *(other[0].lower() + other[1:] for other in rest)])


def faults(proposal: Proposal) -> str:
    """How many of the answers were wrong, and in which of the two ways."""
    figures = proposal.figures
    said = {name: number(figures[name]) for name in ("answered", "incorrect", "outdated")}
    if not figures["outdated"]:
        return _("Av %(answered)s svar var %(incorrect)s «stämmer inte».") % said
    if not figures["incorrect"]:
        return _("Av %(answered)s svar var %(outdated)s «inaktuellt».") % said
    return _("Av %(answered)s svar var %(incorrect)s «stämmer inte» och %(outdated)s «inaktuellt».") % said


def why(proposal: Proposal) -> list[str]:
    """Why these knobs: what the errors have in common, and what the knob does about it."""
    return [f"{_shared(name, proposal)} {_remedy(name)}" for name in parted(proposal.knob)]


def in_common(proposal: Proposal) -> list[str]:
    """What the errors have in common where no knob keeps them out."""
    return [_shared(name, proposal) for name in proposal.figures["argued"]]


def _shared(name: str, proposal: Proposal) -> str:
    figures = proposal.figures
    if name.startswith(HALF_LIFE):
        type_ = name.removeprefix(HALF_LIFE)
        return _of_type(type_, figures["outdated_by_type"].get(type_, 0), figures["outdated"])
    return {"explicit_kinds": _said_once, "min_support": _inferred, "min_confidence": _unsure}[name](figures)


def _remedy(name: str) -> str:
    if name.startswith(HALF_LIFE):
        return _(
            "Sådant finns kvar längre än det gäller, och halveringstiden för %(type)s är den tröskel som rår "
            "på det."
        ) % {"type": TYPES[name.removeprefix(HALF_LIFE)]}
    return str(REMEDIES[name])


def _of_type(type_: str, count: int, outdated: int) -> str:
    said = {"count": number(count), "outdated": number(outdated), "type": TYPES[type_]}
    if count < outdated:
        return _("%(count)s av %(outdated)s inaktuella är %(type)s.") % said
    return (
        ngettext(
            "Det enda inaktuella är av sorten %(type)s.", "Alla %(count)s inaktuella är %(type)s.", count
        )
        % said
    )


def _said_once(figures: Mapping[str, Any]) -> str:
    return _of_incorrect(
        figures,
        "stated_once",
        one=_("Det enda som inte stämmer har sagts vid ett enda tillfälle."),
        all=_("Alla %(incorrect)s som inte stämmer har sagts vid ett enda tillfälle."),
        some=_("%(count)s av de %(incorrect)s som inte stämmer har sagts vid ett enda tillfälle."),
    )


def _inferred(figures: Mapping[str, Any]) -> str:
    return _of_incorrect(
        figures,
        "inferred",
        one=_("Det enda som inte stämmer är en slutsats, inte något som personen har sagt om sig själv."),
        all=_(
            "Alla %(incorrect)s som inte stämmer är slutsatser, inte något som någon har sagt om sig själv."
        ),
        some=_(
            "%(count)s av de %(incorrect)s som inte stämmer är slutsatser, inte något som någon har sagt om "
            "sig själv."
        ),
    )


def _unsure(figures: Mapping[str, Any]) -> str:
    return _of_incorrect(
        figures,
        "unsure",
        one=_("Det enda som inte stämmer hade lägre konfidens än ett nytt faktum börjar med."),
        all=_("Alla %(incorrect)s som inte stämmer hade lägre konfidens än ett nytt faktum börjar med."),
        some=_(
            "%(count)s av de %(incorrect)s som inte stämmer hade lägre konfidens än ett nytt faktum börjar "
            "med."
        ),
    )


def _of_incorrect(figures: Mapping[str, Any], name: str, *, one: str, all: str, some: str) -> str:
    count, incorrect = figures[name], figures["incorrect"]
    said = {"count": number(count), "incorrect": number(incorrect)}
    if count < incorrect:
        return some % said
    return one if count == 1 else all % said


def scope(proposal: Proposal) -> str:
    """That thresholds are everyone's, where the round spoke of less than everyone's lists."""
    if proposal.round.of_one_person:
        return _("Underlaget är en enda persons lista, men trösklarna gäller alla.")
    if proposal.round.only_type:
        return _("Underlaget är bara fakta av ett slag, men trösklarna gäller alla slag.")
    return ""


def chance(figures: Figures) -> str:
    """That falling under the target may be chance: how often a good list does. Empty if none can."""
    size = figures.frame_size
    right = math.ceil(GOOD_LIST * size)
    if right == size:
        right = smallest_reaching(size, settings.MINNE_TARGET)
    under = chance_of_falling_under(right, n=figures.answered, N=size, target=settings.MINNE_TARGET)
    if round(100 * under) == 0:
        return ""
    return _(
        "Även en lista där %(right)s av %(size)s fakta stämmer (%(share)s) hamnar under %(target)s i "
        "%(chance)s av alla stickprov med %(n)s svar."
    ) % {
        "right": number(right),
        "size": number(size),
        "share": percent(right, size),
        "target": target_text(settings.MINNE_TARGET),
        "chance": _whole(under),
        "n": number(figures.answered),
    }


def _whole(share: float) -> str:
    return percent_of(Fraction(round(100 * share), 100))


def evidence(proposal: Proposal) -> str:
    """The word for how sure the proposal is."""
    kept = proposal.figures.get("kept", {}).get("total", 0)
    if proposal.evidence == Proposal.Evidence.POINT:
        return ngettext("punktskattning på %(count)s svar", "punktskattning på %(count)s svar", kept) % {
            "count": number(kept)
        }
    return str(Proposal.Evidence(proposal.evidence).label)


def no_promise() -> str:
    """That a policy picked like this often does not reach the target; from the simulation."""
    worth = worth_of_a_pick()
    return _(
        "Det är en skattning och inget löfte: trösklarna är valda efter samma svar som de mäts på. I "
        "%(worlds)s påhittade världar, där facit är känt, gick det olika: från %(lowest)s till "
        "%(highest)s av de trösklar som valdes så nådde verkligen %(target)s. Inga gjorde det där felen "
        "var slumpmässiga, de flesta där felen hade en enda orsak. Vad som gäller här kan bara en ny "
        "omgång visa."
    ) % {
        "worlds": number(worth.worlds),
        "lowest": _whole(worth.lowest),
        "highest": _whole(worth.highest),
        "target": target_text(settings.MINNE_TARGET),
    }


def no_policy(proposal: Proposal) -> str:
    """Why nothing is proposed, and what can be done instead."""
    said = {
        "target": target_text(settings.MINNE_TARGET),
        "least": number(fewest_kept(settings.MINNE_TARGET)),
    }
    if proposal.evidence == Proposal.Evidence.TOO_FEW_LABELS:
        return (
            _(
                "För att skatta %(target)s måste minst %(least)s granskade fakta vara kvar under de nya "
                "trösklarna, och med svaren här blir de färre. Rätta felen, och granska fler fakta i en ny "
                "omgång."
            )
            % said
        )
    return (
        _(
            "Ingen tröskel, och inget par av trösklar, håller så många fel borta att det som blir kvar av "
            "svaren når %(target)s. Rätta felen, och se på omgångens sida vad de har gemensamt: orsaken kan "
            "vara hur samtalen läses, och den rår inga trösklar på."
        )
        % said
    )
