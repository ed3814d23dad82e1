"""A card that is written inside another becomes a card of its own: its document, and the text of the outer card that names it by its id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.json_values import JsonObject
from engine.language.reading.inner_cards import IDENTITY, by_itself, inner_id, written_places
from engine.language.reading.source_map import members
from engine.language.spec import Vocabulary
from engine.packs.editing import REMOVED, Edit, edit_json
from engine.packs.reader import read_json


class LiftedOut(NamedTuple):
    """What comes of it.

    Shapes: `text` is that of the outer card, all else in it as it was; `own` is what the card was called there, in the key `key`.
    """

    text: str
    document: JsonObject
    kind: str
    key: str
    own: str


def lift_out(vocabulary: Vocabulary, text: str, pointer: str, card_id: str) -> LiftedOut:
    """Return a card that is written at a place of another as a card of its own, called by this id.

    Errors: BadCard for a text that does not parse; LookupError where no card is written.
    """
    outer = read_json(text, jsonc=True).value
    place = next((place for place in written_places(vocabulary, outer) if place.pointer == pointer), None)
    if place is None:
        raise LookupError(pointer)
    document = {**by_itself(vocabulary, outer, place), IDENTITY: card_id}
    own = str(place.card.get(IDENTITY, ""))
    former = inner_id(outer.get(IDENTITY), own)
    holder = pointer.removesuffix(f"/{place.key}")
    if place.is_listed:
        left = [card for card in outer[place.key] if card is not place.card]
        gone = Edit(pointer if left else f"/{place.key}", REMOVED)
        ids = [card_id if name == former else name for name in outer.get(place.id_key, ())]
        edits = [gone, Edit(f"/{place.id_key}", [*ids, card_id])]
    else:
        edits = [Edit(pointer, REMOVED), Edit(f"{holder}/{place.id_key}", card_id)]
    naming = [Edit(path, card_id) for path, value in _values(outer, "") if value == former]
    return LiftedOut(edit_json(text, [*naming, *edits]), document, place.kind, place.key, own)


def _values(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    yield path, value
    for where, child in members(path, value):
        yield from _values(child, where)


__all__ = ["LiftedOut", "lift_out"]
