"""The values that the fields of genius' events take together: what can happen, for checks of conditions that cannot hold."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec import NO_VALUES, Values

from .words import DAMAGE_TYPES, ELEMENT, ELEMENTS, PHYSICAL, PIERCING, REACTION, SKILL_TYPES

Situations = tuple[Mapping[str, Values], ...]
NO, YES_OR_NO = frozenset((False,)), frozenset((False, True))
NOT_ENDED: Situations = ({"hasEnded": NO},)
"""When a round begins no player has ended it."""
ALL_ENDED: Situations = ({"hasEnded": frozenset((True,))},)
"""In the end phase both have."""
NORMAL, OTHER_TYPES = (
    frozenset(("normal",)),
    frozenset(option.name for option in DAMAGE_TYPES if option.name != "normal"),
)
PLAIN: Mapping[str, Values] = {"isPlungingAttack": NO, "isChargedAttack": NO}
BLOWS: Situations = (
    {"damageType": NORMAL, "isPlungingAttack": YES_OR_NO, "isChargedAttack": YES_OR_NO},
    {"damageType": OTHER_TYPES, **PLAIN},
)
"""Only a normal attack plunges or is charged."""
ELEMENTAL = frozenset(ELEMENT[option.name] for option in ELEMENTS)
REACTS: Mapping[str, Values] = {"reaction": frozenset((0, *REACTION.values())), "swirlCrystallizeType": ELEMENTAL | {0}}
BEFORE_REACTION: Mapping[str, Values] = {"reaction": NO_VALUES, "swirlCrystallizeType": NO_VALUES}
"""The reaction is the third step."""
STEP_ELEMENTS = ELEMENTAL | {PHYSICAL}
"""The elements of damage that goes through the steps; piercing damage takes none."""
APPLICATION_SITUATIONS: Situations = (
    {"element": ELEMENTAL, "reaction": frozenset(REACTION.values()), "swirlCrystallizeType": ELEMENTAL},
)
"""An element that was applied reacts with another."""
LEAVING_SITUATIONS: Situations = ({"reaction": frozenset(REACTION.values()), "swirlCrystallizeType": ELEMENTAL},)
"""A reaction that may leave an entity behind."""
PAYMENT_SITUATIONS: Situations = (
    {
        "action": frozenset(("skill",)),
        "UUID": frozenset(("character",)),
        "skillType": NORMAL,
        "isPlungingAttack": YES_OR_NO,
        "isChargedAttack": YES_OR_NO,
        "toUUID": NO_VALUES,
    },
    {
        "action": frozenset(("skill",)),
        "UUID": frozenset(("character",)),
        "skillType": frozenset(option.name for option in SKILL_TYPES if option.name != "normal"),
        "toUUID": NO_VALUES,
        **PLAIN,
    },
    {
        "action": frozenset(("card",)),
        "UUID": frozenset(("card",)),
        "skillType": NO_VALUES,
        "toUUID": NO_VALUES,
        **PLAIN,
    },
    {
        "action": frozenset(("switch",)),
        "UUID": frozenset(("character",)),
        "skillType": NO_VALUES,
        "toUUID": frozenset(("character",)),
        **PLAIN,
    },
)
"""What dice are calculated for."""


def step_situations(reactions: Mapping[str, Values]) -> Situations:
    """Return what damage can be in one of its steps, before its reaction or after it."""
    return tuple({"mainDamageElement": STEP_ELEMENTS, **reactions, **blow} for blow in BLOWS)


AFTER_REACTION = step_situations(REACTS)
"""What damage is in a step after its reaction."""
SUFFERED_SITUATIONS: Situations = tuple(
    {"mainDamageElement": STEP_ELEMENTS | {PIERCING}, **REACTS, **blow} for blow in BLOWS
)
"""What damage was that a character has suffered."""
