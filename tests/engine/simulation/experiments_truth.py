"""How often the worth of blocks, a search for numbers and a ladder hold the truth in all of their intervals at once: `make truth`.

What each row of a result won is samples from stored blocks of real matches and from made-up ones that are hard for an interval; the truth is the
mean of what is samples from. Beside it stands how often a result claims something where there is nothing: the same blocks with either sign. All
decisions are those of the engine: the code that ranks, sets lengths and reads is what results are made with.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from engine import api
from engine.simulation.interim_results import SCALES
from engine.simulation.tuning.report import tune_report
from tests.engine.simulation import truth
from tests.engine.simulation.test_ladder import STRONG, planned
from tests.engine.simulation.test_ladder import read as read_ladder
from tests.engine.simulation.test_tuning import AMOUNT, SECOND, counted_state, ram, search
from tests.engine.simulation.test_worth import TestTheEstimator as WorthEstimator
from tests.engine.third_ruleset import EXAMPLE, NAME, on_the_path

Json = dict[str, Any]
RUNS = 1_000
ROWS, BLOCKS = 8, 320
AIM, TOLERANCE = 800, 500
"""Of a search, in ten-thousandths of a win: no effect lies outside the target."""
POINTS = 25
"""Percentage points of a half of a win in two matches."""


class Run(NamedTuple):
    """One result with an effect and one without: whether all intervals of the first hold the truth, and whether the second claims anything."""

    holds: bool
    claims: bool


def both_signs(values: Sequence[int]) -> list[int]:
    """Return what samples are from that have either sign, so that their mean is 0."""
    return [*values, *(-value for value in values)]


def worth_run(values: list[int], random: Random) -> Run:
    """Read what eight blocks of a card are worth."""
    estimator = WorthEstimator()
    holds = estimator.covered([values] * ROWS, random, ROWS, together=False)[0]
    return Run(holds, estimator.covered([both_signs(values)] * ROWS, random, ROWS, together=False)[1])


def tune_run(values: list[int], random: Random) -> Run:
    """Rank seventeen candidates that are all alike, confirm the nearest, and read the confirmation."""
    spec, state = searched(lambda blocks: random.choices(values, k=blocks))
    mean = 100 / SCALES[spec["layout"]["unit"]] * sum(values) / len(values)
    rows = tune_report(spec, state)["rows"]
    none = both_signs(values)
    end = tune_report(*searched(lambda blocks: random.choices(none, k=blocks)))["end"]
    return Run(
        all(row["change"]["low"] <= mean <= row["change"]["high"] for row in rows), end in ("reached", "already")
    )


@cache
def first_round() -> Json:
    """Return the plan of the first round of a search over seventeen candidates."""
    return search(ram(5), {AMOUNT: range(1, 7), SECOND: range(1, 4)}, aim=AIM, tolerance=TOLERANCE)


def searched(samples: Callable[[int], list[int]]) -> tuple[Json, Json]:
    """Return the plan of the confirmation of a search, and its state."""
    spec = first_round()
    while True:
        state = counted_state(spec, samples)
        following = api.tune_next(spec, state)
        if following is None:
            return spec, state
        spec = following


def ladder_run(values: list[int], random: Random) -> Run:
    """Read a ladder whose bots all find the same, and one whose bots find no effect."""
    spec, mean, wins = planned(), POINTS * sum(values) / len(values), POINTS * sum(STRONG) / len(STRONG)
    steps = [random.choices(STRONG, k=BLOCKS) for _ in range(2)]
    result = read_ladder(spec, [random.choices(values, k=BLOCKS) for _ in range(3)], steps)
    truths = [
        *((row["change"], mean) for row in result["levels"]),
        *((row["change"], 0.0) for row in result["differences"]),
        *((row["share"], wins) for row in result["steps"]),
    ]
    holds = all(change["low"] <= number <= change["high"] for change, number in truths)
    none = read_ladder(spec, [random.choices(both_signs(values), k=BLOCKS) for _ in range(3)], steps)
    return Run(holds, none["verdict"] == "depends" or any(is_side(row) for row in none["levels"]))


def is_side(row: Json) -> bool:
    """Return whether a reading takes a side."""
    return row["reading"] in ("stronger", "weaker")


EXPERIMENTS: Mapping[str, tuple[str, Callable[[list[int], Random], Run]]] = {
    "worth": (NAME, worth_run),
    "tune": (NAME, tune_run),
    "ladder": (EXAMPLE, ladder_run),
}


def main(runs: int) -> int:
    """Print the figures of every setting of every experiment; 1 where one misses its bound."""
    failures = 0
    for experiment, (game, run) in EXPERIMENTS.items():
        with on_the_path(game):
            for name, values in truth.settings().items():
                random = Random(40)
                counts = Counter[str]()
                for _ in range(runs):
                    counts.update(key for key, is_so in run(values, random)._asdict().items() if is_so)
                coverage, claims = truth.clopper_pearson_upper(counts["holds"], runs), counts["claims"] / runs
                ok = coverage >= truth.COVERAGE and claims <= 1 - truth.COVERAGE
                failures += not ok
                word = "ok " if ok else "NO "
                print(
                    f"{word} {experiment} {coverage:.4f} coverage (upper bound), {claims:.4f} false  {name}", flush=True
                )
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
