"""Cards of other programs that are no JSON: the database of Cockatrice (XML) and the sets of Magic Set Editor (a zip).

Neither says what a card does in a way that a game here could play: name, cost, text, numbers and image are taken.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Final
from xml.parsers import expat

from cards.errors import BadText
from cards.values import frozen_dataclass

COCKATRICE, EDITOR = "Cockatrice", "Magic Set Editor"
MAX_RECORDS: Final = 20_000
BEGINNING: Final = 8_000
"""Bytes in which the first element of XML begins."""
_MAX_DEPTH: Final = 16
_MAX_SET_SIZE: Final = 32 << 20
"""Bytes of the text of a set, unpacked; a card's image may have two million more each."""
_MAX_IMAGE_SIZE: Final = 2 << 20
_MAX_DIRECTORY_SIZE: Final = 1 << 20
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_KEY: Final = re.compile(r"(\t*)([^\t:][^:]{0,80}):(.*)", re.DOTALL)


@frozen_dataclass
class Record:
    """One card of another program.

    Shapes: kind is its type line; cost, power and toughness are as written; image is the bytes of its picture, empty where it has none.
    """

    name: str
    text: str = ""
    kind: str = ""
    cost: str = ""
    power: str = ""
    toughness: str = ""
    image: bytes = b""


@frozen_dataclass
class Records:
    """The cards of a file, and the program that wrote it."""

    program: str
    rows: tuple[Record, ...]


def records_in(data: bytes) -> Records | None:
    """Return the cards of a file of another program, by what the file is; None for every other file.

    Errors: BadText for a file of such a program that is damaged, has a document type or is too large.
    """
    if _root(_head(data)).startswith(b"<cockatrice_carddatabase"):
        return Records(COCKATRICE, _bounded(_cockatrice(data)))
    if data.startswith(b"PK") and (text := _set_text(data)):
        return Records(EDITOR, _bounded(_editor(data, text)))
    return None


def _head(data: bytes) -> bytes:
    """Return how a file begins, without its mark, in UTF-8 where the mark says UTF-16."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data[:BEGINNING].decode("utf-16", "replace").encode()
    return data.removeprefix(b"\xef\xbb\xbf")[:BEGINNING]


def _root(data: bytes) -> bytes:
    """Return what begins with the first element of XML, behind its declaration and comments."""
    for _ in range(8):
        data = data.lstrip()
        end = next((end for begin, end in ((b"<?", b"?>"), (b"<!--", b"-->")) if data.startswith(begin)), None)
        if end is None:
            return data
        data = data.partition(end)[2]
    return b""


def _bounded(rows: Iterator[Record]) -> tuple[Record, ...]:
    records: list[Record] = []
    for row in rows:
        if len(records) == MAX_RECORDS:
            raise BadText(f"At most {MAX_RECORDS} cards at once.", f"一次最多 {MAX_RECORDS} 张卡牌。")
        records.append(row)
    return tuple(records)


# ---------------------------------------------------------------------------------------------------------- Cockatrice
class _Database:
    """Collects the texts of each `card` of the XML, by the names of their elements, as the parser meets them."""

    def __init__(self) -> None:
        self.cards: list[dict[str, str]] = []
        self._path: list[str] = []
        self._text: list[str] = []

    def start(self, name: str, _: Mapping[str, str]) -> None:
        """Begin an element."""
        self._path.append(name)
        if len(self._path) > _MAX_DEPTH:
            raise BadText("The XML is nested too deep.", "XML 嵌套过深。")
        if self._path[1:] == ["cards", "card"]:
            if len(self.cards) == MAX_RECORDS:
                raise BadText(f"At most {MAX_RECORDS} cards at once.", f"一次最多 {MAX_RECORDS} 张卡牌。")
            self.cards.append({})
        self._text = []

    def data(self, text: str) -> None:
        """Take a part of a text."""
        self._text.append(text)

    def end(self, name: str) -> None:
        """End an element: what a card says first under a name holds."""
        if self._path[1:3] == ["cards", "card"] and len(self._path) > 3:
            self.cards[-1].setdefault(name, "".join(self._text).strip())
        self._path.pop()
        self._text = []


def _cockatrice(data: bytes) -> Iterator[Record]:
    database, parser = _Database(), expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise BadText("XML with a document type is not read.", "不读取带有文档类型声明的 XML。")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler = database.start, database.end
    parser.CharacterDataHandler = database.data
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = f"{error.lineno}:{error.offset + 1}"
        raise BadText(f"The XML is damaged at {place}.", f"XML 在 {place} 处损坏。") from error
    for card in database.cards:
        power, _, toughness = card.get("pt", "").partition("/")
        yield Record(
            name=card.get("name", ""),
            text=card.get("text", ""),
            kind=card.get("type", ""),
            cost=card.get("cmc", "") or card.get("manacost", ""),
            power=power,
            toughness=toughness,
        )


# ---------------------------------------------------------------------------------------------------- Magic Set Editor
def _has_small_directory(data: bytes) -> bool:
    """Return whether the list of an archive's entries is there, of the plain kind and small: it is read as a whole."""
    at = data.rfind(b"PK\x05\x06", max(0, len(data) - 66_000))
    if at < 0 or len(data) < at + 22 or data[max(0, at - 20) : at].startswith(b"PK\x06\x07"):
        return False
    return int.from_bytes(data[at + 12 : at + 16], "little") <= _MAX_DIRECTORY_SIZE


def _set_text(data: bytes) -> str:
    """Return the text of a set, empty where the archive is none."""
    if not _has_small_directory(data):
        return ""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = archive.NameToInfo.get(f"{_folder(archive)}set")
            if info is None or info.flag_bits & 1 or info.file_size > _MAX_SET_SIZE:
                return ""
            with archive.open(info) as file:
                text = file.read(_MAX_SET_SIZE).decode("utf-8-sig", "replace")
    except (zipfile.BadZipFile, OSError, EOFError, zlib.error, NotImplementedError, RuntimeError, ValueError):
        return ""
    return text if text.startswith("mse version:") else ""


def _folder(archive: zipfile.ZipFile) -> str:
    """Return the folder of the set in an archive with its slash: empty, or one that was packed as a whole."""
    names = [name for name in archive.NameToInfo if name == "set" or name.endswith("/set")]
    return names[0].removesuffix("set") if len(names) == 1 and names[0].count("/") <= 1 else ""


def _editor(data: bytes, text: str) -> Iterator[Record]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        folder = _folder(archive)
        for card in _cards_of_set(text):
            kinds = [_plain(card.get(key, "")) for key in ("super type", "sub type", "type")]
            yield Record(
                name=_plain(card.get("name", "")),
                text=_plain(card.get("rule text", "")),
                kind=" ".join(filter(None, kinds)),
                cost=_plain(card.get("casting cost", "")),
                power=_plain(card.get("power", "")),
                toughness=_plain(card.get("toughness", "")),
                image=_image(archive, f"{folder}{image}") if (image := card.get("image", "")) else b"",
            )


def _cards_of_set(text: str) -> Iterator[dict[str, str]]:
    """Yield the fields of each `card:` of a set: `key: value` behind one tab, a longer value on lines behind two."""
    card: dict[str, list[str]] | None = None
    lines: list[str] = []
    for line in [*text.splitlines(), "end:"]:
        match = _KEY.fullmatch(line)
        depth = len(line) - len(line.lstrip("\t"))
        if depth == 0:
            if card is not None:
                yield {key: "\n".join(parts).strip() for key, parts in card.items()}
            card = {} if line.startswith("card:") else None
        elif card is None:
            continue
        elif depth == 1 and match:
            lines = card[match[2].strip()] = [match[3].strip()]
        else:
            lines.append(line.strip("\t"))


def _plain(text: str) -> str:
    """Return a text without the marks of its looks."""
    return _TAG.sub("", text).strip()


def _image(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the image of a card; empty where there is none, or one that is too large."""
    info = archive.NameToInfo.get(name)
    if info is None or info.file_size > _MAX_IMAGE_SIZE or info.flag_bits & 1:
        return b""
    try:
        with archive.open(info) as file:
            return file.read(_MAX_IMAGE_SIZE)
    except (zipfile.BadZipFile, OSError, EOFError, zlib.error, NotImplementedError, RuntimeError):
        return b""
