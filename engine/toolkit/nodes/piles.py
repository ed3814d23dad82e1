"""What a player looks through in their own deck: `search` takes cards that fit and shuffles, `scry` puts cards from the top under it; `drawUpTo` fills the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.language.compiling.choosing import Choice, ask_op, take_op
from engine.language.compiling.compile import Assembly
from engine.language.compiling.narrowing import narrowing
from engine.language.nodes.chooser_fields import filter_field
from engine.language.nodes.core import ID
from engine.language.spec import ABSENT, COMPUTED, Field, NodeSpec, Number, case, field, optional, result
from engine.toolkit.nodes.rows import count_result, effect
from engine.toolkit.rules import EnvironmentId, Signal, State, bind, move
from engine.toolkit.types import Entities

DECK = "deck"
Take = Callable[[State, int, Entities], Signal | None]


def scry(name: str, deck_zh: str, run: Any = None, **parts: Any) -> NodeSpec:
    """Return the effect by which a player looks at the top of their deck and puts any of it under it; `deck_zh` is what a deck is called.

    A game whose own function does it hands that over as `run`.
    """
    how: dict[str, Any] = {"build": _build_scry} if run is None else {}
    return effect(
        name,
        "cards",
        "Scry",
        "占卜",
        (ID, field("amount", Number(1, 20), "Cards", "张数")),
        "The acting player looks at the top cards of their deck and puts any of them under it; the others stay on top in their order.",
        f"当前玩家查看自己{deck_zh}顶的若干张牌，将其中任意张置于{deck_zh}底；其余按原顺序留在{deck_zh}顶。",
        "Scry {amount}.",
        "占卜{amount}。",
        run,
        ("scry, look at the top, foresee, peek, filter draws, bottom", f"占卜、预见、查看{deck_zh}顶、置底、过滤抽牌"),
        "eye",
        yields=count_result(
            "the number of cards put under the deck",
            f"置于{deck_zh}底的牌数",
            "this puts {n:card|cards} under the deck",
            f"将{{n:张牌}}置于{deck_zh}底",
        ),
        keys=("scry|look", "占卜|预见|查看"),
        suspends=True,
        extension=True,
        **how,
        **parts,
    )


def _build_scry(to: Assembly, node: dict[str, Any], pointer: str) -> None:
    amount, label, key = to.unit.getter(node["amount"], None, f"{pointer}/amount"), to.label(node), f"?{pointer}"

    def top(st: State, env: Any) -> Entities:
        return st.zone(env.owner, DECK)[: max(amount(st, env) or 0, 0)]

    def put_under(st: State, env_id: EnvironmentId) -> None:
        env = st.environments[env_id]
        for card in env.names[key]:
            move(st, card, env.owner, DECK)
        if label is not None:
            bind(st, env_id, str(label(st, env)), count=len(env.names[key]))

    none = to.unit.getter(0)
    choice = Choice(top, _player, none, lambda st, env: len(top(st, env)), f"{to.unit.card}#{pointer}", key)
    for step in (ask_op(choice), take_op(key), put_under):
        to.emit(step, pointer)


def _build_search(take: Take) -> Any:
    def build(to: Assembly, node: dict[str, Any], pointer: str) -> None:
        unit, label, key = to.unit, to.label(node), f"?{pointer}"
        keeps = narrowing(unit, unit.vocabulary.family("effect")[node["type"]].fields, node, pointer)
        count = unit.getter(node.get("amount", 1), None, f"{pointer}/amount")

        def fitting(st: State, env: Any) -> Entities:
            cards = sorted(st.zone(env.owner, DECK))  # their order in the deck is no player's to know
            return tuple(filter(keeps(st, env), cards) if keeps is not None else cards)

        def fetch(st: State, env_id: EnvironmentId) -> Signal | None:
            env = st.environments[env_id]
            cards = env.names[key]
            if label is not None:
                bind(st, env_id, str(label(st, env)), target=cards, count=len(cards))
            return take(st, env.owner, cards)

        choice = Choice(fitting, _player, unit.getter(0), count, f"{unit.card}#{pointer}", key)
        for step in (ask_op(choice), take_op(key), fetch):
            to.emit(step, pointer)

    return build


def search(name: str, deck_zh: str, attributes: tuple[Field, ...], take: Take, **parts: Any) -> NodeSpec:
    """Return the effect by which a player looks through their deck, takes cards that fit into the hand, and shuffles it.

    Shapes: `attributes` are what may be asked of a card; `take` puts the cards that were chosen into the player's hand and shuffles.
    """

    return effect(
        name,
        "cards",
        "Search your deck",
        f"检索{deck_zh}",
        (
            ID,
            optional("amount", Number(1, 20), "At most", "至多", "How many may be taken.", "至多取几张。", default=1),
            *attributes,
            filter_field("card"),
        ),
        "The acting player looks through their deck, may take cards that fit into their hand, and the deck is shuffled.",
        f"当前玩家查看自己的{deck_zh}，可将符合条件的牌加入手牌，然后洗匀{deck_zh}。",
        "Search your deck for up to {amount} {filter:things}{filter:which}, put them into your hand and shuffle.",
        f"从你的{deck_zh}中检索至多{{amount}}张{{filter:which}}{{filter:things}}，加入手牌，然后洗牌。",
        None,
        ("tutor, search library, find a card, fetch, look through", "检索、搜索牌库、找牌、拿取"),
        "search",
        cases=tuple(
            case(
                {"amount": amount},
                "Search your deck for {filter:one}, put it into your hand and shuffle.",
                f"从你的{deck_zh}中检索{{filter:one}}，加入手牌，然后洗牌。",
            )
            for amount in (ABSENT, 1)
        ),
        yields={
            "target": (
                "card",
                result("that card", "该牌", when={"amount": ABSENT}),
                result("each of those cards", "这些牌"),
            ),
            **count_result("the number of cards found", "检索到的牌数", "this finds {n:card|cards}", "检索到{n:张牌}"),
        },
        keys=("search|find|look", "检索|搜|找"),
        build=_build_search(take),
        suspends=True,
        draws_chance=True,
        is_self_limiting=True,
        extension=True,
        **parts,
    )


Draw = Callable[[State, int, int], Signal | None]


def draw_up_to(name: str, draw: Draw, target: Field | None = None, hand: str = "hand", **parts: Any) -> NodeSpec:
    """Return the effect by which players draw up to a number of cards in hand; without `target` the acting player alone.

    Shapes: `draw` takes a player and the number of cards that are missing; `hand` is the zone of a hand.
    """

    def run(st: State, env_id: EnvironmentId, name: str, *values: Any) -> Signal | None:
        *targets, count = values
        players = targets[0] if targets else (st.environments[env_id].owner,)
        signal = None
        for player in players:
            missing = (count or 0) - len(st.zone(player, hand))
            signal = (draw(st, player, missing) if missing > 0 else None) or signal
        return signal

    subject = "" if target is None else "{target} "
    verb, verb_zh = ("draws" if subject else "Draw"), parts.pop("verb_zh", "抽牌")
    return effect(
        name,
        parts.pop("group", "cards"),
        "Draw up to a hand",
        f"{verb_zh}至",
        (
            *(() if target is None else (target,)),
            field("hand", Number(2, 20), "Cards in hand", "手牌数"),
        ),
        "Draws as many cards as are missing in the hand, none where it is full enough.",
        "补抽手牌所缺的张数；手牌已足时不抽。",
        f"{subject}{verb} up to a hand of {{hand}} cards.",
        f"{subject.strip()}{verb_zh}至手牌有{{hand:张}}。",
        run,
        ("refill hand, full hand, fill up hand", "抽到手牌、补满手牌"),
        "",
        cases=(
            case(
                {"hand": COMPUTED},
                f"{subject}{verb} up to a hand size {{hand:equal}}.",
                f"{subject.strip()}{verb_zh}，直到手牌数等于{{hand}}。",
            ),
        ),
        keys=(r"\bdr(?:aw|ew)", verb_zh[:1]),
        is_self_limiting=True,
        extension=True,
        **parts,
    )


def _player(st: State, env: Any) -> int:
    return int(env.owner)


__all__ = ["draw_up_to", "scry", "search"]
