"""Supply and battery, shields that refill, cards drawn and cards too many. Source: HA1, HA2, HA3."""

from __future__ import annotations

from collections.abc import Iterator

from engine.toolkit.rules import (
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    answer,
    ask,
    call,
    change,
    flow,
    move,
    new_environment,
    new_question,
    new_skill_info,
    run_skill,
    set_var,
)

from .pools import turn_gains
from .table import MAX_STAT, PLAYERS, active, discard, draw, emit_event, in_play, turn


def can_pay(st: State, player: int, supply: int, battery: int = 0) -> bool:
    """Return whether a player has that much."""
    held = st.entities[player]
    return bool(held["supply"] >= supply and held["battery"] >= battery)


def pay(st: State, player: int, supply: int, battery: int = 0, card: int = 0) -> Signal | None:
    """Spend supply and battery at once (HA2); a cost of nothing emits no event."""
    change(st, player, "supply", -supply, 0, MAX_STAT)
    change(st, player, "battery", -battery, 0, MAX_STAT)
    if supply + battery <= 0:
        return None
    return emit_event(st, "RESOURCE_SPENT", player, card, amount=supply + battery)


def gain_before_refill(st: State, player: int, amount: int) -> None:
    """Note what a player gained in the current turn: a refill that is still to come adds it on top."""
    player_vars = st.entities[player]
    is_same_turn = player_vars.get("gainedTurn") == turn(st)
    set_var(st, player, "gained", min((player_vars["gained"] if is_same_turn else 0) + amount, MAX_STAT))
    set_var(st, player, "gainedTurn", turn(st))


def refill(st: State, env_id: EnvironmentId) -> Jump:
    """Raise the supply cap, fill supply up to it and what was gained since the turn started, and reset the turn's conversions."""
    player, config = active(st), st.program.config
    signal = None
    grown = change(st, player, "supplyCap", config["supplyGrowth"], 0, config["supplyMost"])
    if grown > 0:
        signal = emit_event(st, "SUPPLY_CAP_INCREASED", player, amount=grown)
    player_vars = st.entities[player]
    gained = player_vars["gained"] if player_vars.get("gainedTurn") == turn(st) else 0
    supply = min(player_vars["supplyCap"] + gained, MAX_STAT)
    refill_amount = supply - player_vars["supply"]
    set_var(st, player, "supply", supply)
    set_var(st, player, "charged", 0)
    if not config["batteryKeeps"]:
        set_var(st, player, "battery", 0)
    if refill_amount > 0:
        signal = emit_event(st, "SUPPLY_REFILLED", player, amount=refill_amount) or signal
    return signal


def gain_for_turn(st: State, env_id: EnvironmentId) -> Jump:
    """Raise or lower the resources of the pack by what they gain each turn."""
    return turn_gains(st, active(st))


def recharge(st: State, env_id: EnvironmentId) -> None:
    """Refill the shields of what took no damage in the opponent's last turn (HA3)."""
    policy, last = st.program.config["shieldsRefill"], turn(st) - 1
    if policy == "none":
        return
    for eid in in_play(st, active(st)):
        ent = st.entities[eid]
        if ent["shield"] < ent["shieldCap"] and (policy == "all" or ent.get("damaged", 0) != last or not last):
            set_var(st, eid, "shield", ent["shieldCap"])


def draw_for_turn(st: State, env_id: EnvironmentId) -> Jump:
    """Draw the turn's card; the first player skips the first draw (HA1)."""
    config = st.program.config
    if turn(st) == 1 and config["firstSkipsDraw"]:
        return None
    return draw(st, active(st), config["draws"])


def options(st: State, player: int) -> Iterator[Option]:
    """Yield the cards that may be turned into battery now."""
    held, config = st.entities[player], st.program.config
    if held["charged"] < config["conversions"] and held["battery"] < config["batteryMost"]:
        yield from [("charge", card) for card in st.zone(player, "hand")]


def charge(st: State, card: int) -> Signal:
    """Turn a card of the hand into battery: one action, before the op after this one."""
    player = st.entities[card]["own"]
    return run_skill(
        st,
        new_skill_info(player, card, "halo/charge"),
        "halo/charge",
        new_environment({"player": player, "card": card}),
    )


def convert(st: State, env_id: EnvironmentId) -> Jump:
    """Discard the card and gain a point of battery."""
    names = st.environments[env_id].names
    player = names["player"]
    move(st, names["card"], player, "discard")
    change(st, player, "charged", 1, 0, MAX_STAT)
    gained = change(st, player, "battery", 1, 0, st.program.config["batteryMost"])
    return emit_event(st, "BATTERY_GENERATED", player, names["card"], amount=gained)


def hold_back(st: State, env_id: EnvironmentId) -> Signal | None:
    """Enforce the hand limit: a player with too many cards discards the excess by choice."""
    most = st.program.config["handCap"]
    for player in PLAYERS:
        if len(st.zone(player, "hand")) > most:
            return call(st, "halo/excess", {"player": player})
    return None


def choose_excess(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the cards to discard."""
    player = st.environments[env_id].names["player"]
    hand = st.zone(player, "hand")
    excess = max(len(hand) - st.program.config["handCap"], 0)
    return ask(st, env_id, new_question(player - 1, "cards", "excess", hand, excess, excess))


def discard_excess(st: State, env_id: EnvironmentId) -> Signal | None:
    """Discard them."""
    return discard(st, answer(st, env_id))


BLOCKS = (
    flow("halo/recharge", refill, gain_for_turn, recharge, draw_for_turn),
    flow("halo/charge", convert),
    flow("halo/excess", choose_excess, discard_excess),
)
