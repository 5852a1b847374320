"""The extractor that the installation uses, by the name in MINNE_EXTRACTOR."""

from __future__ import annotations

from minne.extraction.protocol import Extractor

REREADING = frozenset({"rules"})  # read whole conversations again; the others answer for new turns


def installed(name: str) -> Extractor:
    """The extractor with this name. Raises LookupError naming those there are."""
    if name == "rules":
        from minne.extraction.rules import RuleExtractor

        return RuleExtractor()
    raise LookupError(f"MINNE_EXTRACTOR is {name!r}: there is rules.")
