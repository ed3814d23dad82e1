"""Suspended effects: environments and event payloads are copied on write like everything else; loops and budgets end a match."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import pytest

from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply
from engine.kernel.state_writers import listen
from tests.engine.board import Board, Json, bolt, gain, treasure
from tests.engine.kernel.test_mutations import in_flight

SAME_PLAYER: Json = {"type": "Equals", "value1": "$onPlayCard.playerUUID", "value2": "$onPlay.playerUUID"}


def triggers(*listed: Json) -> Json:
    return {"type": "addTriggers", "triggers": list(listed)}


COUNTER = treasure(
    "t.counter",
    [
        triggers(
            {
                "event": "onPlayCard",
                "mode": "round",
                "do": [
                    {
                        **gain("freezing", 1),
                        "id": "pay",
                        "target": {"type": "playerChooser", "ask": "$onPlay.playerUUID", "min": 0, "max": 1},
                    },
                    {
                        "type": "if",
                        "condition": {"type": "GreaterThan", "value1": "{pay.applied}", "value2": 0},
                        "do": [{"type": "counter"}],
                    },
                ],
            }
        )
    ],
)
BOLT = treasure("t.bolt", [bolt(6)], cost=1)


class TestBeforeListener:
    def asked(self) -> tuple[Board, int, int]:
        """A counter is mounted, and a bolt was announced: its maker is asked whether to counter."""
        board = Board(COUNTER, BOLT, seats=2)
        (counter,) = board.ready("t.counter")
        board.play(counter)
        (spell,) = board.ready("t.bolt", mana=5)
        player = board.me
        board.do(f"play:{spell}")
        assert board.step.decision is not None and board.step.decision.max == 1
        return board, spell, player

    def test_forked_at_the_question_leads_to_two_plays(self) -> None:
        """Conformance 149."""
        board, spell, _ = self.asked()
        state, before = board.state, digest(board.state)
        flights = deepcopy(in_flight(state))

        yes = apply(state.fork(), (1,))
        no = apply(state.fork(), ())

        assert (digest(state), in_flight(state)) == (before, flights)
        assert yes.decision is not None and yes.decision.prompt == "battle"
        assert no.decision is not None and no.decision.kind == "target"
        assert yes.state.entities[spell]["zone"] == "discard"
        assert no.state.entities[spell]["zone"] == "playing"

    def test_a_countered_card_stays_paid_and_does_nothing(self) -> None:
        """Conformance 29; WZ11."""
        board, spell, player = self.asked()
        mana = board.var(player, "mana")
        step = apply(board.state, (1 if player == 2 else 2,))

        assert step.state.entities[spell]["zone"] == "discard"
        assert step.state.entities[player]["mana"] == mana == 4
        assert all(step.state.entities[m]["health"] == 30 for m in board.slots())

    @pytest.mark.parametrize(("answer", "gold"), [("1", 5), ("-", 0)])
    def test_after_listeners_see_whether_it_was_cancelled(self, answer: str, gold: int) -> None:
        cancellation = {"type": "Equals", "value1": "$onPlayCard.cancelled", "value2": True}
        watch = {
            "event": "onPlayCard",
            "stage": "after",
            "mode": "round",
            "condition": cancellation,
            "do": [gain("gold", 5)],
        }
        counter = COUNTER["behaviors"][0]["do"][0]["triggers"][0]
        board = Board(treasure("t.both", [triggers(counter, watch)]), BOLT, seats=2)
        (pair,) = board.ready("t.both")
        maker = board.me
        board.set(maker, gold=0)
        board.play(pair)
        (spell,) = board.ready("t.bolt")
        board.play(spell, answer)
        if answer == "-":
            board.do(str(board.slots()[0]))

        assert board.var(maker, "gold") == gold


class TestBinding:
    CARD = treasure(
        "t.hit",
        [
            {"type": "if", "condition": {"type": "AlwaysTrue"}, "do": [bolt(7, id="hit")]},
            gain("gold", "{hit.amount}"),
        ],
    )

    def finish(self, step: Step, target: int, player: int) -> Any:
        return apply(step.state, (target,)).state.entities[player]["gold"]

    def test_made_in_a_nested_block_is_the_same_forked_pickled_or_neither(self) -> None:
        """Conformance 150."""
        board = Board(self.CARD)
        (card,) = board.ready("t.hit")
        player, target = board.me, board.slots()[0]
        board.set(player, gold=0)
        step = board.play(card)

        plain = self.finish(step, target, player)
        forked = self.finish(Step(step.state.fork(), (), step.decision, None), target, player)
        thawed = pickle.loads(pickle.dumps(step.state)).resume(board.program)  # noqa: S301 - our own bytes
        assert (plain, forked, self.finish(Step(thawed, (), step.decision, None), target, player)) == (7, 7, 7)

    def test_is_gone_when_the_behaviour_is_done(self) -> None:
        """Conformance 8: playing the card again starts with no names bound."""
        board = Board(self.CARD)
        (card,) = board.ready("t.hit")
        board.play(card, board.slots()[0])

        assert not any("hit.amount" in env.names for env in board.state.environments.values())


class TestEndlessEffects:
    def test_that_change_nothing_are_a_draw_by_loop(self) -> None:
        """Conformance 151, 139: a mandatory loop of emissions in tail position never recurses in Python."""
        echo = treasure(
            "t.echo",
            [
                triggers(
                    {
                        "event": "onDamageTaken",
                        "mode": "always",
                        "do": [
                            {"type": "health", "mode": "add", "amount": 1, "target": "$onDamageTaken.monsterUUID"},
                            {"type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID"},
                        ],
                    }
                ),
                bolt(1),
            ],
        )
        board = Board(echo)
        (card,) = board.ready("t.echo")
        board.play(card, board.slots()[0])

        result = board.step.result
        assert result is not None
        assert (result.outcome, result.reason) == ("draw", "loop")

    def test_that_nest_break_the_budget_of_depth_that_names_the_node(self) -> None:
        """Conformance 151: a reaction with something left to do behind it nests; the 65th nested emission is one too many."""
        nest = treasure(
            "t.nest",
            [
                triggers(
                    {
                        "event": "onDamageTaken",
                        "mode": "always",
                        "do": [
                            {"type": "health", "mode": "add", "amount": 1, "target": "$onDamageTaken.monsterUUID"},
                            {"type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID"},
                            gain("mana", 0),
                        ],
                    }
                ),
                bolt(1),
            ],
        )
        board = Board(nest, log=True)
        (card,) = board.ready("t.nest")
        board.play(card, board.slots()[0])

        result = board.step.result
        assert result is not None
        assert (result.outcome, result.reason) == ("draw", "budget")
        assert result.node.startswith("t.nest@")
        assert "/behaviors/0/do/0/triggers/0/do" in result.node
        assert board.events().count("onDamageTaken") == board.program.budgets.depth + 1 == 65

    def test_that_grow_without_end_break_a_budget_that_names_the_node(self) -> None:
        """Conformance 139: a loop that grows is stopped by its budget, not called a loop."""
        grow = treasure(
            "t.grow",
            [
                triggers(
                    {
                        "event": "onDamageTaken",
                        "mode": "always",
                        "do": [
                            {"type": "health", "mode": "add", "amount": 30, "target": "$onDamageTaken.monsterUUID"},
                            {"type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID"},
                            gain("mana", 0),
                        ],
                    }
                ),
                bolt(1),
            ],
        )
        board = Board(grow)
        (card,) = board.ready("t.grow")
        board.play(card, board.slots()[0])

        result = board.step.result
        assert result is not None
        assert (result.outcome, result.reason) == ("draw", "budget")
        assert result.node.startswith("t.grow@")

    def test_that_kill_end_by_the_kill(self) -> None:
        """Conformance 139: a loop in which something falls is no loop."""
        drain_outbox = treasure(
            "t.drain",
            [
                triggers(
                    {
                        "event": "onDamageTaken",
                        "mode": "always",
                        "do": [{"type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID"}],
                    }
                ),
                bolt(1),
            ],
        )
        board = Board(drain_outbox)
        (card,) = board.ready("t.drain")
        player, target = board.me, board.slots()[0]
        board.play(card, target)

        assert board.step.result is None
        assert board.var(target, "zone") == "explored"
        assert board.var(player, "kills") == 1


class TestQuestion:
    def test_that_wants_more_than_it_allows_takes_what_it_allows(self) -> None:
        """Found by the campaign: `min` 3 and `max` 1 was a question that no answer fitted."""
        target = {"type": "monsterChooser", "min": 3, "max": 1}
        board = Board(treasure("t.odd", [{"type": "damage", "amount": 1, "target": target}]))
        (card,) = board.ready("t.odd")
        board.play(card)

        assert board.step.decision is not None
        assert (board.step.decision.min, board.step.decision.max) == (1, 1)


class TestManyListeners:
    def test_are_all_part_of_the_digest(self) -> None:
        """Two listeners alike are two: mounting one more of the same is another state."""
        board = Board(treasure("t.mount", [triggers({"event": "onDefeat", "mode": "always", "do": [gain("gold", 1)]})]))
        (card,) = board.ready("t.mount")
        board.play(card)
        (first,) = board.state.listeners.values()
        ids = set()
        for more in range(4):
            state = board.state.fork()
            for copy in range(more):
                listen(state, first._replace(id=9_000 + copy), (first.event,))
            ids.add(digest(state))

        assert len(ids) == 4
