"""What a scenario may name in this game, and how its table is set up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

from engine.language.spec import LocalizedText
from engine.ruleset import Beginning, Board, BoardRefusal, Json
from engine.toolkit.boards import (
    bearer_at,
    borne_by,
    enter_block,
    facts_of,
    put_card,
    variable,
    verb,
    zone,
)
from engine.toolkit.rules import Entities, State, register_abilities, set_turn, set_var
from engine.toolkit.seats import set_globals

from . import match
from .dice import dice_of, set_dice
from .layout import LAYOUT
from .setup import make_players
from .table import (
    CHARACTERS,
    DICE_ZONE,
    HANDS,
    PILE,
    PLAYERS,
    REMOVED,
    SHIELDS,
    STATUSES,
    SUMMONS,
    SUPPORTS,
    ZONES,
    characters,
    living,
    player_at,
    seat_of,
)
from .words import ACTION_CARDS, DICE, DICE_KINDS, ELEMENT, ELEMENTS, FROST_AND_LEAF, PHASES, WEAPONS

ENTRIES = {
    "SET_CARD": "first_hands",
    "SET_CHARACTER": "first_characters",
    "ROLL_PHASE": "round_begins",
    "ACTION_PHASE": "before_action",
    "END_PHASE": "end_phase",
}
"""Where the code of each phase begins."""
DICE_TITLES = {option.name: option.title for option in DICE_KINDS[:8]}
ATTACHMENTS = "attached"
"""What scenarios call the zone of a character: `bearer` says which of the seat's characters, from 1."""
SEAT = (
    variable("active", "Active character", "出战角色", high=9, zone=CHARACTERS),
    *(variable(name, *DICE_TITLES[name], high=16) for name in DICE),
    variable("diceNum", "Dice", "骰子数", high=16, settable=False),
    variable("isPass", "Has ended the round", "已结束回合", high=1),
    variable("isAfterChange", "Has just switched", "刚切换角色", high=1),
    variable("isQuickChange", "Switched fast", "快速切换", high=1, settable=False),
    variable("changeNum", "Switches this round", "本回合切换次数"),
    variable("playArcaneLegend", "Has played an arcane legend", "已打出秘传牌", high=1),
    variable("legends", "Arcane legends played", "已打出的秘传牌数"),
)
TABLE_VARIABLES = (
    variable("round", "Round", "轮次", low=1),
    variable("activePlayer", "Whose turn it is", "当前行动方", settable=False, is_seat=True),
    variable("firstPlayer", "Who acts first", "先手方", settable=False, is_seat=True),
)
ELEMENT_WORDS = {option.name: ELEMENT[option.name] for option in ELEMENTS}
AURAS = {"none": 0, **ELEMENT_WORDS, "cryoDendro": FROST_AND_LEAF}
_of_characters = partial(variable, of=("character",))
CARD = (
    _of_characters("health", "Health", "生命值"),
    _of_characters("maxHealth", "Maximum health", "生命上限"),
    _of_characters("power", "Energy", "充能"),
    _of_characters("maxPower", "Maximum energy", "充能上限"),
    _of_characters("aura", "Aura", "附着元素", high=8, words=AURAS),
    _of_characters("isAlive", "Not defeated", "存活", high=1),
    _of_characters("isFrozen", "Frozen", "冻结", high=1),
    _of_characters("isSatisfied", "Satisfied", "饱腹", high=1),
    _of_characters("prepares", "Prepared skill", "准备的技能"),
    _of_characters("index", "Place", "位置", settable=False),
    _of_characters("element", "Element", "元素", settable=False, words=ELEMENT_WORDS),
    variable("usage", "Usage", "可用次数", of=("summon", "support", "status", "combatStatus", "equipment")),
    variable("duration", "Duration", "持续回合", of=("summon", "support", "status", "combatStatus", "equipment")),
    variable(
        "bearer", "Which character, from 1", "第几名角色", low=1, high=9, of=("status", "equipment"), in_story=False
    ),
)
HOLDS = (
    zone(("character",), CHARACTERS, "Characters", "角色区", capacity=9, cell=(2, 1), wide=2),
    zone(("status", "equipment"), ATTACHMENTS, "Attached to characters", "角色附属"),
    zone(("combatStatus",), SHIELDS, "Combat shields", "出战护盾", cell=(2, 2)),
    zone(("combatStatus",), STATUSES, "Combat statuses", "出战状态区", cell=(3, 2)),
    zone(("summon",), SUMMONS, "Summons", "召唤物区", capacity=4, cell=(4, 1)),
    zone(("support",), SUPPORTS, "Supports", "支援区", capacity=4, cell=(1, 1)),
    zone(ACTION_CARDS, HANDS, "Hand", "手牌区", capacity=10),
    zone(ACTION_CARDS, PILE, "Pile, from the top", "牌库（从顶部起）"),
    zone(ACTION_CARDS, REMOVED, "Played and discarded", "已打出与弃置"),
    zone((), DICE_ZONE, "Dice", "骰子区", settable=False),
)
VERBS = (
    *(verb(f"skill{n}", f"Use skill {n}", f"使用技能 {n}") for n in range(1, 9)),
    verb("play", "Play a card", "打出手牌"),
    verb("switch", "Switch", "切换角色"),
    verb("tune", "Tune", "元素调和"),
    verb("end", "End the round", "结束回合", entity=False),
)


def set_up(st: State, values: Json) -> None:
    """Seat both players at an empty table."""
    seats = values["seats"]
    make_players(st, [{name: value for name, value in seat.items() if name not in DICE} for seat in seats])
    for player, seat in zip(PLAYERS, seats, strict=True):
        set_dice(st, player, tuple(seat.get(name, 0) for name in DICE))
    table, active = values["table"], player_at(values["active"])
    number = table.get("round", 1)
    turns = dict.fromkeys(("activePlayer", "firstPlayer", "nextFirst"), active)
    set_globals(st, {"phase": values["phase"], "round": number, **turns})
    set_turn(st, number)


def place(st: State, seat: int, zone: str, card: str, values: Mapping[str, int]) -> int:
    """Make a card in a zone of a seat.

    Errors: BoardRefusal `no-room` for a bearer that is not there.
    """
    player, initial = player_at(seat), st.program.cards[card].variables
    overrides = {name: value for name, value in values.items() if name != "bearer"}
    where = (player, zone)
    if zone == ATTACHMENTS:
        number = values.get("bearer", 1)
        refusal = LocalizedText(
            f"Seat {seat} has no character {number} to bear “{card}”.",
            f"席位 {seat} 没有第 {number} 名角色来承载“{card}”。",
        )
        where = (bearer_at(characters(st, player), number, refusal), CHARACTERS)
    start = {**{name: rule.initial for name, rule in initial.items()}, **overrides, "slot": len(st.zone(*where))}
    eid = put_card(st, card, player, where, start)
    if where[1] in ZONES:
        register_abilities(st, eid)
    if zone == CHARACTERS:
        set_var(st, eid, "index", len(characters(st, player)) - 1)
    return eid


def placement(st: State, seat: int, zone: str, card: int) -> Mapping[str, int]:
    """Return which character bears an attached card, as `place` counts them."""
    if zone != ATTACHMENTS:
        return {}
    return {"bearer": characters(st, player_at(seat)).index(st.entities[card]["holder"]) + 1}


def enter(st: State, phase: str) -> None:
    """Put the match on the stack where a phase begins; the active characters are those that the seats name by place.

    Errors: BoardRefusal `no-character` for a seat without one that is not defeated.
    """
    for player in PLAYERS:
        own, number = characters(st, player), st.entities[player]["active"]
        if not living(st, player):
            seat = seat_of(player)
            raise BoardRefusal(
                "no-character",
                LocalizedText(
                    f"Seat {seat} has no character that is not defeated. Each seat needs at least one.",
                    f"席位 {seat} 没有存活的角色。每个席位至少需要一名存活角色。",
                ),
            )
        if phase not in ("SET_CARD", "SET_CHARACTER"):
            set_var(st, player, "active", own[max(number, 1) - 1])
    enter_block(st, match.BLOCKS[0], ENTRIES[phase])


def zone_contents(st: State, seat: int, zone: str) -> Entities:
    """Return the contents of a zone of a seat; attached cards in the order of their characters."""
    player = player_at(seat)
    return borne_by(st, characters(st, player), CHARACTERS) if zone == ATTACHMENTS else st.zone(player, zone)


def _variable_names(document: Json) -> tuple[str, ...]:
    """Return the variables that a card declares itself; a card with errors may declare none."""
    declared = document.get("varConfigs")
    return tuple(declared) if isinstance(declared, dict) else ()


DUMMY: Json = json.loads(
    """
{
  "id": "scenario.stand-in",
  "type": "character",
  "name": "Stand-in",
  "rarity": "common",
  "element": "geo",
  "weaponType": "sword",
  "maxHealth": 10,
  "maxPower": 2,
  "skills": [
    {
      "id": "strike",
      "name": "Strike",
      "skillType": "normal",
      "cost": {},
      "action": [{ "type": "damage", "target": { "type": "characters", "side": "opponent", "which": "active" }, "amount": 2, "element": "physical" }]
    }
  ]
}
"""
)
"""The character that stands on both sides, twice, when a new scenario begins."""
DUMMY_SIDE = {"active": 1, "omni": 8, CHARACTERS: [{"card": DUMMY["id"]}, {"card": DUMMY["id"]}]}


WEAPON_NAMES = frozenset(option.name for option in WEAPONS)


def _with_character(document: Json, setup: Json, cards: tuple[Json, ...]) -> tuple[Json, tuple[Json, ...]]:
    """Return the board of a new scenario: with the character of a talent, and with one that can carry a weapon."""
    if character := document.get("character"):
        side = {**DUMMY_SIDE, CHARACTERS: [{"card": character, "power": 2}, {"card": DUMMY["id"]}]}
        return {**setup, "seats": [side, DUMMY_SIDE]}, cards
    tags = document.get("tags")
    weapon = next((tag for tag in tags if tag in WEAPON_NAMES), "") if isinstance(tags, list) else ""
    return setup, tuple({**card, "weaponType": weapon} for card in cards) if weapon else cards


FACTS = facts_of("phase", "round")
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
    player=lambda st, seat: player_at(seat),
    zone_contents=zone_contents,
    facts=lambda st: {**FACTS(st), **{name: seat_of(st.globals[name]) for name in ("activePlayer", "firstPlayer")}},
    layout=LAYOUT,
    own_variables=_variable_names,
    placement=placement,
    beginning=Beginning(
        setup={"phase": "ACTION_PHASE", "active": 0, "seats": [DUMMY_SIDE, DUMMY_SIDE]},
        cards=(DUMMY,),
        adapted=_with_character,
    ),
    seat_counts=lambda st, seat: dict(zip(DICE, dice_of(st, player_at(seat)), strict=True)),
    set_counts=lambda st, seat, values: set_dice(st, player_at(seat), tuple(values[name] for name in DICE)),
)
