"""The supplying phase: the shop and the tavern. Source: WZ8; 000 "onRefreshShop", "onBuy", "onForget"."""

from __future__ import annotations

from engine.toolkit.rules import (
    RETURN,
    Entities,
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    answer,
    ask,
    begin_turn,
    call,
    change,
    emit,
    flow,
    move,
    new_question,
    permits,
)
from engine.toolkit.steps import emits, ends, jumps

from .effects import memory
from .modifiers import price_of
from .moving import gain, return_to_owner, run_timing, runs_timing
from .table import (
    TABLE,
    change_gold,
    distinct,
    fill_shop,
    phase_starts,
    seat,
    shuffle_deck,
)

MAX_GOLD = 999
"""Paying never raises gold, so no limit is asked for."""


def supply_starts(st: State, env_id: EnvironmentId) -> Jump:
    """Turn to the next player."""
    names = st.writable_environment(env_id).names
    if names["at"] >= len(names["queue"]):
        return "supplying_ends"
    names.update(player=names["queue"][names["at"]], at=names["at"] + 1, bought=0, forgot=0)
    memory.forget(st, "turn")
    begin_turn(st)
    return emit(st, "onSupplyTurnStart", (names["player"],))


def choose_supply(st: State, env_id: EnvironmentId) -> Jump:
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


def affordable(st: State, player: int, shop: Entities) -> list[int]:
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


def take(st: State, env_id: EnvironmentId) -> Jump:
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


def emit_bought(st: State, env_id: EnvironmentId) -> Jump:
    """Emit the purchase."""
    names = st.environments[env_id].names
    return emit(st, "onBuy", (names["player"], names["card"], st.entities[names["card"]]["def"], names["price"]))


def choose_forgotten(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the card to forget, of hand, discard pile and deck; the deck is listed in an order of its own."""
    names = st.environments[env_id].names
    player = names["player"]
    cards = distinct(st, (*st.zone(player, "hand"), *st.zone(player, "discard"), *sorted(st.zone(player, "deck"))))
    return ask(st, env_id, new_question(seat(player), "cards", "forget", cards, 0 if names["optional"] else 1, 1))


def forget(st: State, env_id: EnvironmentId) -> Jump:
    """Send the card away; a deck it was taken from is shuffled."""
    names = st.writable_environment(env_id).names
    cards = answer(st, env_id)
    if not cards:
        return RETURN
    card = names["card"] = cards[0]
    from_deck = st.entities[card]["zone"] == "deck"
    return_to_owner(st, card)
    if from_deck:
        shuffle_deck(st, names["player"])
    return run_timing(st, card, "onForget", names["player"])


def emit_forgotten(st: State, env_id: EnvironmentId) -> Jump:
    """Emit that the card was forgotten."""
    names = st.environments[env_id].names
    return emit(st, "onForget", (names["player"], names["card"], st.entities[names["card"]]["def"]))


BLOCKS = (
    flow(
        "wizards/supplying",
        phase_starts("supplying"),
        supply_starts,
        choose_supply,
        spend,
        jumps("supply_again", "choose_supply"),
        emits("supply_ends", "onSupplyTurnEnd", "player"),
        jumps("next_supply", "supply_starts"),
        emits("supplying_ends", "onSupplyingPhaseEnd"),
        ends("supplying_done"),
    ),
    flow("wizards/buy", take, runs_timing("bought_effect", "card", "onBuy"), emit_bought),
    flow("wizards/forget", choose_forgotten, forget, emit_forgotten),
)
