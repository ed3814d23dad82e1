"""A small policy that learns a game by playing one seat against random answers, in minutes: REINFORCE on one linear layer, with numpy alone.

Run: `python docs/examples/train_policy.py halo 400` (game, matches of training, and a seed). It needs `pip install pettingzoo`. It prints how many of
the same 100 matches, which it does not train with, the policy wins before and after, and writes it beside this file. Then it can play a preview, which
says that it did and is no number of the portal's bots:

    cp docs/examples/train_policy.py /tmp/bots/policy.py && python /tmp/bots/policy.py halo 300
    python -m engine preview CARD.json --bot-path /tmp/bots --bots policy
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from engine.environment import SeatEnv
from engine.environment.table import COLUMNS, OPTIONS, word_number
from engine.kernel.chance import Stream
from engine.kernel.decisions import Action, Decision, entity_of
from engine.kernel.view import View

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


class PolicyBot:
    """Answers with what a policy scores best, one option after another where several are asked for."""

    def __init__(self, variables: list[str], weights: Any) -> None:
        self.variables, self.weights = variables, weights

    def score(self, view: View, decision: Decision, place: int) -> float:
        """Return the score of an option by its verb and the numbers of its card; at -1 that of ending the choice."""
        if place < 0:
            return float(self.weights[0, 0])
        option = decision.options[place]
        eid = entity_of(decision.kind, option)
        card = (view.entity(eid) if eid else None) or {}
        values = (card.get(name, 0) for name in self.variables)
        numbers = [float(value) / SCALE if isinstance(value, int) else 0.0 for value in values]
        player = int(card.get("own", 0))
        owner = 0 if not player else 1 if abs(player) - 1 == view.seat else -1
        verb = option[0] if isinstance(option, tuple) else option if isinstance(option, str) else ""
        return float(self.weights[word_number(verb) % VERBS] @ np.array([1.0, owner, *np.clip(numbers, -3, 3)]))

    def __call__(self, view: View, decision: Decision, rng: Stream) -> Action:
        """Return an answer; equal scores go to the first."""
        picks: list[int] = []
        most = min(decision.max, len(decision.options))
        while len(picks) < most:
            places = [place for place in range(min(OPTIONS, len(decision.options))) if place not in picks]
            ends = [-1] if len(picks) >= decision.min else []
            best = max([*places, *ends], key=lambda place: self.score(view, decision, place))
            if best < 0:
                break
            picks.append(best)
        return tuple(decision.options[place] for place in picks)


def player(world: Any) -> PolicyBot:
    """Return the bot of the policy beside this file, for a preview."""
    stored = json.loads(Path(__file__).with_suffix(".json").read_text())
    return PolicyBot(stored["variables"], np.array(stored["weights"]))


def main(
    game: str = "halo", matches: int = 400, seed: int = 7, trials: int = TRIALS, file: Path | None = None
) -> tuple[int, int]:
    """Train a policy, print what it wins before and after, write it to a file if there is one, and return what it wins."""
    policy = Policy(SeatEnv(game), seed)
    before = policy.wins(trials)
    policy.train(matches)
    after = policy.wins(trials)
    print(f"{game}: {before} of {trials} matches won before, {after} after {matches} matches of training")
    if file is not None:
        variables = list(policy.env.columns[len(COLUMNS) :])
        file.write_text(json.dumps({"game": game, "variables": variables, "weights": policy.weights.tolist()}))
    return before, after


if __name__ == "__main__":
    main(
        sys.argv[1] if len(sys.argv) > 1 else "halo",
        *(int(number) for number in sys.argv[2:]),
        file=Path(__file__).with_suffix(".json"),
    )
