"""The fight alone against a monster of level XII: chosen from its pile, fought at once with any number of cards.

The effects of the other monsters are off during it; undercurrents still answer. Won or lost, the player skips the battle. Source: WZ4.
"""

from __future__ import annotations

from engine.kernel.state_writers import events_heard, listen
from engine.toolkit.rules import (
    RETURN,
    Entities,
    EnvironmentId,
    Jump,
    Listener,
    Signal,
    State,
    answer,
    ask,
    call,
    definition,
    emit,
    flow,
    move,
    new_question,
    set_global,
    set_var,
    shuffle,
    unlisten,
)
from engine.toolkit.steps import jumps

from .battling import playable
from .damage import fold, unfold
from .moving import runs_timing
from .table import TABLE, distinct, hide, monsters, note_turn, seat

LEVEL = "XII"


def solo_monsters(st: State) -> Entities:
    """Return the monsters that one may choose to fight alone, one of each kind."""
    return distinct(st, tuple(c for c in sorted(st.zone(TABLE, LEVEL)) if definition(st, c).words["type"] == "monster"))


def choose_monster(st: State, env_id: EnvironmentId) -> Jump:
    """Show the pile to the player and prompt for a monster."""
    return ask(
        st, env_id, new_question(seat(st.environments[env_id].names["player"]), "cards", "solo", solo_monsters(st))
    )


def face(st: State, env_id: EnvironmentId) -> Jump:
    """Put it into the player's slot, alone: the others' effects are off."""
    names = st.writable_environment(env_id).names
    (monster,) = answer(st, env_id)
    names["monster"], names["parked"] = monster, _park(st)
    set_global(st, "solo", monster)
    note_turn(st)
    move(st, monster, names["player"], "slot")
    unfold(st, monster)
    printed = definition(st, monster)
    return emit(st, "onExplorationFlip", (monster, "monster", printed.id, LEVEL, names["player"]))


def choose_card(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the next card while the monster is alive."""
    names = st.environments[env_id].names
    if st.entities[names["monster"]]["zone"] != "slot":
        return "end"
    return ask(
        st, env_id, new_question(seat(names["player"]), "main", "soloFight", [*playable(st, names["player"]), "pass"])
    )


def fight(st: State, env_id: EnvironmentId) -> Jump:
    """Play the card chosen, or stop."""
    (choice,) = answer(st, env_id)
    return (
        "end"
        if choice == "pass"
        else call(st, "wizards/play", {"player": st.environments[env_id].names["player"], "card": choice[1]})
    )


def end(st: State, env_id: EnvironmentId) -> Signal:
    """Return a surviving monster to its pile with its printed values; the other monsters' effects are on again."""
    names = st.environments[env_id].names
    monster = names["monster"]
    if st.entities[monster]["zone"] == "slot":
        fold(st, monster)
        move(st, monster, TABLE, LEVEL)
        hide(st, st.zone(TABLE, LEVEL))
        shuffle(st, TABLE, LEVEL, f"shuffle/{LEVEL}")
    set_global(st, "solo", 0)
    set_var(st, names["player"], "fought", 1)
    _unpark(st, names["parked"])
    return RETURN


def _park(st: State) -> tuple[Listener, ...]:
    """Take the triggers of all monsters on the table away, and return them."""
    hosts = frozenset(monsters(st))
    listeners = [listener for listener in st.listeners.values() if listener.host in hosts]
    for listener in listeners:
        if listener.id in st.listeners:
            unlisten(st, listener.id)
    return tuple(listeners)


def _unpark(st: State, listeners: tuple[Listener, ...]) -> None:
    """Bring triggers back into the order of registration."""
    if not listeners:
        return
    standing = sorted((*st.listeners.values(), *listeners), key=lambda listener: listener.id)
    for listener in tuple(st.listeners.values()):
        if listener.id in st.listeners:
            unlisten(st, listener.id)
    for listener in standing:
        listen(st, listener, events_heard(st, listener.event))


BLOCKS = (
    flow(
        "wizards/solo",
        choose_monster,
        face,
        runs_timing("enter", "monster", "onDrawExploration"),
        choose_card,
        fight,
        jumps("fight_on", "choose_card"),
        end,
    ),
)
