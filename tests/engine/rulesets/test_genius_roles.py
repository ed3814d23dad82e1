"""A condition that names a role means one field of each event, and the sentence of the event says which: who leaves, who comes, who is hurt."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.kernel.in_flight import Environment
from engine.rulesets.genius.events import EVENTS
from engine.rulesets.genius.nodes.conditions import is_done_by, is_done_to
from tests.engine.rulesets.genius_field import damage, duel, skill

TESTS = {"DoneBy": is_done_by, "DoneTo": is_done_to}
HEROES = ("hero", "mate1", "mate2")
HURT = {"damageFrom": "its character deals damage", "damageTo": "its character suffers damage"}
SENTENCES: dict[str, dict[str, str]] = {
    "CALCULATE_DICE": {"UUID": "its character switches characters", "toUUID": "its character is switched to"},
    "ON_USE_SKILL": {"UUID": "its character uses a skill"},
    "AFTER_USE_SKILL": {"UUID": "its character has used a skill"},
    "ON_CHANGE_CHARACTER": {"fromUUID": "its character is switched out", "toUUID": "its character is switched in"},
    "AFTER_CHANGE_CHARACTER": {
        "fromUUID": "its character has been switched out",
        "toUUID": "its character becomes the active character",
    },
    **dict.fromkeys(
        (
            "INFUSION",
            "DAMAGE_ADD",
            "DAMAGE_ADD_AFTER_REACTION",
            "DEALING_DAMAGE",
            "DIVIDE_DAMAGE",
            "EXECUTE_DAMAGE",
            "AFTER_TAKES_DMG",
        ),
        HURT,
    ),
    "AFTER_HEAL": {"UUID": "its character is healed"},
    "ELEMENTAL_APPLICATION_REACTION": {"damageTo": "an element applied to its character reacts"},
    "CHARACTER_WILL_DIE": {"UUID": "its character would be defeated"},
    "CHARACTER_DIE": {"UUID": "its character is defeated"},
    "REACTION_LEAVES": {"damageTo": "its character reacts"},
    "ON_SPEND": {"entityUUID": "its character spends usage, energy or a counter"},
    "ON_PREPARE_SKILL": {"UUID": "its character prepares a skill"},
}
"""What is said where its character is the one in a field of an event."""


def card(event: str, condition: str) -> dict[str, Any]:
    """Return a status whose skill asks whether its character has a role in an event."""
    asked = [{"type": condition, "is": "host"}]
    asked += [{"type": "ActionIs", "action": "switch"}] if event == "CALCULATE_DICE" else []
    made = {"id": "a", "triggerOn": event, "filter": asked, "action": [{"type": "drawCards", "count": 1}]}
    return {"id": "own.role", "type": "status", "name": "Role", "rarity": "common", "skills": [made]}


def field_of(event: str, condition: str) -> str:
    """Return the field whose character a condition means: an event is fired with another character in each."""
    field = duel(skill("hit", damage(1)))
    spec = next(one for one in EVENTS if one.name == event)
    people = [field.scene.names[name] for name in HEROES]
    roles = [name for name, kind in spec.fields.items() if kind in ("character", "entity")]
    names: dict[str, Any] = dict(zip((f"{event}.{role}" for role in roles), people, strict=False))
    names |= {f"{event}.playerUUID": -1, f"{event}.action": "switch"}
    answers = [
        role
        for role in roles
        if TESTS[condition](field.state, Environment(names, -1, names[f"{event}.{role}"], event), "host")
    ]
    assert len(answers) < 2, f"{event} {condition} means one role"
    return "".join(answers)


@pytest.mark.parametrize("event", sorted(SENTENCES))
def test_the_sentence_names_the_role_that_is_meant(event: str) -> None:
    ids: set[str] = set()
    for condition in TESTS:
        if role := field_of(event, condition):
            ids.add(role)
            text = api.describe("genius", card(event, condition), "en")
            assert f"henever {SENTENCES[event][role]}" in text, (condition, role, text)
    assert ids == SENTENCES[event].keys(), "every role of the event can be asked for"


def test_every_event_with_a_character_is_in_the_table() -> None:
    named = {one.name for one in EVENTS if "character" in one.fields.values()}
    assert named <= SENTENCES.keys()
