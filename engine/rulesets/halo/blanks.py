"""Templates of new cards: one text for each kind, each a valid card."""

from __future__ import annotations

import json
from typing import Any

from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Template
from engine.rulesets.halo.words import KEYWORD, RESOURCE

STATS = {"attack": 2, "shieldCap": 0, "healthCap": 3}


def _ability(name: str, trigger: str, *effects: dict[str, Any], ops: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {
        "id": name,
        "trigger": trigger,
        "priority": 300,
        "limitPerTurn": 99,
        "conditions": list(ops),
        "effects": list(effects),
    }


def _effect(name: str, target: str, **params: Any) -> dict[str, Any]:
    return {"type": name, "target": target, "params": params}


def _template(kind: str, title: LocalizedText, phrase: str, supply: int, **extra: Any) -> Template:
    card = {
        "id": "@ID@",
        "name": f"New {kind.lower()}",
        "version": "1.0.0",
        "faction": "NEUTRAL",
        "cardType": kind,
        "rarity": "COMMON",
        "deckLimit": 0 if kind == "TOKEN" else 3,
        "isLegendary": False,
        "cost": {"supply": supply, "battery": 0},
        "tags": [],
        "keywords": [],
        **extra,
        "description": phrase,
    }
    return Template(kind.lower(), kind, title, json.dumps(card, indent=2, ensure_ascii=False) + "\n")


def _declaring(kind: str, title: LocalizedText, **more: Any) -> Template:
    """Return a card that declares something for its pack."""
    card = {"id": "@ID@", "name": f"New {kind.lower()}", "version": "1.0.0", "cardType": kind, **more}
    return Template(kind.lower(), kind, title, json.dumps(card, indent=2, ensure_ascii=False) + "\n")


TEMPLATES = (
    _template(
        "UNIT",
        LocalizedText("A unit with an ability", "带能力的单位"),
        "Whenever this unit is deployed, draw a card.",
        2,
        tags=["INFANTRY"],
        keywords=[{"name": "BALLISTIC"}],
        stats=STATS,
        abilities=[
            _ability(
                "a_arrives",
                "UNIT_DEPLOYED",
                _effect(
                    "DRAW",
                    "OWNER",
                    count=1,
                ),
                ops=({"op": "SOURCE_IS_SELF", "args": []},),
            )
        ],
    ),
    _template(
        "ARMORY",
        LocalizedText("An armory card", "军械"),
        "",
        1,
        keywords=[{"name": "ARMOR"}],
        stats={"attack": 1, "shieldCap": 0, "healthCap": 0},
        abilities=[],
    ),
    _template(
        "TACTICAL",
        LocalizedText("A tactical card", "战术牌"),
        "Deal 2 damage to an enemy unit or vessel of your choice.",
        1,
        abilities=[
            _ability(
                "a_played",
                "CARD_PLAY_VALIDATED",
                _effect(
                    "DEAL_DAMAGE",
                    "CHOSEN_ENEMY",
                    amount=2,
                ),
                ops=({"op": "SOURCE_IS_SELF", "args": []},),
            )
        ],
    ),
    _template(
        "FIELD",
        LocalizedText("A field card", "场地牌"),
        "At the start of your turn, restore 1 health to each of your units.",
        2,
        abilities=[
            _ability(
                "a_mends",
                "TURN_STARTED",
                _effect(
                    "HEAL",
                    "ALL_ALLIES",
                    amount=1,
                ),
                ops=({"op": "IS_OWN_TURN", "args": []},),
            )
        ],
    ),
    _template(
        "VESSEL",
        LocalizedText("A vessel", "舰船"),
        "",
        4,
        tags=["VESSEL", "ESCORT"],
        keywords=[{"name": "POINT_DEFENSE", "value": 1}],
        stats={"attack": 0, "shieldCap": 2, "healthCap": 5},
        vesselStats={
            "tonnageClass": "ESCORT",
            "hangars": 1,
            "payloadType": "MIXED",
            "shieldHardening": 0,
            "pointDefense": 1,
            "multiSection": False,
            "sections": [],
        },
        abilities=[],
    ),
    _declaring(
        KEYWORD,
        LocalizedText("A keyword of the pack", "卡包的关键词"),
        parameters=[{"name": "health", "min": 1, "max": 9}],
        abilities=[
            _ability(
                "a_heals",
                "TURN_STARTED",
                _effect(
                    "HEAL",
                    "THIS",
                    amount="$keyword.value",
                ),
                ops=({"op": "IS_OWN_TURN", "args": []},),
            )
        ],
    ),
    _declaring(
        RESOURCE,
        LocalizedText("A resource of the pack", "卡包的资源"),
        start=0,
        max=10,
        abilities=[
            _ability(
                "a_gained",
                "KILL_OCCURRED",
                _effect(
                    "GAIN_RESOURCE",
                    "OWNER",
                    resource="@ID@",
                    amount=1,
                ),
                ops=({"op": "IS_ALLY_TARGET", "args": []},),
            )
        ],
    ),
    _template(
        "TOKEN",
        LocalizedText("A token", "衍生物"),
        "",
        0,
        stats={"attack": 1, "shieldCap": 0, "healthCap": 1},
        abilities=[],
    ),
)
"""Source: 003§2.1, 003§5.2, 003§6."""
