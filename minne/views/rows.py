"""What one row of *Mina fakta* says: the fact, why it is there, how sure, and until when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from minne import words
from minne.domain.events import State
from minne.models import Event, Fact
from minne.services import tombstones
from minne.services.lists import Entry
from minne.templatetags.days import day

QUOTES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Quote:
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One fact with its live events in order; `min_support` is of the policy in force.

    `near` is another of the person's facts that may be the same one.
    """

    entry: Entry
    events: list[Event]
    min_support: int
    near: Entry | None = None
    erased: datetime | None = None  # when it was, before it came back

    @property
    def fact(self) -> Fact:
        return self.entry.fact

    @property
    def state(self) -> State:
        return self.entry.listed.state

    @property
    def counts(self) -> bool:
        """Whether the fact is learned and holds now."""
        return self.entry.status in {"active", "over_cap"}

    @property
    def percent(self) -> int:
        return round(100 * self.entry.confidence)

    @property
    def sureness(self) -> str | Promise:
        return words.sureness(self.entry.confidence)

    @property
    def answers(self) -> list[tuple[str, str | Promise]]:
        """The answers that would change something, with their words on the button."""
        return [(answer, words.ANSWERS[answer]) for answer in words.ANSWERS_BY_STATUS[self.entry.status]]

    @property
    def mentions(self) -> list[Event]:
        """What the fact rests on: mentions since it was last learned, or all where none count."""
        said = [e for e in self.events if e.action == Event.Action.MENTION and e.source]
        return [e for e in said if e.source and e.source.external_id in self.state.sources]

    @property
    def quotes(self) -> list[Quote]:
        """The latest words it rests on, newest first, each once."""
        newest = {
            event.quote: Quote(event.quote, event.occurred_at) for event in self.mentions if event.quote
        }
        return sorted(newest.values(), key=lambda quote: quote.at, reverse=True)[:QUOTES_SHOWN]

    @property
    def why(self) -> str:
        """One line: how it is known, at how many occasions, and when last."""
        mentions = self.mentions
        if mentions:
            return _said(self.state, day(mentions[-1].occurred_at))
        if own := self._written_by_hand():
            return _("Du skrev in det själv den %(day)s.") % {"day": day(own.occurred_at)}
        if own := self._last(action={Event.Action.CONFIRM}, by=Event.By.PERSON):
            when = {"day": day(own.occurred_at)}
            return _("Du bekräftade det den %(day)s. Det du sa innan räknas inte längre.") % when
        return ""

    def _written_by_hand(self) -> Event | None:
        """Added by the person, or put in other words."""
        mine = [e for e in self.events if e.by == Event.By.PERSON]
        worded = [
            e
            for e in mine
            if e.action == Event.Action.MENTION or (e.action == Event.Action.CONFIRM and e.text)
        ]
        return worded[-1] if worded else None

    @property
    def confirmed(self) -> datetime | None:
        event = self._last(action={Event.Action.CONFIRM}, by=Event.By.PERSON)
        return event.occurred_at if event and self.counts and self.mentions else None

    @property
    def until(self) -> str:
        """When it stops being remembered, or how it stopped."""
        return _UNTIL[self.entry.status](self)

    @property
    def back(self) -> str:
        """Why something that was struck, closed or erased counts again."""
        against = self._last(action={Event.Action.DENY, Event.Action.END})
        if against is None and self.erased and self.mentions:
            when = {"was": day(self.erased), "again": day(self.mentions[0].occurred_at)}
            return _("Du raderade det den %(was)s. Sedan sa du det igen den %(again)s.") % when
        if against is None or not (self.counts or self.entry.status == "candidate"):
            return ""
        later = [e for e in self.mentions if e.occurred_at > against.occurred_at]
        if not later:
            return ""
        what = {"was": _closed(against), "again": day(later[0].occurred_at)}
        return _("%(was)s Sedan sa du det igen den %(again)s, och därför är det tillbaka.") % what

    def _last(self, *, action: set[Event.Action], by: Event.By | None = None) -> Event | None:
        found = [e for e in self.events if e.action in action and (by is None or e.by == by)]
        return found[-1] if found else None


def rows(entries: Iterable[Entry], *, min_support: int, near: Mapping[UUID, Entry]) -> list[Row]:
    """The rows of these entries; their events come in one query."""
    entries = list(entries)
    events: dict[UUID, list[Event]] = defaultdict(list)
    live = Event.objects.live().about(entry.fact.pk for entry in entries)
    for event in live.select_related("source", "fact").order_by("occurred_at", "pk"):
        events[event.fact.merged_into_id or event.fact_id].append(event)
    erased = tombstones.erased_at(entry.fact for entry in entries)
    return [
        Row(
            entry=e,
            events=events[e.fact.pk],
            min_support=min_support,
            near=near.get(e.fact.pk),
            erased=erased.get(e.fact.pk),
        )
        for e in entries
    ]


def matching(entries: Iterable[Entry], wanted: str) -> Iterator[Entry]:
    """The entries whose text or quote has every word looked for."""
    terms = wanted.casefold().split()
    for entry in entries:
        state = entry.listed.state
        if all(term in f"{state.text}\n{state.quote}".casefold() for term in terms):
            yield entry


def _said(state: State, last: str) -> str:
    what = {"count": state.support, "day": last}
    if state.support < 1:
        return _("Nämnt den %(day)s") % what
    if state.kind == "inferred":
        line = ngettext(
            "Tolkat ur det du skrev %(day)s",
            "Tolkat ur det du skrivit vid %(count)d tillfällen, senast %(day)s",
            state.support,
        )
    else:
        line = ngettext(
            "Sagt vid ett tillfälle, %(day)s", "Sagt vid %(count)d tillfällen, senast %(day)s", state.support
        )
    return line % what


def _closed(event: Event) -> str:
    if event.by == Event.By.JOB:
        said = _("Ersatt av något som du sa den %(day)s.")
    elif event.by == Event.By.REPAIR:
        said = _("En granskning tog bort det den %(day)s.")
    elif event.action == Event.Action.DENY:
        said = _("Du sa den %(day)s att det inte stämmer.")
    else:
        said = _("Du sa den %(day)s att det inte gäller längre.")
    return said % {"day": day(event.occurred_at)}


def _until_active(row: Row) -> str:
    state = row.state
    if state.valid_until and not (state.fades_at and state.expires_at and state.fades_at < state.expires_at):
        return _("Gäller till och med den %(day)s.") % {"day": day(state.valid_until)}
    if state.fades_at is None or state.fades_at.year > 9000:
        return ""
    return _("Glöms den %(day)s om det inte sägs igen.") % {"day": day(state.fades_at)}


def _until_candidate(row: Row) -> str:
    what = {"count": row.state.support, "wanted": row.min_support}
    return _("%(count)d av %(wanted)d tillfällen.") % what


def _until_faded(row: Row) -> str:
    at = row.state.fades_at
    return (
        _("Glömt sedan den %(day)s, efter trösklarna som gäller: det har inte sagts igen.") % {"day": day(at)}
        if at
        else _("Glömt.")
    )


def _until_expired(row: Row) -> str:
    until = row.state.valid_until
    return _("Gällde till och med den %(day)s.") % {"day": day(until)} if until else _("Har gått ut.")


def _until_ended(row: Row) -> str:
    event = row._last(action={Event.Action.END})
    return _closed(event) if event else _("Ersatt av något som du sagt senare.")


def _until_denied(row: Row) -> str:
    event = row._last(action={Event.Action.DENY})
    return _closed(event) if event else ""


_UNTIL = {
    "active": _until_active,
    "over_cap": _until_active,
    "candidate": _until_candidate,
    "faded": _until_faded,
    "expired": _until_expired,
    "ended": _until_ended,
    "denied": _until_denied,
}
