"""Records whose fields are not those of a game: JSON of any shape, CSV and workbooks as one table of columns and rows."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any, Final

from cards.csv_file import BadFile, csv_rows, decode
from cards.errors import InvalidFields
from cards.gateway.foreign import json_value
from cards.sheet_file import is_sheet, sheet_rows
from cards.values import frozen_dataclass

MAX_ROWS: Final = 20_000
MAX_COLUMNS: Final = 200
MAX_PARTS: Final = 8
"""Objects of a list that may be parts of one card."""
_DEPTH: Final = 3
KEY: Final = "(key)"
"""The column of the names under which an object holds its records."""
TABLES: Final = (".csv", ".tsv", ".xlsx")

Row = Mapping[str, Any]


@frozen_dataclass
class Table:
    """Records of a file: its columns in the order of their first occurrence, and of each record the values that are there.

    Shapes: a value is a text, a number, a truth or a list of such; objects within a record are columns with a dotted name.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

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
    if is_sheet(data) or name.lower().endswith(TABLES):
        rows = list(_rows_of_sheet(data))
    elif data.startswith(b"PK"):
        return None
    else:
        rows = list(_records(json_value(data)))
    if len(rows) > MAX_ROWS:
        raise InvalidFields.of("/file", f"At most {MAX_ROWS} records at once.", f"一次最多 {MAX_ROWS} 条记录。")
    columns = tuple(dict.fromkeys(column for row in rows for column in row))[:MAX_COLUMNS]
    return Table(columns, tuple(rows)) if columns else None


def _rows_of_sheet(data: bytes) -> Iterator[Row]:
    """Yield the rows below the first one, which names the columns. Errors: InvalidFields."""
    try:
        lines = sheet_rows(data) if is_sheet(data) else csv_rows(decode(data))
        head = [cell.strip() for cell in next(lines, (1, []))[1]]
        for _, cells in lines:
            yield {column: cell.strip() for column, cell in zip(head, cells, strict=False) if column and cell.strip()}
    except BadFile as bad:
        line, detail = bad.line, bad.detail
        raise InvalidFields.of("/file", f"Line {line}: {detail['en']}", f"第 {line} 行：{detail['zh']}") from bad


def _records(value: Any) -> Iterator[Row]:
    """Yield the records of a document: the longest list of objects in it, or the objects that it holds by their names."""
    lists = list(_lists(value))
    if isinstance(value, Mapping) and {"id", "name"} <= set(value) and max(map(len, lists), default=0) <= MAX_PARTS:
        yield _flat(value)  # one card, whose lists are its parts
    elif lists:
        yield from (_flat(item) for item in max(lists, key=len) if isinstance(item, Mapping))
    elif isinstance(value, Mapping) and len(value) > 1 and all(isinstance(each, Mapping) for each in value.values()):
        yield from ({KEY: name, **_flat(member)} for name, member in value.items())


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
