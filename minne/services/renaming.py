"""One message under several ids, or in several conversations, bears the same name whichever came first."""

from __future__ import annotations

from collections.abc import Iterable

from minne.importers.records import EpisodeRow
from minne.models import Episode, Event, Person
from minne.services.projection import refold


class Renames:
    """The stored messages of a person that take the name of a later copy. `write` keeps them.

    The least name wins, one with a conversation before one without: so it is the same in whatever order
    the copies come. What was read under the old name waits to be read again.
    """

    def __init__(self, person: Person) -> None:
        self._person = person
        self._stored: dict[int, Episode] = {}
        self._left: set[str] = set()

    def rename(self, episode: Episode, row: EpisodeRow) -> bool:
        """Give the message the row's name, where that is the lesser. Not once its text is gone."""
        conversation = row.conversation or ""
        lesser = _rank(conversation, row.id) < _rank(episode.conversation, episode.external_id)
        if not lesser or episode.text_removed_at:
            return False
        moved = conversation != episode.conversation
        before, episode.conversation, episode.external_id = episode.conversation, conversation, row.id
        if episode.pk:
            self._stored[episode.pk] = episode
            self._left |= {before} if moved and before else set()
            if moved or not conversation or self._has_company(episode):
                episode.consolidated_at = episode.run = None
        return True

    def _has_company(self, episode: Episode) -> bool:
        """Whether the id decides its place in the conversation."""
        same = Episode.objects.for_person(self._person).filter(conversation=episode.conversation)
        return same.filter(occurred_at=episode.occurred_at).exclude(pk=episode.pk).exists()

    def write(self) -> None:
        """Keep the names. Call it inside the import's transaction, with the person locked."""
        if not self._stored:
            return
        named = ["external_id", "conversation", "consolidated_at", "run"]
        Episode.objects.bulk_update(self._stored.values(), named, batch_size=200)
        self._read_again(self._left)
        heard = Event.objects.live().filter(source__in=self._stored)
        refold(person=self._person, groups=set(heard.values_list("fact__group", flat=True)))

    def _read_again(self, conversations: Iterable[str]) -> None:
        told = Episode.objects.for_person(self._person).filter(text_removed_at=None)
        told.filter(conversation__in=conversations).update(consolidated_at=None, run=None)


def _rank(conversation: str, id_: str) -> tuple[bool, str, str]:
    return not conversation, conversation, id_
