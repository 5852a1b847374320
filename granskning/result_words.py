"""What a round came to, in sentences that are true and need no statistics to read."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from granskning.domain.decision import LIKELY, Decision, Verdict
from granskning.domain.distributions import exact
from granskning.domain.figures import Figures
from granskning.figures_text import joined, level_text, number, percent, percent_of, spelled, target_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The verdict: what was counted, what that says of the list, and whether it reaches the target."""

    counted: str
    list: str
    conclusion: str

    def __str__(self) -> str:
        return " ".join(sentence for sentence in (self.counted, self.list, self.conclusion) if sentence)


def words(figures: Figures) -> Words:
    if figures.verdict == "no_data":
        return Words(counted=_("Inget underlag."), list=_no_data(figures), conclusion="")
    return Words(counted=_counted(figures), list=_of_the_list(figures), conclusion=_conclusion(figures))


def _no_data(figures: Figures) -> str:
    if figures.answered:
        return _(
            "Omgången stängdes innan det faktum som drogs först hade fått något svar, så svaren som finns "
            "går inte att räkna på."
        )
    if figures.unlabelled == figures.drawn:
        return _("Omgången stängdes utan svar, så den säger inget om listan.")
    return _("Inget av de fakta som drogs kunde avgöras, så omgången säger inget om listan.")


def _counted(figures: Figures) -> str:
    right, answered = number(figures.counted_right), number(figures.counted)
    return _("%(right)s av %(answered)s stämde.") % {"right": right, "answered": answered}


def _of_the_list(figures: Figures) -> str:
    if figures.is_count:
        return _("Hela listan är granskad, så det är en räkning och inte en uppskattning.")
    names = {
        "range": between(figures.low, figures.high),
        "size": number(figures.size),
        "undecided": number(figures.undecided),
        "level": level_text(),
    }
    if figures.is_whole_list:
        return (
            ngettext(
                "Hela listan är granskad, men ett faktum är inte avgjort. Av listans %(size)s fakta "
                "stämmer %(range)s.",
                "Hela listan är granskad, men %(undecided)s fakta är inte avgjorda. Av listans %(size)s "
                "fakta stämmer %(range)s.",
                figures.undecided,
            )
            % names
        )
    return _("Av listans %(size)s fakta stämmer %(range)s (%(level)s).") % names


def between(low: int, high: int) -> str:
    """mellan 40 och 47; only 40 where there is nothing between."""
    if low == high:
        return number(low)
    return _("mellan %(low)s och %(high)s") % {"low": number(low), "high": number(high)}


def _conclusion(figures: Figures) -> str:
    names = {"target": target_text(figures.target)}
    if figures.is_count:
        shown = {**names, "share": percent(figures.low, figures.size)}
        if figures.verdict == "over":
            return _("%(share)s av listan stämmer: den når %(target)s.") % shown
        return _("%(share)s av listan stämmer: den når inte %(target)s.") % shown
    if figures.is_whole_list:
        return _WHOLE_LIST[figures.verdict]() % names
    return _ESTIMATED[figures.verdict]() % names


_ESTIMATED = {
    "over": lambda: _("Det räcker för att säga att listan når %(target)s."),
    "under": lambda: _("Det räcker för att säga att listan inte når %(target)s."),
    "undecided": lambda: _(
        "Det räcker varken för att säga att listan når %(target)s eller att den inte gör det."
    ),
}
_WHOLE_LIST = {
    "over": lambda: _("Listan når %(target)s hur det än är med det som inte är avgjort."),
    "under": lambda: _("Listan når inte %(target)s hur det än är med det som inte är avgjort."),
    "undecided": lambda: _("Om listan når %(target)s hänger på det som inte är avgjort."),
}


def verdict(value: Verdict) -> str:
    """The verdict in a word or two, for badges and tables."""
    return {
        "over": _("över målet"),
        "under": _("under målet"),
        "undecided": _("oavgjort"),
        "no_data": _("inget underlag"),
    }[value]


def interval(figures: Figures) -> str:
    """40–47 av 50, as it stands in tables; a dash without data."""
    if figures.verdict == "no_data":
        return "–"
    low, high = number(figures.low), number(figures.high)
    shown = low if low == high else f"{low}–{high}"
    return _("%(range)s av %(size)s") % {"range": shown, "size": number(figures.size)}


def interval_percent(figures: Figures) -> str:
    """80–94 %, rounded outwards; a dash without data."""
    if figures.verdict == "no_data" or not figures.size:
        return "–"
    if figures.low == figures.high:
        return percent(figures.low, figures.size)
    low, high = percent(figures.low, figures.size, "down"), percent(figures.high, figures.size, "up")
    return joined(low, high)


def confirmed(figures: Figures, *, evidence: str, allowed: int | None) -> str:
    """What a closed confirmation round has shown of the proposal it was about."""
    if evidence != "certified" and not figures.is_complete:
        return _("Förslaget är inte bekräftat: omgången stängdes innan alla svar fanns.")
    outcome = _("Förslaget är bekräftat.") if evidence == "certified" else _("Förslaget är inte bekräftat.")
    limit = _allowed(allowed or 0, figures.wrong)
    if evidence != "certified" and figures.wrong <= (allowed or 0):
        return f"{outcome} {limit} " + _("Det som inte är avgjort kan också vara fel.")
    return f"{outcome} {limit}"


def _allowed(allowed: int, wrong: int) -> str:
    said = {"allowed": spelled(allowed), "wrong": spelled(wrong)}
    if allowed == 0:
        return _("Från början var det bestämt att inget fel fick finnas, och %(wrong)s hittades.") % said
    return (
        _("Från början var det bestämt att högst %(allowed)s fel fick finnas, och %(wrong)s hittades.") % said
    )


def more_labels(decision: Decision | None) -> list[str]:
    """How many labels could have settled an undecided round."""
    if decision is None or decision.verdict != "undecided" or decision.n == decision.N:
        return []
    told = _how_many_more(decision)
    if decision.best_case_more is None and decision.likely_more is None:
        return [told]  # it names no number of answers
    return [
        told,
        _(
            "Det gäller en omgång som planeras så stor från början. Läggs svar till när man har sett "
            "resultatet måste de räknas på ett annat sätt, och då kan det behövas fler."
        ),
    ]


def _how_many_more(decision: Decision) -> str:
    """Two numbers, and why they differ: to show the target if all goes well, and to learn either thing."""
    best, likely = decision.best_case_more, decision.likely_more
    if best is None:
        hopeless = _(
            "Inte ens om resten av listan granskades och allt stämde skulle målet vara visat, eftersom det "
            "finns fakta som inte är avgjorda."
        )
        return hopeless if likely is None else f"{hopeless} {_either_way(decision, likely)}"
    if likely is not None and likely < best:
        return _only_under(decision, likely, best)
    told = [_best_case(decision, best)]
    if likely == best:
        told.append(
            _("Chansen till ett besked är då minst %(chance)s.") % {"chance": percent_of(exact(LIKELY))}
        )
    elif likely is not None:
        told += [_("Så väl går det sällan."), _either_way(decision, likely)]
    return " ".join(told)


def _best_case(decision: Decision, more: int) -> str:
    names = {"n": number(decision.n + more), "had": number(decision.n), "more": number(more)}
    return (
        ngettext(
            "Med ett granskat faktum till, %(n)s i stället för %(had)s, hade målet varit visat om det hade "
            "stämt.",
            "Med %(more)s granskade fakta till, %(n)s i stället för %(had)s, hade målet varit visat om alla "
            "de nya hade stämt.",
            more,
        )
        % names
    )


def _only_under(decision: Decision, likely: int, best: int) -> str:
    """Before the target can be shown, all that can be learned is that the list does not reach it."""
    return _(
        "Med omkring %(likely)s granskade fakta till, %(likely_n)s i stället för %(had)s, hade chansen till "
        "ett besked varit minst %(chance)s, men så tidigt kan beskedet bara bli att listan inte når målet: "
        "att visa att den når det kräver minst %(best)s till, %(best_n)s i allt, och att alla de nya stämmer."
    ) % {
        "likely": number(likely),
        "likely_n": number(decision.n + likely),
        "had": number(decision.n),
        "chance": percent_of(exact(LIKELY)),
        "best": number(best),
        "best_n": number(decision.n + best),
    }


def _either_way(decision: Decision, likely: int) -> str:
    n = decision.n + likely
    said = {"n": number(n), "more": number(likely), "chance": percent_of(exact(LIKELY))}
    if n >= decision.N:
        return (
            _(
                "Att döma av svaren här behöver hela listan granskas för att chansen "
                "till ett besked, åt ena eller andra hållet, ska vara minst %(chance)s."
            )
            % said
        )
    return (
        _(
            "Att döma av svaren här behövs omkring %(more)s till, %(n)s i allt, för "
            "att chansen till ett besked, åt ena eller andra hållet, ska vara minst %(chance)s."
        )
        % said
    )
