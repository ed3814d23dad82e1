"""Effects that draw cards, make tokens, return cards to hands and change costs. Source: 003§2.3, 003§6; HA1, HA10, HA14; SOURCE.md, extensions."""

from __future__ import annotations

from typing import Any

from engine.kernel.ground import EnvironmentId
from engine.kernel.signals import Signal
from engine.kernel.state import State
from engine.kernel.state_writers import move, shuffle
from engine.language.spec.constructors import effect, extensions
from engine.language.spec.fields import Field, FieldReference, optional
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import ID_LETTERS, IntegerLiteral, LocalizedText, Number, TextLiteral
from engine.ruleset.parts import Json
from engine.rulesets.halo.deploying import summon
from engine.rulesets.halo.fields import ID_PATTERN, TAG, TAG_LETTERS
from engine.rulesets.halo.nodes.ability_context import Row
from engine.rulesets.halo.nodes.effect_fields import MAX_DRAWN, TURNS, Things, lasting, target_field
from engine.rulesets.halo.table import PLACES, definition, draw, has_tag, leave, renew, set_until
from engine.rulesets.halo.words import SIX_KINDS, TAGS


def draw_cards(st: State, env_id: EnvironmentId, name: str, target: Things, count: int | None) -> Signal | None:
    """Draw cards for each player."""
    signal = None
    for player in target:
        signal = draw(st, player, min(max(count or 0, 0), MAX_DRAWN)) or signal
    return signal


def summon_token(st: State, env_id: EnvironmentId, name: str, target: Things, token_id: str, count: int | None) -> None:
    """Create tokens in a row; HA10 says what happens if it is full."""
    source = st.environments[env_id].source or 0
    for row in target:
        for _ in range(min(max(count or 0, 0), MAX_DRAWN) if isinstance(row, Row) else 0):
            summon(st, token_id, row.player, row.lane, row.row, source)


def reduce_cost(st: State, env_id: EnvironmentId, name: str, target: Things, delta: int, *given: Any) -> None:
    """Lower the supply cost of the cards in players' hands, of those of a kind or with a tag, never below 0."""
    which, turns = given
    for player in target:
        for card in st.zone(player, "hand"):
            if which is None or definition(st, card).kind == which or has_tag(st, card, which):
                done = min(delta, max(st.entities[card]["supply"], 0))
                if done:
                    set_until(st, card, "supply", -done, turns or 0)


def modify_cost(
    st: State, env_id: EnvironmentId, name: str, target: Things, delta: int | None, turns: int | None
) -> None:
    """Change the supply cost of cards in a hand, never below 0."""
    for eid in target:
        if eid in st.entities and st.entities[eid]["zone"] == "hand":
            done = max(delta or 0, -max(st.entities[eid]["supply"], 0))
            if done:
                set_until(st, eid, "supply", done, turns or 0)


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


def shuffle_decks(st: State, players: dict[int, None]) -> None:
    """Shuffle the decks that were searched."""
    for player in players:
        shuffle(st, player, "deck", f"search/{player - 1}")


COUNT = Field("count", Number(1, 9), LocalizedText("Number", "数量"))
FILTERS = {**{kind.name: LocalizedText(kind.title.en.lower(), kind.title.zh) for kind in SIX_KINDS}, **TAGS}
"""What kinds of card and tags are called of which cards may cost less."""
CARD_EFFECTS = (
    effect(
        "DRAW",
        LocalizedText("Draw cards", "抽牌"),
        (target_field("player"), COUNT),
        LocalizedText("Players draw; from an empty deck the base pays (HA1).", "玩家抽牌；牌库为空时基地受损（HA1）。"),
        LocalizedText("{target} draws {count:card|cards}.", "{target}抽{count:张牌}。"),
        wording=Wording(keys=LocalizedText("draw", "抽")),
        run=draw_cards,
        emits=("CARD_DRAWN", "BASE_DAMAGED"),
        is_self_limiting=True,
        group="cards",
        search=search_words("draw a card, cards, card advantage, hand", "抽牌、抽卡、摸牌、过牌"),
    ),
    effect(
        "SUMMON_TOKEN",
        LocalizedText("Make tokens", "生成衍生物"),
        (
            target_field("row"),
            Field(
                "tokenId",
                TextLiteral(128, 1, ID_PATTERN, says=ID_LETTERS),
                LocalizedText("Token", "衍生物"),
                reference=FieldReference(names="card", kinds=("TOKEN",)),
                doc=LocalizedText("The id of a TOKEN card.", "TOKEN 卡牌的标识。"),
            ),
            COUNT,
        ),
        LocalizedText(
            "Makes tokens in a row of a lane; without room in the other row, else they are discarded (HA10).",
            "在战线的一排生成衍生物；没有空位时放到另一排，仍无空位则弃置（HA10）。",
        ),
        LocalizedText(
            "Summon {count} {tokenId:called} tokens in {target}.", "在{target}召唤{count:个}{tokenId:called}。"
        ),
        wording=Wording(
            cases=(
                Case(
                    {"count": 1},
                    LocalizedText(
                        "Summon a {tokenId:called} token in {target}.", "在{target}召唤{count:个}{tokenId:called}。"
                    ),
                ),
            ),
            keys=LocalizedText("make|summon|create|rise|raise|token", "生成|召唤|衍生物"),
        ),
        run=summon_token,
        emits=("TOKEN_SUMMONED", "TOKEN_DISCARDED"),
        is_self_limiting=True,
        group="cards",
        search=search_words("summon, create, spawn, deploy token", "召唤、生成、衍生物、创造"),
        icon="plus",
    ),
    effect(
        "REDUCE_COST",
        LocalizedText("Lower costs", "降低费用"),
        (
            target_field("player"),
            Field(
                "delta",
                IntegerLiteral(1, 20),
                LocalizedText("By", "减少"),
                doc=LocalizedText("How much less supply.", "减少的补给。"),
            ),
            optional(
                "filter",
                TextLiteral(40, 1, TAG, says=TAG_LETTERS),
                LocalizedText("Only", "仅限"),
                LocalizedText("A kind of card or a tag; every card when absent.", "卡牌类型或标签；缺省时为所有牌。"),
                called=FILTERS,
            ),
            TURNS,
        ),
        LocalizedText(
            "Cards in the players' hands cost less supply, never below 0.", "玩家手牌的补给费用降低，不低于 0。"
        ),
        LocalizedText("Cards in {target's hand} cost {delta} less supply.", "{target}的手牌补给费用减少{delta:点}。"),
        wording=Wording(
            cases=(
                *lasting(
                    "{filter} cards in {target's hand} cost {delta} less supply",
                    "{target}手牌中的{filter}牌~补给费用减少{delta:点}",
                    filter=Is.PRESENT,
                ),
                *lasting("Cards in {target's hand} cost {delta} less supply", "{target}的手牌~补给费用减少{delta:点}"),
            ),
            keys=LocalizedText("cost", "费用"),
        ),
        run=reduce_cost,
        is_self_limiting=True,
        group="cards",
        search=search_words("cheaper, discount, cost less, free", "减费、费用降低、打折、免费"),
        icon="coins",
    ),
)
COST_TURNS = optional(
    "turns",
    IntegerLiteral(1, 20),
    LocalizedText("Turns", "回合数"),
    LocalizedText(
        "How many turns it lasts, this one counted; for good when absent.", "持续的回合数，含本回合；缺省时永久。"
    ),
)
_DEARER: tuple[Json, ...] = (
    {"type": "PICK_CARD", "target": "OWN_HAND", "params": {"id": "picked"}},
    {"type": "MODIFY_COST", "target": "$picked.target", "params": {"delta": -1, "turns": 1}},
)
COST_EFFECTS = extensions(
    effect(
        "MODIFY_COST",
        LocalizedText("Change costs", "改变费用"),
        (target_field("card"), Field("delta", Number(-20, 20), LocalizedText("Change", "变化")), COST_TURNS),
        LocalizedText("Cards in hand cost more or less supply, never below 0.", "手牌的补给费用增加或减少，不低于 0。"),
        LocalizedText("{target} costs {delta} more supply.", "{target}的补给费用增加{delta:点}。"),
        run=modify_cost,
        group="cards",
        wording=Wording(
            keys=LocalizedText("cost", "费用"),
            cases=(
                Case(
                    {"delta": Is.NEGATIVE, "turns": 1},
                    LocalizedText(
                        "{target} costs {delta:-} less supply this turn.", "{target}的补给费用本回合减少{delta:-点}。"
                    ),
                ),
                Case(
                    {"delta": Is.NEGATIVE},
                    LocalizedText("{target} costs {delta:-} less supply.", "{target}的补给费用减少{delta:-点}。"),
                ),
                Case(
                    {"turns": 1},
                    LocalizedText(
                        "{target} costs {delta} more supply this turn.", "{target}的补给费用本回合增加{delta:点}。"
                    ),
                ),
            ),
        ),
        search=search_words("costs more, costs less, tax", "费用增加、费用减少、加费"),
        icon="coins",
        example=_DEARER,
    ),
    effect(
        "TO_HAND",
        LocalizedText("Put into hand", "加入手牌"),
        (
            target_field(
                "any",
                LocalizedText(
                    "Cards of a deck or discard pile, or units and vessels.", "牌库或弃牌堆中的牌，或在场的单位与舰船。"
                ),
            ),
        ),
        LocalizedText(
            "Cards go to their owners' hands, as printed; a deck that was searched is shuffled.",
            "将牌置入其主人手中，恢复为印刷数值；检索过的牌库重新洗牌。",
        ),
        LocalizedText("Put {target} into its owner's hand.", "将{target}置入其主人手中。"),
        run=to_hand,
        group="cards",
        is_self_limiting=True,
        wording=Wording(keys=LocalizedText("hand|return|take", "手中|回手|手牌(?!数)|返回|拿取")),
        search=search_words("return to hand, bounce, search, recall, discard pile", "回手、返回手牌、检索、弹回"),
    ),
)
