"""Which messages of a branching conversation were really said last: one path from a tip back to the root.

An edited prompt leaves its old branch behind; what stands there is not what the person says now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


def path_to(tip: str | None, parents: Mapping[str, str | None]) -> list[str]:
    """The keys from the root to `tip`, in order. Stops at an unknown parent and at one already met."""
    path: dict[str, None] = {}
    while tip is not None and tip in parents and tip not in path:
        path[tip] = None
        tip = parents[tip]
    return list(reversed(path))


def newest_tip(
    keys: Sequence[str],
    parents: Mapping[str, str | None],
    time_of: Callable[[str], datetime | None],
) -> str | None:
    """The tip written last among `keys` (those that count), the later in order where times are equal.

    A key is a tip when no other of `keys` descends from it. One without a time has its last dated ancestor's.
    """
    inner = _ancestors(keys, parents)
    tips = [key for key in keys if key not in inner] or list(keys)
    dates = _dates(tips, parents, time_of)
    return max(reversed(tips), key=dates.__getitem__) if tips else None


def _dates(
    tips: Sequence[str], parents: Mapping[str, str | None], time_of: Callable[[str], datetime | None]
) -> dict[str, datetime]:
    """The time of each tip, or of the last dated message above it; each message is looked at once."""
    dates: dict[str, datetime] = {}
    for tip in tips:
        undated: list[str] = []
        at: str | None = tip
        while at is not None and at in parents and at not in dates:
            dates[at] = time_of(at) or _BEFORE_ALL
            if dates[at] > _BEFORE_ALL:
                break
            undated.append(at)
            at = parents[at]
        found = dates.get(at, _BEFORE_ALL) if at is not None else _BEFORE_ALL
        dates.update(dict.fromkeys(undated, found))
    return dates


def _ancestors(keys: Sequence[str], parents: Mapping[str, str | None]) -> set[str]:
    met: set[str] = set()
    for key in keys:
        at = parents.get(key)
        while at is not None and at not in met:
            met.add(at)
            at = parents.get(at)
    return met
