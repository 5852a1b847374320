"""A draw that anyone can do again: the same thirty from the same seed, on any machine and database.

Each id gets a place by HMAC-SHA-256 under the seed, and the facts are taken in the order of their
places. That is a uniform order without replacement as far as anyone can tell from the outside (the hash
is a pseudo-random function of the seed), needs no random generator that another Python version might
change, and does not depend on the order in which the ids come in. An id keeps its place when others
leave the frame.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Draw:
    """The drawn ids in drawn order, and those that stand in, in order, for skipped ones."""

    sample: tuple[str, ...]
    reserve: tuple[str, ...]


def draw(ids: Iterable[str], *, n: int, reserve: int, seed: int | str) -> Draw:
    """Draw n of the ids and then up to `reserve` more, uniformly without replacement.

    A frame smaller than n is drawn whole. ValueError for negative numbers or an id given twice.
    """
    if n < 0 or reserve < 0:
        raise ValueError(f"cannot draw n={n} with reserve={reserve}")
    order = drawn_order(ids, seed=seed)
    return Draw(sample=order[:n], reserve=order[n : n + reserve])


def drawn_order(ids: Iterable[str], *, seed: int | str) -> tuple[str, ...]:
    """All the ids in the order in which the seed draws them."""
    known = sorted(ids)
    for one, other in pairwise(known):
        if one == other:
            raise ValueError(f"id given twice: {one!r}")
    key = str(seed).encode("utf-8", "surrogatepass")
    return tuple(sorted(known, key=lambda id_: _place(key, id_)))


def _place(key: bytes, id_: str) -> bytes:
    return hmac.digest(key, id_.encode("utf-8", "surrogatepass"), hashlib.sha256)
