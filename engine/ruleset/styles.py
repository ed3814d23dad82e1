"""What the experiments of all games share: which slots a card takes, what it is compared with, which decks meet.

Both depend on the card's id, kind and rarity alone. A draft whose cost changes keeps its slots and its references, so that previews of
its drafts can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.chance import draw, stream_key
from engine.ruleset.parts import Json

REFERENCES = 2
"""Cards that a new card is compared with, at most: one for each of its copies."""


def pinned_slots(card: str, eligible: Sequence[int], copies: int) -> list[int]:
    """Return the slots that a card takes among those that fit it: fixed by its id."""
    key = stream_key(0, f"preview/slots/{card}")
    return sorted(sorted(eligible, key=lambda slot: (draw(key, slot), slot))[:copies])


def pinned_references(card: str, groups: Sequence[str], pinned: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the pinned cards that a new card is compared with: those of the first of its groups that has any beside itself."""
    for group in groups:
        found = [name for name in pinned.get(group, ()) if name != card]
        if found:
            return found[:REFERENCES]
    return [name for names in pinned.values() for name in names if name != card][:REFERENCES]


def all_pairs(styles: Sequence[str]) -> list[list[str]]:
    """Return the ordered pairs of styles, so arranged that every run of as many as there are styles has each of them in each seat."""
    count = len(styles)
    return [[styles[seat], styles[(seat + step) % count]] for step in range(count) for seat in range(count)]


def styled(styles: Mapping[str, Any]) -> list[Json]:
    """Return the opponents of a layout from a game's file of styles: their ids with their titles."""
    return [{"id": name, "title": style["title"]} for name, style in styles.items()]
