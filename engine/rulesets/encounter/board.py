"""What a scenario may name in this game, and how its table is set up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from engine.language.spec import LocalizedText
from engine.ruleset import Beginning, Board, BoardRefusal, Json
from engine.toolkit.boards import (
    DECK_ZONE,
    HAND_ZONE,
    bearer_at,
    borne_by,
    enter_block,
    facts_of,
    now_fact,
    variable,
    verb,
    zone,
)
from engine.toolkit.rules import Entities, State, set_turn, set_var
from engine.toolkit.seats import set_globals

from . import axis, match
from .card_state import cost_of
from .grid import MAX_SIDE, NOWHERE
from .layout import LAYOUT
from .setup import note_present, setup_table
from .table import (
    ABILITIES,
    AXIS,
    FIELD,
    OUT,
    PLAYERS,
    POOL,
    RECOVERY,
    REGIONS,
    STANDBY,
    TABLE,
    add_events,
    add_to_pool,
    attach,
    attack_of,
    bring_card,
    bring_unit,
    fresh_actions,
    grid,
    is_unit,
    limit_of,
    movement_of,
    range_of,
    set_control,
    speed_of,
    units,
)
from .words import HAND_CARDS, PHASES, STATS, STATUSES, UNITS, WALL

ENTRIES = {"BP": "turn_begins", "main": "main_question", "EP": "main_ends"}
BORNE = "borne"
"""What scenarios call the abilities of units: `bearer` says which of the seat's units, from 1."""
SEAT = (
    variable("ap", "AP", "专注", high=99),
    variable("apCap", "AP limit", "专注上限", high=99),
    variable("handCap", "Hand limit", "手牌上限", high=20),
    variable("draws", "Cards drawn each turn", "每回合抽牌数", high=9),
    variable("deathPage", "Death pages", "死页", high=99),
)
_of_units = partial(variable, of=UNITS)
CARD = (
    _of_units("x", "Column", "列", low=1, high=MAX_SIDE, in_story=False),
    _of_units("y", "Row", "行", low=1, high=MAX_SIDE, in_story=False),
    _of_units("cell", "Cell number", "格子编号", settable=False),
    _of_units("health", "Health", "生命值"),
    *(_of_units(option.name, *option.title, low=-9) for option in STATS),
    *(
        action
        for name, en, zh in (
            ("at", "attacks", "攻击次数"),
            ("mt", "moves", "移动次数"),
            ("ct", "casts", "施法次数"),
        )
        for action in (
            _of_units(name, f"{en} left", zh),
            _of_units(f"{name}Max", f"Maximum {en}", f"{zh}上限", settable=False, in_story=False),
        )
    ),
    *(
        _of_units(option.name, f"{option.title.en}, in half turns", f"{option.title.zh}（半回合数）")
        for option in STATUSES
    ),
    _of_units("leader", "Leader", "首领", high=1),
    variable("cooldown", "Cooldown", "冷却", of=("hero",)),
    variable("cost", "Cost", "费用", of=HAND_CARDS, settable=False),
    variable("carrier", "Carried by which hero, from 1", "由第几名英雄携带，从 1 起", of=HAND_CARDS, in_story=False),
    variable(
        "bearer",
        "Borne by which unit, from 1",
        "由第几个单位携带，从 1 起",
        low=1,
        high=60,
        of=("ability",),
        in_story=False,
    ),
    variable("left", "Half turns left", "剩余半回合数", of=("ability",)),
    variable("amount", "Amount", "可变量", of=("event",)),
    variable("weight", "Weight", "事件权", of=("event",)),
)
CONTROLS = {letter: f"control{letter.upper()}" for letter in "abcdefgh"}
"""The variables that say who controls a region, by its letter."""
TABLE_VARIABLES = (
    variable("round", "Round", "回合", low=1),
    variable("limit", "Round limit", "回合上限", high=60),
    variable("pageLimit", "Death page limit", "死页上限", high=99),
    variable("axisLength", "Length of the axis", "事件轴长度", high=6),
    *(
        variable(
            name,
            f"Controller of region {letter}: 1 the player, 2 the opponent",
            f"战区 {letter} 的控制者：1 玩家，2 对手",
            high=2,
        )
        for letter, name in CONTROLS.items()
    ),
)
HOLDS = (
    zone(UNITS, FIELD, "Units", "单位", capacity=60),
    zone(("hero",), RECOVERY, "Recovery", "恢复区", capacity=4),
    zone(("ability",), BORNE, "Abilities of units", "单位异能"),
    zone(("ability",), "perks", "Perks and rules", "专长与规则"),
    zone(HAND_CARDS, *HAND_ZONE, capacity=20),
    zone(HAND_CARDS, *DECK_ZONE),
    zone(HAND_CARDS, STANDBY, "Standby", "待命区"),
    zone(HAND_CARDS, OUT, "Out of the match", "移出对局"),
    zone(("unit",), "neutral", "Neutral units", "中立单位", capacity=60, shared=True),
    zone(("event",), AXIS, "Event axis, its head first", "事件轴（队头在前）", capacity=6, shared=True),
    zone(("event",), POOL, "Random pool", "随机事件池", capacity=60, shared=True),
)
VERBS = (
    verb("move", "Move", "移动"),
    verb("attack", "Attack", "攻击"),
    verb("cast", "Cast an ability", "施放异能"),
    verb("play", "Play a card", "使用卡牌"),
    verb("end", "End the turn", "结束回合", entity=False),
)


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
    limits = {name: table[name] for name in ("limit", "pageLimit", "axisLength") if table.get(name)}
    set_globals(st, {"round": number, "active": values["active"] + 1, "phase": values["phase"], **limits})
    set_turn(st, number)
    for name, region in _regions(st):
        if name in table:
            set_control(st, region, table[name])


def _regions(st: State) -> Iterator[tuple[str, int]]:
    """Yield the regions of the map, each with the variable that says who controls it."""
    return zip(map(CONTROLS.__getitem__, grid(st).letters), st.zone(TABLE, REGIONS), strict=True)


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
    heroes = _heroes(st, player)
    number = values.get("carrier", 0)
    carrier = heroes[number - 1] if 0 < number <= len(heroes) else 0
    return bring_card(st, player, zone, card, len(st.zone(player, zone)), carrier)


def _heroes(st: State, player: int) -> list[int]:
    """Return the heroes of a player, those on the map first."""
    cards = (*units(st, player), *st.zone(player, RECOVERY))
    return [eid for eid in cards if st.entities[eid]["kind"] == "hero"]


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
    number = values.get("bearer", 1)
    refusal = LocalizedText(
        f"Seat {player - 1} has no unit {number} to bear “{card}”.",
        f"席位 {player - 1} 没有第 {number} 个单位来承载“{card}”。",
    )
    return attach(st, card, bearer_at(units(st, player), number, refusal), None, values.get("left", 0))


def placement(st: State, seat: int, zone: str, card: int) -> Mapping[str, int]:
    """Return where a unit stands, which unit bears an ability, or which hero carries a card, as `place` counts them."""
    ent = st.entities[card]
    if zone in (FIELD, "neutral"):
        row, column = divmod(ent["cell"], grid(st).width)
        return {"x": column + 1, "y": row + 1}
    if zone == BORNE:
        return {"bearer": units(st, seat + 1).index(ent["holder"]) + 1}
    if zone == POOL:
        return {"weight": ent["weight"]}
    heroes = _heroes(st, seat + 1)
    return {"carrier": heroes.index(ent["carrier"]) + 1} if ent.get("carrier") in heroes else {}


def settings(st: State) -> Json:
    """Return the encounter or the map on which a match is played."""
    return {name: st.globals[name] for name in ("encounter", "map") if st.globals[name]}


def enter(st: State, phase: str) -> None:
    """Put the match on the stack where a phase begins."""
    note_present(st)
    enter_block(st, match.BLOCKS[0], ENTRIES[phase])


def zone_contents(st: State, seat: int, zone: str) -> Entities:
    """Return the contents of a zone of a seat, or of the table."""
    if zone == BORNE:
        return borne_by(st, units(st, seat + 1), ABILITIES)
    return st.zone(seat + 1, {"neutral": FIELD, "perks": ABILITIES}.get(zone, zone))


FACTS, LIMITS = facts_of("phase", "round", "axisLength"), facts_of("limit", "pageLimit")


def table_facts(st: State) -> Json:
    """Return the facts of the table: round, limits, and who controls each region."""
    controllers = {name: st.entities[region]["control"] for name, region in _regions(st)}
    return {**FACTS(st), **dict.fromkeys(CONTROLS.values(), 0), **controllers, **LIMITS(st)}


def _current_numbers(st: State, eid: int) -> dict[str, int]:
    """Return the numbers that static parts and statuses change, as they are now: of a player, a unit or a card."""
    if eid in PLAYERS:
        return {name: limit_of(st, eid, name) for name in ("apCap", "handCap", "draws")}
    if is_unit(st, eid):
        reads = {"atk": attack_of, "mov": movement_of, "rng": range_of, "spd": speed_of}
        return {name: read(st, eid) for name, read in reads.items()}
    return {"cost": cost_of(st, eid)} if "cost" in st.entities[eid] else {}


STAND_IN = {
    "id": "scenario.stand-in",
    "type": "unit",
    "name": "Stand-in",
    "rarity": "common",
    "colors": ["white"],
    "atk": 1,
    "mhp": 10,
    "mov": 2,
    "rng": 1,
    "spd": 0,
}
"""The unit that stands on both sides when a new scenario begins."""
SETTING_OF = {"encounter": "encounter", "map": "map"}


def _without_units(document: Json, setup: Json, cards: tuple[Json, ...]) -> tuple[Json, tuple[Json, ...]]:
    """Return the board of a new scenario; on a map of its own a card finds no stand-ins, for their cells may not be there."""
    if document.get("type") not in SETTING_OF:
        return setup, cards
    seats = [{name: value for name, value in seat.items() if name != FIELD} for seat in setup["seats"]]
    return {**setup, "seats": seats}, ()


BOARD = Board(
    phases=PHASES,
    seat=SEAT,
    table=TABLE_VARIABLES,
    card=CARD,
    zones=HOLDS,
    verbs=VERBS,
    set_up=set_up,
    place=place,
    enter=enter,
    zone_contents=zone_contents,
    facts=table_facts,
    layout=LAYOUT,
    placement=placement,
    computed_facts=(now_fact(_current_numbers),),
    settings=settings,
    beginning=Beginning(
        setup={
            "phase": "main",
            "active": 0,
            "seats": [
                {"ap": 9, "apCap": 9, "handCap": 7, FIELD: [{"card": STAND_IN["id"], "x": 3, "y": 3}]},
                {"handCap": 7, FIELD: [{"card": STAND_IN["id"], "x": 4, "y": 3}]},
            ],
        },
        cards=(STAND_IN,),
        settings=SETTING_OF,
        adapted=_without_units,
    ),
)
