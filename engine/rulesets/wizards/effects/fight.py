"""Damage: the one effect that hits. Source: 000 "可执行效果 Doable"; WZ7."""

from __future__ import annotations

from typing import Any

from engine.language.spec import (
    COMPUTED,
    NEGATIVE,
    PRESENT,
    IntegerLiteral,
    LocalizedText,
    case,
    field,
    one_of,
    optional,
    result,
)
from engine.toolkit.nodes import ID, amount_field, effect, modifier, target_field
from engine.toolkit.rules import Entities, Environment, EnvironmentId, Payload, Signal, State, bind, call

from ..damage import AMOUNT, MAX_STAT
from ..modifiers import damage_of, note_raised
from ..table import is_monster

TRIGGER = "trigger"
"""How a hit is dealt that no play deals."""


def damage(
    st: State, env_id: EnvironmentId, name: str, amount: int | None, target: Entities, bodies: str | None
) -> Signal | None:
    """Hit each target in turn; a hit raises onDamageTaken, then, if it kills, onDefeat (WZ7).

    What a card deals when it is played is raised by its player's spell damage, each hit by itself; what its triggers deal is not.
    """
    env = st.environments[env_id]
    by, points = env.owner, amount or 0
    targets = tuple(one for one in target if is_monster(st, one))
    if bodies == "all":
        targets = tuple(body for one in targets for body in st.zone(one, "bodies") or (one,))
    if points > 0 and env.resolution is not None:
        more = damage_of(st, env.source or 0, by)
        points += more
        if more and targets:
            note_raised(st, env.source or 0)
    if not targets:
        bind(st, env_id, name, amount=0, lethal=False, overflow=0)
        return None
    job = {
        "targets": targets,
        "amount": min(max(points, 0), MAX_STAT),
        "by": by,
        "to": env_id,
        "name": name,
        "again": 0,
        "kind": _kind(env),
    }
    return call(st, "wizards/damage", job, source=env.source or 0)


def _kind(here: Environment) -> str:
    """Return how a hit is dealt: by a card that is played, by a copy of one, or by a trigger."""
    return here.resolution.kind if here.resolution is not None else TRIGGER


def change_hit(st: State, env: Environment, payload: Payload, commit: bool, *held: Any) -> Payload:
    """Change the damage of a hit before it lands; without a number it stays as it is, and it is never below 0."""
    mode, amount, divisor = held
    if amount is None:
        return payload
    damage_points = payload[AMOUNT]
    match mode:
        case "set":
            damage_points = amount
        case "add":
            damage_points += amount
        case "mul":
            damage_points = -(-damage_points * amount // (divisor or 1))
        case "max":
            damage_points = min(damage_points, amount)
        case _:
            damage_points = max(damage_points, amount)
    return (*payload[:AMOUNT], max(damage_points, 0), *payload[AMOUNT + 1 :])


CHANGE_HIT = modifier(
    "changeHit",
    "Change a hit",
    "改变伤害",
    (
        field(
            "mode",
            one_of(
                ("add", "add", "增加"),
                ("mul", "multiply", "乘以"),
                ("set", "replace", "改为"),
                ("max", "at most", "至多"),
                ("min", "at least", "至少"),
            ),
            "How",
            "方式",
            "What is done with the damage of the hit.",
            "如何处理该次伤害。",
        ),
        amount_field(-99, 999),
        optional(
            "divisor",
            IntegerLiteral(1, 99),
            "Divided by",
            "除以",
            "For “multiply”: the product is divided by this and rounded up; 1 when absent.",
            "用于“乘以”：乘积除以该数并向上取整；缺省为 1。",
        ),
    ),
    "Changes the damage of a hit before it lands, in a trigger on onHit. A hit that is changed to 0 is no damage.",
    "在 onHit 的触发器中，于伤害生效前改变其数值。改为 0 的伤害不视为伤害。",
    "That hit deals {amount} more damage.",
    "该次伤害增加{amount:点}。",
    change_hit,
    (
        "prevent damage, reduce damage, shield, armour, double damage, cap damage, less damage",
        "防止伤害、减伤、护盾、护甲、伤害翻倍、伤害上限",
    ),
    "shield",
    group="fight",
    cases=(
        *(
            case({"mode": mode, "amount": 0}, "Prevent that damage.", "防止该次伤害。")
            for mode in ("set", "max", "mul")
        ),
        case({"mode": "set"}, "That hit deals {amount:damage} instead.", "该次伤害改为{amount:点}。"),
        case({"mode": "max"}, "That hit deals at most {amount:damage}.", "该次伤害至多为{amount:点}。"),
        case({"mode": "min"}, "That hit deals at least {amount:damage}.", "该次伤害至少为{amount:点}。"),
        case(
            {"mode": "mul", "amount": 1, "divisor": 2}, "Halve that damage, rounded up.", "该次伤害减半（向上取整）。"
        ),
        case(
            {"mode": "mul", "divisor": PRESENT},
            "Multiply that damage by {amount} and divide it by {divisor}, rounded up.",
            "该次伤害乘以{amount}再除以{divisor}（向上取整）。",
        ),
        case({"mode": "mul", "amount": 2}, "Double that damage.", "该次伤害翻倍。"),
        case({"mode": "mul"}, "Multiply that damage by {amount}.", "该次伤害乘以{amount}。"),
        case({"amount": NEGATIVE}, "That hit deals {amount:-} less damage.", "该次伤害减少{amount:-点}。"),
        case({"amount": COMPUTED}, "That hit deals additional damage {amount:equal}.", "该次伤害增加{amount:点}。"),
    ),
    keys=("damage|hit|prevent", "伤害|防止"),
    changes=("amount",),
    example=(
        {
            "type": "addTriggers",
            "triggers": [
                {"event": "onHit", "mode": "round", "do": [{"type": "changeHit", "mode": "max", "amount": 5}]}
            ],
        },
    ),
)
DAMAGE = effect(
    "damage",
    "fight",
    "Deal damage",
    "造成伤害",
    (
        ID,
        amount_field(0, 999),
        target_field("monster"),
        optional(
            "bodies",
            one_of(("front", "the foremost", "最前的个体"), ("all", "every body", "每个个体")),
            "Bodies",
            "个体",
            "Which bodies of a monster that is a group it hits.",
            "对群体怪物，伤害哪些个体。",
            default="front",
        ),
    ),
    "Hits each target in turn. A hit that kills pays bounty and steps to the player whose card this is.",
    "依次对每个目标造成伤害。致命一击使此牌所属的玩家获得赏金与步数。",
    "Deal {amount:damage} to {target:each}.",
    "对{target}{target:each}造成{amount:点伤害}。",
    damage,
    ("hit, hurt, strike, wound, deal, ping, shoot, hit for", "伤害、打击、造成伤害、打"),
    "swords",
    ("onDamageTaken", "onLethal", "onDefeat"),
    cases=(
        case(
            {"bodies": "all", "amount": COMPUTED},
            "Deal damage to every body of {target} {amount:equal}.",
            "对{target}的每个个体造成{amount:点伤害}。",
        ),
        case(
            {"bodies": "all"},
            "Deal {amount:damage} to every body of {target}.",
            "对{target}的每个个体造成{amount:点伤害}。",
        ),
        case(
            {"amount": COMPUTED},
            "Deal damage to {target:each} {amount:equal}.",
            "对{target}{target:each}造成{amount:点伤害}。",
        ),
    ),
    yields={
        "amount": (
            "int",
            result("the damage dealt", "该次伤害", "{n:damage} was dealt", "造成了{n:点伤害}", that=True),
        ),
        "lethal": (
            "bool",
            result(
                "this defeats {target:any}",
                "将{target:any}击败",
                negated=LocalizedText("this does not defeat {target}", "未将{target}击败"),
            ),
        ),
        "overflow": ("int", result("the excess damage", "溢出的伤害", "{n:damage} is in excess", "有{n:点伤害}溢出")),
    },
    keys=("damage|wound|hurt|hit", "伤害"),
    is_self_limiting=True,
    writes={"health": "-"},
)
FIGHT = (DAMAGE, CHANGE_HIT)
