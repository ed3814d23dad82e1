"""The supplying phase: the shop and the tavern. Source: WZ8; 000 "onRefreshShop", "onBuy", "onForget"."""

from __future__ import annotations

from engine.kernel.decisions import Option, new_question
from engine.kernel.events import call, emit, permits
from engine.kernel.ground import EnvironmentId
from engine.kernel.machine import answer, ask
from engine.kernel.signals import RETURN, Jump, Signal
from engine.kernel.state import State, flow
from engine.kernel.state_writers import begin_turn, change, move
from engine.rulesets.wizards.effects import memory
from engine.rulesets.wizards.modifiers import price_of
from engine.rulesets.wizards.moving import gain, give_back, run_timing
from engine.rulesets.wizards.table import (
    TABLE,
    change_gold,
    distinct,
    fill_shop,
    in_order,
    seat,
    set_phase,
    shuffle_deck,
)

MAX_GOLD = 999
"""Paying never raises gold, so no limit is asked for."""


def supplying_starts(st: State, env_id: EnvironmentId) -> Signal | None:
    """Everyone comes to the shop, in order."""
    set_phase(st, "supplying")
    st.writable_environment(env_id).names.update(queue=tuple(in_order(st)), at=0)
    return emit(st, "onSupplyingPhaseStart")


def supply_starts(st: State, env_id: EnvironmentId) -> Jump:
    """Turn to the next player."""
    names = st.writable_environment(env_id).names
    if names["at"] >= len(names["queue"]):
        return "supplying_ends"
    names.update(player=names["queue"][names["at"]], at=names["at"] + 1, bought=0, forgot=0)
    memory.forget(st, "turn")
    begin_turn(st)
    return emit(st, "onSupplyTurnStart", (names["player"],))


def choose_supply(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt for a purchase: refresh before buying, buy once, forget once, or pass."""
    names, config = st.environments[env_id].names, st.program.config
    player = names["player"]
    gold = st.entities[player]["gold"]
    options: list[Option] = []
    if names["bought"] < config["purchases"]:
        shop = st.zone(TABLE, "shop")
        options += [("buy", card) for card in affordable(st, player, shop)]
        if not names["bought"] and gold >= config["refreshPrice"] and shop:
            options.append("refresh")
    if names["forgot"] < config["forgets"] and gold >= config["forgetPrice"]:
        options.append("forget")
    options.append("pass")
    return ask(st, env_id, new_question(seat(player), "main", "supply", options))


def affordable(st: State, player: int, shop: tuple[int, ...]) -> list[int]:
    """Return the cards in the shop that a player can pay and that no trigger forbids them to buy."""
    me, entities = st.entities[player], st.entities
    cards = []
    for place, card in enumerate(shop):
        gold, tokens = price_of(st, player, place + 1)
        if gold <= me["gold"] and tokens <= me["token"]:
            cards.append(card)
    if "check" not in st.listener_index.get("onBuy", ()):
        return cards
    return [card for card in cards if permits(st, "onBuy", (player, card, entities[card]["def"], shop.index(card) + 1))]


def spend(st: State, env_id: EnvironmentId) -> Jump:
    """Do what was chosen."""
    names, config = st.writable_environment(env_id).names, st.program.config
    player, (choice,) = names["player"], answer(st, env_id)
    if choice == "pass":
        return "supply_ends"
    if choice == "refresh":
        return _refresh(st, player)
    if choice == "forget":
        names["forgot"] += 1
        change_gold(st, player, -config["forgetPrice"], MAX_GOLD)
        return call(st, "wizards/forget", {"player": player, "optional": 0})
    names["bought"] += 1
    return call(st, "wizards/buy", {"player": player, "card": choice[1]})


def _refresh(st: State, player: int) -> Signal | None:
    price = st.program.config["refreshPrice"]
    _, price_paid = change_gold(st, player, -price, MAX_GOLD)
    old = st.zone(TABLE, "shop")
    for card in old:
        move(st, card, TABLE, "commonDiscard")
    fill_shop(st)
    new = st.zone(TABLE, "shop")
    ids = [tuple(st.entities[card]["def"] for card in cards) for cards in (old, new)]
    return emit(st, "onRefreshShop", (player, old, ids[0], new, ids[1], price)) or price_paid


def supply_again(st: State, env_id: EnvironmentId) -> str:
    """Prompt the same player again."""
    return "choose_supply"


def supply_ends(st: State, env_id: EnvironmentId) -> Signal | None:
    """Emit the end of the player's supply."""
    return emit(st, "onSupplyTurnEnd", (st.environments[env_id].names["player"],))


def next_supply(st: State, env_id: EnvironmentId) -> str:
    """Go on with the next player."""
    return "supply_starts"


def supplying_ends(st: State, env_id: EnvironmentId) -> Signal | None:
    """Emit the end of the phase."""
    return emit(st, "onSupplyingPhaseEnd")


def supplying_done(st: State, env_id: EnvironmentId) -> Signal:
    """End the block."""
    return RETURN


def take(st: State, env_id: EnvironmentId) -> Signal | None:
    """Pay for the card by its slot and take it; the shop slides down and is filled."""
    names = st.writable_environment(env_id).names
    player, card = names["player"], names["card"]
    names["price"], tokens = price_of(st, player, st.zone(TABLE, "shop").index(card) + 1)
    if tokens:
        change(st, player, "token", -tokens, 0, 1 << 10)
    _, paid = change_gold(st, player, -names["price"], MAX_GOLD)
    signal = gain(st, player, card) or paid
    fill_shop(st)
    return signal


def bought_effect(st: State, env_id: EnvironmentId) -> Signal | None:
    """Do what the card does when bought."""
    names = st.environments[env_id].names
    return run_timing(st, names["card"], "onBuy", names["player"])


def emit_bought(st: State, env_id: EnvironmentId) -> Signal | None:
    """Emit the purchase."""
    names = st.environments[env_id].names
    return emit(st, "onBuy", (names["player"], names["card"], st.entities[names["card"]]["def"], names["price"]))


def choose_forgotten(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt for the card to forget, of hand, discard pile and deck; the deck is listed in an order of its own."""
    names = st.environments[env_id].names
    player = names["player"]
    cards = distinct(st, (*st.zone(player, "hand"), *st.zone(player, "discard"), *sorted(st.zone(player, "deck"))))
    return ask(st, env_id, new_question(seat(player), "cards", "forget", cards, 0 if names["optional"] else 1, 1))


def forget(st: State, env_id: EnvironmentId) -> Signal | None:
    """Send the card away; a deck it was taken from is shuffled."""
    names = st.writable_environment(env_id).names
    cards = answer(st, env_id)
    if not cards:
        return RETURN
    card = names["card"] = cards[0]
    from_deck = st.entities[card]["zone"] == "deck"
    give_back(st, card)
    if from_deck:
        shuffle_deck(st, names["player"])
    return run_timing(st, card, "onForget", names["player"])


def emit_forgotten(st: State, env_id: EnvironmentId) -> Signal | None:
    """Emit that the card was forgotten."""
    names = st.environments[env_id].names
    return emit(st, "onForget", (names["player"], names["card"], st.entities[names["card"]]["def"]))


BLOCKS = (
    flow(
        "wizards/supplying",
        supplying_starts,
        supply_starts,
        choose_supply,
        spend,
        supply_again,
        supply_ends,
        next_supply,
        supplying_ends,
        supplying_done,
    ),
    flow("wizards/buy", take, bought_effect, emit_bought),
    flow("wizards/forget", choose_forgotten, forget, emit_forgotten),
)
