"""Published values, with their sources, and the shapes they come in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

Case = dict[str, Any]
Row = list[int | None]

CASES: list[Case] = json.loads(Path(__file__).with_name("statistics.json").read_text())


def of(*families: str) -> pytest.MarkDecorator:
    """Run a test once a published value of these families."""
    chosen = [case for case in CASES if case["family"] in families]
    assert chosen, families
    return pytest.mark.parametrize("case", chosen, ids=[f"{c['family']}: {c['what']}" for c in chosen])


def agrees(case: Case, value: float | tuple[float, ...]) -> bool:
    """Does the value print as the published one does, to its digits (half a unit of the last one)?"""
    expected = case["expected"]
    values = value if isinstance(value, tuple) else (value,)
    wanted = expected if isinstance(expected, list) else [expected]
    slack = 0.5 * 10.0 ** -case["digits"] * 1.000001
    return len(values) == len(wanted) and all(
        abs(v - w) <= slack for v, w in zip(values, wanted, strict=True)
    )


def pairs(case: Case) -> tuple[list[int], list[int]]:
    """A square table of counts as two reviewers' labels."""
    cells = [
        (i, j)
        for i, row in enumerate(case["inputs"]["table"])
        for j, count in enumerate(row)
        for _ in range(count)
    ]
    return [i for i, _ in cells], [j for _, j in cells]


def ratings(case: Case) -> list[Row]:
    """A case as one row of labels an item, whichever of the three shapes it came in."""
    inputs = case["inputs"]
    if "ratings" in inputs:
        rows: list[Row] = inputs["ratings"]
        return rows
    if "counts" in inputs:
        return [list(_repeated(row)) for row in inputs["counts"]]
    return [list(pair) for pair in zip(*pairs(case), strict=True)]


def _repeated(counts: list[int]) -> Iterator[int]:
    for label, count in enumerate(counts):
        yield from [label] * count
