"""A bulk edit between its check and its writing: the plan as JSON in a field of the form, and what it says in words."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from cards import gateway
from cards.errors import InvalidFields
from cards.gateway.editing import REMOVED
from cards.gateway.nodes import path_in_words
from cards.models import BulkKind, Pack
from cards.models.fields import LANGUAGES
from cards.queries.names import draft_name
from cards.services.bulk import BulkReport, CardEdit, Change, EditedCard, Shown
from cards.services.bulk_columns import CellError
from cards.services.bulk_values import cell_text
from cards.texts import LIMITS
from cards.web.text import bilingual_plain

ARROW = " › "
WHAT_LENGTH = 300
SHOWN_CARDS = 200  # cards of a report that a page shows in full
WRITTEN_KINDS = (BulkKind.GRID, BulkKind.CSV, BulkKind.REPLACE)
"""What a form may write: an undo is written by the button of an edit alone."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written: where it comes from, what it is in words, and the edits."""

    kind: str
    what: dict[str, str]
    edits: tuple[CardEdit, ...]

    def to_json(self) -> str:
        """Return the plan as the field of a form holds it."""
        cards = [
            {"id": edit.written_id, "etag": edit.etag, "changes": [_change_json(each) for each in edit.changes]}
            for edit in self.edits
        ]
        return json.dumps({"kind": self.kind, "what": self.what, "cards": cards}, ensure_ascii=False)

    def refreshed(self) -> "Plan":
        """Return the same plan against the drafts as they are now."""
        return replace(self, edits=tuple(replace(edit, etag="") for edit in self.edits))


def _change_json(change: Change) -> dict[str, Any]:
    named = {"pointer": change.pointer, **({"language": change.language} if change.language else {})}
    return {**named, "remove": True} if change.value is REMOVED else {**named, "value": change.value}


def plan_of(data: str) -> Plan:
    """Return the plan that a form sends back, what it does in both languages.

    Errors: InvalidFields for what is no plan; BadText for what is no JSON.
    """
    body = gateway.read_body(data.encode("utf-8", "surrogatepass"))
    cards = body.get("cards") if isinstance(body, dict) else None
    if not isinstance(cards, list) or body.get("kind") not in WRITTEN_KINDS:
        raise _no_plan()
    said = body.get("what", "")
    both = said if isinstance(said, dict) else dict.fromkeys(LANGUAGES, said)
    what = {name: str(both.get(name, ""))[:WHAT_LENGTH] for name in LANGUAGES}
    return Plan(str(body["kind"]), what, tuple(_edit_of(card) for card in cards))


def _edit_of(card: Any) -> CardEdit:
    if not isinstance(card, dict) or not isinstance(card.get("changes"), list):
        raise _no_plan()
    written_id, etag = card.get("id"), card.get("etag", "")
    if not isinstance(written_id, str) or not isinstance(etag, str):
        raise _no_plan()
    return CardEdit(written_id, etag, tuple(_change_of(change) for change in card["changes"]))


def _change_of(change: Any) -> Change:
    if not isinstance(change, dict) or not isinstance(change.get("pointer"), str):
        raise _no_plan()
    pointer, language = change["pointer"], change.get("language", "")
    if language not in ("", *LANGUAGES) or not pointer.startswith("/"):
        raise _no_plan()
    value = REMOVED if change.get("remove") is True else change.get("value")
    if language and (pointer[1:] not in LIMITS or not (value is REMOVED or isinstance(value, str))):
        raise _no_plan()
    return Change(pointer, value, language)


def _no_plan() -> InvalidFields:
    return InvalidFields.of("/plan", "This is no plan of a bulk edit.", "这不是批量修改的计划。")


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One change in words: where it is, the old value and the new one."""

    where: str
    pointer: str
    old: str
    new: str
    is_removed: bool
    is_added: bool


@dataclass(frozen=True, slots=True)
class CardDiff:
    """One card of a report: its changes, and why it may not be written, if so."""

    id: str
    name: Mapping[str, str]
    url: str
    rows: tuple[DiffRow, ...]
    errors: tuple[Mapping[str, str], ...]
    warnings: tuple[Mapping[str, str], ...]
    is_stale: bool


@dataclass(frozen=True, slots=True)
class ReportPage:
    """A report as its page shows it.

    Shapes: hidden counts the cards beyond SHOWN_CARDS; left_out and cell_errors are lines in words.
    """

    cards: tuple[CardDiff, ...]
    changed: int
    changes: int
    unchanged: int
    hidden: int
    unknown: tuple[str, ...]
    blocked: int
    has_stale: bool
    may_write: bool


def report_page(pack: Pack, report: BulkReport, cell_errors: Sequence[CellError] = ()) -> ReportPage:
    """Return a report for the page: blocked cards first, so that none is overlooked."""
    ordered = sorted(report.cards, key=lambda card: not card.is_blocked)
    return ReportPage(
        cards=tuple(_diff(pack, card) for card in ordered[:SHOWN_CARDS]),
        changed=len(report.cards),
        changes=sum(len(card.changes) for card in report.cards),
        unchanged=len(report.unchanged),
        hidden=max(0, len(ordered) - SHOWN_CARDS),
        unknown=report.unknown,
        blocked=len(report.blocked),
        has_stale=any(card.is_stale for card in report.cards),
        may_write=report.ok and not cell_errors,
    )


def _diff(pack: Pack, edited: EditedCard) -> CardDiff:
    card = edited.card
    document = card.draft.document
    name = draft_name(pack, card)
    return CardDiff(
        id=card.written_id,
        name=name,
        url=reverse("cards:card-detail", args=[pack.slug, card.written_id]),
        rows=tuple(_row(pack, document, shown) for shown in edited.changes),
        errors=tuple(problem.message for problem in edited.errors),
        warnings=tuple(problem.message for problem in edited.warnings),
        is_stale=edited.is_stale,
    )


def _row(pack: Pack, document: Any, shown: Shown) -> DiffRow:
    return DiffRow(
        where=_where(pack, document, shown),
        pointer=f"text/{shown.language}.json {shown.pointer}" if shown.language else shown.pointer,
        old=_said(shown.old),
        new=_said(shown.new),
        is_removed=shown.new is REMOVED,
        is_added=shown.old is REMOVED,
    )


def _said(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else cell_text(value)


def _where(pack: Pack, document: Any, shown: Shown) -> str:
    if shown.language:
        names = {"name": gettext("Name"), "description": gettext("Rules text"), "notes": gettext("Notes")}
        languages = {"en": gettext("English"), "zh": gettext("Chinese")}
        return f"{names[shown.pointer[1:]]}, {languages[shown.language]}"
    return words_of(path_in_words(pack.ruleset, document, shown.pointer))


def words_of(steps: Iterable[Mapping[str, str]]) -> str:
    """Return a path in the language of the page."""
    return ARROW.join(bilingual_plain(step) for step in steps)
