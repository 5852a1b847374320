"""What the audit holds about a person: it goes when they are erased, but for anonymous counts."""

from __future__ import annotations

from collections import Counter

from granskning.models import Item, Look, Round
from granskning.services.rounds import without_words
from minne import clock
from minne.models import Person


def erase_some(person: Person, most: int) -> Counter[str]:
    """Erase at most so many rows about the person; what was erased, nothing when nothing is left.

    Their own rounds go whole. Of everybody's rounds the figures stay, and the items without words.
    """
    return _own_rounds(person) or _snapshots(person, most) or _looks(person, most)


def look_no_more(person: Person) -> None:
    """Somebody says no to human review: what waits of theirs in rounds under way is a skip from now on.

    What reviewers have answered already stays. Call it inside the transaction that holds the person.
    """
    waiting = Item.objects.filter(person=person, wanted__gt=0, round__closed_at=None)
    without_words(waiting.exclude(round__kind=Round.Kind.OWN), now=clock.now())


def _own_rounds(person: Person) -> Counter[str]:
    mine = Round.objects.filter(kind=Round.Kind.OWN, only_person=person)
    if not mine.exists():
        return Counter()
    count = mine.count()
    mine.delete()
    return Counter(own_rounds=count)


def _snapshots(person: Person, most: int) -> Counter[str]:
    some = list(Item.objects.filter(person=person).order_by("pk").values_list("pk", flat=True)[:most])
    gone = without_words(Item.objects.filter(pk__in=some), now=clock.now())
    return Counter(snapshots=gone) if gone else Counter()


def _looks(person: Person, most: int) -> Counter[str]:
    some = list(Look.objects.filter(person=person).values_list("pk", flat=True)[:most])
    gone, _by_model = Look.objects.filter(pk__in=some).delete()
    return Counter(looks=gone) if gone else Counter()
