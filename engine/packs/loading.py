"""Read what a path names: a card, a folder, a manifest with its files, or an archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.errors import BadCard, Problem
from engine.packs.archive import read_zip
from engine.packs.directory import ARCHIVE_SIZE
from engine.packs.limits import CARD_LIMITS, MANIFEST_LIMITS, PACK_LIMITS, Limits
from engine.packs.manifest import Pin, differences, missing, pinned, shape_problems
from engine.packs.names import MANIFEST, UNPINNED
from engine.packs.reader import Document, read_json

_ENDINGS: Final = (".json", ".jsonc")
_FOLDERS: Final = {"text": "text", "schema": "schema", "decks": "deck", "scenarios": "scenario"}


@dataclass(frozen=True, slots=True)
class Loaded:
    """One file of a pack; without a document when it could not be read, and then with the reasons."""

    file: str
    kind: str
    document: Document | None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """The files that a path names, read one at a time and as often as asked: memory does not grow with the pack.

    Shapes: files in the order of the manifest, else by name; problems are those of the pack as a whole; `manifest` is None where
            there is none.
    """

    files: tuple[str, ...]
    problems: tuple[Problem, ...]
    _read: Callable[[str], bytes]
    _pins: Mapping[str, Pin] = field(default_factory=dict)
    manifest: Document | None = None

    @property
    def has_cards(self) -> bool:
        """Tell whether there is a file for cards, whatever is in it."""
        return any(kind_of(file) == "card" for file in self.files)

    def told(self, key: str) -> str | None:
        """Return what the manifest says about the pack under a key, if it is a text."""
        value = self.manifest.value.get(key) if self.manifest is not None else None
        return value if isinstance(value, str) else None

    def __iter__(self) -> Iterator[Loaded]:
        """Yield every file."""
        for file in self.files:
            yield self.load(file)

    def load(self, file: str) -> Loaded:
        """Read one file; what a manifest pins by hash is strict JSON, all else an author's text."""
        kind, pin = kind_of(file), self._pins.get(file)
        try:
            data = self._read(file)
            problems = tuple(differences(pin, data)) if pin else ()
            document = read_json(data, limits=_limits(kind, data), jsonc=pin is None, file=file)
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            return Loaded(file, kind, None, (missing(file),))
        except BadCard as refused:
            listed = (_unreadable(file),) if self.manifest is not None else ()
            return Loaded(file, kind, None, (*listed, *refused.problems))
        return Loaded(file, kind, document, problems)


def kind_of(file: str) -> str:
    """Return what a file of a pack holds, told by its folder: card, text, schema, deck, scenario or manifest."""
    *folders, name = file.split("/")
    if name == MANIFEST:
        return "manifest"
    return next((_FOLDERS[folder] for folder in folders if folder in _FOLDERS), "card")


def _limits(kind: str, data: bytes) -> Limits:
    """Return the limits of a file: a list of cards may be as large as a pack, one card may not."""
    if kind != "card":
        return MANIFEST_LIMITS
    return PACK_LIMITS if data.lstrip()[:1] == b"[" else CARD_LIMITS


def open_source(path: Path) -> Source:
    """Return the files that a path names.

    Errors: BadCard for an archive or a manifest that cannot be read at all; FileNotFoundError when nothing is there.
    """
    if path.is_dir():
        return _manifest_source(path) if (path / MANIFEST).is_file() else _folder(path)
    if path.name == MANIFEST:
        return _manifest_source(path.parent)
    if path.suffix.lower() == ".zip":
        return _archive(read_file(path), path.name)
    if not path.exists():
        raise FileNotFoundError(path)
    return Source((path.name,), (), lambda file: read_file(path))


def is_single(path: Path) -> bool:
    """Tell whether a path names a card file by itself, not a pack."""
    return not path.is_dir() and path.name != MANIFEST and path.suffix.lower() != ".zip"


def open_files(paths: Mapping[str, Path]) -> Source:
    """Return single files as one set of cards, each under the name it is to be told by; FileNotFoundError for one that is not there."""
    for path in paths.values():
        if not path.exists():
            raise FileNotFoundError(path)
    return Source(tuple(paths), (), lambda file: read_file(paths[file]))


def open_bytes(data: bytes) -> Source:
    """Return the files of an archive, or a card file, whose bytes are at hand.

    Errors: BadCard for an archive that cannot be read at all.
    """
    if data[:2] == b"PK":
        return _archive(data, "pack.zip")
    return Source(("card.json",), (), lambda file: data)


def _archive(data: bytes, name: str) -> Source:
    files = read_zip(data, file=name)
    return _listed(files.__getitem__, frozenset(files)) if MANIFEST in files else _unlisted(files)


def read_file(path: Path) -> bytes:
    """Return the bytes of a file, no more than the largest archive and one."""
    with path.open("rb") as stream:
        return stream.read(ARCHIVE_SIZE + 1)


def _folder(root: Path) -> Source:
    """Return all JSON files below a folder; hidden ones and other files are not part of a pack."""
    files, problems = [], []
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in _ENDINGS or any(part.startswith(".") for part in name.split("/")):
            continue
        if path.is_symlink():
            problems.append(_symlink(name))
        elif path.is_file():
            files.append(name)
    return Source(tuple(files), tuple(problems), lambda file: read_file(root / file))


def _manifest_source(root: Path) -> Source:
    """Return the files that the manifest of a folder lists; links are not followed out of the folder."""

    def read(file: str) -> bytes:
        path = root / file
        if not path.resolve().is_relative_to(root.resolve()):
            raise BadCard([_symlink(file)])
        return read_file(path)

    return _listed(read, None)


def _unlisted(files: Mapping[str, bytes]) -> Source:
    """Return the files of an archive without a manifest."""
    return Source(tuple(file for file in files if file.endswith(_ENDINGS)), (), files.__getitem__)


def _listed(read: Callable[[str], bytes], present: frozenset[str] | None) -> Source:
    """Return the files that a manifest lists; present names all that are there, where that is known.

    Errors: BadCard when the manifest itself is unreadable.
    """
    manifest = read_json(read(MANIFEST), limits=MANIFEST_LIMITS, jsonc=True, file=MANIFEST)
    problems = [*shape_problems(manifest)]
    if problems:
        raise BadCard(problems)
    pins = pinned(manifest)
    files = list(dict.fromkeys([*manifest.value.get("cardFiles", ()), *pins]))
    known = {*files, *UNPINNED}
    extra = sorted(present - known) if present and pins else []

    def read_listed(file: str) -> bytes:
        if present is not None and file not in present:
            raise FileNotFoundError(file)
        return read(file)

    wanted = tuple(file for file in files if file.endswith(_ENDINGS))
    return Source(wanted, tuple(_stray(file) for file in extra), read_listed, pins, manifest)


def _symlink(file: str) -> Problem:
    message = {"en": f"{file} is a link; only plain files are read.", "zh": f"{file} 是链接，只读取普通文件。"}
    return Problem("E-FILE", message, file=file)


def _stray(file: str) -> Problem:
    message = {"en": f"The manifest does not list the file {file}.", "zh": f"清单没有列出文件 {file}。"}
    return Problem("E-FILE", message, file=file)


def _unreadable(file: str) -> Problem:
    message = {
        "en": f"The file {file}, which the manifest lists, cannot be read.",
        "zh": f"清单列出的文件 {file} 无法读取。",
    }
    return Problem("E-FILE", message, file=file)
