"""A small genius table for tests: cards written as documents, a table set up by a scenario, and actions answered one by one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from engine.kernel.decisions import option_key, parse_action
from engine.kernel.digest import digest
from engine.kernel.machine import apply
from engine.packs.reader import read_json
from engine.rulesets.genius import RULESET
from engine.scenario.reading import read_scenario
from engine.scenario.scene import Scene, setup_scene

Json = dict[str, Any]
FOE = {"type": "characters", "side": "opponent", "which": "active"}
RICH = {"omni": 8}


def damage(amount: int, element: str = "physical", target: Json | str | None = None) -> Json:
    """Return the effect that deals damage, to the opposing active character when no one is named."""
    return {"type": "damage", "target": target or FOE, "amount": amount, "element": element}


def skill(name: str, *action: Json, kind: str = "elemental", **more: Any) -> Json:
    """Return an active skill that costs one die of any kind."""
    return {"id": name, "name": name, "skillType": kind, "cost": {"any": 1}, **more, "action": list(action)}


def passive(name: str, event: str, *action: Json, when: Iterable[Json] = (), **more: Any) -> Json:
    """Return a skill that answers an event."""
    return {"id": name, "triggerOn": event, **more, "filter": list(when), "action": list(action)}


def character(name: str, *skills: Json, element: str = "pyro", **extra: Any) -> Json:
    """Return a character of ten health."""
    shape = {"element": element, "weaponType": "sword", "maxHealth": 10, "maxPower": 2}
    return {"id": name, "type": "character", "name": name, "rarity": "common", **shape, **extra, "skills": list(skills)}


def entity(name: str, kind: str, *skills: Json, usage: int = 0, **extra: Any) -> Json:
    """Return a card of another type; with `usage` it has that number."""
    configs = {"varConfigs": {"usage": {"initialValue": usage}}} if usage else {}
    cost = {"cost": {}} if kind in ("eventCard", "equipment", "support") else {}
    return {
        "id": name,
        "type": kind,
        "name": name,
        "rarity": "common",
        **cost,
        **configs,
        **extra,
        "skills": list(skills),
    }


def event_card(name: str, *action: Json, **extra: Any) -> Json:
    """Return an event card without cost."""
    played = {"id": "play", "skillType": "card", "action": list(action)}
    return entity(name, "eventCard", played, **extra)


class Field:
    """A match in the middle: what is on the table by name, and the answers that are given."""

    def __init__(self, cards: Iterable[Json], seats: Iterable[Json], **given_fields: Any) -> None:
        arguments = {
            "phase": given_fields.pop("phase", "ACTION_PHASE"),
            "active": given_fields.pop("active", 0),
            "seats": list(seats),
        }
        text = {
            "format": "scenario/1",
            "ruleset": "genius",
            "name": "field",
            "cards": list(cards),
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

    def player(self, seat: int, variable: str) -> Any:
        """Return a variable of a player."""
        return self.state.entities[-1 - seat][variable]

    def contains(self, name: str) -> bool:
        """Return whether an entity is still in the match."""
        return self.scene.names[name] in self.state.entities

    def asked(self, seat: int | None = None) -> Any:
        """Return the question that waits."""
        return self.scene.decision(seat)

    def offers(self, seat: int | None = None) -> list[str]:
        """Return what the question offers, entities by their names."""
        question = self.asked(seat)
        return [str(self.scene.option(question, option)) for option in question.options]

    def answer(self, *words: str, seat: int | None = None) -> None:
        """Answer a question with words, in which entities are called by name."""
        question = self.asked(seat)
        labels = {str(self.scene.option(question, option)): option_key(option) for option in question.options}
        keys = ",".join(labels.get(word, word) for word in words) or "-"
        self.scene.go(apply(self.state, parse_action(question, keys), question.seat))

    def do(self, *answers: str) -> list[str]:
        """Answer the main question, then whatever it asks, the first payment where nothing is said; return the events."""
        self.scene.happened.clear()
        rest = list(answers)
        self.answer(rest.pop(0))
        while (question := self.asked()) is not None and question.kind in ("target", "payment", "choice", "dice"):
            if question.kind == "payment" and not (rest and rest[0] in map(option_key, question.options)):
                self.answer(option_key(question.options[0]))
            elif rest:
                self.answer(rest.pop(0))
            else:
                break
        return [name for name, _ in self.scene.happened]

    def use(self, seat: int = 0, number: int = 1) -> list[str]:
        """Make a seat's active character use a skill."""
        active = self.scene.label(self.state.entities[-1 - seat]["active"])
        return self.do(f"skill{number}:{active}")

    def digest(self) -> int:
        """Return the digest of the state."""
        return digest(self.state)


def duel(*skills: Json, cards: Iterable[Json] = (), **fields: Any) -> Field:
    """Return a table of three characters against three, with dice enough; the first has these skills."""
    own, other_item = fields.pop("own", {}), fields.pop("other", {})
    hero = character("hero", *(skills or (skill("hit", damage(2)),)), **fields.pop("hero", {}))
    extra = list(cards)
    people = [
        hero,
        character("mate", skill("idle", damage(0)), element="hydro"),
        character("foe", skill("back", damage(1)), element="cryo"),
    ]
    first = [{"card": "hero", "as": "hero"}, {"card": "mate", "as": "mate1"}, {"card": "mate", "as": "mate2"}]
    second = [{"card": "foe", "as": "foe1"}, {"card": "foe", "as": "foe2"}, {"card": "foe", "as": "foe3"}]
    for held, override in ((first, own.pop("people", {})), (second, other_item.pop("people", {}))):
        for one in held:
            one.update(override.get(one["as"], {}))
    seats = [
        {"active": 1, **RICH, "characters": first, **own},
        {"active": 1, **RICH, "characters": second, **other_item},
    ]
    return Field([*people, *extra], seats, **fields)
