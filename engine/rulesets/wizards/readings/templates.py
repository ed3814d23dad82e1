"""What the grammar of sentences means in `wizards`: what several parts of it share."""

from __future__ import annotations

from typing import Any

from engine.language.spec.readings import OWNER


def of_card(card: Any, name: str) -> Any:
    """Return a number or word of a card."""
    return {"type": "getCardProperty", "cardUUID": card, "property": name}


KINDS: Any = {
    "kind": {"kind": "%value"},
    "school": {"school": "%value"},
    "rarity": {"rarity": "%value"},
    "cost<=": {"costAtMost": "%value"},
    "cost>=": {"costAtLeast": "%value"},
    "cost=": {"costAtMost": "%value", "costAtLeast": "%value"},
}

NEXT_PLAYER: Any = {"type": "nextPlayer", "playerUUID": OWNER}

OWNERS: Any = {
    "you": {"whose": "own"},
    "opponent": {"whose": "others"},
    "others": {"whose": "others"},
    "otherplayer": {"whose": "others"},
    "allplayers": {"whose": "all"},
    "nextplayer": {"playerUUID": NEXT_PLAYER},
}

ZONES = (
    ("hand", "hand"),
    ("discards", "discard"),
    ("deck", "deck"),
    ("top", "deck"),
    ("wandslot", "wand"),
    ("playarea", "play"),
)


def of_player(player: Any, name: str) -> Any:
    """Return a number of a player."""
    return {"type": "getPlayerProperty", "playerUUID": player, "property": name}
