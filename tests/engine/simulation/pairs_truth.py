"""How often a result on pairs of cards holds the truth in all of its intervals at once, by drawing blocks again: `make truth`.

What three pairs do together is samples from stored blocks of real matches and from made-up ones that are hard for an interval; the truth is the
mean of what is samples from. In every other run the card alone has the effect and the pairs undo it, so that the interaction is its opposite. A
pair without an interaction has the same blocks with either sign. The decisions are those of the engine.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import api
from engine.rulesets import find
from engine.simulation.fixed_plans import PLANNED
from engine.simulation.pairs.report import STATE, pairs_report
from tests.engine.simulation import truth
from tests.engine.third_ruleset import EXAMPLE, on_the_path

Json = dict[str, Any]
PAIRS, BLOCKS = 3, 320
RUNS_SHORT, RUNS = 60, 1_000
PARTNERS = ("duel.kindler", "duel.coal-carrier", "duel.pyre-singer")
POINTS = 25
"""Percentage points of a half of a win in two matches."""


@dataclass(frozen=True)
class Figures:
    """What a setting came to: the upper Clopper-Pearson bound of its joint coverage, and the share of runs that claim an interaction where none is."""

    coverage: float
    false_claims: float


def plan() -> Json:
    """Return a plan of three pairs."""
    card = next(card for card, _ in api.card_set(EXAMPLE) if card["id"] == "duel.ash-hound")
    return api.pairs_plan(EXAMPLE, candidate=card, partners=PARTNERS)


def moments_of(values: list[int]) -> list[int]:
    return [len(values), sum(values), sum(value * value for value in values)]


def read(spec: Json, alone: list[int], pairs: list[list[int]]) -> Json:
    """Return the result of blocks in which the card has these values alone, its partners none, and both together these. Units: halves of a win."""
    tallies = {
        str(place): {
            "partnerAlone": moments_of([0] * len(values)),
            "both": moments_of(values),
            "interaction": moments_of([a - b for a, b in zip(values, alone, strict=True)]),
        }
        for place, values in enumerate(pairs)
    }
    counts = {"blocks": len(alone), "alone": moments_of(alone), "pairs": tallies}
    state = {"format": STATE, "spec": "0" * 64, "next": 1, "counts": counts, "traces": {}, "reason": PLANNED}
    return pairs_report(find(EXAMPLE), spec, state)


def holds(result: Json, alone: float, together: float) -> bool:
    """Return whether every interval of a result holds the truth. Units: means in halves of a win."""
    truths = [(result["alone"], alone)]
    for row in result["rows"]:
        truths += [(row["partnerAlone"], 0.0), (row["both"], together), (row["interaction"], together - alone)]
    return all(change["low"] <= POINTS * mean <= change["high"] for change, mean in truths)


def resampled(spec: Json, name: str, runs: int) -> Figures:
    """Return how often a setting is held, and how often an interaction is claimed where there is none."""
    values, random = truth.settings()[name], Random(40)
    mean, zero = sum(values) / len(values), [0] * BLOCKS
    hits = claims = 0
    for run in range(runs):
        samples = [random.choices(values, k=BLOCKS) for _ in range(PAIRS)]
        undone = run % 2
        result = read(spec, samples[0], [zero] * PAIRS) if undone else read(spec, zero, samples)
        hits += holds(result, mean if undone else 0.0, 0.0 if undone else mean)
        either = [[value * random.choice((-1, 1)) for value in row] for row in samples]
        claims += any(row["reading"] in ("combo", "clash") for row in read(spec, zero, either)["rows"])
    return Figures(truth.clopper_pearson_upper(hits, runs), claims / runs)


def main(runs: int) -> int:
    """Print the figures of every setting; 1 where one misses its bound."""
    failures = 0
    with on_the_path(EXAMPLE):
        spec = plan()
        for name in truth.settings():
            figures = resampled(spec, name, runs)
            ok = figures.coverage >= truth.COVERAGE and figures.false_claims <= 1 - truth.COVERAGE
            failures += not ok
            print(
                f"{'ok ' if ok else 'NO '} {figures.coverage:.4f} coverage (upper bound), {figures.false_claims:.4f} false  {name}"
            )
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
