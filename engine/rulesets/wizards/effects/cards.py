"""Effects that move cards. Source: 000 "可执行效果 Doable"; WZ1."""

from __future__ import annotations

from engine.kernel.events import call
from engine.kernel.state import State
from engine.language.compile import bind
from engine.language.core import ID
from engine.language.registry import NodeSpec
from engine.language.shapes import Bi
from engine.rulesets.wizards.effects.fields import amount_field, target_field
from engine.rulesets.wizards.table import draw_cards, run_timing


def draw_card(st: State, env: int, name: str, amount: int | None, target: tuple[int, ...]) -> int | None:
    """Draw for each player; a draw that finds nothing binds null (WZ1)."""
    drawn: tuple[int, ...] = ()
    signal = None
    for player in target:
        cards = draw_cards(st, player, amount or 0)
        drawn += cards
        for card in reversed(cards):
            signal = run_timing(st, card, "onDraw", player) or signal
    bind(st, env, name, UUID=drawn[0] if drawn else None, UUIDs=drawn, count=len(drawn))
    return signal


def discard_card(st: State, env: int, name: str, target: tuple[int, ...]) -> int | None:
    """Discard the cards given that are in a hand, one after the other, each with its event."""
    cards = tuple(card for card in target if st.ents[card]["zone"] == "hand")
    bind(st, env, name, count=len(cards))
    return call(st, "wizards/discard", {"targets": cards}) if cards else None


DRAW_CARD = NodeSpec(
    "effect",
    "drawCard",
    Bi("Draw cards", "抽牌"),
    (ID, amount_field(0, 20), target_field("player")),
    doc=Bi("Moves cards from the top of a player's deck to their hand.", "玩家从自己的牌堆顶抽牌到手牌。"),
    says=Bi("{target} draws {amount} cards.", "{target}抽{amount}张牌。"),
    run=draw_card,
    result={"UUID": "card", "UUIDs": "card[]", "count": "int"},
    group="cards",
)
DISCARD_CARD = NodeSpec(
    "effect",
    "discardCard",
    Bi("Discard a card", "弃掉指定卡牌"),
    (ID, target_field("card")),
    doc=Bi("Discards the cards named, as far as they are in a hand.", "弃掉指定的卡牌；只对手牌中的牌有效。"),
    says=Bi("Discard {target}.", "弃掉{target}。"),
    run=discard_card,
    result={"count": "int"},
    emits=("onDiscard",),
    wanes=True,
    group="cards",
)
CARDS = (DRAW_CARD, DISCARD_CARD)
