"""From a checked document to what the machine needs of it. Source: 001§3 to §7, §10."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from engine.language.compiling.abilities import compile_abilities
from engine.language.compiling.compile import Unit
from engine.language.reading.strings import strings_in
from engine.ruleset import Json
from engine.toolkit.abilities import skill_abilities
from engine.toolkit.costs import cost_facts
from engine.toolkit.rules import Ability, CardDef

from .grid import facts_of
from .nodes.context import AIMS, is_meant
from .table import ABILITIES, AMOUNTS, AXIS, TABLE
from .waiting import GUARD
from .words import OWNERS, STATUS_NAMES, UNITS

BASE = ("atk", "mhp", "mov", "rng", "spd")
OF_A_UNIT = (*STATUS_NAMES, "at", "mt", "ct", "swift", "leader", "card", "hitBy", "cooldown", "isFresh", "leaves")


class Spell(NamedTuple):
    """What a card or an ability does on a target.

    Shapes: `code` is its block, `test` its filter and `target_test` that of its target, empty for none; `range` None for any distance.
    """

    code: str
    test: str
    target: str
    range: int | None
    target_test: str


def define(document: Json, kind: str, unit: Unit) -> CardDef:
    """Compile a card: its numbers, words and tags, its parts as abilities, and what the rules read."""
    return CardDef(
        document["id"],
        kind,
        _numbers(document, kind),
        {"name": document["name"], "rarity": document["rarity"]},
        {},
        tags=tuple(document.get("tags", ())),
        abilities=_abilities(document, kind, unit),
        facts=_FACTS[kind](document, unit),
    )


def _numbers(document: Json, kind: str) -> dict[str, int]:
    if kind in UNITS:
        own = {name: document[name] for name in BASE} | {"prispd": document.get("prispd", 0)}
        maxima = {f"{name}Max": document.get(name, int(name != "ct")) for name in ("at", "mt", "ct")}
        return {
            **own,
            **maxima,
            "health": document["mhp"],
            "recovery": document.get("cooldown", 0),
            **dict.fromkeys(OF_A_UNIT, 0),
        }
    if kind == "event":
        named = {f"{AMOUNTS}{name}": number for name, number in document.get("amounts", {}).items()}
        return {"amount": document.get("amount", 0), "weight": document.get("weight", 0), "from": TABLE, **named}
    if kind == "ability":
        return {"left": 0}
    return {"cost": document["cost"]} if "cost" in document else {}


def _abilities(document: Json, kind: str, unit: Unit) -> tuple[Ability, ...]:
    """Compile static and triggered parts; they work while the ability is borne, or the event is in the axis."""
    zone = {"ability": ABILITIES, "event": AXIS}.get(kind, "")
    if not zone:
        return ()
    out: list[Ability] = []
    for place, source in enumerate(document.get("skills", ())):
        guard = GUARD(source)
        out += skill_abilities(unit, source, f"{unit.at}/skills/{place}", (zone,), (guard,) if guard else ())
    if document.get("static"):
        static = {"id": "static", "static": document["static"], "zones": (zone,)}
        for made, source in zip(compile_abilities(unit, static, unit.at, {}), document["static"], strict=True):
            out.append(_restrict(unit, made, source.get("to", "host")))
    return tuple(out)


def _restrict(unit: Unit, ability: Ability, to: str) -> Ability:
    """Restrict a static part to the entities that its `to` selects."""
    code = f"{ability.body}/to"
    unit.tests[code] = lambda st, env: is_meant(st, env, env.names["target.UUID"], to)
    if to in AIMS:
        unit.aims[code] = AIMS[to]
    return replace(ability, condition=code)


def _spell(source: Json, unit: Unit, pointer: str) -> Spell:
    def test(name: str) -> str:
        return unit.condition(source[name], f"{pointer}/{name}") if source.get(name) else ""

    code = unit.block(source["action"], f"{pointer}/action")
    return Spell(code, test("filter"), source.get("target", ""), source.get("range"), test("targetFilter"))


def _weights(document: Json) -> tuple[tuple[str, int | None], ...]:
    return tuple((one["event"], one.get("weight")) for one in document.get("events", ()))


def _unit_facts(document: Json, unit: Unit) -> Json:
    return {
        "abilities": tuple(document.get("abilities", ())),
        "colors": tuple(document.get("colors", ())),
        "enhance": dict(document.get("enhance", {})),
        "events": _weights(document),
        "cards": tuple(document.get("cards", ())),
    }


def _card_facts(document: Json, unit: Unit) -> Json:
    return {
        "colors": tuple(document.get("colors", ())),
        "grants": tuple(document.get("grants", ())),
        "unit": document.get("unit", ""),
        "spell": _spell(document["spell"], unit, f"{unit.at}/spell") if "spell" in document else None,
        "destroy": bool(document.get("destroy", False)),
        **cost_facts(document, unit, "cost"),
    }


def _ability_facts(document: Json, unit: Unit) -> Json:
    return {
        "cast": _spell(document["cast"], unit, f"{unit.at}/cast") if "cast" in document else None,
        "borne": _is_borne(document),
    }


OF_A_BEARER = frozenset(
    ("host", "adjacent", "here", "nearest", "adjacentAllies", "adjacentEnemies", "alliesHere", "enemiesHere")
)
"""Words that mean something only where a unit bears the ability: who it is, and what is near it."""


def _is_borne(document: Json) -> bool:
    """Return whether an ability needs a unit that bears it: a player has no place on the map, and casts nothing."""
    is_of_itself = any("to" not in part for part in document.get("static", ()))
    return "cast" in document or is_of_itself or not OF_A_BEARER.isdisjoint(strings_in(document))


def _event_facts(document: Json, unit: Unit) -> Json:
    enters = document.get("enters")
    return {
        "code": unit.block(document["action"], f"{unit.at}/action"),
        "enters": unit.condition(enters, f"{unit.at}/enters") if enters else "",
    }


def _map_facts(document: Json, unit: Unit) -> Json:
    return {"grid": facts_of(document)}


def _encounter_facts(document: Json, unit: Unit) -> Json:
    """Return an encounter as rules read it: units as (card, column, row, leader, side), regions as (letter, side, boon, main)."""
    encounter: Json = {
        "map": document["map"],
        "heroes": tuple(document["heroes"]),
        "opponents": tuple(document.get("opponents", ())),
        "units": tuple(
            (u["unit"], u["x"], u["y"], int(u.get("leader", False)), OWNERS[u["side"]]) for u in document["units"]
        ),
        "holdings": tuple(
            (h["region"], OWNERS[h["control"]], h.get("buff", ""), int(h.get("isMain", False)))
            for h in document["holdings"]
        ),
        "perks": tuple(document.get("perks", ())),
        "rules": tuple(document.get("rules", ())),
        "events": _weights(document),
        "keys": tuple(document.get("keys", ())),
        "atLimit": OWNERS.get(document.get("atLimit", "draw"), 0),
        "temperament": document.get("temperament", "bold"),
    }
    return encounter | {name: document[name] for name in ("ap", "hand", "deathPages", "limit") if name in document}


_FACTS: dict[str, Callable[[Json, Unit], Json]] = {
    "unit": _unit_facts,
    "hero": _unit_facts,
    "summon": _card_facts,
    "order": _card_facts,
    "ability": _ability_facts,
    "event": _event_facts,
    "map": _map_facts,
    "encounter": _encounter_facts,
}
