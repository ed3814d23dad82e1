"""The change by which a card that is written inside another becomes a card of its own, for `test_audit.py`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cards.models import Card, Pack
from cards.services.card import card_create
from cards.services.card_lift import card_lift_out

UNIT = {
    "id": "encounter.unit.lamp",
    "type": "unit",
    "name": "Lamp",
    "rarity": "common",
    "colors": ["white"],
    "atk": 2,
    "mhp": 6,
    "mov": 2,
    "rng": 1,
    "spd": 1,
    "ownAbilities": [{"id": "glow", "name": "Glow", "static": [{"stat": "atk", "op": "add", "value": 1}]}],
}


def unit_with_ability(on: Any) -> Card:
    """Return a unit with an ability written inside; the pack becomes one of a game in which that can be."""
    Pack.objects.filter(pk=on.pack.pk).update(ruleset="encounter")
    on.pack.refresh_from_db()
    return card_create(actor=on.admin, pack=on.pack, text=json.dumps(UNIT))


BEFORE_LIFTING: dict[str, Callable[[Any], Any]] = {"card_lift_out": unit_with_ability}
OF_LIFTING: dict[str, Callable[[Any, Any], Any]] = {
    "card_lift_out": lambda on, card: card_lift_out(
        actor=on.admin, card=card, text=card.draft.text, pointer="/ownAbilities/0"
    )
}
