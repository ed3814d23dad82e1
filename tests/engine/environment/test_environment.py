"""Matches as environments for learners: the tests that PettingZoo and Gymnasium have for them, what is hidden, and answers of several options.

PettingZoo's tests play one match of a number of steps at most. `python -m tests.engine.environment.test_environment 10000` repeats them with new seeds until
10,000 steps are played in each game (`make environment`).
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import BaseWrapper

from engine import api
from engine.commands import main as command
from engine.environment import MatchEnv, SeatEnv, env
from engine.environment.seats import FINISH
from engine.environment.table import OPTIONS, word_number
from engine.errors import IllegalAction
from engine.kernel.chance import Stream
from tests.engine.third_ruleset import EXAMPLE, on_the_path

GAMES = ("wizards", "halo", "genius", "encounter", EXAMPLE)
CYCLES_SHORT, SEEDED = 40, 500
TRAINING = Path(__file__).parents[3] / "docs" / "examples" / "train_policy.py"


class Steps(BaseWrapper):  # type: ignore[misc]  # PettingZoo ships no types
    """Counts the steps of an environment."""

    steps = 0

    def step(self, action: int | None) -> None:
        self.steps += 1
        super().step(action)


@pytest.fixture(autouse=True)
def duel() -> Iterator[str]:
    with on_the_path(EXAMPLE) as name:
        yield name


def checked(game: str, cycles: int) -> None:
    """Run the tests that PettingZoo has for an environment of turns.

    Errors: AssertionError where one fails.
    """
    maker = partial(env, game)
    assert passed(maker(), maker, cycles) > 0


def passed(match: Any, maker: Callable[[], Any], cycles: int) -> int:
    """Run PettingZoo's tests with the next seeds of an environment, and those of seeds with new ones; return the steps of the first.

    Errors: AssertionError where one fails.
    """
    count = Steps(match)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        api_test(count, num_cycles=cycles)
        seed_test(maker, num_cycles=min(cycles, SEEDED))
    return count.steps


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_pettingzoos_own_tests(game: str) -> None:
    checked(game, CYCLES_SHORT)


def test_a_seat_against_a_bot_passes_gymnasiums_own_test_and_ends_with_a_reward() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(EXAMPLE, seat=1, bot="greedy"), skip_render_check=True)
    seat, rewards = SeatEnv(EXAMPLE), []
    for seed in (1, 1, 2):
        observation, over = seat.reset(seed=seed)[0], False
        while not over:
            observation, reward, over, _, _ = seat.step(int(np.flatnonzero(observation["action_mask"])[0]))
        rewards.append(reward)

    assert rewards[0] == rewards[1] and {abs(reward) for reward in rewards} <= {0.0, 1.0}
    observation, _ = seat.reset(seed=1)
    assert seat.step(OPTIONS - 1)[1:3] == (-1.0, True)


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_shows_nothing_that_its_seat_cannot_know(game: str) -> None:
    """Deal all that is hidden from a seat again: what it observes stays the same."""
    match, chance, piles = MatchEnv(game), Stream(7, "test"), 0
    match.reset(seed=7)
    for answer in range(40):
        if answer % 8 == 0:
            for agent in match.agents:
                original = match.observe(agent)
                other = match.dealt_again(agent, salt=answer)
                assert all(np.array_equal(original[name], other[name]) for name in original), (game, answer, agent)
                piles += int((original["observation"][:, 0] > 1).sum())
        legal = np.flatnonzero(match.observe(match.agent_selection)["action_mask"])
        match.step(int(legal[chance.below(len(legal))]))
    assert piles > 0


def test_several_options_are_chosen_one_by_one_until_done() -> None:
    match = MatchEnv("genius")
    match.reset(seed=1)
    agent, question = match.agent_selection, match.decision
    assert question is not None and (question.kind, question.min, question.max) == ("cards", 0, 5)
    for place in (2, 0):
        match.step(place)
    observation = match.observe(agent)

    assert (match.decision, match.agent_selection) == (question, agent)
    assert list(observation["options"][:3, -1]) == [1, 0, 1]
    assert list(observation["action_mask"][[0, 1, 2, FINISH]]) == [0, 1, 0, 1]
    assert list(observation["question"]) == [word_number("cards"), 0, 5, 2, len(question.options)]
    match.step(FINISH)
    assert match.decision != question
    with pytest.raises(IllegalAction):
        match.step(OPTIONS - 1)


def test_the_example_learns_from_matches_that_it_plays(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(TRAINING))
    policy = example["Policy"](SeatEnv(EXAMPLE), 7)
    policy.train(2)

    assert np.abs(policy.weights).sum() > 0
    assert sum(example["main"](EXAMPLE, 1, 7, trials=2)) <= 4
    assert capsys.readouterr().out.startswith(f"{EXAMPLE}: ")


def test_a_policy_that_was_trained_plays_a_preview_that_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "policy.py").write_bytes(TRAINING.read_bytes())
    runpy.run_path(str(tmp_path / "policy.py"))["main"](EXAMPLE, 1, 7, trials=1, file=tmp_path / "policy.json")
    card = next(document for document, _ in api.card_set(EXAMPLE) if document["id"] == "duel.ash-hound")
    (tmp_path / "card.json").write_text(json.dumps(card))
    words = ["preview", str(tmp_path / "card.json"), "--preset", "smoke", "--bot-path", str(tmp_path), "--bots"]
    variables = {"LANG": "C", "CARDLOOM_RULESETS": str(TRAINING.parent)}
    code, out = command([*words, "policy", "--ruleset", EXAMPLE], time.process_time, variables), capsys.readouterr().out
    (tmp_path / "policy.json").write_text((tmp_path / "policy.json").read_text() + " ")
    names = {line.split()[2] for line in out.splitlines() if line.startswith("played by policy@")}

    assert code == 0 and len(names) == 1
    changed = api.add_own_bot(tmp_path, "policy")
    assert f"{changed}," not in names, "other weights have another mark"
    assert command([*words, "other", "--ruleset", EXAMPLE], time.process_time, variables) == 2
    with pytest.raises(IllegalAction, match="one's own"):
        api.worth_plan(EXAMPLE, candidate=card, bots=(changed,))


def test_a_match_is_cut_off_after_a_number_of_answers_and_begins_with_the_next_seed_without_one() -> None:
    match = MatchEnv(EXAMPLE, answers_most=3)
    match.reset(seed=4)
    for _ in range(3):
        match.step(int(np.flatnonzero(match.observe(match.agent_selection)["action_mask"])[0]))
    first = match.truncations, dict(match.rewards)
    match.reset()
    following = match.observe(match.agent_selection)
    match.reset(seed=5)

    assert first == (dict.fromkeys(match.possible_agents, True), dict.fromkeys(match.possible_agents, 0.0))
    assert np.array_equal(following["observation"], match.observe(match.agent_selection)["observation"])
    assert match.render().startswith(f"{match.agent_selection} ")


def main(steps_least: int) -> int:
    """Run the tests of every game until a number of steps is played."""
    with on_the_path(EXAMPLE):
        for game in GAMES:
            steps = matches = 0
            maker = partial(env, game)
            match = maker()
            while steps < steps_least:
                steps, matches = steps + passed(match, maker, steps_least), matches + 1
            print(f"ok {game}: {steps} steps of {matches} matches")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
