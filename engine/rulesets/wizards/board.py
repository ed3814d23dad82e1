"""What a scenario may name in this game, and how its table is built: by the functions that deal a match, without dealing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.state import State
from engine.kernel.state_writers import create, set_global, set_turn
from engine.language.spec.constructors import options
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Beginning, Board, BoardRefusal, ComputedFact, Variable, Verb, ZoneSpec
from engine.ruleset.boards import enter_block
from engine.rulesets.wizards import match
from engine.rulesets.wizards.config import LEVELS
from engine.rulesets.wizards.damage import unfold
from engine.rulesets.wizards.look import LOOK
from engine.rulesets.wizards.modifiers import COST, RESONANCE, as_counted, cost_of, limit_of, resonance_of
from engine.rulesets.wizards.moving import SLOTS, run_timing
from engine.rulesets.wizards.setup import INITIAL_VALUES, take_seats
from engine.rulesets.wizards.table import MEMORY, TABLE, definition, loop_of, players

Json = dict[str, Any]
ENTRIES = {
    "preparing": "round_starts",
    "exploring": "explore",
    "battling": "battle",
    "advancing": "advance",
    "supplying": "supply",
    "setup": "match_starts",
}
"""Where in the match each phase begins; the preparing phase begins with its round."""

PHASES = options(
    ("preparing", "Preparing, and before it the round", "准备阶段（含回合开始）"),
    ("exploring", "Exploring", "探索阶段"),
    ("battling", "Battling", "战斗阶段"),
    ("advancing", "Advancing", "推进阶段"),
    ("supplying", "Supplying", "补给阶段"),
    ("setup", "Before the first round", "首轮之前"),
)
SEAT = (
    Variable("mana", LocalizedText("Mana", "法力")),
    Variable("gold", LocalizedText("Gold", "金币")),
    Variable("freezing", LocalizedText("Freezing", "冻结")),
    Variable("pos", LocalizedText("Cells gone in all", "总共前进的格数")),
    Variable("steps", LocalizedText("Steps won in this round", "本回合赢得的步数")),
    Variable("token", LocalizedText("Reversal token", "逆转标记"), high=1),
    Variable("kills", LocalizedText("Monsters defeated", "击败的怪物数")),
    Variable("wounds", LocalizedText("Damage, in steps to lose", "所受伤害（将失去的步数）")),
    Variable("spellDamage", LocalizedText("Spell damage", "法术伤害加成")),
    Variable("fought", LocalizedText("Fought alone in this round", "本回合已单独战斗"), settable=False),
    Variable("out", LocalizedText("Out of this battle", "已退出本次战斗"), settable=False),
    Variable("plays", LocalizedText("Plays left in this turn", "本轮剩余出牌数"), settable=False),
    Variable("moved", LocalizedText("Moved in this round", "本回合已移动"), settable=False),
)
ROUND = Variable("round", LocalizedText("Round, 1 when left out", "回合数（缺省为 1）"), low=1, in_story=False)
FURTHEST_LOOP = Variable("entered", LocalizedText("Furthest loop entered", "已进入的最远圈数"), low=1)
FIRST = Variable("first", LocalizedText("Seat that begins", "先行的席位"), settable=False)
CARD = (
    Variable("manaCost", LocalizedText("Mana cost", "法力消耗"), of=("treasure", "wand", "undercurrent")),
    Variable("health", LocalizedText("Health", "生命值"), of=("monster",)),
    Variable("maxHealth", LocalizedText("Most health", "生命值上限"), of=("monster",)),
    Variable("reward", LocalizedText("Bounty", "赏金"), of=("monster",)),
)
TREASURES, MONSTERS = ("treasure", "wand", "undercurrent"), ("monster",)
EXPLORATIONS = ("monster", "event")
NEUTRAL = "neutral"
"""The zone in which scenarios find the monsters of all neutral slots."""

ZONES = (
    ZoneSpec("hand", LocalizedText("Hand", "手牌"), TREASURES),
    ZoneSpec("deck", LocalizedText("Deck, its top first", "牌库（顶部在前）"), TREASURES),
    ZoneSpec("discard", LocalizedText("Discard pile", "弃牌堆"), TREASURES),
    ZoneSpec("play", LocalizedText("Play area", "出牌区"), TREASURES),
    ZoneSpec("wand", LocalizedText("Wand slot", "魔杖栏"), ("wand",), 1, cell=(2, 1)),
    ZoneSpec("undercurrent", LocalizedText("Undercurrent slot", "暗流栏"), ("undercurrent",), 1, cell=(3, 1)),
    ZoneSpec("aside", LocalizedText("Set aside", "搁置的牌"), TREASURES),
    ZoneSpec("slot", LocalizedText("Monster slot", "怪物位"), MONSTERS, 1, cell=(1, 1)),
    ZoneSpec("common", LocalizedText("Common pile, its top first", "普通牌堆（顶部在前）"), TREASURES, shared=True),
    ZoneSpec("commonDiscard", LocalizedText("Common discard pile", "普通弃牌堆"), TREASURES, shared=True),
    ZoneSpec(
        "legendary", LocalizedText("Legendary pile, its top first", "传说牌堆（顶部在前）"), TREASURES, shared=True
    ),
    ZoneSpec("shop", LocalizedText("Shop, by price", "商店（按价格）"), TREASURES, 4, shared=True),
    *(
        ZoneSpec(
            level,
            LocalizedText(f"Pile {level}, its top first", f"{level} 级牌堆（顶部在前）"),
            EXPLORATIONS,
            shared=True,
        )
        for level in LEVELS
    ),
    ZoneSpec("explored", LocalizedText("Explored pile", "已探索牌堆"), EXPLORATIONS, shared=True),
    ZoneSpec("gone", LocalizedText("Out of the game", "已移出游戏"), TREASURES, shared=True),
    ZoneSpec(NEUTRAL, LocalizedText("Neutral slots", "中立怪物位"), MONSTERS, 2, shared=True),
    ZoneSpec("offer", LocalizedText("Offered to pick from", "可挑选的牌"), TREASURES, shared=True, settable=False),
    ZoneSpec("playing", LocalizedText("Card being played", "正在打出的牌"), TREASURES, shared=True, settable=False),
)
VERBS = (
    Verb("play", LocalizedText("Play a card", "出牌"), entity=True),
    Verb("reverse", LocalizedText("Reverse time", "逆转时序")),
    Verb("pass", LocalizedText("Pass", "跳过")),
    Verb("buy", LocalizedText("Buy a card", "购买卡牌"), entity=True),
    Verb("refresh", LocalizedText("Refresh the shop", "刷新商店")),
    Verb("forget", LocalizedText("Forget a card", "遗忘卡牌")),
)


def sort(document: Json) -> str:
    """Return the sort of a card: a monster, an event, a wand or another treasure."""
    if "level" in document:
        return str(document["type"])
    kind = document.get("cardType")
    return str(kind) if kind in SLOTS else "treasure"


def set_up(st: State, values: Json) -> None:
    """Take the seats round an empty table; `active` begins, and the furthest marker has opened its loop."""
    take_seats(st, [{**INITIAL_VALUES, **seat} for seat in values["seats"]])
    table = values["table"]
    furthest = max(loop_of(st, player) for player in players(st))
    number = table.get("round", 1) - (values["phase"] in ("preparing", "setup"))
    set_global(st, "round", number)
    set_global(st, "entered", table.get("entered", furthest))
    set_global(st, "phase", values["phase"])
    set_global(st, "first", values["active"])
    set_turn(st, number)


def place(st: State, seat: int, zone: str, card_id: str, values: Mapping[str, int]) -> int:
    """Place a card with its printed values except those given; a monster's health is at most its maximum."""
    card = st.program.cards[card_id]
    variables = {**card.numbers, **values}
    if "maxHealth" in variables and "maxHealth" not in values:
        variables["maxHealth"] = max(variables["maxHealth"], variables["health"])
    holder, name = _where(st, seat, zone)
    owner = 0 if name == "slot" or holder == TABLE else holder
    eid = create(st, card_id, card.kind, owner, (holder, name), variables)
    if name == "slot" and not values.keys() & {"health", "maxHealth"}:
        unfold(st, eid)
    return eid


def _where(st: State, seat: int, zone: str) -> tuple[int, str]:
    """Return the holder and name of a zone; of the neutral slots the first that is free.

    Errors: BoardRefusal `no-room`.
    """
    if zone != NEUTRAL:
        return seat + 1 if seat >= 0 else TABLE, zone
    free = [holder for holder in neutral(st) if not st.zone(holder, "slot")]
    if not free:
        most = len(neutral(st))
        text = LocalizedText(f"This table has {most} neutral slots.", f"此牌桌只有 {most} 个中立槽位。")
        raise BoardRefusal("no-room", text)
    return free[0], "slot"


def neutral(st: State) -> tuple[int, ...]:
    """Return the holders of the neutral slots."""
    return tuple(holder for holder in st.globals["holders"] if holder not in players(st))


def enter(st: State, phase: str) -> None:
    """Put the match on the stack where a phase begins."""
    enter_block(st, match.BLOCKS[0], ENTRIES[phase])


def lying(st: State, seat: int, zone: str) -> tuple[int, ...]:
    """Return the contents of a zone, in order."""
    if zone == NEUTRAL:
        return tuple(eid for holder in neutral(st) for eid in st.zone(holder, "slot"))
    return st.zone(*_where(st, seat, zone))


def facts(st: State) -> Json:
    """Return what is true of the table as a whole."""
    return {name: st.globals[name] for name in ("phase", "round", "entered", "first")}


def _bodies(st: State, eid: int) -> list[int]:
    """Return the health of each body of a monster that is left, the foremost first; of one body its own."""
    held = st.zone(eid, "bodies")
    own = [int(st.entities[eid]["health"])] if "health" in st.entities[eid] else []
    return [int(st.entities[body]["health"]) for body in held] or own


def _counters(st: State, eid: int) -> dict[str, int]:
    """Return the numbers that cards remember of a player or a card."""
    held = st.entities[eid].items()
    return {key.removeprefix(MEMORY): int(value) for key, value in held if key.startswith(MEMORY)}


def _current_numbers(st: State, eid: int) -> dict[str, int]:
    """Return the numbers that modifiers change, as they are now: what a card costs, or the limits and the resonance of a player."""
    if eid in players(st):
        limits = {name: limit_of(st, eid, name) for name in ("manaCap", "goldCap", "freezingCap", "hand")}
        return {**limits, RESONANCE: as_counted(st, eid, RESONANCE, resonance_of(st, eid))}
    return {COST: cost_of(st, eid)} if COST in st.entities[eid] else {}


COMPUTED_FACTS = (
    ComputedFact(
        "bodies", LocalizedText("Health of its bodies, the foremost first", "各个体的生命值（最前者在前）"), _bodies
    ),
    ComputedFact("counters", LocalizedText("Counters", "计数"), _counters),
    ComputedFact("now", LocalizedText("Numbers as modifiers leave them", "计入修正后的数值"), _current_numbers),
)


def trigger_timing(st: State, card: int, moment: str, seat: int) -> None:
    """Put a timing of a card on the stack, for its holder, or for the given seat where it has none.

    Errors: BoardRefusal `no-moment`.
    """
    holder = st.entities[card]["holder"]
    if moment not in definition(st, card).timings:
        name = st.entities[card]["def"]
        raise BoardRefusal(
            "no-moment", LocalizedText(f"“{name}” does nothing at {moment}.", f"“{name}”在 {moment} 时没有效果。")
        )
    run_timing(st, card, moment, holder if holder in players(st) else seat + 1)


BOARD = Board(
    phases=PHASES,
    seat=SEAT,
    table=(ROUND, FURTHEST_LOOP, FIRST),
    card=CARD,
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
    trigger_timing=trigger_timing,
    computed_facts=COMPUTED_FACTS,
    beginning=Beginning(setup={"phase": "battling", "active": 0, "seats": [{"mana": 9}, {}]}),
)
