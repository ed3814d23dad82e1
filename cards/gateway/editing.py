"""Changes to a card's text in place: comments, order and every byte that is not named stay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cards.errors import InvalidFields
from cards.gateway.fields import value_at
from engine import api

REMOVED = api.REMOVED


def json_object(text: str) -> dict[str, Any] | None:
    """Return the one object that a JSON text holds, comments allowed, or nothing where it holds another value or cannot be read."""
    try:
        value = api.read_json(text, jsonc=True).value
    except api.BadCard:
        return None
    return value if isinstance(value, dict) else None


def edited_text(text: str, changes: Iterable[tuple[str, Any]]) -> str:
    """Return a card's text in which the values at these JSON Pointers differ and nothing else.

    Errors: BadCard when the text does not parse; InvalidFields for a place that the card does not have.
    """
    try:
        return api.edit_json(text, (api.Edit(pointer, value) for pointer, value in changes))
    except ValueError as error:
        raise InvalidFields.of("/pointer", f"{error}.", "卡牌中没有这个位置。") from error


def value_or_removed(document: Any, pointer: str) -> Any:
    """Return the value at a JSON Pointer, REMOVED where there is none."""
    there, value = value_at(document, pointer)
    return value if there else REMOVED
