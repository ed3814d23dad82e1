"""The uses of an entity: how a passive skill spends them, and which of that rules text leaves to the line of the variables. Source: 002 varConfigs."""

from __future__ import annotations

import json

from engine.language.compiling.abilities import Spending
from engine.ruleset import Json

USAGE = "usage"
ABSORBS = "absorbDamage"
"""The effect that spends uses without a word."""
UNSPENT = "isUnspent"
"""What marks the uses of a card that none of its skills spends, for its rules text."""


def spending(action: list[Json]) -> Spending | None:
    """Return how a use of a passive skill is spent: `spends` opens into the last effect, which was written out before there was `spends`.

    One before effects that speak of the usage, and one that is all that the skill does, is an effect like any other.
    """
    for place, node in enumerate(action):
        amount = node.get("amount")
        is_change = node.get("type") == "changeVariable" and node.get("name") == USAGE
        if not is_change or not isinstance(amount, int) or amount >= 0:
            continue
        if node.get("target", {"type": "this"}) != {"type": "this"} or len(action) == 1:
            continue
        if not any(f'"{USAGE}"' in json.dumps(later) for later in action[place + 1 :]):
            return Spending(place, USAGE, -amount)
    return None


def printed(document: Json) -> Json:
    """Return a card, or what is none yet, as rules text says it, where its line of uses says how they are spent.

    Where each of its passive skills spends one, without the effects that do; where nothing speaks of its uses, marked so.
    """
    skills, configs = document.get("skills"), document.get("varConfigs")
    if not isinstance(configs, dict) or not isinstance(configs.get(USAGE), dict) or not isinstance(skills, list):
        return document
    spoken = json.dumps(skills)
    if f'"{USAGE}"' not in spoken and ABSORBS not in spoken:
        return {**document, "varConfigs": {**configs, USAGE: {**configs[USAGE], UNSPENT: True}}}
    passive = {index: skill for index, skill in enumerate(skills) if isinstance(skill, dict) and "triggerOn" in skill}
    places = {index: _place_of_use(skill) for index, skill in passive.items()}
    if not places or None in places.values():
        return document
    return {
        **document,
        "skills": [_without(skill, places[index]) if index in places else skill for index, skill in enumerate(skills)],
    }


def _place_of_use(skill: Json) -> int | None:
    """Return where a passive skill spends one use, None where it does not or spends more."""
    action = skill.get("action")
    spent = spending(action) if isinstance(action, list) and all(isinstance(node, dict) for node in action) else None
    return spent.place if spent is not None and spent.amount == 1 else None


def _without(skill: Json, place: int | None) -> Json:
    return {**skill, "action": [node for index, node in enumerate(skill["action"]) if index != place]}
