"""Modifiers with a scope: what cards cost and deal and what players may hold, for a play, a turn, a round, or while a card lies there.

Source: SOURCE.md, extensions. ADR 79.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.json_values import JsonObject
from engine.language.compiling.choosing import Getter
from engine.language.compiling.compile import Assembly
from engine.language.compiling.control import mount
from engine.language.compiling.narrowing import narrowing
from engine.language.nodes.static_modifiers import DIVISOR, OPERATION
from engine.language.spec import (
    ABSENT,
    COMPUTED,
    NEGATIVE,
    PRESENT,
    Case,
    Enum,
    IntegerLiteral,
    Lifetime,
    LocalizedText,
    NodeSpec,
    Number,
    Option,
    case,
    effect,
    field,
    optional,
    options,
    result,
)
from engine.toolkit.nodes import ID, filter_field
from engine.toolkit.rules import STAT, Environment, EnvironmentId, State, Test, bind

from ..modifiers import OF_CARDS, OF_PLAYERS, counted_stat
from ..nodes.attributes import ONLY_FIELD
from ..table import after

STATS = options(
    ("spellDamage", "spell damage", "法术伤害"),
    ("manaCost", "mana cost", "法力消耗"),
    ("resonance", "resonance", "共鸣"),
    ("hand", "hand limit", "手牌上限"),
    ("manaCap", "mana limit", "法力上限"),
    ("goldCap", "gold limit", "金币上限"),
    ("freezingCap", "freezing limit", "冻结上限"),
    ("wandSlots", "number of wand slots", "魔杖栏数"),
    ("price", "price in the shop", "商店价格"),
    ("tokenPrice", "reversal tokens for a card in the shop", "购买所需的逆转标记"),
)
WHOSE_WORDS = options(
    ("own", "you", "你"),
    ("others", "other players", "其他玩家"),
    ("all", "all players", "所有玩家"),
    ("next", "the next player", "下家"),
    ("previous", "the previous player", "上家"),
)
_SINGLE = ("next", "previous")
COUNTED_STATS = "counted"
READ_BY = options(
    ("rules", "the rules and cards", "规则与卡牌"),
    (COUNTED_STATS, "cards alone", "仅卡牌"),
)


def build_modify(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Build `modify`: a modifier that reads its value each time it is asked, and answers for whose things it was set."""
    unit, op, scope = to.unit, node["op"], node.get("whose", "own")
    body = unit.value(
        node["value"],
        f"{pointer}/value",
        node.get("divisor", 1) if op == "mul" else node.get("least") if op == "add" else None,
    )
    fields = unit.vocabulary.family("effect")["modify"].fields
    keeps = narrowing(unit, fields, node, pointer) if node["stat"] in OF_CARDS else None
    condition = f"{unit.name}#{pointer}/whose"
    unit.tests[condition] = _test(scope, keeps)
    name, mode, stat = to.label(node), node["mode"], f"{STAT}{node['stat']}"
    if node.get("readBy") == COUNTED_STATS:
        stat = counted_stat(node["stat"])

    def run(st: State, env_id: EnvironmentId) -> None:
        env = st.environments[env_id]
        lid = mount(st, env, (stat, op, body, condition), mode, "")
        if name is not None:
            bind(st, env_id, str(name(st, env)), UUID=lid)

    to.emit(run, pointer)


def _test(whose: str, keeps: Getter | None) -> Test:
    def test(st: State, env: Environment) -> bool:
        if not _is_meant(st, env.names["target.playerUUID"], env.owner, whose):
            return False
        return keeps is None or bool(keeps(st, env)(env.names["target.UUID"]))

    return test


def _is_meant(st: State, eid: int, owner: int, scope: str) -> bool:
    """Return whether a modifier of one player is for another, or for the same."""
    match scope:
        case "all":
            return True
        case "next" | "previous":
            return eid != owner and eid == after(st, owner, 1 if scope == "next" else -1)
        case _:
            return (eid == owner) is (scope == "own")


# ------------------------------------------------------------------------------------------------------------- texts

_WHO_PLAY: tuple[tuple[dict[str, Any], str], ...] = (
    *(({"whose": one}, "{whose} plays{filter:which}") for one in _SINGLE),
    ({"whose": "all"}, "anyone plays{filter:which}"),
    ({"whose": "others"}, "{whose} play{filter:which}"),
    ({}, "{whose} play{filter:which}"),
)
_WHOSE_CARDS = "{whose}打出的{filter:which}{filter:things}"
_WHOSE_NEXT = "{whose}下一张打出的{filter:which}{filter:things}"


def _of_card(stat: str, when: dict[str, Any], plural: LocalizedText, single: LocalizedText) -> Iterator[Case]:
    """Yield the cases of a stat of cards: of the next card, and of all for a while."""
    for subject, play in _WHO_PLAY:
        whose = "their" if subject else "your"
        all_of, one_of_them = (text._replace(en=text.en.replace("~", whose)) for text in (plural, single))
        yield case(
            {"stat": stat, "mode": "once", **when, **subject},
            f"the next {{filter:thing}} that {play} {one_of_them.en}.",
            f"{_WHOSE_NEXT}{one_of_them.zh}。",
        )
        yield case(
            {"stat": stat, **when, **subject},
            f"{{mode:span}}, {{filter:things}} that {play} {all_of.en}.",
            f"{{mode:span}}，{_WHOSE_CARDS}{all_of.zh}。",
        )


def _deals(en: str, zh: str) -> tuple[LocalizedText, LocalizedText]:
    return LocalizedText(f"deal {en} with each hit", f"造成的伤害{zh}"), LocalizedText(
        f"deals {en} with each hit", f"造成的伤害{zh}"
    )


def _adds(en: str, zh: str) -> tuple[LocalizedText, LocalizedText]:
    return LocalizedText(f"add {en} to each hit", f"每次伤害所加的法术伤害{zh}"), LocalizedText(
        f"adds {en} to each hit", f"每次伤害所加的法术伤害{zh}"
    )


def _costs(en: str, zh: str) -> tuple[LocalizedText, LocalizedText]:
    return LocalizedText(f"cost {en}", f"的法力消耗{zh}"), LocalizedText(f"costs {en}", f"的法力消耗{zh}")


_LESS, _MORE = {"op": "add", "value": NEGATIVE}, {"op": "add"}
_EQUAL, _TIMES, _SHARE = {"op": "add", "value": COMPUTED}, {"op": "mul"}, {"op": "mul", "divisor": PRESENT}
_CARDS = (
    *_of_card("spellDamage", _LESS, *_deals("{value:-less damage}", "减少{value:-点}")),
    *_of_card("spellDamage", _EQUAL, *_deals("additional damage equal to {value}", "增加{value:点}")),
    *_of_card("spellDamage", _MORE, *_deals("{value} more damage", "增加{value:点}")),
    *_of_card(
        "spellDamage",
        {"op": "set"},
        *_deals("{value} more damage than they say and nothing else raises it", "只比牌面增加{value:点}"),
    ),
    *_of_card(
        "spellDamage", {"op": "max"}, *_deals("at most {value} more damage than it says", "至多比牌面增加{value:点}")
    ),
    *_of_card(
        "spellDamage", {"op": "min"}, *_deals("at least {value} more damage than it says", "至少比牌面增加{value:点}")
    ),
    *_of_card("spellDamage", {"op": "mul", "value": 2}, *_adds("twice ~ spell damage", "翻倍")),
    *_of_card("spellDamage", _TIMES, *_adds("{value} times ~ spell damage", "乘以{value}")),
    *_of_card("manaCost", {"op": "set"}, *_costs("{value}", "变为{value:点}")),
    *_of_card("manaCost", {"op": "max"}, *_costs("at most {value}", "至多为{value:点}")),
    *_of_card("manaCost", {"op": "min"}, *_costs("at least {value}", "至少为{value:点}")),
    *_of_card(
        "manaCost", {**_TIMES, "value": 1, "divisor": 2}, *_costs("half as much, rounded down", "减半（向下取整）")
    ),
    *_of_card(
        "manaCost",
        _SHARE,
        *_costs("{value} times as much divided by {divisor}, rounded down", "乘以{value}再除以{divisor}（向下取整）"),
    ),
    *_of_card("manaCost", _TIMES, *_costs("{value} times as much", "乘以{value}")),
    *_of_card(
        "manaCost",
        {**_LESS, "least": PRESENT},
        *_costs("{value:-less} (at least {least})", "减少{value:-点}（最低为{least}）"),
    ),
    *_of_card("manaCost", _LESS, *_costs("{value:-less}", "减少{value:-点}")),
    *_of_card("manaCost", _EQUAL, *_costs("more by {value}", "增加{value:点}")),
    *_of_card("manaCost", _MORE, *_costs("{value} more", "增加{value:点}")),
)


def _of_player(when: dict[str, Any], en: str, zh: str) -> Iterator[Case]:
    """Yield the cases of a stat of players: as cards count it alone, and for all."""
    for read, verb, counts in (({"readBy": COUNTED_STATS}, "counts as", "视为"), ({}, "is", "")):
        for scope in ("others", "all", *_SINGLE, ""):
            subject, of_whom, his = (
                ({"whose": scope}, "the {stat} of {whose}", "{whose}的{stat}")
                if scope
                else ({}, "your {stat}", "你的{stat}")
            )
            yield case(
                {**subject, **read, **when},
                f"{{mode:span}}, {of_whom} {verb} {en}.",
                f"{{mode:span}}，{his}{counts}{zh}。",
            )


def _price_cases(when: dict[str, Any], en: str, zh: str) -> Iterator[Case]:
    """Yield the cases of a price in the shop: yours, and others'."""
    yield case(
        {"whose": ABSENT, **when},
        f"{{mode:span}}, cards in the shop cost you {en}.",
        f"{{mode:span}}，你购买商店中的牌{zh}。",
    )
    yield case(
        when, f"{{mode:span}}, cards in the shop cost {{whose}} {en}.", f"{{mode:span}}，{{whose}}购买商店中的牌{zh}。"
    )


_GOLD, _TOKEN = {"stat": "price"}, {"stat": "tokenPrice"}
_PRICES = (
    *_price_cases({**_GOLD, "op": "set", "value": 0}, "no gold", "不花费金币"),
    *_price_cases({**_GOLD, "op": "set"}, "{value:gold} each", "均花费{value:枚金币}"),
    *_price_cases({**_GOLD, "op": "max"}, "at most {value:gold}", "至多花费{value:枚金币}"),
    *_price_cases({**_GOLD, "op": "min"}, "at least {value:gold}", "至少花费{value:枚金币}"),
    *_price_cases({**_GOLD, **_LESS}, "{value:-} gold less", "少花费{value:-枚金币}"),
    *_price_cases({**_GOLD, **_EQUAL}, "more gold, by {value}", "多花费金币，数量等于{value}"),
    *_price_cases({**_GOLD, **_MORE}, "{value} gold more", "多花费{value:枚金币}"),
    *_price_cases({**_TOKEN, "op": "set"}, "{value:reversal token|reversal tokens} each", "均花费{value:个逆转标记}"),
)
_PLAYERS = (
    *_of_player({"op": "set"}, "{value}", "变为{value}"),
    *_of_player({"op": "max"}, "at most {value}", "至多为{value}"),
    *_of_player({"op": "min"}, "at least {value}", "至少为{value}"),
    *_of_player(
        _SHARE, "multiplied by {value}, divided by {divisor} and rounded down", "乘以{value}、除以{divisor}并向下取整"
    ),
    *_of_player(_TIMES, "multiplied by {value}", "乘以{value}"),
    *_of_player(_LESS, "lowered by {value:-}", "减少{value:-}"),
    *_of_player(_MORE, "raised by {value}", "增加{value}"),
)


_FIELDS = (
    ID,
    field("stat", Enum(STATS), "Stat", "属性"),
    OPERATION,
    field(
        "value",
        Number(-99, 99),
        "Value",
        "数值",
        "Read each time that the stat is asked for.",
        "每次查询该属性时取值。",
        live=True,
    ),
    DIVISOR,
    optional(
        "whose",
        Enum(WHOSE_WORDS),
        "For whom",
        "作用于",
        "Whose cards or limits; yours when absent.",
        "作用于谁的牌或上限；缺省为你的。",
        default="own",
    ),
    optional(
        "readBy",
        Enum(READ_BY),
        "Read by",
        "由谁读取",
        "Whether conditions and values of cards alone see it, while the rules go by the number without it; both when absent.",
        "是否仅由卡牌的条件和取值读取，而规则仍按未修正的数值执行；缺省时两者皆读取。",
        default="rules",
    ),
    ONLY_FIELD,
    filter_field("card", live=True),
    optional(
        "least",
        IntegerLiteral(0, 9),
        "But at least",
        "最低",
        "What a discount leaves of a cost, if it was that high; nothing need be left when absent.",
        "减费后至少保留的费用（原费用不低于该数值时）；缺省时可减至 0。",
    ),
)


def modify_node(lifetimes: tuple[Lifetime, ...]) -> NodeSpec:
    """Return the effect, given how long things may last."""
    modes = tuple(Option(life.name, life.phrase or life.title) for life in lifetimes)
    return effect(
        "modify",
        "Modify",
        "修正",
        (
            *_FIELDS,
            field(
                "mode",
                Enum(modes),
                "Lasts",
                "持续",
                "How long it holds; “once” is for the next card that it applies to.",
                "持续多久；“once”只作用于下一张适用的牌。",
            ),
        ),
        "Changes what cards cost or deal, or what players may hold, for as long as it lasts. The sum is computed each time and stored nowhere, so nothing is left behind when it ends. A filter asks about the card, `$candidate.UUID`.",
        "在持续期间改变牌的消耗或伤害，或玩家的上限。总和每次重新计算，不作存储，结束后不留任何影响。筛选条件针对该牌（`$candidate.UUID`）。",
        "{mode:span}, the {stat} of {whose} changes by {value}.",
        "{mode:span}，{whose}的{stat}变化{value}。",
        cases=(*_CARDS, *_PRICES, *_PLAYERS),
        yields={"UUID": ("trigger", result("that modifier", "该修正"))},
        keys=(
            r"spell damage|damage|\bcosts?\b|resonance|limit|shop|buy|price|token|slot",
            "伤害|消耗|费用|共鸣|上限|商店|购买|价格|标记|栏",
        ),
        build=build_modify,
        example=(
            {"type": "modify", "stat": "spellDamage", "op": "add", "value": 2, "mode": "round"},
            {"type": "modify", "stat": "manaCost", "op": "add", "value": -1, "whose": "all", "mode": "once"},
        ),
        group="numbers",
        search=(
            "spell power this round, cards cost less, discount, cost reduction, aura, next spell, hand limit, bonus while equipped, spells cheaper, costs less, cheaper while, get cheaper",
            "本轮法术伤害、减费、费用减少、光环、下一张法术、手牌上限、装备期间加成、便宜、更便宜",
        ),
        icon="sparkles",
    )


__all__ = ["OF_PLAYERS", "build_modify", "modify_node"]
