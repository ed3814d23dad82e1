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
PLAIN: Mapping[str, str] = {}
PERIODS = {"perTurn": "turn", "perRound": "round", "perMatch": "match", "total": LIFE}


def compile_abilities(unit: Unit, ability: Json, pointer: str, spelled: Mapping[str, str] = PLAIN) -> Iterator[Ability]:
    """Yield what an ability registers: one listener, or one for each static modifier.

    Shapes: spelled maps a core name to the key under which the ruleset's surface has it, so that nodes are named as they are written.
    """
    keys = {name: spelled.get(name, name) for name in ("on", "do", "condition", "static")}
    if keys["static"] in ability:
        for place, modifier in enumerate(ability[keys["static"]]):
            yield _modifier(unit, ability, modifier, f"{pointer}/{keys['static']}/{place}")
        return
    event = unit.vocabulary.event(ability[keys["on"]])
    if event is None:
        raise EngineBug(f"{unit.name}#{pointer}: no event {ability[keys['on']]!r}; was the card checked?")
    stage, do, when = ability.get("stage", event.stage), list(ability[keys["do"]]), ability.get(keys["condition"])
    at = f"{pointer}/{keys['do']}"
    yield Ability(
        ability["id"],
        event.name,
        stage,
        unit.inline(do, event.name, at) if stage == "modify" else unit.block(do, at),
        unit.condition(when, f"{pointer}/{keys['condition']}") if when is not None else "",
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
