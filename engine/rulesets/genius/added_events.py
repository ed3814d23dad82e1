"""The events that this project adds to 004's: what enters, is prepared, discarded or spent, what a reaction leaves, who declares the end."""

from __future__ import annotations

from engine.language.spec import PRESENT, case

from .event_fields import CARD_PRESENT, PLAYER, changing, row
from .event_phrases import REACTING, SPENDING
from .event_situations import LEAVING_SITUATIONS

ADDED = (
    row(
        "ON_DECLARE_END",
        "A player declares the end",
        "宣布结束",
        PLAYER,
        "{playerUUID} declares the end of the round",
        "{playerUUID}宣布结束时",
        ("end of round declared, pass, ends the round", "宣布结束、结束回合、跳过"),
        mode="nested",
        extension=True,
    ),
    row(
        "ON_PREPARE_SKILL",
        "A skill is prepared",
        "准备技能时",
        {**PLAYER, "UUID": "character", "skillID": "text"},
        "{UUID} prepares a skill",
        "{UUID}准备技能时",
        ("prepare a skill, charge up", "准备技能、蓄力"),
        extension=True,
    ),
    row(
        "ON_ENTER",
        "An entity enters",
        "实体入场",
        {**PLAYER, "entityUUID": "entity"},
        "{entityUUID} enters",
        "{entityUUID}入场后",
        ("enters play, summoned, attached, created", "入场、被召唤、生成"),
        extension=True,
        cases=(case({"playerUUID": PRESENT}, "an entity enters on {playerUUID's side}", "{playerUUID}有实体入场后"),),
    ),
    row(
        "ON_DISCARD",
        "A card was discarded",
        "舍弃手牌后",
        {**PLAYER, "cardUUID": "card"},
        "{playerUUID} discards a card",
        "{playerUUID}舍弃手牌后",
        ("discard, discarded", "舍弃、弃牌"),
        extension=True,
        cases=(case(CARD_PRESENT, "{playerUUID} discards {cardUUID}", "{playerUUID}舍弃{cardUUID}后"),),
    ),
    row(
        "ON_SPEND",
        "A variable is spent",
        "变量被消耗后",
        {**PLAYER, "entityUUID": "entity", "variable": "text", "amount": "int"},
        "{entityUUID} spends usage, energy or a counter",
        "{entityUUID}消耗可用次数、充能或计数后",
        ("spend usage, spend energy, counter spent, uses up", "消耗可用次数、消耗充能、消耗计数"),
        extension=True,
        cases=SPENDING,
    ),
    changing(
        "REACTION_LEAVES",
        "What a reaction leaves",
        "反应产生实体时",
        {**PLAYER, "damageTo": "character", "reaction": "int", "swirlCrystallizeType": "int", "leaves": "text"},
        "{damageTo} reacts",
        "{damageTo}触发元素反应时",
        ("reaction leaves, bloom core, instead of a core, crystal", "反应产物、草原核、结晶、代替"),
        extension=True,
        cases=REACTING,
        situations=LEAVING_SITUATIONS,
    ),
)
