"""Who holds which lane and for how long, and when that or a destroyed base ends the match. Source: HA11."""

from __future__ import annotations

from engine.toolkit import seats
from engine.toolkit.rules import RULE_WROTE, EnvironmentId, Jump, Signal, State, flow, set_global, set_var

from .table import NUMBERS, PLAYERS, active, emit_event, front, ground_units, opponent_of, turn

REPORTED_EVENTS = ("LANE_CONTROL_UPDATED", "OBJECTIVE_PROGRESS_UPDATED")
"""What counting the lanes emits."""


def holder_of(st: State, lane: int) -> int:
    """Return who controls a lane: more units than the opponent, and no enemy in front; 0 for none."""
    counts = [len(ground_units(st, player, lane)) for player in PLAYERS]
    if counts[0] == counts[1]:
        return 0
    player = 1 if counts[0] > counts[1] else 2
    if st.program.config["controlNeedsEmptyFront"] and front(st, opponent_of(player), lane):
        return 0
    return player


def held_turns(st: State, player: int, lane: int, *, now: bool = False) -> int:
    """Return at the end of how many of their turns in a row a player has held a lane; with `now`, 1 for one who holds it."""
    return int(holder_of(st, lane) == player) if now else int(st.entities[player].get(f"held.{lane}", 0))


def count_lanes(st: State, env_id: EnvironmentId) -> Jump:
    """At the end of a turn, emit which lanes changed hands, and count the turns in a row with all lanes held."""
    signal, holders = None, tuple(holder_of(st, lane) for lane in NUMBERS)
    for lane, previous, holder in zip(NUMBERS, st.globals["control"], holders, strict=True):
        if previous != holder:
            signal = (
                emit_event(st, "LANE_CONTROL_UPDATED", holder or active(st), 0, lane, controller=holder or None)
                or signal
            )
    set_global(st, "control", holders)
    player = active(st)
    previous, streak = st.entities[player]["streak"], 0
    if holders.count(player) >= st.program.config["lanesToWin"]:
        streak = previous + 1
    set_var(st, player, "streak", streak)
    _count_turns(st, player, holders)
    if streak != previous:
        signal = emit_event(st, "OBJECTIVE_PROGRESS_UPDATED", player, amount=streak) or signal
    return signal


def _count_turns(st: State, player: int, held: tuple[int, ...]) -> None:
    """Count for each lane the consecutive turns of its holder; a player who loses the lane starts again at 0."""
    for lane, holder in zip(NUMBERS, held, strict=True):
        for seat_player in PLAYERS:
            before = st.entities[seat_player].get(f"held.{lane}", 0)
            after = 0 if holder != seat_player else before + (seat_player == player)
            if after != before:
                set_var(st, seat_player, f"held.{lane}", after)


def judge(st: State, env_id: EnvironmentId) -> Signal | None:
    """A rule: a base without points loses, both at once is a draw; else all lanes held for long enough win."""
    losers = [player for player in PLAYERS if st.entities[player]["base"] <= 0]
    if st.result is not None:
        return None
    if losers:
        for player in losers:
            emit_event(st, "PLAYER_ELIMINATED", 0, player)
        finish(st, 0 if len(losers) == len(PLAYERS) else opponent_of(losers[0]), "base destroyed")
        return RULE_WROTE
    for player in PLAYERS:
        if st.entities[player]["streak"] >= st.program.config["streakToWin"]:
            emit_event(st, "OBJECTIVE_COMPLETED", player, amount=st.entities[player]["streak"])
            finish(st, player, "lanes held")
            return RULE_WROTE
    return None


def finish(st: State, winner: int, reason: str) -> None:
    """End the match, with a winner or as a draw."""
    if winner:
        emit_event(st, "WIN_CONDITION_MET", winner)
    emit_event(st, "GAME_ENDED", winner, turn=turn(st))
    seats.finish(st, winner - 1, reason)


RULES = (judge,)
BLOCKS = (flow("halo/lanes", count_lanes),)
