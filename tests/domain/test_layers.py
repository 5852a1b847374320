"""What may import what: the domain knows no Django, and the memory knows nothing of the audit."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE = ["minne/domain", "minne/importers", "minne/extraction", "granskning/domain"]
BLOCK_DJANGO = """
import sys, importlib, pkgutil
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in ('django', 'psycopg'):
            raise ModuleNotFoundError(f'{name} is not installed here')
sys.meta_path.insert(0, Blocked())
for package in sys.argv[1:]:
    module = importlib.import_module(package)
    for found in pkgutil.walk_packages(module.__path__, package + '.'):
        importlib.import_module(found.name)
"""


@cache
def imported(path: Path) -> frozenset[str]:
    """Every module that the file names in an import, wherever in it."""
    names: set[str] = set()
    for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return frozenset(names)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements in it at any depth; an import stands in no expression."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from _statements(child)


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", PURE)
def test_it_imports_where_django_is_not_installed(folder: str) -> None:
    package = folder.replace("/", ".")
    command = [sys.executable, "-c", BLOCK_DJANGO, package]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_memory_never_imports_the_audit() -> None:
    guilty = [p for p in sources("minne") if any(n.split(".")[0] == "granskning" for n in imported(p))]
    assert guilty == []


@pytest.mark.parametrize("folder", ["minne/domain", "granskning/domain"])
def test_the_domain_imports_no_other_layer(folder: str) -> None:
    allowed = ("minne.domain", "granskning.domain")
    ours = {n for p in sources(folder) for n in imported(p) if n.split(".")[0] in ("minne", "granskning")}
    assert {name for name in ours if not name.startswith(allowed)} == set()
