"""Packs as zip archives: always written byte for byte the same, read without trusting a single field."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Final

from engine.errors import EngineBug
from engine.packs.directory import (
    ARCHIVE_SIZE,
    CENTRAL_HEADER,
    END_RECORD,
    LOCAL_HEADER,
    MAX_ENTRIES,
    Entry,
    entries,
    refuse,
)
from engine.packs.names import clashes, name_problem

MAX_UNPACKED: Final = 128 * 1024 * 1024
MAX_RATIO: Final = 50
"""Unpacked bytes for each packed one, in any single entry."""

_STORED, _VERSION, _UNIX = 0, 20, 3 << 8
_TIME, _DATE = 0, 0x21  # 1980-01-01 00:00, the first moment that the format knows
_REGULAR_FILE: Final = 0o100644 << 16
_NESTED: Final = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"BZh",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
)


def write_zip(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of these files: stored, sorted by name, dated 1980-01-01, mode 0644.

    The bytes are written here, not by a library, so that the same files give the same archive on every Python.

    Errors: EngineBug for names, numbers or sizes that `read_zip` would refuse.
    """
    _check_writable(files)
    body, directory, offset = [], [], 0
    for name in sorted(files):
        data, path = files[name], name.encode("ascii")
        shared = (0, _STORED, _TIME, _DATE, zlib.crc32(data), len(data), len(data), len(path), 0)
        body += [LOCAL_HEADER.pack(b"PK\x03\x04", _VERSION, *shared), path, data]
        made = CENTRAL_HEADER.pack(b"PK\x01\x02", _UNIX | _VERSION, _VERSION, *shared, 0, 0, 0, _REGULAR_FILE, offset)
        directory += [made, path]
        offset += LOCAL_HEADER.size + len(path) + len(data)
    size = sum(map(len, directory))
    end = END_RECORD.pack(b"PK\x05\x06", 0, 0, len(files), len(files), size, offset, 0)
    return b"".join([*body, *directory, end])


def _check_writable(files: Mapping[str, bytes]) -> None:
    """Refuse to write what could not be read back."""
    bad = [name for name in files if name_problem(name)] + [name for _, name in clashes(sorted(files))]
    if bad:
        raise EngineBug(f"these names cannot be in a pack: {bad[:5]}")
    size = (
        sum(len(data) + 2 * len(name) + LOCAL_HEADER.size + CENTRAL_HEADER.size for name, data in files.items())
        + END_RECORD.size
    )
    if len(files) > MAX_ENTRIES or size > ARCHIVE_SIZE:
        raise EngineBug(f"a pack of {len(files)} files and {size} bytes is too large to be read back")


def read_zip(data: bytes, *, file: str = "pack.zip") -> dict[str, bytes]:
    """Return the files of an archive by name, in order of names, without writing to disk.

    Errors: BadCard with the slug invalid-archive (too-large when the archive itself is), with all problems of names
            and headers at once; contents are looked at only when there are none.
    """
    remaining = MAX_UNPACKED
    files: dict[str, bytes] = {}
    for entry in entries(data, file):
        files[entry.name] = _content(data, entry, remaining, file)
        remaining -= len(files[entry.name])
    return dict(sorted(files.items()))


def _content(data: bytes, entry: Entry, remaining: int, file: str) -> bytes:
    """Return what one entry holds; its size is counted while it is unpacked."""
    packed = data[entry.start : entry.end]
    most = min(remaining, MAX_RATIO * len(packed))
    content = packed if entry.method == _STORED else _inflate(packed, entry, most, file)
    if len(content) > remaining:
        refuse("unpacked-size", file, name=entry.name, limit=MAX_UNPACKED)
    if len(content) != entry.size or zlib.crc32(content) != entry.crc:
        refuse("damaged", file, name=entry.name)
    if is_archive(content):
        refuse("nested", file, name=entry.name)
    return content


def is_archive(content: bytes) -> bool:
    """Return whether bytes are an archive by their beginning, and no text that begins like one."""
    return content.startswith(_NESTED) and not _is_text(content)


def _is_text(content: bytes) -> bool:
    """Return whether a file is text, such as a draft that begins as an archive does; an archive is none, for all its sizes and sums."""
    try:
        return b"\0" not in content and content.decode() != ""
    except UnicodeDecodeError:
        return False


def _inflate(data: bytes, entry: Entry, max_size: int, file: str) -> bytes:
    """Return the unpacked bytes, at most `max_size`; the stream must end where the entry ends."""
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = stream.decompress(data, max_size + 1)
    except zlib.error:
        refuse("damaged", file, name=entry.name)
    if len(content) > max_size == MAX_RATIO * len(data):
        refuse("ratio", file, name=entry.name, limit=MAX_RATIO)
    if len(content) > max_size:
        refuse("unpacked-size", file, name=entry.name, limit=MAX_UNPACKED)
    if not stream.eof or stream.unused_data or stream.unconsumed_tail:
        refuse("damaged", file, name=entry.name)
    return content
