"""Abilities of an entity: what a ruleset's surface (002 skills, 003 abilities, 001 static abilities) compiles to.

Shapes: an ability in core form is `{id, on, stage?, priority?, zones, limit?: {perTurn, perRound, perMatch, total}, condition?, do}`;
        a static one has, instead of `on` and `do`, `static: [{stat, op, value, divisor?, condition?}]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import EngineBug
from engine.kernel.entities import STAT
from engine.kernel.mutations import LIFE
from engine.kernel.program import Ability
from engine.language.compile import Unit

Json = Mapping[str, Any]
PERIODS = {"perTurn": "turn", "perRound": "round", "perMatch": "match", "total": LIFE}


def compile_abilities(unit: Unit, ability: Json, pointer: str) -> Iterator[Ability]:
    """Yield what an ability registers: one listener, or one for each static modifier."""
    if "static" in ability:
        for place, modifier in enumerate(ability["static"]):
            yield _modifier(unit, ability, modifier, f"{pointer}/static/{place}")
        return
    event = unit.vocabulary.event(ability["on"])
    if event is None:
        raise EngineBug(f"{unit.name}#{pointer}: no event {ability['on']!r}; was the card checked?")
    stage = ability.get("stage", event.stage)
    body = (
        unit.inline(list(ability["do"]), event.name, f"{pointer}/do")
        if stage == "modify"
        else unit.block(list(ability["do"]), f"{pointer}/do")
    )
    condition = unit.condition(ability["condition"], f"{pointer}/condition") if "condition" in ability else ""
    yield Ability(
        ability["id"],
        event.name,
        stage,
        body,
        condition,
        ability.get("priority", 0),
        tuple(ability["zones"]),
        tuple((PERIODS[name], most) for name, most in ability.get("limit", {}).items()),
    )


def _modifier(unit: Unit, ability: Json, modifier: Json, pointer: str) -> Ability:
    condition = unit.condition(modifier["condition"], f"{pointer}/condition") if "condition" in modifier else ""
    value = unit.value(
        modifier["value"], f"{pointer}/value", modifier.get("divisor", 1) if modifier["op"] == "mul" else None
    )
    return Ability(
        ability["id"], f"{STAT}{modifier['stat']}", modifier["op"], value, condition, 0, tuple(ability["zones"])
    )
