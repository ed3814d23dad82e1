"""What a scenario may name in this game, and how its table is set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.state import State
from engine.kernel.state_writers import set_global, set_turn, set_var
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Beginning, Board, BoardRefusal, Variable, Verb, ZoneSpec
from engine.ruleset.boards import enter_block
from engine.rulesets.encounter import axis, match
from engine.rulesets.encounter.grid import MAX_SIDE, NOWHERE
from engine.rulesets.encounter.look import LOOK
from engine.rulesets.encounter.setup import note_present, setup_table
from engine.rulesets.encounter.table import (
    ABILITIES,
    AXIS,
    DECK,
    FIELD,
    HAND,
    OUT,
    POOL,
    RECOVERY,
    REGIONS,
    STANDBY,
    TABLE,
    add_events,
    add_to_pool,
    attach,
    bring_card,
    bring_unit,
    facts,
    fresh_actions,
    grid,
    set_control,
    units,
)
from engine.rulesets.encounter.words import HAND_CARDS, PHASES, STATS, STATUSES, UNITS, WALL

Json = dict[str, Any]
ENTRIES = {"BP": "turn_begins", "main": "main_question", "EP": "main_ends"}
BORNE = "borne"
"""What scenarios call the abilities of units: `bearer` says which of the seat's units, from 1."""
SEAT = (
    Variable("ap", LocalizedText("AP", "专注"), high=99),
    Variable("apCap", LocalizedText("AP limit", "专注上限"), high=99),
    Variable("handCap", LocalizedText("Hand limit", "手牌上限"), high=20),
    Variable("draws", LocalizedText("Cards drawn each turn", "每回合抽牌数"), high=9),
    Variable("deathPage", LocalizedText("Death pages", "死页"), high=99),
)
CARD = (
    Variable("x", LocalizedText("Column", "列"), low=1, high=MAX_SIDE, of=UNITS, in_story=False),
    Variable("y", LocalizedText("Row", "行"), low=1, high=MAX_SIDE, of=UNITS, in_story=False),
    Variable("cell", LocalizedText("Cell, from 0", "格子编号，从 0 起"), of=UNITS, settable=False),
    Variable("health", LocalizedText("Health", "生命值"), of=UNITS),
    *(Variable(one.name, one.title, low=-9, of=UNITS) for one in STATS),
    Variable("at", LocalizedText("AT", "攻击次数"), of=UNITS),
    Variable("mt", LocalizedText("MT", "移动次数"), of=UNITS),
    Variable("ct", LocalizedText("CT", "施法次数"), of=UNITS),
    *(
        Variable(one.name, LocalizedText(f"{one.title.en}, in half turns", f"{one.title.zh}（半回合数）"), of=UNITS)
        for one in STATUSES
    ),
    Variable("leader", LocalizedText("Leader", "首领"), high=1, of=UNITS),
    Variable("cooldown", LocalizedText("Cooldown", "冷却"), of=("hero",)),
    Variable("cost", LocalizedText("Cost", "费用"), of=HAND_CARDS, settable=False),
    Variable(
        "carrier",
        LocalizedText("Carried by which hero, from 1", "由第几名英雄携带，从 1 起"),
        of=HAND_CARDS,
        in_story=False,
    ),
    Variable(
        "bearer",
        LocalizedText("Borne by which unit, from 1", "由第几个单位携带，从 1 起"),
        low=1,
        high=60,
        of=("ability",),
        in_story=False,
    ),
    Variable("left", LocalizedText("Half turns left", "剩余半回合数"), of=("ability",)),
    Variable("amount", LocalizedText("Amount", "可变量"), of=("event",)),
    Variable("weight", LocalizedText("Weight", "事件权"), of=("event",)),
)
REGION_VARIABLES = tuple(
    Variable(
        f"control{letter.upper()}",
        LocalizedText(
            f"Controller of region {letter}: 1 the player, 2 the opponent", f"战区 {letter} 的控制者：1 玩家，2 对手"
        ),
        high=2,
    )
    for letter in "abcdefgh"
)
TABLE_VARIABLES = (
    Variable("round", LocalizedText("Round", "回合"), low=1),
    Variable("limit", LocalizedText("Round limit", "回合上限"), high=60),
    Variable("pageLimit", LocalizedText("Death page limit", "死页上限"), high=99),
    Variable("axisLength", LocalizedText("Length of the axis", "事件轴长度"), high=6),
    *REGION_VARIABLES,
)
HOLDS = (
    ZoneSpec(FIELD, LocalizedText("Units", "单位"), UNITS, 60),
    ZoneSpec(RECOVERY, LocalizedText("Recovery", "恢复区"), ("hero",), 4),
    ZoneSpec(BORNE, LocalizedText("Abilities of units", "单位异能"), ("ability",)),
    ZoneSpec("perks", LocalizedText("Perks and rules", "专长与规则"), ("ability",)),
    ZoneSpec(HAND, LocalizedText("Hand", "手牌"), HAND_CARDS, 20),
    ZoneSpec(DECK, LocalizedText("Deck, its top first", "牌库（顶部在前）"), HAND_CARDS),
    ZoneSpec(STANDBY, LocalizedText("Standby", "待命区"), HAND_CARDS),
    ZoneSpec(OUT, LocalizedText("Out of the match", "移出对局"), HAND_CARDS),
    ZoneSpec("neutral", LocalizedText("Neutral units", "中立单位"), ("unit",), 60, shared=True),
    ZoneSpec(AXIS, LocalizedText("Event axis, its head first", "事件轴（队头在前）"), ("event",), 6, shared=True),
    ZoneSpec(POOL, LocalizedText("Random pool", "随机事件池"), ("event",), 60, shared=True),
)
VERBS = (
    Verb("move", LocalizedText("Move", "移动"), entity=True),
    Verb("attack", LocalizedText("Attack", "攻击"), entity=True),
    Verb("cast", LocalizedText("Cast an ability", "施放异能"), entity=True),
    Verb("play", LocalizedText("Play a card", "使用卡牌"), entity=True),
    Verb("end", LocalizedText("End the turn", "结束回合")),
)


def sort(document: Json) -> str:
    """Return the sort of a card."""
    return str(document.get("type", ""))


def set_up(st: State, values: Json) -> None:
    """Set an empty table up on the ground of the encounter that the settings name, with its regions, boons and key events.

    Without an encounter it is the map that they name, or a plain field of eight columns and five rows.
    """
    setup_table(st, st.program.config["encounter"])
    for player, seat in enumerate(values["seats"], 1):
        for name, value in seat.items():
            set_var(st, player, name, value)
    table = values["table"]
    number = table.get("round", 1)
    now = {"round": number, "active": values["active"] + 1, "phase": values["phase"]}
    now |= {name: table[name] for name in ("limit", "pageLimit", "axisLength") if table.get(name)}
    for name, value in now.items():
        set_global(st, name, value)
    set_turn(st, number)
    _control(st, table)


def _control(st: State, table: Mapping[str, int]) -> None:
    for region, letter in zip(st.zone(TABLE, REGIONS), grid(st).letters, strict=True):
        name = f"control{letter.upper()}"
        if name in table:
            set_control(st, region, table[name])


def place(st: State, seat: int, zone: str, card: str, values: Mapping[str, int]) -> int:
    """Make a card in a zone of a seat, or of the table.

    Errors: BoardRefusal `no-room` for a bearer or a cell that is not there.
    """
    player = seat + 1
    if zone in (FIELD, RECOVERY, "neutral"):
        return _unit(st, player if zone != "neutral" else TABLE, zone, card, values)
    if zone == BORNE:
        return _borne(st, player, card, values)
    if zone == "perks":
        return attach(st, card, player, player)
    if zone == AXIS:
        eid = axis.append(st, card, 1)
        _set(st, eid, values)
        return eid
    if zone == POOL:
        add_to_pool(st, card, 1, values.get("weight"))
        return st.zone(TABLE, POOL)[-1]
    heroes = (*units(st, player), *st.zone(player, RECOVERY))
    heroes = tuple(eid for eid in heroes if st.entities[eid]["kind"] == "hero")
    number = values.get("carrier", 0)
    carrier = heroes[number - 1] if 0 < number <= len(heroes) else 0
    return bring_card(st, player, zone, card, len(st.zone(player, zone)), carrier)


def _unit(st: State, player: int, zone: str, card: str, values: Mapping[str, int]) -> int:
    board = grid(st)
    x, y = values.get("x", 1), values.get("y", 1)
    cell = (x - 1) + (y - 1) * board.width
    occupied_cells = {ent["cell"] for ent in st.entities.values() if ent["zone"] == FIELD}
    if zone == RECOVERY:
        cell = NOWHERE
    elif x > board.width or y > board.height or cell in occupied_cells or st.globals["terrain"][cell] == WALL:
        text = LocalizedText(f"“{card}” cannot stand on column {x}, row {y}.", f"“{card}”不能位于第 {x} 列第 {y} 行。")
        raise BoardRefusal("no-room", text)
    eid = bring_unit(st, card, player, RECOVERY if zone == RECOVERY else FIELD, cell)
    if zone != RECOVERY:
        fresh_actions(st, eid, acts=True)
        add_events(st, eid)
    _set(st, eid, values)
    return eid


def _set(st: State, eid: int, values: Mapping[str, int]) -> None:
    for name, value in values.items():
        if name not in ("x", "y", "bearer", "carrier"):
            set_var(st, eid, name, value)


def _borne(st: State, player: int, card: str, values: Mapping[str, int]) -> int:
    bearers, number = units(st, player), values.get("bearer", 1)
    if number > len(bearers):
        text = LocalizedText(
            f"Seat {player - 1} has no unit {number} to bear “{card}”.",
            f"席位 {player - 1} 没有第 {number} 个单位来承载“{card}”。",
        )
        raise BoardRefusal("no-room", text)
    return attach(st, card, bearers[number - 1], None, values.get("left", 0))


def enter(st: State, phase: str) -> None:
    """Put the match on the stack where a phase begins."""
    note_present(st)
    enter_block(st, match.BLOCKS[0], ENTRIES[phase])


def lying(st: State, seat: int, zone: str) -> tuple[int, ...]:
    """Return what lies in a zone of a seat, or of the table."""
    if zone == "neutral":
        return st.zone(TABLE, FIELD)
    if seat < 0:
        return st.zone(TABLE, zone)
    player = seat + 1
    if zone == BORNE:
        return tuple(held for eid in units(st, player) for held in st.zone(eid, ABILITIES))
    return st.zone(player, ABILITIES if zone == "perks" else zone)


def table_facts(st: State) -> Json:
    """Return the facts of the table: round, limits, and who controls each region."""
    controllers = dict.fromkeys((one.name for one in REGION_VARIABLES), 0)
    for region, letter in zip(st.zone(TABLE, REGIONS), grid(st).letters, strict=True):
        controllers[f"control{letter.upper()}"] = st.entities[region]["control"]
    return {**facts(st), **controllers, "limit": st.globals["limit"], "pageLimit": st.globals["pageLimit"]}


BOARD = Board(
    phases=PHASES,
    seat=SEAT,
    table=TABLE_VARIABLES,
    card=CARD,
    zones=HOLDS,
    verbs=VERBS,
    sort=sort,
    set_up=set_up,
    place=place,
    enter=enter,
    player=lambda st, seat: seat + 1,
    zone_contents=lying,
    facts=table_facts,
    layout=LOOK,
    beginning=Beginning(
        setup={"phase": "main", "active": 0, "seats": [{"ap": 9, "apCap": 9, "handCap": 7}, {"handCap": 7}]},
        settings={"encounter": "encounter", "map": "map"},
    ),
)
