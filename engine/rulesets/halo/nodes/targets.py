"""The targets: words of 003 for what an effect applies to. This card's player makes the choices.

Source: 003§2.3, 003§6; HA14, HA16.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.state import State
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Case, Noun, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.halo.asking import FOUND
from engine.rulesets.halo.condition_phrases import presumed
from engine.rulesets.halo.event_phrases import SOURCE
from engine.rulesets.halo.nodes.ability_context import Env, Row, enemy, lane, open_to_view, owner, source, target
from engine.rulesets.halo.table import BACK, FRONT, NUMBERS, ground, in_play

SPEAKS_OF_SOURCE = "SOURCE"
"""A target or op whose name begins so speaks of the event's source (HA16)."""

SELF = "self"
"""What a case asks of the source where it is this card."""

Run = Callable[[State, Env], tuple[Any, ...]]


def the_source(st: State, env: Env) -> tuple[int, ...]:
    """The event's source; this card where the event has none."""
    found = source(st, env)
    return (found,) if found in st.entities else ()


def the_target(st: State, env: Env) -> tuple[int, ...]:
    """The event's target, a unit or vessel."""
    found = target(st, env)
    return (found,) if found in st.entities else ()


def the_event(st: State, env: Env) -> tuple[str, ...]:
    """The event itself."""
    return (env.event,)


def _row(row: str) -> Run:
    def run(st: State, env: Env) -> tuple[Row, ...]:
        where = lane(st, env)
        return (Row(owner(st, env), where, row),) if where else ()

    return run


def _in_lane(seat: Callable[[State, Env], int]) -> Run:
    def run(st: State, env: Env) -> tuple[int, ...]:
        where = lane(st, env)
        return ground(st, seat(st, env), where) if where else ()

    return run


def _everywhere(seat: Callable[[State, Env], int]) -> Run:
    def run(st: State, env: Env) -> tuple[int, ...]:
        player = seat(st, env)
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
    "SOURCE_LANE_BACKLINE": (Case(_HERE, LocalizedText("your back row of this lane", "本战线的己方后排")),),
    "SOURCE_LANE_FRONTLINE": (Case(_HERE, LocalizedText("your front row of this lane", "本战线的己方前排")),),
    "SOURCE_LANE_ALLIES": (Case(_HERE, LocalizedText("each of your units in this lane", "本战线的所有友方单位")),),
    "SOURCE_LANE_ENEMIES": (Case(_HERE, LocalizedText("each enemy unit in this lane", "本战线的所有敌方单位")),),
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


def _player(seat: Callable[[State, Env], int]) -> Run:
    return lambda st, env: (seat(st, env),)


def _target(
    name: str, title: LocalizedText, gives: str, phrase: LocalizedText, doc: LocalizedText, run: Run, **more: Any
) -> NodeSpec:
    """Return a target; one of choice is asked of this card's player."""
    asks = name.startswith("CHOSEN_")
    wording = Wording(cases=HERE.get(name, ()), called=MANY.get(name, ()), presumes=presumed(name))
    return NodeSpec(
        "chooser",
        name,
        title,
        (),
        doc,
        phrase,
        wording,
        output=NodeOutput(gives=gives),
        runtime=NodeRuntime(run=run),
        analysis=NodeAnalysis(suspends=asks, asks=FOUND.get(name, ())),
        group="targets",
        **more,
    )


TARGETS = (
    _target(
        "SOURCE", LocalizedText("The source", "来源"), "unit", LocalizedText("{sourceEntityId}", "{sourceEntityId}"),
        LocalizedText("The unit or vessel that the event comes from; this card on an event that comes from nobody, and on armory cards their bearer.", "引发事件的单位或舰船；事件没有来源时为此牌，军械则为其装备者。"),
        the_source,
        search=search_words("this unit, self, attacker, doer, itself", "自身、此单位、攻击者、来源"),
    ),
    _target(
        "TARGET", LocalizedText("The target", "目标"), "unit", LocalizedText("{targetEntityId}", "{targetEntityId}"),
        LocalizedText("The unit or vessel that the event is about.", "事件所针对的单位或舰船。"), the_target,
        search=search_words("victim, that unit, attacked, it", "该目标、受害者、被攻击者"),
    ),
    _target(
        "EVENT", LocalizedText("The event", "事件"), "event", LocalizedText("this", "此事件"),
        LocalizedText("The event itself, for effects that change it.", "事件本身，用于改变事件的效果。"), the_event,
        search=search_words("this event, current damage, it happening", "当前事件、这次伤害、此事件"),
    ),
    _target(
        "SOURCE_LANE_BACKLINE", LocalizedText("Back row", "后排"), "row",
        LocalizedText("your back row of that lane", "该战线的己方后排"),
        LocalizedText("Your back row of the source's lane.", "来源所在战线的己方后排。"), _row(BACK),
        search=search_words("back row, behind, support row", "后排、后方、支援位"),
    ),
    _target(
        "SOURCE_LANE_FRONTLINE", LocalizedText("Front row", "前排"), "row",
        LocalizedText("your front row of that lane", "该战线的己方前排"),
        LocalizedText("Your front row of the source's lane.", "来源所在战线的己方前排。"), _row(FRONT),
        search=search_words("front row, in front, tanks", "前排、前方、前线"),
    ),
    _target(
        "SOURCE_LANE_ALLIES", LocalizedText("Allies in the lane", "同战线友军"), "unit[]",
        LocalizedText("each of your units in that lane", "该战线的所有友方单位"),
        LocalizedText("Your units on the ground of the source's lane, this one among them.", "来源所在战线的己方地面单位，包括自身。"),
        _in_lane(owner),
        search=search_words("friends here, allied lane, my units in lane, neighbours", "本路友军、同路己方、相邻友军"),
    ),
    _target(
        "SOURCE_LANE_ENEMIES", LocalizedText("Enemies in the lane", "同战线敌军"), "unit[]",
        LocalizedText("each enemy unit in that lane", "该战线的所有敌方单位"),
        LocalizedText("The enemy's units on the ground of the source's lane.", "来源所在战线的敌方地面单位。"), _in_lane(enemy),
        search=search_words("enemies here, opposing lane, units opposite", "本路敌军、同路敌方、对面单位"),
    ),
    _target(
        "ALL_ALLIES", LocalizedText("All allies", "所有友军"), "unit[]", LocalizedText("each of your units", "所有友方单位"),
        LocalizedText("Your units on the ground of every lane.", "所有战线的己方地面单位。"), _everywhere(owner),
        search=search_words("my units, every ally, team, mass buff", "全体友军、己方所有、群体增益"),
    ),
    _target(
        "ALL_ENEMIES", LocalizedText("All enemies", "所有敌军"), "unit[]", LocalizedText("each enemy unit", "所有敌方单位"),
        LocalizedText("The enemy's units on the ground of every lane.", "所有战线的敌方地面单位。"), _everywhere(enemy),
        search=search_words("every enemy, area, aoe, mass damage, board wipe", "全体敌军、群体、范围、清场"),
    ),
    _target(
        "CHOSEN_ALLY", LocalizedText("An ally of choice", "选择的友军"), "unit",
        LocalizedText("an ally of your choice", "你选择的一个友方单位或舰船"),
        LocalizedText("One of your units and vessels, asked of you.", "由你从己方单位和舰船中选择一个。"), chosen_ally,
        search=search_words("target ally, pick friend, choose unit", "指定友军、选择己方单位"),
    ),
    _target(
        "CHOSEN_ENEMY", LocalizedText("An enemy of choice", "选择的敌军"), "unit",
        LocalizedText("an enemy of your choice", "你选择的一个敌方单位或舰船"),
        LocalizedText("One of the enemy's units and vessels, asked of you; none in camo.", "由你从敌方单位和舰船中选择一个；隐身者不可选。"),
        chosen_enemy,
        search=search_words("target enemy, pick enemy, choose opponent unit", "指定敌军、选择敌方单位"),
    ),
    _target(
        "OWNER", LocalizedText("You", "你"), "player", LocalizedText("you", "你"), LocalizedText("The player of this card.", "此牌的玩家。"), _player(owner),
        search=search_words("me, myself, you, controller, player", "我、自己、你、拥有者、玩家"),
    ),
    _target(
        "OPPONENT", LocalizedText("Your opponent", "对手"), "player", LocalizedText("your opponent", "对手"),
        LocalizedText("That player's opponent.", "此牌玩家的对手。"), _player(enemy),
        search=search_words("enemy player, other player, foe", "对手、敌方玩家、对方"),
    ),
    _target(
        "OWNER_BASE", LocalizedText("Your base", "己方基地"), "base", LocalizedText("your base", "你的基地"),
        LocalizedText("The base of this card's player.", "此牌玩家的基地。"), _player(owner),
        search=search_words("my base, own base, heal base, home", "我的基地、己方大本营、家"),
    ),
    _target(
        "ENEMY_BASE", LocalizedText("The enemy base", "敌方基地"), "base", LocalizedText("the enemy base", "敌方基地"),
        LocalizedText("The base of that player's opponent.", "此牌玩家对手的基地。"), _player(enemy),
        search=search_words("face, opponent base, burn, direct damage", "敌方基地、打脸、直伤"),
    ),
)  # fmt: skip
