"""The texts of the source and of the catalogue, read without the gettext tools."""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "minne" / "locale" / "en" / "LC_MESSAGES"
MAGIC = 0x950412DE  # of a little-endian .mo file
CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL_CALLS = {"ngettext", "ngettext_lazy"}
CONTEXT_CALLS = {"pgettext", "pgettext_lazy"}
PLURAL_CONTEXT_CALLS = {"npgettext", "npgettext_lazy"}
TEXT = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
CALL = re.compile(rf"\b(npgettext|pgettext|ngettext|gettext|_)\(\s*({TEXT}(?:\s*,\s*{TEXT})*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Text:
    """One text as it is looked up: what a catalogue tells apart."""

    id: str
    context: str = ""
    plural: str = ""


@dataclass(slots=True)
class Entry:
    """One entry of the .po file."""

    text: Text
    translations: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    obsolete: bool = False


@cache
def in_source() -> tuple[tuple[Text, str], ...]:
    """Every text that the source marks for translation, with the file it is in."""
    return tuple(_in_source())


def _in_source() -> Iterator[tuple[Text, str]]:
    for app in ("minne", "granskning"):
        for path in sorted((ROOT / app).rglob("*.py")):
            yield from ((text, _name(path)) for text in _of_python(path.read_text(encoding="utf-8")))
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.is_file():
            yield from ((text, _name(path)) for text in _of_template(path.read_text(encoding="utf-8")))


def looked_up_on_import() -> Iterator[tuple[str, int]]:
    """File and line of every look-up that is not lazy and not in a function: it would freeze one language."""
    for app in ("minne", "granskning"):
        for path in sorted((ROOT / app).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            eager = _eager_names(tree)
            yield from ((_name(path), line) for name, line in _loading(tree) if name in eager)


def _eager_names(tree: ast.Module) -> set[str]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    named = [name for node in imports if node.module == "django.utils.translation" for name in node.names]
    return {name.asname or name.name for name in named if not name.name.endswith("lazy")}


def _loading(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Name and line of the calls by a plain name that run while the module is loaded."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
            yield child.func.id, child.lineno
        yield from _loading(child)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _of_python(source: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            texts = [_constant(argument) for argument in node.args]
            if text := _called(node.func.id, texts):
                yield text


def _constant(argument: ast.expr) -> str:
    match argument:
        case ast.Constant(value=str(text)):
            return text
    return ""


def _of_template(source: str) -> Iterator[Text]:
    for name, arguments in CALL.findall(templatize(source)):
        texts = [str(ast.literal_eval(text)) for text in re.findall(TEXT, arguments, re.DOTALL)]
        if text := _called(name, texts):
            yield text


def _called(name: str, texts: list[str]) -> Text | None:
    match texts:
        case [id_, *_] if name in CALLS:
            return Text(id_)
        case [id_, plural, *_] if name in PLURAL_CALLS:
            return Text(id_, plural=plural)
        case [context, id_, *_] if name in CONTEXT_CALLS:
            return Text(id_, context)
        case [context, id_, plural, *_] if name in PLURAL_CONTEXT_CALLS:
            return Text(id_, context, plural)
    return None


def entries() -> list[Entry]:
    """The .po file's entries, its header apart."""
    blocks = (FOLDER / "django.po").read_text(encoding="utf-8").split("\n\n")
    return [entry for block in blocks if (entry := _entry(block)).text.id]


def _entry(block: str) -> Entry:
    said: dict[str, str] = {}
    flags: set[str] = set()
    name = ""
    for line in block.splitlines():
        if line.startswith("#,"):
            flags |= {flag.strip() for flag in line[2:].split(",")}
        elif found := re.match(r'(?:#~ )?(msg\S+) (".*")$', line):
            name = found[1]
            said[name] = ast.literal_eval(found[2])
        elif found := re.match(r'(?:#~ )?(".*")$', line):
            said[name] += ast.literal_eval(found[1])
    text = Text(said.get("msgid", ""), said.get("msgctxt", ""), said.get("msgid_plural", ""))
    translations = [value for key, value in said.items() if key.startswith("msgstr")]
    return Entry(text, translations, flags, obsolete="#~ msgid" in block)


def compiled() -> dict[Text, list[str]]:
    """The .mo file's texts and what it says for them, its header apart."""
    data = (FOLDER / "django.mo").read_bytes()
    magic, _version, count, originals, translations = struct.unpack_from("<5I", data)
    assert magic == MAGIC
    pairs = [(_string(data, originals, n), _string(data, translations, n)) for n in range(count)]
    return {_as_text(original): said.split("\0") for original, said in pairs if original}


def _string(data: bytes, table: int, number: int) -> str:
    length, start = struct.unpack_from("<2I", data, table + 8 * number)
    return data[start : start + length].decode()


def _as_text(original: str) -> Text:
    context, _, rest = original.rpartition("\x04")
    id_, _, plural = rest.partition("\0")
    return Text(id_, context, plural)
