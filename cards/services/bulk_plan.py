"""A bulk edit between its check and its writing: the plan as JSON, in a field of a form or in the row of a job."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from cards.errors import InvalidFields
from cards.gateway import packs
from cards.gateway.editing import REMOVED
from cards.models import BulkKind
from cards.models.fields import LANGUAGES
from cards.services.bulk import CardEdit, Change
from cards.texts import LIMITS
from cards.values import frozen_dataclass

WHAT_LENGTH = 300
WRITTEN_KINDS = (BulkKind.GRID, BulkKind.CSV, BulkKind.REPLACE)
"""What a form may write: an undo is written by the button of an edit alone."""


@frozen_dataclass
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

    def refreshed(self) -> Plan:
        """Return the same plan against the drafts as they are now."""
        return replace(self, edits=tuple(replace(edit, etag="") for edit in self.edits))


def _change_json(change: Change) -> dict[str, Any]:
    named = {"pointer": change.pointer, **({"language": change.language} if change.language else {})}
    return {**named, "remove": True} if change.value is REMOVED else {**named, "value": change.value}


def plan_of(data: str) -> Plan:
    """Return the plan that a form sends back, what it does in both languages.

    Errors: InvalidFields for what is no plan; BadText for what is no JSON.
    """
    body = packs.read_body(data.encode("utf-8", "surrogatepass"))
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
    return InvalidFields.of("/plan", "This is not a bulk edit plan.", "这不是批量修改的计划。")
