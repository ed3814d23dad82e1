"""What a scenario may name in halo, and how its table is built: by the functions that deal and play, without dealing or paying."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.language.spec import LocalizedText, options
from engine.ruleset import Beginning, Board, BoardRefusal, Json, ZoneSpec
from engine.toolkit.boards import (
    DECK_ZONE,
    DISCARD_ZONE,
    HAND_ZONE,
    bearer_at,
    borne_by,
    enter_at,
    facts_of,
    now_fact,
    put_card,
    variable,
    verb,
    zone,
)
from engine.toolkit.rules import Entities, State, put, set_turn, set_var
from engine.toolkit.seats import set_globals

from . import match
from .deploying import equip
from .layout import LAYOUT
from .pools import create_pools, pool
from .setup import INITIAL_VALUES, make_players
from .statuses import STATUSES
from .table import (
    HOST_ZONES,
    LANES,
    ORBIT,
    PLACES,
    SLOTS,
    TABLE,
    attack_of,
    in_play,
    is_ground,
    is_vessel,
    room,
    supply_of,
)
from .words import AMOUNT, KEYWORDS, RESOURCE, RESOURCES

ENTRIES = {
    "DRAW_RECHARGE": "turn_started",
    "DEPLOYMENT": "deployment_starts",
    "SKIRMISH": "skirmish_starts",
    "ENDSTEP": "endstep_starts",
}
"""Where in the match each phase begins; the first phase begins with its turn."""
PHASES = options(
    ("DEPLOYMENT", "Deployment", "部署阶段"),
    ("DRAW_RECHARGE", "Draw and recharge, and before it the turn", "抽牌充能阶段（含回合开始）"),
    ("SKIRMISH", "Skirmish", "交战阶段"),
    ("ENDSTEP", "End step", "结束阶段"),
)
SEAT = (
    variable("base", "Base", "基地"),
    variable("supply", "Supply", "补给"),
    variable("supplyCap", "Supply cap", "补给上限"),
    variable("battery", "Battery", "电池"),
    variable("charged", "Cards turned into battery this turn", "本回合转化为电池的手牌数", in_story=False),
    variable("streak", "Own turns in a row that all lanes were held", "连续控制全部战线的己方回合数"),
    variable("kills", "Kills", "击杀数", in_story=False),
)
TABLE_VARIABLES = (
    variable("globalTurn", "Turn (default 5)", "回合数（默认 5）", low=1, in_story=False),
    variable("round", "Round", "轮数", settable=False, in_story=False),
    variable("active", "Whose turn it is", "当前行动方", settable=False, is_seat=True),
)
SIX = ("UNIT", "ARMORY", "TACTICAL", "FIELD", "VESSEL", "TOKEN")
CARDS = SIX[:5]
UNITS = ("UNIT", "TOKEN")
FIGHTERS = (*UNITS, "VESSEL")
MARKS = ("entered", "attacked", "damaged", "struck", "plasma", "comboed", "hardened", "intercepts", "interceptTurn")


CARD = (
    variable("supply", "Supply", "补给"),
    variable("battery", "Battery", "电池"),
    variable("attack", "Attack", "攻击力", of=FIGHTERS),
    variable("health", "Health", "生命", of=FIGHTERS),
    variable("healthCap", "Maximum health", "生命上限", of=FIGHTERS),
    variable("shield", "Shield", "护盾", of=FIGHTERS),
    variable("shieldCap", "Maximum shield", "护盾上限", of=FIGHTERS),
    variable(
        "bearer", "Which of the own units or vessels it lies with, from 1", "所属的己方单位或舰船序号，从 1 起", low=1
    ),
    variable(AMOUNT, "How much a player has of it", "玩家拥有的数量", of=(RESOURCE,)),
    variable("loaded", "Turn in which it was loaded", "装载的回合", of=UNITS, in_story=False),
    *(variable(name, f"Turn mark `{name}`", f"回合标记 `{name}`", of=FIGHTERS, in_story=False) for name in MARKS),
    *(
        variable(
            f"{part}.{status.name}", f"{status.name}: {en}", f"{status.title.zh}：{zh}", of=FIGHTERS, in_story=False
        )
        for status in STATUSES
        for part, en, zh in (("st", "last turn", "最后回合"), ("stacks", "stacks", "层数"))
    ),
    *(
        variable(f"kw.{word.name}", f"Keyword {word.title.en}", f"关键词 {word.title.zh}", of=FIGHTERS)
        for word in KEYWORDS
    ),
    *(
        variable(f"section.{place}", f"Section {place + 1}", f"第 {place + 1} 部位", of=("VESSEL",))
        for place in range(6)
    ),
    variable("sourceEventSeq", "Event that it was made for", "来源事件", of=SIX, settable=False),
    variable("ownerPlayerId", "First owner", "最初所有者", of=SIX, settable=False),
)
"""Numbers, marks that hold a turn's number, statuses, keywords, sections."""
ROW_TITLES = (("front", "front row", "前排"), ("back", "back row", "后排"), (ORBIT, "orbit", "轨道"))


def _place_zones(number: int, lane: str) -> Iterator[ZoneSpec]:
    """Yield the zones of a lane of the battlefield."""
    name = lane.capitalize()
    for place, (row, en, zh) in enumerate(ROW_TITLES, 1):
        sorts, capacity = (("VESSEL",), 1) if row == ORBIT else (UNITS, 2)
        yield zone(sorts, f"{lane}.{row}", f"{name}, {en}", f"{name} {zh}", capacity=capacity, cell=(number, place))


ZONES = (
    zone(CARDS, *HAND_ZONE),
    zone(CARDS, *DECK_ZONE),
    zone(CARDS, *DISCARD_ZONE),
    zone(UNITS, "exile", "Exile", "放逐区"),
    zone(("TOKEN",), "standby", "Standby", "待命区"),
    zone(("FIELD",), "field", "Field", "场地", capacity=1),
    *(zone for number, lane in enumerate(LANES, 1) for zone in _place_zones(number, lane)),
    zone(("ARMORY",), "armory", "Attached to units", "已装备"),
    zone(("UNIT",), "hangar", "In hangars", "机库中"),
    zone((RESOURCE,), RESOURCES, "Resources of the pack", "卡包资源"),
    zone(CARDS, "playing", "Card being played", "正在打出的牌", shared=True, settable=False),
)
VERBS = (
    verb("play", "Play a card", "出牌"),
    verb("charge", "Turn a card into battery", "转化为电池"),
    verb("load", "Load a unit", "装载单位"),
    verb("drop", "Drop a unit", "投送单位"),
    verb("attack", "Attack", "攻击"),
    verb("strike", "Strike from orbit", "轨道打击"),
    verb("hijack", "Hijack", "劫持"),
    verb("pass", "Pass", "跳过", entity=False),
)


def set_up(st: State, values: Json) -> None:
    """Take the seats round an empty table; the seat named has the turn."""
    base = st.program.config["base"]
    make_players(st, [{**INITIAL_VALUES, **seat, "base": seat.get("base") or base} for seat in values["seats"]])
    turn = values["table"].get("globalTurn", 5)
    active, phase = values["active"] + 1, values["phase"]
    set_globals(st, {"globalTurn": turn, "round": (turn + 1) // 2, "active": active, "phase": phase})
    set_turn(st, turn)
    create_pools(st)


def place(st: State, seat: int, zone: str, card_id: str, values: Mapping[str, int]) -> int:
    """Place a card with its printed values except those given; a card on the battlefield counts as deployed on an earlier turn.

    Errors: BoardRefusal `no-room`.
    """
    player = seat + 1
    if zone == RESOURCES:  # each player has each resource already
        eid = pool(st, player, card_id)
        set_var(st, eid, AMOUNT, values.get(AMOUNT, st.entities[eid][AMOUNT]))
        return eid
    start = {name: value for name, value in values.items() if name != "bearer"}
    for cap, points in (("healthCap", "health"), ("shieldCap", "shield")):
        if cap in start:
            start.setdefault(points, start[cap])
    holder = player
    if zone in HOST_ZONES:
        number, bears = values.get("bearer", 1), is_ground if zone == "armory" else is_vessel
        refusal = LocalizedText(
            f"There is no bearer {number} for “{zone}”.", f"没有第 {number} 个可承载“{zone}”的单位或舰船。"
        )
        holder = bearer_at([eid for eid in in_play(st, player) if bears(st, eid)], number, refusal)
    elif zone in PLACES and not room(st, player, *PLACES[zone]):
        capacity = st.program.config[SLOTS[PLACES[zone][1]]]
        refusal = LocalizedText(f"“{zone}” has room for {capacity}.", f"“{zone}”最多容纳 {capacity} 个。")
        raise BoardRefusal("no-room", refusal)
    eid = put_card(st, card_id, player, (TABLE, "arriving"), start)
    put(st, eid, holder, zone)
    if zone == "armory":
        equip(st, eid, holder)
    return eid


def placement(st: State, seat: int, zone: str, card: int) -> Mapping[str, int]:
    """Return which unit or vessel bears an attached or loaded card, as `place` counts them."""
    if zone not in HOST_ZONES:
        return {}
    bears = is_ground if zone == "armory" else is_vessel
    bearers = [eid for eid in in_play(st, seat + 1) if bears(st, eid)]
    return {"bearer": bearers.index(st.entities[card]["holder"]) + 1}


def zone_contents(st: State, seat: int, zone: str) -> Entities:
    """Return the contents of a zone in order; attached and loaded cards in the order of their hosts."""
    return borne_by(st, in_play(st, seat + 1), zone) if zone in HOST_ZONES else st.zone(seat + 1, zone)


def _current_numbers(st: State, eid: int) -> dict[str, int]:
    """Return the numbers that modifiers change, as they are now: the attack and the supply cost of a card."""
    reads = {"attack": attack_of, "supply": supply_of}
    is_card = bool(st.entities[eid]["def"])
    return {name: read(st, eid) for name, read in reads.items() if is_card and name in st.entities[eid]}


FACTS = facts_of("phase", "globalTurn", "round", "active")
STAND_IN = {
    "id": "scenario.stand-in",
    "name": "Stand-in",
    "version": "1.0.0",
    "faction": "NEUTRAL",
    "cardType": "UNIT",
    "rarity": "COMMON",
    "cost": {"supply": 0, "battery": 0},
    "stats": {"attack": 1, "shieldCap": 0, "healthCap": 5},
}
"""The unit that stands on both sides when a new scenario begins."""
BOARD = Board(
    phases=PHASES,
    seat=SEAT,
    table=TABLE_VARIABLES,
    card=CARD,
    zones=ZONES,
    verbs=VERBS,
    sort=lambda document: str(document.get("cardType", "")),
    set_up=set_up,
    place=place,
    enter=enter_at(match.BLOCKS[0], ENTRIES),
    zone_contents=zone_contents,
    facts=lambda st: {**FACTS(st), "active": st.globals["active"] - 1},
    layout=LAYOUT,
    placement=placement,
    computed_facts=(now_fact(_current_numbers),),
    beginning=Beginning(
        setup={
            "phase": "DEPLOYMENT",
            "active": 0,
            "seats": [
                {"base": 30, "supply": 9, "battery": 2, "alpha.front": [{"card": STAND_IN["id"]}]},
                {"base": 30, "alpha.front": [{"card": STAND_IN["id"]}]},
            ],
        },
        cards=(STAND_IN,),
    ),
)
