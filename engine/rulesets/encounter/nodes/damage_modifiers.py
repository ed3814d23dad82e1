"""The effects of encounter that change damage before it is dealt. Source: 001§6.4.2."""

from __future__ import annotations

from engine.language.spec import LocalizedText, case
from engine.toolkit.nodes import modifier
from engine.toolkit.nodes.damage import add_damage, reduce_damage

from . import handlers
from .effect_fields import AMOUNT

DAMAGE_MODIFIERS = (
    add_damage(
        handlers.add_damage,
        LocalizedText("While damage is dealt.", "用于造成伤害时。"),
        "该伤害+{amount}。",
        search=("more damage, bonus", "增伤、加伤"),
        keys=("damage", "伤害|[+]"),
    ),
    reduce_damage(
        handlers.reduce_damage,
        LocalizedText("While damage is dealt; not below 0.", "用于造成伤害时；不低于 0。"),
        ("less damage, armor, defend", "减伤、护甲、防御"),
    ),
    modifier(
        "capDamage",
        "Limit the damage",
        "限制伤害",
        (AMOUNT,),
        "While damage is dealt: no more than so much.",
        "用于造成伤害时：不超过该数值。",
        "Reduce it to at most {amount}.",
        "该伤害至多为{amount}。",
        handlers.cap_damage,
        ("limit damage, at most, tough, prevent", "伤害上限、至多、防止"),
        "shield",
        cases=(case({"amount": 0}, "Prevent it.", "防止该伤害。"),),
    ),
)
