"""What the audit holds about a person, as sections of their export: without any reviewer's name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from granskning.models import Item, Look, Round
from minne.models import Person
from minne.services.exports import Row, Section

ITEMS_AT_ONCE = 500


def sections(person: Person, now: datetime) -> Iterable[Section]:
    """The provider of this app."""
    plain = "minne/export/_plain.html"
    yield Section(
        name="verdicts", title=_("Svar i granskningar"), rows=lambda: _verdicts(person), template=plain
    )
    yield Section(
        name="accesses", title=_("När någon har tittat"), rows=lambda: _looks(person), template=plain
    )


def _verdicts(person: Person) -> Iterator[Row]:
    """Every drawn fact of the person's. Answers are told once their round is closed."""
    items = Item.objects.filter(person=person).select_related("round").prefetch_related("verdicts")
    for item in items.order_by("pk").iterator(chunk_size=ITEMS_AT_ONCE):
        closed = item.round.closed_at is not None
        answers = [{"value": v.value, "note": v.note, "at": v.updated_at} for v in item.verdicts.all()]
        yield {
            "round": item.round_id,
            "own": item.round.kind == Round.Kind.OWN,
            "pinned_at": item.round.pinned_at,
            "closed_at": item.round.closed_at,
            "fact": item.fact_id,
            "text": item.text,
            "quote": item.quote,
            "called": item.called,
            "answers": answers if closed else [],
            "adjudicated": item.adjudicated if closed else "",
            "adjudication_note": item.adjudication_note if closed else "",
        }


def _looks(person: Person) -> Iterator[Row]:
    looks = Look.objects.filter(person=person).select_related("item").order_by("-at", "-pk")
    for look in looks.iterator(chunk_size=ITEMS_AT_ONCE):
        yield {
            "at": look.at,
            "round": look.item.round_id,
            "text": look.item.text,
            "surroundings": look.surroundings,
        }
