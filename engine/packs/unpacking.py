"""Archives as other programs make them: Finder, Explorer, PowerShell, `zip -r`, GitHub.

`read_zip` believes only the form in which releases are written. What it refuses is read here from the table of contents alone, with the
same guards against paths that lead out, links, bombs, duplicates and encryption; files that have no place in a pack are left aside by name.
An archive with a signature is a release, which no other program has to touch: for it the strict reader's answer is final.
"""

from __future__ import annotations

import io
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Final

from engine.errors import BadCard, Problem
from engine.language.diagnostics.syntax import printable
from engine.packs.archive import MAX_RATIO, MAX_UNPACKED, is_archive, read_zip
from engine.packs.directory import (
    ARCHIVE_SIZE,
    END_RECORD,
    MAX_ENTRIES,
    MAX_PROBLEMS,
    file_type_problem,
    problem,
    refuse,
)
from engine.packs.names import clashes, path_problem
from engine.packs.signature import SIGNATURE

READ: Final = (".json", ".jsonc", ".json5", ".minisig", ".webp", ".png", ".jpg", ".jpeg")
"""Endings of the files that a pack has a place for."""

SYSTEM_FOLDERS: Final = ("__macosx", ".git", ".svn", "$recycle.bin")
SYSTEM_FILES: Final = (".ds_store", "thumbs.db", "desktop.ini", ".localized")
TOOL_FILES: Final = (
    *("package.json", "package-lock.json", "tsconfig.json", "jsconfig.json", "composer.json", "deno.json"),
    *("bower.json", "renovate.json", "lerna.json", "nx.json", "angular.json", "pyrightconfig.json"),
)
"""JSON of programs that work on a project, which is no card of it; so is all below a folder whose name begins with a dot."""
PACK_FOLDERS: Final = frozenset(("cards", "decks", "scenarios", "text", "art", "schema"))
"""Folders that are part of a pack, so never the one folder that holds all of it."""

_UTF8: Final = 0x0800
_ENCRYPTION_FLAG: Final = 0x0001
_UNICODE_PATH: Final = 0x7075
_ENCODINGS: Final = ("utf-8", "gb18030")
"""Of names without the flag for UTF-8, as Windows in Chinese and older programs write them; else that of DOS."""
_ZIP64_LOCATOR: Final = b"PK\x06\x07"
_IN_ZIP64: Final = 0xFFFF
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_SPARE: Final = 1024
"""Bytes that a small file may unpack to whatever its ratio is."""
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    struct.error,
    ValueError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The files of an archive by name, sorted, and the names of those that are left aside."""

    files: dict[str, bytes]
    left_aside: tuple[str, ...] = ()


def unpack(data: bytes, *, file: str = "pack.zip") -> Unpacked:
    """Return the files of an archive, by whatever program it was made; names use `/`, and one folder around everything is dropped.

    Errors: BadCard as `read_zip`, for every entry that could do harm, and for an archive that is damaged.
    """
    try:
        return Unpacked(read_zip(data, file=file))
    except BadCard:
        if len(data) > ARCHIVE_SIZE or SIGNATURE.encode() in data:
            raise
    with _opened(data, file) as archive:
        named = [(_name(info), info) for info in archive.infolist()]
        files = [(name, info) for name, info in named if not name.endswith("/")]
        if not files:
            refuse("empty", file)
        _check(files, file)
        other_names = {_shown_aside(name) for name, _ in files if _is_of_system(name)}
        pack_files = [(name, info) for name, info in files if not _is_of_system(name)]
        top = _top_folder(name for name, _ in pack_files)
        pack_files = [(_in_lower_case(name.removeprefix(top)), info) for name, info in pack_files]
        readable = [(name, info) for name, info in pack_files if name.endswith(READ) and not is_of_tools(name)]
        other_names |= {name for name, _ in pack_files} - {name for name, _ in readable}
        return Unpacked(dict(sorted(_contents(archive, readable, file))), tuple(sorted(other_names)))


def lone_file(data: bytes, endings: tuple[str, ...]) -> tuple[str, bytes] | None:
    """Return the one file of an archive with one of these endings, by name and content; None where there are none or several, or it cannot be read.

    The guards are those of `unpack`; the file may be an archive itself, as a workbook is.
    """
    try:
        with _opened(data, "") as archive:
            files = [(_name(info), info) for info in archive.infolist()]
            _check(files, "")
            lone = [(name, info) for name, info in files if name.lower().endswith(endings) and not _is_left_aside(name)]
            return next(_contents(archive, lone, "", may_be_archives=True)) if len(lone) == 1 else None
    except BadCard:
        return None


def _is_left_aside(name: str) -> bool:
    return _is_of_system(name) or is_of_tools(name)


def _opened(data: bytes, file: str) -> zipfile.ZipFile:
    """Return an archive with its table of contents read; the rows are counted first, since all of them are read at once."""
    if data.count(b"PK\x01\x02") > MAX_ENTRIES:
        refuse("entries", file, found=data.count(b"PK\x01\x02"), limit=MAX_ENTRIES)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGE:
        refuse(
            "contents" if b"PK\x05\x06" in data else "cut-off" if data.startswith(b"PK\x03\x04") else "not-zip", file
        )
    _check_end(data, archive, file)
    return archive


def _check_end(data: bytes, archive: zipfile.ZipFile, file: str) -> None:
    """Refuse an archive whose last record disagrees with what was read: parts of several, bytes before it, rows that are not counted."""
    _, disk, first_disk, _, count, _, start, _ = END_RECORD.unpack_from(data, data.rfind(b"PK\x05\x06"))
    rows = len(archive.infolist())
    if disk or first_disk:
        refuse("several-disks", file)
    is_zip64 = _ZIP64_LOCATOR in data
    if (count != rows and not (count == _IN_ZIP64 and is_zip64)) or (start != archive.start_dir and not is_zip64):
        refuse("contents", file)


def _name(info: zipfile.ZipInfo) -> str:
    """Return the name of an entry as its author saw it: `/` between folders, letters composed."""
    first, *parts = unicodedata.normalize("NFC", _decoded(info).replace("\\", "/")).split("/")
    inner = [part for part in parts[:-1] if part not in ("", ".")]
    return "/".join([*([] if first == "." else [first]), *inner, *parts[-1:]])


def _decoded(info: zipfile.ZipInfo) -> str:
    if info.flag_bits & _UTF8:
        return info.orig_filename
    raw = info.orig_filename.encode("cp437")
    if (stated := _unicode_path(info.extra, raw)) is not None:
        return stated
    for encoding in _ENCODINGS:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return info.orig_filename


def _unicode_path(extra: bytes, raw: bytes) -> str | None:
    """Return the name in UTF-8 that an extra field gives for a name in another encoding; None without a valid one."""
    offset = 0
    while offset + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, offset)
        content = extra[offset + 4 : offset + 4 + length]
        if kind == _UNICODE_PATH and content[:5] == struct.pack("<BL", 1, zlib.crc32(raw)):
            return content[5:].decode("utf-8", "replace")
        offset += 4 + length
    return None


def _check(files: list[tuple[str, zipfile.ZipInfo]], file: str) -> None:
    """Refuse, all at once, what could do harm wherever it is unpacked, whether or not it would be read.

    Errors: BadCard with the slug invalid-archive.
    """
    problems = [found for name, info in files for found in _entry_problems(name, info, file)]
    problems += [
        problem("clash", file, name=printable(name), other=printable(other))
        for other, name in clashes(name for name, _ in files)
    ]
    spans = sorted((info.header_offset, info.header_offset + info.compress_size, name) for name, info in files)
    overlapping = [name for (_, end, _), (start, _, name) in pairwise(spans) if start < end]
    problems += [problem("gap", file, name=printable(name)) for name in overlapping[:1]]
    if problems:
        raise BadCard(problems[:MAX_PROBLEMS])


def _entry_problems(name: str, info: zipfile.ZipInfo, file: str) -> Iterator[Problem]:
    if why := path_problem(name):
        yield problem("name", file, name=printable(name), why=why)
    if info.flag_bits & _ENCRYPTION_FLAG:
        yield problem("encrypted", file, name=printable(name))
    if kind := file_type_problem(info.external_attr):
        yield problem(kind, file, name=printable(name))


def _is_of_system(name: str) -> bool:
    """Return whether an operating system or a version control left a file there, which its owner never sees."""
    *folders, last = name.lower().split("/")
    return any(folder in SYSTEM_FOLDERS for folder in folders) or last in SYSTEM_FILES or last.startswith("._")


def is_of_tools(name: str) -> bool:
    """Return whether a program that works on a project keeps its own words in a file."""
    *folders, last = name.lower().split("/")
    return last in TOOL_FILES or any(folder == "node_modules" or folder.startswith(".") for folder in folders)


def _in_lower_case(name: str) -> str:
    """Return a name with its ending, and the folder of a pack that it begins with, as packs write them: `CARDS/A.JSON` is `cards/A.json`."""
    first, slash, rest = name.partition("/")
    name = f"{first.lower()}/{rest}" if slash and first.lower() in PACK_FOLDERS else name
    ending = next((ending for ending in READ if name.lower().endswith(ending)), "")
    return name[: len(name) - len(ending)] + ending


def _shown_aside(name: str) -> str:
    """Return the name under which a file of the system is listed: a whole folder of them is one."""
    parts = name.split("/")
    depth = next((no for no, part in enumerate(parts[:-1], 1) if part.lower() in SYSTEM_FOLDERS), 0)
    return f"{'/'.join(parts[:depth])}/" if depth else name


def _top_folder(names: Iterable[str]) -> str:
    """Return the one folder that holds all files, with its slash; empty where there is none or it is a part of the pack itself."""
    tops = {PurePosixPath(name).parts[0] if "/" in name else "" for name in names}
    top = tops.pop() if len(tops) == 1 else ""
    return f"{top}/" if top and top.lower() not in PACK_FOLDERS else ""


def _contents(
    archive: zipfile.ZipFile, files: list[tuple[str, zipfile.ZipInfo]], file: str, *, may_be_archives: bool = False
) -> Iterator[tuple[str, bytes]]:
    """Yield each file with its bytes, which are counted while they are unpacked."""
    remaining = MAX_UNPACKED
    for name, info in files:
        if info.compress_type not in _METHODS:
            refuse("method", file, name=printable(name))
        limit = max(_SPARE, MAX_RATIO * info.compress_size)
        try:
            with archive.open(info) as stream:
                content = stream.read(min(remaining, limit) + 1)
        except _DAMAGE:
            refuse("damaged", file, name=printable(name))
        if len(content) > remaining:
            refuse("unpacked-size", file, name=printable(name), limit=MAX_UNPACKED)
        if len(content) > limit:
            refuse("ratio", file, name=printable(name), limit=MAX_RATIO)
        if len(content) != info.file_size:
            refuse("damaged", file, name=printable(name))
        if is_archive(content) and not may_be_archives:
            refuse("nested", file, name=printable(name))
        remaining -= len(content)
        yield name, content
