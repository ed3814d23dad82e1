"""Whole matches: played by bots, kept as a seed and the keys of all answers, and verified by playing them again.

Source: 003§9 (a snapshot carries its content hash; other content is refused).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import IllegalAction
from engine.kernel.chance import Stream
from engine.kernel.decisions import Result, action_key, parse_action
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, start
from engine.kernel.program import Program
from engine.kernel.state import State
from engine.kernel.view import View
from engine.ruleset import Ruleset

FORMAT = "replay/1"
Bot = Callable[[View, Any, Stream], Any]


@dataclass(frozen=True)
class Match:
    """How a match is set up: the game, its compiled cards, the seed, and who plays which seat."""

    ruleset: Ruleset
    program: Program
    seed: int
    bots: Sequence[tuple[str, Bot]]

    @property
    def seats(self) -> int:
        return int(self.program.config["seats"])

    def begin(self, *, log: bool = False) -> Step:
        """Return the first step."""
        ruleset, program = self.ruleset, self.program
        return start(
            program, self.seed, ruleset.opening, ruleset.deal(program.cards, self.seats, program.config), log=log
        )

    def view(self, state: State, side: int) -> View:
        """Return the state through the eyes of a side."""
        return View(state, side, self.ruleset.hidden, self.ruleset.redeal)

    def steps(self, *, log: bool = False) -> Iterator[tuple[Step, str]]:
        """Play to the end; yield each step with the key of the answer that led to it, the first with none."""
        rngs = [Stream(self.seed, f"bot/{side}") for side in range(self.seats)]
        step = self.begin(log=log)
        yield step, ""
        while step.decision is not None:
            decision = step.decision
            _, bot = self.bots[decision.side]
            action = bot(self.view(step.state, decision.side), decision, rngs[decision.side])
            step = apply(step.state, action)
            yield step, action_key(action)


def record(match: Match) -> dict[str, Any]:
    """Play a match and return its replay file: every answer, and a digest at the first decision of each round."""
    actions: list[str] = []
    checks: list[tuple[int, str]] = []
    turn = -1
    step = None
    for step, key in match.steps():
        if key:
            actions.append(key)
        if step.state.turn != turn:
            turn = step.state.turn
            checks.append((len(actions), _hex(step.state)))
    assert step is not None, "a match has a first step"
    checks.append((len(actions), _hex(step.state)))
    return {
        "format": FORMAT,
        "ruleset": match.ruleset.name,
        "contentHash": match.program.content_hash,
        "seed": match.seed,
        "seats": match.seats,
        "bots": [name for name, _ in match.bots],
        "actions": actions,
        "checks": [list(check) for check in checks],
        "result": result_json(step.result),
    }


def verify(match: Match, held: Mapping[str, Any]) -> dict[str, Any]:
    """Play a replay again and compare digests; return the first mismatch, or none.

    Shapes: `{ok, decisions, digest, mismatch: null | {decision, expected, actual}}`.
    Errors: IllegalAction `other-content` when the cards are not those it was played with.
    """
    if held["contentHash"] != match.program.content_hash:
        raise IllegalAction(
            "other-content",
            f"the replay was played with cards {held['contentHash'][:12]}, these are {match.program.content_hash[:12]}",
        )
    checks = dict(held["checks"])
    step = match.begin()
    for number, key in enumerate([*held["actions"], None]):
        wanted, found = checks.get(number), _hex(step.state)
        if wanted is not None and wanted != found:
            return {
                "ok": False,
                "decisions": number,
                "digest": found,
                "mismatch": {"decision": number, "expected": wanted, "actual": found},
            }
        if key is not None:
            if step.decision is None:
                return {
                    "ok": False,
                    "decisions": number,
                    "digest": found,
                    "mismatch": {"decision": number, "expected": key, "actual": "the match is over"},
                }
            step = apply(step.state, parse_action(step.decision, key))
    return {"ok": True, "decisions": len(held["actions"]), "digest": _hex(step.state), "mismatch": None}


def result_json(result: Result | None) -> dict[str, Any] | None:
    """Return a result in its public form."""
    if result is None:
        return None
    winner = None if result.winner < 0 else result.winner
    return {
        "outcome": result.outcome,
        "winner": winner,
        "reason": result.reason,
        "ranks": list(result.ranks),
        "node": result.node,
    }


def _hex(state: State) -> str:
    return f"{digest(state):016x}"
