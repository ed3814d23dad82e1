"""Workbooks of spreadsheets (XLSX): rows of text out and in, whatever a program made of the cells; formulas are never run nor written.

A workbook is an archive of XML from outside: its size unpacked is known before it is read, and rows are read one at a time.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from itertools import pairwise
from typing import Any, Final

from cards.csv_file import BadFile, Number
from cards.refusals import text

MAX_UNPACKED_SIZE: Final = 24 * 1024 * 1024
"""Bytes of a workbook unpacked."""
MAX_PARTS: Final = 2_000
"""Files in a workbook."""
MAX_COLUMNS: Final = 500
MAX_ROWS: Final = 100_000
TITLE_ROWS: Final = 20
"""Rows in which a sheet is looked through for a table."""
_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]{0,14}")
"""A number that a spreadsheet gives back letter by letter."""
_TEXT: Final = "@"
"""The format of a cell whose text stays as it is typed."""
_DAMAGE: Final = (
    zipfile.BadZipFile,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    EOFError,
    OSError,
    SyntaxError,
)
_BAD: Final = text(
    "This is no workbook of a spreadsheet (XLSX) that can be read.", "无法读取：这不是有效的电子表格（XLSX）。"
)
_LARGE: Final = text("The workbook is too large.", "电子表格过大。")


def is_sheet(data: bytes) -> bool:
    """Return whether a file is a workbook: an archive that names the parts of one, as XML."""
    return data.startswith(b"PK\x03\x04") and b"xl/workbook" in data and b"xl/workbook.bin" not in data


def sheet_bytes(rows: Iterable[Iterable[str]], title: str) -> bytes:
    """Return a workbook of one sheet with its first row kept in view; numbers are numbers, and all else is text that a spreadsheet leaves alone."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "B2"
    for row in rows:
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet)
            if isinstance(value, Number) and _INTEGER.fullmatch(value):
                cell.value = int(value)
            else:
                cell.value = _without_control(value)
                cell.data_type, cell.number_format = "s", _TEXT  # also where it begins as a formula does
            cells.append(cell)
        sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _without_control(value: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return "".join(letter for letter in value if letter >= " " or letter in "\t\n")


def sheet_rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not empty, with its number; cells as text, up to the last that is not empty.

    Shapes: of the first sheet with a table, which is two rows of two cells, or of the first where none has one.
    Errors: BadFile for what is no workbook, or is too large.
    """
    _check_size(data)
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # what a file says of its size is not believed
        with_table = (sheet for sheet in book.worksheets if _has_table(sheet))
        yield from _rows_of(next(with_table, book.worksheets[0]), MAX_ROWS)
    except _DAMAGE as error:
        raise BadFile(1, _BAD) from error


def _rows_of(sheet: Any, most: int) -> Iterator[tuple[int, list[str]]]:
    for line, row in enumerate(sheet.iter_rows(max_row=most + 1, max_col=MAX_COLUMNS, values_only=True), start=1):
        if line > MAX_ROWS:
            raise BadFile(line, _LARGE)
        cells = [cell_text(value) for value in row]
        width = max((place for place, cell in enumerate(cells, start=1) if cell.strip()), default=0)
        if width:
            yield line, cells[:width]


def _has_table(sheet: Any) -> bool:
    """Return whether one of the first rows of a sheet and the next that is not empty have two cells or more."""
    widths = [sum(bool(cell.strip()) for cell in cells) for _, cells in _rows_of(sheet, TITLE_ROWS)]
    return any(first > 1 and second > 1 for first, second in pairwise(widths))


def _check_size(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except _DAMAGE as error:
        raise BadFile(1, _BAD) from error
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_SIZE:
        raise BadFile(1, _LARGE)


def cell_text(value: Any) -> str:
    """Return what a cell shows: whole numbers without a point, dates as ISO 8601."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    return value.isoformat() if isinstance(value, date) else str(value)
