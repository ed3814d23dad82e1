"""Which of a player's cards an effect is done to: those of a hand, a deck or standby. Source: 001§5.1, §5.3."""

from __future__ import annotations

from engine.language.spec import Enum, LocalizedText, Noun, case, one_of, optional, options
from engine.toolkit.nodes import chooser, choosing, cost_bounds, word
from engine.toolkit.rules import Entities, State, definition

from ..card_state import cost_of
from ..table import DECK, HAND, STANDBY
from ..words import COLORS
from .attributes import TAG_FIELD, kind_of
from .context import Env

ZONES = options(
    (HAND, "your hand", "你的手牌"), (DECK, "your deck", "你的牌库"), (STANDBY, "your standby", "你的待命区")
)
CARD_NOUNS = {
    "order": ("order card", "order cards", "指令牌"),
    "summon": ("summoning card", "summoning cards", "召唤牌"),
}


def _colors(st: State, eid: int) -> tuple[str, ...]:
    return tuple(definition(st, eid).facts["colors"])


CARD_ATTRIBUTES = (
    word(
        "kind",
        one_of(("order", "order card", "指令牌"), ("summon", "summoning card", "召唤牌")),
        "Kind",
        "类型",
        kind_of,
        noun=CARD_NOUNS,
    ),
    word("color", Enum(COLORS), "Colour", "颜色", _colors, before=LocalizedText("{}", "{}色")),
    TAG_FIELD,
    *cost_bounds(cost_of),
)


def find_cards(st: State, env: Env, zone: str | None) -> Entities:
    """Return the cards of the player whose code runs in one of its zones; the hand where none is said."""
    return st.zone(env.owner, zone or HAND)


CARDS = chooser(
    "cards",
    "card",
    "Cards",
    "卡牌",
    (optional("zone", Enum(ZONES), "Where", "位置", default=HAND), *choosing("card", *CARD_ATTRIBUTES)),
    "{pick} in your hand",
    "你手牌中{pick}",
    find_cards,
    ("cards in hand, choose a card, deck, standby", "手牌、选择卡牌、牌库、待命区"),
    cases=tuple(
        case({"zone": zone.name}, f"{{pick}} in {zone.title.en}", f"你{zone.title.zh[2:]}中{{pick}}") for zone in ZONES
    ),
    called=(({}, Noun("card", "cards", "牌", "张")),),
    suspends=True,
    extension=True,
    example=({"type": "changeCost", "target": {"type": "cards", "kind": "order"}, "amount": -1},),
)
