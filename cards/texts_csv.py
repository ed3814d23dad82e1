"""Texts as CSV for translators: what a spreadsheet opens, changes and gives back without a character lost.

The file is UTF-8 with a byte order mark and CRLF, quoted where needed. A cell that a spreadsheet would take for a formula
gets an apostrophe before it, which reading takes away again. The key of a row, `card/text/language`, is never mistaken for a
number or a date, and the hashes begin with a letter for the same reason. Nothing is normalised: full-width punctuation, emoji
and combining marks come back as they were.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

COLUMNS = ("key", "name", "state", "source", "text", "generated", "source_hash", "text_hash")
NEEDED = ("key", "text", "source_hash")
SIZE_LIMIT = 16 * 1024 * 1024  # bytes of a file
ROW_LIMIT = 60_000  # rows of a file: 10,000 cards with three texts in two languages
_FORMULA = "=+-@\t\r\n＝＋－＠"
_ESCAPED = _FORMULA + "'"
_DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One text of one card in one language, and where it is in the file."""

    line: int
    key: str
    text: str
    source: str
    source_hash: str
    text_hash: str


@dataclass(frozen=True, slots=True)
class CsvProblem:
    """Why a file or a row of it is not taken: line and column in the file, in both languages."""

    line: int
    column: str
    en: str
    zh: str

    @property
    def message(self) -> dict[str, str]:
        """Return the sentence in both languages."""
        return {"en": self.en, "zh": self.zh}


class BadCsv(Exception):
    """The file cannot be read as a whole."""

    def __init__(self, problem: CsvProblem) -> None:
        super().__init__(problem.en)
        self.problem = problem


def text_hash(text: str) -> str:
    """Return the short hash of a text by which a row says what it is based on: `s` and 16 hexadecimal digits."""
    return "s" + hashlib.sha256(text.encode()).hexdigest()[:16]


def csv_lines(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield a file line by line, its header first; each row has the values of COLUMNS."""
    yield "\ufeff" + _line(COLUMNS)
    for row in rows:
        yield _line(tuple(escaped(cell) for cell in row))


def escaped(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula."""
    is_formula = cell[:1] in _FORMULA if cell else False
    is_quoted = len(cell) > 1 and cell[0] == "'" and cell[1] in _ESCAPED
    return f"'{cell}" if is_formula or is_quoted else cell


def unescaped(cell: str) -> str:
    """Return what `escaped` was given."""
    return cell[1:] if len(cell) > 1 and cell[0] == "'" and cell[1] in _ESCAPED else cell


def read_csv(data: bytes) -> list[CsvRow]:
    """Return the rows of a file, whichever of comma, semicolon and tab a spreadsheet put between its cells.

    Errors: BadCsv for another encoding, a missing column, a broken quote, and more rows than fit.
    """
    if len(data) > SIZE_LIMIT:
        raise _bad(1, "", "A file holds at most 16 MiB.", "文件最大 16 MiB。")
    text = _decoded(data)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    rows: list[CsvRow] = []
    try:
        places = _places(next(reader, []))
        line = reader.line_num + 1
        for cells in reader:
            if any(cells):
                rows.append(_row(line, cells, places))
            if len(rows) > ROW_LIMIT:
                raise _bad(line, "", f"A file holds at most {ROW_LIMIT} rows.", f"文件最多 {ROW_LIMIT} 行。")
            line = reader.line_num + 1
    except csv.Error as error:
        raise _bad(
            reader.line_num, "", f"The quotes do not match here: {error}.", f"此处的引号不配对：{error}。"
        ) from error
    return rows


def _line(cells: tuple[str, ...]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


def _decoded(data: bytes) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _bad(
            line,
            "",
            "This is not UTF-8. Save the file as “CSV UTF-8” and send it again.",
            "文件不是 UTF-8 编码。请另存为“CSV UTF-8”后重新上传。",
        ) from error


def _delimiter(text: str) -> str:
    header = text.partition("\n")[0]
    return max(_DELIMITERS, key=header.count)


def _places(header: list[str]) -> dict[str, int]:
    places = {name.strip().lower(): place for place, name in enumerate(header)}
    missing = [name for name in NEEDED if name not in places]
    if missing:
        names = ", ".join(missing)
        raise _bad(1, names, f"The header has no column {names}.", f"表头缺少列 {names}。")
    return places


def _row(line: int, cells: list[str], places: dict[str, int]) -> CsvRow:
    def cell(name: str) -> str:
        place = places.get(name, len(cells))
        found = cells[place] if place < len(cells) else ""
        return unescaped(found.replace("\r\n", "\n").replace("\r", "\n"))

    return CsvRow(
        line=line,
        key=cell("key").strip(),
        text=cell("text"),
        source=cell("source"),
        source_hash=cell("source_hash").strip(),
        text_hash=cell("text_hash").strip(),
    )


def _bad(line: int, column: str, en: str, zh: str) -> BadCsv:
    return BadCsv(CsvProblem(line, column, en, zh))
