"""Abilities with conditions of the game's own before those of the card, and skills in 002's spelling. Source: 002 SkillDefinition; 001§8."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.language.compiling.abilities import compile_abilities
from engine.language.compiling.compile import Unit
from engine.toolkit.rules import Ability, Environment, State, Test

SKILL_KEYS: Final = {"on": "triggerOn", "do": "action", "condition": "filter", "perRound": "usagePerRound"}
"""How 002 calls the parts of a skill."""


def guarded_abilities(
    unit: Unit, ability: dict[str, Any], pointer: str, keys: Mapping[str, str], guards: Sequence[Test]
) -> tuple[Ability, ...]:
    """Return what an ability registers, which answers only while the guards hold, too; `keys` as of `compile_abilities`."""
    abilities = tuple(compile_abilities(unit, ability, pointer, keys))
    if not guards:
        return abilities
    own = abilities[0].condition
    code = own or f"{unit.name}#{pointer}/{keys['condition']}"
    unit.tests[code] = _all((*guards, *([unit.tests[own]] if own else ())))
    return tuple(replace(stage, condition=code) for stage in abilities)


def _all(tests: Sequence[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda st, env: first(st, env) and second(st, env)
    return lambda st, env: all(test(st, env) for test in tests)


def skill_abilities(
    unit: Unit, skill: Mapping[str, Any], pointer: str, zones: Sequence[str], guards: Sequence[Test], **parts: Any
) -> tuple[Ability, ...]:
    """Return what a passive skill registers in these zones; `parts` are further keys of its ability in core form."""
    limit = {"limit": {"perRound": skill["usagePerRound"]}} if "usagePerRound" in skill else {}
    return guarded_abilities(unit, {**skill, "zones": zones, **limit, **parts}, pointer, SKILL_KEYS, guards)


def is_of_owner(st: State, env: Environment) -> bool:
    """Return whether the phase or turn that is answered is that of the ability's own player."""
    return bool(env.names[f"{env.event}.playerUUID"] == env.owner)


def guards_of(events: Collection[str]) -> Callable[[Mapping[str, Any]], Test | None]:
    """Return what restricts skills on these events to those of the own player, as `Waiting` takes it."""
    return lambda skill: is_of_owner if skill["triggerOn"] in events else None
