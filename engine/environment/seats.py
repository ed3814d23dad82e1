"""A match whose seats are agents, by PettingZoo's interface for turns (AEC).

An action is the place of an option of the question; where several are chosen, each is an action of its own, and `FINISH` says that these are
all. So one action space serves every question of every game. Rewards come at the end: 1 for the winner, -1 for the others, 0 in a draw.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine import api
from engine.environment.table import MAX_INT, OPTION_COLUMNS, OPTIONS, QUESTION, ROWS, Table, option_rows, question_row
from engine.errors import IllegalAction
from engine.kernel.decisions import Action, Decision, option_key
from engine.kernel.state import State
from engine.kernel.view import View

FINISH = OPTIONS
"""The action that ends a choice of several options; it is offered once there are enough."""

MAX_ANSWERS = 5_000
"""Answers after which a match is cut off, unless said otherwise."""

Observation = dict[str, NDArray[Any]]


class MatchEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # PettingZoo ships no types
    """A match of any game; a name of the search path is a game, too.

    Shapes: an observation is `{observation, question, options, action_mask}`: lines of what is seen, what is asked, a line for each option, and
            which actions are legal; `columns` name the columns of the lines. An info has the `keys` of the options, and how many are
            `left_out` because there is no room for them.
    """

    def __init__(self, ruleset: str, *, seats: int = 2, answers_most: int = MAX_ANSWERS, **match: Any) -> None:
        super().__init__()
        self._match = api.new_match(ruleset, seed=0, seats=seats, bots_by_seat=(), **match)
        self._step = self._match.begin()
        self._table = Table(self._match, self._step.state)
        self._answers_most, self._answers, self._chosen = answers_most, 0, list[int]()
        self.metadata = {"name": f"{self._match.ruleset.name}_v1", "is_parallelizable": False, "render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.columns = self._table.columns
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        room = {
            "observation": (ROWS, len(self.columns)),
            "question": (len(QUESTION),),
            "options": (OPTIONS, len(OPTION_COLUMNS)),
        }
        boxes: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(-MAX_INT, MAX_INT, shape, np.int32) for name, shape in room.items()
        }
        boxes["action_mask"] = spaces.Box(0, 1, (OPTIONS + 1,), np.int8)
        self.observation_spaces = {agent: spaces.Dict(boxes) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(OPTIONS + 1) for agent in self.possible_agents}
        self._start()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent does."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the same seed gives the same match, without one it is the next seed."""
        self._match = replace(self._match, seed=self._match.seed + 1 if seed is None else seed)
        self._step = self._match.begin()
        self._start()

    def _start(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._answers, self._chosen = 0, []
        self._turn()

    @property
    def decision(self) -> Decision | None:
        """The question that is answered next."""
        return api.decision(self._step.state)

    def _turn(self) -> None:
        """Make the seat that is asked the agent whose turn it is, or end the match."""
        question, result = self.decision, self._step.result
        if result is not None or question is None:
            winner = result.winner if result is not None else -1
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] = 0.0 if winner < 0 else 1.0 if seat == winner else -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._answers >= self._answers_most:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[question.seat if question is not None else 0]
        self.infos = {agent: self._info(agent, question) for agent in self.agents}

    def _info(self, agent: str, question: Decision | None) -> dict[str, Any]:
        own = question is not None and agent == self.agent_selection
        options = question.options if question is not None and own else ()
        return {
            "keys": tuple(option_key(option) for option in options[:OPTIONS]),
            "left_out": max(0, len(options) - OPTIONS),
        }

    def observe(self, agent: str) -> Observation:
        """Return what an agent observes; of the hidden parts of the table it has the numbers of cards alone."""
        return self._observed(agent, self._step.state)

    def dealt_again(self, agent: str, salt: int) -> Observation:
        """Return what an agent observes where all that it cannot know is dealt again: the same, or the observation shows too much."""
        seat = self.possible_agents.index(agent)
        return self._observed(agent, api.determinize(self._match, self._step.state, seat, salt))

    def _observed(self, agent: str, state: State) -> Observation:
        rows, lines = self._table.rows(self._match.view(state, self.possible_agents.index(agent)), state)
        decision = self.decision if agent == self.agent_selection else None
        question, options = np.zeros(len(QUESTION), np.int32), np.zeros((OPTIONS, len(OPTION_COLUMNS)), np.int32)
        mask = np.zeros(OPTIONS + 1, dtype=np.int8)
        if decision is not None and not self.terminations.get(agent, True):
            question, options = question_row(decision, len(self._chosen)), option_rows(decision, lines, self._chosen)
            mask[: min(OPTIONS, len(decision.options))] = 1
            mask[self._chosen] = 0
            mask[FINISH] = self._may_end(decision)
        return {"observation": rows, "question": question, "options": options, "action_mask": mask}

    def _may_end(self, question: Decision) -> bool:
        """Return whether what is chosen is an answer, so that `FINISH` is legal."""
        return len(self._chosen) >= question.min

    def step(self, action: int | None) -> None:
        """Choose an option, or end the choice of several; an agent whose match is over takes None.

        Errors: IllegalAction `not-offered` for an action that is not legal.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, question = self.agent_selection, self.decision
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if question is None or action is None or not self.observe(agent)["action_mask"][action]:
            raise IllegalAction("not-offered", f"{action} is not offered to {agent}")
        if action != FINISH:
            self._chosen.append(int(action))
        if action == FINISH or len(self._chosen) == min(question.max, len(question.options)):
            self.answer(tuple(question.options[place] for place in self._chosen))
        else:
            self._turn()
        self._accumulate_rewards()

    @property
    def view(self) -> View:
        """What the seat sees that is asked."""
        return self._match.view(self._step.state, self.possible_agents.index(self.agent_selection))

    def answer(self, action: Action) -> None:
        """Answer the question as a whole, as a bot does.

        Errors: IllegalAction for what is no answer.
        """
        self._step = api.apply(self._step.state, action, self.possible_agents.index(self.agent_selection))
        self._answers, self._chosen = self._answers + 1, []
        self._turn()

    def render(self) -> str:
        """Return the question and its options in words."""
        question = self.decision
        return (
            ""
            if question is None
            else f"{self.agent_selection} {question.kind}: {' '.join(map(option_key, question.options))}"
        )

    def close(self) -> None:
        """End nothing: a match has no window and no process."""


def env(ruleset: str, **options: Any) -> AECEnv[str, Observation, int | None]:
    """Return a match as PettingZoo hands environments out: an illegal action loses, and calls out of order are refused.

    Shapes: `options` are those of `MatchEnv`.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(MatchEnv(ruleset, **options), -1.0))


__all__ = ["FINISH", "MAX_ANSWERS", "MatchEnv", "Observation", "env"]
