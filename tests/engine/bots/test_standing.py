"""What a trigger is worth to a bot is what it did in hypothetical rounds: harm counts as harm, however many triggers there are."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.learned import learned
from engine.bots.standing import Standing
from engine.cardset import shipped
from engine.kernel.decisions import Action
from engine.kernel.machine import apply
from engine.kernel.state import State
from engine.kernel.state_writers import set_var
from engine.rulesets import find, names
from engine.rulesets.wizards import RULESET
from engine.simulation import preview_plan
from engine.simulation.plan import FORMER
from engine.simulation.play import decks_of, play, world
from tests.engine.board import Board, gain, treasure
from tests.engine.bots.learn_standing import learned_in, trimmed_mean
from tests.engine.laws.matches import random_match
from tests.engine.simulation.planted import CHANGES, Planted, candidate_of

Json = dict[str, Any]


def plays(plant: Planted, seeds: int) -> tuple[int, int]:
    """Return how often the seat of the planted card played it in a number of matches, and the other seat the unchanged one."""
    ruleset = find(plant.ruleset)
    new, old, pool = candidate_of(plant)
    spec = preview_plan(ruleset, candidate=new, baseline=old, pool=pool, preset="quick", bots=("greedy",), seed=3)
    side = world(ruleset, spec, "candidate")
    states = [[new["id"]], [new["id"] + FORMER]]
    counts = [0, 0]
    for seed in range(seeds):
        stratum = spec["layout"]["strata"][seed % len(spec["layout"]["strata"])]
        for seat in (0, 1):
            match = play(side, decks_of(spec, stratum, states if seat == 0 else states[::-1]), seed)
            counts[0] += match.seats[seat].plays
            counts[1] += match.seats[1 - seat].plays
    return counts[0], counts[1]


def on_round(amount: int) -> Json:
    """Return an effect that adds a trigger which gives its player gold every round, or takes it."""
    gold = {"type": "gold", "mode": "add", "amount": amount, "target": "$onPlay.playerUUID"}
    return {"type": "addTriggers", "triggers": [{"event": "onRoundStart", "mode": "always", "do": [gold]}]}


def played(*effects: Json) -> tuple[State, tuple[Action], State, int]:
    """Return a state with a card in hand, the answer that plays it, the state after that, and the seat."""
    board = Board(treasure("t.card", list(effects)), seats=2)
    board.ready("t.card")
    decision = board.step.decision
    assert decision is not None
    state = board.state.fork()
    set_var(state, board.me, "gold", 5)
    card = next(eid for eid, entity in state.entities.items() if entity["def"] == "t.card" and entity["zone"] == "hand")
    answer = (("play", card),)
    return state, (answer,), apply(state, answer, decision.seat, search=True).state, decision.seat


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
        harmful, unchanged = plays(CHANGES["wizards, delayed harm"], 8)

        assert harmful < unchanged


class TestWhatIsKnownOfShippedCards:
    @pytest.mark.parametrize("name", names())
    def test_is_of_their_texts_as_they_are(self, name: str) -> None:
        """A card that was changed since is tried out until `make standing` writes the file again: a stale text is dropped then."""
        texts = {f"{document['id']}@{content[:8]}" for document, content in shipped(find(name).folder)}

        assert {body.partition("#")[0] for body in learned(find(name).folder).standing} <= texts

    def test_takes_the_place_of_trying_out(self) -> None:
        before, answers, after, seat = played(on_round(2), on_round(3))
        one, two = (listener.body for lid, listener in after.listeners.items() if lid not in before.listeners)

        assert Standing(RULESET.evaluate, {one: 70, two: -7}).worth(before, answers, after, seat) == 63

    def test_is_left_out_where_one_of_several_texts_is_unknown(self) -> None:
        states = played(on_round(2), on_round(3))
        one = next(listener.body for lid, listener in states[2].listeners.items() if lid not in states[0].listeners)

        assert Standing(RULESET.evaluate, {one: 7_000}).worth(*states) == Standing(RULESET.evaluate).worth(*states)

    def test_leaves_out_what_a_preview_compares(self) -> None:
        ruleset = find("halo")
        pool = list(shipped(ruleset.folder))
        card = next(document for document, _ in pool if document["id"] == "CHO-009")
        changed = {**card, "cost": {**card["cost"], "supply": 1}}
        spec = preview_plan(ruleset, candidate=changed, baseline=card, pool=pool, bots=("greedy",), seed=3)
        known_ids = {body.partition("@")[0] for body in world(ruleset, spec, "candidate").learned.standing}

        assert "CHO-009" in {body.partition("@")[0] for body in learned(ruleset.folder).standing}
        assert known_ids
        assert not known_ids & {"CHO-009", "CHO-009" + FORMER}

    def test_is_a_mean_that_a_decided_match_does_not_move(self) -> None:
        assert trimmed_mean([100_000, 1, 2, 3, 2]) == 2

    def test_is_learned_from_seeds_alone(self) -> None:
        first = learned_in("halo", 0, 1)

        assert first
        assert first == learned_in("halo", 0, 1)


def test_an_action_that_only_a_trigger_allows_is_not_done_without_it() -> None:
    """A bot gives the same answer in a world without the trigger: in `encounter` a unit has then nowhere to go."""
    match = random_match(("encounter", 2), 5)
    states = (step.state for step, _ in match.steps() if step.decision is not None)
    state = next(one for one in states if any(option[0] == "move" for option in one.pending[0].options))
    answer = next(option for option in state.pending[0].options if option[0] == "move")
    stuck = state.fork()
    set_var(stuck, answer[1], "mov", 0)
    after = apply(stuck, (answer,))

    assert after.decision is not None
    assert after.decision.prompt == state.pending[0].prompt
    assert answer not in after.decision.options
