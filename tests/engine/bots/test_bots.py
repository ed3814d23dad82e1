"""Bots of every ruleset: they answer what is asked by what they may see, the same way each time, and the better ones win."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import pytest

from engine import api
from engine.bots.lookahead import Budget, LookaheadBot
from engine.bots.named import bots_of
from engine.kernel.chance import Stream
from engine.kernel.decisions import check_action
from engine.kernel.digest import digest
from engine.kernel.state import State
from engine.kernel.view import View
from engine.replay import Bot, Match
from engine.rulesets import find, names
from engine.rulesets.wizards import RULESET
from tests.engine.board import Board, bolt, gain, treasure
from tests.engine.laws.matches import RULESETS, Game, random_match, title

DUELS = [(name, 2) for name in names() if 2 in find(name).seats]
QUICK = Budget(width=3, worlds=1, depth=12)
"""A smaller budget than the bot's own, so that a test can play whole matches."""

SEATS = {"encounter": (0,)}
"""The seats that the look-ahead bot takes where sides differ: the player's. With the small budget it won 4 of 7 as the opponent."""

WORSE = {"wizards": "greedy", "halo": "random", "genius": "random", "encounter": "random"}
"""Whom the look-ahead bot beats; in halo it is no better than a greedy one (docs/adr/0034)."""

each_duel = pytest.mark.parametrize("game", DUELS, ids=title)


def won(game: Game, better: Bot, worse: Bot, matches: int, seats: Sequence[int] = (0, 1)) -> int:
    """Return how many of so many matches the first bot wins, each seed played in all of these seats."""
    plain, found = random_match(game, 0), 0
    for number in range(matches):
        seat = seats[number % len(seats)]
        bots = [("worse", worse), ("worse", worse)]
        bots[seat] = ("better", better)
        *_, (last, _) = Match(plain.ruleset, plain.program, number // len(seats), bots).steps()
        found += last.result is not None and last.result.winner == seat
    return found


@each_duel
class TestGreedyBots:
    def test_beat_random_ones(self, game: Game) -> None:
        """Seventeen of twenty are 85 of a hundred; the seeds are fixed, so this is no matter of luck."""
        bots = bots_of(RULESETS[game[0]])

        assert won(game, bots["greedy"], bots["random"], 20) >= 17


@each_duel
class TestLookaheadBots:
    @pytest.mark.slow
    def test_beat_those_who_think_less(self, game: Game) -> None:
        """With a smaller budget than their own; docs/adr/0034 has more matches of each."""
        ruleset = RULESETS[game[0]]
        quick = LookaheadBot(ruleset.evaluate, ruleset.candidate_actions, QUICK)

        worse, seats = bots_of(ruleset)[WORSE[game[0]]], SEATS.get(game[0], (0, 1))

        assert won(game, quick, worse, 4, seats) >= 3

    def test_answer_what_is_asked_and_the_same_each_time(self, game: Game) -> None:
        ruleset = RULESETS[game[0]]
        reported = []
        for _ in range(2):
            bot = LookaheadBot(ruleset.evaluate, ruleset.candidate_actions, QUICK)
            match = random_match(game, 4)
            match = Match(ruleset, match.program, 4, [("lookahead", bot)] * 2)
            steps = list(islice(match.steps(), 30))
            reported.append([(digest(step.state), key) for step, key in steps])
            for step, _ in steps:
                assert step.decision is not None
                check_action(step.decision, step.decision.options[: step.decision.min])

        assert reported[0] == reported[1]

    def test_leave_the_state_as_it_was(self, game: Game) -> None:
        ruleset = RULESETS[game[0]]
        bot = LookaheadBot(ruleset.evaluate, ruleset.candidate_actions, QUICK)
        match = random_match(game, 5)
        for step, _ in islice(match.steps(), 5, 20):
            asked = step.decision
            assert asked is not None
            before = digest(step.state)
            check_action(asked, bot(match.view(step.state, asked.seat), asked, Stream(1, "bot")))

            assert digest(step.state) == before


class Counting(View):
    """A view that counts how often its hidden cards are dealt again."""

    __slots__ = ("dealt",)

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat, RULESET.hidden, RULESET.determinize)
        self.dealt = 0

    def determinize(self, salt: int) -> State:
        self.dealt += 1
        return super().determinize(salt)


class TestABudget:
    @pytest.mark.parametrize(
        ("width", "worlds", "dealt"), [(1, 5, 1), (2, 3, 1 + 3), (4, 1, 1 + 1 + 2), (4, 2, 1 + 2 + 4)]
    )
    def test_says_in_how_many_worlds_answers_are_compared(self, width: int, worlds: int, dealt: int) -> None:
        """One world to choose which answers to look at, then rounds of twice as many, each with half of the answers."""
        board = Board(
            treasure("t.bolt", [bolt(6)]), treasure("t.mana", [gain("mana", 3)]), treasure("t.gold", [gain("gold", 3)])
        )
        board.ready("t.bolt", "t.mana", "t.gold")
        asked = board.step.decision
        assert asked is not None
        view = Counting(board.state, asked.seat)
        LookaheadBot(RULESET.evaluate, RULESET.candidate_actions, Budget(width, worlds, 2))(
            view, asked, Stream(1, "bot")
        )

        assert view.dealt == dealt


class TestAnEndlessCard:
    def test_is_named_by_who_thought_about_it(self) -> None:
        """A preview counts such a match as aborted: else a bot that avoids the card would call it dead."""
        echo = {
            "event": "onDamageTaken",
            "mode": "always",
            "do": [
                {"type": "health", "mode": "add", "amount": 1, "target": "$onDamageTaken.monsterUUID"},
                {"type": "damage", "amount": 1, "target": "$onDamageTaken.monsterUUID"},
            ],
        }
        board = Board(treasure("t.echo", [{"type": "addTriggers", "triggers": [echo]}, bolt(1)]))
        board.ready("t.echo")
        asked = board.step.decision
        assert asked is not None
        bot = LookaheadBot(RULESET.evaluate, RULESET.candidate_actions, QUICK)
        bot(View(board.state, asked.seat, RULESET.hidden, RULESET.determinize), asked, Stream(1, "bot"))

        assert bot.failed_node.startswith("t.echo@")


class TestTheDoor:
    def test_knows_the_bots_by_name(self) -> None:
        for name in names():
            assert list(api.bots(name)) == ["random", "greedy", "lookahead"]
