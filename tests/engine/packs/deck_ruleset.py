"""A game with decks for tests: the cards of `wizards` with the fields of 003§2.1 that speak of decks, each seat bringing its own deck."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.kernel.definitions import CardDef
from engine.language.reading.normalise import Normalised, normalise
from engine.language.reading.versions import PATTERN
from engine.language.spec.fields import Field
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import BooleanLiteral, IntegerLiteral, LocalizedText, TextLiteral
from engine.packs.decks import Cap, DeckRules, copies
from engine.ruleset import Decks, Ruleset, Setting
from engine.rulesets.wizards import RULESET
from engine.rulesets.wizards.setup import deal as dealt
from engine.rulesets.wizards.vocabulary import WIZARDS

Json = dict[str, Any]
SIZE = 40
EXTRA_FIELDS = (
    Field("version", TextLiteral(32, pattern=f"^{PATTERN}$"), LocalizedText("Version", "版本"), required=False),
    Field("deckLimit", IntegerLiteral(0, 40), LocalizedText("Copies", "张数"), required=False),
    Field("isLegendary", BooleanLiteral(), LocalizedText("Legendary", "传奇"), required=False),
)
RULES = DeckRules(
    size=SIZE,
    banned=({"/rarity": "leg"},),
    caps=(Cap(LocalizedText("wands", "魔杖"), 2, {"/cardType": "wand"}, "deckWands", "E-DECK-VESSEL"),),
)


def _with_extra_fields(record: RecordSpec) -> RecordSpec:
    return replace(record, fields=(*record.fields, *EXTRA_FIELDS)) if record.name == "treasure" else record


VOCABULARY = replace(WIZARDS, ruleset="decked", records=tuple(map(_with_extra_fields, WIZARDS.records)), lint=None)


def rewrite(document: Any) -> Normalised:
    return normalise(VOCABULARY, document)


def deal(cards: Mapping[str, CardDef], seats: int, config: Mapping[str, Any], decks: Sequence[Json]) -> Json:
    """Return the opening of `wizards`, each seat with the deck that it brought."""
    return dealt(cards, seats, config) | {f"deck/{seat}": copies(deck) for seat, deck in enumerate(decks)}


def card(name: str, **more: Any) -> Json:
    """Return a card of the game that does nothing."""
    return {"id": f"d.treasure.common.{name}", "name": name, "manaCost": 0, "rarity": "com", "school": "none", **more}


CARDS = [card("a", deckLimit=30), card("b", deckLimit=40), card("king", isLegendary=True, deckLimit=3),
         card("wand", cardType="wand", deckLimit=40), card("token", rarity="leg", id="d.treasure.legendary.token")]  # fmt: skip


def deck(name: str, **counts: int) -> Json:
    """Return a deck of these cards by the last part of their ids."""
    ids = {one["name"]: one["id"] for one in CARDS}
    rows = [{"id": ids.get(short, short), "count": count} for short, count in counts.items()]
    return {"deckId": name, "owner": name, "cards": rows}


FIRST, SECOND = deck("first", a=20, b=20), deck("second", b=39, king=1)


def write(root: Path, files: Mapping[str, Any]) -> Path:
    """Write values as JSON, and bytes as they are, below a folder."""
    for name, held in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(held if isinstance(held, bytes) else json.dumps(held, indent=1).encode())
    return root


SHIPPED_CARDS: Mapping[str, Any] = {
    "cards/manifest.json": {
        "cardDataVersion": "1.10.0",
        "schemaVersion": "1.0.0",
        "cardFiles": ["z.v1.json", "a.v1.json"],
    },
    "cards/z.v1.json": CARDS[:2],
    "cards/a.v1.json": {"cards": CARDS[2:]},
    "decks/first.json": FIRST,
    "decks/second.json": SECOND,
}
"""What the game ships, in the order that 003§1 gives."""


def decked(folder: Path) -> Ruleset:
    """Return the game, its shipped set written to a folder."""
    switch = Setting("deckWands", False, "T9", LocalizedText("Count wands", "限制魔杖"))
    return replace(
        RULESET,
        name="decked",
        folder=write(folder, SHIPPED_CARDS),
        vocabulary=VOCABULARY,
        rewrite=rewrite,
        deal=deal,
        decks=Decks(RULES, ("first", "second")),
        settings=(*RULESET.settings, switch),
        config={**RULESET.config, "deckWands": False},
        seats=(2,),
        board=None,
    )
