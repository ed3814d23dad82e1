"""What a scenario may name in halo, and how its table is built: by the functions that deal and play, without dealing or paying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.entities import put
from engine.kernel.state import State
from engine.kernel.state_writers import create, set_global, set_turn, set_var
from engine.language.spec.constructors import options
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Beginning, Board, BoardRefusal, Variable, Verb, ZoneSpec
from engine.ruleset.boards import enter_block
from engine.rulesets.halo import match
from engine.rulesets.halo.deploying import equip
from engine.rulesets.halo.look import LOOK
from engine.rulesets.halo.pools import create_pools, pool
from engine.rulesets.halo.setup import INITIAL_VALUES, take_seats
from engine.rulesets.halo.statuses import STATUSES
from engine.rulesets.halo.table import LANES, ORBIT, PLACES, SLOTS, TABLE, in_play, is_ground, is_vessel, room
from engine.rulesets.halo.words import AMOUNT, KEYWORDS, RESOURCE, RESOURCES

Json = dict[str, Any]
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
    Variable("base", LocalizedText("Base", "基地")),
    Variable("supply", LocalizedText("Supply", "补给")),
    Variable("supplyCap", LocalizedText("Supply cap", "补给上限")),
    Variable("battery", LocalizedText("Battery", "电池")),
    Variable(
        "charged", LocalizedText("Cards turned into battery this turn", "本回合转化为电池的手牌数"), in_story=False
    ),
    Variable("streak", LocalizedText("Own turns in a row that all lanes were held", "连续控制全部战线的己方回合数")),
    Variable("kills", LocalizedText("Kills", "击杀数"), in_story=False),
)
TURN = Variable("globalTurn", LocalizedText("Turn, 5 when left out", "回合数（缺省为 5）"), low=1, in_story=False)
ROUND = Variable("round", LocalizedText("Round", "轮数"), settable=False, in_story=False)
ACTIVE = Variable("active", LocalizedText("Player whose turn it is", "当前回合的玩家"), settable=False)

SIX = ("UNIT", "ARMORY", "TACTICAL", "FIELD", "VESSEL", "TOKEN")
CARDS = SIX[:5]
UNITS = ("UNIT", "TOKEN")
FIGHTERS = (*UNITS, "VESSEL")
MARKS = ("entered", "attacked", "damaged", "struck", "plasma", "comboed", "hardened", "intercepts", "interceptTurn")


def _numbers() -> tuple[Variable, ...]:
    """Return the variables of cards: their numbers, marks that hold a turn's number, statuses, keywords, sections."""
    of: Json = {"of": FIGHTERS}
    numbers = (
        Variable("supply", LocalizedText("Supply", "补给")),
        Variable("battery", LocalizedText("Battery", "电池")),
        Variable("attack", LocalizedText("Attack", "攻击力"), **of),
        Variable("health", LocalizedText("Health", "生命"), **of),
        Variable("healthCap", LocalizedText("Most health", "生命上限"), **of),
        Variable("shield", LocalizedText("Shield", "护盾"), **of),
        Variable("shieldCap", LocalizedText("Most shield", "护盾上限"), **of),
        Variable(
            "bearer",
            LocalizedText(
                "Which of the own units or vessels it lies with, from 1", "所属的己方单位或舰船序号，从 1 起"
            ),
            low=1,
        ),
        Variable(AMOUNT, LocalizedText("How much a player has of it", "玩家拥有的数量"), of=(RESOURCE,)),
        Variable("loaded", LocalizedText("Turn in which it was loaded", "装载的回合"), of=UNITS, in_story=False),
    )
    marks = tuple(
        Variable(name, LocalizedText(f"Turn mark `{name}`", f"回合标记 `{name}`"), in_story=False, **of)
        for name in MARKS
    )
    statuses = tuple(
        Variable(
            f"{part}.{status.name}",
            LocalizedText(f"{status.name}: {en}", f"{status.title.zh}：{zh}"),
            in_story=False,
            **of,
        )
        for status in STATUSES
        for part, en, zh in (("st", "last turn", "最后回合"), ("stacks", "stacks", "层数"))
    )
    words = tuple(
        Variable(f"kw.{word.name}", LocalizedText(f"Keyword {word.title.en}", f"关键词 {word.title.zh}"), **of)
        for word in KEYWORDS
    )
    sections = tuple(
        Variable(f"section.{place}", LocalizedText(f"Section {place + 1}", f"第 {place + 1} 部位"), of=("VESSEL",))
        for place in range(6)
    )
    chain = (
        Variable("sourceEventSeq", LocalizedText("Event that it was made for", "来源事件"), of=SIX, settable=False),
        Variable("ownerPlayerId", LocalizedText("First owner", "最初所有者"), of=SIX, settable=False),
    )
    return (*numbers, *marks, *statuses, *words, *sections, *chain)


def _place_zone(name: str) -> ZoneSpec:
    """Return a zone of the battlefield."""
    (lane, row), word = (
        PLACES[name],
        {"front": ("front row", "前排"), "back": ("back row", "后排"), ORBIT: ("orbit", "轨道")},
    )
    title = LocalizedText(
        f"{LANES[lane - 1].capitalize()}, {word[row][0]}", f"{LANES[lane - 1].capitalize()} {word[row][1]}"
    )
    cell = lane, ("front", "back", ORBIT).index(row) + 1
    return ZoneSpec(name, title, ("VESSEL",) if row == ORBIT else UNITS, 2 if row != ORBIT else 1, cell=cell)


ZONES = (
    ZoneSpec("hand", LocalizedText("Hand", "手牌"), CARDS),
    ZoneSpec("deck", LocalizedText("Deck, its top first", "牌库（顶部在前）"), CARDS),
    ZoneSpec("discard", LocalizedText("Discard pile", "弃牌堆"), CARDS),
    ZoneSpec("exile", LocalizedText("Exile", "放逐区"), UNITS),
    ZoneSpec("standby", LocalizedText("Standby", "待命区"), ("TOKEN",)),
    ZoneSpec("field", LocalizedText("Field", "场地"), ("FIELD",), 1),
    *map(_place_zone, PLACES),
    ZoneSpec("armory", LocalizedText("Attached to units", "已装备"), ("ARMORY",)),
    ZoneSpec("hangar", LocalizedText("In hangars", "机库中"), ("UNIT",)),
    ZoneSpec(RESOURCES, LocalizedText("Resources of the pack", "卡包资源"), (RESOURCE,)),
    ZoneSpec("playing", LocalizedText("Card being played", "正在打出的牌"), CARDS, shared=True, settable=False),
)
VERBS = (
    Verb("play", LocalizedText("Play a card", "出牌"), entity=True),
    Verb("charge", LocalizedText("Turn a card into battery", "转化为电池"), entity=True),
    Verb("load", LocalizedText("Load a unit", "装载单位"), entity=True),
    Verb("drop", LocalizedText("Drop a unit", "投送单位"), entity=True),
    Verb("attack", LocalizedText("Attack", "攻击"), entity=True),
    Verb("strike", LocalizedText("Strike from orbit", "轨道打击"), entity=True),
    Verb("hijack", LocalizedText("Hijack", "劫持"), entity=True),
    Verb("pass", LocalizedText("Pass", "跳过")),
)


def sort(document: Json) -> str:
    """Return the sort of a card: its type."""
    return str(document.get("cardType", ""))


def set_up(st: State, values: Json) -> None:
    """Take the seats round an empty table; the seat named has the turn."""
    base = st.program.config["base"]
    take_seats(st, [{**INITIAL_VALUES, **seat, "base": seat.get("base") or base} for seat in values["seats"]])
    turn = values["table"].get("globalTurn", 5)
    set_global(st, "globalTurn", turn)
    set_global(st, "round", (turn + 1) // 2)
    set_global(st, "active", values["active"] + 1)
    set_global(st, "phase", values["phase"])
    set_turn(st, turn)
    create_pools(st)


def place(st: State, seat: int, zone: str, card_id: str, values: Mapping[str, int]) -> int:
    """Place a card with its printed values except those given; a card on the battlefield counts as deployed on an earlier turn.

    Errors: BoardRefusal `no-room`.
    """
    player, card = seat + 1, st.program.cards[card_id]
    if zone == RESOURCES:  # each player has each resource already
        eid = pool(st, player, card_id)
        set_var(st, eid, AMOUNT, values.get(AMOUNT, st.entities[eid][AMOUNT]))
        return eid
    overrides = {name: value for name, value in values.items() if name != "bearer"}
    start = {**card.numbers, **overrides}
    for cap, points in (("healthCap", "health"), ("shieldCap", "shield")):
        if cap in overrides and points not in overrides:
            start[points] = overrides[cap]
    holder = player
    if zone in ("armory", "hangar"):
        holder = _bearer(st, player, zone, values.get("bearer", 1))
    elif zone in PLACES and not room(st, player, *PLACES[zone]):
        most = st.program.config[SLOTS[PLACES[zone][1]]]
        raise BoardRefusal("no-room", LocalizedText(f"“{zone}” has room for {most}.", f"“{zone}”最多容纳 {most} 个。"))
    eid = create(st, card_id, card.kind, player, (TABLE, "arriving"), start)
    put(st, eid, holder, zone)
    if zone == "armory":
        equip(st, eid, holder)
    return eid


def _bearer(st: State, player: int, zone: str, number: int) -> int:
    """Return the unit or vessel to which a card is attached or loaded.

    Errors: BoardRefusal `no-room` where there are fewer than `number`.
    """
    bears = is_ground if zone == "armory" else is_vessel
    bearers = [eid for eid in in_play(st, player) if bears(st, eid)]
    if number > len(bearers):
        text = LocalizedText(
            f"There is no bearer {number} for “{zone}”.", f"没有第 {number} 个可承载“{zone}”的单位或舰船。"
        )
        raise BoardRefusal("no-room", text)
    return bearers[number - 1]


def enter(st: State, phase: str) -> None:
    """Put the match on the stack where a phase begins."""
    enter_block(st, match.BLOCKS[0], ENTRIES[phase])


def lying(st: State, seat: int, zone: str) -> tuple[int, ...]:
    """Return the contents of a zone in order; attached and loaded cards in the order of their hosts."""
    if zone in ("armory", "hangar"):
        return tuple(card for eid in in_play(st, seat + 1) for card in st.zone(eid, zone))
    return st.zone(seat + 1 if seat >= 0 else TABLE, zone)


def facts(st: State) -> Json:
    """Return what is true of the table as a whole."""
    return {
        "phase": st.globals["phase"],
        "globalTurn": st.globals["globalTurn"],
        "round": st.globals["round"],
        "active": st.globals["active"] - 1,
    }


BOARD = Board(
    phases=PHASES,
    seat=SEAT,
    table=(TURN, ROUND, ACTIVE),
    card=_numbers(),
    zones=ZONES,
    verbs=VERBS,
    sort=sort,
    set_up=set_up,
    place=place,
    enter=enter,
    player=lambda st, seat: seat + 1,
    zone_contents=lying,
    facts=facts,
    layout=LOOK,
    beginning=Beginning(
        setup={"phase": "DEPLOYMENT", "active": 0, "seats": [{"base": 30, "supply": 9, "battery": 2}, {"base": 30}]}
    ),
)
