"""Read what a path names: a card, a folder, a manifest with its files, or an archive."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import Final

from engine.errors import BadCard, Problem, Problems
from engine.language.diagnostics.listing import FILE_LISTED, listed, more_problem, problems_of
from engine.language.diagnostics.syntax import printable
from engine.packs.directory import ARCHIVE_SIZE, problem
from engine.packs.limits import CARD_LIMITS, MANIFEST_LIMITS, set_limits
from engine.packs.manifest import Pin, differences, is_set, missing, pinned, shape_problems
from engine.packs.names import MANIFEST, UNPINNED_FILES, clashes
from engine.packs.reader import Document, read_json
from engine.packs.tolerant import read_repaired
from engine.packs.unpacking import is_of_tools, unpack

_ENDINGS: Final = (".json", ".jsonc", ".json5")
OF_PREVIEWS: Final = (
    "styles.json",
    "standing.json",
    "bounds.json",
    "sample-change.json",
    "sample-preview.json",
    "first-card.json",
)
OF_GATES: Final = "witness"
"""The folder of a ruleset in which its gates keep where each situation was seen."""
NOT_READ: Final = ("schema", "previews", OF_GATES)
"""Kinds of files that are not read as a part of a pack."""
_MANIFESTS: Final = (MANIFEST, f"cards/{MANIFEST}")
"""Where the manifest of a pack may be, the first that is there."""

CARDS: Final = "cards"

_UNLISTED_FOLDERS: Final = ("decks", "scenarios", "text")
"""Folders that a manifest need not list."""

_LIST: Final = re.compile(rb"\s*+\[")
_SET: Final = re.compile(rb'"cards"\s*:\s*\[')
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
            there is none; others lie beside the files and are not read, such as the images of `art/`; `repairs` says whether cards
            that are almost JSON are repaired.
    """

    files: tuple[str, ...]
    problems: tuple[Problem, ...]
    _read: Callable[[str], bytes]
    _pins: Mapping[str, Pin] = field(default_factory=dict)
    manifest: Document | None = None
    others: tuple[str, ...] = ()
    repairs: bool = False
    _cached: dict[str, Loaded] = field(default_factory=dict)

    def data(self, file: str) -> bytes:
        """Return the bytes of a file, of one among the others, too."""
        return self._read(file)

    @property
    def has_cards(self) -> bool:
        """Return whether there is a file for cards or decks, whatever is in it."""
        return any(kind_of(file) in ("card", "deck") for file in self.files)

    def stated(self, key: str) -> str | None:
        """Return what the manifest says about the pack under a key, if it is a text."""
        value = self.manifest.value.get(key) if self.manifest is not None else None
        return value if isinstance(value, str) else None

    def __iter__(self) -> Iterator[Loaded]:
        """Yield every file."""
        for file in self.files:
            yield self.load(file)

    def may_name_cards(self, file: str) -> bool:
        """Return whether a file may hold cards with ids; one in which no id is written need not be parsed to know that."""
        return self.may_hold_cards(file, ("id",))

    def may_hold_cards(self, file: str, words: Iterable[str]) -> bool:
        """Return whether a file may hold cards in which one of some texts is written, as a key or a value."""
        if kind_of(file) != "card" or file in self._cached:
            return kind_of(file) == "card"
        try:
            data = self._read(file)
        except (OSError, BadCard):
            return False
        return b"\\u" in data or any(f'"{word}"'.encode() in data for word in words)

    def load(self, file: str) -> Loaded:
        """Read one file, and keep it where it is the only one."""
        if file not in self._cached:
            file_content = self._loaded(file)
            if len(self.files) > 1:
                return file_content
            self._cached[file] = file_content
        return self._cached[file]

    def _loaded(self, file: str) -> Loaded:
        """Read one file; what a manifest pins by hash is strict JSON, all else an author's text."""
        kind, pin = kind_of(file), self._pins.get(file)
        try:
            data = self._read(file)
            problems = tuple(differences(pin, data)) if pin else ()
            document = self._document(file, kind, data, jsonc=pin is None)
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            return Loaded(file, kind, None, (missing(file),))
        except BadCard as refused:
            listed = (_unreadable(file),) if self.manifest is not None else ()
            return Loaded(file, kind, None, (*listed, *refused.problems))
        return Loaded(file, kind, document, problems)

    def _document(self, file: str, kind: str, data: bytes, *, jsonc: bool) -> Document:
        if self.repairs and jsonc and kind == "card":
            return read_repaired(data, limits=set_limits(len(data)), file=file)
        return _document(file, kind, data, jsonc=jsonc)


def kind_of(file: str) -> str:
    """Return what a file of a pack holds, by its folder: card, text, schema, deck, scenario or manifest.

    What lies beside a ruleset's cards for its programs is a kind of its own: the decks of previews, what bots know of
    triggers, the preview of its sample pack, what its gates keep.
    """
    *folders, name = file.split("/")
    if file in OF_PREVIEWS:
        return "previews"
    if file.startswith(f"{OF_GATES}/"):
        return OF_GATES
    if name == MANIFEST:
        return "manifest"
    return next((_FOLDERS[folder] for folder in folders if folder in _FOLDERS), "card")


def _document(file: str, kind: str, data: bytes, *, jsonc: bool) -> Document:
    """Read a file within the limits of its kind: a set of cards may be as large as a pack, one card may not."""
    if kind != "card":
        return read_json(data, limits=MANIFEST_LIMITS, jsonc=jsonc, file=file)
    limits = set_limits(len(data)) if _LIST.match(data) else CARD_LIMITS
    try:
        return read_json(data, limits=limits, jsonc=jsonc, file=file)
    except BadCard as refused:
        if limits is not CARD_LIMITS or all(problem.code != "E-LIMIT" for problem in refused.problems):
            raise
        if not _SET.search(data):
            raise
        document = read_json(data, limits=set_limits(len(data)), jsonc=jsonc, file=file)
        if not is_set(document.value):
            raise
        return document


def open_source(path: Path, *, repairs: bool = False) -> Source:
    """Return the files that a path names; with `repairs`, cards that are almost JSON are read as what they would be after repairs.

    Shapes: the manifest of a folder lies in it or in its `cards/` (003§1); what a manifest names is beside it; for `cards/` and its
            manifest the decks beside `cards/` belong to the pack, and files are named from the folder that holds both.
    Errors: BadCard for an archive or a manifest that cannot be read at all; FileNotFoundError when nothing is there.
    """
    return replace(_source(path), repairs=repairs)


def _source(path: Path) -> Source:
    if (root := _root_of(path)) is not None:
        return _folder(root, f"{CARDS}/{MANIFEST}")
    if path.is_dir():
        return _folder(path, next((place for place in _MANIFESTS if (path / place).is_file()), None))
    if path.name == MANIFEST:
        return _folder(path.parent, MANIFEST)
    if not path.exists():
        raise FileNotFoundError(path)
    if is_archive(path):
        return _archive(read_file(path), path.name)
    return Source((path.name,), (), lambda file: read_file(path))


def _root_of(path: Path) -> Path | None:
    """Return the folder of a pack whose `cards/` or `cards/manifest.json` is named while its decks lie beside it (003§1)."""
    folder = path.parent if path.name == MANIFEST else path
    has_decks = folder.name == CARDS and (folder / MANIFEST).is_file() and (folder.parent / "decks").is_dir()
    return folder.parent if has_decks else None


def is_single(path: Path) -> bool:
    """Return whether a path names a card file by itself, not a pack."""
    return not path.is_dir() and path.name != MANIFEST and not is_archive(path)


def is_archive(path: Path) -> bool:
    """Return whether a file is an archive, by its first bytes, or claims to be one by its name."""
    if path.suffix.lower() == ".zip":
        return True
    try:
        with path.open("rb") if path.is_file() else BytesIO() as stream:
            head = stream.read(_ZIP_HEAD)
    except OSError:
        return False
    return head.startswith(b"PK\x03\x04") and b"\0" in head


def open_files(paths: Mapping[str, Path]) -> Source:
    """Return single files as one set of cards, each under the name that reports use; FileNotFoundError for one that is not there."""
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
    """Return the files of an archive; its manifest may lie below the one folder that holds all."""
    contents = unpack(data, file=name)
    files = contents.files
    tops = {file.partition("/")[0] for file in files}
    top = f"{tops.pop()}/" if len(tops) == 1 else ""
    manifest = next((f"{root}{place}" for root in ("", top) for place in _MANIFESTS if f"{root}{place}" in files), None)
    files_read = _read_files(files)
    if manifest is None:
        others = _unread_files((*files, *contents.left_aside), files_read)
        return Source(files_read, (), files.__getitem__, others=others)

    def read(file: str) -> bytes:
        if file not in files:
            raise FileNotFoundError(file)
        return files[file]

    there = _Directory(read, files.__contains__, frozenset(files), files=frozenset((*files, *contents.left_aside)))
    return _listed(there, manifest, _unlisted_files(files_read, manifest))


def read_file(path: Path) -> bytes:
    """Return the bytes of a file, no more than the largest archive and one.

    Errors: BadCard for one that may not be read, and for a pipe, which may never get a writer; those of /dev are the shell's own.
    """
    if path.is_fifo() and not path.as_posix().startswith(_OF_THE_SHELL):
        raise BadCard([_not_plain(path.name)])
    try:
        with path.open("rb") as stream:
            start = stream.read(_PIECE)
            return start if len(start) < _PIECE else start + stream.read(ARCHIVE_SIZE + 1 - _PIECE)
    except PermissionError:
        raise BadCard([_denied(path.name)]) from None


_OF_THE_SHELL: Final = ("/dev/", "/proc/")

_ZIP_HEAD: Final = 30
"""Bytes of the first header of a zip, in which there is always a NUL, as in no text."""

_PIECE: Final = 64 * 1024
"""Most files of a pack end within so many bytes; the buffer for the largest archive is made for the others alone."""


def _folder(root: Path, manifest: str | None) -> Source:
    """Return the JSON files of a folder: what its manifest lists, else all below it; links are not followed."""
    files, links = [], []
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if any(part.startswith(".") for part in name.split("/")):
            continue
        if path.is_symlink():
            links += [name] if path.suffix in _ENDINGS or path.is_dir() else []
        elif path.is_file():
            files.append(name)
        elif path.suffix in _ENDINGS and not path.is_dir():
            links.append(name)

    def read(file: str) -> bytes:
        path = root / file
        is_inside = path.resolve().is_relative_to(root.resolve())
        if not is_inside or (path.exists() and not path.is_file() and not path.is_dir()):
            raise BadCard([_not_plain(file)])
        return read_file(path)

    file_names = _read_files(files)
    if manifest is None:
        found = (*problems_of(links, _not_plain, root.name), *_clashes(file_names, root.name))
        return Source(file_names, found, read, others=_unread_files(files, file_names))
    link_problems = problems_of(_unlisted_files(links, manifest), _not_plain, manifest)
    plain = frozenset(files)

    def has_file(file: str) -> bool:
        return file in plain or (bool(links) and (root / file).exists())

    there = _Directory(read, has_file, problems=tuple(link_problems), files=plain)
    return _listed(there, manifest, _unlisted_files(file_names, manifest))


def _read_files(files: Iterable[str]) -> tuple[str, ...]:
    """Return the files that are read where no manifest lists any: JSON, and neither the schemas of others nor the styles of a ruleset."""
    return tuple(
        file for file in files if file.endswith(_ENDINGS) and kind_of(file) not in NOT_READ and not is_of_tools(file)
    )


def _unread_files(files: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the files that are not among those known, by name."""
    return tuple(sorted(set(files) - set(known)))


def _unlisted_files(files: Iterable[str], at: str) -> tuple[str, ...]:
    """Return the files that lie in folders of their own beside a manifest, or beside the `cards/` in which it lies."""
    root = at.removesuffix(MANIFEST).removesuffix("cards/")
    return tuple(
        file for file in files if file.startswith(root) and file[len(root) :].partition("/")[0] in _UNLISTED_FOLDERS
    )


@dataclass(frozen=True, slots=True)
class _Directory:
    """The files that lie where a manifest lies.

    Shapes: `present` names all of an archive, and is empty for a folder, which may hold anything beside a pack; `has_file` answers for both;
            `files` are all plain files of either.
    """

    read: Callable[[str], bytes]
    has_file: Callable[[str], bool]
    present: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    files: frozenset[str] = frozenset()


def _listed(directory: _Directory, at: str, subfolders: tuple[str, ...]) -> Source:
    """Return the files that a manifest lists, and those beside it where it pins none.

    Shapes: `at` is the manifest's own name.
    Errors: BadCard when the manifest itself is unreadable.
    """
    manifest = read_json(directory.read(at), limits=MANIFEST_LIMITS, jsonc=True, file=at)
    if misshapen := listed(shape_problems(manifest)):
        raise BadCard(misshapen)
    root = at.removesuffix(MANIFEST)
    pins = {f"{root}{name}": replace(pin, path=f"{root}{name}") for name, pin in pinned(manifest).items()}
    card_files = [f"{root}{name}" for name in manifest.value.get("cardFiles", ())]
    files = dict.fromkeys([*card_files, *(pins or subfolders)])
    other_files = islice(files, len(set(card_files)), None)
    extra = sorted(directory.present - files.keys() - {f"{root}{name}" for name in UNPINNED_FILES}) if pins else []
    file_names = [file for file in files if file.endswith(_ENDINGS)]
    absent = [file for file in file_names if not directory.has_file(file)]
    unread = set(absent[FILE_LISTED:])
    entries = (
        *directory.problems,
        *_clashes(chain(card_files, other_files), at),
        *problems_of(extra, _stray, at),
        *([more_problem(at, len(unread))] if unread else ()),
    )
    read = tuple(file for file in file_names if file not in unread)
    return Source(read, entries, directory.read, pins, manifest, _unread_files(directory.files, (*file_names, at)))


def _clashes(files: Iterable[str], pack: str) -> Problems:
    """Yield the files that could not be side by side on every file system, and those that are listed twice; archives are read without any."""
    return problems_of(clashes(files), _clash, pack)


def _clash(pair: tuple[str, str]) -> Problem:
    other, name = pair
    return problem("clash", name, name=printable(name), other=printable(other))


def _not_plain(file: str) -> Problem:
    message = {
        "en": f"{file} is a link or no plain file; only plain files inside the pack are read.",
        "zh": f"{file} 是链接或不是普通文件；只读取卡包内的普通文件。",
    }
    return Problem("E-FILE", message, file=file)


def _denied(file: str) -> Problem:
    message = {"en": f"The file {file} may not be read: permission is denied.", "zh": f"没有读取文件 {file} 的权限。"}
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
