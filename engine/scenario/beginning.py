"""The scenario that a card begins with: a legal board with the card on it, and nothing claimed yet."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

from engine.cardset import HashedCard
from engine.errors import IllegalAction
from engine.formats.scenario import FORMAT, TABLE, board_of
from engine.json_values import JsonObject
from engine.packs.reader import Document
from engine.ruleset import Ruleset, ZoneSpec
from engine.scenario.reading import read_scenario
from engine.scenario.scene import setup_scene

ENTITY_NAME = "it"
"""What the card is called in its new scenario."""
STAND_IN = "scenario.stand-in"
"""The card that stands on a board where the card alone could not be played; each game has one of its own."""
STAND_IN_TEXTS = {"zh": {"name": "替身"}}


def new_scenario(ruleset: Ruleset, card: str, name: str, cards: Sequence[HashedCard]) -> JsonObject:
    """Return a scenario that sets a card up at the first place where it stays, without actions and facts.

    Shapes: cards are valid; where the card itself is not among them, the place is the first of all, and the scenario cannot be set up yet.
    Errors: KeyError where the ruleset has no board.
    """
    document = next((held for held, _ in cards if held["id"] == card), None)
    start = board_of(ruleset).beginning
    setup, own = start.adapted(document or {}, copy.deepcopy(dict(start.setup)), start.cards)
    frame: JsonObject = {"format": FORMAT, "ruleset": ruleset.name, "name": name}
    frame |= {"cards": [dict(document) for document in own]} if own else {}
    boards = [
        ({**frame, **part, "when": [], "then": []}, zone) for part, zone in _places(ruleset, card, document, setup)
    ]
    return next((value for value, zone in boards if _stays(ruleset, value, zone, cards)), boards[0][0])


def _places(
    ruleset: Ruleset, card: str, document: JsonObject | None, setup: JsonObject
) -> Iterator[tuple[JsonObject, ZoneSpec | None]]:
    """Yield the parts of a scenario that place a card: a setting that names it, or each of the zones that take it, first those from which its owner plays it."""
    board = board_of(ruleset)
    board_facts: JsonObject = setup
    board_facts.setdefault("seats", [{} for _ in range(min(ruleset.seats))])
    sort = "" if document is None else board.sort(document)
    if setting := board.beginning.settings.get(sort):
        yield {"config": {setting: card}, "given": board_facts}, None
        return
    for zone in sorted(board.zones, key=lambda zone: zone.name not in ruleset.mechanics.own):
        if zone.settable and (not sort or sort in zone.sorts):
            yield {"given": _with(board_facts, zone, card)}, zone


def _with(board_facts: JsonObject, zone: ZoneSpec, card: str) -> JsonObject:
    """Return a board with the card before all others of a zone, of the first seat or the table."""
    entry = {"card": card, "as": ENTITY_NAME}
    if zone.shared:
        table: JsonObject = board_facts.get(TABLE, {})
        return {**board_facts, TABLE: {**table, zone.name: [entry, *table.get(zone.name, ())]}}
    first, *others = board_facts["seats"]
    return {**board_facts, "seats": [{**first, zone.name: [entry, *first.get(zone.name, ())]}, *others]}


def _stays(ruleset: Ruleset, value: JsonObject, zone: ZoneSpec | None, cards: Sequence[HashedCard]) -> bool:
    """Return whether a board can be set up, and the card is where it was put when the first question is asked."""
    scenario, _ = read_scenario(ruleset, Document(value, "", file="scenario.json"), "", cards)
    if scenario is None or not scenario.is_playable:
        return False
    try:
        scene = setup_scene(ruleset, scenario)
    except IllegalAction:
        return False
    if scene.decision() is None or zone is None:
        return scene.decision() is not None
    return scene.names[ENTITY_NAME] in scene.board.zone_contents(scene.state, -1 if zone.shared else 0, zone.name)
