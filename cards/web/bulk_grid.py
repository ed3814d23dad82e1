"""The grid of many cards: its rows and cells, and what a form with changed cells asks for."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from cards.errors import InvalidFields
from cards.localization import localize
from cards.models import Card, Pack
from cards.queries.card_filters import in_order
from cards.queries.cards import CardFilters, WithProblem, card_list
from cards.queries.names import draft_name
from cards.services.bulk import CardEdit
from cards.services.bulk_columns import (
    Base,
    Cell,
    CellError,
    Column,
    bases_of,
    cells_of,
    columns_of,
    not_kept,
    row_edit,
)
from cards.values import frozen_dataclass
from cards.web.facets import choices_of
from cards.web.listing import filters_of, problem_filter
from cards.web.pages import Paged, paged
from cards.web.text import bilingual_plain

FIELDS_OF_A_FORM = 900
"""Cells of one page: Django reads at most 1,000 fields of a form, and each row sends its state beside them."""
ROWS = 50
NAMED_LIMIT = 1_000  # cards that a query string may name
CELL, STATE = "cell:", "etag:"


@frozen_dataclass
class GridColumn:
    """The head of a column: what it is called, its key, what a cell takes."""

    key: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...]
    lang: str
    least: Any
    most: Any


@frozen_dataclass
class GridCell:
    """One cell as it is drawn."""

    name: str
    text: str
    label: str
    is_there: bool
    is_plain: bool
    column: GridColumn


@frozen_dataclass
class GridRow:
    """One card as a row."""

    id: str
    url: str
    name: Mapping[str, str]
    etag_name: str
    etag: str
    cells: tuple[GridCell, ...]
    is_broken: bool


@frozen_dataclass
class GridPage:
    """The grid, its page, and how it was narrowed down.

    Shapes: choices are all columns (key, label, whether it is shown); kept is the rest of the query string.
    """

    columns: tuple[GridColumn, ...]
    choices: tuple[tuple[str, str, bool], ...]
    other_params: tuple[tuple[str, str], ...]
    rows: tuple[GridRow, ...]
    listing: Paged
    named: int
    is_filtered: bool
    checked: WithProblem | None

    @property
    def is_unfinished(self) -> bool:
        """Return whether a filter on problems has not looked at every card yet."""
        return self.checked is not None and self.checked.checked < self.checked.all


def grid_page(pack: Pack, params: QueryDict) -> GridPage:
    """Return the page of the grid that the query string asks for: the cards that it names, or those of its filters."""
    card_ids = tuple(params.getlist("cards"))
    if len(card_ids) > NAMED_LIMIT:
        raise InvalidFields.of("/cards", f"At most {NAMED_LIMIT} cards.", f"最多 {NAMED_LIMIT} 张卡牌。")
    filters, _ = filters_of(pack, params)
    cards = card_list(pack=pack, filters=CardFilters(ids=card_ids) if card_ids else filters)
    problem_page = problem_filter(cards, pack, filters.problem if not card_ids else "")
    cards = problem_page.cards if problem_page else cards
    all_columns = columns_of(pack)
    wanted = set(params.getlist("columns"))
    columns = tuple(column for column in all_columns if column.key in wanted) or all_columns
    size = max(1, min(ROWS, FIELDS_OF_A_FORM // (len(columns) + 1)))
    listing = paged(in_order(cards, "id"), params, size)
    grid_columns = {column.key: _column(column) for column in columns}
    rows = tuple(_row(pack, card, columns, grid_columns) for card in listing.rows)
    return GridPage(
        columns=tuple(grid_columns.values()),
        choices=tuple(
            (column.key, bilingual_plain(column.label), column.key in grid_columns) for column in all_columns
        ),
        other_params=tuple(
            (key, value) for key, values in params.lists() if key not in {"columns", "page"} for value in values
        ),
        rows=rows,
        listing=listing,
        named=len(card_ids),
        is_filtered=bool(card_ids) or filters != CardFilters(),
        checked=problem_page,
    )


def _column(column: Column) -> GridColumn:
    rule = column.field.rule
    return GridColumn(
        key=column.key,
        label=bilingual_plain(column.label),
        kind=column.field.kind,
        choices=choices_of(column.field) if column.field.kind != "list" else (),
        lang=column.language,
        least=rule.get("minimum"),
        most=rule.get("maximum"),
    )


def _row(pack: Pack, card: Card, columns: tuple[Column, ...], grid_columns: Mapping[str, GridColumn]) -> GridRow:
    document = card.draft.document
    name = draft_name(pack, card)
    title = bilingual_plain(name) or card.written_id
    return GridRow(
        id=card.written_id,
        url=reverse("cards:card-detail", args=[pack, card]),
        name=name,
        etag_name=f"{STATE}{card.written_id}",
        etag=card.draft.etag,
        cells=tuple(
            _cell(card, cell, grid_columns[cell.column.key], title)
            for cell in cells_of(pack, Base(document, card.draft.texts), columns)
        ),
        is_broken=document is None,
    )


def _cell(card: Card, cell: Cell, column: GridColumn, called: str) -> GridCell:
    label = localize("{field} of {card}", "{card}的{field}", field=column.label, card=called)
    name = f"{CELL}{card.written_id}:{column.key}"
    return GridCell(name, cell.text, label, cell.is_there, cell.is_plain, column)


def posted_edits(pack: Pack, params: QueryDict) -> tuple[list[CardEdit], list[CellError]]:
    """Return what the cells of a form change, with the state of each draft that its row showed."""
    values: dict[str, dict[str, str]] = {}
    for name, value in params.items():
        if name.startswith(CELL):
            written_id, _, key = name.removeprefix(CELL).partition(":")
            values.setdefault(written_id, {})[key] = str(value)
    etags = {written_id: str(params.get(f"{STATE}{written_id}", "")) for written_id in values}
    filters = CardFilters(ids=tuple(values))
    cards_by_id = {card.written_id: card for card in card_list(pack=pack, filters=filters)} if values else {}
    bases, columns = bases_of(pack, etags, cards_by_id), columns_of(pack)
    edits = [CardEdit(written_id, "", ()) for written_id in values if written_id not in cards_by_id]
    errors: list[CellError] = []
    for written_id in cards_by_id:
        if written_id not in bases:
            errors.append(not_kept(written_id))
            continue
        changes, bad = row_edit(pack, written_id, bases[written_id], values[written_id], columns)
        errors += bad
        edits += [CardEdit(written_id, etags[written_id], changes)] if changes else []
    return edits, errors
