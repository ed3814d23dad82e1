"""The files of public releases on this machine's disk, so that a download asks the database nothing.

A folder per pack, in it a folder per release: the archive, which holds every file as it is, the documents made from it, and `index.json`,
which says for each address which bytes of which file answer it. A folder is written beside its place and then renamed, so it is there whole
or not at all. Taking a pack's folder away is enough to take back everything of the pack: what names it elsewhere leads nowhere then.
All web processes of a portal must see the same folder. It may be emptied at any moment: what is missing comes from the database again.
"""

from __future__ import annotations

import json
import os
import shutil
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from cards.values import frozen_dataclass

INDEX = "index.json"
DIGESTS = ".digests"
BLOCK = 256 * 1024  # bytes that are read at once
MAX_CACHED = 16  # indexes that a process holds


@frozen_dataclass
class Entry:
    """Where the bytes of one address are, and what is said about them.

    Shapes: tag is the ETag without quotes; name is that of the download, or nothing.
    Units: bytes.
    """

    file: str
    offset: int
    size: int
    tag: str
    media: str
    name: str = ""


@frozen_dataclass
class PublicFile:
    """An entry and the folder of its release."""

    folder: Path
    entry: Entry

    def blocks(self, start: int, length: int) -> Iterator[bytes]:
        """Yield a number of bytes from an offset, piece by piece; the file is opened first, so it may be removed meanwhile.

        Errors: FileNotFoundError, at once, where it went away before.
        """
        file = (self.folder / self.entry.file).open("rb")
        file.seek(self.entry.offset + start)
        return _blocks(file, length)

    def file(self) -> PartFile:
        """Return the bytes as a file that is open from now on.

        Errors: FileNotFoundError where it went away before.
        """
        file = (self.folder / self.entry.file).open("rb")
        file.seek(self.entry.offset)
        return PartFile(file, self.entry.size)

    def data(self) -> bytes:
        """Return all bytes."""
        return b"".join(self.blocks(0, self.entry.size))

    def coded(self, coding: str) -> bytes | None:
        """Return the bytes in a coding, if they were kept."""
        try:
            return self._coded_path(coding).read_bytes()
        except FileNotFoundError:
            return None

    def keep_coded(self, coding: str, data: bytes) -> None:
        """Keep the bytes in a coding; a release that went away meanwhile keeps nothing."""
        if self.folder.is_dir():
            _write(self._coded_path(coding), data)

    def _coded_path(self, coding: str) -> Path:
        entry = self.entry
        return self.folder / f"{entry.file}.{entry.offset}.{entry.size}.{coding}"


class PartFile:
    """A part of a file that can be read and closed, which is what an answer needs."""

    def __init__(self, file: BinaryIO, left: int) -> None:
        self.inner, self.left = file, left
        self.closed = False

    def read(self, size: int = BLOCK) -> bytes:
        """Return the next bytes; none at the end."""
        data = self.inner.read(min(size, self.left))
        self.left -= len(data)
        return data

    def close(self) -> None:
        """Close the file."""
        self.closed = True
        self.inner.close()


def _blocks(file: BinaryIO, length: int) -> Iterator[bytes]:
    with file:
        while length > 0 and (block := file.read(min(BLOCK, length))):
            length -= len(block)
            yield block


def root() -> Path | None:
    """Return the folder of the files, or None where none are kept."""
    return Path(settings.PUBLIC_FILES) if settings.PUBLIC_FILES else None


def find(pack: str, version: str, tail: str) -> PublicFile | None:
    """Return what answers an address below a release, if it is here."""
    top = root()
    if top is None:
        return None
    folder = top / pack / version
    entry = _entries(folder).get(tail)
    return PublicFile(folder, entry) if entry else None


def find_digest(digest: str) -> PublicFile | None:
    """Return the file with these bytes, if a public release that is here has it."""
    top = root()
    if top is None:
        return None
    try:
        pack, version, tail = _digest_path(top, digest).read_text().split("\n", 2)
    except (FileNotFoundError, ValueError):
        return None
    found = find(pack, version, tail)
    return found if found and found.entry.tag == digest else None


def has_release(pack: str, version: str) -> bool:
    """Return whether a release is here."""
    top = root()
    return top is not None and (top / pack / version / INDEX).exists()


def store(
    pack: str, version: str, *, files: Mapping[str, bytes], entries: Mapping[str, Entry], digests: Iterable[str]
) -> None:
    """Write a release: its files, the entry of each address, and which addresses are also found by their hash alone."""
    top = root()
    if top is None or has_release(pack, version):
        return
    staging = top / f".new-{uuid.uuid4().hex}"
    staging.mkdir(parents=True)
    try:
        for name, data in files.items():
            _write(staging / name, data)
        index = {tail: list(asdict(entry).values()) for tail, entry in entries.items()}
        _write(staging / INDEX, json.dumps(index, separators=(",", ":")).encode())
        (top / pack).mkdir(exist_ok=True)
        for tail in digests:  # first: marks that lead nowhere yet do no harm, a release without its marks would stay so
            _mark(top, entries[tail].tag, f"{pack}\n{version}\n{tail}")
        try:
            staging.rename(top / pack / version)
        except OSError:
            if not has_release(pack, version):  # else another process was faster
                raise
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def clear(pack: str = "") -> None:
    """Take everything of a pack away, at once; without its name, of all packs."""
    top = root()
    if top is None:
        return
    if not pack:
        for each in sorted(path for path in top.glob("*") if path.is_dir() and not path.name.startswith(".")):
            clear(each.name)
        return
    old = top / f".old-{uuid.uuid4().hex}"
    try:
        (top / pack).rename(old)
    except FileNotFoundError:
        return
    shutil.rmtree(old, ignore_errors=True)


def _entries(folder: Path) -> Mapping[str, Entry]:
    try:
        state = (folder / INDEX).stat()
    except FileNotFoundError:
        return {}
    return _read_entries(folder, state.st_mtime_ns, state.st_ino)


@lru_cache(maxsize=MAX_CACHED)
def _read_entries(folder: Path, changed: int, number: int) -> Mapping[str, Entry]:
    """Return the index as it was when its file had this time and this number."""
    try:
        index = json.loads((folder / INDEX).read_bytes())
    except FileNotFoundError:
        return {}
    return {tail: Entry(*values) for tail, values in index.items()}


def _mark(top: Path, digest: str, place: str) -> None:
    """Record where the bytes of a hash are; a mark without its file is written again."""
    path = _digest_path(top, digest)
    if find_digest(digest) is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, place.encode(), is_lasting=False)


def _digest_path(top: Path, digest: str) -> Path:
    return top / DIGESTS / digest[:2] / digest


def _write(path: Path, data: bytes, *, is_lasting: bool = True) -> None:
    """Write a file so that it is there whole or not at all, and nothing is left where there is no room; what lasts, even after a power cut."""
    staging = path.with_name(f".{uuid.uuid4().hex}")
    try:
        with staging.open("wb") as file:
            file.write(data)
            file.flush()
            if is_lasting:
                os.fsync(file.fileno())
        staging.rename(path)
    finally:
        staging.unlink(missing_ok=True)
