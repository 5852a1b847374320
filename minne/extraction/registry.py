"""The extractor that the installation uses, by the name in MINNE_EXTRACTOR."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from minne.extraction.protocol import Extractor

REREADING = frozenset({"rules"})  # read whole conversations again; the others answer for new turns


def installed(name: str) -> Extractor:
    """The extractor with this name. Raises LookupError saying what can be written instead."""
    if name == "rules":
        from minne.extraction.rules import RuleExtractor

        return RuleExtractor()
    if name.startswith("seed:"):
        from minne.extraction.seed import SeedExtractor

        return SeedExtractor(_object(name.removeprefix("seed:")))
    if name == "llm":
        return _llm()
    raise LookupError(f"MINNE_EXTRACTOR is {name!r}: there is rules, llm, and seed:MODULE:OBJECT.")


def _llm() -> Extractor:
    from django.conf import settings

    from minne.extraction.llm import LlmExtractor
    from minne.extraction.llm_client import Server
    from minne.zone import zone

    server = Server(
        url=settings.MINNE_LLM_URL,
        model=settings.MINNE_LLM_MODEL,
        key=settings.MINNE_LLM_KEY,
        timeout=settings.MINNE_LLM_TIMEOUT_SECONDS,
    )
    return LlmExtractor(server, zone=zone(), characters=settings.MINNE_LLM_PROMPT_CHARACTERS)


def _object(path: str) -> Any:
    module, _, attribute = path.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise LookupError(f"MINNE_EXTRACTOR names {path!r}, which cannot be loaded: {error}") from None
