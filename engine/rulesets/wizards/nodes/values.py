"""Values: what cards read off the table. Source: 000 "getCardProperty", "TriggerGetter"; WZ13."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from engine.language.spec import (
    ABSENT,
    Enum,
    IntegerLiteral,
    NodeRuntime,
    Value,
    case,
    field,
    one_of,
    option,
    optional,
    options,
    result,
    value,
)
from engine.toolkit.nodes import Amount, Entities, by_word, filter_field
from engine.toolkit.rules import State, definition

from ..config import CELLS
from ..modifiers import as_counted, cost_of, limit_of, resonance_of
from ..table import EARLIER, TURNS, after, front, is_player, loop_of, monsters, rank
from .attributes import CARD_ATTRIBUTES
from .fields import CARDS_OF, OWNERS_FIELD, TABLE_ZONES, cards_in, seats

Keeps = Callable[[int], bool] | None
_PLAYER = field("playerUUID", Value("player"), "Player", "玩家")


def card_property(st: State, card: Amount, key: str) -> int | str | None:
    """Return a number or a word of a card as it is now; of a monster of several bodies, the foremost one's health."""
    if card is None or card not in st.entities or not st.entities[card]["def"]:
        return None
    card_def = definition(st, card)
    if key in card_def.words:
        return str(st.entities[card].get(key, card_def.words[key]))
    match key:
        case "id":
            return card_def.id
        case "printedCost":
            return card_def.numbers.get("manaCost")
        case "manaCost" if "manaCost" in st.entities[card]:
            return as_counted(st, card, "manaCost", cost_of(st, card))
        case "bodies":
            return max(len(st.zone(card, "bodies")), 1) if card_def.words.get("type") == "monster" else None
        case "place":
            row = monsters(st)
            return row.index(card) + 1 if card in row else None
        case "steps":
            steps: dict[str | None, int] = st.program.config["steps"]
            return steps.get(card_def.words.get("level"))
        case _:
            held: Amount = st.entities[front(st, card)].get(key, card_def.numbers.get(key))
            return held


def player_property(st: State, player: Amount, key: str) -> int | str | None:
    """Return a number or the school of a player as it is now."""
    if player is None or not is_player(st, player):
        return None
    if key == "school":
        return str(st.entities[player].get(key, "none"))
    if key in HELD_ZONES:
        return len(st.zone(player, key))
    if key == "resonance":
        return as_counted(st, player, key, resonance_of(st, player))
    if key in LIMITS:
        return as_counted(st, player, LIMITS[key], limit_of(st, player, LIMITS[key]))
    if key == "rank":
        return rank(st, player)
    if key == "loop":
        return loop_of(st, player)
    if key == "cell":
        return int(st.entities[player]["pos"]) % CELLS + 1
    return int(st.entities[player][key])


def next_player(st: State, player: Amount) -> Amount:
    """Return the player after this one in order (WZ13)."""
    return after(st, player) if player is not None and is_player(st, player) else None


def played_card(st: State, player: Amount, plays_ago: Amount, within: str | None) -> Amount:
    """Return the card of an earlier play of this round or turn, counted back; countered plays and copies do not count."""
    plays = st.globals["played"][st.globals.get(TURNS, 0) if within == "turn" else 0 :]
    mine = [card for who, card in plays if who == player]
    return mine[-plays_ago] if plays_ago is not None and 1 <= plays_ago <= len(mine) else None


def _standing(st: State, card: Amount) -> Entities:
    """Return a card that is in the match as a list, which is empty where there is none."""
    return (card,) if card is not None and card in st.entities else ()


def played_cards(st: State, player: Amount, owners: str | None, last: Amount) -> Entities:
    """Return the cards played last in this match, the newest first, each once."""
    if player is None:
        return ()
    meant = set(seats(st, player, owners or "own"))
    plays = (*st.globals.get(EARLIER, ()), *st.globals["played"])
    cards = (card for who, card in reversed(plays) if who in meant and card in st.entities)
    return tuple(islice(dict.fromkeys(cards), last or 0))


def count_cards(st: State, player: Amount, which: str | None, zone: str, keeps: Keeps) -> int:
    """Return how many cards in a zone match the filter."""
    cards = cards_in(st, player, which, zone)
    return len(cards) if keeps is None else sum(map(keeps, cards))


def find_triggers(st: State, mode: str, value: str | None) -> Entities:
    """Return the triggers with an id, or on an event, in order of registration."""
    return tuple(
        listener.id
        for listener in st.listeners.values()
        if not listener.removes and value is not None and (listener.label if mode == "id" else listener.event) == value
    )


NUMBERS = options(
    ("manaCost", "mana cost", "法力消耗"),
    ("printedCost", "printed mana cost", "印刷法力消耗"),
    ("health", "health", "生命值"),
    ("maxHealth", "maximum health", "生命值上限"),
    ("reward", "bounty", "赏金"),
    ("bodies", "number of bodies", "个体数"),
    ("steps", "steps for its defeat", "击败所得步数"),
    ("place", "place in the row", "在行列中的位置"),
)
WORDS = (
    option("school", "school", "派系", sorts=True),
    option("rarity", "rarity", "稀有度"),
    option("cardType", "kind", "卡牌类型"),
    option("type", "type", "类型"),
    option("level", "level", "等级"),
    option("id", "id", "标识"),
)
GET_CARD_PROPERTY = value(
    "getCardProperty",
    "Property of a card",
    "卡牌属性",
    (
        field("cardUUID", Value("card"), "Card", "卡牌"),
        field("property", Enum((*NUMBERS, *WORDS)), "Property", "属性", reads_variable=True),
    ),
    "A number or word of a card as it is now; null when there is no such card or the card has no such property.",
    "卡牌当前的某项数值或文字；没有该牌或该牌无此属性时为 null。",
    "{cardUUID's property}",
    "{cardUUID}的{property}",
    gives="int",
    gives_by=("property", {**{word.name: "text" for word in WORDS}, "id": "cardID"}),
    run=card_property,
    group="cards",
    search=("property, cost of card, health of monster, read card, attribute", "属性、牌的费用、怪物生命、读取卡牌"),
)
OF_PLAYER = (
    option("mana", "mana", "法力"),
    option("gold", "gold", "金币"),
    option("freezing", "freezing", "冻结值"),
    option("spellDamage", "spell damage", "法术伤害加成"),
    option("hand", "number of cards in hand", "手牌数"),
    option("deck", "number of cards in the deck", "牌堆张数"),
    option("discard", "number of cards in the discard pile", "弃牌堆张数"),
    option("play", "number of cards in the play area", "打出区张数"),
    option("resonance", "resonance", "共鸣"),
    option("rank", "rank", "名次"),
    option("loop", "loop", "圈数"),
    option("cell", "cell", "格数"),
    option("steps", "steps won this round", "本轮所得步数"),
    option("kills", "number of monsters defeated", "击败怪物数"),
    option("school", "school", "派系", sorts=True),
    option("handLimit", "hand limit", "手牌上限"),
    option("manaCap", "mana limit", "法力上限"),
    option("goldCap", "gold limit", "金币上限"),
    option("freezingCap", "freezing limit", "冻结上限"),
)
HELD_ZONES = ("hand", "deck", "discard", "play")
LIMITS = {"handLimit": "hand", "manaCap": "manaCap", "goldCap": "goldCap", "freezingCap": "freezingCap"}
"""The most that a player may hold: each property with its stat."""
GET_PLAYER_PROPERTY = value(
    "getPlayerProperty",
    "Number of a player",
    "玩家属性",
    (
        _PLAYER,
        field("property", Enum(OF_PLAYER), "Property", "属性", reads_variable=True),
    ),
    "A number of a player as it is now. Resonance (X) is `resonance` of at least X: the number of cards in the play area, as modifiers leave it.",
    "玩家当前的某项数值。“共鸣（X）”即 `resonance` 不小于 X：打出区张数，计入修正。",
    "{playerUUID's property}",
    "{playerUUID}的{property}",
    cases=(
        result(
            "the number of cards in {playerUUID's hand}",
            "{playerUUID}的手牌数",
            "{playerUUID} has {n:card|cards} in hand",
            "{playerUUID}手牌{n:张}",
            when={"property": "hand"},
        ),
        case({"property": "deck"}, "the number of cards in {playerUUID's deck}", "{playerUUID}的牌堆张数"),
        case({"property": "discard"}, "the number of cards in {playerUUID's discard pile}", "{playerUUID}的弃牌堆张数"),
        case({"property": "play"}, "the number of cards in {playerUUID's play area}", "{playerUUID}的打出区张数"),
        result(
            "the number of monsters defeated by {playerUUID}",
            "{playerUUID}击败的怪物数",
            "{playerUUID} has defeated {n:monster|monsters}",
            "{playerUUID}击败的怪物{n:个}",
            when={"property": "kills"},
        ),
        result(
            "the number of steps won this round by {playerUUID}",
            "{playerUUID}本轮获得的步数",
            "{playerUUID} has won {n:step|steps} this round",
            "{playerUUID}本轮获得{n:步}",
            when={"property": "steps"},
        ),
    ),
    gives="int",
    gives_by=("property", {"school": "text"}),
    run=player_property,
    counts=(*HELD_ZONES, *LIMITS, "resonance", "rank", "loop", "cell"),
    group="cards",
    search=("player number, mana of player, gold of player, hand size", "玩家属性、玩家法力、玩家金币、手牌数"),
)
NEXT_PLAYER = value(
    "nextPlayer",
    "Next player",
    "下家",
    (_PLAYER,),
    "The player who comes after this one in order.",
    "按顺序在该玩家之后的玩家。",
    "the player after {playerUUID}",
    "{playerUUID}的下家",
    cases=(case({"you": True}, "the next player", "下家"),),
    gives="player",
    run=next_player,
    example=(
        {
            "type": "addTriggers",
            "triggers": [
                {
                    "event": "onPlayCard",
                    "condition": {
                        "type": "Equals",
                        "value1": "$onPlayCard.playerUUID",
                        "value2": {"type": "nextPlayer", "playerUUID": "$onPlay.playerUUID"},
                    },
                    "do": [{"type": "counter"}],
                }
            ],
        },
    ),
    group="cards",
    search=("next, neighbour, player to the left, following player", "下家、下一位玩家、邻座"),
)
PLAYED_CARD = value(
    "playedCard",
    "Card played before",
    "先前打出的牌",
    (
        _PLAYER,
        field(
            "back",
            IntegerLiteral(1, 20),
            "Plays ago",
            "往前第几张",
            "1 is the newest. Spread reads its school.",
            "1 为最近一张。“蔓延”读取其派系。",
        ),
        optional(
            "within",
            one_of(("round", "this round", "本轮"), ("turn", "this turn", "本回合")),
            "Within",
            "范围",
            "How far it looks back.",
            "向前查看的范围。",
            default="round",
        ),
    ),
    "The card that a player played so many plays ago this round or this turn, null when there is none; countered plays and copies do not count.",
    "该玩家本轮（或本回合）往前第若干张打出的牌，没有时为 null；被反制的牌和复制不计。",
    "the card that {playerUUID} played {back} plays ago this round",
    "{playerUUID}本轮往前第{back}张打出的牌",
    cases=(
        case(
            {"back": 1, "within": "turn"},
            "the last card that {playerUUID} played this turn",
            "{playerUUID}本回合最近打出的一张牌",
        ),
        case(
            {"within": "turn"},
            "the card that {playerUUID} played {back} plays ago this turn",
            "{playerUUID}本回合往前第{back}张打出的牌",
        ),
        case({"back": 1}, "the last card that {playerUUID} played this round", "{playerUUID}本轮最近打出的一张牌"),
    ),
    gives="card",
    run=played_card,
    example=(
        {
            "type": "if",
            "condition": {
                "type": "Equals",
                "value1": {
                    "type": "getCardProperty",
                    "cardUUID": {"type": "playedCard", "playerUUID": "$onPlay.playerUUID", "back": 1},
                    "property": "school",
                },
                "value2": "fire",
            },
            "do": [{"type": "mana", "mode": "add", "amount": 3, "target": "$onPlay.playerUUID"}],
        },
    ),
    group="cards",
    search=("last played, previous card, card before", "上一张牌、先前打出"),
)
PLAYED_CARD_CHOOSER = replace(
    PLAYED_CARD,
    family="chooser",
    runtime=NodeRuntime(run=lambda st, env, player, back, within: _standing(st, played_card(st, player, back, within))),
    example=(
        {
            "type": "castCopy",
            "target": {"type": "playedCard", "playerUUID": "$onPlay.playerUUID", "back": 1},
        },
    ),
    group="",
)
"""The same where something is done to the card."""
PLAYED_CARDS = value(
    "playedCards",
    "Cards played last",
    "最近打出的牌",
    (
        _PLAYER,
        OWNERS_FIELD,
        field(
            "last",
            IntegerLiteral(1, 20),
            "How many",
            "张数",
            "So many of the newest; fewer where fewer were played.",
            "最近的若干张；不足时为全部。",
        ),
    ),
    "The cards that players played last, the newest first, also in earlier rounds; countered plays and copies do not count.",
    "玩家最近打出的若干张牌，最新的在前，含之前各轮；被反制的牌和复制不计。",
    "the last {last} cards that {playerUUID} played",
    "{playerUUID}最近打出的{last}张牌",
    cases=(
        case({"whose": "others"}, "the last {last} cards that other players played", "其他玩家最近打出的{last}张牌"),
        case({"whose": "all"}, "the last {last} cards played", "最近打出的{last}张牌"),
    ),
    gives="card[]",
    run=played_cards,
    example=(
        {
            "type": "castCopy",
            "target": {
                "type": "cardChooser",
                "from": {"type": "playedCards", "playerUUID": "$onPlay.playerUUID", "whose": "others", "last": 3},
            },
        },
    ),
    group="cards",
    search=("last cards played, recent plays, copy opponent", "最近打出的牌、对手打出的牌、复制对手"),
)
_PLAIN = dict.fromkeys(("filter", *(field.name for field in CARD_ATTRIBUTES)), ABSENT)
_PLACES = (
    *by_word("zone", TABLE_ZONES, "in {zone}", "{zone}中"),
    case({"whose": "others"}, "in {zone} of the other players", "其他玩家的{zone}中"),
    case({"whose": "all"}, "in {zone} of all players", "所有玩家的{zone}中"),
    case({}, "in {playerUUID's zone}", "{playerUUID}的{zone}中"),
)
"""Where cards are counted."""
COUNT_CARDS = value(
    "countCards",
    "Number of cards",
    "卡牌数量",
    (*CARDS_OF, *CARD_ATTRIBUTES, filter_field("card")),
    "How many cards lie somewhere, of those that meet the filter.",
    "某区域中符合条件的卡牌数量。",
    "the number of {filter:things} in {playerUUID's zone}{filter:which}",
    "{playerUUID}的{zone}中{filter:which}{filter:things}的数量",
    cases=(
        case({"zone": "slot"}, "the number of monsters on the table{filter:which}", "场上{filter:which}怪物的数量"),
        *(
            case(
                {**counted.when, **plain},
                f"the number of {{filter:things}} {counted.phrase.en}{{filter:which}}",
                f"{counted.phrase.zh}{{filter:which}}{things}的数量",
            )
            for plain, things in ((_PLAIN, "卡牌"), ({}, "{filter:things}"))
            for counted in _PLACES
        ),
    ),
    gives="int",
    run=count_cards,
    counts=("",),
    group="cards",
    search=("how many cards, number of cards, count, hand size, pile size", "数量、张数、计数、几张牌"),
)
TRIGGER_GETTER = value(
    "triggers",
    "Triggers",
    "触发器列表",
    (
        field(
            "mode",
            one_of(("id", "by id", "按 id"), ("event", "by event", "按事件")),
            "Found",
            "查找方式",
        ),
        field("value", Value("text"), "Id or event", "id 或事件名", names="trigger", when=("mode", "id")),
    ),
    "The document's TriggerGetter: the UUIDs of the triggers with an id, or on an event, in order of registration.",
    "即文档的 TriggerGetter：带有某 id 或监听某事件的触发器的 UUID 列表，按注册顺序排列。",
    "{value:effects}",
    "{value:effects}",
    cases=(
        case(
            {"mode": "event"}, "all lasting effects that wait until {value:event}", "所有因{value:event}触发的持续效果"
        ),
    ),
    gives="trigger[]",
    run=find_triggers,
    example=(
        {
            "type": "removeTriggers",
            "mode": "UUID",
            "targets": [{"type": "triggers", "mode": "event", "value": "onDefeat"}],
        },
    ),
    group="control",
    search=("active triggers, list of triggers, effects in play", "触发器列表、生效中的触发器"),
)
VALUES = (GET_CARD_PROPERTY, GET_PLAYER_PROPERTY, NEXT_PLAYER, PLAYED_CARD, PLAYED_CARDS, COUNT_CARDS, TRIGGER_GETTER)
