"""CSV files: the one module that reads and writes them, and the one guard against formulas.

A file is UTF-8 with a byte order mark and CRLF. A cell of text that a spreadsheet would run as a formula gets an apostrophe before it, which
reading takes away again: every text comes back as it was.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator

from cards.gateway import encodings
from cards.refusals import Text, text

BOM = "\ufeff"  # spreadsheets know UTF-8 by it
DELIMITERS = ",;\t|"
FULL_WIDTH = "，；"
"""Delimiters of tables that a hand typed in Chinese, where the first line has none of the others."""
OPERATORS = frozenset("=+-@")  # and their full-width and small forms, which spreadsheets of East Asia take for the same
_INVISIBLE = "\"'\u00a0\u200b\u200c\u200d\u2060\ufeff"
"""Before an operator, a spreadsheet or a paste may drop these, as it does blanks."""
_NEEDS_QUOTES = re.compile(r'[",;|\t\r\n]|^\s|\s$')
_NUMBER = re.compile(r"[-+]?[0-9]{1,18}(?:\.[0-9]{1,18})?")
_SEPARATOR = re.compile(r"\ufeff?sep=([^\r\n]|\t)?\r?\n", re.IGNORECASE)
"""The line in which Excel names the delimiter."""
_GUARD = "'"
_RULE = re.compile(r":?-{2,}:?")
"""A cell of the line that Markdown has between the head of a table and its rows."""


class Number(str):
    """A cell that is a number: a sign at its beginning is no formula."""

    __slots__ = ()


class BadFile(Exception):
    """A file cannot be read, from this line on; why, in both languages."""

    def __init__(self, line: int, detail: Text) -> None:
        super().__init__(detail["en"])
        self.line, self.detail = line, detail


def number(cell: str) -> str:
    """Return a cell as a number where it is written like one, or else as the text that it is."""
    return Number(cell) if _NUMBER.fullmatch(cell) else cell


def csv_line(cells: Iterable[str]) -> str:
    """Return one line of a file; a cell that any spreadsheet might take apart is quoted, whichever delimiter it expects."""
    return ",".join(_quote(cell if isinstance(cell, Number) else guard(cell)) for cell in cells) + "\r\n"


def csv_text(rows: Iterable[Iterable[str]]) -> str:
    """Return a whole file."""
    return BOM + "".join(csv_line(row) for row in rows)


def guard(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula."""
    return f"{_GUARD}{cell}" if is_formula(cell) or _looks_guarded(cell) else cell


def unguard(cell: str) -> str:
    """Return what `guard` was given."""
    return cell[1:] if _looks_guarded(cell) else cell


def is_formula(cell: str) -> bool:
    """Return whether a spreadsheet might run a cell: it begins with a control character, or with an operator in any of its forms."""
    if not cell:
        return False
    if unicodedata.category(cell[0]) == "Cc":
        return True
    first = next((letter for letter in cell if not letter.isspace() and letter not in _INVISIBLE), "")
    return unicodedata.normalize("NFKC", first) in OPERATORS


def _looks_guarded(cell: str) -> bool:
    return cell[:1] == _GUARD and (cell[1:2] == _GUARD or is_formula(cell[1:]))


def _quote(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else str(cell)


def decode(data: bytes) -> str:
    """Return the text of a file in the encoding that its marks and letters show: UTF-8, UTF-16, GBK, Big5 or Windows-1252. Errors: BadFile."""
    encoding = encodings.encoding_of(data)
    if encoding is None:
        raise BadFile(
            1,
            text(
                "The encoding is unknown. Save the file as “CSV UTF-8”.",
                "无法识别文件编码。请将文件另存为“CSV UTF-8”。",
            ),
        )
    return data.decode(encoding)


def csv_rows(content: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not empty, with the number of its line; cells as written, guards included. The line below the head of a table of Markdown is none.

    The delimiter is the one of comma, semicolon, tab and bar that the first line has most of, or the one that a line `sep=` before it names.
    Errors: BadFile for quotes that do not match.
    """
    separator = _SEPARATOR.match(content)
    skipped_lines, content = (1, content[separator.end() :]) if separator else (0, content)
    mark = (separator[1] if separator else None) or _mark_of(content.partition("\n")[0])
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=mark, strict=True)
    line = 1 + skipped_lines
    try:
        for row in reader:
            if any(cell.strip() for cell in row) and not (mark == "|" and _is_rule(row)):
                yield line, row
            line = reader.line_num + 1 + skipped_lines
    except csv.Error as error:
        raise BadFile(
            reader.line_num + skipped_lines,
            text(f"The quotes do not match here: {error}.", f"此处的引号不配对：{error}。"),
        ) from error


def _mark_of(line: str) -> str:
    """Return the delimiter that a line has most of."""
    mark = max(DELIMITERS, key=line.count)
    return mark if mark in line else max(FULL_WIDTH, key=line.count)


def _is_rule(row: list[str]) -> bool:
    return all(_RULE.fullmatch(cell.strip()) for cell in row if cell.strip())
