"""Effects that draw cards, make tokens, return cards to hands and change costs. Source: 003§2.3, 003§6; HA1, HA10, HA14; SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.language.spec import (
    ID_LETTERS,
    NEGATIVE,
    PRESENT,
    IntegerLiteral,
    LocalizedText,
    Number,
    TextLiteral,
    case,
    extensions,
    field,
    optional,
)
from engine.ruleset.parts import Json
from engine.toolkit.nodes import Amount, all_targets, effect, on_each, target_field
from engine.toolkit.nodes.piles import draw_up_to
from engine.toolkit.rules import EnvironmentId, Signal, State, definition, move, shuffle

from ..deploying import summon
from ..fields import ID_PATTERN, ONLY_FIELD, TAG, TAG_LETTERS
from ..table import PLACES, draw, has_tag, leave, renew, set_until
from ..words import SIX_KINDS, TAGS
from .ability_context import Env, Row, Things, entities_of, players_among
from .effect_fields import DURATION, MAX_DRAWN, TURNS, lasting


@on_each(players_among)
def draw_cards(st: State, env: Env, player: int, count: Amount) -> Signal | None:
    """Draw cards for each player."""
    return draw(st, player, min(max(count or 0, 0), MAX_DRAWN))


@on_each(all_targets)
def summon_token(st: State, env: Env, row: Any, token_id: str, count: Amount) -> None:
    """Create tokens in a row; HA10 says what happens if it is full."""
    for _ in range(min(max(count or 0, 0), MAX_DRAWN) if isinstance(row, Row) else 0):
        summon(st, token_id, row.player, row.lane, row.row, env.source or 0)


@on_each(players_among)
def reduce_cost(st: State, env: Env, player: int, delta: int, which: str | None, turns: Amount) -> None:
    """Lower the supply cost of the cards in players' hands, of those of a kind or with a tag, never below 0."""
    for card in st.zone(player, "hand"):
        if which is None or definition(st, card).kind == which or has_tag(st, card, which):
            _change_supply(st, card, -delta, turns)


@on_each(entities_of)
def modify_cost(st: State, env: Env, eid: int, delta: Amount, turns: Amount) -> None:
    """Change the supply cost of cards in a hand, never below 0."""
    if eid in st.entities and st.entities[eid]["zone"] == "hand":
        _change_supply(st, eid, delta or 0, turns)


def _change_supply(st: State, card: int, delta: int, turns: Amount) -> None:
    change_made = max(delta, -max(st.entities[card]["supply"], 0))
    if change_made:
        set_until(st, card, "supply", change_made, turns or 0)


def to_hand(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Put cards from a deck, a discard pile or the battlefield into their owners' hands, as printed."""
    searched_decks: dict[int, None] = {}
    for eid in target:
        ent = st.entities.get(eid) if not isinstance(eid, Row) else None
        if ent is None or ent["kind"] == "player" or ent["zone"] in ("hand", "gone"):
            continue
        if ent["zone"] in PLACES:
            leave(st, eid)
        player = st.entities[eid]["own"]
        if st.entities[eid]["zone"] == "gone":
            continue
        if st.entities[eid]["zone"] == "deck":
            searched_decks[player] = None
        renew(st, eid)
        move(st, eid, player, "hand")
    shuffle_decks(st, searched_decks)


def take_searched(st: State, player: int, cards: Things) -> None:
    """Put cards that were found in a deck into its player's hand, as printed, and shuffle the deck."""
    for card in cards:
        renew(st, card)
        move(st, card, player, "hand")
    shuffle_decks(st, {player: None})


def shuffle_decks(st: State, players: dict[int, None]) -> None:
    """Shuffle the decks that were searched."""
    for player in players:
        shuffle(st, player, "deck", f"search/{player - 1}")


COUNT = field("count", Number(1, 9), "Number", "数量")
FILTERS = {**{kind.name: LocalizedText(kind.title.en.lower(), kind.title.zh) for kind in SIX_KINDS}, **TAGS}
"""What kinds of card and tags are called of which cards may cost less."""
CARD_EFFECTS = (
    effect(
        "DRAW",
        "cards",
        "Draw cards",
        "抽牌",
        (target_field("player"), COUNT),
        "Players draw; from an empty deck the base pays (HA1).",
        "玩家抽牌；牌库为空时基地受损（HA1）。",
        "{target} draws {count:card|cards}.",
        "{target}抽{count:张牌}。",
        draw_cards,
        ("draw a card, cards, card advantage, hand, draw, draws", "抽牌、抽卡、摸牌、过牌、抽"),
        "",
        ("CARD_DRAWN", "BASE_DAMAGED"),
        keys=("draw", "抽"),
        is_self_limiting=True,
    ),
    effect(
        "SUMMON_TOKEN",
        "cards",
        "Make tokens",
        "生成衍生物",
        (
            target_field("row"),
            field(
                "tokenId",
                TextLiteral(128, 1, ID_PATTERN, says=ID_LETTERS),
                "Token",
                "衍生物",
                "The id of a TOKEN card.",
                "TOKEN 卡牌的标识。",
                names="card",
                kinds=("TOKEN",),
            ),
            COUNT,
        ),
        "Makes tokens in a row of a lane; without room in the other row, else they are discarded (HA10).",
        "在战线的一排生成衍生物；没有空位时放到另一排，仍无空位则弃置（HA10）。",
        "Summon {count} {tokenId:called} tokens in {target}.",
        "在{target}召唤{count:个}{tokenId:called}。",
        summon_token,
        ("summon, create, spawn, deploy token, leave behind, make", "召唤、生成、衍生物、创造、留下、留"),
        "plus",
        ("TOKEN_SUMMONED", "TOKEN_DISCARDED"),
        cases=(
            case(
                {"count": 1},
                "Summon a {tokenId:called} token in {target}.",
                "在{target}召唤{count:个}{tokenId:called}。",
            ),
        ),
        keys=("make|summon|create|rise|raise|token", "生成|召唤|衍生物"),
        is_self_limiting=True,
    ),
    effect(
        "REDUCE_COST",
        "cards",
        "Lower costs",
        "降低费用",
        (
            target_field("player"),
            field("delta", IntegerLiteral(1, 20), "By", "减少", "How much less supply.", "减少的补给。"),
            optional(
                "filter",
                TextLiteral(40, 1, TAG, says=TAG_LETTERS),
                "Only",
                "仅限",
                "A kind of card or a tag; every card when absent.",
                "卡牌类型或标签；缺省时为所有牌。",
                called=FILTERS,
            ),
            TURNS,
        ),
        "Cards in the players' hands cost less supply, never below 0.",
        "玩家手牌的补给费用降低，不低于 0。",
        "Cards in {target's hand} cost {delta} less supply.",
        "{target}的手牌补给费用减少{delta:点}。",
        reduce_cost,
        ("cheaper, discount, cost less, free", "减费、费用降低、打折、免费"),
        "coins",
        cases=(
            *lasting(
                "{filter} cards in {target's hand} cost {delta} less supply",
                "{target}手牌中的{filter}牌~补给费用减少{delta:点}",
                filter=PRESENT,
            ),
            *lasting("Cards in {target's hand} cost {delta} less supply", "{target}的手牌~补给费用减少{delta:点}"),
        ),
        keys=("cost", "费用"),
        is_self_limiting=True,
    ),
)
COST_TURNS = optional(
    "turns",
    IntegerLiteral(1, 20),
    "Turns",
    "回合数",
    "How many turns it lasts, this one counted; for good when absent.",
    "持续的回合数，含本回合；缺省时永久。",
    search=DURATION,
)
_DEARER: tuple[Json, ...] = (
    {"type": "PICK_CARD", "target": "OWN_HAND", "params": {"id": "picked"}},
    {"type": "MODIFY_COST", "target": "$picked.target", "params": {"delta": -1, "turns": 1}},
)
COST_EFFECTS = extensions(
    draw_up_to("DRAW_UP_TO", draw, target_field("player"), emits=("CARD_DRAWN", "BASE_DAMAGED")),
    effect(
        "MODIFY_COST",
        "cards",
        "Change costs",
        "改变费用",
        (
            target_field(
                "any",
                "Cards in a hand, or units and vessels that have just been put into one.",
                "手牌，或刚刚回到手牌的单位与舰船。",
            ),
            field("delta", Number(-20, 20), "Change", "变化"),
            COST_TURNS,
        ),
        "Cards in hand cost more or less supply, never below 0; units that went to a hand keep it there.",
        "手牌的补给费用增加或减少，不低于 0；刚回到手牌的单位也适用。",
        "{target} costs {delta} more supply.",
        "{target}的补给费用增加{delta:点}。",
        modify_cost,
        ("costs more, costs less, tax", "费用增加、费用减少、加费、费用、费、贵"),
        "coins",
        keys=("cost", "费用"),
        cases=(
            case(
                {"delta": NEGATIVE, "turns": 1},
                "{target} costs {delta:-} less supply this turn.",
                "{target}的补给费用本回合减少{delta:-点}。",
            ),
            case(
                {"delta": NEGATIVE, "turns": PRESENT},
                "{target} costs {delta:-} less supply for {turns} turns.",
                "{target}的补给费用减少{delta:-点}，持续{turns}回合。",
            ),
            case({"delta": NEGATIVE}, "{target} costs {delta:-} less supply.", "{target}的补给费用减少{delta:-点}。"),
            case(
                {"turns": 1},
                "{target} costs {delta} more supply this turn.",
                "{target}的补给费用本回合增加{delta:点}。",
            ),
            case(
                {"turns": PRESENT},
                "{target} costs {delta} more supply for {turns} turns.",
                "{target}的补给费用增加{delta:点}，持续{turns}回合。",
            ),
        ),
        example=_DEARER,
    ),
    effect(
        "TO_HAND",
        "cards",
        "Put into hand",
        "加入手牌",
        (
            target_field(
                "any",
                "Cards of a deck or discard pile, or units and vessels.",
                "牌库或弃牌堆中的牌，或在场的单位与舰船。",
            ),
            ONLY_FIELD,
        ),
        "Cards go to their owners' hands, as printed; a deck that was searched is shuffled.",
        "将牌置入其主人手中，恢复为印刷数值；检索过的牌库重新洗牌。",
        "Return {target} to its owner's hand.",
        "将{target}移回其主人手中。",
        to_hand,
        (
            "return to hand, bounce, search, recall, discard pile",
            "回手、返回手牌、检索、弹回",
        ),
        "",
        cases=(case({"yours": True}, "Put {target} into your hand.", "将{target}加入手牌。"),),
        is_self_limiting=True,
        keys=("hand|return|take", "手中|回手|手牌(?!数)|返回|拿取"),
    ),
)
