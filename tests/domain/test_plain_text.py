from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.plain_text import blocks


def told(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(block.kind, block.lines) for block in blocks(text)]


def test_paragraphs_headings_and_lists_are_told_apart() -> None:
    text = "# Ett\nrad ett\nrad två\n- a\n- b\n\n\nnytt stycke\r\n  - indraget\n#inte\n-inte"
    assert told(text) == [
        ("heading", ("Ett",)),
        ("paragraph", ("rad ett", "rad två")),
        ("list", ("a", "b")),
        ("paragraph", ("nytt stycke",)),
        ("list", ("indraget",)),
        ("paragraph", ("#inte", "-inte")),
    ]


@given(st.text())
def test_no_word_is_lost_and_no_block_is_empty(text: str) -> None:
    lines = [line for block in blocks(text) for line in block.lines]
    assert all(block.lines for block in blocks(text))
    assert "".join(lines).split() == [w for w in "".join(map(_without_mark, text.splitlines())).split() if w]


def _without_mark(line: str) -> str:
    return line.strip().removeprefix("# ").removeprefix("- ")
