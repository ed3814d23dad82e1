"""Records whose fields are not those of a game: JSON of any shape, CSV and workbooks as one table of columns and rows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any, Final

from cards.csv_file import BOM, DELIMITERS, BadFile, csv_rows, decode
from cards.errors import InvalidFields
from cards.gateway import encodings
from cards.gateway.foreign import json_value
from cards.sheet_file import is_sheet, sheet_rows
from cards.values import frozen_dataclass

MAX_ROWS: Final = 20_000
MAX_COLUMNS: Final = 200
MAX_PARTS: Final = 8
"""Objects of a list that may be parts of one card."""
_DEPTH: Final = 3
_HEADS: Final = ("columns", "header", "headers", "fields")
"""The names under which a document has the columns of a table apart from its rows."""
_BEGINNING: Final = 16 * 1024
_MAX_HEAD_LENGTH: Final = 2_000
_MAX_TITLE_ROWS: Final = 10
KEY: Final = "(key)"
"""The column of the names under which an object holds its records."""
TABLES: Final = (".csv", ".tsv", ".xlsx")

Row = Mapping[str, Any]


@frozen_dataclass
class Table:
    """Records of a file: its columns in the order of their first occurrence, and of each record the values that are there.

    Shapes: a value is a text, a number, a truth or a list of such; objects within a record are columns with a dotted name. is_grid says
            that a document has rows of cells below the names of columns, so no cards.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    is_grid: bool = False

    @property
    def shape(self) -> str:
        """Return what files with the same columns have in common."""
        return sha256("\n".join(sorted(self.columns)).encode()).hexdigest()

    def examples(self, column: str) -> list[str]:
        """Return the first different values of a column."""
        values = (_text(row[column]) for row in self.rows if row.get(column) not in (None, "", []))
        return list(islice(dict.fromkeys(values), 3))


def table_in(*, name: str, data: bytes) -> Table | None:
    """Return the records of a file; None for a file without records that have names for their values.

    Errors: InvalidFields for a table of a spreadsheet that cannot be read, and for too many records.
    """
    grid = None
    if is_table(name=name, data=data):
        rows = list(_rows_of_sheet(data))
    elif data.startswith(b"PK"):
        return None
    else:
        value = json_value(data)
        grid = next(_grids(value), None)
        rows = list(_records(value) if grid is None else _rows_of_grid(grid))
    if len(rows) > MAX_ROWS:
        raise InvalidFields.of("/file", f"At most {MAX_ROWS} records at once.", f"一次最多 {MAX_ROWS} 条记录。")
    columns = tuple(dict.fromkeys(column for row in rows for column in row))[:MAX_COLUMNS]
    return Table(columns, tuple(rows), grid is not None) if columns else None


def is_table(*, name: str, data: bytes) -> bool:
    """Return whether a file is a table of a spreadsheet: by its name, as a workbook, or by two first lines that one delimiter divides alike."""
    if is_sheet(data) or name.lower().endswith(TABLES):
        return True
    beginning = _whole_lines(data)
    if data.startswith(b"PK") or (encoding := encodings.encoding_of(beginning)) is None:
        return False
    lines = [line for line in beginning.decode(encoding).lstrip(BOM).splitlines() if line.strip()][:2]
    if len(lines) < 2 or any(sign in lines[0] for sign in "{}[]<>:") or lines[0].startswith(("#", "//", "`")):
        return False
    counts = ([line.count(mark) for line in lines] for mark in DELIMITERS)
    return any(first == second > 0 for first, second in counts) and len(lines[0]) <= _MAX_HEAD_LENGTH


def _whole_lines(data: bytes) -> bytes:
    """Return how a file begins, up to the end of a line, so that no character is divided; that of two bytes a sign up to a sign."""
    beginning = data[:_BEGINNING]
    if len(data) <= _BEGINNING or b"\0" in beginning:
        return beginning
    return beginning[: beginning.rfind(b"\n") + 1] or beginning


def _rows_of_sheet(data: bytes) -> Iterator[Row]:
    """Yield the rows below the one that names the columns: the first, or the first of several cells below a title of one. Errors: InvalidFields."""
    try:
        lines = [cells for _, cells in (sheet_rows(data) if is_sheet(data) else csv_rows(decode(data)))]
        width = max((_cells_in(cells) for cells in lines[:_MAX_TITLE_ROWS]), default=0)
        while lines and _cells_in(lines[0]) == 1 < width:
            lines.pop(0)
        head = _without_repeats([cell.strip() for cell in lines[0]]) if lines else []
        for cells in lines[1:]:
            yield {column: cell.strip() for column, cell in zip(head, cells, strict=False) if column and cell.strip()}
    except BadFile as bad:
        line, detail = bad.line, bad.detail
        raise InvalidFields.of("/file", f"Line {line}: {detail['en']}", f"第 {line} 行：{detail['zh']}") from bad


def _cells_in(cells: Iterable[str]) -> int:
    return sum(bool(cell.strip()) for cell in cells)


def _without_repeats(names: list[str]) -> list[str]:
    """Return the names of columns, each but the first of one name with its number behind it."""
    counts = Counter[str]()
    columns = []
    for name in names:
        counts[name] += 1
        columns.append(f"{name} ({counts[name]})" if name and counts[name] > 1 else name)
    return columns


def _records(value: Any) -> Iterator[Row]:
    """Yield the records of a document: the longest list of objects in it, or the objects that it holds by their names."""
    lists = list(_lists(value))
    if isinstance(value, Mapping) and {"id", "name"} <= set(value) and max(map(len, lists), default=0) <= MAX_PARTS:
        yield _flat(value)  # one card, whose lists are its parts
    elif lists:
        yield from (_flat(item) for item in max(lists, key=len) if isinstance(item, Mapping))
    elif isinstance(value, Mapping):
        members = {name: member for name, member in value.items() if isinstance(member, Mapping)}
        if len(members) > 1 and not set(value) - set(members) & {"id", "name"}:
            yield from ({KEY: name, **_flat(member)} for name, member in members.items())


def _grids(value: Any, depth: int = _DEPTH) -> Iterator[list[list[Any]]]:
    """Yield the tables in a document: lists of rows that are lists, below a row of names, or beside it as `columns`."""
    if isinstance(value, list):
        if len(value) > 1 and all(isinstance(row, list) for row in value) and _is_head(value[0]):
            yield value
    elif isinstance(value, Mapping):
        head = next((value[name] for name in _HEADS if isinstance(value.get(name), list)), None)
        for member in value.values() if depth else ():
            if head is not None and _is_head(head) and _is_grid(member, len(head)):
                yield [head, *member]
            else:
                yield from _grids(member, depth - 1)


def _rows_of_grid(grid: list[list[Any]]) -> Iterator[Row]:
    head = _without_repeats([str(cell).strip() for cell in grid[0]])
    for cells in grid[1:]:
        yield {column: cell for column, cell in zip(head, cells, strict=False) if isinstance(cell, str | int | float)}


def _is_head(row: list[Any]) -> bool:
    return len(row) > 1 and all(isinstance(cell, str) and cell.strip() for cell in row)


def _is_grid(value: Any, width: int) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, list) and len(row) == width for row in value)


def _lists(value: Any, depth: int = _DEPTH) -> Iterator[list[Any]]:
    """Yield the lists of objects in a document that no record holds."""
    if isinstance(value, list) and _has_objects(value):
        yield value
    elif isinstance(value, Mapping) and depth:
        for member in value.values():
            yield from _lists(member, depth - 1)


def _has_objects(items: Iterable[Any]) -> bool:
    return any(isinstance(item, Mapping) for item in items)


def _flat(record: Mapping[str, Any], prefix: str = "", depth: int = _DEPTH) -> dict[str, Any]:
    """Return the plain values of a record, those of objects in it under dotted names; lists of objects have no column."""
    row: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            row |= _flat(value, f"{prefix}{name}.", depth - 1) if depth else {}
        elif value is not None and value != [] and not (isinstance(value, list) and _has_objects(value)):
            row[f"{prefix}{name}"] = value
    return row


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
