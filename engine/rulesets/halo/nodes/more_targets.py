"""The targets that 003 does not list: this card, the player in turn, cards that are not in play, and lanes by name. Source: SOURCE.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.state import State
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Noun, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.halo.asking import FOUND
from engine.rulesets.halo.nodes.ability_context import Env, Row, event_field, owner, this
from engine.rulesets.halo.table import FRONT, NUMBERS, PLAYERS, active, ground, last_lane

Run = Callable[[State, Env], tuple[Any, ...]]


def _named(  # noqa: PLR0913 - the parts of a target
    name: str, title: LocalizedText, gives: str, phrase: LocalizedText, doc: LocalizedText, run: Run, many: Noun | None = None, presumes: str = "", **more: Any) -> NodeSpec:  # fmt: skip
    called: Any = (({}, many),) if many is not None else ()
    return NodeSpec(
        "chooser", name, title, (), doc, phrase, Wording(called=called, presumes=presumes), output=NodeOutput(gives=gives),
        analysis=NodeAnalysis(asks=FOUND.get(name, ())), runtime=NodeRuntime(run=run), group="targets", extension=True, **more,
    )  # fmt: skip


def _this(st: State, env: Env) -> tuple[int, ...]:
    found = this(st, env)
    return (found,) if found in st.entities else ()


def _namesakes(st: State, env: Env) -> tuple[int, ...]:
    """Return the other units of this card's player in its lane that are copies of the same card."""
    me = this(st, env)
    here = last_lane(st, me)
    mine = st.entities.get(me, {}).get("def")
    units = ground(st, owner(st, env), here) if here else ()
    return tuple(eid for eid in units if eid != me and st.entities[eid]["def"] == mine)


def _of(field: str) -> Run:
    """Return the player of a field of the event."""
    return lambda st, env: () if event_field(env, field) is None else (int(event_field(env, field)),)


def _pile(zone: str) -> Run:
    return lambda st, env: st.zone(owner(st, env), zone)


def _beside(step: int) -> Run:
    """Return the front row of the lane to the left or right of this card's lane."""

    def run(st: State, env: Env) -> tuple[Row, ...]:
        lane = last_lane(st, this(st, env))
        return (Row(owner(st, env), lane + step, FRONT),) if lane and lane + step in NUMBERS else ()

    return run


def _all(st: State, env: Env) -> tuple[int, ...]:
    return tuple(eid for player in PLAYERS for lane in NUMBERS for eid in ground(st, player, lane))


MORE_TARGETS = (
    _named("THIS", LocalizedText("This card", "此牌"), "piece", LocalizedText("{this}", "{this}"), LocalizedText("This unit or vessel; of an armory card its bearer. Never the event's source or target.", "本单位或本舰船；军械则为其装备者。不指事件的来源或目标。"), _this, presumes="this", search=search_words("self, this unit, itself", "自身、本单位、自己")),
    _named("ALL_UNITS", LocalizedText("All units", "所有单位"), "unit[]", LocalizedText("each unit", "所有单位"), LocalizedText("The units on the ground of every lane, of both players.", "双方在所有战线地面上的单位。"), _all, Noun("unit", "units in play", "在场的单位"), search=search_words("everything, everyone, both sides, board wipe", "全场、双方、清场")),
    _named("ACTIVE_PLAYER", LocalizedText("The active player", "回合玩家"), "player", LocalizedText("the active player", "当前回合的玩家"), LocalizedText("The player whose turn it is.", "当前回合的玩家。"), lambda st, env: (active(st),), search=search_words("whose turn, current player", "当前玩家、回合玩家")),
    _named("EACH_PLAYER", LocalizedText("Each player", "每名玩家"), "player[]", LocalizedText("each player", "每名玩家"), LocalizedText("Both players, you first.", "双方玩家，你在先。"), lambda st, env: (owner(st, env), 3 - owner(st, env)), Noun("player", "players", "玩家", "名"), search=search_words("both players, everyone", "双方、所有玩家")),
    _named("SOURCE_PLAYER", LocalizedText("The event's player", "事件的玩家"), "player", LocalizedText("that player", "该玩家"), LocalizedText("The player from whom the event comes.", "引发事件的玩家。"), _of("sourcePlayerId"), search=search_words("who did it, its player", "引发者、其玩家")),
    _named("NAMESAKES", LocalizedText("Namesakes here", "同名单位"), "unit[]", LocalizedText("each other unit of yours with this name in this lane", "本战线的其他同名友方单位"), LocalizedText("Your other units in this card's lane that are copies of the same card.", "与此牌同一战线、由同一张牌部署的其他己方单位。"), _namesakes, Noun("unit", "other units of yours with this name in this lane", "本战线的其他同名友方单位"), search=search_words("copies, same name, swarm", "同名、复制、虫群")),
    _named("OWN_HAND", LocalizedText("Your hand", "你的手牌"), "card[]", LocalizedText("each card in your hand", "你的所有手牌"), LocalizedText("The cards in your hand.", "你的手牌。"), _pile("hand"), Noun("card", "cards in your hand", "你的手牌", "张"), search=search_words("hand, cards in hand", "手牌、手中的牌")),
    _named("OWN_DECK", LocalizedText("Your deck", "你的牌库"), "card[]", LocalizedText("each card in your deck", "你牌库中的所有牌"), LocalizedText("The cards in your deck.", "你牌库中的牌。"), _pile("deck"), Noun("card", "cards in your deck", "你牌库中的牌", "张"), search=search_words("deck, library, search", "牌库、检索")),
    _named("OWN_DISCARD", LocalizedText("Your discard pile", "你的弃牌堆"), "card[]", LocalizedText("each card in your discard pile", "你弃牌堆中的所有牌"), LocalizedText("The cards in your discard pile.", "你弃牌堆中的牌。"), _pile("discard"), Noun("card", "cards in your discard pile", "你弃牌堆中的牌", "张"), search=search_words("graveyard, discard pile", "弃牌堆、墓地")),
    _named("LANE_LEFT", LocalizedText("Lane to the left", "左侧战线"), "row", LocalizedText("the lane to the left", "左侧的战线"), LocalizedText("Your front row of the lane to the left of this card's lane; none beside the first.", "此牌所在战线左侧战线的己方前排；最左战线没有。"), _beside(-1), search=search_words("adjacent lane, left", "相邻战线、左侧")),
    _named("LANE_RIGHT", LocalizedText("Lane to the right", "右侧战线"), "row", LocalizedText("the lane to the right", "右侧的战线"), LocalizedText("Your front row of the lane to the right of this card's lane; none beside the last.", "此牌所在战线右侧战线的己方前排；最右战线没有。"), _beside(1), search=search_words("adjacent lane, right", "相邻战线、右侧")),
)  # fmt: skip
