"""Amounts as cards print them: an amount for each of some things, and an amount that a condition replaces by another.

The games share them. Source: SOURCE.md of each game, extensions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.json_values import JsonObject
from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.language.compiling.choosing import Getter
from engine.language.compiling.compile import Unit
from engine.language.spec import (
    BooleanLiteral,
    Field,
    IntegerLiteral,
    Node,
    Number,
    Targets,
    field,
    optional,
    value,
)

LOW, HIGH = -999, 999
EACH, EACH_OF, INSTEAD = "each", "eachOf", "instead"
Maybe = int | None


def _scaled(amount: Maybe, count: Maybe, per: int, bound: Maybe) -> Maybe:
    """Return the amount for every `per` of a count, rounded down; a bound is kept on its side of zero."""
    if amount is None or count is None:
        return None
    total = amount * (count // per)
    if bound is None:
        return total
    return max(total, -abs(bound)) if total < 0 else min(total, abs(bound))


def _build_each(count: Callable[[Unit, JsonObject, str], Getter]) -> Callable[[Unit, JsonObject, str], Getter]:
    """Return the builder of an amount for each, given that of what is counted."""

    def build(unit: Unit, node: JsonObject, pointer: str) -> Getter:
        amount = unit.getter(node["amount"], None, pointer and f"{pointer}/amount")
        most = unit.getter(node.get("max"), None, pointer and f"{pointer}/max")
        counted, per = count(unit, node, pointer), node.get("per", 1)
        return lambda st, env: _scaled(amount(st, env), counted(st, env), per, most(st, env))

    return build


def _number(unit: Unit, node: JsonObject, pointer: str) -> Getter:
    return unit.getter(node["of"], None, pointer and f"{pointer}/of")


def _things(unit: Unit, node: JsonObject, pointer: str) -> Getter:
    """Return the closure that counts the things of a chooser, or of a reference; with `others` without this card and its bearer."""
    of, place = node["of"], pointer and f"{pointer}/of"
    get = unit.things(of, place) if isinstance(of, dict) else unit.getter(of, None, place)
    leaves_itself_out = node.get("others", False)

    def count(st: State, env: Environment) -> int:
        result = get(st, env)
        things = () if result is None else result if isinstance(result, tuple) else (result,)
        if not leaves_itself_out or env.source is None:
            return len(things)
        bearer = st.entities[env.source]["holder"] if env.source in st.entities else None
        return sum(thing not in (env.source, bearer) for thing in things)

    return count


def build_instead(unit: Unit, node: JsonObject, pointer: str) -> Getter:
    """Make the closure of a number that is another one while a condition holds."""
    plain, then = (unit.getter(node[name], None, pointer and f"{pointer}/{name}") for name in ("value", "then"))
    test = unit.test(node["condition"], pointer and f"{pointer}/condition")
    return lambda st, env: then(st, env) if test(st, env) else plain(st, env)


def _value(name: str, en: str, zh: str, fields: tuple[Field, ...], *texts: str, **parts: Any) -> Any:
    return value(name, en, zh, fields, *texts, gives="int", group="numbers", **parts)


_AMOUNT = field("amount", Number(LOW, HIGH), "Amount", "数值", default=1)
_PER = optional(
    "per",
    IntegerLiteral(1, 99),
    "For every",
    "每几个",
    "For each one when absent; what is left over gives nothing.",
    "缺省为每一个；不足的部分不计。",
    default=1,
)
_MAX = optional(
    "max",
    Number(0, HIGH),
    "At most",
    "至多",
    "How much it is altogether at most; no bound when absent.",
    "总共至多为多少；缺省时不限。",
)
AMOUNTS = (
    _value(
        EACH,
        "So much for each",
        "每有若干",
        (_AMOUNT, _PER, field("of", Number(LOW, HIGH), "Of", "计数"), _MAX),
        "An amount for each one of a number: 1 gold for every 2 damage dealt.",
        "按某个数值计算的数量：每造成2点伤害获得1金币。",
        "{amount} for each of {of}",
        "{of}每有1点{amount}",
        build=_build_each(_number),
        search=("for each, for every, per, scales, times", "每有、每个、每点、按数量"),
    ),
    _value(
        EACH_OF,
        "So much for each thing",
        "每有一个对象",
        (
            _AMOUNT,
            _PER,
            field("of", Targets("any"), "Of", "计数对象"),
            optional(
                "others",
                BooleanLiteral(),
                "Others only",
                "不计自身",
                "Whether this one and its bearer are left out.",
                "是否不计自身及其携带者。",
            ),
            _MAX,
        ),
        "An amount for each of some things: +1 attack for each other ally.",
        "按对象的数量计算：每有一个其他友军+1攻击力。",
        "{amount} for each of {of}",
        "{of}每有1个{amount}",
        build=_build_each(_things),
        search=("for each, for every, per ally, number of, scales", "每有一个、每有友军、按数量"),
    ),
    _value(
        INSTEAD,
        "Amount under a condition",
        "改为",
        (
            field("value", Number(LOW, HIGH), "Amount", "数值"),
            field("then", Number(LOW, HIGH), "Instead", "改为"),
            field("condition", Node("condition"), "If", "若"),
        ),
        "A number, and another one instead while a condition holds.",
        "一个数值；条件成立时改为另一个数值。",
        "{value}, or {then} if {condition}",
        "{value}（若{condition}，改为{then}）",
        build=build_instead,
        search=("instead, instead of, bonus if, upgraded, or else", "改为、变、若则"),
    ),
)
