"""Learns what answers with shipped cards add at most, and writes it beside the cards: `make bounds`, or `make bounds GAME=genius` for a game without.

Greedy players that think about every answer play matches with the reference decks of previews. What an answer to a question of the rules added is
noted; the bound is a high quantile. What was met less than some times has none, so bots think about it.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from engine.bots.bounds import name_of
from engine.bots.learned import BOUNDS_FILE, Learned, learned
from engine.bots.players import GreedyBot, Plan
from engine.bots.standing import Standing
from engine.kernel.chance import Stream
from engine.kernel.decisions import MAIN, Action, Decision
from engine.kernel.machine import apply, start
from engine.kernel.state import State
from engine.kernel.view import View
from engine.ruleset import Ruleset
from engine.rulesets import find, names
from engine.simulation.play import decks_of
from tests.engine.bots.learn_standing import reference

MATCHES = 300
SLICE = 20
MIN_SEEN = 20
"""Answers below which an answer has no bound."""
PERCENT = 95
"""Of all times that an answer was thought about, how many added no more than its bound."""
TOLERANCE = 2
"""How much less than the quantile a bound is: what adds so little more than the best is not worth a thought."""
FIRST_SEED = 2_000_000

Gains = dict[str, dict[str, list[int]]]
"""What answers added, by the name of an answer, then by the prompt of the question."""


class Noting(GreedyBot):
    """Thinks about every answer, and notes what each added."""

    def __init__(self, ruleset: Ruleset, known: Learned, gains: Gains) -> None:
        super().__init__(
            ruleset.evaluate, ruleset.candidate_actions, standing=Standing(ruleset.evaluate, known.standing)
        )
        self._gains = gains
        self._thoughts: list[tuple[State, Action, int]] = []

    def __call__(self, view: View, decision: Decision, rng: Stream) -> Action:
        self._thoughts = []
        answer = super().__call__(view, decision, rng)
        if decision.kind == MAIN and not decision.source:
            for world, action, score in self._thoughts:
                if name := name_of(world, action):
                    self._gains[name][decision.prompt].append(score - self._evaluate(world, decision.seat))
        return answer

    def _evaluated_plan(self, worlds: Sequence[State], action: Action, seat: int) -> tuple[int, Plan]:
        score, plan = super()._evaluated_plan(worlds, action, seat)
        self._thoughts.append((worlds[0], action, score))
        return score, plan


def gains_in(ruleset_name: str, first: int, last: int) -> Gains:
    """Return what answers added in some matches."""
    side = reference(ruleset_name)
    ruleset, strata = side.ruleset, side.spec["layout"]["strata"]
    seats = range(ruleset.experiment.seats)
    gains: Gains = defaultdict(lambda: defaultdict(list))
    players = [Noting(ruleset, learned(ruleset.folder), gains) for _ in seats]
    for number in range(first, last):
        decks = decks_of(side.spec, strata[number % len(strata)], [[side.spec["layout"]["card"]] for _ in seats])
        noise = [Stream(FIRST_SEED + number, f"bot/{seat}") for seat in seats]
        step = start(side.program, FIRST_SEED + number, ruleset.opening, side.opening(decks))
        while (decision := step.decision) is not None:
            view = View(step.state, decision.seat, ruleset.hidden_zones, ruleset.determinize)
            step = apply(step.state, players[decision.seat](view, decision, noise[decision.seat]))
    return {name: dict(rows) for name, rows in gains.items()}


def table_of(ruleset_name: str, matches: int = MATCHES) -> dict[str, dict[str, int]]:
    """Return the bound of each answer that was met often enough."""
    gains: Gains = defaultdict(lambda: defaultdict(list))
    with ProcessPoolExecutor() as pool:
        parts = [pool.submit(gains_in, ruleset_name, at, min(matches, at + SLICE)) for at in range(0, matches, SLICE)]
        for part in parts:
            for name, rows in part.result().items():
                for prompt, values in rows.items():
                    gains[name][prompt] += values
    bounds = {
        name: {prompt: bound_of(values) for prompt, values in sorted(rows.items()) if len(values) >= MIN_SEEN}
        for name, rows in sorted(gains.items())
    }
    return {name: rows for name, rows in bounds.items() if rows}


def bound_of(values: Sequence[int]) -> int:
    """Return the least value that enough of some do not exceed, less the tolerance."""
    return sorted(values)[-(-len(values) * PERCENT // 100) - 1] - TOLERANCE


def main() -> int:
    """Write the file of each ruleset that is named, or of all that have one."""
    for name in sys.argv[1:] or [name for name in names() if learned(find(name).folder).bounds]:
        table = table_of(name)
        text = json.dumps(table, indent=0, ensure_ascii=False, separators=(",", ":"))
        (find(name).folder / BOUNDS_FILE).write_text(text + "\n", encoding="utf-8")
        print(f"{name}: {len(table)} answers, {sum(map(len, table.values()))} bounds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
