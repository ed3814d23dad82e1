"""The events of 004's EventType, and four that this project adds. Source: 004 EventType; 002 events; GE9.

The six steps of damage and CALCULATE_DICE are handed on in one piece (`modify`), the rest waits until the skill that raised it is done,
but for what comes before a skill or a card and for the phases.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec.asking import NOTHING, Values
from engine.language.spec.constructors import options
from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec
from engine.language.spec.phrases import Case, EventPhrase, Is, Result
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText, Option
from engine.rulesets.genius.event_phrases import (
    APPLICATION_CASES,
    PAYING,
    SWITCH_CASES,
    SWITCHING,
    damage_cases,
    skill_cases,
)
from engine.rulesets.genius.words import DAMAGE_TYPES, ELEMENT, ELEMENTS, PHYSICAL, PIERCING, REACTION, SKILL_TYPES

PLAYER = {"playerUUID": "player"}
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
ACTION_KINDS = options(
    ("card", "A card", "打出手牌"), ("skill", "A skill", "使用技能"), ("switch", "A switch", "切换角色")
)
"""What the dice of an action are for."""
NUMBERS = {
    "mainDamage": Result(LocalizedText("the damage", "该伤害")),
    "mainDamageElement": Result(LocalizedText("the element of the damage", "伤害元素")),
    "piercingDamage": Result(LocalizedText("the piercing damage", "穿透伤害")),
    "reaction": Result(LocalizedText("the reaction", "元素反应")),
    "swirlCrystallizeType": Result(LocalizedText("the element that reacted", "参与反应的元素")),
    "damageType": Result(LocalizedText("the type of the damage", "伤害类型")),
    "isPlungingAttack": Result(LocalizedText("it is a plunging attack", "为下落攻击")),
    "isChargedAttack": Result(LocalizedText("it is a charged attack", "为重击")),
    "isSpread": Result(LocalizedText("a swirl spreads it", "为扩散伤害")),
    "skillType": Result(LocalizedText("the type of the skill", "技能类型")),
    "isPrepared": Result(LocalizedText("it was prepared", "为准备技能")),
    "amount": Result(LocalizedText("the amount", "该数值")),
    "health": Result(LocalizedText("the health left", "剩余生命值")),
    "element": Result(LocalizedText("the element", "该元素")),
    "action": Result(LocalizedText("the kind of action", "行动类型")),
    "isFast": Result(LocalizedText("it is a fast action", "为快速行动")),
}
WORDS = {"damageType": DAMAGE_TYPES, "skillType": SKILL_TYPES, "action": ACTION_KINDS}
"""The words of the fields that are texts."""
NO_SKILL = Option("", LocalizedText("none", "无"))
"""The skill type of an action that is no skill."""
SKILLS = LocalizedText("(?:has|have) used|uses?", "使用")
ACTING = LocalizedText("acts?|acted|actions?", "行动")
CARD_PRESENT = {"cardUUID": Is.PRESENT}
"""Something is said of the card."""
PHASES_OF_A_PLAYER = ("BEGIN_ROLL_PHASE", "BEGIN_ACTION_PHASE", "END_PHASE")
"""Events that a skill answers for its own player alone."""
NO, YES_OR_NO = frozenset((False,)), frozenset((False, True))
NORMAL, OTHER_TYPES = (
    frozenset(("normal",)),
    frozenset(option.name for option in DAMAGE_TYPES if option.name != "normal"),
)
PLAIN: Mapping[str, Values] = {"isPlungingAttack": NO, "isChargedAttack": NO}
BLOWS: tuple[Mapping[str, Values], ...] = (
    {"damageType": NORMAL, "isPlungingAttack": YES_OR_NO, "isChargedAttack": YES_OR_NO},
    {"damageType": OTHER_TYPES, **PLAIN},
)
"""Only a normal attack plunges or is charged."""
ELEMENTAL = frozenset(ELEMENT[option.name] for option in ELEMENTS)
REACTS: Mapping[str, Values] = {"reaction": frozenset((0, *REACTION.values())), "swirlCrystallizeType": ELEMENTAL | {0}}
BEFORE_REACTION: Mapping[str, Values] = {"reaction": NOTHING, "swirlCrystallizeType": NOTHING}
"""The reaction is the third step."""
STEP_ELEMENTS = ELEMENTAL | {PHYSICAL}
"""The elements of damage that goes through the steps; piercing damage takes none."""
PAYMENT_SITUATIONS: tuple[Mapping[str, Values], ...] = (
    {
        "action": frozenset(("skill",)),
        "UUID": frozenset(("character",)),
        "skillType": NORMAL,
        "isPlungingAttack": YES_OR_NO,
        "isChargedAttack": YES_OR_NO,
        "toUUID": NOTHING,
    },
    {
        "action": frozenset(("skill",)),
        "UUID": frozenset(("character",)),
        "skillType": frozenset(("elemental", "burst")),
        "toUUID": NOTHING,
        **PLAIN,
    },
    {"action": frozenset(("card",)), "UUID": frozenset(("card",)), "skillType": NOTHING, "toUUID": NOTHING, **PLAIN},
    {
        "action": frozenset(("switch",)),
        "UUID": frozenset(("character",)),
        "skillType": NOTHING,
        "toUUID": frozenset(("character",)),
        **PLAIN,
    },
)
"""What dice are calculated for."""
INLINE = EventRuntime(stage="modify")
WAITS = EventRuntime(mode="deferred")


def _next(each: LocalizedText) -> LocalizedText:
    """Return the moment that comes next of those that come and go."""
    return LocalizedText(f"the next time, {each.en}", f"下一次{each.zh}")


def _event(  # noqa: PLR0913 - the parts of an event
    name: str,
    title: LocalizedText,
    fields: Mapping[str, str],
    phrase: LocalizedText | None,
    search: tuple[str, str],
    runtime: EventRuntime = WAITS,
    moment: LocalizedText | None = None,
    **parts: Any,
) -> EventSpec:
    return EventSpec(
        name,
        title,
        dict(fields),
        phrase=phrase,
        wording=EventPhrase(
            each=moment,
            next=moment and _next(moment),
            cases=parts.pop("cases", ()),
            fields=NUMBERS,
            keys=parts.pop("keys", None),
        ),
        search=search_words(*search),
        runtime=runtime,
        words={key: words for key, words in {**WORDS, **parts.pop("words", {})}.items() if key in fields},
        **parts,
    )


def _phase(name: str, title: LocalizedText, each: LocalizedText, search: tuple[str, str]) -> EventSpec:
    return _event(name, title, PLAYER, None, search, EventRuntime(), each)


def _step(
    name: str,
    title: LocalizedText,
    moment: LocalizedText,
    search: tuple[str, str],
    reactions: Mapping[str, Values] = REACTS,
) -> EventSpec:
    keys = LocalizedText(
        "deals?|suffers?|is dealt|damage is [a-z]+", "造成[^，。]*伤害时|受到[^，。]*伤害时|计算|附魔时|倍率时|除算时"
    )
    analysis = EventAnalysis(source_field="damageFrom")
    situations = tuple({"mainDamageElement": STEP_ELEMENTS, **reactions, **blow} for blow in BLOWS)
    return _event(
        name,
        title,
        DAMAGE,
        moment,
        search,
        INLINE,
        analysis=analysis,
        keys=keys,
        cases=tuple(damage_cases()),
        situations=situations,
    )


PHASES = (
    _phase(
        "BEGIN_ROLL_PHASE",
        LocalizedText("The roll phase begins", "开始投掷阶段"),
        LocalizedText("when the roll phase begins", "投掷阶段开始时"),
        ("roll, dice rolled, round starts", "投掷、掷骰、回合开始"),
    ),
    _phase(
        "BEGIN_ACTION_PHASE",
        LocalizedText("The action phase begins", "开始行动阶段"),
        LocalizedText("when the action phase begins", "行动阶段开始时"),
        ("action phase, start of round", "行动阶段、回合开始"),
    ),
    _phase(
        "END_PHASE",
        LocalizedText("The end phase", "结束阶段"),
        LocalizedText("in the end phase", "结束阶段"),
        ("end of round, each round, turn ends", "结束阶段、回合结束、每回合"),
    ),
)
STEPS = (
    _step(
        "INFUSION",
        LocalizedText("Infusion", "伤害元素附着"),
        LocalizedText("damage is infused", "伤害附魔时"),
        ("infuse, change element, convert damage", "附魔、染色、转换元素"),
        BEFORE_REACTION,
    ),
    _step(
        "DAMAGE_ADD",
        LocalizedText("Damage is raised", "计算伤害增加量"),
        LocalizedText("damage is raised", "计算伤害增加时"),
        ("more damage, bonus, boost, increase", "增伤、伤害增加、加伤"),
        BEFORE_REACTION,
    ),
    _step(
        "DAMAGE_ADD_AFTER_REACTION",
        LocalizedText("Damage is raised after its reaction", "反应后增伤"),
        LocalizedText("damage is raised after its reaction", "元素反应后计算伤害增加时"),
        ("reaction bonus, more reaction damage", "反应增伤、触发反应加伤"),
    ),
    _step(
        "DEALING_DAMAGE",
        LocalizedText("Damage is multiplied", "结算伤害"),
        LocalizedText("damage is multiplied", "结算伤害倍率时"),
        ("double damage, multiply, factor", "翻倍、乘算、倍率"),
    ),
    _step(
        "DIVIDE_DAMAGE",
        LocalizedText("Damage is divided", "伤害除算"),
        LocalizedText("damage is divided", "伤害除算时"),
        ("halve damage, divide, half", "减半、除算、减少一半"),
    ),
    _step(
        "EXECUTE_DAMAGE",
        LocalizedText("Damage is reduced", "执行伤害"),
        LocalizedText("damage is reduced", "计算伤害减免时"),
        ("shield, reduce damage, absorb, less damage", "护盾、减伤、抵消伤害"),
    ),
)
FIGHT = (
    _event(
        "AFTER_TAKES_DMG",
        LocalizedText("Damage was suffered", "受到伤害后"),
        DAMAGE,
        LocalizedText("{damageTo} suffers damage", "{damageTo}受到伤害后"),
        ("damaged, hurt, after damage, hit", "受伤、受到伤害、被攻击"),
        cases=tuple(damage_cases(after=True)),
        situations=tuple({"mainDamageElement": STEP_ELEMENTS | {PIERCING}, **REACTS, **blow} for blow in BLOWS),
        analysis=EventAnalysis(source_field="damageFrom"),
    ),
    _event(
        "AFTER_HEAL",
        LocalizedText("Health was restored", "受到治疗后"),
        {**PLAYER, "UUID": "character", "amount": "int"},
        LocalizedText("{UUID} is healed", "{UUID}受到治疗后"),
        ("healed, restore health", "治疗、恢复生命"),
        extension=True,
    ),
    _event(
        "ELEMENTAL_APPLICATION_REACTION",
        LocalizedText("An applied element reacts", "附着元素造成反应"),
        {**PLAYER, "damageTo": "character", "element": "int", "reaction": "int", "swirlCrystallizeType": "int"},
        LocalizedText("an element applied to {damageTo} reacts", "{damageTo}附着元素并触发反应后"),
        ("apply element, reaction without damage", "附着元素、无伤害反应"),
        cases=APPLICATION_CASES,
        situations=(
            {"element": ELEMENTAL, "reaction": frozenset(REACTION.values()), "swirlCrystallizeType": ELEMENTAL},
        ),
    ),
    _event(
        "CHARACTER_WILL_DIE",
        LocalizedText("A character would be defeated", "角色将被击倒"),
        {**PLAYER, "UUID": "character", "health": "int"},
        LocalizedText("{UUID} would be defeated", "{UUID}将被击倒时"),
        ("prevent defeat, revive, cheat death, would die", "免于被击倒、复苏、免死"),
        INLINE,
        extension=True,
    ),
    _event(
        "CHARACTER_DIE",
        LocalizedText("A character is defeated", "角色死亡时"),
        {**PLAYER, "UUID": "character"},
        LocalizedText("{UUID} is defeated", "{UUID}被击倒后"),
        ("defeated, dies, killed", "击倒、死亡、阵亡"),
        analysis=EventAnalysis(ends=("UUID",)),
    ),
    _event(
        "ON_SUMMON_REMOVE",
        LocalizedText("A summon leaves", "召唤物移除时"),
        {**PLAYER, "UUID": "summon"},
        LocalizedText("{UUID} leaves", "{UUID}离场后"),
        ("summon removed, summon leaves", "召唤物离场、移除召唤物"),
        analysis=EventAnalysis(ends=("UUID",)),
    ),
)
SKILL_USE = {**PLAYER, "UUID": "character", "skillType": "text", "isPrepared": "bool"}
SWITCH = {**PLAYER, "fromUUID": "character", "toUUID": "character"}
ACTIONS = (
    _event(
        "CALCULATE_DICE",
        LocalizedText("The dice of an action are calculated", "计算骰子需求"),
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
        LocalizedText("the dice of an action are calculated", "计算行动所需骰子时"),
        ("cost, discount, cheaper, fewer dice", "费用、减费、少花费骰子"),
        INLINE,
        cases=PAYING,
        situations=PAYMENT_SITUATIONS,
        keys=LocalizedText("pay|paid|play|use|switch|calculated", "支付|打出|使用|切换|计算"),
        words={"skillType": (*SKILL_TYPES, NO_SKILL)},
    ),
    _event(
        "ON_PLAY_CARD",
        LocalizedText("A card is played", "打出手牌"),
        {**PLAYER, "cardUUID": "card"},
        LocalizedText("{playerUUID} plays a card", "{playerUUID}打出手牌时"),
        ("play card", "打出手牌、出牌"),
        EventRuntime(),
        cases=(Case(CARD_PRESENT, LocalizedText("{playerUUID} plays {cardUUID}", "{playerUUID}打出{cardUUID}时")),),
    ),
    _event(
        "AFTER_PLAY_CARD",
        LocalizedText("A card was played", "打出手牌后"),
        {**PLAYER, "cardUUID": "card"},
        LocalizedText("{playerUUID} has played a card", "{playerUUID}打出手牌后"),
        ("after card, card played", "打出手牌后、出牌后"),
        cases=(
            Case(CARD_PRESENT, LocalizedText("{playerUUID} has played {cardUUID}", "{playerUUID}打出{cardUUID}后")),
        ),
    ),
    _event(
        "ON_USE_SKILL",
        LocalizedText("A skill is used", "执行技能"),
        SKILL_USE,
        LocalizedText("{UUID} uses a skill", "{UUID}使用技能时"),
        ("use skill, attack, cast", "使用技能、攻击"),
        EventRuntime(),
        keys=SKILLS,
        cases=skill_cases("{{UUID}} uses {}", "{{UUID}}使用{}时"),
    ),
    _event(
        "AFTER_USE_SKILL",
        LocalizedText("A skill was used", "执行技能后"),
        SKILL_USE,
        LocalizedText("{UUID} has used a skill", "{UUID}使用技能后"),
        ("after skill, after attack, skill used", "使用技能后、攻击后"),
        keys=SKILLS,
        cases=skill_cases("{{UUID}} has used {}", "{{UUID}}使用{}后"),
    ),
    _event(
        "ON_CHANGE_CHARACTER",
        LocalizedText("The active character changes", "切换角色"),
        SWITCH,
        LocalizedText("{fromUUID} is switched out", "{fromUUID}离场时"),
        ("switch out, switched, leave active", "切换、离场、换人"),
        cases=SWITCHING,
    ),
    _event(
        "AFTER_CHANGE_CHARACTER",
        LocalizedText("The active character has changed", "切换角色后"),
        SWITCH,
        LocalizedText("{toUUID} becomes the active character", "{toUUID}成为出战角色后"),
        ("switch in, becomes active, after switch", "切换后、登场、成为出战角色"),
        cases=SWITCH_CASES,
    ),
    _event(
        "ON_TUNE",
        LocalizedText("A card was tuned", "元素调和后"),
        {**PLAYER, "cardUUID": "card"},
        LocalizedText("{playerUUID} tunes a card", "{playerUUID}进行元素调和后"),
        ("tuning, convert die", "调和、元素调和"),
        extension=True,
    ),
    _event(
        "BEFORE_ANY_ACTION",
        LocalizedText("Before any action", "任意行动之前"),
        PLAYER,
        LocalizedText("{playerUUID} is about to act", "{playerUUID}即将行动时"),
        ("before action", "行动之前"),
        EventRuntime(),
        keys=ACTING,
    ),
    _event(
        "AFTER_ANY_ACTION",
        LocalizedText("After any action", "任意行动之后"),
        PLAYER,
        LocalizedText("{playerUUID} has acted", "{playerUUID}行动后"),
        ("after action", "行动之后"),
        EventRuntime(),
        keys=ACTING,
    ),
)
EVENTS = (*PHASES, *ACTIONS, *STEPS, *FIGHT)
