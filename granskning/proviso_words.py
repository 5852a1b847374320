"""What has to be said beside the verdict of a round for it to be understood rightly."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from granskning.domain.figures import Figures
from granskning.figures_text import number


def provisos(figures: Figures, planned: int = 0) -> list[str]:
    """The sentences, one for each thing; `planned` is the round's n."""
    if figures.verdict == "no_data":
        return []
    said = []
    if not figures.is_complete:
        said.append(_closed_early(figures))
    elif figures.answered < planned:
        said.append(_short(figures, planned))
    if figures.undecided and not figures.is_whole_list:
        said.append(
            ngettext(
                "Ett faktum är inte avgjort. Intervallet räknar med att det kan vara både rätt och fel.",
                "%(count)s fakta är inte avgjorda. Intervallet räknar med att vart och ett kan vara både "
                "rätt och fel.",
                figures.undecided,
            )
            % {"count": number(figures.undecided)}
        )
    if figures.known_right + figures.known_wrong:
        said.append(_known(figures))
    return said


def _closed_early(figures: Figures) -> str:
    return _(
        "Omgången stängdes innan alla svar fanns: %(answered)s av %(drawn)s fakta hade svar. Därför räknas "
        "bara svaren fram till det första faktum som saknar svar, i den ordning som de drogs, och på ett "
        "sätt som håller även om någon har följt resultatet under vägen."
    ) % {"answered": number(figures.answered + figures.undecided), "drawn": number(figures.drawn)}


def _short(figures: Figures, planned: int) -> str:
    """Fewer could be judged than were planned."""
    judged = ngettext(
        "Av de %(planned)s fakta som omgången planerades för blev ett avgjort.",
        "Av de %(planned)s fakta som omgången planerades för blev %(judged)s avgjorda.",
        figures.answered,
    ) % {"planned": number(planned), "judged": number(figures.answered)}
    if figures.is_whole_list:
        return f"{judged} " + _("Listan hade inga andra att dra i stället.")
    ended = "" if figures.disputed else " " + _("Reserven tog slut.")
    fewer = _("Intervallet bygger därför på färre svar än det var tänkt, och är oftast bredare.")
    return f"{judged}{ended} {fewer}"


def _known(figures: Figures) -> str:
    known = figures.known_right + figures.known_wrong
    said = {
        "known": number(known),
        "size": number(figures.size),
        "right": number(figures.known_right),
        "rest": number(figures.frame_size),
    }
    if known > 1:
        return (
            _(
                "%(known)s av listans %(size)s fakta var granskade redan, och %(right)s av dem stämde. De är "
                "inräknade som de är; stickprovet är draget bland de övriga %(rest)s."
            )
            % said
        )
    if figures.known_right:
        first = _("Ett av listans %(size)s fakta var granskat redan, och det stämde.") % said
    else:
        first = _("Ett av listans %(size)s fakta var granskat redan, och det var fel.") % said
    rest = _("Det är inräknat som det är; stickprovet är draget bland de övriga %(rest)s.") % said
    return f"{first} {rest}"
