"""`genius` beside dgisim, by random players, in turns in one run: `python -m tests.versus_dgisim PYTHON [SECONDS [ROUNDS]]`.

PYTHON is an interpreter of an environment of its own with dgisim 0.5.0 in it: nothing here depends on that package. A decision here
is a question with at least two answers, and paying for an action is one of its own; a decision of dgisim is a call of its agent, with
one action that names its dice. Its states are stepped directly, without the history that its own state machine keeps.
"""

from __future__ import annotations

import json
import subprocess
import sys
from statistics import median
from time import process_time
from typing import Any

from engine import api

PEER = """
import json, random, sys, time
from dgisim import GameState
from dgisim.agents import RandomAgent

agents, seconds, decisions, matches = (RandomAgent(), RandomAgent()), float(sys.argv[1]), 0, 0
random.seed(int(sys.argv[2]))
begun = time.process_time()
while time.process_time() - begun < seconds:
    state = GameState.from_default()
    while not state.game_end():
        asked = state.waiting_for()
        if asked is None:
            state = state.step(seed=random.random())
            continue
        action = agents[0 if asked.is_player1() else 1].choose_action([state], asked)
        state = state.action_step(asked, action, seed=random.random())
        decisions += 1
    matches += 1
spent = time.process_time() - begun
print(json.dumps({"decisions": decisions / spent, "matches": matches / spent}))
"""


def peer(python: str, seconds: float, seed: int) -> dict[str, float]:
    """Return decisions and matches of dgisim per CPU second."""
    asked = [python, "-c", PEER, str(seconds), str(seed)]
    found: dict[str, float] = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
    return found


def own(seconds: float, seed: int) -> dict[str, float]:
    """Return decisions and matches of `genius` per CPU second."""
    begun, decisions, matches = process_time(), 0, 0
    while (spent := process_time() - begun) < seconds:
        match = api.new_match("genius", seed=seed + matches, seats=2, bots_by_seat=("random", "random"))
        decisions += sum(
            step.decision is not None and len(step.decision.options) + (step.decision.min == 0) > 1
            for step, _ in match.steps()
        )
        matches += 1
    return {"decisions": decisions / spent, "matches": matches / spent}


def compare(python: str, seconds: float, rounds: int) -> dict[str, Any]:
    """Return the medians of both and the ratios of the rounds; the two take turns, so that other work hits both."""
    api.new_match("genius", seed=0, seats=2)  # cards are compiled before the clock runs
    pairs = [(own(seconds, 1_000 * number), peer(python, seconds, number)) for number in range(rounds)]
    return {
        unit: {
            "genius": round(median(ours[unit] for ours, _ in pairs), 2),
            "dgisim": round(median(theirs[unit] for _, theirs in pairs), 2),
            "ratio": [round(ours[unit] / theirs[unit], 1) for ours, theirs in pairs],
        }
        for unit in ("decisions", "matches")
    }


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    seconds, rounds = (*sys.argv[2:], "5", "5")[:2]
    print(json.dumps(compare(sys.argv[1], float(seconds), int(rounds)), indent=1))
