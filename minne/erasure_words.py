"""What was erased, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from minne.models import Erasure

ERASED: dict[str, str | Promise] = {
    "episodes": _("episoder, det som skrevs i samtalen"),
    "facts": _("fakta"),
    "events": _("händelser i faktas historia, med citat"),
    "imported_facts": _("fakta från andra minnen"),
    "tombstones": _("spår av fakta som raderats tidigare"),
    "snapshots": _("ord i granskningar; bara antal är kvar"),
    "looks": _("anteckningar om att någon tittat"),
    "own_rounds": _("egna genomgångar"),
    "run_failures": _("körningar som nämnde personen"),
    "agreements": _("svar om granskning"),
    "account_changes": _("kopplingar till konton"),
    "aliases": _("andra id"),
    "person": _("personen"),
}


def receipt(erasure: Erasure) -> list[tuple[int, str | Promise]]:
    """The counts with their names, as the table orders them."""
    order = [*ERASED, *sorted(set(erasure.counts) - set(ERASED))]
    return [(erasure.counts[name], ERASED.get(name, name)) for name in order if erasure.counts.get(name)]
