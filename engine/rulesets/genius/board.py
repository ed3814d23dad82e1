"""What a scenario may name in this game, and how its table is set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.entities import register_abilities
from engine.kernel.state import State
from engine.kernel.state_writers import create, set_global, set_turn, set_var
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Beginning, Board, BoardRefusal, Variable, Verb, ZoneSpec
from engine.ruleset.boards import enter_block
from engine.rulesets.genius import match
from engine.rulesets.genius.dice import dice_of, set_dice
from engine.rulesets.genius.look import LOOK
from engine.rulesets.genius.setup import take_seats
from engine.rulesets.genius.table import (
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
    characters,
    facts,
    player_at,
    seat_of,
)
from engine.rulesets.genius.words import ACTION_CARDS, DICE, DICE_KINDS, ELEMENT, ELEMENTS, FROST_AND_LEAF, PHASES

Json = dict[str, Any]
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
    Variable(
        "active",
        LocalizedText("Active character, by name or from 1", "出战角色（名称，或从 1 起的序号）"),
        high=9,
        zone=CHARACTERS,
    ),
    *(Variable(name, DICE_TITLES[name], high=16) for name in DICE),
    Variable("diceNum", LocalizedText("Dice", "骰子数"), high=16, settable=False),
    Variable("isPass", LocalizedText("Has ended the round", "已结束回合"), high=1),
    Variable("isAfterChange", LocalizedText("Has just switched", "刚切换角色"), high=1),
    Variable("isQuickChange", LocalizedText("Switched fast", "快速切换"), high=1, settable=False),
    Variable("changeNum", LocalizedText("Switches this round", "本回合切换次数")),
    Variable("playArcaneLegend", LocalizedText("Has played an arcane legend", "已打出秘传牌"), high=1),
    Variable("legends", LocalizedText("Arcane legends played", "已打出的秘传牌数")),
)
ELEMENT_WORDS = {option.name: ELEMENT[option.name] for option in ELEMENTS}
AURAS = {"none": 0, **ELEMENT_WORDS, "cryoDendro": FROST_AND_LEAF}
ANY_CARD = ("summon", "support", "status", "combatStatus", "equipment")
CARD = (
    *(
        Variable(name, title, of=("character",), **more)
        for name, title, more in (
            ("health", LocalizedText("Health", "生命值"), {}),
            ("maxHealth", LocalizedText("Maximum health", "生命上限"), {}),
            ("power", LocalizedText("Energy", "充能"), {}),
            ("maxPower", LocalizedText("Maximum energy", "充能上限"), {}),
            ("aura", LocalizedText("Aura", "附着元素"), {"high": 8, "words": AURAS}),
            ("isAlive", LocalizedText("Not defeated", "存活"), {"high": 1}),
            ("isFrozen", LocalizedText("Frozen", "冻结"), {"high": 1}),
            ("isSatisfied", LocalizedText("Satisfied", "饱腹"), {"high": 1}),
            ("prepares", LocalizedText("Prepared skill, from 1", "准备的技能，从 1 起"), {}),
            ("index", LocalizedText("Place", "位置"), {"settable": False}),
            ("element", LocalizedText("Element", "元素"), {"settable": False, "words": ELEMENT_WORDS}),
        )
    ),
    Variable("usage", LocalizedText("Usage", "可用次数"), of=ANY_CARD),
    Variable("duration", LocalizedText("Duration", "持续回合"), of=ANY_CARD),
    Variable(
        "bearer",
        LocalizedText("Which character, from 1", "第几名角色"),
        low=1,
        high=9,
        of=("status", "equipment"),
        in_story=False,
    ),
)
HOLDS = (
    ZoneSpec(CHARACTERS, LocalizedText("Characters", "角色区"), ("character",), 9, cell=(2, 1), wide=2),
    ZoneSpec(ATTACHMENTS, LocalizedText("Attached to characters", "角色附属"), ("status", "equipment")),
    ZoneSpec(SHIELDS, LocalizedText("Combat shields", "出战护盾"), ("combatStatus",), cell=(2, 2)),
    ZoneSpec(STATUSES, LocalizedText("Combat statuses", "出战状态区"), ("combatStatus",), cell=(3, 2)),
    ZoneSpec(SUMMONS, LocalizedText("Summons", "召唤物区"), ("summon",), 4, cell=(4, 1)),
    ZoneSpec(SUPPORTS, LocalizedText("Supports", "支援区"), ("support",), 4, cell=(1, 1)),
    ZoneSpec(HANDS, LocalizedText("Hand", "手牌区"), ACTION_CARDS, 10),
    ZoneSpec(PILE, LocalizedText("Pile, its top first", "牌库（顶部在前）"), ACTION_CARDS),
    ZoneSpec(REMOVED, LocalizedText("Played and discarded", "已打出与弃置"), ACTION_CARDS),
    ZoneSpec(DICE_ZONE, LocalizedText("Dice", "骰子区"), (), settable=False),
)
VERBS = (
    *(Verb(f"skill{n}", LocalizedText(f"Use skill {n}", f"使用技能 {n}"), entity=True) for n in range(1, 9)),
    Verb("play", LocalizedText("Play a card", "打出手牌"), entity=True),
    Verb("switch", LocalizedText("Switch", "切换角色"), entity=True),
    Verb("tune", LocalizedText("Tune", "元素调和"), entity=True),
    Verb("end", LocalizedText("End the round", "结束回合")),
)


def sort(document: Json) -> str:
    """Return the sort of a card."""
    return str(document.get("type", ""))


def set_up(st: State, values: Json) -> None:
    """Seat both players at an empty table."""
    seats = values["seats"]
    take_seats(st, [{name: value for name, value in seat.items() if name not in DICE} for seat in seats])
    for player, seat in zip(PLAYERS, seats, strict=True):
        set_dice(st, player, tuple(seat.get(name, 0) for name in DICE))
    table, active = values["table"], player_at(values["active"])
    number = table.get("round", 1)
    turn_values = {
        "phase": values["phase"],
        "round": number,
        "activePlayer": active,
        "firstPlayer": active,
        "nextFirst": active,
    }
    for name, value in turn_values.items():
        set_global(st, name, value)
    set_turn(st, number)


def place(st: State, seat: int, zone: str, card: str, values: Mapping[str, int]) -> int:
    """Make a card in a zone of a seat.

    Errors: BoardRefusal `no-room` for a bearer that is not there.
    """
    player, card_def = player_at(seat), st.program.cards[card]
    start = {**card_def.numbers, **{name: rule.initial for name, rule in card_def.variables.items()}}
    overrides = {name: value for name, value in values.items() if name != "bearer"}
    where = (player, zone)
    if zone == ATTACHMENTS:
        bearers, number = characters(st, player), values.get("bearer", 1)
        if number > len(bearers):
            text = LocalizedText(
                f"Seat {seat} has no character {number} to bear “{card}”.",
                f"席位 {seat} 没有第 {number} 名角色来承载“{card}”。",
            )
            raise BoardRefusal("no-room", text)
        where = (bearers[number - 1], CHARACTERS)
    eid = create(st, card, card_def.kind, player, where, {**start, **overrides, "slot": len(st.zone(*where))})
    if where[1] in (CHARACTERS, SHIELDS, STATUSES, SUMMONS, SUPPORTS):
        register_abilities(st, eid)
    if zone == CHARACTERS:
        set_var(st, eid, "index", len(characters(st, player)) - 1)
    return eid


def enter(st: State, phase: str) -> None:
    """Put the match on the stack where a phase begins; the active characters are those that the seats name by place.

    Errors: BoardRefusal `no-character` for a seat without one.
    """
    for player in PLAYERS:
        own, number = characters(st, player), st.entities[player]["active"]
        if not own:
            seat = seat_of(player)
            raise BoardRefusal(
                "no-character",
                LocalizedText(
                    f"Seat {seat} has no character. Each seat needs at least one.",
                    f"席位 {seat} 没有角色。每个席位至少需要一名角色。",
                ),
            )
        if phase not in ("SET_CARD", "SET_CHARACTER"):
            set_var(st, player, "active", own[max(number, 1) - 1])
    enter_block(st, match.BLOCKS[0], ENTRIES[phase])


def lying(st: State, seat: int, zone: str) -> tuple[int, ...]:
    """Return what lies in a zone of a seat; attached cards in the order of their characters."""
    player = player_at(seat)
    if zone == ATTACHMENTS:
        return tuple(eid for host in characters(st, player) for eid in st.zone(host, CHARACTERS))
    return st.zone(player, zone)


def _variable_names(document: Json) -> tuple[str, ...]:
    """Return the variables that a card declares itself; a card with errors may declare none."""
    declared = document.get("varConfigs")
    return tuple(declared) if isinstance(declared, dict) else ()


STAND_IN: Json = {
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
            "action": [
                {
                    "type": "damage",
                    "target": {"type": "characters", "side": "opponent", "which": "active"},
                    "amount": 2,
                    "element": "physical",
                }
            ],
        }
    ],
}
"""The character that stands on both sides when a new scenario begins."""


def _facing_sides() -> Json:
    """Return the board of a new scenario: a stand-in on each side, and dice for anything."""
    seat = {"active": 1, "omni": 8, CHARACTERS: [{"card": STAND_IN["id"]}]}
    return {"phase": "ACTION_PHASE", "active": 0, "seats": [seat, seat]}


BOARD = Board(
    phases=PHASES,
    seat=SEAT,
    table=(
        Variable("round", LocalizedText("Round", "轮次"), low=1),
        Variable("activePlayer", LocalizedText("Whose turn it is, from 0", "当前行动方，从 0 起"), settable=False),
        Variable("firstPlayer", LocalizedText("Who acts first, from 0", "先手方，从 0 起"), settable=False),
    ),
    card=CARD,
    zones=HOLDS,
    verbs=VERBS,
    sort=sort,
    set_up=set_up,
    place=place,
    enter=enter,
    player=lambda st, seat: player_at(seat),
    zone_contents=lying,
    facts=lambda st: {**facts(st), **{name: seat_of(st.globals[name]) for name in ("activePlayer", "firstPlayer")}},
    layout=LOOK,
    own_variables=_variable_names,
    beginning=Beginning(setup=_facing_sides(), cards=(STAND_IN,)),
    seat_counts=lambda st, seat: dict(zip(DICE, dice_of(st, player_at(seat)), strict=True)),
)
