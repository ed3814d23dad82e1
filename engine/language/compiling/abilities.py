"""Abilities of an entity: what a ruleset's surface (002 skills, 003 abilities, 001 static abilities) compiles to.

Shapes: an ability in core form is `{id, on, stage?, priority?, zones, limit?: {perTurn, perRound, perMatch, total}, countsAlways?, spends?,
        condition?, do}`, where a list of conditions means all of them, and `spends` is a `Spending`; a static one has, instead of `on` and `do`,
        `static: [{stat, op, value, divisor?, condition?}]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.errors import EngineBug
from engine.json_values import JsonObject
from engine.kernel.definitions import Ability, BoundNames
from engine.kernel.entities import STAT
from engine.kernel.state_writers import CYCLE, LIFE
from engine.language.compiling.compile import Unit
from engine.language.spec import COUNTS_ALWAYS, EventSpec

UUID_NAMES = BoundNames("self.UUID", "self.playerUUID", "target.UUID", "target.playerUUID")
"""The names of hosts and targets in 000's surface, `$self.UUID` and its like, for rulesets that share it."""
PERIODS = {"perTurn": "turn", "perRound": "round", "perMatch": "match", "total": LIFE, "times": LIFE, CYCLE: CYCLE}


class Spending(NamedTuple):
    """How a use is spent: a variable of the host falls, as the effect at a place of the ability's effects says."""

    place: int
    variable: str
    amount: int


def compile_abilities(
    unit: Unit, ability: JsonObject, pointer: str, surface_names: Mapping[str, str]
) -> Iterator[Ability]:
    """Yield what an ability registers: one listener for each stage in which its effects are done, or one for each static modifier.

    Shapes: surface_names maps a core name (`perTurn` and its like too) to the key under which the ruleset's surface has it, so that nodes
            are named as they are written.
    """
    keys = {name: surface_names.get(name, name) for name in ("on", "do", "condition", "static")}
    if keys["static"] in ability:
        for place, modifier in enumerate(ability[keys["static"]]):
            yield _modifier(unit, ability, modifier, f"{pointer}/{keys['static']}/{place}")
        return
    event = unit.vocabulary.event(ability[keys["on"]])
    if event is None:
        raise EngineBug(f"{unit.name}#{pointer}: no event {ability[keys['on']]!r}; was the card checked?")
    when = ability.get(keys["condition"])
    condition = unit.condition(when, f"{pointer}/{keys['condition']}") if when else ""
    spends: Spending | None = ability.get("spends")
    for stage, body in staged_bodies(
        unit,
        ability.get("stage"),
        event,
        list(ability[keys["do"]]),
        f"{pointer}/{keys['do']}",
        None if spends is None else spends.place,
    ):
        yield Ability(
            ability["id"],
            event.name,
            stage,
            body,
            condition,
            ability.get("priority", 0),
            tuple(ability["zones"]),
            tuple(limits_of(ability, surface_names)),
            spends=() if spends is None else (spends[1:],),
            counts_always=bool(ability.get(COUNTS_ALWAYS.name, False)),
        )


def staged_bodies(
    unit: Unit, body: str | None, event: EventSpec, effects: list[JsonObject], pointer: str, use: int | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the stages in which effects are done, each with its code.

    Where the author wrote no stage and the event's own is `modify`, a vocabulary whose authors cannot write one (003) has what cannot
    be done there done after the event: each effect is in one of the two, under the place where it is written.
    """
    stage = body or event.runtime.stage
    if stage != "modify":
        yield stage, unit.block(effects, pointer, spent_at=use)
        return
    gives_way = body is None and unit.vocabulary.modify_gives_way
    late = [place for place, node in enumerate(effects) if gives_way and not unit.is_inline(node)]
    if len(late) < len(effects) or not effects:
        now = [place for place in range(len(effects)) if place not in late]
        yield "modify", unit.inline(effects, event.name, pointer, now, use)
    if late:
        yield "after", unit.block(effects, pointer, late)


def limits_of(ability: JsonObject, surface_names: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield the limits of an ability's firings: those of its record, or of keys of their own; `every` is one of them."""
    limits = ability.get("limit", {})
    for name, period in PERIODS.items():
        if name in limits:
            yield period, limits[name]
        elif ability.get(surface_names.get(name, name)) is not None:
            yield period, ability[surface_names.get(name, name)]


def _modifier(unit: Unit, ability: JsonObject, modifier: JsonObject, pointer: str) -> Ability:
    condition = unit.condition(modifier["condition"], f"{pointer}/condition") if "condition" in modifier else ""
    value = unit.value(
        modifier["value"], f"{pointer}/value", modifier.get("divisor", 1) if modifier["op"] == "mul" else None
    )
    return Ability(
        ability["id"], f"{STAT}{modifier['stat']}", modifier["op"], value, condition, 0, tuple(ability["zones"])
    )
