"""A small policy that learns a game by playing one seat against random answers, in minutes: REINFORCE on one linear layer, with numpy alone.

Run: `python docs/examples/train_policy.py halo 400` (game, matches of training, and a seed). It needs `pip install pettingzoo`. It prints how many of
the same 100 matches, which it does not train with, the policy wins before and after.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from engine.environment import SeatEnv
from engine.environment.table import COLUMNS

VERBS = 64
"""Weights for each verb of an answer: the number of a word, modulo so many."""

RATE, SCALE, TRIALS, TRIALS_FROM = 0.05, 10.0, 100, 1_000_000


class Policy:
    """Scores each legal answer by its verb and by the numbers of the card that it names; chance decides by the scores."""

    def __init__(self, env: SeatEnv, seed: int) -> None:
        self.env, self.chance = env, np.random.default_rng(seed)
        self.weights = np.zeros((VERBS, 2 + len(env.columns) - len(COLUMNS)))

    def features(self, observation: dict[str, Any]) -> tuple[Any, Any, Any]:
        """Return the legal actions, and the verb and the numbers of each."""
        legal = np.flatnonzero(observation["action_mask"])
        options = np.vstack([observation["options"], np.zeros((1, observation["options"].shape[1]), int)])[legal]
        cards = np.vstack([np.zeros((1, observation["observation"].shape[1]), int), observation["observation"]])[
            options[:, 1]
        ]
        numbers = np.clip(cards[:, len(COLUMNS) :] / SCALE, -3, 3)
        return legal, options[:, 0] % VERBS, np.column_stack([np.ones(len(legal)), cards[:, 1], numbers])

    def choose(self, observation: dict[str, Any]) -> tuple[int, Any]:
        """Return an action, and the direction in which the weights make it likelier."""
        legal, verbs, numbers = self.features(observation)
        scores = (self.weights[verbs] * numbers).sum(axis=1)
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        place = int(self.chance.choice(len(legal), p=odds))
        slope = np.zeros_like(self.weights)
        np.add.at(slope, verbs, -odds[:, None] * numbers)
        slope[verbs[place]] += numbers[place]
        return int(legal[place]), slope

    def match(self, seed: int) -> tuple[float, Any]:
        """Play a match; return the reward, and the mean direction of its answers."""
        observation, _ = self.env.reset(seed=seed)
        slopes, over, reward = [], False, 0.0
        while not over:
            action, slope = self.choose(observation)
            observation, reward, ended, cut, _ = self.env.step(action)
            slopes.append(slope)
            over = ended or cut
        return reward, np.mean(slopes, axis=0)

    def train(self, matches: int) -> None:
        """Play matches, and after each make what was done likelier by how much better it went than before."""
        expected = 0.0
        for number in range(matches):
            reward, slope = self.match(number)
            self.weights += RATE * (reward - expected) * slope * SCALE
            expected += 0.05 * (reward - expected)

    def wins(self, matches: int) -> int:
        """Return how many of some matches it wins that it is not trained with."""
        return sum(self.match(TRIALS_FROM + number)[0] > 0 for number in range(matches))


def main(game: str = "halo", matches: int = 400, seed: int = 7, trials: int = TRIALS) -> tuple[int, int]:
    """Train a policy, print what it wins before and after, and return that."""
    policy = Policy(SeatEnv(game), seed)
    before = policy.wins(trials)
    policy.train(matches)
    after = policy.wins(trials)
    print(f"{game}: {before} of {trials} matches won before, {after} after {matches} matches of training")
    return before, after


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "halo", *(int(number) for number in sys.argv[2:]))
