"""What the experiments of all games share: which slots a card takes, what it is compared with, which decks meet.

Both depend on the card's id, kind and rarity alone. A draft whose cost changes keeps its slots and its references, so that previews of
its drafts can be compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.errors import BadCard, Problem
from engine.kernel.chance import draw, stream_key
from engine.kernel.decisions import Action
from engine.language.spec.shapes import LocalizedText
from engine.ruleset.parts import Json

REFERENCES = 2
"""Cards that a new card is compared with, at most: one for each of its copies."""


NO_DECK = LocalizedText("there are no cards to build a deck of", "没有可组成牌组的牌")


@cache
def styles_of(folder: Path) -> Json:
    """Return a game's file of styles: its `styles` and the pinned `references`."""
    styles: Json = json.loads((folder / "styles.json").read_bytes())
    return styles


@cache
def reference_decks(folder: Path, listing: Callable[[Json], tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the shipped deck of each style, as card ids by slot."""
    decks = folder / "decks"
    return {name: listing(json.loads((decks / f"{name}.json").read_bytes())) for name in styles_of(folder)["styles"]}


def no_starters(card: str, text: LocalizedText = NO_DECK) -> BadCard:
    """Return the refusal of a card for which neither its pack nor the shipped set has what a match needs."""
    return BadCard([Problem("E-NOSTARTERS", text._asdict(), layer="references", card=card)])


def pinned_slots(card: str, eligible: Sequence[int], copies: int) -> list[int]:
    """Return the slots that a card takes among those that fit it: fixed by its id."""
    key = stream_key(0, f"preview/slots/{card}")
    return sorted(sorted(eligible, key=lambda slot: (draw(key, slot), slot))[:copies])


def slots_of(card: str, deck: Sequence[str], eligible: Sequence[int], copies: int) -> list[int]:
    """Return the slots of a deck that hold the card, else those that its id gives it among the eligible."""
    own = [slot for slot, entry in enumerate(deck) if entry == card]
    return own or pinned_slots(card, eligible, copies)


def slots_like(candidate: Json, deck: Sequence[str], cards_by_id: Mapping[str, Json], key: str = "type") -> list[int]:
    """Return the slots of a deck that hold cards of the candidate's type."""
    return [slot for slot, entry in enumerate(deck) if cards_by_id[entry][key] == candidate[key]]


def without_card(deck: Sequence[str], card: str, cards_by_id: Mapping[str, Json]) -> list[str]:
    """Return a deck without a card: another of its type, preferably one that the deck does not hold, has its slots."""
    kind = cards_by_id[card]["type"]
    alike = [name for name in sorted(cards_by_id) if cards_by_id[name]["type"] == kind and name != card]
    held = next((entry for entry in deck if entry != card), card)
    replacement = next((name for name in alike if name not in deck), held)
    return [replacement if entry == card else entry for entry in deck]


def pinned_references(
    card: str, groups: Sequence[str], references: Mapping[str, Sequence[str]], available: Collection[str]
) -> list[str]:
    """Return the available of the pinned cards that a new card is compared with.

    They are those of the first of its groups that has any beside the card itself.
    """
    for group in groups:
        names = [name for name in references.get(group, ()) if name != card]
        if names:
            break
    else:
        names = [name for group in references.values() for name in group if name != card]
    return [name for name in names[:REFERENCES] if name in available]


def all_pairs(styles: Sequence[str]) -> list[list[str]]:
    """Return the ordered pairs of styles, in an order in which every run of as many pairs has each style in each seat."""
    count = len(styles)
    return [[styles[seat], styles[(seat + step) % count]] for step in range(count) for seat in range(count)]


def opponents_of(styles: Mapping[str, Any], names: Collection[str]) -> list[Json]:
    """Return the opponents of a layout: the ids of styles with their titles."""
    return [{"id": name, "title": styles[name]["title"]} for name in names]


def card_of(action: Action, verbs: Collection[str] = ()) -> int:
    """Return the entity that an answer names after one of some verbs, after any without them; 0 for none."""
    option = action[0] if action else ""
    return option[1] if isinstance(option, tuple) and (not verbs or option[0] in verbs) else 0
