"""What differs is said in the words of the game, for every shipped card of every game and each kind of change."""

from __future__ import annotations

import copy

import pytest

from cards.gateway import rulesets
from cards.tree_diff import node_changes
from cards.web.changes import changed_places, way_to
from engine import api

SAMPLE = 25


@pytest.mark.parametrize("ruleset", [info.name for info in rulesets.rulesets()])
def test_every_field_of_a_card_has_words(ruleset: str) -> None:
    """A pointer is shown only where the game has no words; a field of a card always has some."""
    without_words = set()
    for card, _ in api.card_set(ruleset)[:SAMPLE]:
        changes, _is_cut = node_changes({}, card)
        without_words |= {
            place.pointer
            for place in changed_places(ruleset, None, card, changes)
            if "/" in place.words.split(" › ")[0]
        }

    assert without_words == set()


def test_values_are_shown_as_they_are_read() -> None:
    card = next(copy.deepcopy(card) for card, _ in api.card_set("wizards") if card.get("rarity") == "com")
    changed = {**card, "name": "Another", "manaCost": 9, "rarity": "leg"}
    changes, _ = node_changes(card, changed)

    places = {place.words: place for place in changed_places("wizards", card, changed, changes)}

    assert (places["Name"].old, places["Name"].new, places["Name"].is_block) == (card["name"], "Another", False)
    assert places["Rarity"].new == "Legendary"
    assert (places["Mana cost"].new, places["Mana cost"].is_block) == ("9", False)


def test_what_moved_says_from_where_in_words() -> None:
    damage = {"type": "damage", "amount": 5, "target": {"type": "monsterChooser"}}
    gold = {"type": "gainGold", "amount": 1}
    old = {"id": "a.b", "behaviors": [{"at": "onPlay", "do": [damage, gold]}]}
    new = {"id": "a.b", "behaviors": [{"at": "onPlay", "do": [gold, damage]}]}
    changes, _ = node_changes(old, new)

    (place,) = changed_places("wizards", old, new, changes)

    assert place.kind == "reordered"
    assert place.words.startswith("Behaviours 1 › Do ")
    assert place.old_words.startswith("Behaviours 1 › Do ")
    assert place.words != place.old_words


def test_a_game_that_is_missing_leaves_the_pointer() -> None:
    assert way_to("gone", {"a": [1]}, "/a/0") == "/a/0"
    assert way_to("wizards", None, "/a/0") == "/a/0"
