"""What cards do: the doables of 000's table that this version knows, each one declaration and one function.

An effect is called with (state, environment, name for its results, evaluated fields…) and answers like an op.
Source: 000 "可执行效果 Doable"; WZ1, WZ2, WZ7, WZ11.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.events import call, cancel
from engine.kernel.mutations import change
from engine.kernel.state import State
from engine.language.compile import bind
from engine.language.core import ID
from engine.language.registry import Field, NodeSpec
from engine.language.shapes import Bi, Enum, Number, Option, Targets
from engine.rulesets.wizards.table import definition, draw_cards, run_timing

MODE = Field(
    "mode",
    Enum((Option("add", Bi("add", "增加")), Option("set", Bi("set", "设为")))),
    Bi("Mode", "方式"),
    doc=Bi("Add to it or set it.", "增加或设为。"),
)


def _amount(low: int, high: int) -> Field:
    return Field("amount", Number(low, high), Bi("Amount", "数值"))


def _target(kind: str) -> Field:
    return Field("target", Targets(kind), Bi("Target", "目标"))


def damage(st: State, env: int, name: str, amount: int | None, target: tuple[int, ...]) -> int | None:
    """Hit each target in turn; a hit raises onDamageTaken, then, if it kills, onDefeat (WZ7)."""
    by = st.recs[env]["?owner"]
    source = st.recs[env].get("?source", 0)
    return call(
        st,
        "wizards/damage",
        {"targets": target, "amount": amount or 0, "by": by, "to": env, "name": name, "again": 0, "?source": source},
    )


def _adjust(key: str, cap: str | None) -> Any:
    """Return the function of an effect that adds to or sets one variable within its bounds and binds what the clamp cut off."""

    def adjust(st: State, env: int, name: str, mode: str, amount: int | None, target: tuple[int, ...]) -> int | None:
        applied = overflow = 0
        for eid in target:
            held = st.ents[eid].get(key, 0)
            delta = (amount or 0) - (held if mode == "set" else 0)
            high = st.program.config[cap] if cap else 999
            done = change(st, eid, key, delta, 0, high)
            applied, overflow = applied + done, overflow + abs(delta - done)
        bind(st, env, name, applied=applied, overflow=overflow)
        return None

    return adjust


def health(st: State, env: int, name: str, mode: str, amount: int | None, target: tuple[int, ...]) -> int | None:
    """Heal or hurt without an event; within 0 and maxHealth; at 0 the monster leaves and nobody is paid (WZ7)."""
    applied = overflow = 0
    for eid in target:
        ent = st.ents[eid]
        delta = (amount or 0) - (ent["health"] if mode == "set" else 0)
        done = change(st, eid, "health", delta, 0, ent["maxHealth"])
        applied, overflow = applied + done, overflow + abs(delta - done)
    bind(st, env, name, applied=applied, overflow=overflow)
    return call(st, "wizards/leave", {"targets": target})


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


def counter(st: State, env: int, name: str) -> int | None:
    """Cancel the play that the trigger answers (WZ11)."""
    cancel(st, st.recs[env].get("?flight", 0))
    return None


def _adjusting(key: str, title: Bi, doc: Bi, kind: str, says: Bi, run: Any) -> NodeSpec:
    return NodeSpec(
        "effect",
        key,
        title,
        (ID, MODE, _amount(-99, 99), _target(kind)),
        doc=doc,
        says=says,
        run=run,
        result={"applied": "int", "overflow": "int"},
        group="numbers",
    )


DAMAGE = NodeSpec(
    "effect",
    "damage",
    Bi("Deal damage", "造成伤害"),
    (ID, _amount(0, 999), _target("monster")),
    doc=Bi(
        "Hits monsters; a killing hit pays the acting player.", "对怪物造成伤害；致命一击使当前玩家获得赏金与步数。"
    ),
    says=Bi("Deal {amount} damage to {target}.", "对{target}造成{amount}点伤害。"),
    run=damage,
    result={"amount": "int", "lethal": "bool"},
    emits=("onDamageTaken", "onDefeat"),
    wanes=True,
    group="fight",
)
HEALTH = _adjusting(
    "health", Bi("Health", "生命值"), Bi("Changes a monster's health without damage.", "改变怪物生命值，不视为伤害。"), "monster",
    Bi("Change the health of {target} by {amount}.", "使{target}的生命值变化{amount}。"), health,
)  # fmt: skip
MAX_HEALTH = _adjusting(
    "maxHealth", Bi("Most health", "生命值上限"), Bi("Changes a monster's most health.", "改变怪物生命值上限。"), "monster",
    Bi("Change the most health of {target} by {amount}.", "使{target}的生命值上限变化{amount}。"), _adjust("maxHealth", None),
)  # fmt: skip
REWARD = _adjusting(
    "reward", Bi("Bounty", "赏金"), Bi("Changes a monster's bounty.", "改变怪物赏金。"), "monster",
    Bi("Change the bounty of {target} by {amount}.", "使{target}的赏金变化{amount}。"), _adjust("reward", None),
)  # fmt: skip
MANA = _adjusting(
    "mana", Bi("Mana", "法力值"), Bi("Changes a player's mana, within 0 and the cap.", "改变玩家法力，不低于 0，不超过上限。"), "player",
    Bi("{target} gains {amount} mana.", "{target}获得{amount}点法力。"), _adjust("mana", "manaCap"),
)  # fmt: skip
GOLD = _adjusting(
    "gold", Bi("Gold", "金币"), Bi("Changes a player's gold, within 0 and the cap.", "改变玩家金币，不低于 0，不超过上限。"), "player",
    Bi("{target} gains {amount} gold.", "{target}获得{amount}枚金币。"), _adjust("gold", "goldCap"),
)  # fmt: skip
FREEZING = _adjusting(
    "freezing", Bi("Freezing", "冻结值"), Bi("Changes a player's freezing.", "改变玩家冻结值。"), "player",
    Bi("{target} gains {amount} freezing.", "{target}获得{amount}层冻结。"), _adjust("freezing", "freezingCap"),
)  # fmt: skip
DRAW_CARD = NodeSpec(
    "effect",
    "drawCard",
    Bi("Draw cards", "抽牌"),
    (ID, _amount(0, 20), _target("player")),
    doc=Bi("`UUID` is the first card drawn, null when there was none.", "`UUID` 为抽到的第一张牌；没有抽到时为 null。"),
    says=Bi("{target} draws {amount} cards.", "{target}抽{amount}张牌。"),
    run=draw_card,
    result={"UUID": "card", "UUIDs": "card[]", "count": "int"},
    group="cards",
)
DISCARD_CARD = NodeSpec(
    "effect",
    "discardCard",
    Bi("Discard a card", "弃掉指定卡牌"),
    (ID, _target("card")),
    doc=Bi("Discards cards from a hand.", "从手牌中弃掉指定卡牌。"),
    says=Bi("Discard {target}.", "弃掉{target}。"),
    run=discard_card,
    result={"count": "int"},
    emits=("onDiscard",),
    wanes=True,
    group="cards",
)
COUNTER = NodeSpec(
    "effect",
    "counter",
    Bi("Counter", "反制"),
    (),
    doc=Bi("Cancels the play that this trigger answers.", "取消此触发器所响应的出牌。"),
    says=Bi("Counter that card.", "反制该牌。"),
    run=counter,
    cancels=True,
    group="control",
)
EFFECTS = (DAMAGE, HEALTH, MAX_HEALTH, REWARD, MANA, GOLD, FREEZING, DRAW_CARD, DISCARD_CARD, COUNTER)


def card_property(st: State, card: int | None, key: str) -> int | None:
    """Return a number of a card as it is now."""
    if card is None or card not in st.ents:
        return None
    return st.ents[card].get(key, definition(st, card).numbers.get(key))
