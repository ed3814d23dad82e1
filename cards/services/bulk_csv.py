"""The fields of many cards as a CSV file that spreadsheets open and write, and such a file as a bulk edit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cards.csv_file import BOM, BadFile, csv_line, csv_rows, decode, number, unguard
from cards.errors import InvalidFields, TooLarge
from cards.models import Card, Draft, Pack
from cards.permissions import Act, Actor, require
from cards.queries.cards import CardFilters, card_list
from cards.refusals import text
from cards.services.bulk import BULK_LIMIT, CardEdit, Change
from cards.services.bulk_altered import altered_cells
from cards.services.bulk_columns import Base, CellError, Column, bases_of, cells_of, columns_of, not_kept, row_edit
from cards.sheet_file import is_sheet, sheet_bytes, sheet_rows
from cards.values import frozen_dataclass

ID, REVISION = "id", "revision"
FILE_LIMIT = 8 * 1024 * 1024  # bytes
CELL_LIMIT = 2_000  # characters
READ = ("document", "texts", "revision", "source_sha", "card__written_id")
"""Columns that the file is written from."""
READ_BATCH_SIZE = 500


@frozen_dataclass
class CsvReport:
    """What a file asks for: the edits of its rows, and each cell or row that cannot be taken, by line and column.

    Shapes: warnings are cells that can be taken and look changed by a spreadsheet.
    """

    edits: tuple[CardEdit, ...]
    errors: tuple[CellError, ...]
    rows: int
    warnings: tuple[CellError, ...] = ()


def csv_lines(*, account: Actor, pack: Pack, filters: CardFilters) -> Iterator[str]:
    """Yield the file of a pack's cards, hundreds of lines at once, with a byte order mark, for spreadsheets know UTF-8 by it.

    A piece is as large as it is because each is compressed and sent by itself.
    """
    require(account=account, pack=pack, act=Act.CARD_READ)
    for place, rows in enumerate(_tables(pack, filters)):
        yield ("" if place else BOM) + "".join(csv_line(row) for row in rows)


def sheet_of_cards(*, account: Actor, pack: Pack, filters: CardFilters) -> bytes:
    """Return the same as a workbook; its texts are cells of text, which no spreadsheet turns into numbers or dates."""
    require(account=account, pack=pack, act=Act.CARD_READ)
    tables = _tables(pack, filters)
    return sheet_bytes((row for rows in tables for row in rows), "cards")


def _tables(pack: Pack, filters: CardFilters) -> Iterator[list[list[str]]]:
    """Yield the rows of the file, the first alone and the others hundreds at once."""
    columns = columns_of(pack)
    yield [[ID, REVISION, *(column.key for column in columns)]]
    # Ids first: what the list derives of each card (reviews, releases) is no part of the file and takes far longer than it.
    ids = list(card_list(pack=pack, filters=filters).values_list("pk", flat=True))
    for first in range(0, len(ids), READ_BATCH_SIZE):
        drafts = Draft.objects.filter(card__in=ids[first : first + READ_BATCH_SIZE]).select_related("card").only(*READ)
        yield [_row_of(pack, draft, columns) for draft in drafts.order_by("card__written_id")]


def _row_of(pack: Pack, draft: Draft, columns: Iterable[Column]) -> list[str]:
    cells = cells_of(pack, Base(draft.document, draft.texts), columns)
    return [draft.card.written_id, draft.etag, *(number(cell.text) for cell in cells)]


def csv_read(*, account: Actor, pack: Pack, data: bytes) -> CsvReport:
    """Return the edits that a file asks for, and all its errors, without writing.

    Errors: TooLarge beyond 8 MiB; InvalidFields for a file that is neither CSV nor a workbook, or has no column `id`, or more rows
            than a bulk edit takes.
    """
    require(account=account, pack=pack, act=Act.DRAFT_SAVE)
    rows = _without_empty_columns(_rows(data))
    columns = {column.key: column for column in columns_of(pack)}
    head = [name.strip() for name in rows[0][1]] if rows else []
    if ID not in head:
        raise InvalidFields.of("/file", "The first line must name a column “id”.", "首行必须有“id”列。")
    if len(rows) - 1 > BULK_LIMIT:
        raise InvalidFields.of("/file", f"At most {BULK_LIMIT} rows at once.", f"一次最多 {BULK_LIMIT} 行。")
    errors = _head_errors(head, columns)
    if errors:
        return CsvReport((), tuple(errors), len(rows) - 1)
    return _read(pack, rows[1:], head, columns)


def _rows(data: bytes) -> list[tuple[int, list[str]]]:
    """Return the rows of a file, each with the number of its line."""
    if len(data) > FILE_LIMIT:
        raise TooLarge()
    try:
        if not is_sheet(data):
            return list(csv_rows(decode(data)))
        rows = list(sheet_rows(data))
        width = len(rows[0][1]) if rows else 0
        return [(line, row + [""] * (width - len(row))) for line, row in rows]  # a workbook leaves empty cells out
    except BadFile as bad:
        line, detail = bad.line, bad.detail
        raise InvalidFields.of("/file", f"Line {line}: {detail['en']}", f"第 {line} 行：{detail['zh']}") from bad


def _without_empty_columns(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Return the rows without the columns at the end that have no name, and the cells behind the last name where these are empty."""
    head = rows[0][1] if rows else []
    width = max((place for place, name in enumerate(head, start=1) if name.strip()), default=0)
    if any(cell.strip() for _, row in rows for cell in row[width:]):
        return rows
    return [(line, row[:width]) for line, row in rows]


def _head_errors(head: Sequence[str], columns: Mapping[str, Column]) -> list[CellError]:
    """Return the columns that the pack does not have, and those that come twice."""
    errors = []
    for place, name in enumerate(head):
        if name not in {ID, REVISION, *columns}:
            known = ", ".join(columns)
            detail = text(f"No such column; the columns are {known}.", f"没有这一列；可用的列：{known}。")
            errors.append(CellError("", name or f"#{place + 1}", detail, 1))
        elif name in head[:place]:
            errors.append(CellError("", name, text("This column occurs twice.", "此列重复。"), 1))
    return errors


def _read(
    pack: Pack, rows: Sequence[tuple[int, list[str]]], head: Sequence[str], columns: Mapping[str, Column]
) -> CsvReport:
    id_column = head.index(ID)
    names = [row[id_column].strip() if id_column < len(row) else "" for _, row in rows]
    cards = {
        card.written_id: card for card in card_list(pack=pack, filters=CardFilters(ids=tuple(filter(None, names))))
    }
    cells_of_rows = [dict(zip(head, (unguard(cell) for cell in row), strict=False)) for _, row in rows]
    etags = {name: cells.get(REVISION, "").strip() for name, cells in zip(names, cells_of_rows, strict=True)}
    bases = bases_of(pack, etags, cards)
    edits: list[CardEdit] = []
    errors: list[CellError] = []
    warnings: list[CellError] = []
    for place, ((line, row), name) in enumerate(zip(rows, names, strict=True)):
        row_error = _refused(name, names[:place], cards, len(row) != len(head))
        if row_error is not None:
            errors.append(replace(row_error, line=line))
            continue
        changes, bad = _row(pack, name, bases.get(name), cells_of_rows[place], columns.values())
        edits.append(CardEdit(name, etags[name], changes))
        errors += [replace(error, line=line) for error in bad]
        base = bases.get(name)
        warnings += [replace(each, line=line) for each in altered_cells(name, base, changes)] if base else []
    return CsvReport(tuple(edits), tuple(errors), len(rows), tuple(warnings))


def _refused(name: str, before: Sequence[str], cards: Mapping[str, Card], is_torn: bool) -> CellError | None:
    """Return why a row as a whole is refused, or None."""
    if not name:
        return CellError("", ID, text("The id is missing.", "缺少 id。"))
    if name not in cards:
        return CellError(name, ID, text(f"The pack has no card {name}.", f"卡包中没有卡牌 {name}。"))
    if name in before:
        return CellError(name, ID, text("This card occurs twice.", "这张卡牌重复出现。"))
    if is_torn:
        return CellError(
            name, ID, text("The row has a different number of cells than the first line.", "该行的列数与首行不同。")
        )
    return None


def _row(
    pack: Pack, name: str, base: Base | None, cells: Mapping[str, str], columns: Iterable[Column]
) -> tuple[tuple[Change, ...], list[CellError]]:
    if base is None:
        return (), [not_kept(name)]
    long = [key for key, value in cells.items() if len(value) > CELL_LIMIT]
    if long:
        detail = text(f"At most {CELL_LIMIT} characters.", f"最多 {CELL_LIMIT} 个字符。")
        return (), [CellError(name, key, detail) for key in long]
    return row_edit(pack, name, base, cells, columns)
