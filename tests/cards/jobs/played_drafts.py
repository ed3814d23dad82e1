"""Packs of drafts in which every field that names a card points to another unreleased draft, one for each game."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]
HEAD: Json = {"rarity": "common"}
BODY: Json = {**HEAD, "colors": ["white"], "atk": 3, "mhp": 6, "mov": 4, "rng": 1, "spd": 1}
BOARD = [{"region": "a", "control": "player", "buff": "b.held"}, {"region": "b", "control": "opponent"}]


def _ability(name: str, **more: Any) -> Json:
    return {"id": name, "type": "ability", "name": name, **HEAD, **more} | (
        {} if more else {"static": [{"stat": "atk", "op": "add", "value": 1}]}
    )


def _turn(*effects: Json) -> Json:
    return {"skills": [{"id": "turn", "triggerOn": "BP", "action": list(effects)}]}


def _event(name: str, **more: Any) -> Json:
    draws = {"action": [{"type": "drawCards", "count": 1}]}
    return {"id": name, "type": "event", "name": name, **HEAD, "weight": 9, **draws, **more}


def _key(name: str) -> Json:
    always = {"enters": [{"type": "AlwaysTrue"}], "action": [{"type": "drawCards", "count": 1}]}
    return {"id": name, "type": "event", "name": name, **HEAD, **always}


ENCOUNTER: tuple[Json, ...] = (
    *(_ability(f"b.{name}") for name in ("borne", "boon", "law", "perk", "held", "given", "lent")),
    _ability(
        "b.maker",
        **_turn(
            {"type": "deploy", "unit": "b.recruit"},
            {"type": "createCard", "card": "b.made"},
            {"type": "createCard", "card": "b.second"},
            {"type": "addEvent", "event": "b.added"},
            {"type": "grant", "ability": "b.given", "target": {"type": "units", "which": "all", "side": "ally"}},
            {"type": "giveBoon", "ability": "b.lent", "target": {"type": "cards", "pick": "first"}},
            {"type": "changeSpell", "spell": "b.other", "target": {"type": "cards", "kind": "order", "pick": "first"}},
        ),
    ),
    _event("b.added"),
    _event("b.pooled"),
    _event("b.chance"),
    _key("b.key"),
    {"id": "b.recruit", "type": "unit", "name": "Recruit", **BODY},
    {"id": "b.called", "type": "unit", "name": "Called", **BODY},
    {"id": "b.guard", "type": "unit", "name": "Guard", **BODY, "abilities": ["b.borne", "b.maker"], "events": [{"event": "b.pooled"}]},
    {"id": "b.call", "type": "summon", "name": "Call", **HEAD, "colors": ["white"], "cost": 0, "unit": "b.called", "grants": ["b.boon"]},
    {"id": "b.made", "type": "order", "name": "Made", **HEAD, "colors": ["white"], "cost": 0, "spell": {"action": [{"type": "drawCards", "count": 1}]}, "grants": ["b.boon"]},
    {"id": "b.second", "type": "summon", "name": "Call", **HEAD, "colors": ["white"], "cost": 1, "unit": "b.called", "variantOf": "b.call", "variant": "strengthened"},
    {"id": "b.other", "type": "order", "name": "Made", **HEAD, "variantOf": "b.made", "variant": "reforged", "colors": ["white"], "cost": 0, "spell": {"action": [{"type": "changeAp", "amount": 1}]}},
    {"id": "b.hero", "type": "hero", "name": "Hero", **BODY, "cards": ["b.call", "b.made"], "abilities": ["b.borne"], "events": [{"event": "b.pooled"}]},
    {"id": "b.foe", "type": "hero", "name": "Foe", **BODY, "cards": ["b.call"]},
    {"id": "b.map", "type": "map", "name": "Map", **HEAD, "rows": ["......", ".m..b.", "......"], "regions": ["aaabbb", "aaabbb", "aaabbb"]},
    {
        "id": "b.fight", "type": "encounter", "name": "Fight", **HEAD, "map": "b.map", "heroes": ["b.hero"], "opponents": ["b.foe"],
        "units": [{"unit": "b.guard", "x": 2, "y": 1, "side": "player"}, {"unit": "b.called", "x": 5, "y": 1, "side": "opponent"}],
        "holdings": BOARD, "perks": ["b.perk"], "rules": ["b.law"], "keys": ["b.key"], "events": [{"event": "b.chance", "weight": 9}],
    },
)  # fmt: skip
DICE = {"skillType": "normal", "cost": {"any": 1}}
HIT: Json = {
    "type": "damage",
    "target": {"type": "characters", "side": "opponent", "which": "active"},
    "amount": 1,
    "element": "pyro",
}
MINE: Json = {"type": "characters", "side": "my", "which": "active"}
GENIUS: tuple[Json, ...] = (
    {"id": "b.mark", "type": "status", "name": "Mark", **HEAD, "varConfigs": {"duration": {"initialValue": 9}}},
    {"id": "b.field", "type": "combatStatus", "name": "Field", **HEAD, "varConfigs": {"duration": {"initialValue": 9}}},
    {"id": "b.pet", "type": "summon", "name": "Pet", **HEAD, "varConfigs": {"usage": {"initialValue": 3}}, "skills": [{"id": "end", "triggerOn": "END_PHASE", "action": [HIT]}]},
    *({"id": f"b.{name}", "type": "eventCard", "name": name, **HEAD, "cost": {}, "skills": [{"id": "play", "skillType": "card", "action": [{"type": "drawCards", "count": 1}]}]} for name in ("page", "first", "second")),
    {
        "id": "b.mage", "type": "character", "name": "Mage", **HEAD, "element": "pyro", "weaponType": "sword", "maxHealth": 12, "maxPower": 2,
        "skills": [{
            "id": "attack", "name": "Attack", **DICE,
            "action": [
                HIT,
                {"type": "attach", "status": "b.mark", "target": MINE},
                {"type": "addCombatStatus", "status": "b.field"},
                {"type": "summon", "summon": "b.pet"},
                {"type": "if", "condition": {"type": "Has", "target": MINE, "card": "b.mark"}, "do": [{"type": "createCard", "card": "b.page", "count": 1}]},
                {"type": "selectCard", "cards": ["b.first", "b.second"]},
                {"type": "if", "condition": {"type": "HasCard", "card": "b.first"}, "do": [{"type": "discard", "card": "b.first", "count": 1}]},
                {"type": "discardCard", "target": {"type": "chooseCard", "card": "b.second", "min": 0}},
                {"type": "remove", "target": {"type": "entities", "kind": "summon", "side": "opponent", "card": "b.pet"}},
                {"type": "transform", "target": {"type": "summons", "side": "opponent"}, "into": "b.pet"},
                {"type": "remove", "target": {"type": "chooseEntity", "kind": "combatStatus", "side": "opponent", "card": "b.field"}},
            ],
        }],
    },
    {"id": "b.craft", "type": "equipment", "name": "Craft", **HEAD, "cost": {}, "tags": ["talent"], "character": "b.mage", "skills": [{"id": "end", "triggerOn": "END_PHASE", "action": [HIT]}, {"id": "bloom", "triggerOn": "REACTION_LEAVES", "action": [{"type": "leaveInstead", "card": "b.pet"}]}]},
)  # fmt: skip


def _halo(name: str, kind: str, **extra: Any) -> Json:
    frame = {
        "version": "1.0.0",
        "faction": "AEGIS",
        "rarity": "COMMON",
        "deckLimit": 3,
        "isLegendary": False,
        "tags": [],
        "keywords": [],
    }
    return {"id": name, "name": name, **frame, "cardType": kind, **extra}


def _deployed(*effects: Json) -> list[Json]:
    places = [{"op": "SOURCE_IS_SELF", "args": []}]
    return [
        {
            "id": "a_here",
            "trigger": "UNIT_DEPLOYED",
            "priority": 300,
            "limitPerTurn": 1,
            "conditions": places,
            "effects": list(effects),
        }
    ]


def _node(kind: str, target: str, **params: Any) -> Json:
    return {"type": kind, "target": target, "params": params}


STATS = {"attack": 1, "shieldCap": 0, "healthCap": 3}
HALO: tuple[Json, ...] = (
    *({"id": name, "name": name, "version": "1.0.0", "cardType": "RESOURCE", "start": 5, "max": 9} for name in ("FAITH", "GRAIN", "SALT", "WOOL")),
    _halo("B-FROG", "TOKEN", cost={"supply": 0, "battery": 0}, stats={"attack": 1, "shieldCap": 0, "healthCap": 1}, abilities=[], deckLimit=0),
    _halo("B-IMP", "TOKEN", cost={"supply": 0, "battery": 0}, stats=STATS, abilities=[], deckLimit=0),
    _halo(
        "B-CALLER", "UNIT", stats=STATS,
        cost={"supply": 0, "battery": 0, "resources": [{"resource": "FAITH", "amount": 1}]},
        abilities=_deployed(
            _node("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="B-IMP", count=1),
            _node("GAIN_RESOURCE", "OWNER", resource="GRAIN", amount={"type": "RESOURCE_OF", "target": "OWNER", "resource": "WOOL"}),
            _node("LOSE_RESOURCE", "OWNER", resource="SALT", amount=1),
            _node("TRANSFORM", "ALL_ENEMIES", into="B-FROG"),
        ),
    ),
)  # fmt: skip
WIZARDS: tuple[Json, ...] = (
    {"id": "b.frog", "count": 1, "name": "Frog", "type": "monster", "level": "III", "health": 2, "reward": 1},
    {"id": "b.made", "name": "Made", "manaCost": 0, "rarity": "com", "school": "none", "behaviors": [{"at": "onPlay", "do": [{"type": "gainGold", "amount": 1}]}]},
    {"id": "b.maker", "name": "Maker", "manaCost": 0, "rarity": "com", "school": "none", "behaviors": [{"at": "onPlay", "do": [{"type": "createCard", "card": "b.made", "to": "hand", "target": "$onPlay.playerUUID"}, {"type": "transform", "target": {"type": "monsterChooser", "pick": "random"}, "into": "b.frog"}]}]},
)  # fmt: skip

PACKS: dict[str, tuple[Json, ...]] = {"encounter": ENCOUNTER, "genius": GENIUS, "halo": HALO, "wizards": WIZARDS}
ATTEMPTS: dict[str, tuple[str, ...]] = {
    "encounter": ("b.fight",),
    "genius": ("b.mage", "b.craft"),
    "halo": ("B-CALLER",),
    "wizards": ("b.maker",),
}
"""The drafts that are previewed and played, by game; together they lead to all the others."""


def texts(game: str) -> list[tuple[str, str]]:
    """Return the ids and the texts of the drafts of a game, what is named before what names it."""
    return [(card["id"], json.dumps(card)) for card in PACKS[game]]
