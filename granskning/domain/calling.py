"""Which of the drawn items make the sample when some of them cannot be judged."""

from __future__ import annotations

from collections.abc import Iterable


def called(skipped: Iterable[bool], *, planned: int) -> int:
    """How many of the drawn order are in the sample: its shortest beginning with `planned` unskipped.

    In: whether each item is skipped, in drawn order, the reserve included. When the reserve does not
    suffice, all of them. What is called depends on the skips alone, not on when they were made.
    """
    judged = count = 0
    for is_skipped in skipped:
        if judged == planned:
            break
        count += 1
        judged += not is_skipped
    return count
