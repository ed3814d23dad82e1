"""The conditions of encounter: who did what to whom, what a unit is and where, and how the encounter stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import (
    ABSENT,
    PRESENT,
    ConditionPhrase,
    Enum,
    IntegerLiteral,
    LocalizedText,
    Noun,
    asks,
    case,
    field,
    optional,
)
from engine.toolkit.card_fields import TAG_TEXT
from engine.toolkit.nodes import Amount, by_word, condition, role_field, target_field, true_of_each
from engine.toolkit.rules import State

from ..roles import DOER_ROLES, ROLES
from ..table import (
    ABILITIES,
    count_controlled,
    has_tag,
    is_blind,
    is_unit,
    place_of,
    printed_card,
    range_of,
)
from ..words import COLORS, STATUSES, TAGS, TERRAIN, TERRAINS
from .choosers import SIDE, of_side
from .context import Env, is_doer, is_one, is_receiver

UNIT, UNIT_OR_REGION, ANYTHING = frozenset(("unit",)), frozenset(("unit", "region")), frozenset(("entity",))
CARD = frozenset(("card",))
ONE_UNIT = dict.fromkeys(("hero", "leader", "adjacent", "here"), UNIT)
ASKS_DOER = (
    asks(
        "the unit that does it",
        "引发该事件的单位",
        ("sourceUUID", "attackerUUID", "cardUUID", "unitUUID"),
        "is",
        {**ONE_UNIT, "host": UNIT, "otherAlly": ANYTHING, "neutral": ANYTHING, "giver": CARD},
    ),
)
"""Whose side it was is known of every event."""
ASKS_RECEIVER = (
    asks(
        "the unit to which it is done",
        "受该事件影响的单位",
        ("defenderUUID", "unitUUID", "regionUUID"),
        "is",
        {
            **ONE_UNIT,
            **dict.fromkeys(("ally", "otherAlly", "enemy"), UNIT),
            **dict.fromkeys(("host", "neutral"), UNIT_OR_REGION),
        },
    ),
)


WHO_FIELD = role_field(ROLES)


@true_of_each
def has_status(st: State, eid: int, status: str) -> bool:
    """Return whether all of some units have a status."""
    return is_unit(st, eid) and (is_blind(st, eid) if status == "blind" else bool(st.entities[eid][status]))


@true_of_each
def has_color(st: State, eid: int, color: str) -> bool:
    """Return whether all of some units or cards have a colour."""
    card = printed_card(st, eid)
    return card is not None and color in card.facts.get("colors", ())


@true_of_each
def on_ground(st: State, eid: int, terrain: str) -> bool:
    """Return whether all of some units are on a terrain, or died on it."""
    cell = place_of(st, eid)
    return cell >= 0 and st.globals["terrain"][cell] == TERRAIN[terrain]


def controls(st: State, env: Env, side: str | None, count: Amount) -> bool:
    """Return whether a side controls a number of regions."""
    return count_controlled(st, 3 - env.owner if side == "enemy" else env.owner) >= (count or 1)


def has_units(st: State, env: Env, side: str | None, count: Amount) -> bool:
    """Return whether a side has a number of units on the map."""
    return len(of_side(st, env.owner, side)) >= (count or 1)


@true_of_each
def is_ranged(st: State, eid: int) -> bool:
    """Return whether all of some units attack from a distance."""
    return is_unit(st, eid) and range_of(st, eid) > 1


@true_of_each
def has_ability(st: State, eid: int) -> bool:
    """Return whether all of some units bear an ability."""
    return bool(st.zones.get((eid, ABILITIES)))


_TARGET = target_field("unit")
_COUNT = optional("count", IntegerLiteral(1, 20), "Number", "数量", default=1)


YOU, OPPONENT = LocalizedText("you", "你"), LocalizedText("the opponent", "对手")


def _about(*fields: str) -> tuple[tuple[Mapping[str, Any], ConditionPhrase], ...]:
    """Return what the words say in the event's own sentence: who it is, or words about its noun."""
    phrases = {
        "host": ConditionPhrase(fields, itself=True),
        "ally": ConditionPhrase(fields, player=YOU, before=LocalizedText("friendly", "友方")),
        "otherAlly": ConditionPhrase(fields, before=LocalizedText("other friendly", "其他友方")),
        "enemy": ConditionPhrase(fields, player=OPPONENT, before=LocalizedText("opposing", "敌方")),
        "neutral": ConditionPhrase(fields, before=LocalizedText("neutral", "中立")),
        "hero": ConditionPhrase(fields, nouns=(({}, Noun("hero", "heroes", "英雄", "名")),)),
        "adjacent": ConditionPhrase(fields, before=LocalizedText("adjacent", "相邻的")),
        "here": ConditionPhrase(fields, suffix=LocalizedText("in this region", "位于此战区内")),
    }
    return tuple(({"is": name}, phrase) for name, phrase in phrases.items())


OWN = (
    condition(
        "DoneBy",
        "Done by",
        "由谁引发",
        (role_field(DOER_ROLES),),
        "Who attacked, moved, dealt the damage or killed.",
        "攻击、移动、造成伤害或击杀者。",
        "it is done by {is}",
        "由{is}引发",
        "it is not done by {is}",
        "并非由{is}引发",
        is_doer,
        ("attacker, source, mine, killer", "攻击者、来源、由谁、击杀者"),
        cases=by_word("is", DOER_ROLES, "it is done by ~", "引发者为~", "it is not done by ~", "引发者不是~"),
        phrases=_about("sourceUUID", "attackerUUID", "playerUUID", "unitUUID"),
        asks=ASKS_DOER,
    ),
    condition(
        "DoneTo",
        "Done to",
        "目标为",
        (WHO_FIELD,),
        "Who is attacked, damaged, healed, deployed or dies.",
        "被攻击、受到伤害、受到治疗、部署或阵亡者。",
        "the target is {is}",
        "目标为{is}",
        "the target is not {is}",
        "目标不为{is}",
        is_receiver,
        ("defender, victim, target, who dies", "防守者、受害者、目标、阵亡者"),
        cases=by_word("is", ROLES, "the target is ~", "目标为~", "the target is not ~", "目标不是~"),
        phrases=_about("defenderUUID", "unitUUID", "regionUUID"),
        asks=ASKS_RECEIVER,
    ),
    condition(
        "IsUnit",
        "Unit is",
        "单位为",
        (_TARGET, WHO_FIELD),
        "What a unit is, seen from the bearer.",
        "以携带者视角判断单位。",
        "{target} is {is}",
        "{target}为{is}",
        "{target} is not {is}",
        "{target}不为{is}",
        lambda st, env, found, who: bool(found) and all(is_one(st, env, eid, who) for eid in found),
        ("is hero, is leader, adjacent, ally, enemy", "是英雄、是首领、相邻、友方、敌方"),
        cases=by_word("is", ROLES, "{target} is ~", "{target}为~", "{target} is not ~", "{target}不为~"),
    ),
    condition(
        "HasStatus",
        "Has a status",
        "具有状态",
        (_TARGET, field("status", Enum(STATUSES), "Status", "状态")),
        "Mist makes blind, too.",
        "迷雾中的单位视为目盲。",
        "{target} is {status}",
        "{target}处于{status}状态",
        "{target} is not {status}",
        "{target}未处于{status}状态",
        has_status,
        ("blind, cursed, stumbling, dizzy, debuff", "目盲、诅咒、绊足、眩晕、负面状态"),
    ),
    condition(
        "HasColor",
        "Has a colour",
        "具有颜色",
        (_TARGET, field("color", Enum(COLORS), "Colour", "颜色")),
        "The unit is of this colour, or also of it.",
        "单位具有该颜色。",
        "{target} is {color}",
        "{target}为{color}色",
        "{target} is not {color}",
        "{target}不是{color}色",
        has_color,
        ("colour, red, green, blue", "颜色、红色、绿色"),
    ),
    condition(
        "HasTag",
        "Has a tag",
        "带有标签",
        (_TARGET, field("tag", TAG_TEXT, "Tag", "标签", called=TAGS)),
        "The unit has this printed tag.",
        "单位带有此标签。",
        "{target} is {tag:a}",
        "{target}为{tag}",
        "{target} is not {tag:a}",
        "{target}不是{tag}",
        true_of_each(has_tag),
        ("tag, people, profession", "标签、种族、职业"),
    ),
    condition(
        "OnTerrain",
        "On terrain",
        "位于地形",
        (_TARGET, field("terrain", Enum(TERRAINS[:5]), "Terrain", "地形")),
        "The ground of its cell.",
        "所在格子的地形。",
        "{target} is on {terrain} ground",
        "{target}位于{terrain}地形上",
        "{target} is not on {terrain} ground",
        "{target}不在{terrain}地形上",
        on_ground,
        ("terrain, ground, burning, mist", "地形、烧灼、迷雾"),
    ),
    condition(
        "IsRanged",
        "Is ranged",
        "为远程",
        (_TARGET,),
        "Its range is more than 1.",
        "攻击距离大于 1。",
        "{target} is ranged",
        "{target}为远程单位",
        "{target} is not ranged",
        "{target}不是远程单位",
        is_ranged,
        ("ranged, archer, far", "远程、弓手"),
    ),
    condition(
        "HasAbility",
        "Bears an ability",
        "携带异能",
        (_TARGET,),
        "Any ability at all.",
        "携带任意异能。",
        "{target} has an ability",
        "{target}具有异能",
        "{target} has no ability",
        "{target}不具有异能",
        has_ability,
        ("ability, vanilla", "异能、携带异能"),
    ),
    condition(
        "Controls",
        "Controls regions",
        "控制战区",
        (SIDE, _COUNT),
        "At least so many regions.",
        "至少控制若干战区。",
        "you control at least {count:region|regions}",
        "你控制至少{count:个战区}",
        "you control fewer than {count:region|regions}",
        "你控制的战区少于{count:个}",
        controls,
        ("region, control, ground held", "战区、控制"),
        cases=(
            case(
                {"side": "enemy", "count": PRESENT},
                "the opponent controls at least {count:region|regions}",
                "对手控制至少{count:个战区}",
                "the opponent controls fewer than {count:region|regions}",
                "对手控制的战区少于{count:个}",
            ),
            case(
                {"side": "enemy"},
                "the opponent controls a region",
                "对手控制着战区",
                "the opponent controls no region",
                "对手没有控制任何战区",
            ),
            case(
                {"side": "any", "count": PRESENT},
                "at least {count:region|regions} are under control",
                "至少{count:个战区}受到控制",
                "fewer than {count:region|regions} are under control",
                "受到控制的战区少于{count:个}",
            ),
            case(
                {"side": "any"},
                "a player controls a region",
                "有玩家控制着战区",
                "no player controls a region",
                "没有玩家控制任何战区",
            ),
            case(
                {"count": ABSENT},
                "you control a region",
                "你控制着战区",
                "you control no region",
                "你没有控制任何战区",
            ),
        ),
    ),
    condition(
        "HasUnits",
        "Has units",
        "拥有单位",
        (SIDE, _COUNT),
        "At least so many units on the map.",
        "场上至少有若干单位。",
        "you have at least {count:unit|units}",
        "你有至少{count:个单位}",
        "you have fewer than {count:unit|units}",
        "你的单位少于{count:个}",
        has_units,
        ("number of units, outnumber, alone", "单位数量、人数"),
        cases=(
            case(
                {"side": "enemy", "count": PRESENT},
                "the opponent has at least {count:unit|units}",
                "对手有至少{count:个单位}",
                "the opponent has fewer than {count:unit|units}",
                "对手的单位少于{count:个}",
            ),
            case(
                {"side": "enemy"},
                "the opponent has a unit",
                "对手场上有单位",
                "the opponent has no unit",
                "对手场上没有单位",
            ),
            case(
                {"side": "any", "count": ABSENT},
                "there is a unit in play",
                "场上有单位",
                "there is no unit in play",
                "场上没有单位",
            ),
            case(
                {"side": "any"},
                "there are at least {count:unit|units}",
                "场上有至少{count:个单位}",
                "there are fewer than {count:unit|units}",
                "场上单位少于{count:个}",
            ),
            case({"count": ABSENT}, "you have a unit", "你场上有单位", "you have no unit", "你场上没有单位"),
        ),
    ),
)
