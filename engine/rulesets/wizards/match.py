"""The match: rounds of five phases until a player has gone far enough. Source: 000 "事件触发顺序"; WZ9, WZ13."""

from __future__ import annotations

from engine.kernel.decisions import Result
from engine.kernel.state_writers import set_result
from engine.toolkit.rules import (
    RETURN,
    EnvironmentId,
    Jump,
    Signal,
    State,
    definition,
    emit,
    flow,
    set_global,
    set_turn,
)
from engine.toolkit.steps import jumps, runs

from .config import CELLS
from .effects.memory import forget
from .moving import run_timing
from .setup import PILES, setup_board
from .table import TABLE, emit_event, in_order, note_round, players

STARTS = "onMatchStart"
"""The moment of a card before the first hands are drawn."""


def deal_out(st: State, env_id: EnvironmentId) -> Jump:
    """Set the table up; then comes what cards do at the start of the match, or the first round."""
    setup_board(st, env_id)
    return "match_starts" if any(STARTS in card.timings for card in st.program.cards.values()) else None


def match_starts(st: State, env_id: EnvironmentId) -> Jump:
    """Do what cards do at the start of the match: the decks' in order, then those of the piles."""
    order = in_order(st)
    zones = [*((player, "deck") for player in order), *((TABLE, pile) for pile in PILES), (TABLE, "shop")]
    starting = [
        (card, holder or order[0])
        for holder, zone in zones
        for card in st.zone(holder, zone)
        if STARTS in definition(st, card).timings
    ]
    signal = None
    for card, player in reversed(starting):
        signal = run_timing(st, card, STARTS, player) or signal
    return signal


def round_starts(st: State, env_id: EnvironmentId) -> Jump:
    """Begin the next round."""
    number = st.globals["round"] + 1
    set_global(st, "round", number)
    note_round(st)
    forget(st, "round")
    set_turn(st, number)
    return emit(st, "onRoundStart", (number,))


def judge(st: State, env_id: EnvironmentId) -> Jump:
    """End the match when a marker is in the winning loop: the furthest wins, then the first in order (WZ9)."""
    goal = (st.program.config["winLoop"][st.program.config["seats"]] - 1) * CELLS
    if any(st.entities[player]["pos"] >= goal for player in players(st)):
        st.writable_environment(env_id).names["reason"] = "loop reached"
        return "match_ends"
    return None


def round_ends(st: State, env_id: EnvironmentId) -> Jump:
    """Emit the end of the round."""
    return emit(st, "onRoundEnd", (st.globals["round"],))


def pass_marker(st: State, env_id: EnvironmentId) -> str:
    """Move the start marker one seat on; after the last round the best marker wins."""
    if st.globals["round"] >= st.program.config["roundCap"]:
        st.writable_environment(env_id).names["reason"] = "round cap"
        return "match_ends"
    set_global(st, "first", (st.globals["first"] + 1) % st.program.config["seats"])
    return "round_starts"


def match_ends(st: State, env_id: EnvironmentId) -> Jump:
    """Emit that the match is about to end, before places are counted."""
    return emit_event(st, "onMatchEnd", (st.globals["round"],))


def count_places(st: State, env_id: EnvironmentId) -> Signal:
    """End the match as it stands now."""
    finish(st, st.environments[env_id].names["reason"])
    return RETURN


def finish(st: State, reason: str) -> None:
    """Set the result: the furthest marker wins, ties by order from the start player."""
    entities = st.entities
    order = sorted(in_order(st), key=lambda player: -entities[player]["pos"])
    ranks = tuple(
        1 + sum(entities[other]["pos"] > entities[player]["pos"] for other in players(st)) for player in players(st)
    )
    set_result(st, Result("win", order[0] - 1, reason, ranks))


BLOCKS = (
    flow(
        "wizards/match",
        deal_out,
        round_starts,
        runs("prepare", "wizards/preparing"),
        runs("explore", "wizards/exploring"),
        runs("battle", "wizards/battling"),
        runs("advance", "wizards/advancing"),
        judge,
        runs("supply", "wizards/supplying"),
        round_ends,
        pass_marker,
        match_ends,
        count_places,
        match_starts,
        jumps("first_round", "round_starts"),
    ),
)
