"""How a match may end for a seat: its own knowledge, the hidden rest dealt again, and greedy bots that play on to the end.

Only what the seat may know decides: each world is dealt from its view, as its bots deal what they think in.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.json_values import Json, JsonObject
from engine.kernel.chance import Stream
from engine.kernel.machine import apply
from engine.kernel.state import State
from engine.kernel.view import View
from engine.ruleset import Ruleset
from engine.simulation.play import World, bot_of
from engine.simulation.watch import STOP_ANSWER, traced, watch

MAX_ON = 2_000
"""Answers after which a world that goes on is a draw; no match that ends by its rules has as many."""
SALT = 1 << 20
"""Between the worlds of this estimate and those in which bots think."""


def win_chance(  # noqa: PLR0913 - which match, and who looks, each by keyword
    ruleset: Ruleset, spec: Json, trace: Json, answers: Sequence[str], *, seat: int, first: int, count: int
) -> JsonObject | None:
    """Return how some worlds end for a seat that is asked; None where another or none is asked.

    Shapes: `{n, wins, draws}` over the worlds from number `first` on; the same worlds end the same everywhere.
    Errors: IllegalAction `no-such-match`, and `not-offered` for answers that are none of this match.
    """
    side, decks = traced(ruleset, spec, trace)
    history = [answer for answer in answers if answer != STOP_ANSWER]
    *_, last = watch(side, decks, trace["seed"], history)
    decision = last.step.decision
    if decision is None or decision.seat != seat:
        return None
    view = View(last.step.state, seat, ruleset.hidden_zones, ruleset.determinize)
    winners = [_winner(side, view.determinize(SALT + number)) for number in range(first, first + count)]
    return {"n": count, "wins": winners.count(seat), "draws": winners.count(-1)}


def _winner(side: World, world: State) -> int:
    """Return who wins a world that bots play on, -1 for a draw."""
    ruleset, seats = side.ruleset, range(side.ruleset.experiment.seats)
    bots = [bot_of(side, "greedy") for _ in seats]
    streams = [Stream(world.seed, f"bot/{seat}") for seat in seats]
    state = world
    for _ in range(MAX_ON):
        if not state.pending:
            break
        decision = state.pending[0]
        view = View(state, decision.seat, ruleset.hidden_zones, ruleset.determinize)
        step = apply(state, bots[decision.seat](view, decision, streams[decision.seat]), decision.seat)
        if step.result is not None:
            return step.result.winner
        state = step.state
    return -1
