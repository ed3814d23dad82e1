"""The table of contents of a zip archive, believed only where every copy of every field agrees."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from engine.errors import BadCard, Problem, Problems
from engine.language.diagnostics.problems import fill
from engine.language.diagnostics.syntax import complaint, printable
from engine.packs.names import clashes, name_problem

ARCHIVE_SIZE: Final = 64 * 1024 * 1024
MAX_ENTRIES: Final = 25_000
MAX_PROBLEMS: Final = 20

LOCAL_HEADER: Final = struct.Struct("<4s5H3L2H")
CENTRAL_HEADER: Final = struct.Struct("<4s6H3L5H2L")
END_RECORD: Final = struct.Struct("<4s4H2LH")
_ENCRYPTED, _DESCRIPTOR, _HARMLESS = 0x0001, 0x0008, 0x0806  # the last: deflate's options, names in UTF-8
_METHODS: Final = (0, 8)
_ZIP64, _UNICODE_PATH = 0x0001, 0x7075
_FILE_TYPE, _REGULAR, _SYMLINK, _FOLDER = 0o170000, 0o100000, 0o120000, 0x10

# name: English, Chinese
SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "not-zip": ("This is not a zip archive.", "这不是 zip 压缩包。"),
    "cut-off": (
        "The archive is cut off: its end with the table of contents is missing. Download it or make it again.",
        "压缩包不完整：缺少带有目录的结尾。请重新下载或重新打包。",
    ),
    "trailing": (
        "Bytes or a comment follow the end of the archive; it must end with its table of contents.",
        "压缩包的结尾之后还有内容或注释，它必须以目录结束。",
    ),
    "several-disks": (
        "The archive is one part of several; one whole file was expected.",
        "压缩包是分卷的，需要一个完整的文件。",
    ),
    "zip64": (
        "The archive is in the zip64 form; packs are far smaller than that needs.",
        "压缩包是 zip64 格式，卡包远用不到它。",
    ),
    "empty": ("The archive is empty.", "压缩包是空的。"),
    "entries": (
        "The archive has {found} files; {limit} are allowed.",
        "压缩包有 {found} 个文件，最多允许 {limit} 个。",
    ),
    "contents": (
        "The table of contents does not agree with itself or with the rest of the archive.",
        "压缩包的目录自相矛盾，或与其余内容不符。",
    ),
    "gap": (
        "{name}: the archive holds bytes that no file accounts for, or files that overlap.",
        "{name}：压缩包里有不属于任何文件的内容，或文件互相重叠。",
    ),
    "headers": (
        "{name}: its own header says something else than the table of contents.",
        "{name}：文件头与目录所写的不一致。",
    ),
    "name": ("{name} {why}.", "{name}：{why}。"),
    "clash": (
        "{name} and {other} cannot stand side by side: the same name, but for upper and lower case or as a folder.",
        "{name} 与 {other} 不能并存：名称相同，只差大小写，或其中一个是文件夹。",
    ),
    "encrypted": ("{name} is encrypted; make the archive without a password.", "{name} 已加密；请打包时不设密码。"),
    "descriptor": (
        "{name} was packed as a stream, with its size only behind it; pack the files again with an ordinary zip program.",
        "{name} 是以流方式打包的，大小记录在内容之后；请用普通的 zip 程序重新打包。",
    ),
    "method": (
        "{name} is packed by a method other than stored or deflate; choose “Deflate” where the zip is made.",
        "{name} 的压缩方式不是 stored 或 deflate；请在打包时选择“Deflate”。",
    ),
    "flags": ("{name} uses a feature of zip that packs do not.", "{name} 使用了卡包不支持的 zip 功能。"),
    "comment": ("{name} carries a comment, which packs do not.", "{name} 带有注释，卡包里不允许。"),
    "symlink": ("{name} is a symbolic link; only plain files are allowed.", "{name} 是符号链接，只允许普通文件。"),
    "special": ("{name} is not a plain file.", "{name} 不是普通文件。"),
    "ratio": ("{name} unpacks to more than {limit} times its packed size.", "{name} 解压后超过压缩大小的 {limit} 倍。"),
    "unpacked-size": (
        "{name}: the archive unpacks to more than {limit} bytes.",
        "{name}：压缩包解压后超过 {limit} 字节。",
    ),
    "damaged": ("{name} is damaged: size or checksum is wrong.", "{name} 已损坏：大小或校验和不对。"),
    "nested": ("{name} is an archive inside the archive.", "{name} 是压缩包里的压缩包。"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of an archive: what its headers agree on.

    Units: start and end are offsets of the packed bytes in the archive; size is what they should unpack to.
    """

    name: str
    method: int
    crc: int
    size: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Listed:
    """One row of the table of contents; shared is what the file's own header must repeat."""

    name: str
    flags: int
    shared: tuple[int, ...]
    external: int
    comment: int
    extra: bytes
    offset: int


def problem(name: str, file: str, /, **words: Any) -> Problem:
    """Return the problem of this name about an archive."""
    found = words.get("name", words.get("found"))
    return Problem("E-FILE", fill(*SENTENCES[name], words), file=file, found=found, slug="invalid-archive")


def refuse(name: str, file: str, /, **words: Any) -> NoReturn:
    """Raise BadCard with the one problem of this name."""
    raise BadCard([problem(name, file, **words)])


def entries(data: bytes, file: str) -> list[Entry]:
    """Return the files of an archive in the order of their bytes, once headers and names are beyond doubt."""
    if len(data) > ARCHIVE_SIZE:
        raise BadCard([complaint("too-large", file, found=len(data), wanted=ARCHIVE_SIZE)])
    start, count = _end(data, file)
    records = list(_listed(data, start, count, file))
    problems = [found for row in records for found in _entry_problems(row, file)]
    problems += [
        problem("clash", file, name=printable(name), other=printable(other))
        for other, name in clashes(row.name for row in records)
    ]
    if problems:
        raise BadCard(problems[:MAX_PROBLEMS])
    return list(_located(data, sorted(records, key=lambda row: row.offset), start, file))


def _end(data: bytes, file: str) -> tuple[int, int]:
    """Return where the table of contents begins and how many rows it has."""
    offset = len(data) - END_RECORD.size
    if offset < 0 or data[offset : offset + 4] != b"PK\x05\x06":
        refuse("not-zip" if data.rfind(b"PK\x05\x06") < 0 else "trailing", file)
    _, disk, first_disk, records_here, count, size, start, comment = END_RECORD.unpack_from(data, offset)
    if comment:
        refuse("trailing", file)
    if 0xFFFF in (records_here, count):
        refuse("zip64", file)
    if disk or first_disk or records_here != count:
        refuse("several-disks", file)
    if count > MAX_ENTRIES:
        refuse("entries", file, found=count, limit=MAX_ENTRIES)
    if start + size != offset:
        refuse("contents", file)
    if count == 0:
        refuse("empty", file)
    return start, count


def _listed(data: bytes, position: int, count: int, file: str) -> Iterator[_Listed]:
    """Yield the rows of the table of contents, which must fill it exactly."""
    end = len(data) - END_RECORD.size
    for _ in range(count):
        if position + CENTRAL_HEADER.size > end or data[position : position + 4] != b"PK\x01\x02":
            refuse("contents", file)
        row = CENTRAL_HEADER.unpack_from(data, position)
        length, extra, comment, disk, _, external, offset = row[10:]
        name_end = position + CENTRAL_HEADER.size + length
        name = data[position + CENTRAL_HEADER.size : name_end].decode("utf-8", "replace")
        shared = (*row[3:5], *row[7:11])
        yield _Listed(name, row[3], shared, external, comment, data[name_end : name_end + extra], offset)
        position = name_end + extra + comment
        if disk or position > end:
            refuse("contents", file)
    if position != end:
        refuse("contents", file)


def _entry_problems(row: _Listed, file: str) -> Problems:
    """Yield what a row of the table of contents has that no file of a pack may have."""
    name = printable(row.name)
    if why := name_problem(row.name):
        yield problem("name", file, name=name, why=why)
    if row.flags & _ENCRYPTED:
        yield problem("encrypted", file, name=name)
    elif row.flags & _DESCRIPTOR:
        yield problem("descriptor", file, name=name)
    elif row.flags & ~_HARMLESS:
        yield problem("flags", file, name=name)
    if row.shared[1] not in _METHODS:
        yield problem("method", file, name=name)
    if row.comment:
        yield problem("comment", file, name=name)
    if kind := file_type_problem(row.external, is_folder=why is None):
        yield problem(kind, file, name=name)
    if not _is_plain(row.extra):
        yield problem("flags", file, name=name)


def file_type_problem(external: int, *, is_folder: bool = True) -> str:
    """Return the name of the problem of what an entry is by its attributes: a link, a device, or a folder where it may be none."""
    kind = external >> 16 & _FILE_TYPE
    if kind == _SYMLINK:
        return "symlink"
    return "special" if kind not in (0, _REGULAR) or (is_folder and external & _FOLDER) else ""


def _is_plain(extra: bytes) -> bool:
    """Return whether extra fields are well-formed and change neither sizes nor the name."""
    offset = 0
    while offset + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, offset)
        if kind in (_ZIP64, _UNICODE_PATH):
            return False
        offset += 4 + length
    return offset == len(extra)


def _located(data: bytes, records: list[_Listed], end: int, file: str) -> Iterator[Entry]:
    """Yield the entries; they must follow each other from the first byte on, without gap or overlap."""
    offset = 0
    for row in records:
        name = printable(row.name)
        if row.offset != offset or offset + LOCAL_HEADER.size > end or data[offset : offset + 4] != b"PK\x03\x04":
            refuse("gap", file, name=name)
        own = LOCAL_HEADER.unpack_from(data, offset)
        start = offset + LOCAL_HEADER.size + own[9]
        shared_fields, extra = (*own[2:4], *own[6:10]), data[start : start + own[10]]
        if (
            shared_fields != row.shared
            or data[offset + LOCAL_HEADER.size : start] != row.name.encode()
            or not _is_plain(extra)
        ):
            refuse("headers", file, name=name)
        _, method, crc, packed, size, _ = shared_fields
        offset = start + own[10] + packed
        yield Entry(row.name, method, crc, size, start + own[10], offset)
    if offset != end:
        refuse("gap", file, name=printable(records[-1].name))
