"""The advancing phase: markers move, others are kicked on, cells pay. Source: WZ5, WZ9; the wheel's rewards."""

from __future__ import annotations

from engine.toolkit.rules import (
    EnvironmentId,
    Jump,
    State,
    answer,
    ask,
    begin_turn,
    call,
    emit,
    flow,
    new_question,
    set_global,
    set_var,
)
from engine.toolkit.steps import emits, ends, jumps

from .config import CELLS
from .effects.memory import forget
from .moving import gain
from .table import WOUNDS, in_order, loop_of, offer, phase_starts, players, seat, withdraw_offer


def advance_starts(st: State, env_id: EnvironmentId) -> Jump:
    """Turn to the next player."""
    names = st.writable_environment(env_id).names
    if names["at"] >= len(names["queue"]):
        return "open_loops"
    names["player"] = names["queue"][names["at"]]
    names["at"] += 1
    forget(st, "turn")
    begin_turn(st)
    return emit(st, "onAdvanceTurnStart", (names["player"],))


def choose_steps(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the number of steps, 1 to the steps won; a player without a defeat stays."""
    player = st.environments[env_id].names["player"]
    _lose_steps(st, player)
    steps = st.entities[player]["steps"]
    if not steps:
        set_var(st, player, "moved", 0)
        return "advance_ends"
    return ask(st, env_id, new_question(seat(player), "number", "steps", tuple(range(1, steps + 1))))


def _lose_steps(st: State, player: int) -> None:
    """Take the steps that damage costs from those won; the rest is taken from later ones."""
    steps_lost = min(st.entities[player].get(WOUNDS, 0), st.entities[player]["steps"])
    if steps_lost:
        set_var(st, player, WOUNDS, st.entities[player][WOUNDS] - steps_lost)
        set_var(st, player, "steps", st.entities[player]["steps"] - steps_lost)


def walk(st: State, env_id: EnvironmentId) -> Jump:
    """Move the marker and ask whom to kick if others are there."""
    player = st.environments[env_id].names["player"]
    (steps,) = answer(st, env_id)
    here = st.entities[player]["pos"] + steps
    set_var(st, player, "pos", here)
    set_var(st, player, "steps", 0)
    set_var(st, player, "moved", 1)
    return ask(st, env_id, new_question(seat(player), "target", "kick", met_at(st, player), 0, 1))


def met_at(st: State, player: int) -> list[int]:
    """Return the other players on a player's cell, in another loop too unless a setting says otherwise (WZ5)."""
    entities, here = st.entities, st.entities[player]["pos"]
    apart = CELLS if st.program.config["kickAcrossLoops"] else 1 << 30
    return [other for other in players(st) if other != player and (entities[other]["pos"] - here) % apart == 0]


def kick(st: State, env_id: EnvironmentId) -> Jump:
    """Push the one chosen on, by a cell unless a setting says otherwise."""
    player, targets = st.environments[env_id].names["player"], answer(st, env_id)
    if not targets:
        return None
    (other,) = targets
    set_var(st, other, "pos", st.entities[other]["pos"] + st.program.config["kickCells"])
    return emit(st, "onAdvanceKick", (player, other))


def open_loops(st: State, env_id: EnvironmentId) -> Jump:
    """When a player enters loop 2 or 3 for the first time, everyone picks a legendary and a level opens (WZ4)."""
    cells = tuple((player, "cell", 0) for player in in_order(st) if st.entities[player]["moved"])
    st.writable_environment(env_id).names["picks"] = (*_openings(st), *cells)
    return None


def _openings(st: State) -> tuple[tuple[int, str, int], ...]:
    """Note the loops that are entered for the first time, and return the picks that this gives to everyone."""
    furthest, furthest_loop = max(loop_of(st, player) for player in players(st)), st.globals["entered"]
    if furthest <= furthest_loop:
        return ()
    set_global(st, "entered", furthest)
    offers, order = st.program.config["legendaryOffer"], in_order(st)
    opened = [loop for loop in range(furthest_loop + 1, furthest + 1) if loop in offers]
    return tuple((player, "legendary", offers[loop]) for loop in opened for player in order)


def pay(st: State, env_id: EnvironmentId) -> Jump:
    """Pay the next reward in order; each cell decides its reward when it is paid. A player who is moved may open a loop."""
    names = st.writable_environment(env_id).names
    if not names["picks"]:
        return "advancing_ends"
    (player, what, count), names["picks"] = names["picks"][0], names["picks"][1:]
    if what == "cell":
        what, _, number = st.program.config["wheel"][st.entities[player]["pos"] % CELLS].partition(":")
        count = int(number or 0)
    if what == "tavern":
        return call(st, "wizards/forget", {"player": player, "optional": 1})
    if what in ("common", "legendary"):
        return call(st, "wizards/pick", {"player": player, "pile": what, "count": count})
    if what == "advance":
        set_var(st, player, "pos", st.entities[player]["pos"] + count)
        names["picks"] = (*_openings(st), *names["picks"])
    return None


def advancing_ends(st: State, env_id: EnvironmentId) -> Jump:
    """Emit the end of the phase."""
    for player in players(st):
        set_var(st, player, "moved", 0)
    return emit(st, "onAdvancingPhaseEnd")


def create_offer(st: State, env_id: EnvironmentId) -> Jump:
    """Offer treasures and ask which to keep."""
    names = st.environments[env_id].names
    cards = offer(st, names["pile"], names["count"])
    return ask(st, env_id, new_question(seat(names["player"]), "cards", "pick", cards, 1, 1))


def keep(st: State, env_id: EnvironmentId) -> Jump:
    """Give the card chosen to the player and put the others away."""
    names = st.environments[env_id].names
    chosen = answer(st, env_id)
    signal = gain(st, names["player"], chosen[0]) if chosen else None
    withdraw_offer(st, names["pile"])
    return signal


BLOCKS = (
    flow(
        "wizards/advancing",
        phase_starts("advancing"),
        advance_starts,
        choose_steps,
        walk,
        kick,
        emits("advance_ends", "onAdvanceTurnEnd", "player"),
        jumps("next_advance", "advance_starts"),
        open_loops,
        pay,
        jumps("pay_next", "pay"),
        advancing_ends,
        ends("advancing_done"),
    ),
    flow("wizards/pick", create_offer, keep),
)
