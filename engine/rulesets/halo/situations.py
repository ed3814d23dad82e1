"""In which situations the events of halo come, as far as more is known than their fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec import NO_VALUES, Values

UNIT, FIELD, WRECK = "unit", "field", "wreck"
"""What an entity of an event is: in a lane, beside the lanes, or a ship that has left them before its event is raised."""
NOWHERE: Mapping[str, Values] = {"lane": frozenset((0,))}
NO_SOURCE: Mapping[str, Values] = {"sourceEntityId": NO_VALUES}
NO_TARGET: Mapping[str, Values] = {"targetEntityId": NO_VALUES, "targetPlayerId": NO_VALUES}
OF_A_PLAYER: tuple[Mapping[str, Values], ...] = ({**NOWHERE, **NO_SOURCE, **NO_TARGET},)
"""A player's own doing, or a moment of their turn."""
TO_A_CARD: tuple[Mapping[str, Values], ...] = ({**NOWHERE, **NO_SOURCE},)
"""A player's own doing with a card."""
WITHOUT_TARGET: tuple[Mapping[str, Values], ...] = (NO_TARGET,)
MAY_STRIKE: tuple[Mapping[str, Values], ...] = ({"strike": frozenset((True, False))},)
"""While it happens it is known whether it is part of an orbital strike; what comes later no longer knows, deaths among it."""
PHASES = tuple(
    f"PHASE_{phase}_{end}"
    for phase in ("DRAW_RECHARGE", "DEPLOYMENT", "SKIRMISH", "ENDSTEP")
    for end in ("STARTED", "ENDED")
)
TURNS = ("GAME_STARTED", "ROUND_STARTED", "TURN_STARTED", *PHASES, "TURN_ENDED", "ROUND_ENDED", "GAME_ENDED")
SITUATIONS: Mapping[str, tuple[Mapping[str, Values], ...]] = {
    **dict.fromkeys((*TURNS, "SUPPLY_CAP_INCREASED", "SUPPLY_REFILLED", "OBJECTIVE_PROGRESS_UPDATED"), OF_A_PLAYER),
    **dict.fromkeys(("CARD_DRAWN", "CARD_DISCARDED", "BATTERY_GENERATED"), TO_A_CARD),
    **dict.fromkeys(("DAMAGE_CALC_STARTED", "SHIELD_DAMAGE_STARTED"), MAY_STRIKE),
    "TOKEN_DISCARDED": WITHOUT_TARGET,
    "FIELD_ACTIVATED": ({**NOWHERE, **NO_TARGET, "sourceEntityId": frozenset((FIELD,))},),
    "CAPITAL_SHIP_DESTROYED": ({"targetEntityId": frozenset((WRECK,))},),
    "CAPITAL_SHIP_CRASH_RESOLVED": ({**NO_TARGET, "sourceEntityId": frozenset((WRECK,))},),
    "LANE_CONTROL_UPDATED": ({**NO_SOURCE, **NO_TARGET},),
    "BASE_DAMAGED": ({"targetEntityId": NO_VALUES},),
    "RESOURCE_CHANGED": ({"targetEntityId": NO_VALUES},),
    "RESOURCE_SPENT": (NO_SOURCE,),
    "CARD_PLAY_REJECTED": ({**NOWHERE, **NO_TARGET},),
    "STATUS_EXPIRED": ({**NO_SOURCE, "sourcePlayerId": NO_VALUES},),
}
"""By event; one that is not listed comes with anything in its fields."""
