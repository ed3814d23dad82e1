"""The targets: words for what an effect applies to. This card's player makes the choices.

Source: 003§2.3, 003§6; HA14, HA16; SOURCE.md, extensions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.language.spec import Noun, asks, case, extensions
from engine.toolkit.nodes import Entities
from engine.toolkit.rules import State

from ..event_phrases import SOURCE
from ..table import BACK, FRONT, NUMBERS, PLAYERS, active, ground_units, in_play, last_lane
from .ability_context import (
    Env,
    Row,
    Things,
    enemy,
    event_field,
    lane,
    open_to_view,
    owner,
    source,
    target,
    this,
)
from .effect_fields import OF_GROUND
from .event_conditions import ASKS_TARGET
from .rows import target_word

SPEAKS_OF_SOURCE = "SOURCE"
"""A target or op whose name begins so speaks of the event's source (HA16)."""
SELF = "self"
"""What a case asks of the source where it is this card."""
Run = Callable[[State, Env], Things]


def the_source(st: State, env: Env) -> Entities:
    """The event's source; this card where the event has none."""
    found = source(st, env)
    return (found,) if found in st.entities else ()


def the_target(st: State, env: Env) -> Entities:
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
    def run(st: State, env: Env) -> Entities:
        where = lane(st, env)
        return ground_units(st, seat(st, env), where) if where else ()

    return run


def _everywhere(seat: Callable[[State, Env], int]) -> Run:
    def run(st: State, env: Env) -> Entities:
        player = seat(st, env)
        return tuple(eid for number in NUMBERS for eid in ground_units(st, player, number))

    return run


def chosen_ally(st: State, env: Env) -> Entities:
    """Whom the player may choose among their own."""
    return in_play(st, owner(st, env))


def chosen_enemy(st: State, env: Env) -> Entities:
    """Whom the player may choose among the enemy's: none that hides."""
    return tuple(eid for eid in in_play(st, enemy(st, env)) if open_to_view(st, eid))


def _this(st: State, env: Env) -> Entities:
    found = this(st, env)
    return (found,) if found in st.entities else ()


def _namesakes(st: State, env: Env) -> Entities:
    """Return the other units of this card's player in its lane that are copies of the same card."""
    me = this(st, env)
    here = last_lane(st, me)
    mine = st.entities.get(me, {}).get("def")
    units = ground_units(st, owner(st, env), here) if here else ()
    return tuple(eid for eid in units if eid != me and st.entities[eid]["def"] == mine)


def _of(field: str) -> Run:
    """Return the player of a field of the event."""
    return lambda st, env: () if event_field(env, field) is None else (int(event_field(env, field)),)


def _pile(zone: str) -> Run:
    return lambda st, env: st.zone(owner(st, env), zone)


def _adjacent_row(step: int) -> Run:
    """Return the front row of the lane to the left or right of this card's lane."""

    def run(st: State, env: Env) -> tuple[Row, ...]:
        lane = last_lane(st, this(st, env))
        return (Row(owner(st, env), lane + step, FRONT),) if lane and lane + step in NUMBERS else ()

    return run


def _all(st: State, env: Env) -> Entities:
    return tuple(eid for player in PLAYERS for lane in NUMBERS for eid in ground_units(st, player, lane))


_OWN_SOURCE = {SOURCE: SELF}
ON_GROUND = {OF_GROUND: True}


def _plural(en: str, zh: str) -> tuple[Mapping[str, Any], Noun]:
    return {}, Noun(en, en, zh)


def _player(seat: Callable[[State, Env], int]) -> Run:
    return lambda st, env: (seat(st, env),)


TARGETS = (
    target_word(
        "SOURCE",
        "The source",
        "来源",
        "The unit or vessel that the event comes from; this card on an event that comes from nobody, and on armory cards their bearer.",
        "引发事件的单位或舰船；事件没有来源时为此牌，军械则为其装备者。",
        "{sourceEntityId}",
        "{sourceEntityId}",
        "unit",
        the_source,
        ("this unit, self, attacker, doer, itself", "自身、此单位、攻击者、来源"),
    ),
    target_word(
        "TARGET",
        "The target",
        "目标",
        "The unit or vessel that the event is about.",
        "事件所针对的单位或舰船。",
        "{targetEntityId}",
        "{targetEntityId}",
        "unit",
        the_target,
        ("victim, that unit, attacked, it", "该目标、受害者、被攻击者"),
        asks=(ASKS_TARGET,),
    ),
    target_word(
        "EVENT",
        "The event",
        "事件",
        "The event itself, for effects that change it.",
        "事件本身，用于改变事件的效果。",
        "this",
        "此事件",
        "event",
        the_event,
        ("this event, current damage, it happening", "当前事件、这次伤害、此事件"),
    ),
    target_word(
        "SOURCE_LANE_BACKLINE",
        "Back row",
        "后排",
        "Your back row of the source's lane.",
        "来源所在战线的己方后排。",
        "your back row of that lane",
        "该战线的己方后排",
        "row",
        _row(BACK),
        ("back row, behind, support row", "后排、后方、支援位"),
        cases=(case(_OWN_SOURCE, "your back row of this lane", "本战线的己方后排"),),
        called=(
            (_OWN_SOURCE, Noun("", "units in your back row of this lane", "本战线己方后排的单位")),
            _plural("units in your back row of that lane", "该战线己方后排的单位"),
        ),
    ),
    target_word(
        "SOURCE_LANE_FRONTLINE",
        "Front row",
        "前排",
        "Your front row of the source's lane.",
        "来源所在战线的己方前排。",
        "your front row of that lane",
        "该战线的己方前排",
        "row",
        _row(FRONT),
        ("front row, in front, tanks", "前排、前方、前线"),
        cases=(case(_OWN_SOURCE, "your front row of this lane", "本战线的己方前排"),),
        called=(
            (_OWN_SOURCE, Noun("", "units in your front row of this lane", "本战线己方前排的单位")),
            _plural("units in your front row of that lane", "该战线己方前排的单位"),
        ),
    ),
    target_word(
        "SOURCE_LANE_ALLIES",
        "Allies in the lane",
        "同战线友军",
        "Your units on the ground of the source's lane, this one among them.",
        "来源所在战线的己方地面单位，包括自身。",
        "each of your units in that lane",
        "该战线的所有友方单位",
        "unit[]",
        _in_lane(owner),
        ("friends here, allied lane, my units in lane, neighbours, allies in lane", "本路友军、同路己方、相邻友军"),
        cases=(case(_OWN_SOURCE, "each of your units in this lane", "本战线的所有友方单位"),),
        called=(
            (_OWN_SOURCE, Noun("", "allied units in this lane", "本战线的友方单位")),
            _plural("allied units in that lane", "该战线的友方单位"),
        ),
    ),
    target_word(
        "SOURCE_LANE_ENEMIES",
        "Enemies in the lane",
        "同战线敌军",
        "The enemy's units on the ground of the source's lane.",
        "来源所在战线的敌方地面单位。",
        "each enemy unit in that lane",
        "该战线的所有敌方单位",
        "unit[]",
        _in_lane(enemy),
        ("enemies here, opposing lane, units opposite, enemies in lane", "本路敌军、同路敌方、对面单位、本路敌人"),
        cases=(case(_OWN_SOURCE, "each enemy unit in this lane", "本战线的所有敌方单位"),),
        called=(
            (_OWN_SOURCE, Noun("", "enemy units in this lane", "本战线的敌方单位")),
            _plural("enemy units in that lane", "该战线的敌方单位"),
        ),
    ),
    target_word(
        "ALL_ALLIES",
        "All allies",
        "所有友军",
        "Your units on the ground of every lane.",
        "所有战线的己方地面单位。",
        "each of your units",
        "所有友方单位",
        "unit[]",
        _everywhere(owner),
        ("my units, every ally, team, mass buff, all your units", "全体友军、己方所有、群体增益、友军全体"),
        called=(_plural("allied units in play", "在场的友方单位"),),
    ),
    target_word(
        "ALL_ENEMIES",
        "All enemies",
        "所有敌军",
        "The enemy's units on the ground of every lane.",
        "所有战线的敌方地面单位。",
        "each enemy unit",
        "所有敌方单位",
        "unit[]",
        _everywhere(enemy),
        ("every enemy, area, aoe, mass damage, board wipe", "全体敌军、群体、范围、清场"),
        called=(_plural("enemy units in play", "在场的敌方单位"),),
    ),
    target_word(
        "CHOSEN_ALLY",
        "An ally of choice",
        "选择的友军",
        "One of your units and vessels, asked of you.",
        "由你从己方单位和舰船中选择一个。",
        "an ally of your choice",
        "你选择的一个友方单位或舰船",
        "unit",
        chosen_ally,
        ("target ally, pick friend, choose unit, an ally, ally, friendly unit", "指定友军、选择己方单位、友军"),
        cases=(case(ON_GROUND, "an allied unit of your choice", "你选择的一个友方单位"),),
        called=(
            (ON_GROUND, Noun("allied unit", "allied units", "友方单位")),
            ({}, Noun("ally", "allies", "友方单位或舰船")),
        ),
    ),
    target_word(
        "CHOSEN_ENEMY",
        "An enemy of choice",
        "选择的敌军",
        "One of the enemy's units and vessels, asked of you; none in camo.",
        "由你从敌方单位和舰船中选择一个；隐身者不可选。",
        "an enemy of your choice",
        "你选择的一个敌方单位或舰船",
        "unit",
        chosen_enemy,
        ("target enemy, pick enemy, enemy, enemy unit", "指定敌军、选择敌方单位、敌人、敌方单位"),
        cases=(case(ON_GROUND, "an enemy unit of your choice", "你选择的一个敌方单位"),),
        called=(
            (ON_GROUND, Noun("enemy unit", "enemy units", "敌方单位")),
            ({}, Noun("enemy", "enemies", "敌方单位或舰船")),
        ),
    ),
    target_word(
        "OWNER",
        "You",
        "你",
        "The player of this card.",
        "此牌的玩家。",
        "you",
        "你",
        "player",
        _player(owner),
        ("me, myself, you, controller, player", "我、自己、你、拥有者、玩家"),
    ),
    target_word(
        "OPPONENT",
        "Your opponent",
        "对手",
        "That player's opponent.",
        "此牌玩家的对手。",
        "your opponent",
        "对手",
        "player",
        _player(enemy),
        ("enemy player, other player, foe", "对手、敌方玩家、对方"),
    ),
    target_word(
        "OWNER_BASE",
        "Your base",
        "己方基地",
        "The base of this card's player.",
        "此牌玩家的基地。",
        "your base",
        "你的基地",
        "base",
        _player(owner),
        ("my base, own base, heal base, home", "我的基地、己方大本营、家"),
    ),
    target_word(
        "ENEMY_BASE",
        "The enemy base",
        "敌方基地",
        "The base of that player's opponent.",
        "此牌玩家对手的基地。",
        "the enemy base",
        "敌方基地",
        "base",
        _player(enemy),
        ("face, opponent base, burn, direct damage, their base, enemy base", "敌方基地、打脸、直伤、对方基地"),
    ),
)
ADDED_TARGETS = extensions(
    target_word(
        "THIS",
        "This card",
        "此牌",
        "This unit or vessel; of an armory card its bearer. Never the event's source or target.",
        "本单位或本舰船；军械则为其装备者。不指事件的来源或目标。",
        "{this}",
        "{this}",
        "piece",
        _this,
        ("self, this unit, itself", "自身、本单位、自己"),
        presumes="this",
    ),
    target_word(
        "ALL_UNITS",
        "All units",
        "所有单位",
        "The units on the ground of every lane, of both players.",
        "双方在所有战线地面上的单位。",
        "each unit",
        "所有单位",
        "unit[]",
        _all,
        ("everything, everyone, both sides, board wipe", "全场、双方、清场"),
        called=(({}, Noun("unit", "units in play", "在场的单位")),),
    ),
    target_word(
        "ACTIVE_PLAYER",
        "The active player",
        "回合玩家",
        "The player whose turn it is.",
        "当前回合的玩家。",
        "the active player",
        "当前回合的玩家",
        "player",
        lambda st, env: (active(st),),
        ("whose turn, current player", "当前玩家、回合玩家"),
    ),
    target_word(
        "EACH_PLAYER",
        "Each player",
        "每名玩家",
        "Both players, you first.",
        "双方玩家，你在先。",
        "each player",
        "每名玩家",
        "player[]",
        lambda st, env: (owner(st, env), 3 - owner(st, env)),
        ("both players, everyone", "双方、所有玩家"),
        called=(({}, Noun("player", "players", "玩家", "名")),),
    ),
    target_word(
        "SOURCE_PLAYER",
        "The event's player",
        "事件的玩家",
        "The player from whom the event comes.",
        "引发事件的玩家。",
        "{sourcePlayerId}",
        "{sourcePlayerId}",
        "player",
        _of("sourcePlayerId"),
        ("who did it, its player", "引发者、其玩家"),
        asks=(asks("a player from whom it comes", "引发该事件的玩家", ("sourcePlayerId",)),),
        presumes="",
    ),
    target_word(
        "NAMESAKES",
        "Namesakes here",
        "同名单位",
        "Your other units in this card's lane that are copies of the same card.",
        "与此牌同一战线、由同一张牌部署的其他己方单位。",
        "each other unit of yours with this name in this lane",
        "本战线的其他同名友方单位",
        "unit[]",
        _namesakes,
        ("copies, same name, swarm", "同名、复制、虫群"),
        called=(({}, Noun("unit", "other units of yours with this name in this lane", "本战线的其他同名友方单位")),),
    ),
    target_word(
        "OWN_HAND",
        "Your hand",
        "你的手牌",
        "The cards in your hand.",
        "你的手牌。",
        "each card in your hand",
        "你的所有手牌",
        "card[]",
        _pile("hand"),
        ("hand, cards in hand", "手牌、手中的牌"),
        called=(({}, Noun("card", "cards in your hand", "你的手牌", "张")),),
    ),
    target_word(
        "OWN_DECK",
        "Your deck",
        "你的牌库",
        "The cards in your deck.",
        "你牌库中的牌。",
        "each card in your deck",
        "你牌库中的所有牌",
        "card[]",
        _pile("deck"),
        ("deck, library, search", "牌库、检索"),
        called=(({}, Noun("card", "cards in your deck", "你牌库中的牌", "张")),),
    ),
    target_word(
        "OWN_DISCARD",
        "Your discard pile",
        "你的弃牌堆",
        "The cards in your discard pile.",
        "你弃牌堆中的牌。",
        "each card in your discard pile",
        "你弃牌堆中的所有牌",
        "card[]",
        _pile("discard"),
        ("graveyard, discard pile", "弃牌堆、墓地"),
        called=(({}, Noun("card", "cards in your discard pile", "你弃牌堆中的牌", "张")),),
    ),
    target_word(
        "LANE_LEFT",
        "Lane to the left",
        "左侧战线",
        "Your front row of the lane to the left of this card's lane; none beside the first.",
        "此牌所在战线左侧战线的己方前排；最左战线没有。",
        "the lane to the left",
        "左侧的战线",
        "row",
        _adjacent_row(-1),
        ("adjacent lane, left", "相邻战线、左侧"),
    ),
    target_word(
        "LANE_RIGHT",
        "Lane to the right",
        "右侧战线",
        "Your front row of the lane to the right of this card's lane; none beside the last.",
        "此牌所在战线右侧战线的己方前排；最右战线没有。",
        "the lane to the right",
        "右侧的战线",
        "row",
        _adjacent_row(1),
        ("adjacent lane, right", "相邻战线、右侧"),
    ),
)
