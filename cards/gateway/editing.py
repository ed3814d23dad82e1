"""Changes to a card's text in place: comments, order and every byte that is not named stay."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from cards.errors import BadText, InvalidFields, NoSuchPlace
from cards.gateway.fields import value_at
from cards.gateway.pack_names import Game
from cards.gateway.problems import bad_text
from engine import api

REMOVED = api.REMOVED
_LINE_BREAK = re.compile(r"\r\n|\n|\r")  # what the reader counts as one
_NO_ID = ("The text has no id that could be replaced.", "文本中没有可以替换的 id。")


def json_object(text: str) -> dict[str, Any] | None:
    """Return the one object that a JSON text holds, comments allowed, or None where it holds another value or cannot be read."""
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


def lift_out(ruleset: Game, text: str, pointer: str, card_id: str) -> api.LiftedOut:
    """Return a card that is written at a place of a text as a card of its own, and the text that names it by this id.

    Errors: BadText when the text does not parse; NoSuchPlace where no card is written.
    """
    try:
        return api.lift_out(ruleset, text, pointer, card_id)
    except api.BadCard as error:
        raise bad_text(error) from error
    except LookupError as error:
        raise NoSuchPlace(pointer) from error


def value_or_removed(document: Any, pointer: str) -> Any:
    """Return the value at a JSON Pointer, REMOVED where there is none."""
    there, value = value_at(document, pointer)
    return value if there else REMOVED


def card_id(text: str) -> str:
    """Return the id that a card's text gives it, or an empty text where it gives none or cannot be read."""
    try:
        value = api.read_json(text, jsonc=True).value
    except api.BadCard:
        return ""
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def with_card_id(text: str, card_id: str) -> str:
    """Return a card's text with another id in it and everything else, comments included, as it was.

    Errors: BadText when the text does not parse or its `id` is no text of its own.
    """
    try:
        document = api.read_json(text, jsonc=True)
    except api.BadCard as error:
        raise bad_text(error) from error
    if not isinstance(document.value, dict) or not isinstance(document.value.get("id"), str):
        raise BadText(*_NO_ID)
    return _with_strings(document, {"/id": card_id})


def with_references(text: str, pointers: Iterable[str], *, old: str, new: str) -> str:
    """Return a card's text in which the strings at these pointers that equal the old id are the new one.

    Errors: BadText when the text does not parse.
    """
    try:
        document = api.read_json(text, jsonc=True)
    except api.BadCard as error:
        raise bad_text(error) from error
    return _with_strings(document, dict.fromkeys(pointers, new), instead_of=old)


def _with_strings(document: Any, values: Mapping[str, str], *, instead_of: str | None = None) -> str:
    """Return a document's text with other strings at some pointers and every other byte as it was."""
    text = str(document.text)
    starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]
    places = {pointer: document.locate(pointer) for pointer in values}
    offsets = {pointer: starts[line - 1] + column - 1 for pointer, (line, column) in places.items()}
    for pointer in sorted(values, key=offsets.__getitem__, reverse=True):
        start = offsets[pointer]
        if not text.startswith('"', start):
            continue  # the pointer names something else than a string
        match, end = json.JSONDecoder().raw_decode(text, start)
        if instead_of is None or match == instead_of:
            text = text[:start] + json.dumps(values[pointer]) + text[end:]
    return text
