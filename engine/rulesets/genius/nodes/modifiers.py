"""Effects inside the steps of a damage, the calculation of dice and a defeat: they hand the payload on and ask for nothing.

Source: 002 inline skills; 004 INFUSION to EXECUTE_DAMAGE, CALCULATE_DICE.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.state import State
from engine.kernel.state_writers import change
from engine.language.nodes.declaring import modifier
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.shapes import BooleanLiteral, Enum, IntegerLiteral, LocalizedText, Number
from engine.rulesets.genius.damage import AMOUNT, KIND, SPREAD
from engine.rulesets.genius.dice import lower_cost
from engine.rulesets.genius.nodes.context import Env
from engine.rulesets.genius.words import ELEMENT, ELEMENTS

Payload = tuple[Any, ...]
STEPS = frozenset(
    ("INFUSION", "DAMAGE_ADD", "DAMAGE_ADD_AFTER_REACTION", "DEALING_DAMAGE", "DIVIDE_DAMAGE", "EXECUTE_DAMAGE")
)
COST, FAST, HEALTH = 4, 5, 2
LOW, HIGH = -99, 99


def _with(payload: Payload, place: int, value: Any) -> Payload:
    return (*payload[:place], value, *payload[place + 1 :])


def _damage(env: Env, payload: Payload, amount: int) -> Payload:
    return _with(payload, AMOUNT, max(amount, 0)) if env.event in STEPS else payload


def add_damage(st: State, env: Env, payload: Payload, commit: bool, amount: int | None, spread: bool | None) -> Payload:
    """Raise the damage; what a swirl spreads only where that is asked for."""
    if env.event not in STEPS or (payload[SPREAD] and not spread):
        return payload
    return _damage(env, payload, payload[AMOUNT] + (amount or 0))


def reduce_damage(st: State, env: Env, payload: Payload, commit: bool, amount: int | None) -> Payload:
    """Lower the damage, not below 0."""
    return _damage(env, payload, payload[AMOUNT] - (amount or 0)) if env.event in STEPS else payload


def multiply_damage(st: State, env: Env, payload: Payload, commit: bool, factor: int, divisor: int | None) -> Payload:
    """Multiply the damage, rounded up."""
    return _damage(env, payload, -(-payload[AMOUNT] * factor // (divisor or 1))) if env.event in STEPS else payload


def absorb_damage(st: State, env: Env, payload: Payload, commit: bool) -> Payload:
    """Absorb damage with this entity's usage, point by point."""
    if env.event not in STEPS or env.source not in st.entities:
        return payload
    absorption = min(payload[AMOUNT], st.entities[env.source].get("usage", 0))
    if commit:
        change(st, env.source, "usage", -absorption, 0, HIGH)
    return _damage(env, payload, payload[AMOUNT] - absorption)


def infuse(st: State, env: Env, payload: Payload, commit: bool, element: str) -> Payload:
    """Give the damage another element."""
    return _with(payload, KIND, ELEMENT[element]) if env.event in STEPS else payload


def reduce_cost(
    st: State, env: Env, payload: Payload, commit: bool, amount: int | None, element: str | None
) -> Payload:
    """Lower the dice of an action."""
    if env.event != "CALCULATE_DICE":
        return payload
    return _with(payload, COST, lower_cost(payload[COST], amount or 0, ELEMENT[element] if element else 0))


def make_fast(st: State, env: Env, payload: Payload, commit: bool) -> Payload:
    """Make the action a fast one."""
    return _with(payload, FAST, True) if env.event == "CALCULATE_DICE" else payload


def survive(st: State, env: Env, payload: Payload, commit: bool, health: int | None) -> Payload:
    """Leave a character health instead of its defeat."""
    return _with(payload, HEALTH, max(payload[HEALTH], health or 0)) if env.event == "CHARACTER_WILL_DIE" else payload


AMOUNT_FIELD = Field("amount", Number(0, HIGH), LocalizedText("Amount", "数值"))
SPREAD_FIELD = Field(
    "spread",
    BooleanLiteral(),
    LocalizedText("Also what a swirl spreads", "包括扩散造成的伤害"),
    required=False,
    default=False,
    doc=LocalizedText(
        "It also raises the damage that a swirl spreads to other characters (this project's).",
        "同时增加扩散对其他角色造成的伤害（本项目扩展）。",
    ),
)
MODIFIERS = (
    modifier(
        "addDamage",
        LocalizedText("Raise the damage", "增加伤害"),
        (AMOUNT_FIELD, SPREAD_FIELD),
        LocalizedText("In DAMAGE_ADD and DAMAGE_ADD_AFTER_REACTION.", "用于 DAMAGE_ADD 与 DAMAGE_ADD_AFTER_REACTION。"),
        LocalizedText("Add {amount:damage}.", "增加{amount:点伤害}。"),
        add_damage,
        ("more damage, bonus, boost, increase", "增伤、加伤、伤害提高"),
        "swords",
        wording=Wording(
            cases=(
                Case(
                    {"spread": True},
                    LocalizedText(
                        "Add {amount:damage} (even where a swirl spreads it).",
                        "增加{amount:点伤害}（包括扩散造成的伤害）。",
                    ),
                ),
            ),
            keys=LocalizedText(r"\badd|\braise|\bmore\b|\+|^\s*damage", r"增加|提高|\+|^\s*点?伤害"),
        ),
    ),
    modifier(
        "multiplyDamage",
        LocalizedText("Multiply the damage", "伤害乘算"),
        (
            Field("factor", IntegerLiteral(0, 9), LocalizedText("Factor", "倍数")),
            Field("divisor", IntegerLiteral(1, 9), LocalizedText("Divided by", "除以"), required=False, default=1),
        ),
        LocalizedText(
            "In DEALING_DAMAGE and DIVIDE_DAMAGE; rounded up.", "用于 DEALING_DAMAGE 与 DIVIDE_DAMAGE；向上取整。"
        ),
        LocalizedText("The damage is multiplied by {factor}.", "该伤害变为{factor}倍。"),
        multiply_damage,
        ("double, triple, halve, divide, half", "翻倍、加倍、减半、除算"),
        "repeat",
        wording=Wording(
            cases=(
                Case(
                    {"factor": 1, "divisor": 2},
                    LocalizedText("The damage is halved (rounded up).", "该伤害减半（向上取整）。"),
                ),
                Case(
                    {"divisor": Is.PRESENT},
                    LocalizedText(
                        "The damage is multiplied by {factor} and divided by {divisor} (rounded up).",
                        "该伤害乘以{factor}再除以{divisor}（向上取整）。",
                    ),
                ),
            )
        ),
    ),
    modifier(
        "reduceDamage",
        LocalizedText("Lower the damage", "减少伤害"),
        (AMOUNT_FIELD,),
        LocalizedText("In EXECUTE_DAMAGE; not below 0.", "用于 EXECUTE_DAMAGE；不低于 0。"),
        LocalizedText("Prevent {amount:damage}.", "抵消{amount:点伤害}。"),
        reduce_damage,
        ("less damage, reduce, defend, armor", "减伤、抵消、防御"),
        "shield",
    ),
    modifier(
        "absorbDamage",
        LocalizedText("Absorb the damage", "护盾抵消伤害"),
        (),
        LocalizedText(
            "In EXECUTE_DAMAGE: each point of usage takes a point of damage.",
            "用于 EXECUTE_DAMAGE：每点可用次数抵消 1 点伤害。",
        ),
        LocalizedText("The usage of {self} absorbs the damage, point by point.", "以自身可用次数逐点抵消该伤害。"),
        absorb_damage,
        ("shield, absorb, block, barrier", "护盾、抵消、吸收、格挡"),
        "shield",
    ),
    modifier(
        "infuse",
        LocalizedText("Infuse", "元素附魔"),
        (Field("element", Enum(ELEMENTS), LocalizedText("Element", "元素")),),
        LocalizedText("In INFUSION: the damage gets another element.", "用于 INFUSION：使伤害变为另一元素。"),
        LocalizedText("The damage becomes {element}.", "该伤害变为{element}元素伤害。"),
        infuse,
        ("infusion, convert damage, change element", "附魔、染色、转换元素"),
        "sparkles",
        wording=Wording(keys=LocalizedText("becom|infus|convert", "变为|附魔|转换|转化")),
    ),
    modifier(
        "reduceCost",
        LocalizedText("Lower the cost", "减少费用"),
        (
            AMOUNT_FIELD,
            Field(
                "element",
                Enum(ELEMENTS),
                LocalizedText("Of this element alone", "仅限元素"),
                required=False,
                doc=LocalizedText("Any dice when absent, those of an element first.", "缺省为任意骰子，优先元素骰。"),
            ),
        ),
        LocalizedText("In CALCULATE_DICE: so many dice fewer.", "用于 CALCULATE_DICE：少花费若干骰子。"),
        LocalizedText("It costs {amount:die|dice} less.", "少花费{amount:个元素骰}。"),
        reduce_cost,
        ("cheaper, discount, fewer dice, cost less", "减费、少花费、打折"),
        "coins",
        wording=Wording(
            cases=(
                Case(
                    {"element": Is.PRESENT, "amount": 1},
                    LocalizedText("It costs {amount} {element} die less.", "少花费{amount}个{element}元素骰。"),
                ),
                Case(
                    {"element": Is.PRESENT},
                    LocalizedText("It costs {amount} {element} dice less.", "少花费{amount}个{element}元素骰。"),
                ),
            )
        ),
    ),
    modifier(
        "makeFast",
        LocalizedText("Make it fast", "变为快速行动"),
        (),
        LocalizedText("In CALCULATE_DICE: the turn does not pass.", "用于 CALCULATE_DICE：行动后不交换行动权。"),
        LocalizedText("It becomes a fast action.", "该行动变为快速行动。"),
        make_fast,
        ("fast action, quick switch, free action", "快速行动、快速切换"),
        "zap",
    ),
    modifier(
        "survive",
        LocalizedText("Survive", "免于被击倒"),
        (Field("health", Number(1, HIGH), LocalizedText("Health", "生命值")),),
        LocalizedText("In CHARACTER_WILL_DIE: it keeps so much health.", "用于 CHARACTER_WILL_DIE：保留若干生命值。"),
        LocalizedText("It is not defeated and has {health} health.", "使其免于被击倒，生命值变为{health}。"),
        survive,
        ("prevent defeat, revive, cheat death", "免于被击倒、复苏、不死"),
        "heart",
    ),
)
