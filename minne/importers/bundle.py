"""The files of an export, whether it comes as one file, a folder or a ZIP; nothing is unpacked to disk."""

from __future__ import annotations

import io
import os
import re
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Protocol, cast

from minne.importers.records import UnreadableFile

MAX_TOTAL_BYTES = 8 * 2**30
MAX_FILES = 100_000
MAX_RATIO = 200
_RATIO_FROM_BYTES = 64 * 2**20  # a small file may compress as well as it likes
_FOLDER_DEPTH = 3
_INNER_ZIP = re.compile(r"(conversations|memories)-\d+\.zip")


class Bundle(Protocol):
    """`names` are relative, with forward slashes; `single` where there is one file without a choice."""

    name: str
    names: Sequence[str]
    single: bool

    def size(self, name: str) -> int: ...
    def open(self, name: str) -> AbstractContextManager[BinaryIO]: ...
    def close(self) -> None: ...


@contextmanager
def opened(source: Path | BinaryIO) -> Iterator[Bundle]:
    """The bundle behind a path or an open file. Raises UnreadableFile, also for faults met while reading."""
    with tempfile.TemporaryFile() as spool:
        try:
            with closing(_bundle(source, spool)) as bundle:
                yield bundle
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError) as error:
            raise UnreadableFile("bad_zip", reason=str(error)) from error
        except OSError as error:
            raise UnreadableFile("not_readable", name=name_of(source), reason=error.strerror or "") from error


def name_of(source: Path | BinaryIO) -> str:
    name = source.name if isinstance(source, Path) else getattr(source, "name", None)
    return PurePosixPath(name).name if isinstance(name, str) else "-"


def _bundle(source: Path | BinaryIO, spool: BinaryIO) -> Bundle:
    if not isinstance(source, Path):
        return _opened_file(source, spool)
    if source.is_dir():
        return Folder(source)
    if not source.exists():
        raise UnreadableFile("not_found", name=source.name)
    if not source.is_file():
        raise UnreadableFile("not_a_file", name=source.name)
    with source.open("rb") as file:
        zipped = _is_zip(file)
    return (
        Archive(source) if zipped else OneFile(source.name, source.stat().st_size, lambda: source.open("rb"))
    )


def _opened_file(file: BinaryIO, spool: BinaryIO) -> Bundle:
    if not file.seekable():
        shutil.copyfileobj(file, spool)
        file = spool
    size = file.seek(0, io.SEEK_END)
    if _is_zip(file):
        return Archive(file)
    return OneFile(name_of(file), size, lambda: _rewound(file))


def _rewound(file: BinaryIO) -> AbstractContextManager[BinaryIO]:
    """An open file from its start, left open afterwards: whoever opened it closes it."""
    file.seek(0)
    return nullcontext(file)


def _is_zip(file: BinaryIO) -> bool:
    file.seek(0)
    head = file.read(4)
    file.seek(0)
    return head in (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")


class OneFile:
    single = True

    def __init__(self, name: str, size: int, opener: Callable[[], AbstractContextManager[BinaryIO]]) -> None:
        self.name = name
        self.names: Sequence[str] = (name,)
        self._size = size
        self._opener = opener

    def size(self, name: str) -> int:
        return self._size

    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        return self._opener()

    def close(self) -> None:
        """Nothing is held open between readings."""


class Folder:
    """A folder's real files, a few levels down; the ZIPs that an export is split into are looked into."""

    single = False

    def __init__(self, root: Path) -> None:
        self._root = root
        self.name = root.resolve().name
        self._inner: dict[str, tuple[Archive, str]] = {}
        names = list(_files_under(root))
        for name in [n for n in names if _INNER_ZIP.fullmatch(n)]:
            archive = Archive(root / name)
            self._inner |= {f"{name}/{inner}": (archive, inner) for inner in archive.names}
        self.names: Sequence[str] = sorted([*names, *self._inner])

    def size(self, name: str) -> int:
        if inner := self._inner.get(name):
            return inner[0].size(inner[1])
        return (self._root / name).stat().st_size

    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        if inner := self._inner.get(name):
            return inner[0].open(inner[1])
        path = self._root / name
        if path.is_symlink():
            raise UnreadableFile("symlink", name=name)
        return path.open("rb")

    def close(self) -> None:
        for archive, _ in self._inner.values():
            archive.close()


def _files_under(root: Path) -> Iterator[str]:
    for folder, folders, files in os.walk(root, followlinks=False):
        relative = Path(folder).relative_to(root)
        folders[:] = sorted(folders) if len(relative.parts) < _FOLDER_DEPTH else []
        for name in files:
            path = relative / name
            if stat.S_ISREG((root / path).lstat().st_mode) or (root / path).is_symlink():
                yield path.as_posix()


class Archive:
    """A ZIP read in place. Names that point outside it, links and bombs are refused before they are read."""

    single = False

    def __init__(self, source: Path | BinaryIO) -> None:
        self._zip = zipfile.ZipFile(source)
        self.name = name_of(source)
        infos = self._zip.infolist()
        if len(infos) > MAX_FILES:
            raise UnreadableFile("too_many_files", seen=str(len(infos)), limit=str(MAX_FILES))
        self._infos = {
            i.filename: i for i in infos if not i.is_dir() and not i.filename.startswith("__MACOSX/")
        }
        for info in infos:
            _refuse_escape(info)
        self._packed = source.stat().st_size if isinstance(source, Path) else source.seek(0, io.SEEK_END)
        self._read_bytes: dict[str, int] = {}
        self.names: Sequence[str] = sorted(self._infos)

    def size(self, name: str) -> int:
        return self._infos[name].file_size

    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        info = self._infos[name]
        if info.flag_bits & 1:
            raise UnreadableFile("encrypted", name=name)
        self._read_bytes[name] = info.file_size
        refuse_bomb(unpacked=sum(self._read_bytes.values()), packed=self._packed)
        return cast(BinaryIO, self._zip.open(info))

    def close(self) -> None:
        self._zip.close()


def refuse_bomb(*, unpacked: int, packed: int) -> None:
    """All that is read of an archive against the archive's own size, so that shared data counts each time."""
    if unpacked > _RATIO_FROM_BYTES and unpacked > MAX_RATIO * packed:
        raise UnreadableFile("zip_bomb", seen=f"{unpacked} B", limit=str(MAX_RATIO))
    if unpacked > MAX_TOTAL_BYTES:
        raise UnreadableFile("too_large", name="ZIP", seen=f"{unpacked} B", limit=f"{MAX_TOTAL_BYTES} B")


def _refuse_escape(info: zipfile.ZipInfo) -> None:
    # ZipFile has cut orig_filename at a NUL to make filename, so the original is what is judged
    name = info.orig_filename
    parts = re.split(r"[/\\]", name)
    if name.startswith(("/", "\\")) or ".." in parts or re.match(r"[A-Za-z]:", name) or "\x00" in name:
        raise UnreadableFile("path_escape", name=name[:100])
    if stat.S_ISLNK(info.external_attr >> 16):
        raise UnreadableFile("symlink", name=name[:100])
