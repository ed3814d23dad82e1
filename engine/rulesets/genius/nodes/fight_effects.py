"""The effects of genius on characters: damage, healing, elements, energy, switches and skills. Source: 002 mutations; 004 Damage."""

from __future__ import annotations

from engine.language.spec import NEGATIVE, PRESENT, Enum, LocalizedText, case, field
from engine.toolkit.nodes import effect, target_field
from engine.toolkit.nodes.damage import damage, heal

from ..words import DAMAGE_ELEMENTS, ELEMENTS
from . import handlers
from .effect_fields import AMOUNT, CHANGE, ELEMENT, HURT, SKILL

DAMAGE_CASES = tuple(
    case(
        {"element": option.name},
        f"Deal {{amount:{option.title.en} damage}} to {{target}}.",
        f"对{{target}}造成{{amount:点{option.title.zh}{'元素' if option in ELEMENTS else ''}伤害}}。",
    )
    for option in DAMAGE_ELEMENTS
)
OVERRIDDEN = {"overrideVariables": PRESENT}
FIGHT_EFFECTS = (
    damage(
        handlers.deal_damage,
        target_field("character"),
        field("element", Enum(DAMAGE_ELEMENTS), "Element", "元素"),
        doc=LocalizedText(
            "Each target in turn, through the nine steps; piercing damage skips them.",
            "依次对每个目标按九个步骤结算；穿透伤害跳过这些步骤。",
        ),
        search=("damage, hit, deal, ping, fire at, piercing, pyro", "伤害、造成伤害、打"),
        emits=HURT,
        cases=DAMAGE_CASES,
    ),
    heal(handlers.heal, target_field("character"), ("AFTER_HEAL",)),
    effect(
        "revive",
        "fight",
        "Revive",
        "复苏",
        (target_field("character"), AMOUNT),
        "A defeated character lives again.",
        "使被击倒的角色复苏。",
        "Revive {target} with {amount:health}.",
        "复苏{target}，生命值变为{amount}。",
        handlers.revive,
        ("revive, resurrect, return", "复苏、复活"),
        "heart",
    ),
    effect(
        "applyElement",
        "fight",
        "Apply an element",
        "附着元素",
        (target_field("character"), ELEMENT),
        "Without damage; it may react.",
        "不造成伤害，可能触发反应。",
        "Apply {element} to {target}.",
        "使{target}附着{element}元素。",
        handlers.apply,
        ("apply, wet, element without damage", "附着、挂元素"),
        "droplet",
        ("ELEMENTAL_APPLICATION_REACTION", *HURT),
    ),
    effect(
        "gainEnergy",
        "fight",
        "Change energy",
        "充能",
        (target_field("character"), CHANGE),
        "Within 0 and the maximum.",
        "在 0 与充能上限之间。",
        "{target} gains {amount:energy}.",
        "{target}获得{amount:点充能}。",
        handlers.gain_energy,
        ("energy, charge, recharge", "充能、获得充能"),
        "zap",
        cases=(case({"amount": NEGATIVE}, "{target} loses {amount:-energy}.", "{target}失去{amount:-点充能}。"),),
    ),
    effect(
        "switchTo",
        "fight",
        "Switch to",
        "切换到",
        (target_field("character"),),
        "That character becomes the active one of its side, unless the one before is free of control.",
        "使该角色成为其阵营的出战角色；原出战角色免疫控制时不切换。",
        "Switch to {target}.",
        "切换到{target}。",
        handlers.switch_to,
        ("switch, change character, force switch, force a switch, swap in", "切换、换人、强制切换、切人"),
        "repeat",
        ("ON_CHANGE_CHARACTER", "AFTER_CHANGE_CHARACTER"),
        cases=tuple(
            case(
                {"target": {"type": "characters", "side": "opponent", "which": word}},
                f"Force your opponent to switch to the {word} character.",
                f"强制敌方切换到{title}一名角色。",
            )
            for word, title in (("next", "下"), ("previous", "上"))
        ),
    ),
    effect(
        "useSkill",
        "fight",
        "Use a skill",
        "使用技能",
        (SKILL,),
        "When this is done, the character, or the active one, uses its skill of this id.",
        "结算后，由所附属角色或出战角色使用该标识的技能。",
        "{host} uses {skill:part} right after this.",
        "{host}随即使用【{skill:part}】。",
        handlers.use_skill,
        ("use skill, talent, cast again", "使用技能、天赋、再次释放"),
        "sparkles",
        emits=("ON_USE_SKILL", "AFTER_USE_SKILL", *HURT),
        by_others=True,
    ),
    effect(
        "prepareSkill",
        "fight",
        "Prepare a skill",
        "准备技能",
        (SKILL,),
        "It is used instead of the next action, unless the character leaves or freezes.",
        "代替下次行动使用；角色离场或被冻结时取消。",
        "{host} prepares {skill:part}.",
        "{host}准备【{skill:part}】。",
        handlers.prepare_skill,
        ("prepare, charge up, next turn", "准备技能、蓄力"),
        "hourglass",
        ("ON_PREPARE_SKILL",),
    ),
)
