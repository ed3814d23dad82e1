"""A bulk edit between its check and its writing, in words."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse

from cards.gateway.editing import REMOVED
from cards.gateway.nodes import path_in_words
from cards.localization import localize
from cards.models import Pack
from cards.queries.names import draft_name
from cards.services.bulk import BulkReport, EditedCard, ShownChange
from cards.services.bulk_columns import CellError
from cards.services.bulk_values import cell_text
from cards.values import frozen_dataclass
from cards.web.text import bilingual_plain

ARROW = " › "
SHOWN_CARDS = 200  # cards of a report that a page shows in full


@frozen_dataclass
class DiffRow:
    """One change in words: where it is, the old value and the new one."""

    where: str
    pointer: str
    old: str
    new: str
    is_removed: bool
    is_added: bool


@frozen_dataclass
class CardDiff:
    """One card of a report: its changes, and why it may not be written, if so."""

    id: str
    name: Mapping[str, str]
    url: str
    rows: tuple[DiffRow, ...]
    errors: tuple[Mapping[str, str], ...]
    warnings: tuple[Mapping[str, str], ...]
    is_stale: bool


@frozen_dataclass
class ReportPage:
    """A report as its page shows it.

    Shapes: hidden counts the cards beyond SHOWN_CARDS; left_out and cell_errors are lines in words.
    """

    cards: tuple[CardDiff, ...]
    changed: int
    changes: int
    unchanged: int
    hidden_count: int
    unknown: tuple[str, ...]
    blocked: int
    has_stale: bool
    may_write: bool


def report_page(pack: Pack, report: BulkReport, cell_errors: Sequence[CellError] = ()) -> ReportPage:
    """Return a report for the page: blocked cards first, so that none is overlooked."""
    cards = sorted(report.cards, key=lambda card: not card.is_blocked)
    return ReportPage(
        cards=tuple(_diff(pack, card) for card in cards[:SHOWN_CARDS]),
        changed=len(report.cards),
        changes=sum(len(card.changes) for card in report.cards),
        unchanged=len(report.unchanged),
        hidden_count=max(0, len(cards) - SHOWN_CARDS),
        unknown=report.unknown,
        blocked=len(report.blocked),
        has_stale=any(card.is_stale for card in report.cards),
        may_write=report.ok and not cell_errors,
    )


def _diff(pack: Pack, row: EditedCard) -> CardDiff:
    card = row.card
    document = card.draft.document
    name = draft_name(pack, card)
    return CardDiff(
        id=card.written_id,
        name=name,
        url=reverse("cards:card-detail", args=[pack, card]),
        rows=tuple(_row(pack, document, shown) for shown in row.changes),
        errors=tuple(problem.message for problem in row.errors),
        warnings=tuple(problem.message for problem in row.warnings),
        is_stale=row.is_stale,
    )


def _row(pack: Pack, document: Any, change: ShownChange) -> DiffRow:
    return DiffRow(
        where=_where(pack, document, change),
        pointer=f"text/{change.language}.json {change.pointer}" if change.language else change.pointer,
        old=_format_value(change.old),
        new=_format_value(change.new),
        is_removed=change.new is REMOVED,
        is_added=change.old is REMOVED,
    )


def _format_value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else cell_text(value)


def _where(pack: Pack, document: Any, change: ShownChange) -> str:
    if change.language:
        names = {
            "name": localize("Name", "名称"),
            "description": localize("Rules text", "规则文本"),
            "notes": localize("Notes", "备注"),
        }
        languages = {"en": localize("English", "英文"), "zh": localize("Chinese", "中文")}
        return f"{names[change.pointer[1:]]}, {languages[change.language]}"
    return words_of(path_in_words(pack.ruleset, document, change.pointer))


def words_of(steps: Iterable[Mapping[str, str]]) -> str:
    """Return a path in the language of the page."""
    return ARROW.join(bilingual_plain(step) for step in steps)
