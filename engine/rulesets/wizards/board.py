"""What a scenario may name in this game, and how its table is built: by the functions that deal a match, without dealing."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec import LocalizedText, options
from engine.ruleset import Beginning, Board, BoardRefusal, ComputedFact, Json
from engine.toolkit.boards import (
    DECK_ZONE,
    DISCARD_ZONE,
    HAND_ZONE,
    borne_by,
    enter_at,
    facts_of,
    now_fact,
    put_card,
    variable,
    verb,
    zone,
)
from engine.toolkit.rules import Entities, State, definition, set_turn
from engine.toolkit.seats import set_globals

from . import match
from .config import LEVELS
from .damage import unfold
from .layout import LAYOUT
from .modifiers import COST, RESONANCE, as_counted, cost_of, limit_of, resonance_of
from .moving import SLOTS, run_timing
from .setup import INITIAL_VALUES, make_players
from .table import MEMORY, loop_of, players

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
    variable("mana", "Mana", "法力"),
    variable("gold", "Gold", "金币"),
    variable("freezing", "Freezing", "冻结"),
    variable("pos", "Cells gone in all", "总共前进的格数"),
    variable("steps", "Steps won in this round", "本回合赢得的步数"),
    variable("token", "Reversal token", "逆转标记", high=1),
    variable("kills", "Monsters defeated", "击败的怪物数"),
    variable("wounds", "Damage, in steps to lose", "所受伤害（将失去的步数）"),
    variable("spellDamage", "Spell damage", "法术伤害加成"),
    variable("fought", "Fought alone in this round", "本回合已单独战斗", settable=False),
    variable("out", "Out of this battle", "已退出本次战斗", settable=False),
    variable("plays", "Plays left in this turn", "本轮剩余出牌数", settable=False),
    variable("moved", "Moved in this round", "本回合已移动", settable=False),
)
TABLE_VARIABLES = (
    variable("round", "Round (default 1)", "回合数（默认 1）", low=1, in_story=False),
    variable("entered", "Furthest loop entered", "已进入的最远圈数", low=1),
    variable("first", "Seat that begins", "先手", settable=False),
)
TREASURES, MONSTERS = ("treasure", "wand", "undercurrent"), ("monster",)
CARD = (
    variable("manaCost", "Mana cost", "法力消耗", of=TREASURES),
    variable("health", "Health", "生命值", of=MONSTERS),
    variable("maxHealth", "Maximum health", "生命值上限", of=MONSTERS),
    variable("reward", "Bounty", "赏金", of=MONSTERS),
)
EXPLORATIONS = ("monster", "event")
NEUTRAL = "neutral"
"""The zone in which scenarios find the monsters of all neutral slots."""

ZONES = (
    zone(TREASURES, *HAND_ZONE),
    zone(TREASURES, *DECK_ZONE),
    zone(TREASURES, *DISCARD_ZONE),
    zone(TREASURES, "play", "Play area", "出牌区"),
    zone(("wand",), "wand", "Wand slot", "魔杖栏", capacity=1, cell=(2, 1)),
    zone(("undercurrent",), "undercurrent", "Undercurrent slot", "暗流栏", capacity=1, cell=(3, 1)),
    zone(TREASURES, "aside", "Cards set aside", "搁置的牌"),
    zone(MONSTERS, "slot", "Monster slot", "怪物位", capacity=1, cell=(1, 1)),
    zone(TREASURES, "common", "Common pile, from the top", "普通牌堆（从顶部起）", shared=True),
    zone(TREASURES, "commonDiscard", "Common discard pile", "普通弃牌堆", shared=True),
    zone(TREASURES, "legendary", "Legendary pile, from the top", "传说牌堆（从顶部起）", shared=True),
    zone(TREASURES, "shop", "Shop, by price", "商店（按价格）", capacity=4, shared=True),
    *(
        zone(EXPLORATIONS, level, f"Pile {level}, from the top", f"{level} 级牌堆（从顶部起）", shared=True)
        for level in LEVELS
    ),
    zone(EXPLORATIONS, "explored", "Explored pile", "已探索牌堆", shared=True),
    zone(TREASURES, "gone", "Out of the game", "已移出游戏", shared=True),
    zone(MONSTERS, NEUTRAL, "Neutral slots", "中立怪物位", capacity=2, shared=True),
    zone(TREASURES, "offer", "Offered to pick from", "可挑选的牌", shared=True, settable=False),
    zone(TREASURES, "playing", "Card being played", "正在打出的牌", shared=True, settable=False),
)
VERBS = (
    verb("play", "Play a card", "出牌"),
    verb("reverse", "Reverse time", "逆转时序", entity=False),
    verb("pass", "Pass", "跳过", entity=False),
    verb("buy", "Buy a card", "购买卡牌"),
    verb("refresh", "Refresh the shop", "刷新商店", entity=False),
    verb("forget", "Forget a card", "遗忘卡牌", entity=False),
)


def sort(document: Json) -> str:
    """Return the sort of a card: a monster, an event, a wand or another treasure."""
    if "level" in document:
        return str(document["type"])
    kind = document.get("cardType")
    return str(kind) if kind in SLOTS else "treasure"


def set_up(st: State, values: Json) -> None:
    """Take the seats round an empty table; `active` begins, and the furthest marker has opened its loop."""
    make_players(st, [{**INITIAL_VALUES, **seat} for seat in values["seats"]])
    table = values["table"]
    furthest = max(loop_of(st, player) for player in players(st))
    number = table.get("round", 1) - (values["phase"] in ("preparing", "setup"))
    entered, phase = table.get("entered", furthest), values["phase"]
    set_globals(st, {"round": number, "entered": entered, "phase": phase, "first": values["active"]})
    set_turn(st, number)


def place(st: State, seat: int, zone: str, card_id: str, values: Mapping[str, int]) -> int:
    """Place a card with its printed values except those given; a monster's health is at most its maximum."""
    printed = st.program.cards[card_id].numbers
    health = {"maxHealth": max(printed["maxHealth"], values.get("health", 0))} if "maxHealth" in printed else {}
    holder, name = _where(st, seat, zone)
    eid = put_card(st, card_id, 0 if name == "slot" else holder, (holder, name), {**health, **values})
    if name == "slot" and not values.keys() & {"health", "maxHealth"}:
        unfold(st, eid)
    return eid


def _where(st: State, seat: int, zone: str) -> tuple[int, str]:
    """Return the holder and name of a zone; of the neutral slots the first that is free.

    Errors: BoardRefusal `no-room`.
    """
    if zone != NEUTRAL:
        return seat + 1, zone
    free = [holder for holder in neutral(st) if not st.zone(holder, "slot")]
    if not free:
        most = len(neutral(st))
        text = LocalizedText(f"This table has {most} neutral slots.", f"此牌桌只有 {most} 个中立槽位。")
        raise BoardRefusal("no-room", text)
    return free[0], "slot"


def neutral(st: State) -> Entities:
    """Return the holders of the neutral slots."""
    return tuple(holder for holder in st.globals["holders"] if holder not in players(st))


def zone_contents(st: State, seat: int, zone: str) -> Entities:
    """Return the contents of a zone, in order."""
    return borne_by(st, neutral(st), "slot") if zone == NEUTRAL else st.zone(seat + 1, zone)


def _bodies(st: State, eid: int) -> list[int]:
    """Return the health of each body of a monster that is left, the foremost first; of one body its own."""
    return [
        int(st.entities[body]["health"]) for body in st.zone(eid, "bodies") or (eid,) if "health" in st.entities[body]
    ]


def _counters(st: State, eid: int) -> dict[str, int]:
    """Return the numbers that cards remember of a player or a card."""
    return {key.removeprefix(MEMORY): int(value) for key, value in st.entities[eid].items() if key.startswith(MEMORY)}


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
    now_fact(_current_numbers),
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
    table=TABLE_VARIABLES,
    card=CARD,
    zones=ZONES,
    verbs=VERBS,
    sort=sort,
    set_up=set_up,
    place=place,
    enter=enter_at(match.BLOCKS[0], ENTRIES),
    zone_contents=zone_contents,
    facts=facts_of("phase", "round", "entered", "first"),
    layout=LAYOUT,
    trigger_timing=trigger_timing,
    computed_facts=COMPUTED_FACTS,
    beginning=Beginning(setup={"phase": "battling", "active": 0, "seats": [{"mana": 9}, {}]}),
)
