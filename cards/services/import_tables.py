"""Records whose fields are not those of a game: JSON of any shape, CSV and workbooks as one table of columns and rows."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import Any, Final

from cards.csv_file import BOM, DELIMITERS, BadFile, csv_rows, decode
from cards.errors import InvalidFields
from cards.gateway import encodings
from cards.gateway.foreign import json_value, lone_file
from cards.sheet_file import is_sheet, sheet_rows
from cards.values import frozen_dataclass

MAX_ROWS: Final = 20_000
MAX_COLUMNS: Final = 200
MAX_LONE_SIZE: Final = 4 << 20
"""Bytes of the one file of an archive that is looked through for records; a larger one is imported by itself."""
MAX_PARTS: Final = 8
"""Objects with names in a list that may be parts of one card."""
MIN_VALUES: Final = 3
"""Values that what surrounds a list of cards has at most."""
_DEPTH: Final = 3
_HEADS: Final = ("columns", "header", "headers", "fields")
"""The names under which a document has the columns of a table apart from its rows."""
_RICH_TEXT: Final = "plain_text"
"""Under which Notion has each piece of a text."""
_BEGINNING: Final = 16 * 1024
_MAX_HEAD_LENGTH: Final = 2_000
_MAX_TITLE_ROWS: Final = 10
_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}(?:[.,][0-9]{1,2})?")
_LISTS: Final = frozenset(("cards", "card", "data", "items", "records", "results", "卡牌"))
"""Keys under which a document has cards, however few."""
KEY: Final = "(key)"
"""The column of the names under which an object holds its records."""
GROUP: Final = "(list)"
"""The column of the names of lists, where a document has records in several."""
_NAMES: Final = frozenset(("name", "title", "cardname", "card name", "名称", "名字", "卡名", "牌名"))
"""Keys by which an object that is alone is known as a card."""
TABLES: Final = (".csv", ".tsv", ".xlsx")
_WITH_RECORDS: Final = (*TABLES, ".xlsm", ".ndjson", ".jsonl", ".json", ".jsonc", ".json5")

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
    """Return the records of a file, or of the one table or document in an archive; None where no records have names for their values.

    Errors: InvalidFields for a table of a spreadsheet that cannot be read, and for too many records.
    """
    grid = None
    name, data = _unpacked(name, data)
    if _is_table(name, data):
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
    """Return whether a file, or the one in an archive, is a table of a spreadsheet: by its name, as a workbook, or by two first lines that one delimiter divides alike."""
    return _is_table(*_unpacked(name, data))


def _is_table(name: str, data: bytes) -> bool:
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


def _unpacked(name: str, data: bytes) -> tuple[str, bytes]:
    """Return the one file of an archive that may have records; a file that is none, or an archive with several, as it is."""
    if not data.startswith(b"PK") or is_sheet(data):
        return name, data
    lone = lone_file(data, _WITH_RECORDS)
    return lone if lone and len(lone[1]) <= MAX_LONE_SIZE else (name, data)


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
        if _is_row(head):  # a table without names of columns
            head = [f"({number})" for number in range(1, max(map(len, lines)) + 1)]
            lines.insert(0, [])
        for cells in lines[1:]:
            yield {column: cell.strip() for column, cell in zip(head, cells, strict=False) if column and cell.strip()}
    except BadFile as bad:
        line, detail = bad.line, bad.detail
        raise InvalidFields.of("/file", f"Line {line}: {detail['en']}", f"第 {line} 行：{detail['zh']}") from bad


def _is_row(cells: list[str]) -> bool:
    """Return whether the first line of a table is a row: it has both words and numbers, as no line of names has."""
    numbers = [bool(_NUMBER.fullmatch(cell)) for cell in cells if cell]
    return any(numbers) and not all(numbers)


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


@frozen_dataclass
class _Group:
    """Records that are beside each other in a document, and the name under which they are there."""

    name: str
    rows: tuple[Row, ...]

    @property
    def columns(self) -> frozenset[str]:
        """Return the columns of its records."""
        return frozenset(column for row in self.rows for column in row)


def _records(value: Any) -> Iterator[Row]:
    """Yield the records of a document: the most that are in one place, and those of other places that have mostly the same columns.

    Records of several places have the name of theirs under GROUP.
    """
    groups = list(_groups(value))
    if isinstance(value, Mapping) and _is_one_card(value, groups):
        yield _flat(value)
    elif groups:
        largest = max(groups, key=lambda group: len(group.rows))
        alike = [group for group in groups if group is largest or _are_alike(group.columns, largest.columns)]
        for group in alike:
            yield from ({GROUP: group.name, **row} for row in group.rows) if len(alike) > 1 else group.rows


def _is_one_card(value: Mapping[str, Any], groups: list[_Group]) -> bool:
    """Return whether an object is a card itself, whose lists are its parts: with an id and a name, or with values of its own and parts without names."""
    with_names = [group for group in groups if not _NAMES.isdisjoint(map(str.casefold, group.columns))]
    if any(group.name.casefold() in _LISTS for group in groups) or any(
        len(group.rows) > MAX_PARTS for group in with_names
    ):
        return False
    names, count = set(map(str.casefold, value)), sum(map(_is_plain, value.values()))
    if not groups:
        return count > 1 and not _NAMES.isdisjoint(names)
    return {"id", "name"} <= names or (count > MIN_VALUES and not with_names)


def _are_alike(columns: frozenset[str], others: frozenset[str]) -> bool:
    return 2 * len((columns & others) - {KEY}) >= len((columns | others) - {KEY})


def _groups(value: Any, name: str = "", depth: int = _DEPTH) -> Iterator[_Group]:
    """Yield the places of a document with records: lists of objects, objects by their names, and columns that hold rows by number."""
    if isinstance(value, list):
        objects = [item for item in value if isinstance(item, Mapping)]
        if objects:
            yield _Group(name, tuple(map(_flat, objects)))
        if len(objects) == 1 and not {"id", "name"} <= set(objects[0]):  # what surrounds the records
            yield from _groups_within(objects[0], depth)
    elif isinstance(value, Mapping):
        if columns := _columns_by_number(value):
            numbers = next(iter(columns.values()))
            yield _Group(name, tuple({key: columns[key][number] for key in columns} for number in numbers))
        elif _holds_records(value):
            rows = ({KEY: key, **_flat(member)} for key, member in value.items() if isinstance(member, Mapping))
            yield _Group(name, tuple(rows))
        else:
            yield from _groups_within(value, depth)


def _groups_within(value: Mapping[str, Any], depth: int) -> Iterator[_Group]:
    for name, member in value.items() if depth else ():
        yield from _groups(member, name, depth - 1)


def _holds_records(value: Mapping[str, Any]) -> bool:
    """Return whether an object has records by their names: objects with plain values, beside no list of others and no name of its own."""
    members = [member for member in value.values() if isinstance(member, Mapping)]
    has_list = any(isinstance(member, list) and _has_objects(member) for member in value.values())
    is_named = any(not isinstance(value.get(key, {}), Mapping) for key in ("id", "name"))
    if len(members) < 2 or has_list or is_named:
        return False
    return all(any(_is_plain(part) for part in member.values()) for member in members)


def _columns_by_number(value: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the columns of a table whose cells are under the numbers of their rows, from 0 on; empty for everything else."""
    columns = {key: member for key, member in value.items() if isinstance(member, Mapping)}
    numbers = {tuple(member) for member in columns.values()}
    is_table = len(columns) == len(value) > 1 and len(numbers) == 1
    return columns if is_table and next(iter(numbers)) == tuple(map(str, range(len(next(iter(numbers)))))) else {}


def _is_plain(value: Any) -> bool:
    return value is not None and not isinstance(value, Mapping | list)


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


def _has_objects(items: Iterable[Any]) -> bool:
    return any(isinstance(item, Mapping) for item in items)


def _flat(record: Mapping[str, Any], prefix: str = "", depth: int = _DEPTH) -> dict[str, Any]:
    """Return the plain values of a record, those of objects in it under dotted names; of lists of objects, texts in pieces alone have a column."""
    row: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            row |= _flat(value, f"{prefix}{name}.", depth - 1) if depth else {}
        elif isinstance(value, list) and _has_objects(value):
            words = [item.get(_RICH_TEXT) if isinstance(item, Mapping) else None for item in value]
            row |= {f"{prefix}{name}": "".join(map(str, words))} if None not in words else {}
        elif value is not None and value != []:
            row[f"{prefix}{name}"] = value
    return row


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
