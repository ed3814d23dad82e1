"""The targets: words of 003 that say whom an effect is done to. Those of choice are asked of this card's player.

Source: 003§2.3, 003§6; HA14, HA16.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.state import State
from engine.language.registry import NodeSpec
from engine.language.sayings import Case, Noun, Wording
from engine.language.shapes import Bi
from engine.rulesets.halo.happenings import SOURCE
from engine.rulesets.halo.nodes.here import (
    Env,
    Row,
    enemy,
    lane,
    open_to_view,
    owner,
    source,
    target,
)
from engine.rulesets.halo.table import BACK, FRONT, NUMBERS, ground, in_play
from engine.rulesets.halo.telling import presumed

SPEAKS_OF_SOURCE = "SOURCE"
"""A target or op whose name begins so speaks of the event's source (HA16)."""

SELF = "self"
"""What a case asks of the source where it is this card."""

Run = Callable[[State, Env], tuple[Any, ...]]


def the_source(st: State, env: Env) -> tuple[int, ...]:
    """The event's source; this card where the event has none."""
    found = source(st, env)
    return (found,) if found in st.ents else ()


def the_target(st: State, env: Env) -> tuple[int, ...]:
    """The event's target, a unit or vessel."""
    found = target(st, env)
    return (found,) if found in st.ents else ()


def the_event(st: State, env: Env) -> tuple[str, ...]:
    """The event itself."""
    return (str(env.get("?event", "")),)


def _row(row: str) -> Run:
    def run(st: State, env: Env) -> tuple[Row, ...]:
        where = lane(st, env)
        return (Row(owner(st, env), where, row),) if where else ()

    return run


def _in_lane(side: Callable[[State, Env], int]) -> Run:
    def run(st: State, env: Env) -> tuple[int, ...]:
        where = lane(st, env)
        return ground(st, side(st, env), where) if where else ()

    return run


def _everywhere(side: Callable[[State, Env], int]) -> Run:
    def run(st: State, env: Env) -> tuple[int, ...]:
        player = side(st, env)
        return tuple(eid for number in NUMBERS for eid in ground(st, player, number))

    return run


def chosen_ally(st: State, env: Env) -> tuple[int, ...]:
    """Whom the player may choose among their own."""
    return in_play(st, owner(st, env))


def chosen_enemy(st: State, env: Env) -> tuple[int, ...]:
    """Whom the player may choose among the enemy's: none that hides."""
    return tuple(eid for eid in in_play(st, enemy(st, env)) if open_to_view(st, eid))


_HERE = {SOURCE: SELF}
HERE = {
    "SOURCE_LANE_BACKLINE": (Case(_HERE, Bi("your back row of this lane", "本战线的己方后排")),),
    "SOURCE_LANE_FRONTLINE": (Case(_HERE, Bi("your front row of this lane", "本战线的己方前排")),),
    "SOURCE_LANE_ALLIES": (Case(_HERE, Bi("each of your units in this lane", "本战线的所有友方单位")),),
    "SOURCE_LANE_ENEMIES": (Case(_HERE, Bi("each enemy unit in this lane", "本战线的所有敌方单位")),),
}
"""The sentences of targets in the source's lane where the source is this card."""


def _called(en: str, zh: str) -> tuple[Mapping[str, Any], Noun]:
    return {}, Noun(en, en, zh)


MANY = {
    "SOURCE_LANE_BACKLINE": (
        (_HERE, Noun("", "units in your back row of this lane", "本战线己方后排的单位")),
        _called("units in your back row of that lane", "该战线己方后排的单位"),
    ),
    "SOURCE_LANE_FRONTLINE": (
        (_HERE, Noun("", "units in your front row of this lane", "本战线己方前排的单位")),
        _called("units in your front row of that lane", "该战线己方前排的单位"),
    ),
    "SOURCE_LANE_ALLIES": (
        (_HERE, Noun("", "allied units in this lane", "本战线的友方单位")),
        _called("allied units in that lane", "该战线的友方单位"),
    ),
    "SOURCE_LANE_ENEMIES": (
        (_HERE, Noun("", "enemy units in this lane", "本战线的敌方单位")),
        _called("enemy units in that lane", "该战线的敌方单位"),
    ),
    "ALL_ALLIES": (_called("allied units in play", "在场的友方单位"),),
    "ALL_ENEMIES": (_called("enemy units in play", "在场的敌方单位"),),
    "CHOSEN_ALLY": (_called("allies", "友方单位或舰船"),),
    "CHOSEN_ENEMY": (_called("enemies", "敌方单位或舰船"),),
}
"""What targets are called where they are counted."""


def _player(side: Callable[[State, Env], int]) -> Run:
    return lambda st, env: (side(st, env),)


def _target(name: str, title: Bi, gives: str, says: Bi, doc: Bi, run: Run) -> NodeSpec:
    """Return a target; one of choice is asked of this card's player."""
    asks = name.startswith("CHOSEN_")
    wording = Wording(cases=HERE.get(name, ()), called=MANY.get(name, ()), presumes=presumed(name))
    return NodeSpec("chooser", name, title, (), doc, says, wording, gives, run=run, suspends=asks, group="targets")


TARGETS = (
    _target(
        "SOURCE", Bi("The source", "来源"), "unit", Bi("{sourceEntityId}", "{sourceEntityId}"),
        Bi("The unit or vessel that the event comes from; this card on an event that comes from nobody, and on armory cards their bearer.", "引发事件的单位或舰船；事件没有来源时为此牌，军械则为其装备者。"),
        the_source,
    ),
    _target(
        "TARGET", Bi("The target", "目标"), "unit", Bi("{targetEntityId}", "{targetEntityId}"),
        Bi("The unit or vessel that the event is about.", "事件所针对的单位或舰船。"), the_target,
    ),
    _target(
        "EVENT", Bi("The event", "事件"), "event", Bi("this", "此事件"),
        Bi("The event itself, for effects that change it.", "事件本身，用于改变事件的效果。"), the_event,
    ),
    _target(
        "SOURCE_LANE_BACKLINE", Bi("Back row", "后排"), "row",
        Bi("your back row of that lane", "该战线的己方后排"),
        Bi("Your back row of the source's lane.", "来源所在战线的己方后排。"), _row(BACK),
    ),
    _target(
        "SOURCE_LANE_FRONTLINE", Bi("Front row", "前排"), "row",
        Bi("your front row of that lane", "该战线的己方前排"),
        Bi("Your front row of the source's lane.", "来源所在战线的己方前排。"), _row(FRONT),
    ),
    _target(
        "SOURCE_LANE_ALLIES", Bi("Allies in the lane", "同战线友军"), "unit[]",
        Bi("each of your units in that lane", "该战线的所有友方单位"),
        Bi("Your units on the ground of the source's lane, this one among them.", "来源所在战线的己方地面单位，包括自身。"),
        _in_lane(owner),
    ),
    _target(
        "SOURCE_LANE_ENEMIES", Bi("Enemies in the lane", "同战线敌军"), "unit[]",
        Bi("each enemy unit in that lane", "该战线的所有敌方单位"),
        Bi("The enemy's units on the ground of the source's lane.", "来源所在战线的敌方地面单位。"), _in_lane(enemy),
    ),
    _target(
        "ALL_ALLIES", Bi("All allies", "所有友军"), "unit[]", Bi("each of your units", "所有友方单位"),
        Bi("Your units on the ground of every lane.", "所有战线的己方地面单位。"), _everywhere(owner),
    ),
    _target(
        "ALL_ENEMIES", Bi("All enemies", "所有敌军"), "unit[]", Bi("each enemy unit", "所有敌方单位"),
        Bi("The enemy's units on the ground of every lane.", "所有战线的敌方地面单位。"), _everywhere(enemy),
    ),
    _target(
        "CHOSEN_ALLY", Bi("An ally of choice", "选择的友军"), "unit",
        Bi("an ally of your choice", "你选择的一个友方单位或舰船"),
        Bi("One of your units and vessels, asked of you.", "由你从己方单位和舰船中选择一个。"), chosen_ally,
    ),
    _target(
        "CHOSEN_ENEMY", Bi("An enemy of choice", "选择的敌军"), "unit",
        Bi("an enemy of your choice", "你选择的一个敌方单位或舰船"),
        Bi("One of the enemy's units and vessels, asked of you; none in camo.", "由你从敌方单位和舰船中选择一个；隐身者不可选。"),
        chosen_enemy,
    ),
    _target(
        "OWNER", Bi("You", "你"), "player", Bi("you", "你"), Bi("The player of this card.", "此牌的玩家。"), _player(owner),
    ),
    _target(
        "OPPONENT", Bi("Your opponent", "对手"), "player", Bi("your opponent", "对手"),
        Bi("That player's opponent.", "此牌玩家的对手。"), _player(enemy),
    ),
    _target(
        "OWNER_BASE", Bi("Your base", "己方基地"), "base", Bi("your base", "你的基地"),
        Bi("The base of this card's player.", "此牌玩家的基地。"), _player(owner),
    ),
    _target(
        "ENEMY_BASE", Bi("The enemy base", "敌方基地"), "base", Bi("the enemy base", "敌方基地"),
        Bi("The base of that player's opponent.", "此牌玩家对手的基地。"), _player(enemy),
    ),
)  # fmt: skip
