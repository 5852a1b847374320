"""What is read at once: whole conversations with something new in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from minne.models import Episode


@dataclass(frozen=True, slots=True)
class Batch:
    """Whole conversations with something new in them: every turn so far, and which are new."""

    turns: Sequence[Episode]
    new: Sequence[Episode]

    def halves(self) -> tuple[Batch, Batch] | None:
        """The batch cut between two conversations; None when it is a single one."""
        names = list(dict.fromkeys(_place(turn) for turn in self.turns))
        if len(names) < 2:
            return None
        first = set(names[: len(names) // 2])
        return self._of(first), self._of(set(names) - first)

    def _of(self, names: set[object]) -> Batch:
        return Batch(
            [turn for turn in self.turns if _place(turn) in names],
            [turn for turn in self.new if _place(turn) in names],
        )


def _place(episode: Episode) -> object:
    return episode.conversation or episode.pk
