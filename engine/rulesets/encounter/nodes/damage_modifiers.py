"""The effects of encounter that change damage before it is dealt. Source: 001§6.4.2."""

from __future__ import annotations

from engine.language.nodes.declaring import modifier
from engine.language.spec.phrases import Wording
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.encounter.nodes import handlers
from engine.rulesets.encounter.nodes.effect_fields import AMOUNT

DAMAGE_MODIFIERS = (
    modifier(
        "addDamage",
        LocalizedText("Raise the damage", "增加伤害"),
        (AMOUNT,),
        LocalizedText("While damage is dealt.", "用于造成伤害时。"),
        LocalizedText("Add {amount:damage}.", "该伤害+{amount}。"),
        handlers.add_damage,
        ("more damage, bonus", "增伤、加伤"),
        "swords",
        wording=Wording(keys=LocalizedText("damage", "伤害|[+]")),
    ),
    modifier(
        "reduceDamage",
        LocalizedText("Lower the damage", "减少伤害"),
        (AMOUNT,),
        LocalizedText("While damage is dealt; not below 0.", "用于造成伤害时；不低于 0。"),
        LocalizedText("Prevent {amount:damage}.", "抵消{amount:点伤害}。"),
        handlers.reduce_damage,
        ("less damage, armor, defend", "减伤、护甲、防御"),
        "shield",
    ),
    modifier(
        "capDamage",
        LocalizedText("Limit the damage", "限制伤害"),
        (AMOUNT,),
        LocalizedText("While damage is dealt: no more than so much.", "用于造成伤害时：不超过该数值。"),
        LocalizedText("Reduce it to at most {amount}.", "该伤害至多为{amount}。"),
        handlers.cap_damage,
        ("limit damage, at most, tough", "伤害上限、至多"),
        "shield",
    ),
)
