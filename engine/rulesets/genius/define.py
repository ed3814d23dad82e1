"""From a checked document to what the machine needs of it. Source: 002 EntityDefinition, SkillDefinition; 004 CharacterSkill."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.kernel.definitions import VarConfig
from engine.language.compiling.compile import Unit
from engine.ruleset import Json
from engine.toolkit.abilities import skill_abilities
from engine.toolkit.costs import cost_facts
from engine.toolkit.rules import Ability, CardDef, Environment, State

from .actions import cost_of
from .nodes.card_choosers import LAST_PLAYED
from .skills import Skill
from .spending import USAGE, spending
from .table import HOME
from .waiting import GUARD
from .words import CARD_SKILL, COST_KINDS, ELEMENT

OF_A_CHARACTER = ("power", "aura", "isFrozen", "isSatisfied", "prepares", "index")


def define(document: Json, kind: str, unit: Unit) -> CardDef:
    """Compile a card: its numbers, words, tags and variables, its skills as abilities, and what its rules read."""
    variables = {name: var_config(source) for name, source in document.get("varConfigs", {}).items()}
    passive = [(place, one) for place, one in enumerate(document.get("skills", ())) if "triggerOn" in one]
    abilities = tuple(
        ability
        for place, source in passive
        for ability in _ability(unit, source, kind, variables, f"{unit.at}/skills/{place}")
    )
    return CardDef(
        document["id"],
        kind,
        _numbers(document, kind),
        _words(document),
        {},
        1,
        tuple(document.get("tags", ())),
        variables,
        abilities,
        _facts(document, kind, unit),
    )


def var_config(config: Json) -> VarConfig:
    """Return how a variable begins, and what becomes of it when its entity is made again (002 varConfigs)."""
    first: int = config["initialValue"]
    recreate = config.get("recreateBehavior", "overwrite")
    return VarConfig(first, recreate, int(config.get("appendValue", first)), config.get("appendLimit"))


def _numbers(document: Json, kind: str) -> dict[str, int]:
    if kind != "character":
        return {}
    health = document["maxHealth"]
    return {
        "element": ELEMENT[document["element"]],
        "health": health,
        "maxHealth": health,
        "maxPower": document["maxPower"],
        "isAlive": 1,
        **dict.fromkeys(OF_A_CHARACTER, 0),
    }


def _words(document: Json) -> dict[str, str]:
    words = {"name": document["name"], "rarity": document["rarity"]}
    if "weaponType" in document:
        words |= {"weapon": document["weaponType"], "country": document.get("country", "")}
    return words


def _facts(document: Json, kind: str, unit: Unit) -> dict[str, Any]:
    """Return what the rules read of a card: costs, targets, code, the active skills of a character, whose talents it bears, and whether it speaks of plays."""
    facts = _own_facts(document, kind, unit)
    return {**facts, "remembers": True} if f'"{LAST_PLAYED.name}"' in json.dumps(document) else facts


def _own_facts(document: Json, kind: str, unit: Unit) -> dict[str, Any]:
    if kind == "character":
        active = [(place, skill) for place, skill in enumerate(document["skills"]) if "triggerOn" not in skill]
        skills = tuple(_skill(unit, skill, f"{unit.at}/skills/{place}") for place, skill in active)
        return {"skills": skills, "knownAs": unit.card}
    cost = document.get("cost", {})
    active = [(place, skill) for place, skill in enumerate(document.get("skills", ())) if "triggerOn" not in skill]
    card_skill = next((row for row in active if row[1].get("skillType") == CARD_SKILL.name), None)
    lent = [(place, skill) for place, skill in active if skill.get("skillType") != CARD_SKILL.name]
    pointer = f"{unit.at}/skills/{card_skill[0]}" if card_skill else ""
    test = card_skill[1].get("filter") if card_skill else None
    return {
        "cost": cost_of(cost, COST_KINDS),
        "energy": cost.get("energy", 0),
        **(
            {"skills": tuple(_skill(unit, skill, f"{unit.at}/skills/{place}") for place, skill in lent)} if lent else {}
        ),
        **cost_facts(document, unit, "cost"),
        "target": document.get("target", ""),
        "character": document.get("character", ""),
        "uses": _requested_skill(card_skill[1]["action"]) if card_skill else "",
        "code": unit.block(card_skill[1]["action"], f"{pointer}/action") if card_skill else "",
        "test": unit.condition(test, f"{pointer}/filter") if test else "",
    }


def _requested_skill(effects: list[Json]) -> str:
    """Return the id of the skill that a card uses, empty for none."""
    return next((node["skill"] for node in effects if node["type"] == "useSkill"), "")


def _skill(unit: Unit, source: Json, pointer: str) -> Skill:
    """Compile an active skill."""
    cost, test = source.get("cost", {}), source.get("filter")
    return Skill(
        source["id"],
        source.get("skillType", "normal"),
        cost_of(cost, COST_KINDS),
        cost.get("energy", 0),
        source.get("energyGain"),
        unit.block(source["action"], f"{pointer}/action"),
        unit.condition(test, f"{pointer}/filter") if test else "",
        bool(source.get("isPreparedSkill", False)),
    )


def _ability(
    unit: Unit, source: Json, kind: str, variables: Mapping[str, VarConfig], pointer: str
) -> tuple[Ability, ...]:
    """Compile a passive skill; it answers while its entity stands, has a usage left, and the phase is its player's."""
    spends = spending(source["action"]) if USAGE in variables else None
    guards = (
        _alive if kind == "character" else None,
        _usable if USAGE in variables else None,
        GUARD(source),
    )
    parts = {} if spends is None else {"spends": spends}
    return skill_abilities(unit, source, pointer, HOME[kind], [guard for guard in guards if guard], **parts)


def _alive(st: State, env: Environment) -> bool:
    return bool(st.entities[env.source or 0]["isAlive"])


def _usable(st: State, env: Environment) -> bool:
    return bool(st.entities[env.source or 0]["usage"] > 0)
