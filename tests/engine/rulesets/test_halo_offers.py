"""A choice offers only what its effect can be done to: on everything that is offered, each effect changes something."""

from __future__ import annotations

import json

import pytest

from engine import api
from engine.language.spec import Targets
from engine.packs.reader import read_json
from engine.rulesets import find
from engine.rulesets.halo.nodes.effect_fields import grounded
from engine.scenario.play import followed
from engine.scenario.reading import read_scenario
from engine.scenario.scene import setup_scene
from tests.engine.rulesets.halo_cases import Json, answer, card, do, effect, lies, ship
from tests.engine.rulesets.test_halo_nodes import CARDS, HAND, at, tactic

HURT = {"health": 2, "shield": 1}
LIKE = {"keywords": ["RANGED"], "tags": ["ELITE"]}
SECTIONS = [{"name": "A", "maxHp": 4, "critical": False}, {"name": "B", "maxHp": 5, "critical": True}]
ON_TABLE = [
    card("man2", "UNIT", 2, (1, 2, 3), **LIKE),
    ship("ship2", 1, (1, 2, 5), **LIKE),
    ship("flag2", 1, (0, 2, 9), multiSection=True, sections=SECTIONS, **LIKE),
]
THINGS = {
    "a unit": ("front", "man2", {**HURT, "attacked": 1}),
    "a vessel": ("orbit", "ship2", {**HURT, "attacked": 1}),
    "a capital ship": ("orbit", "flag2", {"shield": 1, "attacked": 1}),
}
SEATS = {"CHOSEN_ALLY": 0, "CHOSEN_ENEMY": 1}
"""The words that ask, each with the seat whose things it offers."""
PARAMS: dict[str, Json] = {
    "DEAL_DAMAGE": {"amount": 2},
    "HEAL": {"amount": 9},
    "DESTROY": {},
    "MODIFY_ATK": {"delta": 2},
    "MODIFY_HP": {"delta": 2},
    "MODIFY_SHIELD_CAP": {"delta": 2},
    "ADD_KEYWORD": {"name": "ARMOR", "value": 1},
    "REMOVE_KEYWORD": {"name": "RANGED"},
    "APPLY_STATUS": {"status": "MARKED", "turns": 2},
    "RESTORE_SHIELD": {},
    "READY": {},
    "TO_HAND": {},
    "MODIFY_COST": {"delta": -1},
    "REMEMBER": {"name": "marks", "amount": 1},
    "TAKE_CONTROL": {},
    "TRANSFORM": {"into": "tok"},
    "SILENCE": {},
}
"""Each effect that can be done to a unit of choice, with what it needs."""
OTHERWISE = {
    "MOVE_UNIT": "moves to a lane, and a tactical card has none (test_moves_what_stands_on_the_ground)",
    "ROLL_MISS_CHANCE": "is done to an event",
    "CANCEL": "is done to an event",
    "PICK": "changes nothing itself",
    "PICK_CARD": "takes cards",
    "loop": "does what is in it",
    "DEPLOY": "takes a card that is in no play",
    "RETURN": "takes what has left play",
    "ALSO_ACTS_ON": "takes a further target of a card that is being played",
}
"""The other effects with such a target."""
IN_HAND = "it changes the cost of what is in a hand, and takes units for those that an effect before it has put there"
UNCHANGED_THINGS = {
    **{("MODIFY_COST", word, thing): IN_HAND for word in SEATS for thing in THINGS},
    **{("MODIFY_HP", word, "a capital ship"): "its health is what its sections have left" for word in SEATS},
}
"""What is offered and stays as it is, by effect, word and thing, each with the reason."""


def changes(name: str, word: str, thing: str) -> bool | None:
    """Return whether an effect changes the thing of two that is chosen; None where it is not offered."""
    zone, of, state = THINGS[thing]
    seats: list[Json] = [{"supply": 10, "supplyCap": 10, **HAND}, {}]
    held = {**at(f"alpha.{zone}", lies(of, "t", **state)), **at(f"bravo.{zone}", lies(of, "u", **state))}
    seats[SEATS[word]] = {**seats[SEATS[word]], **held}
    outcomes = []
    for node in (effect(name, word, **PARAMS[name]), effect("PICK", word)):
        scenario = {
            "format": "scenario/1", "ruleset": "halo", "name": "a choice", "cards": [*CARDS, *ON_TABLE, tactic(node)], "config": {},
            "given": {"phase": "DEPLOYMENT", "seats": seats}, "when": [do("play", "x")], "then": [],
        }  # fmt: skip
        document = read_json(
            json.dumps({**scenario, "when": [do("play", "x"), answer("t")]}), jsonc=True, file="case.json"
        )
        read, problems = read_scenario(find("halo"), document, "", api.card_set("halo"))
        assert read is not None, problems
        scene = setup_scene(find("halo"), read)
        failures = [failure for _, group, _ in followed(scene, read) for failure in group]
        if failures:
            assert [failure.path for failure in failures] == ["/when/1"], failures
            return None
        outcomes.append((scene.state.entities, scene.state.zones, sorted(scene.state.listeners)))
    return outcomes[0] != outcomes[1]


def test_every_effect_with_such_a_target_is_tried() -> None:
    vocabulary = find("halo").vocabulary
    kinds = ("piece", "victim", "any", "event", "card")
    shapes = {
        spec.name: key.shape
        for spec in vocabulary.family("effect").values()
        if (key := spec.field("target")) and spec.runtime.inline is None
    }
    assert {
        name for name, shape in shapes.items() if isinstance(shape, Targets) and shape.type in kinds
    } == PARAMS.keys() | OTHERWISE.keys()


@pytest.mark.parametrize("name", PARAMS)
def test_what_is_offered_is_changed(name: str) -> None:
    tried = {(name, word, thing): changes(name, word, thing) for word in SEATS for thing in THINGS}

    assert {place for place, is_changed in tried.items() if is_changed is False} == {
        one for one in UNCHANGED_THINGS if one[0] == name
    }


def test_moves_what_stands_on_the_ground() -> None:
    spec = find("halo").vocabulary.family("effect")["MOVE_UNIT"]
    assert (spec.wording.takes, spec.runtime.eligible) == ("ground", grounded)
