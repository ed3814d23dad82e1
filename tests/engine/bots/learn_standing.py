"""Learns what the triggers of shipped cards are worth to greedy bots, and writes it beside the cards: `make standing`.

Greedy players play matches with the reference decks of previews. Each time that an answer leaves triggers behind, they are tried out;
the worth of a text is the mean of what was found, without the highest and lowest tenth: a match decided by chance is no trigger's worth. A text that was met less than a few times is left out: bots try it out themselves.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from engine.bots.learned import STANDING_FILE
from engine.bots.players import GreedyBot
from engine.bots.standing import Standing
from engine.cardset import shipped
from engine.kernel.chance import Stream
from engine.kernel.decisions import Action
from engine.kernel.machine import apply, start
from engine.kernel.state import State
from engine.kernel.view import View
from engine.rulesets import find, names
from engine.simulation import preview_plan
from engine.simulation.play import World, decks_of, world

MATCHES = 96
MIN_SEEN = 3
"""Samples below which a text is left out."""
FIRST_SEED = 1_000_000

Samples = dict[str, list[int]]


class Learner(Standing):
    """Tries out the triggers of a text each time, and notes what was found where they come alone."""

    def __init__(self, evaluate: Any) -> None:
        super().__init__(evaluate)
        self.samples: Samples = defaultdict(list)

    def worth(self, before: State, answers: Sequence[Action], after: State, seat: int) -> int:
        self._met.clear()
        matching_worth = super().worth(before, answers, after, seat)
        for key in self._met:
            for body in key:
                self.samples[body].append(round(matching_worth / len(key)))
        return matching_worth


def reference(ruleset_name: str) -> World:
    """Return a world of the shipped cards, in which nothing is compared."""
    ruleset = find(ruleset_name)
    pool = list(shipped(ruleset.folder))
    for document, _ in pool:
        spec = preview_plan(ruleset, candidate=document, baseline=document, pool=pool, bots=("greedy",), seed=1)
        if spec["layout"]["unit"] != "table":
            return world(ruleset, spec, "candidate")
    raise AssertionError(f"no shipped card of {ruleset_name} is held by a seat")


def learned_in(ruleset_name: str, first: int, last: int) -> Samples:
    """Return what was found in some matches."""
    side = reference(ruleset_name)
    ruleset, strata = side.ruleset, side.spec["layout"]["strata"]
    learner = Learner(ruleset.evaluate)
    for number in range(first, last):
        seats = range(ruleset.experiment.seats)
        decks = decks_of(side.spec, strata[number % len(strata)], [[side.spec["layout"]["card"]] for _ in seats])
        bots = [GreedyBot(ruleset.evaluate, ruleset.candidate_actions, standing=learner) for _ in seats]
        noise = [Stream(FIRST_SEED + number, f"bot/{seat}") for seat in seats]
        step = start(side.program, FIRST_SEED + number, ruleset.opening, side.opening(decks))
        while (asked := step.decision) is not None:
            view = View(step.state, asked.seat, ruleset.hidden_zones, ruleset.determinize)
            step = apply(step.state, bots[asked.seat](view, asked, noise[asked.seat]))
    return dict(learner.samples)


def table_of(ruleset_name: str, matches: int = MATCHES) -> dict[str, int]:
    """Return the worth of each text that was met often enough."""
    slices = range(0, matches, 12)
    samples: Samples = defaultdict(list)
    with ProcessPoolExecutor() as pool:
        parts = [pool.submit(learned_in, ruleset_name, at, min(matches, at + 12)) for at in slices]
        for part in parts:
            for body, found in part.result().items():
                samples[body] += found
    return {body: trimmed_mean(each) for body, each in sorted(samples.items()) if len(each) >= MIN_SEEN}


def trimmed_mean(findings: Sequence[int]) -> int:
    """Return the mean without the highest and lowest tenth."""
    cut = -(-len(findings) // 10) if len(findings) > MIN_SEEN else 0
    kept = sorted(findings)[cut : len(findings) - cut]
    return round(sum(kept) / len(kept))


def main() -> int:
    """Write the file of each ruleset in which triggers are tried out; those asked for by name, or all."""
    for name in sys.argv[1:] or names():
        table = table_of(name)
        file: Path = find(name).folder / STANDING_FILE
        if table:
            file.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{name}: {len(table)} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
