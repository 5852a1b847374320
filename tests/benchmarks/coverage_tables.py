"""How often the audit's intervals tell the truth: every number by enumeration, none by simulation.

Run from the repository's root: python -m tests.benchmarks.coverage_tables
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from granskning.domain.confirmation import Frame, can_show, confirmation_sizes
from granskning.domain.decision import smallest_reaching
from granskning.domain.intervals import (
    chance_of_falling_under,
    decide,
    exact_count_interval,
    union_interval,
    wilson,
)
from granskning.domain.sequential import PRIOR, confidence_sequence, running_band
from tests.domain.enumeration import Flags, Floats, coverage, ever, looks, skip_coverage

SIZES = (30, 31, 40, 50, 100, 1000)


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    print(f"\n{title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(f"{v:.4f}" if isinstance(v, float) else str(v) for v in row) + " |")


def worst_coverage() -> Iterator[tuple[object, ...]]:
    for size in SIZES:
        for n in sorted({10, 20, 30, size // 2} & set(range(1, size + 1))):
            exact = coverage([exact_count_interval(x, n, size) for x in range(n + 1)], size)
            shares = [wilson(x, n) for x in range(n + 1)]
            plain = coverage([(low * size, high * size) for low, high in shares], size)
            yield size, n, float(exact.min()), float(exact.mean()), float(plain.min())


def outside_exact(size: int, right: int, last: int) -> Callable[[int], Flags]:
    """Which x leave `right` out of the ordinary 95 % interval, by the distribution of x itself."""
    flags = {
        n: (mass[::-1].cumsum()[::-1] <= 0.025) | (mass.cumsum() <= 0.025)
        for n, mass in looks(size, right, last)
    }
    return flags.__getitem__


def outside_sequence(size: int, right: int, last: int) -> Callable[[int], Flags]:
    """Which x leave `right` out of the confidence sequence."""
    flags = {n: mass <= 0.05 * expected(n) for n, mass in looks(size, right, last)}
    return flags.__getitem__


def expected(n: int) -> Floats:
    from scipy.stats import betabinom

    return np.asarray(betabinom.pmf(np.arange(n + 1), n, *PRIOR), dtype=np.float64)


Outside = Callable[[int, int, int], Callable[[int], Flags]]


def worst_miss(outside: Outside, size: int, last: int, rights: Iterable[int]) -> tuple[float, int]:
    return max((ever(size, right, last, outside(size, right, last)), right) for right in rights)


def grid(size: int) -> Sequence[int]:
    """Every count of a short list; on a long one a grid, finer near the ends."""
    if size <= 200:
        return range(size + 1)
    shares = [
        0.002,
        0.01,
        0.02,
        0.05,
        0.1,
        0.2,
        0.3,
        0.4,
        0.5,
        0.6,
        0.7,
        0.8,
        0.85,
        0.88,
        0.9,
        0.92,
        0.95,
        0.97,
        0.98,
        0.99,
        0.998,
    ]
    return [round(size * share) for share in shares]


def peeking() -> Iterator[tuple[object, ...]]:
    for size, last in [(50, 30), (50, 50), (212, 30), (10_000, 30), (10_000, 300), (10_000, 1000)]:
        rights = grid(size)
        ordinary, at = worst_miss(outside_exact, size, last, rights)
        sequence, other = worst_miss(outside_sequence, size, last, rights)
        yield size, last, ordinary, f"{at / size:.3f}", sequence, f"{other / size:.3f}"


def wrong_decisions() -> Iterator[tuple[object, ...]]:
    """Truth just under the target, then just at it: the wrong verdict at some look, and as the first."""
    for size, last in [(50, 30), (212, 30), (10_000, 30), (10_000, 300), (10_000, 1000), (10**6, 1000)]:
        reaching = smallest_reaching(size, 0.9)
        for name, outside in (("interval", outside_exact), ("sequence", outside_sequence)):
            over = one_side(outside(size, reaching - 1, last), (reaching - 1) / size, above=True)
            under = one_side(outside(size, reaching, last), reaching / size, above=False)
            yield (
                *(size, last, name),
                ever(size, reaching - 1, last, over),
                ever(size, reaching, last, under),
                ever(size, reaching - 1, last, over, before=under),
                ever(size, reaching, last, under, before=over),
            )


def one_side(flags: Callable[[int], Flags], share: float, *, above: bool) -> Callable[[int], Flags]:
    """Of the x flagged, those on one side of the share."""

    def chosen(n: int) -> Flags:
        x = np.arange(n + 1)
        return flags(n) & ((x > share * n) if above else (x < share * n))

    return chosen


def skipping() -> Iterator[tuple[object, ...]]:
    for size, n, skippable in [(12, 6, 4), (20, 10, 5), (50, 30, 2), (50, 30, 5), (50, 30, 10)]:
        yield (
            size,
            n,
            skippable,
            min(
                skip_coverage(n, (right, size - skippable - right), (good, skippable - good), union_interval)
                for right in range(size - skippable + 1)
                for good in range(skippable + 1)
            ),
        )


def planning() -> Iterator[tuple[object, ...]]:
    for size in (40, 50, 100, 150, 212, 500, 1000, 10_000, 10**6):
        sizes = {s.wrong: s.n for s in confirmation_sizes(Frame(unlabelled=size))}
        yield size, can_show(30, size).reaches, *(sizes.get(wrong, "-") for wrong in range(4))


def further() -> Iterator[tuple[object, ...]]:
    for x, n, size in [
        (27, 30, 50),
        (28, 30, 50),
        (27, 30, 212),
        (29, 30, 212),
        (27, 30, 10_000),
        (2700, 3000, 10**7),
    ]:
        decision = decide(x, n, size)
        yield (
            f"{x}/{n}",
            size,
            f"{decision.low}-{decision.high}",
            decision.verdict,
            decision.best_case_more,
            decision.likely_more,
        )


def speed() -> Iterator[tuple[object, ...]]:
    calls: list[tuple[str, Callable[[], object]]] = [
        ("exact_count_interval(2710, 3000, 10**7)", lambda: exact_count_interval(2710, 3000, 10**7)),
        ("exact_count_interval(27, 30, 51)", lambda: exact_count_interval(27, 30, 51)),
        ("confidence_sequence(2700, 3000, 10**7)", lambda: confidence_sequence(2700, 3000, 10**7)),
        (
            "running_band of 1000 answers, N = 10**5",
            lambda: running_band([True] * 900 + [False] * 100, 10**5),
        ),
        ("decide(2700, 3000, 10**7).likely_more", lambda: decide(2700, 3000, 10**7).likely_more),
    ]
    for name, call in calls:
        started = time.perf_counter()
        call()
        yield name, f"{1000 * (time.perf_counter() - started):.2f} ms"


def main() -> None:
    table(
        "Coverage over every count K (alpha 0.05)",
        ["N", "n", "exact, worst", "exact, mean", "Wilson, worst"],
        worst_coverage(),
    )
    table(
        "The truth left out at one look or more, looking after every answer (worst K, and K/N where)",
        ["N", "looks", "ordinary interval", "at", "sequence", "at"],
        peeking(),
    )
    table(
        "Deciding after every answer (target 0.9): truth just under it judged over, and just at it under",
        ["N", "looks", "by", "over, ever", "under, ever", "over, first", "under, first"],
        wrong_decisions(),
    )
    table(
        "Skips replaced, union interval: worst coverage over what is right and what is skipped",
        ["N", "n", "skippable", "worst"],
        skipping(),
    )
    table(
        "Labels to certify 0.9 (two-sided 95 %), by wrong answers",
        ["N", "30 suffice", "0", "1", "2", "3"],
        planning(),
    )
    table("Further labels", ["right", "N", "interval", "verdict", "best case", "likely"], further())
    falls = chance_of_falling_under(9200, n=30, N=10_000)
    print(f"\nA list of 10,000 at 92 % falls under 90 % in {falls:.4f} of rounds of 30.")
    table("Time", ["call", "first call"], speed())


if __name__ == "__main__":
    main()
