"""In which situations the events of halo come, as far as more is known than their fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec.asking import NOTHING, Values

NOWHERE: Mapping[str, Values] = {"lane": frozenset((0,))}
NO_SOURCE: Mapping[str, Values] = {"sourceEntityId": NOTHING}
NO_TARGET: Mapping[str, Values] = {"targetEntityId": NOTHING, "targetPlayerId": NOTHING}
OF_A_PLAYER: tuple[Mapping[str, Values], ...] = ({**NOWHERE, **NO_SOURCE, **NO_TARGET},)
"""A player's own doing, or a moment of their turn."""
TO_A_CARD: tuple[Mapping[str, Values], ...] = ({**NOWHERE, **NO_SOURCE},)
"""A player's own doing with a card."""
UNTARGETED: tuple[Mapping[str, Values], ...] = (NO_TARGET,)
MAY_STRIKE: tuple[Mapping[str, Values], ...] = ({"strike": frozenset((True, False))},)
"""While it happens it is known whether it is part of an orbital strike; what is answered later no longer knows."""
PHASES = tuple(
    f"PHASE_{phase}_{end}"
    for phase in ("DRAW_RECHARGE", "DEPLOYMENT", "SKIRMISH", "ENDSTEP")
    for end in ("STARTED", "ENDED")
)
TURNS = ("GAME_STARTED", "ROUND_STARTED", "TURN_STARTED", *PHASES, "TURN_ENDED", "ROUND_ENDED", "GAME_ENDED")
SITUATIONS: Mapping[str, tuple[Mapping[str, Values], ...]] = {
    **dict.fromkeys((*TURNS, "SUPPLY_CAP_INCREASED", "SUPPLY_REFILLED", "OBJECTIVE_PROGRESS_UPDATED"), OF_A_PLAYER),
    **dict.fromkeys(("CARD_DRAWN", "BATTERY_GENERATED"), TO_A_CARD),
    **dict.fromkeys(("TOKEN_DISCARDED", "CAPITAL_SHIP_CRASH_RESOLVED"), UNTARGETED),
    **dict.fromkeys(("DAMAGE_CALC_STARTED", "SHIELD_DAMAGE_STARTED", "UNIT_WOULD_DIE"), MAY_STRIKE),
    "FIELD_ACTIVATED": ({**NOWHERE, **NO_TARGET},),
    "LANE_CONTROL_UPDATED": ({**NO_SOURCE, **NO_TARGET},),
    "BASE_DAMAGED": ({"targetEntityId": NOTHING},),
    "RESOURCE_CHANGED": ({**NOWHERE, "targetEntityId": NOTHING},),
    "STATUS_EXPIRED": ({**NO_SOURCE, "sourcePlayerId": NOTHING},),
}
"""By event; one that is not listed comes with anything in its fields."""
