"""Effects inside the steps of a damage, the calculation of dice and a defeat: they hand the payload on and ask for nothing.

Source: 002 inline skills; 004 INFUSION to EXECUTE_DAMAGE, CALCULATE_DICE.
"""

from __future__ import annotations

from typing import Any

from engine.language.spec import (
    ABSENT,
    PRESENT,
    BooleanLiteral,
    Enum,
    IntegerLiteral,
    LocalizedText,
    Number,
    case,
    field,
    option,
    optional,
)
from engine.toolkit.nodes import Amount, Payload, amount_field, card_field, modifier
from engine.toolkit.nodes.damage import add_damage as raising_damage
from engine.toolkit.nodes.damage import reduce_damage as lowering_damage
from engine.toolkit.rules import State, change

from ..damage import AMOUNT, KIND, SPREAD
from ..dice import Cost, lower_cost
from ..table import spend
from ..words import ANY, COST_KINDS, ELEMENT, ELEMENTS
from .context import Env

STEPS = frozenset(
    ("INFUSION", "DAMAGE_ADD", "DAMAGE_ADD_AFTER_REACTION", "DEALING_DAMAGE", "DIVIDE_DAMAGE", "EXECUTE_DAMAGE")
)
COST, FAST, HEALTH, LEAVES = 4, 5, 2, 4
LOW, HIGH = -99, 99
ANY_KIND = option("any", "Any kind", "任意元素")


def _with(payload: Payload, place: int, value: Any) -> Payload:
    return (*payload[:place], value, *payload[place + 1 :])


def _damage(env: Env, payload: Payload, amount: int) -> Payload:
    return _with(payload, AMOUNT, max(amount, 0)) if env.event in STEPS else payload


def add_damage(st: State, env: Env, payload: Payload, commit: bool, amount: Amount, spread: bool | None) -> Payload:
    """Raise the damage; what a swirl spreads only where that is asked for."""
    if env.event not in STEPS or (payload[SPREAD] and not spread):
        return payload
    return _damage(env, payload, payload[AMOUNT] + (amount or 0))


def reduce_damage(st: State, env: Env, payload: Payload, commit: bool, amount: Amount) -> Payload:
    """Lower the damage, not below 0."""
    return _damage(env, payload, payload[AMOUNT] - (amount or 0)) if env.event in STEPS else payload


def multiply_damage(st: State, env: Env, payload: Payload, commit: bool, factor: int, divisor: Amount) -> Payload:
    """Multiply the damage, rounded up."""
    return _damage(env, payload, -(-payload[AMOUNT] * factor // (divisor or 1))) if env.event in STEPS else payload


def absorb_damage(st: State, env: Env, payload: Payload, commit: bool) -> Payload:
    """Absorb damage with this entity's usage, point by point."""
    if env.event not in STEPS or env.source not in st.entities:
        return payload
    absorption = min(payload[AMOUNT], st.entities[env.source].get("usage", 0))
    if commit:
        change(st, env.source, "usage", -absorption, 0, HIGH)
        spend(st, env.source, "usage", absorption)
    return _damage(env, payload, payload[AMOUNT] - absorption)


def infuse(st: State, env: Env, payload: Payload, commit: bool, element: str) -> Payload:
    """Give the damage another element."""
    return _with(payload, KIND, ELEMENT[element]) if env.event in STEPS else payload


def reduce_cost(  # noqa: PLR0913 - the state, the event, and the fields of the effect
    st: State,
    env: Env,
    payload: Payload,
    commit: bool,
    amount: Amount,
    element: str | None,
    or_any: bool | None,
) -> Payload:
    """Lower the dice of an action: of any kind of cost, of one, or of one and then of any kind."""
    if env.event != "CALCULATE_DICE":
        return payload
    cost = lower_cost(payload[COST], amount or 0, COST_KINDS[element] if element else 0)
    if or_any:
        cost = lower_cost(cost, (amount or 0) - _dice(payload[COST]) + _dice(cost), ANY)
    return _with(payload, COST, cost)


def _dice(cost: Cost) -> int:
    return sum(count for _, count in cost)


def make_fast(st: State, env: Env, payload: Payload, commit: bool) -> Payload:
    """Make the action a fast one."""
    return _with(payload, FAST, True) if env.event == "CALCULATE_DICE" else payload


def survive(st: State, env: Env, payload: Payload, commit: bool, health: Amount) -> Payload:
    """Leave a character health instead of its defeat."""
    return _with(payload, HEALTH, max(payload[HEALTH], health or 0)) if env.event == "CHARACTER_WILL_DIE" else payload


def leave_instead(st: State, env: Env, payload: Payload, commit: bool, card: str | None) -> Payload:
    """Put another card in the place of what a reaction leaves; none where none is named."""
    return _with(payload, LEAVES, card or "") if env.event == "REACTION_LEAVES" else payload


SPREAD_FIELD = optional(
    "spread",
    BooleanLiteral(),
    "Also what a swirl spreads",
    "包括扩散造成的伤害",
    "It also raises the damage that a swirl spreads to other characters (this project's).",
    "同时增加扩散对其他角色造成的伤害（本项目扩展）。",
    default=False,
)
MODIFIERS = (
    raising_damage(
        add_damage,
        LocalizedText("In DAMAGE_ADD and DAMAGE_ADD_AFTER_REACTION.", "用于 DAMAGE_ADD 与 DAMAGE_ADD_AFTER_REACTION。"),
        "增加{amount:点伤害}。",
        SPREAD_FIELD,
        search=("more damage, bonus, boost, increase", "增伤、加伤、伤害提高"),
        cases=(
            case(
                {"spread": True},
                "Add {amount:damage} (even where a swirl spreads it).",
                "增加{amount:点伤害}（包括扩散造成的伤害）。",
            ),
        ),
        keys=(r"\badd|\braise|\bmore\b|\+|^\s*damage", r"增加|提高|\+|^\s*点?伤害"),
    ),
    modifier(
        "multiplyDamage",
        "Multiply the damage",
        "伤害倍增",
        (
            field("factor", IntegerLiteral(0, 9), "Factor", "倍数"),
            optional("divisor", IntegerLiteral(1, 9), "Divided by", "除以", default=1),
        ),
        "In DEALING_DAMAGE and DIVIDE_DAMAGE; rounded up.",
        "用于 DEALING_DAMAGE 与 DIVIDE_DAMAGE；向上取整。",
        "The damage is multiplied by {factor}.",
        "该伤害变为{factor}倍。",
        multiply_damage,
        ("double, triple, halve, divide, half", "翻倍、加倍、减半、除算"),
        "repeat",
        cases=(
            case({"factor": 0}, "The damage is prevented.", "防止该伤害。"),
            case({"factor": 1, "divisor": 2}, "The damage is halved (rounded up).", "该伤害减半（向上取整）。"),
            case({"factor": 2, "divisor": ABSENT}, "The damage is doubled.", "该伤害翻倍。"),
            case({"factor": 3, "divisor": ABSENT}, "The damage is tripled.", "该伤害变为三倍。"),
            case(
                {"divisor": PRESENT},
                "The damage is multiplied by {factor} and divided by {divisor} (rounded up).",
                "该伤害乘以{factor}再除以{divisor}（向上取整）。",
            ),
        ),
    ),
    lowering_damage(
        reduce_damage,
        LocalizedText("In EXECUTE_DAMAGE; not below 0.", "用于 EXECUTE_DAMAGE；不低于 0。"),
        ("less damage, reduce, defend, armor", "减伤、抵消、防御"),
    ),
    modifier(
        "absorbDamage",
        "Absorb the damage",
        "护盾抵消伤害",
        (),
        "In EXECUTE_DAMAGE: each point of usage takes a point of damage.",
        "用于 EXECUTE_DAMAGE：每点可用次数抵消 1 点伤害。",
        "The usage of {self} absorbs the damage, point by point.",
        "抵消该伤害，每点消耗1次可用次数。",
        absorb_damage,
        ("shield, absorb, block, barrier", "护盾、抵消、吸收、格挡"),
        "shield",
    ),
    modifier(
        "infuse",
        "Infuse",
        "元素附魔",
        (field("element", Enum(ELEMENTS), "Element", "元素"),),
        "In INFUSION: the damage gets another element.",
        "用于 INFUSION：使伤害变为另一元素。",
        "The damage becomes {element}.",
        "该伤害变为{element}元素伤害。",
        infuse,
        ("infusion, convert damage, change element", "附魔、染色、转换元素"),
        "sparkles",
        keys=("becom|infus|convert", "变为|附魔|转换|转化"),
    ),
    modifier(
        "reduceCost",
        "Lower the cost",
        "减少费用",
        (
            amount_field(),
            optional(
                "element",
                Enum((*ELEMENTS, ANY_KIND)),
                "Of this element alone",
                "仅限元素",
                "Any dice when absent, those of an element first; “any” is the part of the cost that any dice pay.",
                "缺省为任意骰子，优先元素骰；any 表示费用中的任意元素部分。",
            ),
            optional(
                "orAny",
                BooleanLiteral(),
                "Or of any kind",
                "或任意元素",
                "What the part of this element does not take is taken off the part that any dice pay.",
                "该元素部分不足时，改为减少任意元素部分。",
                default=False,
            ),
        ),
        "In CALCULATE_DICE: so many dice fewer.",
        "用于 CALCULATE_DICE：少花费若干骰子。",
        "It costs {amount:die|dice} less.",
        "少花费{amount:个元素骰}。",
        reduce_cost,
        (
            "cheaper, discount, fewer dice, cost less, costs fewer, costs less",
            "减费、少花费、打折、少、便宜",
        ),
        "coins",
        cases=(
            case(
                {"element": "any", "amount": 1},
                "It costs {amount} die of any kind less.",
                "少花费{amount:个任意元素骰}。",
            ),
            case({"element": "any"}, "It costs {amount:die|dice} of any kind less.", "少花费{amount:个任意元素骰}。"),
            case({"element": ABSENT, "amount": 1}, "It costs {amount} die less.", "少花费{amount:个元素骰}。"),
            case(
                {"element": PRESENT, "orAny": True, "amount": 1},
                "It costs {amount} {element} die less, or else one of any kind.",
                "少花费{amount}个{element}元素骰，不足时改为任意元素骰。",
            ),
            case(
                {"element": PRESENT, "orAny": True},
                "It costs {amount} {element} dice less, or else dice of any kind.",
                "少花费{amount}个{element}元素骰，不足时改为任意元素骰。",
            ),
            case(
                {"element": PRESENT, "amount": 1},
                "It costs {amount} {element} die less.",
                "少花费{amount}个{element}元素骰。",
            ),
            case({"element": PRESENT}, "It costs {amount} {element} dice less.", "少花费{amount}个{element}元素骰。"),
        ),
    ),
    modifier(
        "makeFast",
        "Make it fast",
        "变为快速行动",
        (),
        "In CALCULATE_DICE: the turn does not pass.",
        "用于 CALCULATE_DICE：行动后不交换行动权。",
        "It becomes a fast action.",
        "该行动变为快速行动。",
        make_fast,
        ("fast action, quick switch, free action", "快速行动、快速切换"),
        "zap",
    ),
    modifier(
        "survive",
        "Survive",
        "免于被击倒",
        (field("health", Number(1, HIGH), "Health", "生命值"),),
        "In CHARACTER_WILL_DIE: it keeps so much health.",
        "用于 CHARACTER_WILL_DIE：保留若干生命值。",
        "It is not defeated and has {health} health.",
        "使其免于被击倒，生命值变为{health}。",
        survive,
        ("prevent defeat, revive, cheat death", "免于被击倒、复苏、不死"),
        "heart",
    ),
    modifier(
        "leaveInstead",
        "Leave instead",
        "改为产生",
        (
            card_field(
                "card",
                ("combatStatus", "summon"),
                "Card",
                "卡牌",
                "What comes in its place; nothing when absent.",
                "代替产生的实体；缺省为不产生。",
                required=False,
            ),
        ),
        "In REACTION_LEAVES: the reaction leaves another card behind, on the side that triggered it.",
        "用于 REACTION_LEAVES：反应改为在触发方场上产生另一张牌。",
        "The reaction leaves nothing behind.",
        "该反应不产生任何实体。",
        leave_instead,
        ("instead of the core, replace what a reaction leaves, reaction product", "代替草原核、替换反应产物、改为生成"),
        "repeat",
        cases=(
            case(
                {"card": PRESENT}, "The reaction leaves {card:called} behind instead.", "该反应改为生成{card:called}。"
            ),
        ),
    ),
)
