"""Names that people read for what the code counts by short names."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

COUNTS: dict[str, str | Promise] = {
    "episodes": _("episoder lästa"),
    "mentions_added": _("omnämnanden tillagda"),
    "mentions_replaced": _("omnämnanden ersatta när samtalet lästes om"),
    "facts_changed": _("fakta ändrade"),
    "failed": _("episoder där läsningen misslyckades (de väntar kvar)"),
    "taken_by_another": _("episoder som någon annan hann före med"),
    "paused": _("episoder som väntar för att minnet är pausat"),
}
