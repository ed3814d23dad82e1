"""What is checked whenever a skill is done: defeated characters, spent entities, who must choose a new active character.

Source: 002 (defeats after a skill), 004 CHARACTER_DIE, SET_CHARACTER; GE5.
"""

from __future__ import annotations

from engine.kernel.machine import answers, ask_all
from engine.toolkit.rules import (
    RULE_WROTE,
    EnvironmentId,
    Jump,
    Signal,
    State,
    attached,
    call,
    dispose,
    emit,
    flow,
    new_question,
    resolve_modifiers,
    set_global,
    set_var,
)
from engine.toolkit.seats import eliminate

from .damage import raise_suffered, switch_active
from .table import PLAYERS, active_of, characters, leave, living, on_board, seat_of

USAGE, DURATION = "usage", "duration"


def defeat_characters(st: State, env_id: EnvironmentId) -> Signal | None:
    """Defeat who has no health left: what is attached to it leaves, and CHARACTER_DIE is raised."""
    entities = st.entities
    dying = [
        eid
        for player in PLAYERS
        for eid in characters(st, player)
        if entities[eid]["isAlive"] and entities[eid]["health"] <= 0
    ]
    if not dying:
        return None
    for eid in dying:
        _defeat(st, eid)
    eliminate(st, [seat_of(player) for player in PLAYERS if not living(st, player)], "all defeated")
    return RULE_WROTE


def _defeat(st: State, eid: int) -> None:
    """Defeat a character, unless a listener of CHARACTER_WILL_DIE leaves it health."""
    player = int(st.entities[eid]["own"])
    if "CHARACTER_WILL_DIE" in st.listener_index:
        payload = resolve_modifiers(st, "CHARACTER_WILL_DIE", (player, eid, 0), commit=True)
        if payload is not None and payload[2] > 0:
            set_var(st, eid, "health", min(payload[2], st.entities[eid]["maxHealth"]))
            return
    set_var(st, eid, "isAlive", 0)
    for name in ("power", "aura", "isFrozen", "isSatisfied", "prepares"):
        set_var(st, eid, name, 0)
    for held in tuple(attached(st, eid)):
        dispose(st, held)
    emit(st, "CHARACTER_DIE", (player, eid))


def dispose_spent(st: State, env_id: EnvironmentId) -> Signal | None:
    """Take away what has no usage or no duration left."""
    entities = st.entities
    held = [(eid, entities[eid]) for eid in on_board(st)]
    empty = [eid for eid, ent in held if ent.get(USAGE, 1) <= 0 or ent.get(DURATION, 1) <= 0]
    if not empty:
        return None
    for eid in empty:
        leave(st, eid)
    return RULE_WROTE


def open_character_choice(st: State, env_id: EnvironmentId) -> Signal | None:
    """Open the special phase SET_CHARACTER, in which players without an active character choose one."""
    entities = st.entities
    bereft = [player for player in PLAYERS if (active := active_of(st, player)) and not entities[active]["isAlive"]]
    if not bereft:
        return None
    return call(st, "genius/set-character", {"players": tuple(bereft)})


def choose_next(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt every player who must choose, at once."""
    set_global(st, "specialPhase", "SET_CHARACTER")
    players = st.environments[env_id].names["players"]
    return ask_all(
        st, env_id, [new_question(seat_of(player), "target", "set-character", living(st, player)) for player in players]
    )


def take_place(st: State, env_id: EnvironmentId) -> None:
    """Switch, the current player first."""
    players = st.environments[env_id].names["players"]
    choices = dict(zip(players, answers(st, env_id), strict=True))
    set_global(st, "specialPhase", "")
    for player in sorted(players, key=lambda one: one != st.globals["activePlayer"]):
        switch_active(st, player, choices[player][0])


RULES = (raise_suffered, defeat_characters, dispose_spent, open_character_choice)
BLOCKS = (flow("genius/set-character", choose_next, take_place),)
