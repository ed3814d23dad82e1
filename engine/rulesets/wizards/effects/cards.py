"""Effects that draw, discard, shuffle and move cards. Source: 000 "可执行效果 Doable"; WZ1, WZ2."""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import new_question
from engine.kernel.events import call
from engine.kernel.ground import EnvironmentId
from engine.kernel.machine import answer, ask
from engine.kernel.signals import RETURN, Signal
from engine.kernel.state import State, flow
from engine.language.compiling.compile import bind
from engine.language.nodes.core import ID
from engine.language.spec.constructors import effect, options
from engine.language.spec.fields import Field, optional
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeSpec
from engine.language.spec.phrases import Case, Is, Result, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import Enum, LocalizedText, Number, Option, Ref, Targets
from engine.rulesets.wizards.damage import may_discard
from engine.rulesets.wizards.effects.fields import amount_field, target_field
from engine.rulesets.wizards.moving import PILE_ENDS, after_draw, draw_cards, in_pile
from engine.rulesets.wizards.table import TABLE, is_player, is_treasure, seat, show, shuffle_back

CARD_RESULTS = {"UUID": "card", "UUIDs": "card[]", "count": "int"}


def _yields(verb: str, zh: str, counts: LocalizedText) -> dict[str, tuple[Result, ...]]:
    """Return what the cards of an effect are called afterwards; `done` and `zh` are what was done to them."""
    return {
        "UUID": (
            Result(LocalizedText(f"the {verb} card", f"所{zh[:-1]}的牌"), that=True, when={"amount": 1}),
            Result(LocalizedText(f"the first card {verb}", f"{zh.removesuffix('的')}的第一张牌")),
        ),
        "UUIDs": (Result(LocalizedText(f"the {verb} cards", f"所{zh[:-1]}的牌")),),
        "count": (
            Result(LocalizedText(f"the number of cards {verb}", f"{zh.removesuffix('的')}的牌数"), counts, that=True),
        ),
    }


def bind_cards(st: State, env_id: EnvironmentId, name: str, cards: tuple[int, ...]) -> None:
    """Give an effect's cards to the environment that asked for them: the first, all, and how many."""
    bind(st, env_id, name, UUID=cards[0] if cards else None, UUIDs=cards, count=len(cards))


def draw_card(
    st: State, env_id: EnvironmentId, name: str, amount: int | None, target: tuple[int, ...]
) -> Signal | None:
    """Draw for each player; a draw that finds nothing binds null (WZ1)."""
    counts = tuple((p, draw_cards(st, p, amount or 0)) for p in target if is_player(st, p))
    bind_cards(st, env_id, name, tuple(card for _, cards in counts for card in cards))
    signal = None
    for player, cards in reversed(counts):
        signal = after_draw(st, player, cards) or signal
    return signal


def discard_card(st: State, env_id: EnvironmentId, name: str, target: tuple[int, ...]) -> Signal | None:
    """Discard the cards given that are in a hand, one after the other, each with its event."""
    cards = tuple(card for card in target if is_treasure(st, card) and st.entities[card]["zone"] == "hand")
    bind_cards(st, env_id, name, cards)
    return call(st, "wizards/discard", {"targets": cards}) if cards else None


def ask_discard(
    st: State, env_id: EnvironmentId, name: str, minimum: int | None, maximum: int | None, target: tuple[int, ...]
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


def ask_again(st: State, env_id: EnvironmentId) -> Signal | str:
    """Go on with the next player."""
    return "ask_next" if st.environments[env_id].names["queue"] else RETURN


def shuffle_in(st: State, env_id: EnvironmentId, name: str, player: tuple[int, ...]) -> None:
    """Shuffle each player's discard pile into the deck."""
    for one in player:
        if is_player(st, one):
            shuffle_back(st, one)


def move_card(
    st: State, env_id: EnvironmentId, name: str, target: tuple[int, ...], player: int | None, to: str
) -> Signal | None:
    """Move treasure cards somewhere, one after the other."""
    cards = tuple(card for card in target if (in_pile(st, card) if to in PILE_ENDS else is_treasure(st, card)))
    owner = st.environments[env_id].owner if player is None else player
    bind_cards(st, env_id, name, cards)
    if not cards or not is_player(st, owner):
        return None
    return call(st, "wizards/move", {"cards": cards, "player": owner, "where": to})


def reveal(st: State, env_id: EnvironmentId, name: str, zone: str, amount: int | None, target: tuple[int, ...]) -> None:
    """Show the top cards of each player's deck, or of a pile, to all players; they keep their places."""
    count = max(amount or 0, 0)
    revealed_cards: tuple[int, ...] = ()
    for player in target:
        if is_player(st, player):
            revealed_cards += st.zone(player if zone in ("deck", "hand") else TABLE, zone)[:count]
    revealed_cards = tuple(dict.fromkeys(revealed_cards))
    show(st, revealed_cards)
    bind_cards(st, env_id, name, revealed_cards)


def look(st: State, env_id: EnvironmentId, name: str, target: tuple[int, ...], player: int | None) -> None:
    """Show cards to one player alone, in addition to who knows them already."""
    seer = st.environments[env_id].owner if player is None else player
    cards = tuple(card for card in target if card in st.entities) if is_player(st, seer) else ()
    show(st, cards, 1 << seat(seer))
    bind_cards(st, env_id, name, cards)


def _cards(
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    phrase: LocalizedText,
    run: Any,
    **parts: Any,
) -> NodeSpec:
    return effect(
        name,
        title,
        fields,
        doc,
        phrase,
        run=run,
        group="cards",
        **parts,
    )


def _count(name: str, title: LocalizedText, doc: LocalizedText) -> Field:
    return Field(name, Number(0, 20), title, doc=doc)


DRAW_CARD = _cards(
    "drawCard",
    LocalizedText("Draw cards", "抽牌"),
    (ID, amount_field(0, 20), target_field("player")),
    LocalizedText("Moves cards from the top of a player's deck to their hand.", "玩家从自己的牌堆顶抽牌到手牌。"),
    LocalizedText("{target} draws {amount:card|cards}.", "{target}抽{amount:张牌}。"),
    draw_card,
    wording=Wording(
        results=_yields("drawn", "抽到", LocalizedText("{target} drew {n:card|cards}", "{target}抽了{n:张牌}")),
        keys=LocalizedText(r"\bdr(?:aw|ew)", "抽"),
    ),
    output=NodeOutput(results=CARD_RESULTS),
    analysis=NodeAnalysis(emits=("onDrawCard",), is_self_limiting=True),
    search=search_words("draw, draw a card, card advantage, take cards, cycle", "抽牌、抽卡、摸牌、过牌"),
)
ASK_DISCARD_CARD = _cards(
    "askDiscardCard",
    LocalizedText("Let discard cards", "使玩家弃牌"),
    (
        ID,
        _count(
            "minimum",
            LocalizedText("At least", "至少"),
            LocalizedText("How many must be discarded, as far as there are so many.", "至少弃几张；手牌不足时全弃。"),
        ),
        _count(
            "maximum", LocalizedText("At most", "至多"), LocalizedText("How many may be discarded.", "至多弃几张。")
        ),
        target_field("player"),
    ),
    LocalizedText("Lets players discard cards of their own choice from their hands.", "由玩家自行选择并弃掉手牌。"),
    LocalizedText(
        "{target} discards {minimum-maximum:card|cards} of {target's choice}.",
        "{target}自选弃掉{minimum-maximum:张手牌}。",
    ),
    ask_discard,
    wording=Wording(
        results=_yields(
            "discarded", "弃掉", LocalizedText("{target} discarded {n:card|cards}", "{target}弃了{n:张牌}")
        ),
        keys=LocalizedText("discard", "弃"),
    ),
    output=NodeOutput(results=CARD_RESULTS),
    analysis=NodeAnalysis(emits=("onDiscard", "onLastHandCard"), is_self_limiting=True, suspends=True),
    search=search_words(
        "discard by choice, make discard, drop cards, hand disruption", "弃牌、令其弃牌、选择弃牌、手牌干扰"
    ),
    icon="trash-2",
)
DISCARD_CARD = _cards(
    "discardCard",
    LocalizedText("Discard a card", "弃掉指定卡牌"),
    (ID, target_field("card")),
    LocalizedText("Discards the cards named, as far as they are in a hand.", "弃掉指定的卡牌；只对手牌中的牌有效。"),
    LocalizedText("Discard {target}.", "将{target}弃掉。"),
    discard_card,
    wording=Wording(
        results=_yields("discarded", "弃掉", LocalizedText("this discards {n:card|cards}", "弃掉了{n:张牌}")),
        keys=LocalizedText("discard", "弃"),
    ),
    output=NodeOutput(results=CARD_RESULTS),
    analysis=NodeAnalysis(emits=("onDiscard", "onLastHandCard"), is_self_limiting=True),
    search=search_words("discard, throw away, drop a card", "弃牌、弃掉、丢弃"),
    icon="trash-2",
)
SHUFFLE_BACK = _cards(
    "shuffleBack",
    LocalizedText("Shuffle the discard pile in", "洗回牌堆"),
    (Field("player", Targets("player"), LocalizedText("Player", "玩家")),),
    LocalizedText("Shuffles a player's discard pile into their deck.", "将玩家的弃牌堆洗回其牌堆。"),
    LocalizedText("Shuffle {player's discard pile} into {player's deck}.", "将{player}的弃牌堆洗回牌堆。"),
    shuffle_in,
    wording=Wording(keys=LocalizedText("shuffle", "洗")),
    analysis=NodeAnalysis(draws_chance=True),
    search=search_words("shuffle, reshuffle, recycle, discard pile into deck", "洗牌、洗回、回收弃牌堆"),
    icon="shuffle",
)
PLACES = (
    Option("hand", LocalizedText("the hand", "手牌")),
    Option("discard", LocalizedText("the discard pile", "弃牌堆"), also=("graveyard", "墓地")),
    Option("deckTop", LocalizedText("the top of the deck", "牌堆顶")),
    Option("deckBottom", LocalizedText("the bottom of the deck", "牌堆底")),
    Option("deck", LocalizedText("the deck, shuffled", "牌堆（洗匀）"), also=("library", "draw pile", "牌库")),
    Option("play", LocalizedText("the play area", "打出区")),
    Option("wand", LocalizedText("the wand slot", "魔杖栏")),
    Option("undercurrent", LocalizedText("the undercurrent slot", "暗流栏")),
    Option("aside", LocalizedText("the cards set aside", "搁置区")),
    Option("pileTop", LocalizedText("the top of its exploration pile", "其探索牌堆顶")),
    Option("pileBottom", LocalizedText("the bottom of its exploration pile", "其探索牌堆底")),
    Option("pile", LocalizedText("where it came from", "其来源牌堆")),
    Option(
        "gone", LocalizedText("nowhere: it leaves the match", "对局之外"), also=("exile", "banish", "removed", "放逐")
    ),
)
MOVE_CARD = _cards(
    "moveCard",
    LocalizedText("Move a card", "移动卡牌"),
    (
        ID,
        target_field("card"),
        optional(
            "playerUUID",
            Ref("player"),
            LocalizedText("Player", "玩家"),
            LocalizedText(
                "Whose zone it goes to; the acting player's when absent.", "移入谁的区域；缺省时为当前玩家。"
            ),
        ),
        Field(
            "to",
            Enum(PLACES),
            LocalizedText("To", "移到"),
            doc=LocalizedText("A slot takes its own kind of card alone.", "装备栏只接受同类卡牌。"),
        ),
    ),
    LocalizedText(
        "Moves treasure cards without drawing, playing or discarding them. `wand` equips, and takes the wand from whoever had it; `pile` gives a card up: a common to the common discard, a legendary to its pile, a starter out of the game; `gone` removes it from the match; `aside` keeps it beside the table, seen by all, until something moves it. `pileTop` and `pileBottom` move exploration cards within their pile.",
        "移动宝藏牌，不视为抽牌、出牌或弃牌。移到魔杖栏即装备，可夺取他人的魔杖；“来源牌堆”指普通牌进入公共弃牌堆、传说牌洗回其牌堆、基础牌移出游戏；gone 将其移出本局；aside 将其公开搁置，直到被移走。pileTop 与 pileBottom 在探索牌堆内移动探索牌。",
    ),
    LocalizedText("Put {target} into {playerUUID's to}.", "将{target}置入{playerUUID}的{to}。"),
    move_card,
    wording=Wording(
        cases=(
            Case(
                {"to": "deckTop"},
                LocalizedText("Put {target} on top of {playerUUID's deck}.", "将{target}置于{playerUUID}的牌堆顶。"),
            ),
            Case(
                {"to": "deckBottom"},
                LocalizedText("Put {target} under {playerUUID's deck}.", "将{target}置于{playerUUID}的牌堆底。"),
            ),
            Case(
                {"to": "deck"},
                LocalizedText("Shuffle {target} into {playerUUID's deck}.", "将{target}洗入{playerUUID}的牌堆。"),
            ),
            Case({"to": "aside"}, LocalizedText("Set {target} aside.", "将{target}搁置。")),
            Case({"to": "pileTop"}, LocalizedText("Put {target} on top of its pile.", "将{target}置于其牌堆顶。")),
            Case({"to": "pileBottom"}, LocalizedText("Put {target} under its pile.", "将{target}置于其牌堆底。")),
            Case({"to": "gone"}, LocalizedText("Remove {target} from the match.", "将{target}移出本局游戏。")),
            Case({"to": "pile"}, LocalizedText("Put {target} back where it came from.", "将{target}放回其来源牌堆。")),
        ),
        results=_yields("moved", "移动的", LocalizedText("this moves {n:card|cards}", "移动了{n:张牌}")),
        keys=LocalizedText(
            r"\bput|\bset|aside|move|return|shuffle|equip|give|gain|take|steal|add|back",
            "置|移|放|洗|搁|装备|获得|夺|交给|加入|返回|回到",
        ),
    ),
    output=NodeOutput(results=CARD_RESULTS),
    analysis=NodeAnalysis(emits=("onEquipped", "onLastHandCard"), is_self_limiting=True),
    search=search_words(
        "move, return to hand, bounce, mill, put into, steal card, exile", "移动、回手、放入、置入、拿走、磨牌"
    ),
    icon="move",
)
_PILE = LocalizedText("{zone}", "{zone}")
MAX_SHOWN = 20
"""The most cards that are revealed at once; of a hand, this stands for all of it."""


def _revealing(pile: str, place: LocalizedText) -> tuple[Case, ...]:
    """Return how the top of a pile is revealed: one card, a number of cards, or as many as something."""
    zh = f"展示{place.zh}顶的{{amount:张牌}}。"
    return (
        Case(
            {"zone": pile, "amount": 1},
            LocalizedText(f"Reveal the top card of {place.en}.", f"展示{place.zh}顶的一张牌。"),
        ),
        Case(
            {"zone": pile, "amount": Is.COMPUTED},
            LocalizedText(f"Reveal {{amount:card|cards}} from the top of {place.en}.", zh),
        ),
        Case({"zone": pile}, LocalizedText(f"Reveal the top {{amount:|cards}} of {place.en}.", zh)),
    )


REVEAL = _cards(
    "reveal",
    LocalizedText("Reveal cards", "展示卡牌"),
    (
        ID,
        Field(
            "zone",
            Enum(
                options(
                    ("deck", "the deck", "牌堆"),
                    ("hand", "the hand", "手牌"),
                    ("common", "the common pile", "普通牌堆"),
                    ("legendary", "the legendary pile", "传说牌堆"),
                )
            ),
            LocalizedText("Off", "来自"),
            doc=LocalizedText("The pile whose top is shown.", "展示哪个牌堆顶部的牌。"),
        ),
        amount_field(0, MAX_SHOWN),
        target_field("player"),
    ),
    LocalizedText(
        "Shows the top cards of a deck or pile, or a hand, to all; they stay where they lie until something moves them.",
        "向所有人展示牌堆顶的若干张牌或手牌；在被移动之前留在原处。",
    ),
    LocalizedText("Reveal the top {amount:|cards} of {target's deck}.", "展示{target}的牌堆顶的{amount:张牌}。"),
    reveal,
    wording=Wording(
        cases=(
            Case(
                {"zone": "hand", "amount": MAX_SHOWN},
                LocalizedText("Reveal {target's hand}.", "展示{target}的手牌。"),
            ),
            Case(
                {"zone": "hand"},
                LocalizedText(
                    "Reveal {amount:card|cards} from {target's hand}.", "展示{target}手牌中的{amount:张牌}。"
                ),
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
        results=_yields("revealed", "展示的", LocalizedText("this reveals {n:card|cards}", "展示了{n:张牌}")),
        keys=LocalizedText("reveal|look|show|top", "展示|查看|翻开|亮出"),
    ),
    output=NodeOutput(results=CARD_RESULTS),
    search=search_words("show, look at, peek, top of deck", "展示、翻开、查看、亮出、牌堆顶"),
    icon="eye",
)
LOOK = _cards(
    "look",
    LocalizedText("Look at cards", "查看卡牌"),
    (
        ID,
        target_field("card"),
        optional(
            "playerUUID",
            Ref("player"),
            LocalizedText("Player", "玩家"),
            LocalizedText("Who sees them; the acting player when absent.", "由谁查看；缺省时为当前玩家。"),
        ),
    ),
    LocalizedText("Shows cards to one player alone; they stay where they lie.", "仅向一名玩家展示卡牌；卡牌留在原处。"),
    LocalizedText("Look at {target}.", "查看{target}。"),
    look,
    wording=Wording(
        cases=(
            Case(
                {"playerUUID": Is.PRESENT},
                LocalizedText("{playerUUID} looks at {target}.", "{playerUUID}查看{target}。"),
            ),
        ),
        results=_yields("seen", "查看的", LocalizedText("this shows {n:card|cards}", "查看了{n:张牌}")),
        keys=LocalizedText("look|see", "查看|看"),
    ),
    output=NodeOutput(results=CARD_RESULTS),
    search=search_words("look at, peek, scry, secretly see", "查看、窥视、预见、偷看"),
    icon="eye",
)
CARDS = (DRAW_CARD, ASK_DISCARD_CARD, DISCARD_CARD, SHUFFLE_BACK, MOVE_CARD, REVEAL, LOOK)
BLOCKS = (flow("wizards/askDiscard", ask_next, take_discards, ask_again),)
