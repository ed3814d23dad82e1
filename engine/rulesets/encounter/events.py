"""The events of 001: the steps of a turn, cards, fights, regions and the axis. Source: 001§3, §6.4, §9, §10."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.language.spec import NO_VALUES, PRESENT, Case, Deed, EventSpec, LocalizedText, Noun, case, result, word_list
from engine.language.spec import NOUNS as NOUNS_OF_ALL
from engine.toolkit.nodes.events import OWN_MOMENT, event, moment, named_players

PLAYER = {"playerUUID": "player"}
UNIT = {**PLAYER, "unitUUID": "unit"}
STEPS_OF_A_TURN = ("RestoreAp", "BP", "Prepare", "MPBegin", "MPEnd", "EP")
"""Events that a skill answers for its own player alone."""
AFTER_MAIN_PHASE = STEPS_OF_A_TURN[4:]
"""Those of them at which the player plays nothing more in this turn."""
NUMBERS = {
    "amount": result("the amount", "该数值"),
    "steps": result("the number of steps", "移动的步数", "{unitUUID} moves {n:cell|cells}", "{unitUUID}移动{n:格}"),
    "from": result("the former controller", "原控制者"),
    "to": result("the new controller", "新控制者"),
    "paid": result("the AP paid", "所支付的专注"),
}
NOUNS = {"sourceUUID": Noun("unit", "units", "单位")}
"""Damage that has a source is always a unit's."""
_step = partial(moment, nouns=NOUNS, results=NUMBERS | OWN_MOMENT)


def _event(
    name: str, en: str, zh: str, fields: Mapping[str, str], *texts: Any, unit_field: str = "unitUUID", **parts: Any
) -> EventSpec:
    """Return an event; `unit_field` is the unit whose owner its player is."""
    thing = unit_field if unit_field in fields else ""
    players = named_players(playerUUID=(thing, "the active player", "当前回合的玩家"))
    results = NUMBERS | players | parts.pop("results", {})
    return event(name, en, zh, fields, *texts, nouns=NOUNS, results=results, **parts)


def _by(en: str, zh: str, source: str = "sourceUUID") -> tuple[Case, ...]:
    """Return the sentence of an event whose source is asked for."""
    return (case({source: PRESENT}, en, zh),)


TURN = (
    _step(
        "RestoreAp",
        "AP is restored",
        "重置专注后",
        PLAYER,
        "when your AP is restored",
        "你重置专注后",
        ("restore, AP, focus, turn start", "重置专注、回合开始"),
    ),
    _step(
        "BP",
        "The turn begins",
        "回合开始步骤",
        PLAYER,
        "at the start of your turn",
        "你的回合开始时",
        ("turn starts, beginning, upkeep", "回合开始、开始步骤"),
    ),
    _step(
        "Prepare",
        "Preparation",
        "准备步骤",
        PLAYER,
        "in your preparation step",
        "在你的准备步骤",
        ("prepare, before main", "准备步骤"),
    ),
    _step(
        "MPBegin",
        "The main phase begins",
        "主要阶段开始",
        PLAYER,
        "when your main phase begins",
        "你的主要阶段开始时",
        ("main phase", "主要阶段"),
    ),
    _step(
        "MPEnd",
        "The main phase ends",
        "主要阶段结束",
        PLAYER,
        "when your main phase ends",
        "你的主要阶段结束时",
        ("main phase ends", "主要阶段结束"),
    ),
    _step(
        "EP",
        "The turn ends",
        "回合结束步骤",
        PLAYER,
        "at the end of your turn",
        "你的回合结束时",
        ("turn ends, end step, each turn", "回合结束、每回合"),
    ),
)
FIGHT = {**PLAYER, "attackerUUID": "unit", "defenderUUID": "unit"}
DAMAGE = {**PLAYER, "sourceUUID": "entity", "unitUUID": "unit", "amount": "int"}
SOURCES = ({"sourceUUID": frozenset(("unit",))}, {"sourceUUID": NO_VALUES})
"""A unit deals damage, or the ground does."""
SUMMONS_OR_ORDERS = ({"unitUUID": frozenset(("unit",))}, {"unitUUID": NO_VALUES})
"""A summoning card has put a unit in play, an order none."""
DEEDS = (
    _event(
        "CastCard",
        "A card is played",
        "使用卡牌后",
        {**PLAYER, "cardUUID": "card", "unitUUID": "unit", "paid": "int"},
        "{playerUUID} plays a card",
        "{playerUUID}使用卡牌后",
        ("play card, cast", "使用卡牌、出牌"),
        cases=_by(
            "{playerUUID} deploys {unitUUID:a unit} with a card",
            "{playerUUID}使用卡牌部署{unitUUID:单位}后",
            "unitUUID",
        ),
        situations=SUMMONS_OR_ORDERS,
        counted_before=True,
        deed=Deed("plays", "played", "打出", NOUNS_OF_ALL["card"], is_play=True),
        doc=LocalizedText(
            "`unitUUID` is the unit that a summoning card put in play; an order puts none. `paid` is the AP that it took.",
            "`unitUUID` 为召唤牌部署的单位；指令牌不部署单位。`paid` 为所支付的专注。",
        ),
    ),
    _event(
        "DrawCard",
        "A card is drawn",
        "抽牌后",
        {**PLAYER, "cardUUID": "card"},
        "{playerUUID} draws a card",
        "{playerUUID}抽牌后",
        ("draw", "抽牌"),
        deed=Deed("draws", "drawn", "抽到", NOUNS_OF_ALL["card"]),
    ),
    _event(
        "Deployed",
        "A unit is deployed",
        "单位部署后",
        UNIT,
        "{unitUUID} is deployed",
        "{unitUUID}部署后",
        ("deploy, battlecry, enters, summon", "部署、战吼、登场、召唤"),
        single=("unitUUID",),
        creates=True,
    ),
    _event(
        "Moved",
        "A unit has moved",
        "单位移动后",
        {**UNIT, "steps": "int"},
        "{unitUUID} moves",
        "{unitUUID}移动后",
        ("move, walk", "移动"),
    ),
    _event(
        "AnnounceAttack",
        "An attack is announced",
        "宣告攻击时",
        FIGHT,
        "{attackerUUID} attacks {defenderUUID}",
        "{attackerUUID}攻击{defenderUUID}时",
        ("attack declared, attacks", "宣告攻击、进攻"),
        deed=Deed("attacks", "attacked", "攻击"),
        mode="nested",
        cases=_by(
            "{attackerUUID} attacks {defenderUUID:a unit}", "{attackerUUID}攻击{defenderUUID:目标}时", "attackerUUID"
        ),
        unit_field="attackerUUID",
    ),
    _event(
        "Fought",
        "A fight is over",
        "战斗结算后",
        FIGHT,
        "{attackerUUID} has attacked {defenderUUID}",
        "{attackerUUID}攻击{defenderUUID}后",
        ("after attack, fight over", "攻击后、战斗后"),
        cases=_by(
            "{attackerUUID} has attacked {defenderUUID:a unit}",
            "{attackerUUID}攻击{defenderUUID:目标}后",
            "attackerUUID",
        ),
        unit_field="attackerUUID",
    ),
    _event(
        "ActiveAbility",
        "An ability is cast",
        "施放异能后",
        UNIT,
        "{unitUUID} casts an ability",
        "{unitUUID}施法后",
        ("cast, spell, active ability", "施法、主动异能"),
    ),
    _event(
        "Damage",
        "Damage is dealt",
        "造成伤害时",
        DAMAGE,
        "{unitUUID} would take damage",
        "{unitUUID}即将受到伤害时",
        ("change damage, armor, bonus damage", "伤害修改、护甲、增伤"),
        mode="nested",
        stage="modify",
        keys=("damage", "伤害"),
        cases=_by("{sourceUUID} would deal damage to {unitUUID:a unit}", "{sourceUUID}即将对{unitUUID:目标}造成伤害时"),
        situations=SOURCES,
        unit_field="sourceUUID",
    ),
    _event(
        "BeDamaged",
        "A unit was damaged",
        "受到伤害后",
        DAMAGE,
        "{unitUUID} takes damage",
        "{unitUUID}受到伤害后",
        ("damaged, hurt, hit", "受伤、受到伤害"),
        results={**NUMBERS, "amount": result("the damage taken", "所受伤害量", that=True)},
        cases=_by("{sourceUUID} deals damage to {unitUUID:a unit}", "{sourceUUID}对{unitUUID:目标}造成伤害后"),
        situations=SOURCES,
        unit_field="sourceUUID",
    ),
    _event(
        "Overkill",
        "Excess damage",
        "溢出伤害后",
        DAMAGE,
        "{unitUUID} takes excess damage",
        "{unitUUID}受到溢出伤害后",
        ("overkill, excess damage, more than needed", "溢出伤害、过量伤害、超杀"),
        results={**NUMBERS, "amount": result("the excess damage", "溢出伤害")},
        cases=_by(
            "{sourceUUID} deals excess damage to {unitUUID:a unit}", "{sourceUUID}对{unitUUID:目标}造成溢出伤害后"
        ),
        situations=SOURCES,
        extension=True,
        doc=LocalizedText(
            "`amount` is what a hit dealt beyond the health that was left.", "`amount` 为一次伤害超出剩余生命值的部分。"
        ),
        unit_field="sourceUUID",
    ),
    _event(
        "Healed",
        "A unit was healed",
        "受到治疗后",
        {**UNIT, "amount": "int"},
        "{unitUUID} is healed",
        "{unitUUID}受到治疗后",
        ("healed, restore", "治疗、恢复"),
        extension=True,
    ),
    _event(
        "Dead",
        "A unit dies",
        "单位阵亡后",
        {**UNIT, "sourceUUID": "entity"},
        "{unitUUID} dies",
        "{unitUUID}阵亡后",
        ("dies, killed, deathrattle, it dies, when it dies, death", "阵亡、死亡、亡语、击杀、死"),
        deed=Deed("dies", "died", "阵亡"),
        hears_after_leaving=True,
        keys=("dies?|death|kill(?:ed|s)?|falls?", "阵亡|死亡|击杀"),
        cases=_by("{sourceUUID} kills {unitUUID:a unit}", "{sourceUUID}击杀{unitUUID:一个单位}后"),
        single=("unitUUID",),
        ends=("unitUUID",),
        situations=SOURCES,
    ),
    _event(
        "RegionChange",
        "A region changes hands",
        "战区控制权变更后",
        {**PLAYER, "regionUUID": "region", "from": "int"},
        "{playerUUID} takes a region",
        "{playerUUID}取得战区控制权后",
        ("region, control, capture", "战区、控制权、占领"),
        cases=_by(
            "{playerUUID} takes {regionUUID:a region}", "{playerUUID}取得{regionUUID:战区}的控制权后", "regionUUID"
        ),
    ),
    _event(
        "EventTriggered",
        "An event of the axis is triggered",
        "事件轴触发事件后",
        {**PLAYER, "eventUUID": "event"},
        "an event is triggered",
        "事件触发后",
        ("axis, event", "事件轴、事件"),
        ends=("eventUUID",),
        unit_field="",
    ),
    _event(
        "DeathPageIncrease",
        "Death pages increase",
        "死页增加后",
        {**PLAYER, "amount": "int"},
        "{playerUUID} gains death pages",
        "{playerUUID}的死页增加后",
        ("death page", "死页"),
    ),
)
EVENTS = (*TURN, *DEEDS)
EVENT_GROUPS = {
    LocalizedText("Turn", "回合"): word_list("RestoreAp BP Prepare MPBegin MPEnd EP"),
    LocalizedText("Cards and moves", "卡牌与行动"): word_list("CastCard DrawCard Deployed Moved ActiveAbility"),
    LocalizedText("Combat", "战斗"): word_list("AnnounceAttack Fought Damage BeDamaged Overkill Healed Dead"),
    LocalizedText("Map and story", "地图与剧情"): word_list("RegionChange EventTriggered DeathPageIncrease"),
}
