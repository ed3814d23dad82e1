"""The table: seats, zones, and the small operations that every phase shares.

Zones of a player: deck, hand, discard, play, wand, undercurrent, slot. Zones of the table (holder 0): common, commonDiscard, legendary,
shop, III … XII, explored, gone, offer, playing. A monster of several bodies holds them in its own zone `bodies`, the foremost first.
Players and neutral slots are entities; a player's id is its seat plus one.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.state_writers import move_all, reveal
from engine.toolkit.rules import (
    Entities,
    EnvironmentId,
    Jump,
    Signal,
    State,
    Step,
    change,
    emit,
    move,
    set_global,
    shuffle,
)
from engine.toolkit.steps import step

from .config import CELLS

TABLE = 0
MEMORY = "mem."
"""The prefix of the variables in which cards remember numbers."""


WOUNDS = "wounds"
"""The variable of a player that counts damage which has cost no step yet."""
KEPT, TURNS, EARLIER, COSTS = "kept", "turnPlays", "earlierPlays", "costs"
"""The global that says what cards of this match need, and what that may be: where a turn's plays begin, the plays of earlier rounds,
and that the cost of a card is asked of the card itself."""
MAX_EARLIER = 40
GOLD = "onGoldChanged"
"""The event that follows every change of gold, whatever its cause."""


def players(st: State) -> range:
    """Return the players' ids, by seat."""
    return range(1, st.program.config["seats"] + 1)


def in_order(st: State) -> list[int]:
    """Return the players from the start player on (WZ13)."""
    seats, first = st.program.config["seats"], st.globals["first"]
    return [(first + i) % seats + 1 for i in range(seats)]


def seat(player: int) -> int:
    """Return the seat of a player."""
    return player - 1


def monsters(st: State) -> Entities:
    """Return the monsters in slots, by holder; in a solo fight the one that is fought."""
    if st.globals["solo"]:
        return (st.globals["solo"],) if st.entities[st.globals["solo"]]["zone"] == "slot" else ()
    return tuple(eid for holder in st.globals["holders"] for eid in st.zone(holder, "slot"))


def front(st: State, monster: int) -> int:
    """Return the entity that has a monster's health: its foremost body, or itself when it is of one piece."""
    bodies = st.zone(monster, "bodies")
    return bodies[0] if bodies else monster


def is_monster(st: State, eid: int) -> bool:
    """Return whether an entity is a monster on the table."""
    return eid in st.entities and st.entities[eid]["zone"] == "slot"


def is_player(st: State, eid: int) -> bool:
    """Return whether an entity is a player."""
    return eid in st.entities and st.entities[eid]["kind"] == "player"


def is_treasure(st: State, eid: int) -> bool:
    """Return whether an entity is a treasure card."""
    return eid in st.entities and st.entities[eid]["kind"] == "treasure"


def after(st: State, player: int, steps: int = 1) -> int:
    """Return the player some seats further in order (WZ13: 下家 is the next)."""
    return int(player - 1 + steps) % int(st.program.config["seats"]) + 1


def emit_event(st: State, event: str, payload: tuple[Any, ...]) -> Signal | None:
    """Emit an extension event if it has listeners; otherwise a match emits only the document's events."""
    return emit(st, event, payload) if event in st.listener_index else None


def change_gold(st: State, player: int, delta: int, high: int) -> tuple[int, Signal | None]:
    """Change a player's gold within 0 and a maximum and emit that; return what was changed, and what waits to run."""
    done = change(st, player, "gold", delta, 0, high)
    return done, emit_event(st, GOLD, (player, done, st.entities[player]["gold"])) if done else None


def note_turn(st: State) -> None:
    """Record where the plays of a turn begin, in matches with a card that reads it."""
    if TURNS in st.globals.get(KEPT, ()):
        set_global(st, TURNS, len(st.globals["played"]))


def note_round(st: State) -> None:
    """Drop the plays of a finished round; in matches with a card that reads them, the latest are recorded."""
    previous = st.globals.get(KEPT, ())
    if EARLIER in previous:
        set_global(st, EARLIER, (*st.globals.get(EARLIER, ()), *st.globals["played"])[-MAX_EARLIER:])
    if TURNS in previous:
        set_global(st, TURNS, 0)
    set_global(st, "played", ())


def rank(st: State, player: int) -> int:
    """Return a player's dense rank by position, best 1 (WZ6)."""
    entities = st.entities
    mine = entities[player]["pos"]
    return 1 + len({entities[other]["pos"] for other in players(st) if entities[other]["pos"] > mine})


def loop_of(st: State, player: int) -> int:
    """Return the loop of the wheel that a player's marker is in, from 1."""
    return int(st.entities[player]["pos"]) // CELLS + 1


def set_phase(st: State, phase: str) -> None:
    """Set the phase that begins."""
    set_global(st, "phase", phase)


def phase_starts(phase: str) -> Step:
    """Return the step that starts a phase in which the players act in order; it emits the event of that phase."""

    def start(st: State, env_id: EnvironmentId) -> Jump:
        set_phase(st, phase)
        st.writable_environment(env_id).names.update(queue=tuple(in_order(st)), at=0)
        return emit(st, f"on{phase.capitalize()}PhaseStart")

    return step(f"{phase}_starts", start)


def shuffle_back(st: State, player: int) -> None:
    """Put a player's discard pile into the deck and shuffle it."""
    move_all(st, (player, "discard"), player, "deck")
    shuffle_deck(st, player)


def shuffle_deck(st: State, player: int) -> None:
    """Shuffle a player's deck."""
    hide(st, st.zone(player, "deck"))
    shuffle(st, player, "deck", f"shuffle/{seat(player)}")


def show(st: State, cards: Entities, seats: int = 0) -> None:
    """Show cards in any zone to all players, or to those of a mask of seats, until they are shuffled away."""
    everybody = seats or (1 << len(players(st))) - 1
    for card in cards:
        reveal(st, card, everybody | st.entities[card].get("known", 0))
    set_global(st, "shown", tuple(sorted({*st.globals["shown"], *cards})))


def hide(st: State, cards: Entities) -> None:
    """Hide cards that are shuffled: no seat knows them any longer."""
    visible = st.globals["shown"]
    if not visible:
        return
    for card in cards:
        reveal(st, card, 0)
    set_global(st, "shown", tuple(card for card in visible if card not in cards))


def take_common(st: State) -> int | None:
    """Return the top card of the common pile, the common discard shuffled into it when it is empty."""
    if not st.zone(TABLE, "common"):
        move_all(st, (TABLE, "commonDiscard"), TABLE, "common")
        shuffle(st, TABLE, "common", "shuffle/common")
    pile = st.zone(TABLE, "common")
    return pile[0] if pile else None


def fill_shop(st: State) -> None:
    """Slide the shop down and put new commons in at its end."""
    while len(st.zone(TABLE, "shop")) < st.program.config["shopSize"]:
        card = take_common(st)
        if card is None:
            return
        move(st, card, TABLE, "shop")


def offer(st: State, pile: str, count: int) -> Entities:
    """Offer the top cards of a treasure pile."""
    for _ in range(count):
        top = take_common(st) if pile == "common" else next(iter(st.zone(TABLE, "legendary")), None)
        if top is None:
            break
        move(st, top, TABLE, "offer")
    return st.zone(TABLE, "offer")


def withdraw_offer(st: State, pile: str) -> None:
    """Put what was not picked away: commons to their discard, legendaries back and shuffled."""
    for card in st.zone(TABLE, "offer"):
        move(st, card, TABLE, "commonDiscard" if pile == "common" else "legendary")
    if pile == "legendary":
        shuffle(st, TABLE, "legendary", "shuffle/legendary")


def distinct(st: State, cards: Entities) -> Entities:
    """Return one card of each definition and cost, the first of its kind: answers that differ in nothing are one answer."""
    first_by_key: dict[tuple[Any, ...], int] = {}
    for card in cards:
        ent = st.entities[card]
        first_by_key.setdefault((ent["def"], ent.get("manaCost"), ent["zone"]), card)
    return tuple(first_by_key.values())
