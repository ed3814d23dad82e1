"""What cards of a game cost: the fields of a card that its face shows as costs, and the field of its rarity."""

import json
from functools import lru_cache
from typing import Final

from cards.gateway.fields import Field, card_fields
from engine import api

RARITY: Final = "/rarity"
"""Where every game writes how rare a card is."""


def cost_fields(ruleset: str) -> tuple[Field, ...]:
    """Return the whole numbers beside those that faces of the game show as costs, the chief one of its plainest card first."""
    return _cost_fields(ruleset, api.source_hash(ruleset))


@lru_cache(maxsize=16)
def _cost_fields(ruleset: str, mark: str) -> tuple[Field, ...]:
    del mark  # of the code of the game: with another one, this is asked again
    documents = (json.loads(template.text(ruleset)) for template in api.templates(ruleset))
    pointers = [fact["pointer"] for document in documents for fact in api.face(ruleset, document, {})["cost"]]
    roots = {pointer.split("/")[1] for pointer in pointers if pointer}
    fields = [
        field for field in card_fields(ruleset) if field.kind == "integer" and field.pointer.split("/")[1] in roots
    ]
    return tuple(sorted(fields, key=lambda field: field.pointer != pointers[0]))
