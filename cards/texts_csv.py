"""Texts as CSV for translators: what a spreadsheet opens, changes and gives back without a character lost.

How a file is written and read is `cards.csv_file`. The key of a row, `card/text/language`, is never mistaken for a
number or a date, and the hashes begin with a letter for the same reason. Nothing is normalised: full-width punctuation, emoji
and combining marks come back as they were.
"""

import hashlib
from collections.abc import Iterable, Iterator

from cards.csv_file import BOM, BadFile, csv_line, csv_rows, decode, unguard
from cards.values import frozen_dataclass

COLUMNS = ("key", "name", "state", "source", "text", "generated", "source_hash", "text_hash")
REQUIRED_COLUMNS = ("key", "text", "source_hash")
SIZE_LIMIT = 16 * 1024 * 1024  # bytes of a file
ROW_LIMIT = 60_000  # rows of a file: 10,000 cards with three texts in two languages


@frozen_dataclass
class CsvRow:
    """One text of one card in one language, and where it is in the file."""

    line: int
    key: str
    text: str
    source: str
    source_hash: str
    text_hash: str


@frozen_dataclass
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
    yield BOM + csv_line(COLUMNS)
    for row in rows:
        yield csv_line(row)


def read_csv(data: bytes) -> list[CsvRow]:
    """Return the rows of a file, whichever of comma, semicolon and tab a spreadsheet put between its cells.

    Errors: BadCsv for another encoding, a missing column, a broken quote, and more rows than fit.
    """
    if len(data) > SIZE_LIMIT:
        raise _bad(1, "", "A file holds at most 16 MiB.", "文件最大 16 MiB。")
    rows: list[CsvRow] = []
    try:
        lines = csv_rows(decode(data))
        _, header = next(lines, (1, []))
        places = _places(header)
        for line, cells in lines:
            rows.append(_row(line, cells, places))
            if len(rows) > ROW_LIMIT:
                raise _bad(line, "", f"A file holds at most {ROW_LIMIT} rows.", f"文件最多 {ROW_LIMIT} 行。")
    except BadFile as bad:
        raise _bad(bad.line, "", bad.detail["en"], bad.detail["zh"]) from bad
    return rows


def _places(header: list[str]) -> dict[str, int]:
    places = {name.strip().lower(): place for place, name in enumerate(header)}
    missing = [name for name in REQUIRED_COLUMNS if name not in places]
    if missing:
        names = ", ".join(missing)
        raise _bad(1, names, f"The header has no column {names}.", f"表头缺少列 {names}。")
    return places


def _row(line: int, cells: list[str], places: dict[str, int]) -> CsvRow:
    def cell(name: str) -> str:
        place = places.get(name, len(cells))
        found = cells[place] if place < len(cells) else ""
        return unguard(found.replace("\r\n", "\n").replace("\r", "\n"))

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
