"""Numbers that abilities read off the table, all of them extensions: stats, counts, and what cards remember.

Source: SOURCE.md, extensions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.language.compiling.compile import Unit
from engine.language.compiling.narrowing import narrowing
from engine.language.spec import (
    Enum,
    Field,
    LocalizedText,
    NodeSpec,
    Targets,
    case,
    extensions,
    field,
    options,
    result,
    value,
)
from engine.toolkit.nodes import Amount, counter_field
from engine.toolkit.rules import State, stat

from .. import pools
from ..fields import ONLY_FIELD, resource_field
from ..lanes import holder_of
from ..table import MEMORY, NUMBERS, supply_of, turn
from .ability_context import Env, Row, Things, entities_of, players_among

SUMMED_TARGETS = (
    "SOURCE_LANE_ALLIES",
    "SOURCE_LANE_ENEMIES",
    "ALL_ALLIES",
    "ALL_ENEMIES",
    "SOURCE_LANE_BACKLINE",
    "SOURCE_LANE_FRONTLINE",
)
"""Targets that are several things, of which a stat is the sum."""
OF_UNITS = options(
    ("attack", "attack", "攻击力"),
    ("health", "health", "生命"),
    ("healthCap", "maximum health", "生命上限"),
    ("shield", "shield", "护盾"),
    ("shieldCap", "maximum shield", "护盾上限"),
    ("cost", "supply cost", "补给费用"),
    ("keywords", "number of keywords", "关键词数量"),
    ("turnsHere", "number of turns in play", "在场回合数"),
)
OF_PLAYERS = options(
    ("base", "base points", "基地生命"),
    ("baseLost", "base points lost since your last turn", "自你上个回合以来失去的基地生命"),
    ("supply", "supply", "补给"),
    ("battery", "battery", "电池"),
    ("hand", "number of cards in hand", "手牌数"),
    ("lanes", "number of lanes held", "所控战线数"),
)
STAT = field("stat", Enum((*OF_UNITS, *OF_PLAYERS)), "Number", "数值")
OF = field("target", Targets("any"), "Of", "所属")
NAME = counter_field({"returns": LocalizedText("number of returns", "返回次数")})


def targets_of(unit: Unit, node: Any) -> Callable[[State, Env], Things]:
    """Return the getter of a target that needs no question: a word, or a reference to one thing or several."""
    if isinstance(node, dict):
        chooser = unit.vocabulary.family("chooser")[node["type"]]
        run: Callable[[State, Env], Things] = chooser.runtime.run  # type: ignore[assignment]  # it has one
        keeps = narrowing(unit, chooser.fields, node, "")
        return run if keeps is None else lambda st, env: tuple(filter(keeps(st, env), run(st, env)))
    get = unit.getter(node)

    def from_reference(st: State, env: Env) -> Things:
        found = get(st, env)
        return () if found is None else found if isinstance(found, tuple) else (found,)

    return from_reference


def number_of(st: State, eid: int, name: str) -> int:
    """Return a number of a player, unit, vessel or card as it is now, with all modifiers; 0 of what is gone."""
    ent = st.entities.get(eid)
    if ent is None:
        return 0
    match name:
        case "keywords":
            return sum(1 for key, value in ent.items() if key.startswith("kw.") and value > 0)
        case "turnsHere":
            return turn(st) - int(ent.get("entered", turn(st)))
        case "cost":
            return supply_of(st, eid) if ent["def"] else 0  # a player's supply is no cost
        case "hand":
            return len(st.zone(eid, "hand"))
        case "lanes":
            return sum(holder_of(st, lane) == eid for lane in NUMBERS)
        case "attack":
            return stat(st, eid, "attack")
    return int(ent.get(name, 0))


def _stat(st: State, env: Env, targets: Things, name: str) -> Amount:
    """Return the sum of a number over some things, None where there is nothing."""
    held = entities_of(st, targets)
    return sum(number_of(st, eid, name) for eid in held) if held else None


def _count(st: State, env: Env, targets: Things) -> int:
    """Return how many things there are."""
    return len(entities_of(st, targets))


def _memory_of(st: State, env: Env, targets: Things, name: str) -> Amount:
    """Return a remembered number of the first thing; 0 where nothing was remembered."""
    ent = st.entities.get(targets[0]) if targets and not isinstance(targets[0], Row) else None
    return None if ent is None else int(ent.get(f"{MEMORY}{name}", 0))


def _value(
    name: str,
    en: str,
    zh: str,
    fields: tuple[Field, ...],
    *texts: str,
    read: Callable[..., int | None],
    **parts: Any,
) -> NodeSpec:
    """Return a value whose function takes the state, the environment, the things of its target and its words."""
    words = tuple(field.name for field in fields if field.name != "target" and not field.narrows_by_record)

    def build(unit: Unit, node: Mapping[str, Any], pointer: str) -> Callable[[State, Env], int | None]:
        things, args = targets_of(unit, node["target"]), tuple(node[word] for word in words)
        return lambda st, env: read(st, env, things(st, env), *args)

    return value(name, en, zh, fields, *texts, gives="int", build=build, group="numbers", **parts)


def _resource(st: State, env: Env, targets: Things, resource: str) -> Amount:
    """Return how much of a resource the players among some things have together; None where there is none."""
    seats = players_among(st, targets)
    return sum(pools.amount_of(st, player, resource) for player in seats) if seats else None


OF_ONE_PLAYER = (
    result(
        "the number of cards in {target's hand}",
        "{target}的手牌数",
        "{target} has {n:card|cards} in hand",
        "{target}手牌{n:张}",
        when={"stat": "hand"},
    ),
    *(
        result(
            en,
            f"{zh}控制的战线数",
            "{target} holds {n:lane|lanes}",
            "{target}控制{n:条}战线",
            when={"stat": "lanes", **of},
        )
        for of, en, zh in (
            ({"target": {"type": "OWNER"}}, "the number of lanes you hold", "你"),
            ({"target": {"type": "OPPONENT"}}, "the number of lanes your opponent holds", "对手"),
            ({}, "the number of lanes held by {target}", "{target}"),
        )
    ),
    case({"stat": "base"}, "the health of {target's base}", "{target}的基地生命"),
    case(
        {"stat": "baseLost"},
        "the damage that {target's base} has taken since your last turn",
        "{target}的基地自你上个回合以来受到的伤害",
    ),
)
"""Numbers of players that are no words before which their owner could be named."""
VALUES = extensions(
    _value(
        "RESOURCE_OF",
        "Resource of",
        "资源数量",
        (replace(OF, shape=Targets("player")), resource_field()),
        "How much a player has of a resource that the pack declares.",
        "玩家拥有某卡包自有资源的数量。",
        "the {resource:called} of {target}",
        "{target}的{resource:called}",
        read=_resource,
        cases=tuple(
            case({"target": {"type": word}}, f"{en} {{resource:called}}", f"{zh}的{{resource:called}}")
            for word, en, zh in (
                ("OWNER", "your", "你"),
                ("OPPONENT", "your opponent's", "对手"),
            )
        ),
        search=("resource, pool, how much faith, biomass", "资源、资源池、信仰、生物质"),
    ),
    _value(
        "STAT_OF",
        "Number of",
        "读取数值",
        (OF, STAT),
        "A number of a player, unit, vessel or card as it is now; of several things the sum.",
        "玩家、单位、舰船或牌当前的数值；对象有多个时为总和。",
        "{target's stat}",
        "{target}的{stat}",
        read=_stat,
        cases=OF_ONE_PLAYER
        + tuple(
            case({"target": {"type": word}}, "the total {stat} of {target:many}", "{target:many}的{stat}总和")
            for word in SUMMED_TARGETS
        ),
        search=(
            "attack, health, shield, cost, hand size, base points, lanes held",
            "攻击力、生命、护盾、费用、手牌数、基地生命、战线数",
        ),
    ),
    _value(
        "COUNT_OF",
        "How many",
        "数量",
        (OF, ONLY_FIELD),
        "How many things a target holds; a row means the units in it.",
        "目标中对象的数量；战排指其中的单位。",
        "the number of {target:many}",
        "{target:many}的数量",
        read=_count,
        search=("how many, number of units, count, for each", "数量、几个单位、计数、每有一个"),
    ),
    _value(
        "REMEMBERED",
        "Remembered number",
        "所记数值",
        (OF, NAME),
        "A number that REMEMBER keeps on a player, unit or vessel; 0 where nothing was remembered.",
        "由 REMEMBER 记在玩家、单位或舰船上的数值；没有记录时为 0。",
        "{target's name}",
        "{target}的{name}",
        read=_memory_of,
        search=("counter, memory, flag, how often, token", "计数、标记、次数、记录"),
    ),
)
