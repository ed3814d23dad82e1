"""The targets: words for what an effect applies to. This card's player makes the choices.

Source: 003§2.3, 003§6; HA14, HA16; SOURCE.md, extensions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.state import State
from engine.language.spec.asking import Asks
from engine.language.spec.constructors import chooser, extensions
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import Case, Noun, Wording
from engine.language.spec.search import SearchWords, search_words
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.halo.event_phrases import SOURCE
from engine.rulesets.halo.nodes.ability_context import (
    Env,
    Row,
    enemy,
    event_field,
    lane,
    open_to_view,
    owner,
    source,
    target,
    this,
)
from engine.rulesets.halo.nodes.event_conditions import ASKS_TARGET, presumed_field
from engine.rulesets.halo.table import BACK, FRONT, NUMBERS, PLAYERS, active, ground_units, in_play, last_lane

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
        return ground_units(st, seat(st, env), where) if where else ()

    return run


def _everywhere(seat: Callable[[State, Env], int]) -> Run:
    def run(st: State, env: Env) -> tuple[int, ...]:
        player = seat(st, env)
        return tuple(eid for number in NUMBERS for eid in ground_units(st, player, number))

    return run


def chosen_ally(st: State, env: Env) -> tuple[int, ...]:
    """Whom the player may choose among their own."""
    return in_play(st, owner(st, env))


def chosen_enemy(st: State, env: Env) -> tuple[int, ...]:
    """Whom the player may choose among the enemy's: none that hides."""
    return tuple(eid for eid in in_play(st, enemy(st, env)) if open_to_view(st, eid))


def _this(st: State, env: Env) -> tuple[int, ...]:
    found = this(st, env)
    return (found,) if found in st.entities else ()


def _namesakes(st: State, env: Env) -> tuple[int, ...]:
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


def _all(st: State, env: Env) -> tuple[int, ...]:
    return tuple(eid for player in PLAYERS for lane in NUMBERS for eid in ground_units(st, player, lane))


_OWN_SOURCE = {SOURCE: SELF}


def _plural(en: str, zh: str) -> tuple[Mapping[str, Any], Noun]:
    return {}, Noun(en, en, zh)


def _player(seat: Callable[[State, Env], int]) -> Run:
    return lambda st, env: (seat(st, env),)


def target_word(  # noqa: PLR0913 - the parts of a target
    name: str,
    title: LocalizedText,
    doc: LocalizedText,
    phrase: LocalizedText,
    *,
    gives: str,
    run: Run,
    cases: tuple[Case, ...] = (),
    nouns: tuple[tuple[Mapping[str, Any], Noun], ...] = (),
    presumes: str | None = None,
    asks: tuple[Asks, ...] = (),
    search: SearchWords,
) -> NodeSpec:
    """Return a target; one of choice is asked of this card's player."""
    return chooser(
        name,
        title,
        (),
        doc,
        phrase,
        wording=Wording(cases=cases, called=nouns, presumes=presumed_field(name) if presumes is None else presumes),
        gives=gives,
        run=run,
        suspends=name.startswith("CHOSEN_"),
        asks=asks,
        group="targets",
        search=search,
    )


TARGETS = (
    target_word(
        "SOURCE",
        LocalizedText("The source", "来源"),
        LocalizedText(
            "The unit or vessel that the event comes from; this card on an event that comes from nobody, and on armory cards their bearer.",
            "引发事件的单位或舰船；事件没有来源时为此牌，军械则为其装备者。",
        ),
        LocalizedText("{sourceEntityId}", "{sourceEntityId}"),
        gives="unit",
        run=the_source,
        search=search_words("this unit, self, attacker, doer, itself", "自身、此单位、攻击者、来源"),
    ),
    target_word(
        "TARGET",
        LocalizedText("The target", "目标"),
        LocalizedText("The unit or vessel that the event is about.", "事件所针对的单位或舰船。"),
        LocalizedText("{targetEntityId}", "{targetEntityId}"),
        gives="unit",
        run=the_target,
        asks=(ASKS_TARGET,),
        search=search_words("victim, that unit, attacked, it", "该目标、受害者、被攻击者"),
    ),
    target_word(
        "EVENT",
        LocalizedText("The event", "事件"),
        LocalizedText("The event itself, for effects that change it.", "事件本身，用于改变事件的效果。"),
        LocalizedText("this", "此事件"),
        gives="event",
        run=the_event,
        search=search_words("this event, current damage, it happening", "当前事件、这次伤害、此事件"),
    ),
    target_word(
        "SOURCE_LANE_BACKLINE",
        LocalizedText("Back row", "后排"),
        LocalizedText("Your back row of the source's lane.", "来源所在战线的己方后排。"),
        LocalizedText("your back row of that lane", "该战线的己方后排"),
        gives="row",
        run=_row(BACK),
        cases=(Case(_OWN_SOURCE, LocalizedText("your back row of this lane", "本战线的己方后排")),),
        nouns=(
            (_OWN_SOURCE, Noun("", "units in your back row of this lane", "本战线己方后排的单位")),
            _plural("units in your back row of that lane", "该战线己方后排的单位"),
        ),
        search=search_words("back row, behind, support row", "后排、后方、支援位"),
    ),
    target_word(
        "SOURCE_LANE_FRONTLINE",
        LocalizedText("Front row", "前排"),
        LocalizedText("Your front row of the source's lane.", "来源所在战线的己方前排。"),
        LocalizedText("your front row of that lane", "该战线的己方前排"),
        gives="row",
        run=_row(FRONT),
        cases=(Case(_OWN_SOURCE, LocalizedText("your front row of this lane", "本战线的己方前排")),),
        nouns=(
            (_OWN_SOURCE, Noun("", "units in your front row of this lane", "本战线己方前排的单位")),
            _plural("units in your front row of that lane", "该战线己方前排的单位"),
        ),
        search=search_words("front row, in front, tanks", "前排、前方、前线"),
    ),
    target_word(
        "SOURCE_LANE_ALLIES",
        LocalizedText("Allies in the lane", "同战线友军"),
        LocalizedText(
            "Your units on the ground of the source's lane, this one among them.",
            "来源所在战线的己方地面单位，包括自身。",
        ),
        LocalizedText("each of your units in that lane", "该战线的所有友方单位"),
        gives="unit[]",
        run=_in_lane(owner),
        cases=(Case(_OWN_SOURCE, LocalizedText("each of your units in this lane", "本战线的所有友方单位")),),
        nouns=(
            (_OWN_SOURCE, Noun("", "allied units in this lane", "本战线的友方单位")),
            _plural("allied units in that lane", "该战线的友方单位"),
        ),
        search=search_words("friends here, allied lane, my units in lane, neighbours", "本路友军、同路己方、相邻友军"),
    ),
    target_word(
        "SOURCE_LANE_ENEMIES",
        LocalizedText("Enemies in the lane", "同战线敌军"),
        LocalizedText("The enemy's units on the ground of the source's lane.", "来源所在战线的敌方地面单位。"),
        LocalizedText("each enemy unit in that lane", "该战线的所有敌方单位"),
        gives="unit[]",
        run=_in_lane(enemy),
        cases=(Case(_OWN_SOURCE, LocalizedText("each enemy unit in this lane", "本战线的所有敌方单位")),),
        nouns=(
            (_OWN_SOURCE, Noun("", "enemy units in this lane", "本战线的敌方单位")),
            _plural("enemy units in that lane", "该战线的敌方单位"),
        ),
        search=search_words("enemies here, opposing lane, units opposite", "本路敌军、同路敌方、对面单位"),
    ),
    target_word(
        "ALL_ALLIES",
        LocalizedText("All allies", "所有友军"),
        LocalizedText("Your units on the ground of every lane.", "所有战线的己方地面单位。"),
        LocalizedText("each of your units", "所有友方单位"),
        gives="unit[]",
        run=_everywhere(owner),
        nouns=(_plural("allied units in play", "在场的友方单位"),),
        search=search_words("my units, every ally, team, mass buff", "全体友军、己方所有、群体增益"),
    ),
    target_word(
        "ALL_ENEMIES",
        LocalizedText("All enemies", "所有敌军"),
        LocalizedText("The enemy's units on the ground of every lane.", "所有战线的敌方地面单位。"),
        LocalizedText("each enemy unit", "所有敌方单位"),
        gives="unit[]",
        run=_everywhere(enemy),
        nouns=(_plural("enemy units in play", "在场的敌方单位"),),
        search=search_words("every enemy, area, aoe, mass damage, board wipe", "全体敌军、群体、范围、清场"),
    ),
    target_word(
        "CHOSEN_ALLY",
        LocalizedText("An ally of choice", "选择的友军"),
        LocalizedText("One of your units and vessels, asked of you.", "由你从己方单位和舰船中选择一个。"),
        LocalizedText("an ally of your choice", "你选择的一个友方单位或舰船"),
        gives="unit",
        run=chosen_ally,
        nouns=(_plural("allies", "友方单位或舰船"),),
        search=search_words("target ally, pick friend, choose unit", "指定友军、选择己方单位"),
    ),
    target_word(
        "CHOSEN_ENEMY",
        LocalizedText("An enemy of choice", "选择的敌军"),
        LocalizedText(
            "One of the enemy's units and vessels, asked of you; none in camo.",
            "由你从敌方单位和舰船中选择一个；隐身者不可选。",
        ),
        LocalizedText("an enemy of your choice", "你选择的一个敌方单位或舰船"),
        gives="unit",
        run=chosen_enemy,
        nouns=(_plural("enemies", "敌方单位或舰船"),),
        search=search_words("target enemy, pick enemy, choose opponent unit", "指定敌军、选择敌方单位"),
    ),
    target_word(
        "OWNER",
        LocalizedText("You", "你"),
        LocalizedText("The player of this card.", "此牌的玩家。"),
        LocalizedText("you", "你"),
        gives="player",
        run=_player(owner),
        search=search_words("me, myself, you, controller, player", "我、自己、你、拥有者、玩家"),
    ),
    target_word(
        "OPPONENT",
        LocalizedText("Your opponent", "对手"),
        LocalizedText("That player's opponent.", "此牌玩家的对手。"),
        LocalizedText("your opponent", "对手"),
        gives="player",
        run=_player(enemy),
        search=search_words("enemy player, other player, foe", "对手、敌方玩家、对方"),
    ),
    target_word(
        "OWNER_BASE",
        LocalizedText("Your base", "己方基地"),
        LocalizedText("The base of this card's player.", "此牌玩家的基地。"),
        LocalizedText("your base", "你的基地"),
        gives="base",
        run=_player(owner),
        search=search_words("my base, own base, heal base, home", "我的基地、己方大本营、家"),
    ),
    target_word(
        "ENEMY_BASE",
        LocalizedText("The enemy base", "敌方基地"),
        LocalizedText("The base of that player's opponent.", "此牌玩家对手的基地。"),
        LocalizedText("the enemy base", "敌方基地"),
        gives="base",
        run=_player(enemy),
        search=search_words("face, opponent base, burn, direct damage", "敌方基地、打脸、直伤"),
    ),
)
ADDED_TARGETS = extensions(
    target_word(
        "THIS",
        LocalizedText("This card", "此牌"),
        LocalizedText(
            "This unit or vessel; of an armory card its bearer. Never the event's source or target.",
            "本单位或本舰船；军械则为其装备者。不指事件的来源或目标。",
        ),
        LocalizedText("{this}", "{this}"),
        gives="piece",
        run=_this,
        presumes="this",
        search=search_words("self, this unit, itself", "自身、本单位、自己"),
    ),
    target_word(
        "ALL_UNITS",
        LocalizedText("All units", "所有单位"),
        LocalizedText("The units on the ground of every lane, of both players.", "双方在所有战线地面上的单位。"),
        LocalizedText("each unit", "所有单位"),
        gives="unit[]",
        run=_all,
        nouns=(({}, Noun("unit", "units in play", "在场的单位")),),
        search=search_words("everything, everyone, both sides, board wipe", "全场、双方、清场"),
    ),
    target_word(
        "ACTIVE_PLAYER",
        LocalizedText("The active player", "回合玩家"),
        LocalizedText("The player whose turn it is.", "当前回合的玩家。"),
        LocalizedText("the active player", "当前回合的玩家"),
        gives="player",
        run=lambda st, env: (active(st),),
        search=search_words("whose turn, current player", "当前玩家、回合玩家"),
    ),
    target_word(
        "EACH_PLAYER",
        LocalizedText("Each player", "每名玩家"),
        LocalizedText("Both players, you first.", "双方玩家，你在先。"),
        LocalizedText("each player", "每名玩家"),
        gives="player[]",
        run=lambda st, env: (owner(st, env), 3 - owner(st, env)),
        nouns=(({}, Noun("player", "players", "玩家", "名")),),
        search=search_words("both players, everyone", "双方、所有玩家"),
    ),
    target_word(
        "SOURCE_PLAYER",
        LocalizedText("The event's player", "事件的玩家"),
        LocalizedText("The player from whom the event comes.", "引发事件的玩家。"),
        LocalizedText("that player", "该玩家"),
        gives="player",
        run=_of("sourcePlayerId"),
        asks=(Asks(LocalizedText("a player from whom it comes", "引发该事件的玩家"), ("sourcePlayerId",)),),
        presumes="",
        search=search_words("who did it, its player", "引发者、其玩家"),
    ),
    target_word(
        "NAMESAKES",
        LocalizedText("Namesakes here", "同名单位"),
        LocalizedText(
            "Your other units in this card's lane that are copies of the same card.",
            "与此牌同一战线、由同一张牌部署的其他己方单位。",
        ),
        LocalizedText("each other unit of yours with this name in this lane", "本战线的其他同名友方单位"),
        gives="unit[]",
        run=_namesakes,
        nouns=(({}, Noun("unit", "other units of yours with this name in this lane", "本战线的其他同名友方单位")),),
        search=search_words("copies, same name, swarm", "同名、复制、虫群"),
    ),
    target_word(
        "OWN_HAND",
        LocalizedText("Your hand", "你的手牌"),
        LocalizedText("The cards in your hand.", "你的手牌。"),
        LocalizedText("each card in your hand", "你的所有手牌"),
        gives="card[]",
        run=_pile("hand"),
        nouns=(({}, Noun("card", "cards in your hand", "你的手牌", "张")),),
        search=search_words("hand, cards in hand", "手牌、手中的牌"),
    ),
    target_word(
        "OWN_DECK",
        LocalizedText("Your deck", "你的牌库"),
        LocalizedText("The cards in your deck.", "你牌库中的牌。"),
        LocalizedText("each card in your deck", "你牌库中的所有牌"),
        gives="card[]",
        run=_pile("deck"),
        nouns=(({}, Noun("card", "cards in your deck", "你牌库中的牌", "张")),),
        search=search_words("deck, library, search", "牌库、检索"),
    ),
    target_word(
        "OWN_DISCARD",
        LocalizedText("Your discard pile", "你的弃牌堆"),
        LocalizedText("The cards in your discard pile.", "你弃牌堆中的牌。"),
        LocalizedText("each card in your discard pile", "你弃牌堆中的所有牌"),
        gives="card[]",
        run=_pile("discard"),
        nouns=(({}, Noun("card", "cards in your discard pile", "你弃牌堆中的牌", "张")),),
        search=search_words("graveyard, discard pile", "弃牌堆、墓地"),
    ),
    target_word(
        "LANE_LEFT",
        LocalizedText("Lane to the left", "左侧战线"),
        LocalizedText(
            "Your front row of the lane to the left of this card's lane; none beside the first.",
            "此牌所在战线左侧战线的己方前排；最左战线没有。",
        ),
        LocalizedText("the lane to the left", "左侧的战线"),
        gives="row",
        run=_adjacent_row(-1),
        search=search_words("adjacent lane, left", "相邻战线、左侧"),
    ),
    target_word(
        "LANE_RIGHT",
        LocalizedText("Lane to the right", "右侧战线"),
        LocalizedText(
            "Your front row of the lane to the right of this card's lane; none beside the last.",
            "此牌所在战线右侧战线的己方前排；最右战线没有。",
        ),
        LocalizedText("the lane to the right", "右侧的战线"),
        gives="row",
        run=_adjacent_row(1),
        search=search_words("adjacent lane, right", "相邻战线、右侧"),
    ),
)
