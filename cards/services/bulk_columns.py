"""The columns that the grid and the CSV file of a pack have: the plain fields that its game declares, and the other names."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cards.gateway import validation
from cards.gateway.editing import REMOVED, value_or_removed
from cards.gateway.fields import IDENTITY, Field, Words, card_fields, fields_of
from cards.models import Card, DraftRevision, Pack
from cards.models.fields import LANGUAGES
from cards.refusals import text
from cards.services.bulk import Change
from cards.services.bulk_values import BadCell, cell_text, is_plain, parsed
from cards.texts import LIMITS
from cards.values import frozen_dataclass

_REVISION = re.compile(r"r([1-9][0-9]{0,8})-")
LEFT_OUT = (IDENTITY, "/description")
"""Fields of their own: renaming is an act, and rules texts have a page."""


@frozen_dataclass
class Column:
    """One column: its key in forms and files (`cost.supply`, `name:zh`), and the field or the text that it shows."""

    key: str
    field: Field
    language: str = ""

    @property
    def label(self) -> Words:
        """Return what the column is called."""
        return self.field.label


@frozen_dataclass
class Cell:
    """One cell: its text now, and whether the card has such a field and a cell can change it."""

    column: Column
    text: str
    is_there: bool
    is_plain: bool


def columns_of(pack: Pack) -> tuple[Column, ...]:
    """Return the columns of a pack's cards, the names first."""
    fields = [field for field in card_fields(pack.ruleset) if field.pointer not in LEFT_OUT]
    own = [Column(field.pointer[1:].replace("/", "."), field) for field in fields]
    own.sort(key=lambda column: column.key != "name")
    others = [_text_column(language) for language in LANGUAGES if language != pack.source_language]
    return (*own[:1], *others, *own[1:])


def _text_column(language: str) -> Column:
    names = {"en": {"en": "Name, English", "zh": "英文名称"}, "zh": {"en": "Name, Chinese", "zh": "中文名称"}}
    field = Field("/name", names[language], "string", {}, False, None, {"type": "string", "maxLength": LIMITS["name"]})
    return Column(f"name:{language}", field, language)


@frozen_dataclass
class Base:
    """The state of a card that typed cells are based on: its document and its other texts."""

    document: Any
    texts: Mapping[str, Mapping[str, str]]


def bases_of(pack: Pack, etags: Mapping[str, str], cards: Mapping[str, Card]) -> dict[str, Base]:
    """Return the state that each card had at its ETag, in one query; a state that is no longer stored is left out.

    Shapes: etags and cards are by the card's id; an empty ETag stands for the draft as it is.
    """
    bases = {name: Base(card.draft.document, card.draft.texts) for name, card in cards.items()}
    old_etags = {
        name: etag for name, etag in etags.items() if name in cards and etag not in {"", cards[name].draft.etag}
    }
    numbers = {match[1] for etag in old_etags.values() if (match := _REVISION.match(etag))}
    rows = DraftRevision.objects.filter(draft__card__in=[cards[name] for name in old_etags], revision__in=numbers)
    revisions = {(row.draft_id, row.etag): row for row in rows} if old_etags else {}
    for name, etag in old_etags.items():
        del bases[name]
        row = revisions.get((cards[name].draft.pk, etag))
        if row is not None:
            bases[name] = Base(validation.validate(pack.ruleset, row.text, texts=row.texts).document, row.texts)
    return bases


def cells_of(pack: Pack, base: Base, columns: Iterable[Column]) -> tuple[Cell, ...]:
    """Return the cells of a row; a card whose text does not parse has none but its other names that can be changed."""
    document = base.document
    own = {field.pointer for field in fields_of(pack.ruleset, document)} if isinstance(document, dict) else set()
    return tuple(_cell(base, column, own) for column in columns)


def _cell(base: Base, column: Column, own: set[str]) -> Cell:
    if column.language:
        value: Any = base.texts.get(column.language, {}).get("name") or REMOVED
        return Cell(column, cell_text(value), True, True)
    value = value_or_removed(base.document, column.field.pointer)
    is_there = column.field.pointer in own
    return Cell(column, cell_text(value) if is_plain(value) else "", is_there, is_there and is_plain(value))


@frozen_dataclass
class CellError:
    """A cell that cannot be taken: the card, the column, and why, in both languages."""

    written_id: str
    key: str
    detail: Mapping[str, str]
    line: int = 0


def row_edit(
    pack: Pack, written_id: str, base: Base, cells: Mapping[str, str], columns: Iterable[Column]
) -> tuple[tuple[Change, ...], list[CellError]]:
    """Return what the typed cells of a row change, and the cells that cannot be taken; columns not typed stay."""
    changes: list[Change] = []
    errors: list[CellError] = []
    for cell in cells_of(pack, base, columns):
        key = cell.column.key
        if key not in cells or cells[key].strip() == cell.text.strip():
            continue
        try:
            changes.append(Change(cell.column.field.pointer, _value(cell, cells[key]), cell.column.language))
        except BadCell as bad:
            errors.append(CellError(written_id, key, bad.detail))
    return tuple(changes), errors


def not_kept(written_id: str) -> CellError:
    """Return the error of a row whose revision the history does not keep."""
    detail = text("This revision no longer exists; export the cards again.", "该修订版已不再保留；请重新导出卡牌。")
    return CellError(written_id, "revision", detail)


def _value(cell: Cell, source: str) -> Any:
    if not cell.is_there:
        raise BadCell(text("This kind of card has no such field.", "这种卡牌没有此字段。"))
    if not cell.is_plain:
        raise BadCell(text("The value is not a plain one; edit it in the card.", "该值不是简单值，请在卡牌中编辑。"))
    value = parsed(cell.column.field, source)
    return REMOVED if value == "" and cell.column.language else value
