"""A small table of encounter for tests: units and abilities written as documents, a scenario's set-up, and answers one by one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from engine import api
from engine.cardset import hashed
from engine.kernel.decisions import option_key, parse_action
from engine.kernel.machine import apply
from engine.packs.reader import read_json
from engine.rulesets.encounter import RULESET
from engine.scenario.reading import read_scenario
from engine.scenario.scene import Scene, setup_scene

Json = dict[str, Any]
ASKED_NEXT = ("target", "cell")
LAND = ("........",) * 5, ("aaa..bbb",) * 5


def unit(name: str, *abilities: str, **more: Any) -> Json:
    """Return a unit of two attack and ten health that moves two and reaches one."""
    shape = {"atk": 2, "mhp": 10, "mov": 2, "rng": 1, "spd": 0, **more}
    card = {"id": name, "type": "unit", "name": name, "rarity": "common", "colors": ["white"], **shape}
    return {**card, "abilities": list(abilities)} if abilities else card


def hero(name: str, *cards: str, **more: Any) -> Json:
    """Return a hero that carries cards."""
    return {**unit(name, **more), "type": "hero", "cards": list(cards) or ["spark"]}


def ability(name: str, *skills: Json, **more: Any) -> Json:
    """Return an ability."""
    card = {"id": name, "type": "ability", "name": name, "rarity": "common", **more}
    return {**card, "skills": list(skills)} if skills else card


def static(stat: str, value: int, to: str = "host", op: str = "add") -> Json:
    """Return a static part."""
    return {"stat": stat, "op": op, "value": value, "to": to}


def skill(event: str, *action: Json, when: Iterable[Json] = ()) -> Json:
    """Return a triggered part."""
    return {"id": "s", "triggerOn": event, "filter": list(when), "action": list(action)}


def order(name: str, *action: Json, cost: int = 0, **extra: Any) -> Json:
    """Return an order card."""
    spell = {key: extra.pop(key) for key in ("target", "range") if key in extra}
    card = {"id": name, "type": "order", "name": name, "rarity": "common", "colors": ["blue"], "cost": cost}
    return {**card, "spell": {**spell, "action": list(action)}, **extra}


def event(name: str, *action: Json, **more: Any) -> Json:
    """Return an event."""
    return {"id": name, "type": "event", "name": name, "rarity": "common", "weight": 1, **more, "action": list(action)}


def ground(name: str, rows: Iterable[str], regions: Iterable[str]) -> Json:
    """Return a map."""
    return {"id": name, "type": "map", "name": name, "rarity": "common", "rows": list(rows), "regions": list(regions)}


def at(card: str, x: int, y: int, name: str = "", **more: Any) -> Json:
    """Return a unit placed by column and row."""
    return {"card": card, "x": x, "y": y, "as": name or card, **more}


def summon(name: str, of: str, **extra: Any) -> Json:
    """Return a summoning card that costs nothing."""
    card = {"id": name, "type": "summon", "name": name, "rarity": "common", "colors": ["white"], "cost": 0}
    return {**card, "unit": of, **extra}


def encounter(name: str = "fight", **extra: Any) -> Json:
    """Return an encounter of one hero and one unit against one unit, each side at one end of a plain field."""
    sides = [{"region": "a", "control": "player"}, {"region": "b", "control": "opponent"}]
    placement = [
        {"unit": "idle", "x": 1, "y": 1, "side": "player"},
        {"unit": "idle", "x": 8, "y": 5, "side": "opponent"},
    ]
    card = {"id": name, "type": "encounter", "name": name, "rarity": "common", "map": "land", "heroes": ["lead"]}
    return {**card, "units": placement, "holdings": sides, **extra}


def opened(*cards: Json, **config: Any) -> Any:
    """Return the state at the first question of the first encounter, with a hero `lead`, units `idle` and the map `land`."""
    held = [hero("lead", "spark", "spark", "spark", "spark"), unit("idle", atk=0, mov=0), ground("land", *LAND), SPARK]
    cards_by_id = {card["id"]: card for card in (*held, *cards)}
    if not any(card["type"] == "encounter" for card in cards):
        cards_by_id["fight"] = encounter()
    match = api.new_match(
        "encounter", seed=3, seats=2, cards=[hashed(card) for card in cards_by_id.values()], config=config
    )
    return match.begin().state


def answered(state: Any, *keys: str) -> Any:
    """Return the state after answers; one that is no key is the start of the first that begins with it."""
    for expected_key in keys:
        request = state.pending[0]
        known = [option_key(option) for option in request.options]
        key = expected_key if expected_key in known else next(one for one in known if one.startswith(expected_key))
        state = apply(state, parse_action(request, key), request.seat).state
    return state


SPARK = order("spark", {"type": "drawCards", "count": 1})


class Field:
    """A match in the middle: what is on the table by name, and the answers that are given."""

    def __init__(self, cards: Iterable[Json], mine: Json, theirs: Json, **given_fields: Any) -> None:
        arguments = {
            "phase": given_fields.pop("phase", "main"),
            "active": given_fields.pop("active", 0),
            "seats": [mine, theirs],
        }
        arguments |= {"table": given_fields.pop("table")} if "table" in given_fields else {}
        text = {
            "format": "scenario/1",
            "ruleset": "encounter",
            "name": "field",
            "cards": [SPARK, *cards],
            "given": arguments,
            **given_fields,
            "then": [{"result": None}],
        }
        scenario, problems = read_scenario(RULESET, read_json(json.dumps(text)), "", ())
        assert scenario is not None, problems
        self.scene: Scene = setup_scene(RULESET, scenario)

    @property
    def state(self) -> Any:
        return self.scene.state

    def of(self, name: str, variable: str) -> Any:
        """Return a variable of an entity."""
        return self.state.entities[self.scene.names[name]][variable]

    def contains(self, name: str) -> bool:
        """Return whether an entity is still in the match."""
        return self.scene.names[name] in self.state.entities

    def player(self, seat: int, variable: str) -> Any:
        """Return a variable of a player."""
        return self.state.entities[seat + 1][variable]

    def cards(self, seat: int, zone: str) -> list[str]:
        """Return the cards in a zone of a seat, by definition."""
        return [self.state.entities[eid]["def"] for eid in self.state.zone(seat + 1, zone)]

    def axis(self) -> list[str]:
        """Return the events of the axis."""
        return [self.state.entities[eid]["def"] for eid in self.state.zone(0, "axis")]

    def control(self, region: int) -> int:
        """Return who controls a region, from 1: 1 or 2, 0 for no one."""
        return int(self.state.entities[self.state.zone(0, "regions")[region - 1]]["control"])

    def asked(self) -> Any:
        """Return the question that waits."""
        return self.scene.decision(None)

    def offers(self) -> list[str]:
        """Return what the question offers, entities by their names."""
        question = self.asked()
        return [str(self.scene.option(question, option)) for option in question.options]

    def answer(self, word: str) -> None:
        """Answer a question, in which entities are called by name."""
        question = self.asked()
        labels = {str(self.scene.option(question, option)): option_key(option) for option in question.options}
        self.scene.go(apply(self.state, parse_action(question, labels.get(word, word)), question.seat))

    def do(self, *answers: str) -> list[tuple[str, tuple[Any, ...]]]:
        """Give answers one after the other, where one is still asked for; return the events with their payloads."""
        self.scene.happened.clear()
        for place, word in enumerate(answers):
            question = self.asked()
            if not place or (question is not None and question.kind in ASKED_NEXT):
                self.answer(word)
        return list(self.scene.happened)

    def turns(self, count: int) -> None:
        """End a number of turns."""
        for _ in range(count):
            self.do("end")


def duel(item: Json, two: Json, *cards: Json, distance: int = 1, **extra: Any) -> Field:
    """Return a table of one unit against another, some cells apart; both sides keep a unit far away, so that no one is wiped out."""
    idle = unit("idle", atk=0, mov=0)
    first = {"field": [at(item["id"], 3, 3, "one"), at("idle", 1, 1, "mine")]}
    second = {"field": [at(two["id"], 3 + distance, 3, "two"), at("idle", 8, 5, "theirs")]}
    return Field([item, *([two] if two["id"] != item["id"] else []), idle, *cards], first, second, **extra)
