"""Numbers that are read off the table."""

from __future__ import annotations

from engine.language.spec import PRESENT, Enum, Targets, case, field, option, titles
from engine.toolkit.nodes import number
from engine.toolkit.nodes.values import count
from engine.toolkit.rules import Entities, State, stat

from ..table import AMOUNTS, AXIS, HAND, TABLE, attack_of, count_controlled, is_unit, units
from ..words import STATS
from .context import Env
from .effect_fields import AMOUNT_NAME

COUNT_SUBJECTS = titles(
    ("myUnits", "the number of your units", "友方单位数"),
    ("opponentUnits", "the number of opposing units", "敌方单位数"),
    ("myRegions", "the number of regions you control", "你控制的战区数"),
    ("opponentRegions", "the number of regions the opponent controls", "对手控制的战区数"),
    ("myHand", "the number of cards in your hand", "你的手牌数"),
    ("myAp", "your AP", "你的专注"),
    ("deathPages", "your death pages", "你的死页"),
    ("axis", "the number of events in the axis", "事件轴中的事件数"),
    ("round", "the round number", "当前回合数"),
)
COMPARISONS = titles(
    ("myUnits", "you have {n:unit|units}", "友方单位{n:个}"),
    ("opponentUnits", "the opponent has {n:unit|units}", "敌方单位{n:个}"),
    ("myRegions", "you control {n:region|regions}", "你控制的战区{n:个}"),
    ("opponentRegions", "the opponent controls {n:region|regions}", "对手控制的战区{n:个}"),
    ("myHand", "you have {n:card|cards} in hand", "你手牌{n:张}"),
    ("axis", "there are {n:event|events} in the axis", "事件轴中的事件{n:个}"),
)
"""How the comparison of a number with another reads."""
READ = (option("health", "health", "生命值"), *STATS)


def read(st: State, env: Env, targets: Entities, name: str) -> int | None:
    """Return a number of the first of some units; None where it is gone."""
    eid = targets[0] if targets else 0
    if not is_unit(st, eid):
        return None
    return attack_of(st, eid) if name == "atk" else stat(st, eid, name)


def count_of(st: State, env: Env, what: str) -> int:
    """Return how many there are of something."""
    me = env.owner
    match what:
        case "myUnits" | "opponentUnits":
            return len(units(st, me if what == "myUnits" else 3 - me))
        case "myRegions" | "opponentRegions":
            return count_controlled(st, me if what == "myRegions" else 3 - me)
        case "myHand":
            return len(st.zone(me, HAND))
        case "myAp":
            return int(st.entities[me]["ap"]) if me in st.entities else 0
        case "deathPages":
            return int(st.entities[me]["deathPage"]) if me in st.entities else 0
        case "axis":
            return len(st.zone(TABLE, AXIS))
    return int(st.globals["round"])


def amount(st: State, env: Env, name: str | None) -> int:
    """Return the amount of this event, or the one with a name; 0 for what has none."""
    return int(st.entities.get(env.source or 0, {}).get(f"{AMOUNTS}{name}" if name else "amount", 0))


VALUES = (
    number(
        "stat",
        "Stat",
        "属性值",
        (
            field("target", Targets("unit"), "Of", "所属"),
            field("name", Enum(READ), "Stat", "属性", reads_variable=True),
        ),
        "{target's name}",
        "{target}的{name}",
        read,
        ("attack, health, range, movement", "攻击力、生命值、距离、移动力"),
    ),
    count(
        COUNT_SUBJECTS,
        count_of,
        ("how many, number of units, regions, round", "多少、单位数、战区数、回合数"),
        COMPARISONS,
    ),
    number(
        "eventAmount",
        "Amount of the event",
        "事件可变量",
        (AMOUNT_NAME,),
        "the amount of this event",
        "此事件的可变量",
        amount,
        ("event amount, variable", "事件可变量、数量"),
        cases=(case({"name": PRESENT}, "the {name} of this event", "此事件的{name}"),),
    ),
)
