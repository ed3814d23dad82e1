"""The effects of genius on characters: damage, healing, elements, energy, switches and skills. Source: 002 mutations; 004 Damage."""

from __future__ import annotations

from engine.language.nodes.core import ID as NAME_OF_RESULT
from engine.language.nodes.declaring import effect
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Result, Wording
from engine.language.spec.shapes import Enum, LocalizedText
from engine.rulesets.genius.nodes import handlers
from engine.rulesets.genius.nodes.effect_fields import AMOUNT, CHANGE, ELEMENT, HURT, SKILL, target_field
from engine.rulesets.genius.words import DAMAGE_ELEMENTS, ELEMENTS

DAMAGE_CASES = tuple(
    Case(
        {"element": option.name},
        LocalizedText(
            f"Deal {{amount:{option.title.en} damage}} to {{target}}.",
            f"对{{target}}造成{{amount:点{option.title.zh}{'元素' if option in ELEMENTS else ''}伤害}}。",
        ),
    )
    for option in DAMAGE_ELEMENTS
)
OVERRIDDEN = {"overrideVariables": Is.PRESENT}
FIGHT_EFFECTS = (
    effect(
        "damage",
        "fight",
        LocalizedText("Deal damage", "造成伤害"),
        (
            NAME_OF_RESULT,
            target_field("character"),
            AMOUNT,
            Field("element", Enum(DAMAGE_ELEMENTS), LocalizedText("Element", "元素")),
        ),
        LocalizedText(
            "Each target in turn, through the nine steps; piercing damage skips them.",
            "依次对每个目标按九个步骤结算；穿透伤害跳过这些步骤。",
        ),
        LocalizedText("Deal {amount:damage} to {target}.", "对{target}造成{amount:点伤害}。"),
        handlers.deal_damage,
        ("attack, hit, hurt, pyro damage, piercing", "攻击、伤害、火元素伤害、穿透"),
        "swords",
        emits=HURT,
        is_self_limiting=True,
        results={"amount": "int"},
        wording=Wording(
            cases=DAMAGE_CASES,
            results={
                "amount": (
                    Result(
                        LocalizedText("the health lost this way", "以此法损失的生命值"),
                        LocalizedText("{target} loses {n:health} this way", "{target}以此法损失{n:点生命值}"),
                        that=True,
                    ),
                )
            },
        ),
    ),
    effect(
        "heal",
        "fight",
        LocalizedText("Heal", "治疗"),
        (NAME_OF_RESULT, target_field("character"), AMOUNT),
        LocalizedText("Up to the maximum health.", "不超过生命上限。"),
        LocalizedText("Restore {amount:health} to {target}.", "为{target}恢复{amount:点生命值}。"),
        handlers.heal,
        ("heal, restore, recover", "治疗、恢复、回血"),
        "heart",
        ("AFTER_HEAL",),
        results={"amount": "int"},
        wording=Wording(
            results={
                "amount": (
                    Result(
                        LocalizedText("the health restored this way", "以此法恢复的生命值"),
                        LocalizedText("{target} regains {n:health} this way", "{target}以此法恢复{n:点生命值}"),
                        that=True,
                    ),
                )
            }
        ),
    ),
    effect(
        "revive",
        "fight",
        LocalizedText("Revive", "复苏"),
        (target_field("character"), AMOUNT),
        LocalizedText("A defeated character lives again.", "使被击倒的角色复苏。"),
        LocalizedText("Revive {target} with {amount:health}.", "复苏{target}，生命值变为{amount}。"),
        handlers.revive,
        ("revive, resurrect, return", "复苏、复活"),
        "heart",
    ),
    effect(
        "applyElement",
        "fight",
        LocalizedText("Apply an element", "附着元素"),
        (target_field("character"), ELEMENT),
        LocalizedText("Without damage; it may react.", "不造成伤害，可能触发反应。"),
        LocalizedText("Apply {element} to {target}.", "使{target}附着{element}元素。"),
        handlers.apply,
        ("apply, wet, element without damage", "附着、挂元素"),
        "droplet",
        ("ELEMENTAL_APPLICATION_REACTION", *HURT),
    ),
    effect(
        "gainEnergy",
        "fight",
        LocalizedText("Change energy", "充能"),
        (target_field("character"), CHANGE),
        LocalizedText("Within 0 and the maximum.", "在 0 与充能上限之间。"),
        LocalizedText("{target} gains {amount:energy}.", "{target}获得{amount:点充能}。"),
        handlers.gain_energy,
        ("energy, charge, recharge", "充能、获得充能"),
        "zap",
        wording=Wording(
            cases=(
                Case(
                    {"amount": Is.NEGATIVE},
                    LocalizedText("{target} loses {amount:-energy}.", "{target}失去{amount:-点充能}。"),
                ),
            )
        ),
    ),
    effect(
        "switchTo",
        "fight",
        LocalizedText("Switch to", "切换到"),
        (target_field("character"),),
        LocalizedText("That character becomes the active one of its side.", "使该角色成为其阵营的出战角色。"),
        LocalizedText("Switch to {target}.", "切换到{target}。"),
        handlers.switch_to,
        ("switch, change character, force switch", "切换、换人、强制切换"),
        "repeat",
        ("ON_CHANGE_CHARACTER", "AFTER_CHANGE_CHARACTER"),
    ),
    effect(
        "useSkill",
        "fight",
        LocalizedText("Use a skill", "使用技能"),
        (SKILL,),
        LocalizedText(
            "When this is done, the character, or the active one, uses its skill of this id.",
            "结算后，由所附属角色或出战角色使用该标识的技能。",
        ),
        LocalizedText("After this, {host} uses a skill of its own.", "随后{host}使用一次技能。"),
        handlers.use_skill,
        ("use skill, talent, cast again", "使用技能、天赋、再次释放"),
        "sparkles",
        emits=("ON_USE_SKILL", "AFTER_USE_SKILL", *HURT),
        by_others=True,
    ),
    effect(
        "prepareSkill",
        "fight",
        LocalizedText("Prepare a skill", "准备技能"),
        (SKILL,),
        LocalizedText(
            "It is used instead of the next action, unless the character leaves or freezes.",
            "代替下次行动使用；角色离场或被冻结时取消。",
        ),
        LocalizedText("It prepares a skill.", "准备技能。"),
        handlers.prepare_skill,
        ("prepare, charge up, next turn", "准备技能、蓄力"),
        "hourglass",
    ),
)
