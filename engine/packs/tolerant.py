"""The tolerant reader: what is almost JSON as what it would be after repairs, and cards in an object as a list; each change is listed."""

from __future__ import annotations

from typing import Final

from engine.errors import BadCard, Problem
from engine.packs.limits import CARD_LIMITS, Limits
from engine.packs.reader import Document, read_json
from engine.packs.records import as_list
from engine.packs.repair import repair

OF_THE_READER: Final = ("comment", "trailing-comma", "byte-order-mark")
"""What the strict reader tolerates itself in texts of authors."""


def read_repaired(data: bytes | str, *, limits: Limits = CARD_LIMITS, file: str = "card.json") -> Document:
    """Return the document that a text holds, or would hold after repairs, which `lenient` of the document lists.

    Errors: BadCard with the problems of the text as it stands, where repairs do not make JSON of it.
    """
    try:
        document = read_json(data, limits=limits, jsonc=True, file=file)
    except BadCard:
        result = _repaired(data, limits, file)
        if result is None:
            raise
        return _as_list(result, limits)
    if isinstance(document.value, str):  # a text may hold a document
        document = _repaired(data, limits, file) or document
    return _as_list(document, limits)


def _repaired(data: bytes | str, limits: Limits, file: str) -> Document | None:
    """Return the document that a text holds after repairs, None where they make no JSON of it."""
    result = repair(data)
    if result is None:
        return None
    try:
        document = read_json(result.text, limits=limits, jsonc=True, file=file)
    except BadCard:
        return None
    return Document(document.value, result.text, file=file, lenient=(*result.repairs, *document.lenient))


def _as_list(document: Document, limits: Limits) -> Document:
    """Return the document, or the list of the cards that lie in its object."""
    change = as_list(document.text, document.value)
    if change is None:
        return document
    text, what = change
    value = read_json(text, limits=limits, jsonc=True, file=document.file).value
    return Document(value, text, file=document.file, lenient=(*document.lenient, what))


def repairs_in(document: Document) -> tuple[Problem, ...]:
    """Return one W-ALIAS for each kind of repair of a document, without what the reader tolerates in every text of an author."""
    return tuple(warning for warning in document.warnings() if warning.found not in OF_THE_READER)
