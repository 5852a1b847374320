"""What was erased, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import ngettext_lazy as _n

from minne.models import Erasure
from minne.words import named

ERASED: dict[str, str | Promise] = {
    "episodes": _n("episod, det som skrevs i samtalen", "episoder, det som skrevs i samtalen", "count"),
    "facts": _n("faktum", "fakta", "count"),
    "events": _n("händelse i faktas historia, med citat", "händelser i faktas historia, med citat", "count"),
    "imported_facts": _n("faktum från ett annat minne", "fakta från andra minnen", "count"),
    "tombstones": _n(
        "spår av ett faktum som raderats tidigare", "spår av fakta som raderats tidigare", "count"
    ),
    "snapshots": _n(
        "faktums ord i granskningar; bara antal är kvar",
        "faktas ord i granskningar; bara antal är kvar",
        "count",
    ),
    "looks": _n("anteckning om att någon tittat", "anteckningar om att någon tittat", "count"),
    "own_rounds": _n("egen genomgång", "egna genomgångar", "count"),
    "run_failures": _n("körning som nämnde personen", "körningar som nämnde personen", "count"),
    "agreements": _n("svar om granskning", "svar om granskning", "count"),
    "account_changes": _n("koppling till ett konto", "kopplingar till konton", "count"),
    "aliases": _n("annat id", "andra id", "count"),
    "person": _n("person", "personer", "count"),
}


def receipt(erasure: Erasure) -> list[tuple[int, str]]:
    """The counts with their names, as the table orders them."""
    counts: dict[str, int] = erasure.counts
    order = [*ERASED, *sorted(set(counts) - set(ERASED))]
    return [(counts[name], named(ERASED, name, counts[name])) for name in order if counts.get(name)]
