"""Claude's own memories: `memories.json`, an array in old exports, one object an account in new ones.

They are prose under headings, without a date. Each sentence is one fact, so that each can be judged.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from minne.importers.bundle import Bundle
from minne.importers.context import Context, Json, as_object, digest, text_error, text_or_none
from minne.importers.guess import guess_type
from minne.importers.jsonstream import BadValueError
from minne.importers.prose import Heading, entries
from minne.importers.records import FactRow, Record, RowError, Skipped, UnreadableFile
from minne.importers.shapes import EXPECTED, seen_as, shape_of
from minne.importers.texts import printable
from minne.importers.whole import values_of

FORMAT = "claude_memories"
_NAME = re.compile(r"(?:.*/)?memories(?:[-_]\d+)?\.json|(?:.*/)?memories/[^/]+\.json")


def files(bundle: Bundle) -> list[str]:
    return [name for name in bundle.names if _NAME.fullmatch(name)]


def holds_only_memories(bundle: Bundle) -> bool:
    """Whether there are only memories here: a file of that shape, or an archive without conversations."""
    if not bundle.single:
        return bool(files(bundle)) and not any("conversations" in posixpath.basename(n) for n in bundle.names)
    name = bundle.names[0]
    with bundle.open(name) as stream:
        head = stream.read(4096).lstrip(b"\xef\xbb\xbf \t\r\n[")
    return bool(re.match(rb'\{\s*"(conversations_memory|project_memories|account_uuid)"', head))


def read(bundle: Bundle, context: Context) -> Iterator[Record]:
    names = bundle.names if bundle.single else files(bundle)
    if not names:
        seen = ", ".join(bundle.names[:6]) or "no files"
        raise UnreadableFile("no_conversations", name=bundle.name, expected=EXPECTED[FORMAT], seen=seen)
    context.meter.expect(sum(bundle.size(name) for name in names))
    accounts = [account for name in names for account in _accounts(bundle, name, context)]
    for row, account in enumerate(accounts, start=1):
        yield from _facts(row, account, context)


def _accounts(bundle: Bundle, name: str, context: Context) -> list[Json]:
    """Memories are small: read whole, and refused whole if damaged."""
    found: list[Json] = []
    for value, _ in list(values_of(bundle, name, format=FORMAT, context=context)):
        if isinstance(value, BadValueError):
            raise UnreadableFile("bad_structure", name=name, at="0", reason=value.code)
        account = as_object(value)
        if account is None or shape_of(account) != FORMAT:
            other = account is not None and shape_of(account) is not None
            code = "other_format" if other else "unknown_shape"
            raise UnreadableFile(code, name=name, expected=EXPECTED[FORMAT], seen=seen_as(value))
        found.append(account)
    return found


def _facts(row: int, account: Json, context: Context) -> Iterator[Record]:
    owner = text_or_none(account.get("account_uuid")) or ""
    yield from _facts_in(row, account.get("conversations_memory"), owner, "", context)
    for project, text in (as_object(account.get("project_memories")) or {}).items():
        yield from _facts_in(row, text, owner, project, context)


def _facts_in(row: int, text: object, owner: str, project: str, context: Context) -> Iterator[Record]:
    section = ""
    for entry in entries(text if isinstance(text, str) else "", sentences=True):
        if isinstance(entry, Heading):
            section = entry.text
            yield Skipped(row, "heading")
            continue
        yield _fact(row, entry.text, {"project": project, "section": section}, owner, context)


def _fact(row: int, text: str, where: dict[str, str], owner: str, context: Context) -> FactRow | RowError:
    if error := text_error(row, "text", text):
        return error
    return FactRow(
        row=row,
        tool="claude",
        id=digest("claude", owner, where["project"], text),
        person=context.person,
        text=text,
        type=guess_type(text),
        state="current",
        metadata={key: printable(value) for key, value in where.items() if value},
    )
