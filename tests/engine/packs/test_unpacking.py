"""Archives of other programs: what is part of a pack is read, the rest is left aside by name, and what could do harm is refused."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadCard
from engine.packs.archive import read_zip, write_zip
from engine.packs.loading import open_source
from engine.packs.unpacking import SYSTEM_FILES, unpack
from tests.engine.packs.test_archive import FILES, GOOD, INVALID, VALID, Raw, archive

CARD = b'{"id":"a"}'
MANIFEST = b'{"cardFiles":["cards/a.json"]}'

HARMLESS: dict[str, tuple[list[str], list[str]]] = {
    "trailing bytes": (sorted(FILES), []),
    "comment": (["a.json"], []),
    "half a field": (["a.json"], []),
    "gap before files": (["a.json"], []),
    "gap before table": (["a.json"], []),
    "gap between files": (["a.json", "b.json"], []),
    "zip64 field": (["a.json"], []),
    "zip64 field in header": (["a.json"], []),
    "second name": (["a.json"], []),
    "other size in header": (["a.json"], []),
    "deflate cut off": (["a.json"], []),
    "deflate with a tail": (["a.json"], []),
    "double slash": (["cards/a.json"], []),
    "file comment": (["a.json"], []),
    "streamed": (["a.json"], []),
    "backslash": (["cards/a.json"], []),
    "hidden": ([], [".git/"]),
    "current folder": (["a.json"], []),
    "other ending": ([], ["run.py"]),
    "no ending": ([], ["json"]),
    "chinese name": (["卡.json"], []),
    "long name": ([f"{'a' * 251}.json"], []),
    "archive by name": ([], ["a.zip"]),
}
"""What the strict reader refuses and any program may make: the files that are read, and those left aside."""


@pytest.mark.parametrize("name", INVALID)
def test_every_archive_that_the_strict_reader_refuses_is_harmless_or_refused(name: str) -> None:
    data, _ = INVALID[name]
    if name in HARMLESS:
        contents = unpack(data)

        assert (list(contents.files), list(contents.left_aside)) == HARMLESS[name]
    else:
        with pytest.raises(BadCard) as refusal:
            unpack(data, file="up.zip")

        assert {problem.slug for problem in refusal.value.problems} == {"invalid-archive"}


@pytest.mark.parametrize("name", VALID)
def test_what_the_strict_reader_takes_is_equal(name: str) -> None:
    data, files = VALID[name]

    assert unpack(data).files == read_zip(data) == files


def zip_of(files: Mapping[str, bytes], *, folders: bool = False, comment: bytes = b"", stream: bool = False) -> bytes:
    """Return an archive as a program writes it that knows no rules of packs."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for folder in sorted(
            {f"{parent}/" for name in files for parent in map(str, Path(name).parents) if parent != "."}
        ):
            if folders:
                target.writestr(folder, b"")
        for name, data in files.items():
            if stream:
                with target.open(name, "w", force_zip64=True) as file:
                    file.write(data)
            else:
                target.writestr(name, data)
        target.comment = comment
    return out.getvalue()


def encoded(name: str, encoding: str) -> bytes:
    """Return an archive whose one name is in an encoding that nothing in it states."""
    return archive(Raw(name.encode(encoding), CARD, comment=b"x"))


FOREIGN: dict[str, tuple[bytes, list[str], list[str]]] = {
    "zip -r, with folders": (
        zip_of({"pack/manifest.json": MANIFEST, "pack/cards/a.json": CARD}, folders=True),
        ["cards/a.json", "manifest.json"],
        [],
    ),
    "Finder": (
        zip_of(
            {"pack/cards/a.json": CARD, "__MACOSX/pack/cards/._a.json": b"\0\5\26\7", "pack/.DS_Store": b"\0Bud1"},
            folders=True,
        ),
        ["cards/a.json"],
        ["__MACOSX/", "pack/.DS_Store"],
    ),
    "GitHub": (
        zip_of({"repo-main/README.md": b"#", "repo-main/cards/a.json": CARD}, folders=True, comment=b"8f2c" * 10),
        ["cards/a.json"],
        ["README.md"],
    ),
    "a stream in zip64": (zip_of({"a.json": CARD}, stream=True), ["a.json"], []),
    "images and notes": (
        zip_of({"cards/a.json": CARD, "art/a.png": b"\x89PNG", "notes/plan.docx": b"PK\3\4"}, comment=b"x"),
        ["art/a.png", "cards/a.json"],
        ["notes/plan.docx"],
    ),
    "PowerShell": (archive(Raw(b"cards\\a.json", CARD)), ["cards/a.json"], []),
    "Chinese in UTF-8 without the flag": (encoded("卡牌/战地医师.json", "utf-8"), ["战地医师.json"], []),
    "Chinese in GBK": (encoded("cards/战地医师.json", "gbk"), ["cards/战地医师.json"], []),
    "letters in parts, as macOS writes them": (encoded("cards/e\u0301.json", "utf-8"), ["cards/é.json"], []),
    "spaces": (zip_of({"cards/Field Medic.json": CARD}, comment=b"x"), ["cards/Field Medic.json"], []),
    "a folder of the pack alone": (zip_of({"cards/a.json": CARD}, folders=True), ["cards/a.json"], []),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_of_other_programs_is_read(name: str) -> None:
    data, files, left_aside = FOREIGN[name]
    contents = unpack(data)

    assert (list(contents.files), list(contents.left_aside)) == (files, left_aside)


def test_a_name_that_an_extra_field_gives_in_utf_8_is_that_of_the_file() -> None:
    """As Info-ZIP writes it beside a name in the encoding of the machine."""
    own, name = b"cards/\x90.json", "cards/卡.json".encode()
    stated = struct.pack("<BL", 1, zlib.crc32(own)) + name
    data = archive(Raw(own, CARD, extra=struct.pack("<HH", 0x7075, len(stated)) + stated))

    assert list(unpack(data).files) == ["cards/卡.json"]


@pytest.mark.parametrize(
    "files",
    [
        {"pack/cards/../../../a.json": CARD, "pack/b.txt": b""},
        {"pack/cards/\u202ea.json": CARD, "pack/b.txt": b""},
        {"cards/a.json": CARD, "cards\\a.json": CARD},
        {"cards/É.json": CARD, "cards/e\u0301.json": CARD, "x.txt": b""},
        {"cards/a.json": b" " * 10_000_000, "x.txt": b""},
    ],
    ids=["a way out", "a hidden sign", "twice, by the slash", "twice, by letters", "a bomb"],
)
def test_that_could_do_harm_is_refused(files: dict[str, bytes]) -> None:
    with pytest.raises(BadCard) as refusal:
        unpack(zip_of(files, comment=b"x"))

    assert {problem.slug for problem in refusal.value.problems} == {"invalid-archive"}


def test_with_a_signature_is_believed_in_its_one_form_alone() -> None:
    signed = write_zip({**FILES, "manifest.json.minisig": b"untrusted comment: x"})
    with pytest.raises(BadCard):
        unpack(signed + b"x")

    assert "manifest.json.minisig" in unpack(signed).files


@given(st.binary(max_size=200), st.integers(0, len(GOOD) - 1))
def test_any_bytes_are_read_or_refused(noise: bytes, place: int) -> None:
    for data in (
        noise,
        GOOD[:place] + noise + GOOD[place:],
        GOOD[:place] + noise + GOOD[place + len(noise) :],
        b"PK\x03\x04" + noise,
    ):
        try:
            contents = unpack(data)
        except BadCard as refusal:
            assert all(problem.slug in ("invalid-archive", "too-large") for problem in refusal.problems)
        else:
            assert all(isinstance(content, bytes) for content in contents.files.values())


def test_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    for name in ("卡牌.zip", "X.ZIP", "cards.json", "no ending"):
        (tmp_path / name).write_bytes(FOREIGN["Finder"][0])

        assert open_source(tmp_path / name).files == ("cards/a.json",), name


PROGRAMS = {
    "zip": ["zip", "-qr", "out.zip", "pack"],
    "7z": ["7z", "a", "-bd", "out.zip", "pack"],
    "bsdtar": ["bsdtar", "-a", "-cf", "out.zip", "pack"],
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_of_a_program_that_is_here_is_read(program: str, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    for name, data in {"cards/战地 医师.json": CARD, "README.md": b"#", f"cards/{SYSTEM_FILES[0]}": b""}.items():
        file = tmp_path / "pack" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    subprocess.run(
        PROGRAMS[program],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )
    contents = unpack((tmp_path / "out.zip").read_bytes())

    assert list(contents.files) == ["cards/战地 医师.json"]
    assert "README.md" in contents.left_aside
