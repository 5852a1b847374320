"""Which files of a ChatGPT export hold the conversations: the manifest decides, else their names."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Sequence

from minne.importers.bundle import Bundle
from minne.importers.context import as_object
from minne.importers.records import Notice, UnreadableFile
from minne.importers.shapes import EXPECTED

_NAME = re.compile(r"(?:.*/)?conversations(?:[-_](\d{1,5}))?\.json")
_MANIFEST = "export_manifest.json"
_MANIFEST_LIMIT = 16 * 2**20

Selection = tuple[Sequence[str], list[Notice]]


def conversation_files(bundle: Bundle) -> Selection:
    """The files in reading order. Raises UnreadableFile where a part that the manifest names is missing."""
    if bundle.single:
        return bundle.names, []
    manifests = shallowest([n for n in bundle.names if posixpath.basename(n) == _MANIFEST])
    listed = _listed(bundle, manifests[0]) if manifests else []
    found = numbered(shallowest([name for name in bundle.names if _NAME.fullmatch(name)]))
    if listed:
        stray = [name for name in found if name not in listed]
        return listed, [Notice("not_in_manifest", {"name": name}) for name in stray]
    if not found:
        raise nothing_found(bundle, "chatgpt")
    return found, gaps(found)


def shallowest(names: Sequence[str]) -> list[str]:
    """Those nearest the top: an export may lie in a folder, and hold folders of other things."""
    top = min((name.count("/") for name in names), default=0)
    return sorted(name for name in names if name.count("/") == top)


def numbered(names: Sequence[str]) -> list[str]:
    return sorted(names, key=lambda name: (posixpath.dirname(name), _number(name), name))


def gaps(names: Sequence[str]) -> list[Notice]:
    """A part missing between two others, where no manifest says what there should be."""
    numbers = sorted(number for name in names if (number := _number(name)) >= 0)
    missing = sorted(set(range(numbers[-1])) - set(numbers)) if numbers else []
    return [Notice("shard_gap", {"name": f"conversations-{number:03}.json"}) for number in missing[:20]]


def nothing_found(bundle: Bundle, expected: str) -> UnreadableFile:
    seen = ", ".join(list(bundle.names)[:6]) or "no files"
    return UnreadableFile("no_conversations", name=bundle.name, expected=EXPECTED[expected], seen=seen)


def _number(name: str) -> int:
    match = _NAME.fullmatch(name)
    return int(match[1]) if match and match[1] else -1


def _listed(bundle: Bundle, manifest: str) -> list[str]:
    with bundle.open(manifest) as file:
        raw = file.read(_MANIFEST_LIMIT)
    try:
        logical = (as_object(json.loads(raw)) or {}).get("logical_files")
    except (ValueError, RecursionError) as error:
        raise UnreadableFile("bad_structure", name=manifest, at="0", reason=str(error)[:100]) from error
    entry = (as_object(logical) or {}).get("conversations.json")
    files = entry if isinstance(entry, list) else (as_object(entry) or {}).get("files")
    return [_present(bundle, manifest, item) for item in files] if isinstance(files, list) else []


def _present(bundle: Bundle, manifest: str, item: object) -> str:
    value = as_object(item) or {}
    stated = item if isinstance(item, str) else value.get("path") or value.get("name") or value.get("file")
    name = posixpath.normpath(posixpath.join(posixpath.dirname(manifest), str(stated)))
    if name.startswith(("/", "..")):
        raise UnreadableFile("path_escape", name=name[:100])
    if name not in bundle.names:
        raise UnreadableFile("missing_shard", name=str(stated)[:100])
    return name
