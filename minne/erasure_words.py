"""What was erased, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import ngettext_lazy

from minne.models import Erasure
from minne.words import named

ERASED: dict[str, str | Promise] = {
    "episodes": ngettext_lazy(
        "episod, det som skrevs i samtalen", "episoder, det som skrevs i samtalen", "count"
    ),
    "facts": ngettext_lazy("faktum, med text och citat", "fakta, med text och citat", "count"),
    "events": ngettext_lazy(
        "händelse i faktas historia, med citat", "händelser i faktas historia, med citat", "count"
    ),
    "imported_facts": ngettext_lazy("faktum från ett annat minne", "fakta från andra minnen", "count"),
    "tombstones": ngettext_lazy(
        "spår av ett faktum som raderats tidigare", "spår av fakta som raderats tidigare", "count"
    ),
    "snapshots": ngettext_lazy(
        "faktums ord i granskningar; bara antal är kvar",
        "faktas ord i granskningar; bara antal är kvar",
        "count",
    ),
    "looks": ngettext_lazy("anteckning om att någon tittat", "anteckningar om att någon tittat", "count"),
    "own_rounds": ngettext_lazy("egen genomgång av listan", "egna genomgångar av listan", "count"),
    "run_failures": ngettext_lazy("körning som nämnde personen", "körningar som nämnde personen", "count"),
    "agreements": ngettext_lazy("svar om granskning", "svar om granskning", "count"),
    "account_changes": ngettext_lazy("koppling till ett konto", "kopplingar till konton", "count"),
    "aliases": ngettext_lazy("annat id", "andra id", "count"),
    "person": ngettext_lazy("person, med id och namn", "personer, med id och namn", "count"),
}


def receipt(erasure: Erasure) -> list[tuple[int, str]]:
    """The counts with their names, as the table orders them."""
    counts: dict[str, int] = erasure.counts
    order = [*ERASED, *sorted(set(counts) - set(ERASED))]
    return [(counts[name], named(ERASED, name, counts[name])) for name in order if counts.get(name)]
