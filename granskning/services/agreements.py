"""How far the reviewers of a round agreed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from granskning.domain.agreement import RawAgreement, fleiss_kappa, gwet_ac1, kappa, raw_agreement
from granskning.models import Item
from granskning.models.verdicts import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Raw agreement, Gwet's AC1 over the four answers there are, and a kappa for those who want one.

    The kappa is Cohen's where the same two reviewers answered throughout, else Fleiss'. None: undefined.
    """

    raw: RawAgreement
    ac1: float | None
    kappa: float | None
    standard_error: float | None
    is_cohen: bool
    decided: int  # items on which they differed and somebody decided

    @property
    def differed(self) -> int:
        return self.raw.items - self.raw.agreed


def agreement(items: Sequence[Item]) -> Agreement:
    """Agreement over the items that have two answers or more; "kan inte avgöra" is an answer too."""
    rows = [{verdict.reviewer_id: verdict.value for verdict in item.verdicts.all()} for item in items]
    both = [row for row in rows if len(row) >= 2]
    ratings = [list(row.values()) for row in both]
    names = sorted({name for row in both for name in row if name is not None})
    is_cohen = len(names) == 2
    cohen = kappa(*([row.get(name) for row in both] for name in names)) if is_cohen else None
    return Agreement(
        raw=raw_agreement(ratings),
        ac1=gwet_ac1(ratings, Value.values),
        kappa=cohen.value if cohen else fleiss_kappa(ratings),
        standard_error=cohen.standard_error if cohen else None,
        is_cohen=is_cohen,
        decided=sum(bool(item.adjudicated) for item in items),
    )
