"""Text in a spreadsheet's cells: nothing that a reader would take for a formula, and all of it back again."""

from __future__ import annotations

QUOTE = "'"
# What Excel, LibreOffice or Sheets may take for the beginning of a formula, full-width signs included;
# and the quote itself, so that what was neutralised can be told from what began with one.
STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", QUOTE)


def neutral(text: str) -> str:
    """The text as a cell that no spreadsheet runs."""
    return QUOTE + text if text.startswith(STARTS) else text


def original(cell: str) -> str:
    """The text that `neutral` made the cell from."""
    return cell.removeprefix(QUOTE)
