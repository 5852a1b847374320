"""Reading anew what an earlier version of the extractor has read: rules get better, and so should lists."""

from __future__ import annotations

from django.db import transaction

from minne.domain import matching
from minne.models import Episode, Fact, Person, Tombstone
from minne.services import people
from minne.services.projection import refold


@transaction.atomic
def let_wait(*, person: Person, read_by: str) -> int:
    """Let everything of this person's wait again that was read by another than `read_by`; how much it is.

    The next consolidation reads it and replaces what it finds no longer; what the person themself has said
    of their facts stands. Nobody who has had a fact erased is read anew: only its key tells it apart, and
    another key, or another reading, could bring it back.
    """
    person = people.locked(person)
    if person.is_closed or Tombstone.objects.filter(person=person).exists():
        return 0
    read = Episode.objects.for_person(person).exclude(consolidated_at=None).filter(text_removed_at=None)
    waiting = read.exclude(run__extractor=read_by).update(consolidated_at=None, run=None)
    if waiting:
        _key_anew(person)
    return waiting


def _key_anew(person: Person) -> None:
    """Give each fact the key that its text has today, where no other fact has it.

    Then what was denied or confirmed under an earlier key holds of what is found under the new one.
    """
    facts = list(Fact.objects.for_person(person).exclude(text="").order_by("pk"))
    taken = set(Fact.objects.for_person(person).values_list("key", flat=True))
    groups: set[str] = set()
    for fact in facts:
        now = matching.read(fact.text, fact.lang)
        if now == fact.statement or (now.key != fact.key and now.key in taken):
            continue
        taken.add(now.key)
        groups |= {fact.group, now.group}
        fact.key, fact.base, fact.negated = now.key, now.base, now.negated
        fact.slot, fact.group = now.slot, now.group
        fact.save(update_fields=["key", "base", "negated", "slot", "group"])
    if groups:
        refold(person=person, groups=groups)
