"""What a reader hands on: rows of a person's words, facts made elsewhere, and what was left out and why."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from minne.domain.episodes import FactType
from minne.importers.messages import render
from minne.importers.texts import printable

FactState = Literal["current", "expired", "superseded", "withdrawn"]


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """One message. `row` counts from 1: the line of a jsonl file, or the conversation within an export.

    `occurred_at` is aware and in UTC; `inexact` says that it was taken from the conversation or an earlier
    message because the message carries no time of its own, or that it was put after what the message answers.
    `project` is the tool's id of a project chat.
    """

    row: int
    id: str
    person: str | None
    conversation: str | None
    role: str
    text: str
    occurred_at: datetime
    inexact: bool = False
    project: str | None = None


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact that another memory made, with that memory's own dates and state.

    `valid_until` is the first moment at which the fact no longer holds. Every time is aware and in UTC, and
    None where the tool keeps none. `type` is a guess. `sources` are the tool's own episode ids.
    """

    row: int
    tool: str
    id: str
    person: str | None
    text: str
    type: FactType
    state: FactState
    created_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    sources: tuple[str, ...] = ()
    metadata: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RowError:
    """A row that is not taken in. `code` is stable and has an English sentence in `MESSAGES_EN`."""

    row: int
    field: str | None
    code: str
    params: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", _printable(self.params))

    @property
    def message(self) -> str:
        return render(self.code, self.params)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something left out on purpose: `what` is a key of `SKIPPED_EN`, `detail` what it called itself."""

    row: int
    what: str
    count: int = 1
    detail: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "detail", printable(self.detail, limit=60))


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the whole file that whoever imports it should know."""

    code: str
    params: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def message(self) -> str:
        return render(self.code, self.params)


Record = EpisodeRow | FactRow | RowError | Skipped | Notice


class UnreadableFileError(Exception):
    """The file cannot be read at all; nothing of it has been handed on."""

    def __init__(self, code: str, **params: str) -> None:
        self.code = code
        self.params = _printable(params)
        super().__init__(render(code, self.params))


def _printable(params: Mapping[str, str]) -> Mapping[str, str]:
    """What a file says of itself may end up on a terminal or a page."""
    return {name: printable(value) for name, value in params.items()}


UnreadableFile = UnreadableFileError
