"""What the audit holds of a person whose two ids are made one: it follows the facts."""

from __future__ import annotations

from granskning.models import Item, Look, Round
from granskning.services import erasing
from minne.models import Person
from minne.services.uniting_rows import Moved


def follow(kept: Person, other: Person, moved: Moved) -> None:
    """Rounds keep what was drawn and judged; it is the other person's now, and about their facts."""
    drawn = Item.objects.filter(person=other)
    for item in drawn.exclude(later=[]):
        later = list(dict.fromkeys(moved.episodes.get(pk, pk) for pk in item.later))
        if later != item.later:
            Item.objects.filter(pk=item.pk).update(later=later)
    for old, new in moved.facts.items():
        Item.objects.filter(fact=old).update(fact=new)
    for imported, twin in moved.imported.items():
        Item.objects.filter(imported=imported).update(imported=twin)
    drawn.update(person=kept)
    if False in (kept.agreed_to_review, other.agreed_to_review):
        erasing.look_no_more(kept)
    Look.objects.filter(person=other).update(person=kept)
    Round.objects.filter(only_person=other).update(only_person=kept)
