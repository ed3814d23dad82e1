"""Which kinds of nodes the shipped cards of each game use: all of them, but for those named here with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from engine import api
from engine.language.reading.surface import desugar
from engine.rulesets import find, names
from engine.simulation.interim_results import nodes

DRAFTS = "switches a part of a draft on or off; on a card that is finished it says nothing"
WIZARDS_HITS = (
    "the shipped set is one of races and hits as the public rulebook plays it, where nobody hurts wizards or turns a hit aside; "
    "the cards in tests/fixtures/wanted play it"
)
WIZARDS_OTHERS = (
    "what others play or look at is no part of the public rulebook's game; the cards in tests/fixtures/wanted do so"
)
GENIUS_HANDS = "the shipped set leaves hands, statuses, countries and requests alone; the cards of the scenarios in hands.json and turns.json do not"
GENIUS_SPENDING = "the shipped set neither waits for what is spent nor changes what reactions leave and dice show; the cards in spending.json do"
HALO_RESOURCES = "the shipped cards declare no resource; the pack in tests/fixtures/wanted does"
HALO_PLAYS = (
    "cards that tax, cancel or copy a play, and jam a lane, need a set in which plays are aimed before they are paid; "
    "the pack in tests/fixtures/wanted is one"
)
HALO_SIDES = (
    "the shipped set is one of lanes that are held by numbers, without units that change sides or hands that are emptied; "
    "the scenarios in control.json, looking.json and keywords.json play them"
)
HALO_SECRETS = "bots answer for both players, so a secret choice would be weighed by chance alone; a card in tests/fixtures/wanted makes one"
CHANCE = "no card of the shipped set leaves what it does to a chance of this kind; the scenarios in amounts.json do"
AMOUNTS = "the shipped amounts of this set are plain numbers, or depend on nothing that could be counted; the scenarios in amounts.json play them"
COUNTING = "the shipped set asks for what lies on the table, never for how often something has happened; the scenarios in counting.json do"
FULL_HANDS = "no shipped card fills a hand up to a number; the scenarios in looking.json, uses.json, exchanges.json and cards.json do"
EXCHANGES = "the shipped set leaves things with those who have them, and as what they are; the scenarios in exchanges.json move them"
WORLD_MAP = "the shipped encounters are played by themselves, without a world map that could be told; the scenarios in document.json tell it"
DYNAMIC_CARDS = "the shipped cards stay what they are printed as; the scenarios in document.json change them"
WAITING = "the triggers of the shipped cards last with their cards; the scenarios in waiting.json set up others"
EXCUSES: Mapping[str, Mapping[str, Iterable[str]]] = {
    "encounter": {
        FULL_HANDS: ("drawUpTo",),
        CHANCE: ("flip", "random", "randomly", "roll"),
        AMOUNTS: ("each", "eachOf", "instead"),
        COUNTING: ("Nth", "timesThis"),
        EXCHANGES: ("moveTo", "pull", "swap", "takeControl"),
        WORLD_MAP: ("completePlot", "gainResource"),
        WAITING: ("addTriggers",),
        DYNAMIC_CARDS: ("cards", "changeCost", "changeSpell", "giveBoon", "removeBoons"),
    },
    "genius": {
        FULL_HANDS: ("drawUpTo",),
        DRAFTS: ("AlwaysTrue", "AlwaysFalse"),
        WAITING: ("addTriggers",),
        GENIUS_HANDS: (
            "Bears",
            "CountryIs",
            "HasCard",
            "HasEnded",
            "IsRequested",
            "IsTalent",
            "SkillIs",
            "chooseCard",
            "chooseEntity",
            "discardCard",
            "entities",
            "freeze",
            "lastPlayed",
            "printedCost",
            "returnToHand",
            "returnToPile",
            "setHealth",
            "stealDice",
            "swap",
            "topCard",
            "transform",
        ),
        GENIUS_SPENDING: ("VariableIs", "fixDice", "leaveInstead"),
        CHANCE: ("flip", "random", "randomly", "roll"),
        AMOUNTS: ("each", "eachOf", "instead"),
        COUNTING: ("Nth", "timesThis"),
    },
    "halo": {
        FULL_HANDS: ("DRAW_UP_TO",),
        DRAFTS: ("AlwaysTrue", "AlwaysFalse"),
        WAITING: ("ADD_TRIGGERS",),
        HALO_RESOURCES: ("GAIN_RESOURCE", "LOSE_RESOURCE", "RESOURCE_OF"),
        HALO_PLAYS: ("ALSO_ACTS_ON", "CANCEL", "JAM", "PAY_SUPPLY"),
        HALO_SIDES: (
            "DISCARD",
            "GAIN_SUPPLY",
            "LIFESTEAL",
            "SCRY",
            "SEARCH",
            "SILENCE",
            "TAKE_CONTROL",
            "TAUNT",
            "TRANSFORM",
        ),
        HALO_SECRETS: ("SECRET_LANES",),
        CHANCE: ("flip",),
        AMOUNTS: ("each", "eachOf", "instead"),
        COUNTING: ("NTH", "TIMES_THIS"),
    },
    "wizards": {
        FULL_HANDS: ("drawUpTo",),
        WIZARDS_HITS: ("addBody", "changeHitSchool", "damagePlayer", "redirectHit", "takeSchool"),
        WIZARDS_OTHERS: ("look", "playCard", "playedCards", "reroll"),
        CHANCE: ("flip",),
        AMOUNTS: ("each", "eachOf", "instead"),
        COUNTING: ("Nth", "timesThis"),
        EXCHANGES: ("exile", "scry", "search", "silence", "steal", "swap", "swapStats", "transform"),
    },
}
"""What no shipped card uses, by the reason; a card that uses one takes it off this list."""


def unused(game: str, cards: Iterable[Any]) -> set[str]:
    """Return the kinds of nodes of a game that none of some cards uses."""
    vocabulary = find(game).vocabulary
    used = {kind for card in cards for _, kind in nodes(desugar(vocabulary, card).document)}
    return {node.name for node in vocabulary.nodes if node.opens is None} - used


@cache
def shipped(game: str) -> tuple[Any, ...]:
    return tuple(document for document, _ in api.card_set(game))


@pytest.mark.parametrize("game", names())
class TestTheShippedCards:
    def test_use_every_kind_of_node_that_is_not_excused(self, game: str) -> None:
        assert unused(game, shipped(game)) == {kind for kinds in EXCUSES[game].values() for kind in kinds}

    def test_excuse_no_kind_twice(self, game: str) -> None:
        excused = [kind for kinds in EXCUSES[game].values() for kind in kinds]

        assert sorted(excused) == sorted(set(excused))


class TestAKindOfNode:
    STOPS = "genius.event.fair-shares"

    def test_is_missed_when_the_only_card_with_it_is_gone(self) -> None:
        rest = [card for card in shipped("genius") if card["id"] != self.STOPS]

        assert "stop" in unused("genius", rest) - unused("genius", shipped("genius"))

    def test_is_found_however_a_game_writes_it(self) -> None:
        """Halo names conditions by `op`, keywords by `name`, and targets by a word."""
        missing = unused("halo", [])

        assert {"SOURCE_IS_SELF", "ARMOR", "ENEMY_BASE", "DEAL_DAMAGE"} <= missing - unused("halo", shipped("halo"))
