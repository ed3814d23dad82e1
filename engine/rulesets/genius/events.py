"""The events of 004's EventType; `added_events` has those of this project. Source: 004 EventType; 002 events; GE9.

The six steps of damage and CALCULATE_DICE are handed on in one piece (`modify`), the rest waits until the skill that raised it is done,
but for what comes before a skill or a card and for the phases.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.language.spec import NOUNS, Deed, EventSpec, LocalizedText, case, word_list
from engine.toolkit.nodes.events import OWN_MOMENT, moment

from .added_events import ADDED
from .event_fields import CARD_PRESENT, NO_SKILL, NUMBERS, PLAYER, changing, row
from .event_phrases import (
    APPLICATION_CASES,
    PAYING,
    SWITCH_CASES,
    SWITCHING,
    damage_cases,
    skill_cases,
)
from .event_situations import (
    AFTER_REACTION,
    ALL_ENDED,
    APPLICATION_SITUATIONS,
    BEFORE_REACTION,
    NOT_ENDED,
    PAYMENT_SITUATIONS,
    SUFFERED_SITUATIONS,
    Situations,
    step_situations,
)
from .words import SKILL_NOUNS, SKILL_TYPES

DAMAGE: Mapping[str, str] = {
    "playerUUID": "player",
    "damageFrom": "entity",
    "damageTo": "character",
    "damageType": "text",
    "mainDamageElement": "int",
    "mainDamage": "int",
    "piercingDamage": "int",
    "reaction": "int",
    "swirlCrystallizeType": "int",
    "isPlungingAttack": "bool",
    "isChargedAttack": "bool",
    "isSpread": "bool",
}
"""The fields of 004's Damage, and whether a swirl spreads it."""
SKILLS = LocalizedText("(?:has|have) used|uses?", "使用")
ACTING = LocalizedText("acts?|acted|actions?", "行动")
PHASES_OF_A_PLAYER = ("BEGIN_MATCH", "BEGIN_ROLL_PHASE", "BEGIN_ACTION_PHASE", "END_PHASE")
"""Events that a skill answers for its own player alone."""


_phase = partial(moment, results=NUMBERS | OWN_MOMENT)


def _step(  # noqa: PLR0913 - the parts of an event
    name: str,
    en: str,
    zh: str,
    phrase: str,
    phrase_zh: str,
    search: tuple[str, str],
    situations: Situations = AFTER_REACTION,
) -> EventSpec:
    keys = LocalizedText(
        "deals?|suffers?|is dealt|damage is [a-z]+",
        "造成[^，。]*伤害时|受到[^，。]*伤害时|计算|结算|附魔时|倍率时|减半时",
    )
    return changing(
        name,
        en,
        zh,
        DAMAGE,
        phrase,
        phrase_zh,
        search,
        source_field="damageFrom",
        keys=keys,
        cases=tuple(damage_cases()),
        situations=situations,
    )


PHASES = (
    _phase(
        "BEGIN_MATCH",
        "The match begins",
        "对局开始",
        PLAYER,
        "when the match begins",
        "对局开始时",
        ("battle begins, start of the match, opening", "对局开始、战斗开始、开局"),
        situations=NOT_ENDED,
        extension=True,
    ),
    _phase(
        "BEGIN_ROLL_PHASE",
        "The roll phase begins",
        "开始投掷阶段",
        PLAYER,
        "when the roll phase begins",
        "投掷阶段开始时",
        ("roll, dice rolled, round starts", "投掷、掷骰、回合开始"),
        situations=NOT_ENDED,
    ),
    _phase(
        "BEGIN_ACTION_PHASE",
        "The action phase begins",
        "开始行动阶段",
        PLAYER,
        "when the action phase begins",
        "行动阶段开始时",
        ("action phase, start of round", "行动阶段、回合开始"),
        situations=NOT_ENDED,
    ),
    _phase(
        "END_PHASE",
        "The end phase",
        "结束阶段",
        PLAYER,
        "in the end phase",
        "结束阶段",
        ("end of round, each round, turn ends", "结束阶段、回合结束、每回合"),
        situations=ALL_ENDED,
    ),
)
STEPS = (
    _step(
        "INFUSION",
        "Infusion",
        "伤害元素附着",
        "damage is infused",
        "伤害附魔时",
        ("infuse, change element, convert damage", "附魔、染色、转换元素"),
        step_situations(BEFORE_REACTION),
    ),
    _step(
        "DAMAGE_ADD",
        "Damage is raised",
        "结算增伤",
        "damage is raised",
        "结算增伤时",
        ("more damage, bonus, boost, increase", "增伤、伤害增加、加伤"),
        step_situations(BEFORE_REACTION),
    ),
    _step(
        "DAMAGE_ADD_AFTER_REACTION",
        "Damage is raised after its reaction",
        "反应后增伤",
        "damage is raised after its reaction",
        "反应后结算增伤时",
        ("reaction bonus, more reaction damage", "反应增伤、触发反应加伤"),
    ),
    _step(
        "DEALING_DAMAGE",
        "Damage is multiplied",
        "结算伤害",
        "damage is multiplied",
        "结算伤害倍率时",
        ("double damage, multiply, factor", "翻倍、乘算、倍率"),
    ),
    _step(
        "DIVIDE_DAMAGE",
        "Damage is divided",
        "伤害减半",
        "damage is divided",
        "伤害减半时",
        ("halve damage, divide, half", "减半、除算、减少一半"),
    ),
    _step(
        "EXECUTE_DAMAGE",
        "Damage is reduced",
        "造成伤害",
        "damage is reduced",
        "计算伤害减免时",
        ("shield, reduce damage, absorb, less damage", "护盾、减伤、抵消伤害"),
    ),
)
FIGHT = (
    row(
        "AFTER_TAKES_DMG",
        "Damage was suffered",
        "受到伤害后",
        DAMAGE,
        "{damageTo} suffers damage",
        "{damageTo}受到伤害后",
        ("damaged, hurt, after damage, hit", "受伤、受到伤害、被攻击"),
        cases=tuple(damage_cases(after=True)),
        situations=SUFFERED_SITUATIONS,
        source_field="damageFrom",
    ),
    row(
        "AFTER_HEAL",
        "Health was restored",
        "受到治疗后",
        {**PLAYER, "UUID": "character", "amount": "int"},
        "{UUID} is healed",
        "{UUID}受到治疗后",
        ("healed, restore health", "治疗、恢复生命"),
        extension=True,
    ),
    row(
        "ELEMENTAL_APPLICATION_REACTION",
        "An applied element reacts",
        "附着触发反应",
        {**PLAYER, "damageTo": "character", "element": "int", "reaction": "int", "swirlCrystallizeType": "int"},
        "an element applied to {damageTo} reacts",
        "{damageTo}附着元素并触发反应后",
        ("apply element, reaction without damage", "附着元素、无伤害反应"),
        cases=APPLICATION_CASES,
        situations=APPLICATION_SITUATIONS,
    ),
    changing(
        "CHARACTER_WILL_DIE",
        "A character would be defeated",
        "角色将被击倒",
        {**PLAYER, "UUID": "character", "health": "int"},
        "{UUID} would be defeated",
        "{UUID}将被击倒时",
        ("prevent defeat, revive, cheat death, would die", "免于被击倒、复苏、免死"),
        extension=True,
    ),
    row(
        "CHARACTER_DIE",
        "A character is defeated",
        "角色被击倒时",
        {**PLAYER, "UUID": "character"},
        "{UUID} is defeated",
        "{UUID}被击倒后",
        ("defeated, dies, killed", "击倒、死亡、阵亡"),
        ends=("UUID",),
    ),
    row(
        "ON_SUMMON_REMOVE",
        "A summon leaves",
        "召唤物移除时",
        {**PLAYER, "UUID": "summon"},
        "{UUID} leaves",
        "{UUID}离场后",
        ("summon removed, summon leaves", "召唤物离场、移除召唤物"),
        ends=("UUID",),
    ),
)
SKILL_USE = {
    **PLAYER,
    "UUID": "character",
    "skillType": "text",
    "isPrepared": "bool",
    "skillID": "text",
    "isRequested": "bool",
    "requestBy": "entity",
}
"""A skill of a character; `requestBy` is the card or entity whose skill asked for it (002 requestBy)."""
USE_OF_SKILL = Deed("uses a skill", "used a skill", "使用技能", sorts=SKILL_NOUNS, bare=("uses", "used", "使用"))
PLAY = {**PLAYER, "cardUUID": "card", "paid": "int"}
SWITCH = {**PLAYER, "fromUUID": "character", "toUUID": "character"}
ACTIONS = (
    changing(
        "CALCULATE_DICE",
        "The dice of an action are calculated",
        "计算骰子需求",
        {
            **PLAYER,
            "action": "text",
            "UUID": "entity",
            "skillType": "text",
            "cost": "cost",
            "isFast": "bool",
            "isPlungingAttack": "bool",
            "isChargedAttack": "bool",
            "toUUID": "entity",
        },
        "the dice of an action are calculated",
        "计算行动所需骰子时",
        ("cost, discount, cheaper, fewer dice", "费用、减费、少花费骰子"),
        cases=PAYING,
        situations=PAYMENT_SITUATIONS,
        keys=("pay|paid|play|use|switch|calculated", "支付|打出|使用|切换|计算"),
        words={"skillType": (*SKILL_TYPES, NO_SKILL)},
    ),
    row(
        "ON_PLAY_CARD",
        "A card is played",
        "打出手牌",
        PLAY,
        "{playerUUID} plays a card",
        "{playerUUID}打出手牌时",
        ("play card", "打出手牌、出牌"),
        deed=Deed("plays", "played", "打出", NOUNS["card"], is_play=True),
        mode="nested",
        cases=(case(CARD_PRESENT, "{playerUUID} plays {cardUUID}", "{playerUUID}打出{cardUUID}时"),),
    ),
    row(
        "AFTER_PLAY_CARD",
        "A card was played",
        "打出手牌后",
        PLAY,
        "{playerUUID} has played a card",
        "{playerUUID}打出手牌后",
        ("after card, card played", "打出手牌后、出牌后"),
        deed=Deed("plays", "played", "打出", NOUNS["card"], is_play=True),
        cases=(case(CARD_PRESENT, "{playerUUID} has played {cardUUID}", "{playerUUID}打出{cardUUID}后"),),
    ),
    row(
        "ON_USE_SKILL",
        "A skill is used",
        "执行技能",
        SKILL_USE,
        "{UUID} uses a skill",
        "{UUID}使用技能时",
        ("use skill, attack, cast", "使用技能、攻击"),
        deed=USE_OF_SKILL,
        mode="nested",
        keys=SKILLS,
        cases=skill_cases("{{UUID}} uses {}", "{{UUID}}使用{}时"),
    ),
    row(
        "AFTER_USE_SKILL",
        "A skill was used",
        "执行技能后",
        SKILL_USE,
        "{UUID} has used a skill",
        "{UUID}使用技能后",
        ("after skill, after attack, skill used", "使用技能后、攻击后"),
        deed=USE_OF_SKILL,
        keys=SKILLS,
        cases=skill_cases("{{UUID}} has used {}", "{{UUID}}使用{}后"),
    ),
    row(
        "ON_CHANGE_CHARACTER",
        "The active character changes",
        "切换角色",
        SWITCH,
        "{fromUUID} is switched out",
        "{fromUUID}离场时",
        ("switch out, switched, leave active", "切换、离场、换人"),
        cases=SWITCHING,
    ),
    row(
        "AFTER_CHANGE_CHARACTER",
        "The active character has changed",
        "切换角色后",
        SWITCH,
        "{toUUID} becomes the active character",
        "{toUUID}成为出战角色后",
        ("switch in, becomes active, after switch", "切换后、登场、成为出战角色"),
        cases=SWITCH_CASES,
    ),
    row(
        "ON_TUNE",
        "A card was tuned",
        "元素调和后",
        {**PLAYER, "cardUUID": "card"},
        "{playerUUID} tunes a card",
        "{playerUUID}进行元素调和后",
        ("tuning, convert die", "调和、元素调和"),
        extension=True,
    ),
    *ADDED,
    row(
        "BEFORE_ANY_ACTION",
        "Before any action",
        "任意行动之前",
        PLAYER,
        "{playerUUID} is about to act",
        "{playerUUID}即将行动时",
        ("before action", "行动之前"),
        mode="nested",
        keys=ACTING,
    ),
    row(
        "AFTER_ANY_ACTION",
        "After any action",
        "任意行动之后",
        PLAYER,
        "{playerUUID} has acted",
        "{playerUUID}行动后",
        ("after action", "行动之后"),
        mode="nested",
        keys=ACTING,
    ),
)
EVENTS = (*PHASES, *ACTIONS, *STEPS, *FIGHT)
EVENT_GROUPS = {
    LocalizedText("Phases", "阶段"): word_list(
        "BEGIN_MATCH BEGIN_ROLL_PHASE BEGIN_ACTION_PHASE ON_DECLARE_END END_PHASE"
    ),
    LocalizedText("Actions", "行动"): word_list(
        "BEFORE_ANY_ACTION CALCULATE_DICE ON_PLAY_CARD AFTER_PLAY_CARD ON_USE_SKILL AFTER_USE_SKILL "
        "ON_PREPARE_SKILL ON_CHANGE_CHARACTER AFTER_CHANGE_CHARACTER ON_TUNE AFTER_ANY_ACTION"
    ),
    LocalizedText("Damage, reactions and defeats", "伤害、反应与击倒"): word_list(
        "INFUSION DAMAGE_ADD DAMAGE_ADD_AFTER_REACTION DEALING_DAMAGE DIVIDE_DAMAGE EXECUTE_DAMAGE "
        "AFTER_TAKES_DMG AFTER_HEAL ELEMENTAL_APPLICATION_REACTION REACTION_LEAVES CHARACTER_WILL_DIE "
        "CHARACTER_DIE"
    ),
    LocalizedText("Cards, summons and statuses", "手牌、召唤物与状态"): word_list(
        "ON_DISCARD ON_ENTER ON_SPEND ON_SUMMON_REMOVE"
    ),
}
