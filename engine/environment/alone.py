"""One seat of a match against bots, by Gymnasium's interface."""

from __future__ import annotations

from typing import Any

import gymnasium

from engine import api
from engine.environment.seats import MAX_ANSWERS, MatchEnv, Observation
from engine.kernel.chance import Stream


class SeatEnv(gymnasium.Env[Observation, int]):
    """A match in which a program has one seat, and a bot each of the others.

    Shapes: observations, actions and infos as `MatchEnv` has them.
    """

    def __init__(
        self,
        ruleset: str,
        *,
        seat: int = 0,
        bot: str = "random",
        seats: int = 2,
        answers_most: int = MAX_ANSWERS,
        **match: Any,
    ) -> None:
        self._env = MatchEnv(ruleset, seats=seats, answers_most=answers_most, **match)
        self._agent = self._env.possible_agents[seat]
        self._bot, self._seed = api.bots(ruleset)[bot], 0
        self.columns = self._env.columns
        self.observation_space = self._env.observation_space(self._agent)
        self.action_space = self._env.action_space(self._agent)
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = "ansi"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match and let the bots answer until the seat is asked; the same seed gives the same match and the same bots."""
        super().reset(seed=seed)
        self._seed = self._seed + 1 if seed is None else seed
        self._env.reset(seed=self._seed)
        self._chance = {
            agent: Stream(self._seed, f"bot/{seat}") for seat, agent in enumerate(self._env.possible_agents)
        }
        self._let_bots_answer()
        return self._env.observe(self._agent), dict(self._env.infos[self._agent])

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer, and let the bots answer until the seat is asked again or the match is over; an illegal action loses."""
        env, agent = self._env, self._agent
        before = env.observe(agent)
        if not before["action_mask"][action]:
            return before, -1.0, True, False, dict(env.infos[agent])
        env.step(int(action))
        self._let_bots_answer()
        over, cut = env.terminations[agent], env.truncations[agent]
        return env.observe(agent), env.rewards[agent], over, cut, dict(env.infos[agent])

    def _let_bots_answer(self) -> None:
        env = self._env
        while env.agent_selection != self._agent and not (
            env.terminations[self._agent] or env.truncations[self._agent]
        ):
            question = env.decision
            if question is None:
                break
            env.answer(self._bot(env.view, question, self._chance[env.agent_selection]))

    def render(self) -> str:
        """Return the question and its options in words."""
        return self._env.render()

    def close(self) -> None:
        """End nothing, as there is no window and no process."""


__all__ = ["SeatEnv"]
