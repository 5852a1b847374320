"""How far reviewers agree, raw and beyond chance.

Ratings come as one row an item: hashable labels, None where a reviewer gave none; rows may be of
differing lengths. An item with one rating tells of how often labels are used, not of agreement. A
coefficient without meaning (no pairs, or everyone always the same label) is None, which a page reads as
"inte definierat"; never NaN, never an exception.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

from granskning.domain.decision import ALPHA
from granskning.domain.intervals import clopper_pearson

Label = Hashable
Ratings = Iterable[Sequence[Label | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RawAgreement:
    """`agreed` of `items` rated at least twice had one label throughout.

    `low` and `high` are the exact interval of agreed / items. `share` is the mean share of agreeing
    pairs, the same number when every item has two ratings. All three are None when there is no item.
    """

    agreed: int
    items: int
    share: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kappa:
    """Cohen's kappa over `pairs` items rated by both, and its asymptotic standard error."""

    value: float | None
    standard_error: float | None
    pairs: int


def raw_agreement(ratings: Ratings, alpha: float = ALPHA) -> RawAgreement:
    """On how many of the items rated at least twice the ratings agree, with the exact interval."""
    rows = [row for row in _counted(ratings) if row.total() >= 2]
    if not rows:
        return RawAgreement(agreed=0, items=0, share=None, low=None, high=None)
    agreed = sum(len(row) == 1 for row in rows)
    low, high = clopper_pearson(agreed, len(rows), alpha)
    return RawAgreement(agreed=agreed, items=len(rows), share=_pair_agreement(rows), low=low, high=high)


def cohen_kappa(a: Sequence[Label | None], b: Sequence[Label | None]) -> float | None:
    """Cohen's kappa (1960, Educ Psychol Meas 20:37) of two reviewers' labels of the same items, in order.

    Items that either left without a label are passed over. ValueError when the lengths differ.
    """
    return kappa(a, b).value


def kappa(a: Sequence[Label | None], b: Sequence[Label | None]) -> Kappa:
    """Cohen's kappa with the standard error of Fleiss, Cohen & Everitt (1969, Psychol Bull 72:323).

    That error is the one for an interval around kappa, not the one for testing that kappa is 0.
    """
    pairs = _pairs(a, b)
    n = len(pairs)
    first, second = _shares(x for x, _ in pairs), _shares(y for _, y in pairs)
    by_chance = math.fsum(share * second.get(label, 0.0) for label, share in first.items())
    if n == 0 or len({label for pair in pairs for label in pair}) == 1:
        return Kappa(value=None, standard_error=None, pairs=n)
    observed = sum(x == y for x, y in pairs) / n
    value = (observed - by_chance) / (1 - by_chance)
    spread = _kappa_spread(pairs, first, second, value)
    middle = value - by_chance * (1 - value)
    variance = max(0.0, spread - middle * middle) / (n * (1 - by_chance) ** 2)
    return Kappa(value=value, standard_error=math.sqrt(variance), pairs=n)


def _kappa_spread(
    pairs: Sequence[tuple[Label, Label]],
    first: dict[Label, float],
    second: dict[Label, float],
    value: float,
) -> float:
    """The mean square of what each pair adds to kappa (the two sums of equation 13)."""

    def part(x: Label, y: Label) -> float:
        usual = (first.get(y, 0.0) + second.get(x, 0.0)) * (1 - value)
        return (1.0 if x == y else 0.0) - usual

    return math.fsum(count * part(x, y) ** 2 for (x, y), count in Counter(pairs).items()) / len(pairs)


def scott_pi(a: Sequence[Label | None], b: Sequence[Label | None]) -> float | None:
    """Scott's pi (1955, Public Opin Q 19:321): kappa with one pooled use of labels for both reviewers.

    Items that either left without a label are passed over. ValueError when the lengths differ.
    """
    pairs = _pairs(a, b)
    pooled = _shares(label for pair in pairs for label in pair)
    observed = sum(x == y for x, y in pairs) / len(pairs) if pairs else None
    return _beyond_chance(observed, _same_twice(pooled), len(pooled))


def gwet_ac1(ratings: Ratings, categories: Collection[Label] | None = None) -> float | None:
    """Gwet's AC1 (2008, Br J Math Stat Psychol 61:29; missing ratings as in his Handbook, 2014).

    `categories` is the list the reviewers chose from; without it, the labels they used. It matters:
    chance agreement is spread over it, and with it perfect agreement on one label is 1, not undefined.
    ValueError for a label outside `categories`.
    """
    rows = _counted(ratings)
    use = _mean_use(rows)
    listed = set(use) if categories is None else set(categories)
    if not listed >= set(use):
        raise ValueError(f"labels outside the categories: {sorted(map(repr, set(use) - listed))}")
    observed = _pair_agreement(rows)
    if len(listed) < 2:
        return None
    by_chance = (1 - _same_twice(use)) / (len(listed) - 1)
    return _beyond_chance(observed, by_chance, len(listed))


def fleiss_kappa(ratings: Ratings) -> float | None:
    """Fleiss' kappa (1971, Psychol Bull 76:378) for any number of raters an item.

    With missing ratings each item counts the same in the use of labels (Gwet 2014, Handbook, ch. 2).
    """
    rows = _counted(ratings)
    use = _mean_use(rows)
    return _beyond_chance(_pair_agreement(rows), _same_twice(use), len(use))


def krippendorff_alpha(ratings: Ratings) -> float | None:
    """Krippendorff's alpha for nominal labels (Content Analysis, 2004, ch. 11), missing ratings allowed.

    Only items with two ratings or more take part, in the use of labels as well.
    """
    rows = [row for row in _counted(ratings) if row.total() >= 2]
    use: Counter[Label] = Counter()
    for row in rows:
        use.update(row)
    if len(use) < 2:
        return None
    n = use.total()
    differing = math.fsum(
        (row.total() ** 2 - sum(c * c for c in row.values())) / (row.total() - 1) for row in rows
    )
    expected = n * n - sum(count * count for count in use.values())
    return 1 - (n - 1) * differing / expected


def _counted(ratings: Ratings) -> list[Counter[Label]]:
    """How often each label was given, an item; items without any rating are left out."""
    rows = (Counter(label for label in row if label is not None) for row in ratings)
    return [row for row in rows if row]


def _pairs(a: Sequence[Label | None], b: Sequence[Label | None]) -> list[tuple[Label, Label]]:
    if len(a) != len(b):
        raise ValueError(f"two reviewers of the same items: {len(a)} labels against {len(b)}")
    return [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]


def _shares(labels: Iterable[Label]) -> dict[Label, float]:
    counts = Counter(labels)
    return {label: count / counts.total() for label, count in counts.items()}


def _mean_use(rows: Sequence[Counter[Label]]) -> dict[Label, float]:
    """The share of each label, averaged over items."""
    labels = {label for row in rows for label in row}
    return {label: math.fsum(row[label] / row.total() for row in rows) / len(rows) for label in labels}


def _same_twice(use: dict[Label, float]) -> float:
    return math.fsum(share * share for share in use.values())


def _pair_agreement(rows: Sequence[Counter[Label]]) -> float | None:
    """The mean over items rated at least twice of the share of their pairs that agree."""
    shares = [
        sum(count * (count - 1) for count in row.values()) / (row.total() * (row.total() - 1))
        for row in rows
        if row.total() >= 2
    ]
    return math.fsum(shares) / len(shares) if shares else None


def _beyond_chance(observed: float | None, by_chance: float, labels: int) -> float | None:
    """(observed - by chance) / (1 - by chance), None without pairs or with a single label."""
    if observed is None or labels < 2:
        return None
    return (observed - by_chance) / (1 - by_chance)
