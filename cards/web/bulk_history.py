"""The bulk edits of a pack as its page lists them."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, OuterRef
from django.http import QueryDict

from cards.localization import localize
from cards.models import Account, BulkChange, BulkEdit, BulkKind, Pack
from cards.values import frozen_dataclass
from cards.web.pages import Paged, paged
from cards.web.text import bilingual_plain

MAX_CARDS_NAMED = 5  # cards that a line names


@frozen_dataclass
class HistoryRow:
    """One bulk edit: what it did to which cards, by whom, and whether it was taken back."""

    number: int
    kind_label: str
    what: str
    cards: int
    named: tuple[str, ...]
    author: Account
    at: datetime
    is_undone: bool


def history_rows(pack: Pack, params: QueryDict) -> Paged:
    """Return a page of the pack's bulk edits, the newest first, in a fixed number of queries."""
    first = BulkChange.objects.filter(bulk=OuterRef("pk")).order_by("id").values("card__written_id")[:MAX_CARDS_NAMED]
    edits = BulkEdit.objects.filter(pack=pack).select_related("author", "undone_by")
    edits = edits.annotate(cards=Count("changes"), named=ArraySubquery(first))
    page = paged(edits.order_by("-id"), params)
    return replace(page, rows=[_row(edit) for edit in page.rows])


def _row(edit: Any) -> HistoryRow:
    labels = {
        "texts": localize("Texts", "文案"),
        "grid": localize("Grid", "网格"),
        "csv": localize("CSV", "CSV 文件"),
        "replace": localize("Replace", "替换"),
        "undo": localize("Undo", "撤销"),
    }
    of = edit.summary.get("of")
    what = bilingual_plain(edit.summary.get("what", ""))
    if edit.kind == BulkKind.UNDO:
        what = localize("Undo of no. {number}", "撤销第 {number} 次", number=of)
    is_texts = of == "texts"
    is_undone = getattr(edit, "undone_by", None) is not None
    return HistoryRow(
        edit.pk,
        labels["texts" if is_texts else edit.kind],
        what,
        edit.cards,
        tuple(edit.named),
        edit.author,
        edit.at,
        is_undone,
    )
