"""Effects that draw, discard, shuffle and move cards. Source: 000 "可执行效果 Doable"; WZ1, WZ2."""

from __future__ import annotations

from typing import Any

from engine.language.spec import (
    COMPUTED,
    PRESENT,
    Case,
    Enum,
    Field,
    LocalizedText,
    Number,
    Ref,
    Targets,
    case,
    field,
    one_of,
    option,
    optional,
    result,
)
from engine.toolkit.nodes import ID, Amount, Entities, amount_field, effect, target_field
from engine.toolkit.nodes.piles import draw_up_to
from engine.toolkit.rules import EnvironmentId, Signal, State, answer, ask, bind, call, flow, new_question
from engine.toolkit.steps import jumps

from ..damage import may_discard
from ..moving import PILE_ENDS, after_draw, draw_cards, in_pile
from ..table import TABLE, is_player, is_treasure, seat, show, shuffle_back


def _yields(verb: str, zh: str, *counts: str) -> dict[str, tuple[Any, ...]]:
    """Return the cards that an effect binds, and what they are called afterwards; `verb` and `zh` say what was done to them."""
    return {
        "UUID": (
            "card",
            result(f"the {verb} card", f"所{zh[:-1]}的牌", that=True, when={"amount": 1}),
            result(f"the first card {verb}", f"{zh.removesuffix('的')}的第一张牌"),
        ),
        "UUIDs": ("card[]", result(f"the {verb} cards", f"所{zh[:-1]}的牌")),
        "count": ("int", result(f"the number of cards {verb}", f"{zh.removesuffix('的')}的牌数", *counts, that=True)),
    }


def bind_cards(st: State, env_id: EnvironmentId, name: str, cards: Entities) -> None:
    """Give an effect's cards to the environment that asked for them: the first, all, and how many."""
    bind(st, env_id, name, UUID=cards[0] if cards else None, UUIDs=cards, count=len(cards))


def draw_card(st: State, env_id: EnvironmentId, name: str, amount: Amount, target: Entities) -> Signal | None:
    """Draw for each player; a draw that finds nothing binds null (WZ1)."""
    counts = tuple((p, draw_cards(st, p, amount or 0)) for p in target if is_player(st, p))
    bind_cards(st, env_id, name, tuple(card for _, cards in counts for card in cards))
    signal = None
    for player, cards in reversed(counts):
        signal = after_draw(st, player, cards) or signal
    return signal


def draw_missing(st: State, player: int, count: int) -> Signal | None:
    """Draw a number of cards, and run what drawing them does."""
    return after_draw(st, player, draw_cards(st, player, count)) if is_player(st, player) else None


def discard_card(st: State, env_id: EnvironmentId, name: str, target: Entities) -> Signal | None:
    """Discard the cards given that are in a hand, one after the other, each with its event."""
    cards = tuple(card for card in target if is_treasure(st, card) and st.entities[card]["zone"] == "hand")
    bind_cards(st, env_id, name, cards)
    return call(st, "wizards/discard", {"targets": cards}) if cards else None


def ask_discard(
    st: State, env_id: EnvironmentId, name: str, minimum: Amount, maximum: Amount, target: Entities
) -> Signal | None:
    """Prompt each player to discard cards; a hand that is too small loses all its cards."""
    queue = tuple(player for player in target if is_player(st, player))
    bind_cards(st, env_id, name, ())
    high = max(maximum or 0, 0)
    job = {"queue": queue, "low": min(max(minimum or 0, 0), high), "high": high, "to": env_id, "name": name, "got": ()}
    return call(st, "wizards/askDiscard", job, source=st.environments[env_id].source or 0) if queue else None


def ask_next(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt the next player."""
    job, source = st.environments[env_id].names, st.environments[env_id].source or 0
    player = job["queue"][0]
    hand = may_discard(st, st.zone(player, "hand"))
    return ask(st, env_id, new_question(seat(player), "cards", "askDiscard", hand, job["low"], job["high"], source))


def take_discards(st: State, env_id: EnvironmentId) -> Signal | None:
    """Discard what was chosen."""
    job = st.writable_environment(env_id).names
    cards = answer(st, env_id)
    job["queue"], job["got"] = job["queue"][1:], (*job["got"], *cards)
    bind_cards(st, job["to"], job["name"], job["got"])
    return call(st, "wizards/discard", {"targets": cards}) if cards else None


def shuffle_in(st: State, env_id: EnvironmentId, name: str, player: Entities) -> None:
    """Shuffle each player's discard pile into the deck."""
    for one in player:
        if is_player(st, one):
            shuffle_back(st, one)


def move_card(st: State, env_id: EnvironmentId, name: str, target: Entities, player: Amount, to: str) -> Signal | None:
    """Move treasure cards somewhere, one after the other."""
    cards = tuple(card for card in target if (in_pile(st, card) if to in PILE_ENDS else is_treasure(st, card)))
    owner = st.environments[env_id].owner if player is None else player
    bind_cards(st, env_id, name, cards)
    if not cards or not is_player(st, owner):
        return None
    return call(st, "wizards/move", {"cards": cards, "player": owner, "where": to})


def reveal(st: State, env_id: EnvironmentId, name: str, zone: str, amount: Amount, target: Entities) -> None:
    """Show the top cards of each player's deck, or of a pile, to all players; they keep their places."""
    count = max(amount or 0, 0)
    revealed_cards: Entities = ()
    for player in target:
        if is_player(st, player):
            revealed_cards += st.zone(player if zone in ("deck", "hand") else TABLE, zone)[:count]
    revealed_cards = tuple(dict.fromkeys(revealed_cards))
    show(st, revealed_cards)
    bind_cards(st, env_id, name, revealed_cards)


def look(st: State, env_id: EnvironmentId, name: str, target: Entities, player: Amount) -> None:
    """Show cards to one player alone, in addition to who knows them already."""
    seer = st.environments[env_id].owner if player is None else player
    cards = tuple(card for card in target if card in st.entities) if is_player(st, seer) else ()
    show(st, cards, 1 << seat(seer))
    bind_cards(st, env_id, name, cards)


def _count(name: str, *texts: str) -> Field:
    """Return the field of a number of cards, with its title and explanation."""
    return field(name, Number(0, 20), *texts)


DRAW_CARD = effect(
    "drawCard",
    "cards",
    "Draw cards",
    "抽牌",
    (ID, amount_field(0, 20), target_field("player")),
    "Moves cards from the top of a player's deck to their hand.",
    "玩家从自己的牌堆顶抽牌到手牌。",
    "{target} draws {amount:card|cards}.",
    "{target}抽{amount:张牌}。",
    draw_card,
    ("draw, draw a card, card advantage, take cards, cycle, draws", "抽牌、抽卡、摸牌、过牌、抽"),
    "",
    ("onDrawCard",),
    yields=_yields("drawn", "抽到", "{target} drew {n:card|cards}", "{target}抽了{n:张牌}"),
    keys=(r"\bdr(?:aw|ew)", "抽"),
    is_self_limiting=True,
)
DRAW_UP_TO = draw_up_to("drawUpTo", draw_missing, target_field("player"), emits=("onDrawCard",))
ASK_DISCARD_CARD = effect(
    "askDiscardCard",
    "cards",
    "Make players discard",
    "使玩家弃牌",
    (
        ID,
        _count(
            "minimum",
            "At least",
            "至少",
            "How many must be discarded, as far as there are so many.",
            "至少弃几张；手牌不足时全弃。",
        ),
        _count("maximum", "At most", "至多", "How many may be discarded.", "至多弃几张。"),
        target_field("player"),
    ),
    "Lets players discard cards of their own choice from their hands.",
    "由玩家自行选择并弃掉手牌。",
    "{target} discards {minimum-maximum:card|cards} of {target's choice}.",
    "{target}自选弃掉{minimum-maximum:张手牌}。",
    ask_discard,
    ("discard by choice, make discard, drop cards, hand disruption", "弃牌、令其弃牌、选择弃牌、手牌干扰"),
    "trash-2",
    ("onDiscard", "onLastHandCard"),
    yields=_yields("discarded", "弃掉", "{target} discarded {n:card|cards}", "{target}弃了{n:张牌}"),
    keys=("discard", "弃"),
    is_self_limiting=True,
    suspends=True,
)
DISCARD_CARD = effect(
    "discardCard",
    "cards",
    "Discard a card",
    "弃掉指定卡牌",
    (ID, target_field("card")),
    "Discards the cards named, as far as they are in a hand.",
    "弃掉指定的卡牌；只对手牌中的牌有效。",
    "Discard {target}.",
    "将{target}弃掉。",
    discard_card,
    ("discard, throw away, drop a card, discard one", "弃牌、弃掉、丢弃、弃"),
    "trash-2",
    ("onDiscard", "onLastHandCard"),
    yields=_yields("discarded", "弃掉", "this discards {n:card|cards}", "弃掉了{n:张牌}"),
    keys=("discard", "弃"),
    is_self_limiting=True,
)
SHUFFLE_BACK = effect(
    "shuffleBack",
    "cards",
    "Shuffle the discard pile in",
    "洗回牌堆",
    (field("player", Targets("player"), "Player", "玩家"),),
    "Shuffles a player's discard pile into their deck.",
    "将玩家的弃牌堆洗回其牌堆。",
    "Shuffle {player's discard pile} into {player's deck}.",
    "将{player}的弃牌堆洗回牌堆。",
    shuffle_in,
    ("shuffle, reshuffle, recycle, discard pile into deck", "洗牌、洗回、回收弃牌堆"),
    "shuffle",
    keys=("shuffle", "洗"),
    draws_chance=True,
)
PLACES = (
    option("hand", "the hand", "手牌"),
    option("discard", "the discard pile", "弃牌堆", also=("graveyard", "墓地")),
    option("deckTop", "the top of the deck", "牌堆顶"),
    option("deckBottom", "the bottom of the deck", "牌堆底"),
    option("deck", "the deck, shuffled", "牌堆（洗匀）", also=("library", "draw pile", "牌库")),
    option("play", "the play area", "打出区"),
    option("wand", "the wand slot", "魔杖栏"),
    option("undercurrent", "the undercurrent slot", "暗流栏"),
    option("aside", "the cards set aside", "搁置区"),
    option("pileTop", "the top of its exploration pile", "其探索牌堆顶"),
    option("pileBottom", "the bottom of its exploration pile", "其探索牌堆底"),
    option("pile", "where it came from", "其来源牌堆"),
    option("gone", "nowhere: it leaves the match", "对局之外", also=("exile", "banish", "removed", "放逐")),
)
MOVE_CARD = effect(
    "moveCard",
    "cards",
    "Move a card",
    "移动卡牌",
    (
        ID,
        target_field("card"),
        optional(
            "playerUUID",
            Ref("player"),
            "Player",
            "玩家",
            "Whose zone it goes to; the acting player's when absent.",
            "移入谁的区域；缺省时为当前玩家。",
        ),
        field("to", Enum(PLACES), "To", "移到", "A slot takes its own kind of card alone.", "装备栏只接受同类卡牌。"),
    ),
    "Moves treasure cards without drawing, playing or discarding them. `wand` equips, and takes the wand from whoever had it; `pile` gives a card up: a common to the common discard, a legendary to its pile, a starter out of the game; `gone` removes it from the match; `aside` keeps it beside the table, seen by all, until something moves it. `pileTop` and `pileBottom` move exploration cards within their pile.",
    "移动宝藏牌，不视为抽牌、出牌或弃牌。移到魔杖栏即装备，可夺取他人的魔杖；“来源牌堆”指普通牌进入公共弃牌堆、传说牌洗回其牌堆、基础牌移出游戏；gone 将其移出本局；aside 将其公开搁置，直到被移走。pileTop 与 pileBottom 在探索牌堆内移动探索牌。",
    "Put {target} into {playerUUID's to}.",
    "将{target}置入{playerUUID}的{to}。",
    move_card,
    ("move, return to hand, bounce, mill, put into, steal card, exile", "移动、回手、放入、置入、拿走、磨牌"),
    "move",
    ("onEquipped", "onLastHandCard"),
    cases=(
        case({"to": "deckTop"}, "Put {target} on top of {playerUUID's deck}.", "将{target}置于{playerUUID}的牌堆顶。"),
        case({"to": "deckBottom"}, "Put {target} under {playerUUID's deck}.", "将{target}置于{playerUUID}的牌堆底。"),
        case({"to": "deck"}, "Shuffle {target} into {playerUUID's deck}.", "将{target}洗入{playerUUID}的牌堆。"),
        case({"to": "aside"}, "Set {target} aside.", "将{target}搁置。"),
        case({"to": "pileTop"}, "Put {target} on top of its pile.", "将{target}置于其牌堆顶。"),
        case({"to": "pileBottom"}, "Put {target} under its pile.", "将{target}置于其牌堆底。"),
        case({"to": "gone"}, "Remove {target} from the match.", "将{target}移出本局游戏。"),
        case({"to": "pile"}, "Put {target} back where it came from.", "将{target}放回其来源牌堆。"),
    ),
    yields=_yields("moved", "移动的", "this moves {n:card|cards}", "移动了{n:张牌}"),
    keys=(
        r"\bput|\bset|aside|move|return|shuffle|equip|give|gain|take|steal|add|back",
        "置|移|放|洗|搁|装备|获得|夺|交给|加入|返回|回到",
    ),
    is_self_limiting=True,
)
_PILE = LocalizedText("{zone}", "{zone}")
MAX_SHOWN = 20
"""The most cards that are revealed at once; of a hand, this stands for all of it."""


def _revealing(pile: str, place: LocalizedText) -> tuple[Case, ...]:
    """Return how the top of a pile is revealed: one card, a number of cards, or as many as something."""
    zh = f"展示{place.zh}顶的{{amount:张牌}}。"
    return (
        case({"zone": pile, "amount": 1}, f"Reveal the top card of {place.en}.", f"展示{place.zh}顶的一张牌。"),
        case({"zone": pile, "amount": COMPUTED}, f"Reveal {{amount:card|cards}} from the top of {place.en}.", zh),
        case({"zone": pile}, f"Reveal the top {{amount:|cards}} of {place.en}.", zh),
    )


REVEAL = effect(
    "reveal",
    "cards",
    "Reveal cards",
    "展示卡牌",
    (
        ID,
        field(
            "zone",
            one_of(
                ("deck", "the deck", "牌堆"),
                ("hand", "the hand", "手牌"),
                ("common", "the common pile", "普通牌堆"),
                ("legendary", "the legendary pile", "传说牌堆"),
            ),
            "Off",
            "来自",
            "The pile whose top is shown.",
            "展示哪个牌堆顶部的牌。",
        ),
        amount_field(0, MAX_SHOWN),
        target_field("player"),
    ),
    "Shows the top cards of a deck or pile, or a hand, to all; they stay where they lie until something moves them.",
    "向所有人展示牌堆顶的若干张牌或手牌；在被移动之前留在原处。",
    "Reveal the top {amount:|cards} of {target's deck}.",
    "展示{target}的牌堆顶的{amount:张牌}。",
    reveal,
    ("show, look at, peek, top of deck", "展示、翻开、查看、亮出、牌堆顶"),
    "eye",
    cases=(
        case({"zone": "hand", "amount": MAX_SHOWN}, "Reveal {target's hand}.", "展示{target}的手牌。"),
        case(
            {"zone": "hand"},
            "Reveal {amount:card|cards} from {target's hand}.",
            "展示{target}手牌中的{amount:张牌}。",
        ),
        *(
            case
            for pile, place in (
                ("deck", LocalizedText("{target's deck}", "{target}的牌堆")),
                ("common", _PILE),
                ("legendary", _PILE),
            )
            for case in _revealing(pile, place)
        ),
    ),
    yields=_yields("revealed", "展示的", "this reveals {n:card|cards}", "展示了{n:张牌}"),
    keys=("reveal|look|show|top", "展示|查看|翻开|亮出"),
)
LOOK = effect(
    "look",
    "cards",
    "Look at cards",
    "查看卡牌",
    (
        ID,
        target_field("card"),
        optional(
            "playerUUID",
            Ref("player"),
            "Player",
            "玩家",
            "Who sees them; the acting player when absent.",
            "由谁查看；缺省时为当前玩家。",
        ),
    ),
    "Shows cards to one player alone; they stay where they lie.",
    "仅向一名玩家展示卡牌；卡牌留在原处。",
    "Look at {target}.",
    "查看{target}。",
    look,
    ("look at, peek, scry, secretly see", "查看、窥视、预见、偷看"),
    "eye",
    cases=(case({"playerUUID": PRESENT}, "{playerUUID} looks at {target}.", "{playerUUID}查看{target}。"),),
    yields=_yields("seen", "查看的", "this shows {n:card|cards}", "查看了{n:张牌}"),
    keys=("look|see", "查看|看"),
)
CARDS = (DRAW_CARD, DRAW_UP_TO, ASK_DISCARD_CARD, DISCARD_CARD, SHUFFLE_BACK, MOVE_CARD, REVEAL, LOOK)
BLOCKS = (flow("wizards/askDiscard", ask_next, take_discards, jumps("ask_again", "ask_next", "queue")),)
