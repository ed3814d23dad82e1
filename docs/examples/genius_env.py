"""Two programs play a match of `genius` in the manner of PettingZoo's agent environments; it trains nothing. Run: `python docs/examples/genius_env.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import api
from engine.kernel.chance import Stream

AGENTS = ("player_0", "player_1")


class GeniusEnv:
    """An environment with `reset`, `agent_iter`, `last` and `step`; actions are numbers of the options of the question."""

    metadata = {"name": "genius_v1", "is_parallelizable": False}

    def __init__(self) -> None:
        self.agents: list[str] = []

    def reset(self, seed: int = 0) -> None:
        """Begin a match; the same seed gives the same match."""
        self.match = api.new_match("genius", seed=seed, seats=2)
        self.now = self.match.begin()
        self.agents, self.rewards = list(AGENTS), dict.fromkeys(AGENTS, 0)

    @property
    def agent_selection(self) -> str:
        """Return whose turn it is."""
        return AGENTS[self.now.decision.seat if self.now.decision else 0]

    def agent_iter(self) -> Iterator[str]:
        """Yield whose turn it is until the match is over."""
        while self.now.decision is not None:
            yield self.agent_selection

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees: 004's mask as nested lists (`numpy.array` takes them), and which options there are."""
        seat = AGENTS.index(agent)
        options = api.legal(self.now.state, seat)
        mask = api.encode(self.match, self.now.state, seat) if options else []
        return {"mask": mask, "action_mask": [1] * len(options), "options": options}

    def last(self) -> tuple[dict[str, Any], int, bool, bool, dict[str, Any]]:
        """Return observation, reward, whether the match is over, whether it was cut off, and more about it."""
        agent, over = self.agent_selection, self.now.result is not None
        return self.observe(agent), self.rewards[agent], over, False, {}

    def step(self, action: int | None) -> None:
        """Answer the question with one option; where several are asked for, none stands for the least that is enough."""
        asked = self.now.decision
        if asked is None:
            raise ValueError("the match is over")
        keys = api.legal(self.now.state, asked.seat)
        chosen = keys[: asked.min] if action is None or asked.max != 1 else (keys[action],)
        answer = api.action(self.now.state, ",".join(chosen) or "-", asked.seat)
        self.now = api.apply(self.now.state, answer, asked.seat)
        if (result := self.now.result) is not None:
            self.agents = []
            self.rewards = {
                agent: (result.winner == seat) - (result.winner == 1 - seat) for seat, agent in enumerate(AGENTS)
            }


def play(seed: int) -> tuple[int, dict[str, int]]:
    """Play a match at random; return how many questions were answered, and the rewards."""
    env, chance, count = GeniusEnv(), Stream(seed, "example"), 0
    env.reset(seed)
    for _ in env.agent_iter():
        observation, _, _, _, _ = env.last()
        env.step(chance.below(len(observation["action_mask"])))
        count += 1
    return count, env.rewards


if __name__ == "__main__":
    print(*play(7))
