"""What the names and codes of an export say to people."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from minne.models import Event, ImportedFact
from minne.models.memory import FactType, Kind, Status

LABELS: dict[str, str | Promise] = {
    "account": _("konto"),
    "action": _("vad"),
    "adjudicated": _("avgjort som"),
    "adjudication_note": _("om avgörandet"),
    "agreed_to_review": _("granskning tillåten"),
    "agrees": _("ja till granskning"),
    "answers": _("svar"),
    "at": _("när"),
    "by": _("av"),
    "called": _("bedömdes"),
    "changes": _("ändrade"),
    "closed_at": _("stängdes"),
    "created_at": _("skapat"),
    "erased_at": _("raderat"),
    "external_id": _("id"),
    "fact": _("faktum"),
    "id": _("id"),
    "imported_at": _("inläst"),
    "language": _("språk"),
    "linked": _("kopplat"),
    "metadata": _("övrigt"),
    "name": _("namn"),
    "note": _("anteckning"),
    "other_ids": _("andra id"),
    "own": _("egen genomgång"),
    "paused_at": _("pausat"),
    "pinned_at": _("gällde läget"),
    "press": _("tryckning"),
    "quote": _("citat"),
    "recorded_at": _("när"),
    "retired_as": _("borttaget som"),
    "retired_at": _("borttaget"),
    "retired_in": _("borttaget av"),
    "round": _("omgång"),
    "sources": _("källor"),
    "state": _("läge där"),
    "surroundings": _("raderna runt om öppnades"),
    "text": _("text"),
    "tool": _("minne"),
    "type": _("sort"),
    "undone_at": _("ångrat"),
    "valid_from": _("gäller från"),
    "valid_until": _("gäller till"),
    "value": _("svar"),
}

CODED = frozenset({"action", "adjudicated", "by", "retired_as", "retired_in", "state", "type", "value"})

_ANSWERS: dict[str, str | Promise] = {
    "correct": _("stämmer"),
    "incorrect": _("stämmer inte"),
    "outdated": _("inaktuellt"),
    "skipped": _("kan inte avgöra"),
}

VALUES: dict[str, str | Promise] = _ANSWERS | {
    code: label
    for choices in (FactType, Kind, Status, Event.Action, Event.By, ImportedFact.State)
    for code, label in choices.choices
}
