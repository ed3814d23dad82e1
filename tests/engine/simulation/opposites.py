"""A card of each shipped game with a part that helps its player, one that does as much harm, and one that never runs."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine import api
from engine.cardset import shipped
from engine.rulesets import find
from tests.engine.simulation.planted import DUELIST, KINDLING, MEDIC, SPEAR

Json = dict[str, Any]
FALSE: Json = {"type": "LessThan", "value1": 1, "value2": 0}


class Opposites(NamedTuple):
    """A card and the places of its parts: what helps, what harms, what never runs. `blocks` are as many as show the signs."""

    card: Json
    places: tuple[str, str, str]
    blocks: int


def opposites(game: str) -> Opposites:
    """Return the card of a shipped game."""
    return {"wizards": _wizards, "halo": _halo, "genius": _genius, "encounter": _encounter}[game]()


def outer_plan(game: str, subject: Opposites) -> Json:
    """Return a plan of these three parts alone, played at random in one chunk."""
    spec = api.worth_plan(game, candidate=subject.card, bots=("random",))
    rows = [row for row in spec["rows"] if row["place"] in subject.places]
    variants = [spec["variants"][row["variant"]] for row in rows]
    return spec | {
        "rows": [{**row, "variant": no} for no, row in enumerate(rows)],
        "variants": variants,
        "blank": -1,
        "hasRest": False,
        "family": len(variants),
        "ends": [subject.blocks],
        "blocks_max": subject.blocks,
    }


def _shipped(game: str, card: str) -> Json:
    return next(document for document, _ in shipped(find(game).folder) if document["id"] == card)


def _three(list_place: str) -> tuple[str, str, str]:
    return f"{list_place}/0", f"{list_place}/1", f"{list_place}/2"


def _dead_branch(effect: Json) -> Json:
    return {"type": "if", "condition": FALSE, "do": [effect]}


def _wizards() -> Opposites:
    def wheel(amount: int) -> Json:
        return {"type": "wheel", "amount": amount, "target": "$onPlay.playerUUID"}

    body = [wheel(8), wheel(-8), _dead_branch(wheel(5))]
    card = {**_shipped("wizards", KINDLING), "manaCost": 0, "behaviors": [{"at": "onPlay", "do": body}]}
    return Opposites(card, _three("/behaviors/0/do"), 12)


def _halo() -> Opposites:
    def ability(name: str, trigger: str, target: str) -> Json:
        hit = {"type": "DEAL_DAMAGE", "target": target, "params": {"amount": 12}}
        head = {"id": f"a_{name}", "trigger": trigger, "priority": 320, "limitPerTurn": 1, "conditions": []}
        return head | {"effects": [hit]}

    dead = ability("dead", "UNIT_DEPLOYED", "ENEMY_BASE") | {
        "conditions": [{"op": "IS_ALLY_SOURCE", "args": []}, {"op": "IS_ENEMY_SOURCE", "args": []}]
    }
    abilities = [
        ability("hit", "UNIT_DEPLOYED", "ENEMY_BASE"),
        ability("hurt", "UNIT_DEPLOYED", "OWNER_BASE"),
        dead,
    ]
    return Opposites({**_shipped("halo", MEDIC), "abilities": abilities}, _three("/abilities"), 24)


def _genius() -> Opposites:
    def hit(side: str) -> Json:
        return {"type": "damage", "target": {"type": "characters", "side": side}, "amount": 3, "element": "piercing"}

    card = _shipped("genius", DUELIST)
    body = [hit("opponent"), hit("me"), _dead_branch(hit("opponent"))]
    skills = [{**card["skills"][0], "cost": {"any": 1}, "action": body}, *card["skills"][1:]]
    return Opposites({**card, "skills": skills}, _three("/skills/0/action"), 16)


def _encounter() -> Opposites:
    target = {"type": "units", "side": "enemy", "which": "all"}
    hit = {"type": "damage", "target": target, "amount": 1, "color": "red"}

    def at_times(end: str) -> Json:
        return {"type": "randomly", "options": [{"weight": 1, "do": [{"type": end}]}, {"weight": 2, "do": [hit]}]}

    body = [at_times("win"), at_times("lose"), _dead_branch(hit)]
    card = {**_shipped("encounter", SPEAR), "cost": 0, "spell": {"action": body}}
    return Opposites(card, _three("/spell/action"), 32)
