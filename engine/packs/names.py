"""Which names a file may have inside a pack."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

CARD_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}", re.ASCII)
"""An id as written in a card, which is also the stem of its file."""

MANIFEST: Final = "manifest.json"
UNPINNED_FILES: Final = frozenset({MANIFEST, f"{MANIFEST}.minisig"})
"""Files of a release that its manifest cannot list: itself, and its own signature."""

ART: Final = "art/"
IMAGE: Final = ".webp"
"""Where the images of cards lie beside a pack, `art/ID.webp`, and nowhere else."""

TYPES: Final = "types/"
"""Where a release has the types of its cards, for programs; no card is read from there."""

FILE_NAME: Final = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*\.(json|minisig)|art/[A-Za-z0-9][A-Za-z0-9._-]*\.webp"
    r"|types/cards\.(d\.ts|py)",
    re.ASCII,
)
_ABSOLUTE: Final = re.compile(r"/|[A-Za-z]:")
_MAX_LENGTH: Final = 255
_ARCHIVES: Final = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar", ".zst", ".jar")


def path_problem(name: str) -> tuple[str, str] | None:
    """Return why a name could do harm where it is unpacked, in English and Chinese; None where it could not."""
    if (outside := _leads_outside(name)) is not None:
        return outside
    if not name or any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in name):
        return "has signs that no name shows", "含有名称中不可见的字符"
    return None


def _leads_outside(name: str) -> tuple[str, str] | None:
    if _ABSOLUTE.match(name):
        return "is an absolute path", "是绝对路径"
    return ("leads out of the pack", "指向卡包之外") if ".." in name.split("/") else None


def name_problem(name: str) -> tuple[str, str] | None:
    """Return the problem of a file name, in English and Chinese, or None for a valid one."""
    if "\\" in name and not _ABSOLUTE.match(name):
        return "contains a backslash", "含有反斜杠"
    if (outside := _leads_outside(name)) is not None:
        return outside
    if name.endswith("/"):
        return "is a folder; leave folders out (zip -D)", "是文件夹，打包时请不要包含文件夹（zip -D）"
    if name.lower().endswith(_ARCHIVES):
        return "is an archive inside the archive", "是压缩包里的压缩包"
    if len(name) > _MAX_LENGTH:
        return f"is longer than {_MAX_LENGTH} characters", f"超过 {_MAX_LENGTH} 个字符"
    if not FILE_NAME.fullmatch(name):
        return (
            "is not a file of a pack; letters, digits, . _ - and / are allowed, and the ending .json, .minisig or, below art/, .webp; beside them types/cards.d.ts and types/cards.py",
            "不是卡包里的文件；只允许字母、数字、. _ - 和 /，并以 .json、.minisig 或（art/ 下）.webp 结尾；此外可有 types/cards.d.ts 和 types/cards.py",
        )
    return None


def clashes(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names that could not be side by side on every file system.

    These are the same name twice, names that differ in case alone (folders too), a file that is also a folder.
    """
    files, folders = dict[str, str](), dict[str, str]()
    for name in names:
        parents = [name[:at] for at, sign in enumerate(name) if sign == "/"]
        if (other := _clash(name, parents, files, folders)) is not None:
            yield other, name


def _clash(name: str, parents: list[str], files: dict[str, str], folders: dict[str, str]) -> str | None:
    """Return the name with which another clashes, or add it to those that are there."""
    for parent in parents:
        lower_name = parent.lower()
        first = files.get(lower_name) or folders.setdefault(lower_name, parent)
        if first != parent or lower_name in files:
            return first
    lower_name = name.lower()
    if (other := folders.get(lower_name) or files.get(lower_name)) is None:
        files[name if lower_name == name else lower_name] = name
    return other
