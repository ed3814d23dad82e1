"""Small halo situations for tests: plain cards, and a scenario run from a few words."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from engine import api
from engine.packs.reader import read_json
from engine.rulesets import find
from engine.scenario import run_document

Json = dict[str, Any]


def card(card_id: str, kind: str, cost: int = 0, stats: tuple[int, int, int] = (0, 0, 0), **extra: Any) -> Json:
    """Return a plain card; `stats` are attack, shield and health, `keywords` names or name and number."""
    keywords = [
        {"name": word} if isinstance(word, str) else dict(zip(("name", "value"), word, strict=True))
        for word in extra.pop("keywords", ())
    ]
    state: Json = {
        "id": card_id, "name": card_id, "version": "1.0.0", "faction": "NEUTRAL", "cardType": kind, "rarity": "COMMON",
        "deckLimit": 0 if kind == "TOKEN" else 3, "isLegendary": False, "cost": {"supply": cost, "battery": extra.pop("battery", 0)},
        "tags": extra.pop("tags", []), "keywords": keywords, "abilities": extra.pop("abilities", []),
    }  # fmt: skip
    if kind in ("UNIT", "TOKEN", "VESSEL", "ARMORY"):
        state["stats"] = dict(zip(("attack", "shieldCap", "healthCap"), stats, strict=True))
    return {**state, **extra}


def ship(card_id: str, cost: int = 0, stats: tuple[int, int, int] = (0, 0, 4), **extra: Any) -> Json:
    """Return a vessel; what its stats object has may be given by name."""
    names = ("tonnageClass", "hangars", "payloadType", "shieldHardening", "pointDefense", "multiSection", "sections")
    plain = {"tonnageClass": "ESCORT", "hangars": 1, "payloadType": "MIXED", "shieldHardening": 0, "pointDefense": 0}
    held = {**plain, "multiSection": False, "sections": []}
    vessel = {name: extra.pop(name, held[name]) for name in names}
    return card(card_id, "VESSEL", cost, stats, vesselStats=vessel, **extra)


def ability(trigger: str, *effects: Json, ops: tuple[Json, ...] = (), priority: int = 300, limit: int = 99) -> Json:
    """Return an ability."""
    return {"id": f"a_{trigger.lower()}", "trigger": trigger, "priority": priority, "limitPerTurn": limit, "conditions": list(ops), "effects": list(effects)}  # fmt: skip


def effect(name: str, target: str, /, **params: Any) -> Json:
    """Return an effect."""
    return {"type": name, "target": target, "params": params}


def op(name: str, *args: Any) -> Json:
    """Return a condition."""
    return {"op": name, "args": list(args)}


class Case(NamedTuple):
    """A situation, what it leads to by default, and another value with which it leads elsewhere.

    Shapes: `given` is a scenario's table; `when` its actions; `then` one fact.
    """

    value: Any
    given: Json
    when: list[Json]
    then: Json


def lies(name: str, label: str = "", **more: Any) -> Json:
    """Return a card that lies somewhere, with a name of its own where one is given."""
    return {"card": name, **({"as": label} if label else {}), **more}


def do(verb: str, entity: str = "", seat: int = 0) -> Json:
    """Return an answer to a main question."""
    return {"seat": seat, "do": verb, **({"entity": entity} if entity else {})}


def answer(*what: Any, seat: int = 0) -> Json:
    """Return an answer to another question."""
    return {"seat": seat, "answer": list(what)}


def run(
    cards: list[Json], arguments: Json, when: list[Json], then: list[Json], config: Json | None = None
) -> list[Any]:
    """Run a scenario and return its failures."""
    scenario = {
        "format": "scenario/1", "ruleset": "halo", "name": "a case", "cards": cards, "config": config or {},
        "given": arguments, "when": when, "then": then,
    }  # fmt: skip
    document = read_json(json.dumps(scenario), jsonc=True, file="case.json")
    (found,) = run_document(document, lambda name: (find(name), api.card_set(name)))
    return list(found.failures)


def holds(case: Case, cards: list[Json], config: Json) -> bool:
    """Return whether the fact of a case holds under a config; what else goes wrong by default is a broken case."""
    failures = run(cards, case.given, case.when, [case.then], config)
    wrong = [failure for failure in failures if not failure.path.startswith("/then")]
    assert wrong == [] or config
    return not failures
