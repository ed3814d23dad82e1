"""The words of a match: a sentence for each event, question and answer; an empty one is skipped."""

from __future__ import annotations

from engine.language.spec import LocalizedText

from .words import DAMAGE_ELEMENTS, ELEMENT, REACTION, REACTIONS

SILENT = LocalizedText("", "")
WORDS = {
    **{f"mainDamageElement:{ELEMENT[one.name]}": one.title for one in DAMAGE_ELEMENTS},
    **{f"element:{ELEMENT[one.name]}": one.title for one in DAMAGE_ELEMENTS},
    **{f"reaction:{REACTION[one.name]}": one.title for one in REACTIONS},
}
STORY = {
    **WORDS,
    "BEGIN_ROLL_PHASE": LocalizedText("\n{playerUUID} rolls.", "\n{playerUUID}投掷骰子。"),
    "BEGIN_ACTION_PHASE": SILENT,
    "END_PHASE": LocalizedText("- End phase of {playerUUID}", "- {playerUUID}的结束阶段"),
    "ON_USE_SKILL": LocalizedText("{UUID} uses a skill.", "{UUID}使用技能。"),
    "ON_PLAY_CARD": LocalizedText("{playerUUID} plays {cardUUID}.", "{playerUUID}打出{cardUUID}。"),
    "ON_DISCARD": LocalizedText("{playerUUID} discards {cardUUID}.", "{playerUUID}舍弃{cardUUID}。"),
    "ON_TUNE": LocalizedText("{playerUUID} tunes a card.", "{playerUUID}进行元素调和。"),
    "AFTER_TAKES_DMG": LocalizedText(
        "{damageTo} suffers {mainDamage} {mainDamageElement} damage.",
        "{damageTo}受到 {mainDamage} 点{mainDamageElement}伤害。",
    ),
    "AFTER_HEAL": LocalizedText("{UUID} regains {amount} health.", "{UUID}恢复 {amount} 点生命值。"),
    "ELEMENTAL_APPLICATION_REACTION": LocalizedText("{damageTo}: {reaction}.", "{damageTo}：{reaction}。"),
    "CHARACTER_DIE": LocalizedText("{UUID} is defeated.", "{UUID}被击倒。"),
    "AFTER_CHANGE_CHARACTER": LocalizedText("{toUUID} becomes active.", "{toUUID}成为出战角色。"),
    **dict.fromkeys(
        (
            "AFTER_PLAY_CARD",
            "BEGIN_MATCH",
            "ON_DECLARE_END",
            "ON_ENTER",
            "ON_PREPARE_SKILL",
            "ON_SPEND",
            "REACTION_LEAVES",
            "AFTER_USE_SKILL",
            "ON_CHANGE_CHARACTER",
            "BEFORE_ANY_ACTION",
            "AFTER_ANY_ACTION",
            "ON_SUMMON_REMOVE",
            "INFUSION",
            "DAMAGE_ADD",
            "DAMAGE_ADD_AFTER_REACTION",
            "DEALING_DAMAGE",
            "DIVIDE_DAMAGE",
            "EXECUTE_DAMAGE",
            "CALCULATE_DICE",
            "CHARACTER_WILL_DIE",
            "play",
            "switch",
            "tune",
            "skill1",
            "skill2",
            "skill3",
            "skill4",
            "skill5",
            "skill6",
            "skill7",
            "skill8",
        ),
        SILENT,
    ),
    "end": LocalizedText("{player} ends the round.", "{player}结束回合。"),
    "play…": LocalizedText("{player} plays {answer}.", "{player}打出{answer}。"),
    "switch…": LocalizedText("{player} switches to {answer}.", "{player}切换至{answer}。"),
    "tune…": LocalizedText("{player} tunes {answer}.", "{player}以{answer}进行元素调和。"),
    "redraw": LocalizedText("{player} redraws: {answer}.", "{player}重抽：{answer}。"),
    "reroll": LocalizedText("{player} rolls again: {answer}.", "{player}重投：{answer}。"),
    "set-character": LocalizedText("{player} chooses {answer}.", "{player}选择{answer}。"),
    "target": LocalizedText("{player} chooses {answer}.", "{player}选择{answer}。"),
    "select-card": LocalizedText("{player} chooses {answer}.", "{player}选择{answer}。"),
    "payment": LocalizedText("{player} pays {answer}.", "{player}支付{answer}。"),
    "discard": LocalizedText("{player} chooses {answer}.", "{player}选择{answer}。"),
    "all defeated": LocalizedText("all characters of a side are defeated", "一方角色全部被击倒"),
    "round cap": LocalizedText("the rounds have run out", "轮数已尽"),
}
