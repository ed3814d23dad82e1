"""Archives: always the same bytes when written; no field of them is trusted when read."""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from engine.errors import BadCard, EngineBug, Problem
from engine.packs.archive import MAX_RATIO, MAX_UNPACKED, read_zip, write_zip
from engine.packs.directory import ARCHIVE_SIZE, MAX_ENTRIES

FILES = {"manifest.json": b"{}", "cards/UNSC-001.json": b'{"id":"UNSC-001"}', "text/zh.json": '["镀"]'.encode()}


@dataclass
class Raw:
    """One entry of an archive written by hand; own_* is what its own header says when it lies."""

    name: bytes = b"a.json"
    data: bytes = b"{}"
    flags: int = 0
    method: int = 0
    packed: bytes | None = None
    crc: int | None = None
    size: int | None = None
    external: int = 0o100644 << 16
    extra: bytes = b""
    comment: bytes = b""
    own_name: bytes | None = None
    own_size: int | None = None
    own_extra: bytes = b""
    before: bytes = b""
    offset: int | None = None
    shared: tuple[int, ...] = field(default=(), init=False)

    def local(self) -> bytes:
        """Return header, name and packed data."""
        packed_data = self.data if self.packed is None else self.packed
        crc = zlib.crc32(self.data) if self.crc is None else self.crc
        size = len(self.data) if self.size is None else self.size
        self.shared = (self.flags, self.method, 0, 33, crc, len(packed_data), size)
        name = self.name if self.own_name is None else self.own_name
        own = (*self.shared[:6], size if self.own_size is None else self.own_size)
        head = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, *own, len(name), len(self.own_extra))
        return head + name + self.own_extra + packed_data

    def central(self, offset: int) -> bytes:
        """Return the row of the table of contents."""
        where = offset if self.offset is None else self.offset
        sizes = (len(self.name), len(self.extra), len(self.comment), 0, 0, self.external, where)
        row = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 0x314, 20, *self.shared, *sizes)
        return row + self.name + self.extra + self.comment


def archive(
    *raws: Raw, comment: bytes = b"", count: int | None = None, gap: bytes = b"", tail: bytes = b"", disk: int = 0
) -> bytes:
    """Return an archive of hand-made entries; a gap precedes its table of contents, a tail ends it."""
    body, offsets = b"", []
    for raw in raws:
        body += raw.before
        offsets.append(len(body))
        body += raw.local()
    table = b"".join(raw.central(offset) for raw, offset in zip(raws, offsets, strict=True)) + tail
    number = len(raws) if count is None else count
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", disk, 0, number, number, len(table), len(body + gap), len(comment))
    return body + gap + table + end + comment


def deflated(data: bytes) -> bytes:
    """Return a raw deflate stream."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return stream.compress(data) + stream.flush()


def squeezed(name: bytes = b"a.json", data: bytes = b'{"a":1}', size: int | None = None) -> Raw:
    """Return a deflated entry."""
    return Raw(name, data, method=8, packed=deflated(data), size=size)


def archive_of(write: Callable[[zipfile.ZipFile], None]) -> bytes:
    """Return an archive made by Python's own library."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write(made)
    return stream.getvalue()


class _Pipe(io.BytesIO):
    """A stream that cannot seek back, so that sizes are written after the data."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise OSError

    def tell(self) -> int:
        raise OSError


def streamed() -> bytes:
    """Return an archive written to a pipe."""
    stream = _Pipe()
    with zipfile.ZipFile(stream, "w") as made:
        made.writestr("a.json", "{}")
    return stream.getvalue()


ZIP64 = struct.pack("<HHQQ", 1, 16, 2, 2)
UNICODE = struct.pack("<HHBL6s", 0x7075, 11, 1, 0, b"b.json")
GOOD = write_zip(FILES)

VALID: dict[str, tuple[bytes, dict[str, bytes]]] = {
    "our own": (GOOD, FILES),
    "deflated": (archive(squeezed()), {"a.json": b'{"a":1}'}),
    "python's": (archive_of(lambda z: z.writestr("cards/a.json", "{}")), {"cards/a.json": b"{}"}),
    "name flagged as UTF-8": (archive(Raw(flags=0x800)), {"a.json": b"{}"}),
    "time stamps of info-zip": (
        archive(Raw(extra=b"UT\x01\x00\x03", own_extra=b"UT\x05\x00\x03abcd")),
        {"a.json": b"{}"},
    ),
    "field of no length": (archive(Raw(extra=b"xx\0\0")), {"a.json": b"{}"}),
    "no attributes": (archive(Raw(external=0)), {"a.json": b"{}"}),
    "msdos archive bit": (archive(Raw(external=0x20)), {"a.json": b"{}"}),
    "msdos read-only bit": (archive(Raw(external=0x01)), {"a.json": b"{}"}),
    "signature": (
        archive(Raw(b"manifest.json.minisig", b"untrusted comment: x")),
        {"manifest.json.minisig": b"untrusted comment: x"},
    ),
    "empty file": (archive(Raw(data=b"")), {"a.json": b""}),
    "dots and capitals": (
        archive(Raw(b"cards/base.exploration.III.x-1_y.json")),
        {"cards/base.exploration.III.x-1_y.json": b"{}"},
    ),
    "longest name": (archive(Raw(b"a" * 250 + b".json")), {f"{'a' * 250}.json": b"{}"}),
    "other order": (archive(Raw(b"b.json", b"1"), Raw(b"a.json", b"2")), {"a.json": b"2", "b.json": b"1"}),
}

INVALID: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not a zip"),
    "json": (b'{"a": 1}' * 10, "not a zip"),
    "half of it": (GOOD[: len(GOOD) // 2], "not a zip"),
    "prefix": (b"#!/bin/sh\n" + GOOD, "does not agree"),
    "trailing bytes": (GOOD + b"x", "follow the end"),
    "comment": (archive(Raw(), comment=b"hello"), "follow the end"),
    "second archive behind": (GOOD + archive(Raw(b"evil.json")), "does not agree"),
    "empty": (archive(), "empty"),
    "bytes behind an empty one": (archive() + b"x", "follow the end"),
    "several disks": (archive(Raw(), disk=1), "several"),
    "count too low": (archive(Raw(), Raw(b"b.json"), count=1), "does not agree"),
    "count too high": (archive(Raw(), count=2), "does not agree"),
    "half a row": (archive(Raw(), count=2, tail=b"PK\x01\x02 and no more"), "does not agree"),
    "bytes behind the rows": (archive(Raw(), tail=b"PK\x01\x02"), "does not agree"),
    "half a field": (archive(Raw(extra=b"UT\0")), "feature of zip"),
    "count of zip64": (archive(Raw(), count=0xFFFF), "zip64"),
    "too many": (archive(Raw(), count=25_001), "25001 files"),
    "gap before table": (archive(Raw(), gap=b"hidden"), "no file accounts for"),
    "gap between files": (archive(Raw(), Raw(b"b.json", before=b"hidden")), "no file accounts for"),
    "gap before files": (archive(Raw(before=b"hidden")), "no file accounts for"),
    "overlap": (archive(Raw(), Raw(b"b.json", offset=0)), "overlap"),
    "offset outside": (archive(Raw(offset=10_000)), "no file accounts for"),
    "other name in header": (archive(Raw(own_name=b"b.json")), "own header"),
    "other size in header": (archive(Raw(own_size=7)), "own header"),
    "zip64 field": (archive(Raw(extra=ZIP64)), "feature of zip"),
    "zip64 field in header": (archive(Raw(own_extra=ZIP64)), "own header"),
    "second name": (archive(Raw(extra=UNICODE)), "feature of zip"),
    "broken field": (archive(Raw(extra=b"UT\x09\x00\x03")), "feature of zip"),
    "file comment": (archive(Raw(comment=b"psst")), "carries a comment"),
    "encrypted": (archive(Raw(flags=1)), "encrypted"),
    "streamed": (streamed(), "packed as a stream"),
    "patched data": (archive(Raw(flags=0x20)), "feature of zip"),
    "bzip2": (archive(Raw(method=12)), "method other than"),
    "wrong checksum": (archive(Raw(crc=1)), "damaged"),
    "wrong size": (archive(Raw(size=1)), "damaged"),
    "wrong size, deflated": (archive(squeezed(size=3)), "damaged"),
    "deflate cut off": (archive(Raw(method=8, packed=deflated(b"{}")[:-1])), "damaged"),
    "deflate with a tail": (archive(Raw(method=8, packed=deflated(b"{}") + b"tail")), "damaged"),
    "no deflate": (archive(Raw(method=8, packed=b"\xff\xff\xff")), "damaged"),
    "absolute": (archive(Raw(b"/etc/a.json")), "absolute path"),
    "drive": (archive(Raw(b"C:/a.json")), "absolute path"),
    "parent": (archive(Raw(b"../a.json")), "leads out"),
    "parent inside": (archive(Raw(b"cards/../../a.json")), "leads out"),
    "backslash": (archive(Raw(b"cards\\a.json")), "backslash"),
    "folder": (archive(Raw(b"cards/", b"")), "is a folder"),
    "hidden": (archive(Raw(b".git/a.json")), "not a file of a pack"),
    "current folder": (archive(Raw(b"./a.json")), "not a file of a pack"),
    "double slash": (archive(Raw(b"cards//a.json")), "not a file of a pack"),
    "other ending": (archive(Raw(b"run.py")), "not a file of a pack"),
    "no ending": (archive(Raw(b"json")), "not a file of a pack"),
    "line break in name": (archive(Raw(b"a.json\n")), "not a file of a pack"),
    "NUL in name": (archive(Raw(b"a.json\0.json")), "not a file of a pack"),
    "chinese name": (archive(Raw("卡.json".encode(), flags=0x800)), "not a file of a pack"),
    "no name": (archive(Raw(b"")), "not a file of a pack"),
    "long name": (archive(Raw(b"a" * 251 + b".json")), "longer than 255"),
    "symbolic link": (archive(Raw(external=0o120777 << 16)), "symbolic link"),
    "device": (archive(Raw(external=0o020666 << 16)), "not a plain file"),
    "folder by attribute": (archive(Raw(external=0x10)), "not a plain file"),
    "same name twice": (archive(Raw(), Raw()), "side by side"),
    "same name but for case": (archive(Raw(b"cards/a.json"), Raw(b"cards/A.json")), "side by side"),
    "same folder but for case": (archive(Raw(b"cards/a.json"), Raw(b"Cards/b.json")), "side by side"),
    "file and folder": (archive(Raw(b"a.json"), Raw(b"a.json/b.json")), "side by side"),
    "archive by name": (archive(Raw(b"a.zip")), "archive inside"),
    "archive by content": (archive(Raw(data=GOOD)), "archive inside"),
    "gzip by content": (archive(squeezed(data=b"\x1f\x8b\x08 and more")), "archive inside"),
    "bomb": (archive(squeezed(data=b"0" * 10_000_000)), "50 times"),
    "bomb that hides its size": (archive(squeezed(data=b"0" * 10_000_000, size=10)), "50 times"),
}


def problems_of(data: bytes) -> tuple[Problem, ...]:
    """Return what is said about an archive that must be refused."""
    with pytest.raises(BadCard) as refused:
        read_zip(data, file="up.zip")
    return refused.value.problems


class TestReadZip:
    @pytest.mark.parametrize(("data", "files"), VALID.values(), ids=VALID)
    def test_accepts(self, data: bytes, files: dict[str, bytes]) -> None:
        read = read_zip(data)

        assert read == files
        assert list(read) == sorted(files)

    @pytest.mark.parametrize(("data", "words"), INVALID.values(), ids=INVALID)
    def test_refuses(self, data: bytes, words: str) -> None:
        first = problems_of(data)[0]

        assert (first.code, first.slug, first.file) == ("E-FILE", "invalid-archive", "up.zip")
        assert words in first.message["en"]
        assert first.message["zh"].strip()

    def test_names_all_bad_files_at_once(self) -> None:
        problems = problems_of(archive(Raw(b"/a.json"), Raw(b"b.json"), Raw(b"c.py"), Raw(b"d.json", flags=1)))

        assert [problem.found for problem in problems] == ["/a.json", "c.py", "d.json"]

    def test_names_twenty_bad_files_at_most(self) -> None:
        assert len(problems_of(archive(*(Raw(b"%d.py" % number) for number in range(21))))) == 20

    def test_refuses_what_is_too_large_before_looking_inside(self) -> None:
        (problem,) = problems_of(bytes(64 * 1024 * 1024 + 1))

        assert (problem.code, problem.slug) == ("E-LIMIT", "too-large")
        assert problems_of(bytes(64 * 1024 * 1024))[0].slug == "invalid-archive"

    def test_counts_over_all_files(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("engine.packs.archive.MAX_UNPACKED", 100)
        whole = [archive(Raw(data=b"1" * 60), last(b"b.json", b"12345678" * 5)) for last in (Raw, squeezed)]
        over = [archive(Raw(data=b"1" * 60), last(b"b.json", b"12345678" * 5 + b"1")) for last in (Raw, squeezed)]

        assert [len(read_zip(data)) for data in whole] == [2, 2]
        assert ["more than 100 bytes" in problems_of(data)[0].message["en"] for data in over] == [True, True]

    def test_allows_fifty_bytes_for_each_that_is_packed_and_no_more(self) -> None:
        packed = ((400, "3330180583090000"), (401, "33301805830a0000"))  # eight bytes each, whatever zlib is here
        most, extra = (Raw(data=b"0" * size, method=8, packed=bytes.fromhex(each)) for size, each in packed)

        assert read_zip(archive(most)) == {"a.json": b"0" * 400}
        assert "50 times" in problems_of(archive(extra))[0].message["en"]

    def test_allows_as_many_files_as_a_large_release_has(self) -> None:
        files = {f"{number}.json": b"1" for number in range(25_000)}

        assert read_zip(write_zip(files)) == dict(sorted(files.items()))

    def test_keeps_the_limits_that_were_promised(self) -> None:
        assert (ARCHIVE_SIZE, MAX_UNPACKED, MAX_ENTRIES, MAX_RATIO) == (2**26, 2**27, 25_000, 50)

    def test_survives_every_cut(self) -> None:
        for end in range(len(GOOD)):
            assert problems_of(GOOD[:end])[0].slug == "invalid-archive"

    def test_names_the_last_file_before_a_gap(self) -> None:
        assert problems_of(archive(Raw(), Raw(b"b.json"), gap=b"hidden"))[0].found == "b.json"

    def test_notices_every_flipped_byte_but_of_versions_times_and_attributes(self) -> None:
        local, listed = (4, 5, *range(10, 14)), (*range(4, 8), *range(12, 16), *range(36, 41))
        free = [at + each for at in range(len(GOOD)) if GOOD[at : at + 4] == b"PK\x03\x04" for each in local]
        free += [at + each for at in range(len(GOOD)) if GOOD[at : at + 4] == b"PK\x01\x02" for each in listed]
        silent = []
        for at in range(len(GOOD)):
            broken_bytearray = bytearray(GOOD)
            broken_bytearray[at] ^= 0x40
            try:
                read = read_zip(bytes(broken_bytearray))
            except BadCard:
                continue
            silent.append(at)
            assert sorted(read.values()) == sorted(FILES.values())

        assert silent == free


class TestWriteZip:
    def test_is_read_back(self) -> None:
        assert read_zip(write_zip(FILES)) == FILES

    def test_does_not_depend_on_the_order(self) -> None:
        assert write_zip(dict(reversed(FILES.items()))) == write_zip(FILES)

    def test_gives_these_very_bytes(self) -> None:
        digest = hashlib.sha256(write_zip({"a.json": b"{}", "b/c.json": b"[]"})).hexdigest()

        assert digest == "a2e2a696bec825c83e71847d50bd1ba8e246c20b889db327c0c002a832a1bf36"

    def test_is_read_by_other_programs(self) -> None:
        with zipfile.ZipFile(io.BytesIO(write_zip(FILES))) as read:
            assert read.testzip() is None
            assert {info.filename: read.read(info) for info in read.infolist()} == FILES
            assert {(info.date_time, info.external_attr, info.create_system) for info in read.infolist()} == {
                ((1980, 1, 1, 0, 0, 0), 0o100644 << 16, 3)
            }

    def test_writes_as_much_as_may_be_read_and_no_more(self) -> None:
        largest_archive_size = ARCHIVE_SIZE - 30 - 46 - 2 * len("a.json") - 22

        assert len(write_zip({"a.json": bytes(largest_archive_size)})) == ARCHIVE_SIZE
        with pytest.raises(EngineBug):
            write_zip({"a.json": bytes(largest_archive_size + 1)})

    @pytest.mark.parametrize(
        "names", [["../a.json"], ["a.json", "A.json"], ["a.txt"], [f"{number}.json" for number in range(25_001)]]
    )
    def test_refuses_what_could_not_be_read_back(self, names: list[str]) -> None:
        with pytest.raises(EngineBug):
            write_zip(dict.fromkeys(names, b""))
