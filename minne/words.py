"""Names that people read for what the code counts by short names."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

COUNTS: dict[str, str | Promise] = {
    "episodes": ngettext_lazy("episod läst", "episoder lästa", "count"),
    "mentions_added": ngettext_lazy("omnämnande tillagt", "omnämnanden tillagda", "count"),
    "mentions_replaced": ngettext_lazy(
        "omnämnande ersatt när samtalet lästes om", "omnämnanden ersatta när samtalet lästes om", "count"
    ),
    "facts_changed": ngettext_lazy("faktum ändrat", "fakta ändrade", "count"),
    "failed": ngettext_lazy(
        "episod där läsningen misslyckades (den väntar kvar)",
        "episoder där läsningen misslyckades (de väntar kvar)",
        "count",
    ),
    "taken_by_another": ngettext_lazy(
        "episod som någon annan hann före med", "episoder som någon annan hann före med", "count"
    ),
    "paused": ngettext_lazy(
        "episod som väntar för att minnet är pausat", "episoder som väntar för att minnet är pausat", "count"
    ),
    "refused_malformed": ngettext_lazy(
        "avvisat: av en sort som inte finns", "avvisade: av en sort som inte finns", "count"
    ),
    "refused_empty": ngettext_lazy("avvisat: tomt", "avvisade: tomma", "count"),
    "refused_unstorable": ngettext_lazy(
        "avvisat: tecken som inte går att spara", "avvisade: tecken som inte går att spara", "count"
    ),
    "refused_too_long": ngettext_lazy("avvisat: för långt", "avvisade: för långa", "count"),
    "refused_hedged": ngettext_lazy(
        "avvisat: svävande («kanske», «N/A»)", "avvisade: svävande («kanske», «N/A»)", "count"
    ),
    "refused_unknown_source": ngettext_lazy(
        "avvisat: hänvisar till episoder som inte lästes",
        "avvisade: hänvisar till episoder som inte lästes",
        "count",
    ),
    "refused_unknown_fact": ngettext_lazy(
        "avvisat: hänvisar till ett faktum som personen inte har",
        "avvisade: hänvisar till ett faktum som personen inte har",
        "count",
    ),
    "refused_other_person": ngettext_lazy(
        "avvisat: kommer från någon annans episoder", "avvisade: kommer från någon annans episoder", "count"
    ),
    "refused_not_user": ngettext_lazy(
        "avvisat: sagt av assistenten, systemet eller ett verktyg",
        "avvisade: sagda av assistenten, systemet eller ett verktyg",
        "count",
    ),
    "refused_ungrounded": ngettext_lazy(
        "avvisat: citatet finns inte i det personen skrev",
        "avvisade: citatet finns inte i det personen skrev",
        "count",
    ),
    "refused_injected": ngettext_lazy(
        "avvisat: text som lagts in från minnet", "avvisade: text som lagts in från minnet", "count"
    ),
    "refused_quoted": ngettext_lazy(
        "avvisat: citerade någon annan", "avvisade: citerade någon annan", "count"
    ),
    "refused_question": ngettext_lazy(
        "avvisat: fråga eller antagande", "avvisade: frågor och antaganden", "count"
    ),
    "refused_not_about_person": ngettext_lazy(
        "avvisat: handlar om någon annan", "avvisade: handlar om någon annan", "count"
    ),
    "refused_secret": ngettext_lazy(
        "avvisat: lösenord eller annan hemlighet", "avvisade: lösenord och andra hemligheter", "count"
    ),
    "refused_personal_number": ngettext_lazy("avvisat: personnummer", "avvisade: personnummer", "count"),
    "refused_special_category": ngettext_lazy(
        "avvisat: känslig uppgift som ingen bett om att spara",
        "avvisade: känsliga uppgifter som ingen bett om att spara",
        "count",
    ),
}


def counted(name: str, count: int) -> str:
    """What so many of it are called; the name itself where it has no words."""
    return named(COUNTS, name, count)


def named(names: Mapping[str, str | Promise], name: str, count: int) -> str:
    found = names.get(name, "")
    return str(found % {"count": count}) if found else name


FAILURES: dict[str, str | Promise] = {
    "llm_timeout": _("Språkmodellen svarade inte i tid"),
    "llm_unreachable": _("Språkmodellens server går inte att nå"),
    "llm_key_refused": _("Språkmodellens server godtar inte nyckeln"),
    "llm_wrong_address": _("Språkmodellen finns inte på den adressen"),
    "llm_busy": _("Språkmodellens server är överlastad"),
    "llm_status": _("Språkmodellens server svarade med ett fel"),
    "llm_refused": _("Språkmodellens server tog inte emot frågan"),
    "llm_no_completion": _("Servern svarade något annat än en språkmodell gör"),
    "llm_cut_off": _("Språkmodellens svar bröts på vägen"),
    "llm_truncated": _("Språkmodellens svar blev avhugget"),
    "llm_declined": _("Språkmodellen vägrade svara"),
    "llm_too_long": _("Språkmodellens svar var för stort"),
    "llm_no_json": _("Språkmodellen svarade två gånger så att svaret inte gick att läsa"),
}


def failure(error: str) -> str:
    """A failure in words, with its detail; one without words as it is."""
    code, _sign, detail = error.partition(": ")
    told = str(FAILURES.get(code, ""))
    return (f"{told} ({detail})." if detail else f"{told}.") if told else error


GROUPS: dict[str, str | Promise] = {
    "preference": _("Så vill du ha det"),
    "knowledge": _("Om dig och det du kan"),
    "goal": _("Mål och planer"),
    "temporary": _("Just nu"),
}

ANSWERS: dict[str, str | Promise] = {
    "correct": _("Stämmer"),
    "incorrect": _("Stämmer inte"),
    "outdated": _("Inaktuellt"),
}

ANSWERS_BY_STATUS: dict[str, tuple[str, ...]] = {
    "active": ("correct", "incorrect", "outdated"),
    "over_cap": ("correct", "incorrect", "outdated"),
    "candidate": ("correct", "incorrect"),
    "faded": ("correct", "incorrect"),
    "expired": ("correct", "incorrect"),
    "ended": ("correct", "incorrect"),
    "denied": ("correct",),
}

ANSWERED: dict[str, str | Promise] = {
    "correct": _("Bekräftat."),
    "incorrect": _("Struket. Det lärs inte in igen av det du redan har sagt."),
    "outdated": _("Markerat som inaktuellt."),
    "rewritten": _("Rättat."),
    "added": _("Tillagt."),
    "merged": _("Ihopslaget. Det som sagts om båda räknas nu till samma."),
    "retired": _("Struket bland det som kommer från andra minnen."),
}

PRESSES: dict[str, str | Promise] = {
    "mention": _("Tillagt"),
    "confirm": _("Bekräftat"),
    "edit": _("Omformulerat"),
    "end": _("Inaktuellt"),
    "deny": _("Struket"),
    "rewrite": _("Rättat"),
    "merge": _("Ihopslaget"),
}

ERRORS: dict[str, str | Promise] = {
    "empty": _("Skriv något först."),
    "too_long": _("Det är för långt: högst 300 tecken."),
    "unstorable": _("Texten har tecken som inte går att spara."),
    "nothing_to_undo": _("Det är redan ångrat."),
    "merged": _("De är redan ihopslagna."),
    "gone": _("Ett av dem gäller inte längre, så de går inte att slå ihop."),
    "contradicting": _("De säger emot varandra, så de går inte att slå ihop."),
}

UNITING_ERRORS: dict[str, str | Promise] = {
    "same": _("De är redan samma person."),
    "erasing": _("En av dem är på väg bort."),
    "accounts": _("Båda har ett konto. Koppla bort det ena först."),
}

FOLDED: dict[str, tuple[str | Promise, str | Promise]] = {
    "candidate": (_("På väg in"), _("Sådant som inte har synts vid tillräckligt många tillfällen än.")),
    "over_cap": (_("Får inte plats"), _("Listan är full. De här är minst säkra och väntar utanför.")),
    "faded": (
        _("Glömt"),
        _("Har inte sagts på länge. Säg det igen, eller svara Stämmer, så är det här igen."),
    ),
    "expired": (_("Utgånget"), _("Gällde till en viss dag, som har varit.")),
    "ended": (_("Avslutat"), _("Stämde en gång, men gäller inte längre.")),
    "denied": (_("Struket"), _("Stämmer inte. Det lärs bara in igen om du själv säger det på nytt.")),
}


TOOLS: dict[str, str | Promise] = {"claude": "Claude", "zep": "Zep", "lines": _("en textfil")}


def tool(name: str) -> str:
    """What another memory is called; its own name where it has no words."""
    return str(TOOLS.get(name, name))


def sureness(confidence: float) -> str | Promise:
    """How sure, in words."""
    if confidence >= 0.7:
        return _("mycket säkert")
    return _("ganska säkert") if confidence >= 0.45 else _("osäkert")


THRESHOLDS: dict[str, str | Promise] = {
    "min_support": _("Tillfällen som krävs"),
    "explicit_kinds": _("Räcker ensamt"),
    "min_confidence": _("Lägsta konfidens"),
    "half_life_preference": _("Halveringstid: preferenser"),
    "half_life_knowledge": _("Halveringstid: kunskap"),
    "half_life_goal": _("Halveringstid: mål"),
    "half_life_temporary": _("Halveringstid: tillfälligt"),
    "max_facts": _("Fakta per person, högst"),
    "initial_confidence": _("Konfidens från början"),
    "asked_confidence": _("Konfidens för det man bett om"),
    "support_step": _("Höjning per nytt tillfälle"),
}

THRESHOLD_MEANINGS: dict[str, str | Promise] = {
    "min_support": _("Vid hur många skilda tillfällen något ska synas innan det blir ett faktum."),
    "explicit_kinds": _("Sådant här blir ett faktum redan första gången."),
    "min_confidence": _("Under den här konfidensen är ett faktum glömt. Mellan 0 och 1."),
    "max_facts": _("De säkraste får plats; resten väntar utanför listan."),
    "initial_confidence": _("Ett nytt faktum börjar här. Mellan 0 och 1."),
    "asked_confidence": _("När någon säger «kom ihåg det här». Mellan 0 och 1."),
    "support_step": _("Så mycket stiger konfidensen varje gång det sägs igen. Mellan 0 och 1."),
}

KINDS: dict[str, str | Promise] = {
    "asked": _("det någon har bett assistenten minnas"),
    "stated": _("det någon säger om sig själv"),
    "inferred": _("det som bara går att ana"),
}

THRESHOLD_ERRORS: dict[str, str | Promise] = {
    "must be 1 or more": _("Måste vara minst 1."),
    "must be between 0 and 1": _("Måste vara mellan 0 och 1."),
    "must be more than 0": _("Måste vara mer än 0."),
}
