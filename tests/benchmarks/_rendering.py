"""What a template says, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from django.template.loader import render_to_string

from granskning.domain.figures import DISPUTED, Figures, summarise

Rows = Iterator[tuple[str, list[str]]]


def figures(counts: dict[str, int]) -> Figures:
    values = ["correct", "incorrect", "outdated", "skipped"]
    labels = [value for value in values for _ in range(counts.get(value, 0))]
    labels += [DISPUTED] * counts.get("disputed", 0) + [""] * counts.get("waiting", 0)
    known = {name: counts[name] for name in ("known_right", "known_wrong") if name in counts}
    return summarise(labels, frame_size=counts["size"], **known)


def rendered(template: str, about: dict[str, Any]) -> list[str]:
    """What a fragment says, an element a line."""
    html: str = render_to_string(template, about)
    for inline in ("small", "strong", "b", "span", "a"):
        html = re.sub(rf"</?{inline}\b[^>]*>", " ", html)
    return lines(re.sub(r"<[^>]+>", "\n", re.sub(r"\s+", " ", html)))


def lines(text: str) -> list[str]:
    found = (re.sub(r" ?\n ?| {2,}", " ", unescape(line)).strip() for line in text.split("\n"))
    return [re.sub(r"\s+([,.;:])", r"\1", line) for line in found if line]
