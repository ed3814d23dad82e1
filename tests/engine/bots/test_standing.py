"""What a trigger is worth to a bot is what it did in hypothetical rounds: harm counts as harm, however many triggers there are."""

from __future__ import annotations

from typing import Any

from engine.bots.standing import Standing
from engine.kernel.decisions import Action
from engine.kernel.machine import apply
from engine.kernel.state import State
from engine.kernel.state_writers import set_var
from engine.rulesets import find
from engine.rulesets.wizards import RULESET
from engine.simulation import preview_plan
from engine.simulation.plan import FORMER
from engine.simulation.play import decks_of, play, world
from tests.engine.board import Board, gain, treasure
from tests.engine.simulation.planted import PLANTED, Planted, candidate_of

Json = dict[str, Any]


def plays(planted: Planted, seeds: int) -> tuple[int, int]:
    """Return how often the seat of the planted card played it in so many matches, and the other seat the unchanged one."""
    ruleset = find(planted.ruleset)
    new, old, pool = candidate_of(planted)
    spec = preview_plan(ruleset, candidate=new, baseline=old, pool=pool, preset="quick", bots=("greedy",), seed=3)
    side = world(ruleset, spec, "candidate")
    held = [[new["id"]], [new["id"] + FORMER]]
    counts = [0, 0]
    for seed in range(seeds):
        stratum = spec["layout"]["strata"][seed % len(spec["layout"]["strata"])]
        for seat in (0, 1):
            match = play(side, decks_of(spec, stratum, held if seat == 0 else held[::-1]), seed)
            counts[0] += match.seats[seat].plays
            counts[1] += match.seats[1 - seat].plays
    return counts[0], counts[1]


def on_round(amount: int) -> Json:
    """Return an effect that adds a trigger which gives its player so much gold every round, or takes it."""
    gold = {"type": "gold", "mode": "add", "amount": amount, "target": "$onPlay.playerUUID"}
    return {"type": "addTriggers", "triggers": [{"event": "onRoundStart", "mode": "always", "do": [gold]}]}


def played(*effects: Json) -> tuple[State, tuple[Action], State, int]:
    """Return a state with a card in hand, the answer that plays it, the state after that, and the seat."""
    board = Board(treasure("t.card", list(effects)), seats=2)
    board.ready("t.card")
    asked = board.step.decision
    assert asked is not None
    state = board.state.fork()
    set_var(state, board.me, "gold", 5)
    card = next(eid for eid, entity in state.entities.items() if entity["def"] == "t.card" and entity["zone"] == "hand")
    answer = (("play", card),)
    return state, (answer,), apply(state, answer, asked.seat, thought=True).state, asked.seat


def worth(*effects: Json) -> int:
    """Return what the triggers that a card leaves are worth to a bot."""
    return Standing(RULESET.evaluate).worth(*played(*effects))


class TestATrigger:
    def test_is_worth_what_it_did_in_hypothetical_rounds(self) -> None:
        assert worth(on_round(2)) > 0 > worth(on_round(-2))

    def test_that_did_nothing_is_worth_nothing(self) -> None:
        assert worth(on_round(0)) == worth(gain("mana", 1)) == 0

    def test_counts_by_what_it_does_and_not_by_how_many_there_are(self) -> None:
        assert worth(on_round(1), on_round(-2)) < 0

    def test_of_a_rival_is_left_out(self) -> None:
        *states, seat = played(on_round(2))

        assert Standing(RULESET.evaluate).worth(*states, 1 - seat) == 0

    def test_that_harms_its_owner_every_round_is_played_less(self) -> None:
        harmful, unchanged = plays(PLANTED["wizards, delayed harm"], 8)

        assert harmful < unchanged
