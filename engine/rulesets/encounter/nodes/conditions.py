"""The conditions of encounter: who did what to whom, what a unit is and where, and how the encounter stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.state import State
from engine.language.nodes.declaring import condition
from engine.language.spec.asking import Asks
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, ConditionPhrase, Is, Noun
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Option, Targets
from engine.ruleset.card_fields import TAG_TEXT
from engine.rulesets.encounter.nodes.choosers import SIDE, of_side
from engine.rulesets.encounter.nodes.context import Env, is_doer, is_one, is_receiver
from engine.rulesets.encounter.table import (
    ABILITIES,
    count_controlled,
    has_tag,
    is_blind,
    is_unit,
    place_of,
    printed_card,
    range_of,
)
from engine.rulesets.encounter.words import COLORS, STATUSES, TAGS, TERRAIN, TERRAINS

ROLES = {
    "host": LocalizedText("this unit", "此单位"),
    "ally": LocalizedText("a friendly unit", "友方单位"),
    "otherAlly": LocalizedText("another friendly unit", "其他友方单位"),
    "enemy": LocalizedText("an opposing unit", "敌方单位"),
    "neutral": LocalizedText("a neutral unit", "中立单位"),
    "hero": LocalizedText("a hero", "英雄"),
    "leader": LocalizedText("a leader", "首领"),
    "adjacent": LocalizedText("an adjacent unit", "相邻单位"),
    "here": LocalizedText("a unit in this region", "此战区内的单位"),
}
DOER_ROLES = {**ROLES, "giver": LocalizedText("the card that brought it", "带来它的牌")}
UNIT, UNIT_OR_REGION, ANYTHING = frozenset(("unit",)), frozenset(("unit", "region")), frozenset(("entity",))
CARD = frozenset(("card",))
ONE_UNIT = dict.fromkeys(("hero", "leader", "adjacent", "here"), UNIT)
ASKS_DOER = (
    Asks(
        LocalizedText("the unit that does it", "引发该事件的单位"),
        ("sourceUUID", "attackerUUID", "cardUUID", "unitUUID"),
        "is",
        {**ONE_UNIT, "host": UNIT, "otherAlly": ANYTHING, "neutral": ANYTHING, "giver": CARD},
    ),
)
"""Whose side it was is known of every event."""
ASKS_RECEIVER = (
    Asks(
        LocalizedText("the unit to which it is done", "受该事件影响的单位"),
        ("defenderUUID", "unitUUID", "regionUUID"),
        "is",
        {
            **ONE_UNIT,
            **dict.fromkeys(("ally", "otherAlly", "enemy"), UNIT),
            **dict.fromkeys(("host", "neutral"), UNIT_OR_REGION),
        },
    ),
)


def _role_field(roles: Mapping[str, LocalizedText]) -> Field:
    return Field("is", Enum(tuple(Option(name, title) for name, title in roles.items())), LocalizedText("Is", "是"))


WHO_FIELD = _role_field(ROLES)


def has_status(st: State, env: Env, targets: tuple[int, ...], status: str) -> bool:
    """Return whether all of some units have a status."""
    return bool(targets) and all(
        is_unit(st, eid) and (is_blind(st, eid) if status == "blind" else bool(st.entities[eid][status]))
        for eid in targets
    )


def has_color(st: State, env: Env, targets: tuple[int, ...], color: str) -> bool:
    """Return whether all of some units or cards have a colour."""
    cards = [printed_card(st, eid) for eid in targets]
    return bool(cards) and all(card is not None and color in card.facts.get("colors", ()) for card in cards)


def all_have_tag(st: State, env: Env, targets: tuple[int, ...], tag: str) -> bool:
    """Return whether all of some units or cards have a tag."""
    return bool(targets) and all(has_tag(st, eid, tag) for eid in targets)


def on_ground(st: State, env: Env, targets: tuple[int, ...], terrain: str) -> bool:
    """Return whether all of some units are on a terrain, or died on it."""
    cells = [place_of(st, eid) for eid in targets]
    return bool(cells) and all(cell >= 0 and st.globals["terrain"][cell] == TERRAIN[terrain] for cell in cells)


def controls(st: State, env: Env, side: str | None, count: int | None) -> bool:
    """Return whether a side controls a number of regions."""
    return count_controlled(st, 3 - env.owner if side == "enemy" else env.owner) >= (count or 1)


def has_units(st: State, env: Env, side: str | None, count: int | None) -> bool:
    """Return whether a side has a number of units on the map."""
    return len(of_side(st, env.owner, side)) >= (count or 1)


def is_ranged(st: State, env: Env, targets: tuple[int, ...]) -> bool:
    """Return whether all of some units attack from a distance."""
    return bool(targets) and all(is_unit(st, eid) and range_of(st, eid) > 1 for eid in targets)


def has_ability(st: State, env: Env, targets: tuple[int, ...]) -> bool:
    """Return whether all of some units bear an ability."""
    return bool(targets) and all(bool(st.zones.get((eid, ABILITIES))) for eid in targets)


_TARGET = Field("target", Targets("unit"), LocalizedText("Target", "目标"))
_COUNT = Field("count", IntegerLiteral(1, 20), LocalizedText("Number", "数量"), required=False, default=1)


def _cases(roles: Mapping[str, LocalizedText], en: str, en_not: str, zh: str, zh_not: str) -> tuple[Case, ...]:
    return tuple(
        Case(
            {"is": name},
            LocalizedText(f"{en} {text.en}", f"{zh}{text.zh}"),
            LocalizedText(f"{en_not} {text.en}", f"{zh_not}{text.zh}"),
        )
        for name, text in roles.items()
    )


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
        "here": ConditionPhrase(fields, behind=LocalizedText("in this region", "位于此战区内")),
    }
    return tuple(({"is": name}, phrase) for name, phrase in phrases.items())


OWN = (
    condition(
        "DoneBy",
        LocalizedText("Done by", "由谁引发"),
        (_role_field(DOER_ROLES),),
        LocalizedText("Who attacked, moved, dealt the damage or killed.", "攻击、移动、造成伤害或击杀者。"),
        LocalizedText("it is done by {is}", "由{is}引发"),
        LocalizedText("it is not done by {is}", "并非由{is}引发"),
        is_doer,
        ("attacker, source, mine, killer", "攻击者、来源、由谁、击杀者"),
        cases=_cases(DOER_ROLES, "it is done by", "it is not done by", "引发者为", "引发者不是"),
        phrases=_about("sourceUUID", "attackerUUID", "playerUUID", "unitUUID"),
        asks=ASKS_DOER,
    ),
    condition(
        "DoneTo",
        LocalizedText("Done to", "目标为"),
        (WHO_FIELD,),
        LocalizedText(
            "Who is attacked, damaged, healed, deployed or dies.", "被攻击、受到伤害、受到治疗、部署或阵亡者。"
        ),
        LocalizedText("it is done to {is}", "目标为{is}"),
        LocalizedText("it is not done to {is}", "目标不为{is}"),
        is_receiver,
        ("defender, victim, target, who dies", "防守者、受害者、目标、阵亡者"),
        cases=_cases(ROLES, "it is done to", "it is not done to", "目标为", "目标不是"),
        phrases=_about("defenderUUID", "unitUUID"),
        asks=ASKS_RECEIVER,
    ),
    condition(
        "IsUnit",
        LocalizedText("Unit is", "单位为"),
        (_TARGET, WHO_FIELD),
        LocalizedText("What a unit is, seen from the bearer.", "以携带者视角判断单位。"),
        LocalizedText("{target} is {is}", "{target}为{is}"),
        LocalizedText("{target} is not {is}", "{target}不为{is}"),
        lambda st, env, found, who: bool(found) and all(is_one(st, env, eid, who) for eid in found),
        ("is hero, is leader, adjacent, ally, enemy", "是英雄、是首领、相邻、友方、敌方"),
        cases=tuple(
            Case(
                {"is": name},
                LocalizedText(f"{{target}} is {text.en}", f"{{target}}为{text.zh}"),
                LocalizedText(f"{{target}} is not {text.en}", f"{{target}}不为{text.zh}"),
            )
            for name, text in ROLES.items()
        ),
    ),
    condition(
        "HasStatus",
        LocalizedText("Has a status", "具有状态"),
        (_TARGET, Field("status", Enum(STATUSES), LocalizedText("Status", "状态"))),
        LocalizedText("Mist makes blind, too.", "迷雾中的单位视为目盲。"),
        LocalizedText("{target} is {status}", "{target}处于{status}状态"),
        LocalizedText("{target} is not {status}", "{target}未处于{status}状态"),
        has_status,
        ("blind, cursed, stumbling, dizzy, debuff", "目盲、诅咒、绊足、眩晕、负面状态"),
    ),
    condition(
        "HasColor",
        LocalizedText("Has a colour", "具有颜色"),
        (_TARGET, Field("color", Enum(COLORS), LocalizedText("Colour", "颜色"))),
        LocalizedText("The unit is of this colour, or also of it.", "单位具有该颜色。"),
        LocalizedText("{target} is {color}", "{target}为{color}色"),
        LocalizedText("{target} is not {color}", "{target}不是{color}色"),
        has_color,
        ("colour, red, green, blue", "颜色、红色、绿色"),
    ),
    condition(
        "HasTag",
        LocalizedText("Has a tag", "带有标签"),
        (_TARGET, Field("tag", TAG_TEXT, LocalizedText("Tag", "标签"), called=TAGS)),
        LocalizedText("The unit has this printed tag.", "单位带有此标签。"),
        LocalizedText("{target} is {tag:a}", "{target}为{tag}"),
        LocalizedText("{target} is not {tag:a}", "{target}不是{tag}"),
        all_have_tag,
        ("tag, people, profession", "标签、种族、职业"),
    ),
    condition(
        "OnTerrain",
        LocalizedText("On terrain", "位于地形"),
        (_TARGET, Field("terrain", Enum(TERRAINS[:5]), LocalizedText("Terrain", "地形"))),
        LocalizedText("The ground of its cell.", "所在格子的地形。"),
        LocalizedText("{target} is on {terrain} ground", "{target}位于{terrain}地形上"),
        LocalizedText("{target} is not on {terrain} ground", "{target}不在{terrain}地形上"),
        on_ground,
        ("terrain, ground, burning, mist", "地形、烧灼、迷雾"),
    ),
    condition(
        "IsRanged",
        LocalizedText("Is ranged", "为远程"),
        (_TARGET,),
        LocalizedText("Its range is more than 1.", "攻击距离大于 1。"),
        LocalizedText("{target} is ranged", "{target}为远程单位"),
        LocalizedText("{target} is not ranged", "{target}不是远程单位"),
        is_ranged,
        ("ranged, archer, far", "远程、弓手"),
    ),
    condition(
        "HasAbility",
        LocalizedText("Bears an ability", "携带异能"),
        (_TARGET,),
        LocalizedText("Any ability at all.", "携带任意异能。"),
        LocalizedText("{target} has an ability", "{target}具有异能"),
        LocalizedText("{target} has no ability", "{target}不具有异能"),
        has_ability,
        ("ability, vanilla", "异能、携带异能"),
    ),
    condition(
        "Controls",
        LocalizedText("Controls regions", "控制战区"),
        (SIDE, _COUNT),
        LocalizedText("At least so many regions.", "至少控制若干战区。"),
        LocalizedText("you control at least {count:region|regions}", "你控制至少{count:个战区}"),
        LocalizedText("you control fewer than {count:region|regions}", "你控制的战区少于{count:个}"),
        controls,
        ("region, control, ground held", "战区、控制"),
        cases=(
            Case(
                {"side": "enemy", "count": Is.PRESENT},
                LocalizedText("the opponent controls at least {count:region|regions}", "对手控制至少{count:个战区}"),
                LocalizedText(
                    "the opponent controls fewer than {count:region|regions}", "对手控制的战区少于{count:个}"
                ),
            ),
            Case(
                {"side": "enemy"},
                LocalizedText("the opponent controls a region", "对手控制着战区"),
                LocalizedText("the opponent controls no region", "对手没有控制任何战区"),
            ),
            Case(
                {"count": Is.ABSENT},
                LocalizedText("you control a region", "你控制着战区"),
                LocalizedText("you control no region", "你没有控制任何战区"),
            ),
        ),
    ),
    condition(
        "HasUnits",
        LocalizedText("Has units", "拥有单位"),
        (SIDE, _COUNT),
        LocalizedText("At least so many units on the map.", "场上至少有若干单位。"),
        LocalizedText("you have at least {count:unit|units}", "你有至少{count:个单位}"),
        LocalizedText("you have fewer than {count:unit|units}", "你的单位少于{count:个}"),
        has_units,
        ("number of units, outnumber, alone", "单位数量、人数"),
        cases=(
            Case(
                {"side": "enemy", "count": Is.PRESENT},
                LocalizedText("the opponent has at least {count:unit|units}", "对手有至少{count:个单位}"),
                LocalizedText("the opponent has fewer than {count:unit|units}", "对手的单位少于{count:个}"),
            ),
            Case(
                {"side": "enemy"},
                LocalizedText("the opponent has a unit", "对手场上有单位"),
                LocalizedText("the opponent has no unit", "对手场上没有单位"),
            ),
            Case(
                {"side": "any"},
                LocalizedText("there are at least {count:unit|units}", "场上有至少{count:个单位}"),
                LocalizedText("there are fewer than {count:unit|units}", "场上单位少于{count:个}"),
            ),
            Case(
                {"count": Is.ABSENT},
                LocalizedText("you have a unit", "你场上有单位"),
                LocalizedText("you have no unit", "你场上没有单位"),
            ),
        ),
    ),
)
