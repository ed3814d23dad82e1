"""The battling phase: one card a turn, round and round, until all are out. Source: WZ3, WZ4, WZ6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.state_writers import move_all
from engine.toolkit.rules import (
    RETURN,
    STOP_SEARCH,
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    answer,
    ask_main,
    begin_turn,
    call,
    emit,
    flow,
    permits,
    set_global,
    set_var,
)
from engine.toolkit.steps import emits, jumps

from .effects.memory import forget
from .modifiers import COST_STAT, cost_of
from .moving import fit_wands
from .table import COSTS, KEPT, in_order, note_turn, players, rank, seat, set_phase

LATER = "later"
"""The global that names who has a turn after the phase; it is there only once somebody has."""


def battle_starts(st: State, env_id: EnvironmentId) -> Jump:
    """Everyone takes part who has not fought a solo fight this round (WZ4)."""
    set_phase(st, "battling")
    for player in players(st):
        set_var(st, player, "out", st.entities[player]["fought"])
        set_var(st, player, "fought", 0)
    set_global(st, "extra", ())
    st.writable_environment(env_id).names.update(queue=tuple(in_order(st)), at=0)
    return emit(st, "onBattlingPhaseStart")


def turn_starts(st: State, env_id: EnvironmentId) -> Jump:
    """Go to the next player who takes part or has another turn; the phase ends when there is none."""
    names = st.writable_environment(env_id).names
    queue, position = names["queue"], names["at"]
    if late := names.pop("late", 0):
        set_var(st, late, "out", 1)
        return "clear_up"
    while st.globals["extra"]:
        player, *more = st.globals["extra"]
        set_global(st, "extra", tuple(more))
        if not st.entities[player]["out"]:
            return _turn(st, names, player)
    for step in range(len(queue)):
        player = queue[(position + step) % len(queue)]
        if not st.entities[player]["out"]:
            names["at"] = position + step + 1
            return _turn(st, names, player)
    return "battle_ends"


def _turn(st: State, names: dict[str, Any], player: int) -> Signal | None:
    names["player"] = player
    forget(st, "turn")
    set_var(st, player, "plays", 1)
    begin_turn(st)
    note_turn(st)
    signal = fit_wands(st, player)
    return emit(st, "onBattleTurnStart", (player,)) or signal


def playable(st: State, player: int) -> list[Option]:
    """Return the cards in a hand that can be paid and whose play no trigger forbids."""
    entities, mana = st.entities, st.entities[player]["mana"]
    is_changed = COST_STAT in st.listener_index or COSTS in st.globals.get(KEPT, ())
    cards = [
        card
        for card in st.zone(player, "hand")
        if (cost_of(st, card, player) if is_changed else entities[card]["manaCost"]) <= mana
        or "faceDown" in entities[card]
    ]
    if "check" in st.listener_index.get("onPlayCard", ()):
        cards = [
            card for card in cards if permits(st, "onPlayCard", (player, card, entities[card]["def"], False, 0, ()))
        ]
    return [("play", card) for card in cards]


def choose_play(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for a card, a reversal, or a pass."""
    player = st.environments[env_id].names["player"]
    return ask_main(st, env_id, seat(player), "battle", _plays(st, env_id, player), "pass")


def _plays(st: State, env_id: EnvironmentId, player: int) -> Iterator[Option]:
    """Yield the cards that a player may play, and with them the reversal that he may begin with."""
    cards, me = playable(st, player), st.entities[player]
    yield from cards
    if cards and me["token"] and me["plays"] == 1 and not st.environments[env_id].names.get("reversed"):
        yield "reverse"


def act(st: State, env_id: EnvironmentId) -> Jump:
    """Do what was chosen: a reversal gives more plays and asks again, a card is paid and announced."""
    names = st.writable_environment(env_id).names
    player, (choice,) = names["player"], answer(st, env_id)
    if choice == "pass":
        set_var(st, player, "out", 1)
        return "turn_ends"
    if choice == "reverse":
        set_var(st, player, "token", st.entities[player]["token"] - 1)
        names["reversing"] = 1
        return emit(st, "onReverse", (player, False))
    set_var(st, player, "plays", st.entities[player]["plays"] - 1)
    return call(st, "wizards/play", {"player": player, "card": choice[1]})


def reverse(st: State, env_id: EnvironmentId) -> None:
    """Give as many more plays as the rank (the default action of onReverse)."""
    player = st.environments[env_id].names["onReverse.playerUUID"]
    set_var(st, player, "plays", st.program.config["reversePlays"][rank(st, player) - 1])


def after_play(st: State, env_id: EnvironmentId) -> Jump:
    """Go on while this turn has plays left."""
    names = st.writable_environment(env_id).names
    player = names["player"]
    if names.pop("reversing", 0) and st.entities[player]["plays"] > 1:
        names["reversed"] = 1
    if st.entities[player]["plays"] > 0 and st.zone(player, "hand"):
        return "choose_play"
    if names.pop("reversed", 0):
        set_var(st, player, "out", 1)
    return None


def turn_ends(st: State, env_id: EnvironmentId) -> Jump:
    """Emit the end of the turn."""
    names = st.writable_environment(env_id).names
    names.pop("reversed", 0)
    return emit(st, "onBattleTurnEnd", (names["player"],))


def next_turn(st: State, env_id: EnvironmentId) -> Jump:
    """Go on with the next player; a thought ends with the turn."""
    return STOP_SEARCH if st.in_search else "turn_starts"


def late_turn(st: State, env_id: EnvironmentId) -> Jump:
    """Give a player who is to have it a turn after the phase: alone, whether or not they were out."""
    names, (player, *more) = st.writable_environment(env_id).names, st.globals[LATER]
    set_global(st, LATER, tuple(more))
    names["late"] = player
    set_var(st, player, "out", 0)
    return _turn(st, names, player)


def clear_up(st: State, env_id: EnvironmentId) -> Jump:
    """Put the play areas into the discard piles and thaw, after the turns that come after the phase."""
    if st.globals.get(LATER):
        return "late_turn"
    forget(st, "turn")
    forget(st, "battle")
    for player in players(st):
        move_all(st, (player, "play"), player, "discard")
        if st.program.config["thaw"]:
            set_var(st, player, "freezing", 0)
    return RETURN


BLOCKS = (
    flow(
        "wizards/battling",
        battle_starts,
        turn_starts,
        choose_play,
        act,
        after_play,
        turn_ends,
        next_turn,
        emits("battle_ends", "onBattlingPhaseEnd"),
        clear_up,
        late_turn,
        jumps("late_play", "choose_play"),
    ),
    flow("wizards/reverse", reverse),
)
