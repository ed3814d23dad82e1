"""From a card in core form to what the machine needs of it.

Source: 003§2.1, 003§3; HA9 (of keyword and field the field counts), HA16, HA17.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.language.compiling.abilities import compile_abilities
from engine.language.compiling.compile import Unit
from engine.ruleset import Json
from engine.toolkit.abilities import guarded_abilities
from engine.toolkit.costs import cost_facts
from engine.toolkit.rules import Ability, CardDef, Environment, State, Test

from .fields import MAX_FIRINGS, PRIORITY
from .nodes.ability_context import STATIC_TARGET, source, this
from .nodes.modifiers import is_meant
from .nodes.targets import SPEAKS_OF_SOURCE
from .pools import PRICES
from .table import GROUND_ZONES, SKY
from .words import AMOUNT, FIGHTING, KEYWORD, RESOURCE, RESOURCES, SAME

ZONES: Mapping[str, tuple[str, ...]] = {
    "UNIT": GROUND_ZONES,
    "TOKEN": GROUND_ZONES,
    "VESSEL": SKY,
    "ARMORY": ("armory",),
    "FIELD": ("field",),
    "TACTICAL": ("playing",),
    RESOURCE: (RESOURCES,),
}
"""Where the abilities of each kind of card are heard (HA17)."""
ABILITY_KEYS = {"on": "trigger", "do": "effects", "condition": "conditions"}
"""How 003 calls the parts of an ability."""
MINDS_ROW = "mindsRow"
"""The fact of a card to which it matters in which row it stands."""
OF_OTHERS = ("IS_ALLY_SOURCE", "IS_ENEMY_SOURCE", "TARGET_IS_SELF", "IS_ALLY_TARGET", "IS_ENEMY_TARGET")
"""Ops that make an ability answer for sources other than its own card: they say how the event is tied to it (HA16)."""


def define(document: Json, kind: str, unit: Unit) -> CardDef:
    """Compile a card: its numbers as an entity's first variables, its words, tags and abilities."""
    if kind == KEYWORD:  # what it declares is compiled in the cards that have it
        return CardDef(document["id"], kind, {}, _words(document), {})
    abilities = (
        *(
            ability
            for place, written in enumerate(document.get("abilities", []))
            for ability in _compile_ability(unit, written, kind, f"/abilities/{place}")
        ),
        *_modifiers(unit, document.get("modifiers", []), kind),
    )
    return CardDef(
        document["id"],
        kind,
        numbers(document, kind),
        _words(document),
        {},
        tags=tuple(document.get("tags", ())),
        abilities=abilities,
        facts=_facts(document, unit),
    )


def _facts(document: Json, unit: Unit) -> Json:
    """Return what the printed card is, beside numbers and words: what it costs of the pack's resources, and whether its row matters."""
    prices = tuple((price["resource"], price["amount"]) for price in document.get("cost", {}).get("resources", ()))
    facts: Json = {**({PRICES: prices} if prices else {}), **cost_facts(document, unit, "supply")}
    return facts | {MINDS_ROW: True} if _minds_row(document) else facts


def _minds_row(document: Json) -> bool:
    """Return whether it matters to a card in which row it stands: it shoots from behind, or one of its nodes speaks of a row."""
    if any(keyword["type"] == "RANGED" for keyword in document.get("keywords", ())):
        return True
    if any(one["to"] == "beside" for one in document.get("modifiers", ())):
        return True
    return "ROW" in json.dumps(document.get("abilities", ()))


def numbers(document: Json, kind: str) -> dict[str, int]:
    """Return an entity's first variables: costs, stats, keywords and sections."""
    if kind == RESOURCE:
        return {AMOUNT: document.get("start", 0), "max": document["max"], "perTurn": document.get("perTurn", 0)}
    out = {name: document["cost"][name] for name in ("supply", "battery")}
    vessel = document.get("vesselStats", {})
    sections = vessel.get("sections", []) if vessel.get("multiSection") else []
    stats = dict(document.get("stats", {}))
    if sections:
        stats["healthCap"] = sum(section["maxHp"] for section in sections)
    out |= stats
    if kind in FIGHTING:
        out |= {"shield": stats["shieldCap"], "health": stats["healthCap"]}
    out |= {f"kw.{keyword['type']}": keyword.get("value", 1) for keyword in document.get("keywords", [])}
    out |= _of_fields(stats if kind in FIGHTING else {}, vessel, out)
    for place, section in enumerate(sections):
        out[f"section.{place}"] = section["maxHp"]
        out[f"critical.{place}"] = int(section["critical"])
    if vessel:
        out["hangars"] = vessel["hangars"]
    return {name: value for name, value in out.items() if value or not name.startswith("kw.")}


def _of_fields(
    stats: Mapping[str, int], vessel: Mapping[str, Any], keyword_values: Mapping[str, int]
) -> dict[str, int]:
    """Return the keywords, with the value of a field where one means the same (HA9)."""
    out = {f"kw.{name}": int(vessel[key]) for name, key in SAME.items() if vessel}
    if "kw.SHIELDED" in keyword_values and stats:
        out["kw.SHIELDED"] = stats["shieldCap"]
    return out


def _words(document: Json) -> dict[str, str]:
    """Return a card's fixed properties."""
    out: dict[str, str] = {
        name: document[name] for name in ("cardType", "faction", "rarity", "name", "version") if name in document
    }
    vessel = document.get("vesselStats", {})
    if vessel:
        out |= {"tonnage": vessel["tonnageClass"], "payload": vessel["payloadType"]}
    if "playedOn" in document:
        out["playedOn"] = document["playedOn"]
    if document.get("isLegendary"):
        out["legendary"] = "yes"
    template = document.get("tokenTemplate")
    if isinstance(template, dict) and "fallback" in template:
        out["fallback"] = template["fallback"]
    return out


# ------------------------------------------------------------------------------------------------------ abilities


def _compile_ability(unit: Unit, source: Json, kind: str, pointer: str) -> tuple[Ability, ...]:
    """Return what an ability registers, in front of its conditions that this card is the source where HA16 asks for that."""
    limit = source.get("limitPerTurn", MAX_FIRINGS)
    ability = {
        **source,
        "priority": source.get("priority", PRIORITY),
        "conditions": source.get("conditions", []),
        "zones": ZONES[kind],
        "limit": {"perTurn": limit} if limit < MAX_FIRINGS else {},
    }
    guards = (is_source,) if speaks_of_source(source) else ()
    return guarded_abilities(unit, ability, pointer, ABILITY_KEYS, guards)


def _modifiers(unit: Unit, documents: list[Json], kind: str) -> Iterator[Ability]:
    """Yield what a card changes by being there, each for those whom its `to` and `tag` mean."""
    static = {"id": "modifiers", "modifiers": documents, "zones": ZONES[kind]}
    made = compile_abilities(unit, static, "", {"static": "modifiers"}) if documents else ()
    for place, (ability, document) in enumerate(zip(made, documents, strict=True)):
        asked = document.get("while")
        test = unit.test(asked, f"/modifiers/{place}/while") if asked is not None else _holds
        code = f"{ability.body}/to"
        unit.tests[code] = _within_scope(test, document)
        yield replace(ability, condition=code)


def _within_scope(test: Test, held: Json) -> Test:
    def holds_in_scope(st: State, env: Environment) -> bool:
        return is_meant(st, env, env.names[STATIC_TARGET], held) and test(st, env)

    return holds_in_scope


def speaks_of_source(ability: Mapping[str, Any]) -> bool:
    """Return whether an ability in core form answers for its own card alone: it names SOURCE and no op widens it (HA16)."""
    names = [op["type"] for op in ability.get("conditions", [])]
    if any(name in OF_OTHERS for name in names):
        return False
    nodes = (*ability["effects"], *ability.get("conditions", []))
    targets = [node["target"]["type"] for node in nodes if isinstance(node.get("target"), dict)]
    return any(name.startswith(SPEAKS_OF_SOURCE) for name in (*names, *targets))


def is_source(st: State, env: Environment) -> bool:
    """Return whether this card is the source of the event, where the match asks for that (HA16)."""
    return not st.program.config["sourceIsSelf"] or source(st, env) == this(st, env)


def _holds(st: State, env: Environment) -> bool:
    return True
