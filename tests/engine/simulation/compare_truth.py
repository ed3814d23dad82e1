"""How often a comparison of two states of a pack holds the truth in all of its intervals at once, by drawing blocks again: `make truth`.

Three decks meet in three pairs. What a pair's first deck wins more after the release is samples from stored blocks of real matches and from
made-up ones that are hard for an interval; the truth is the mean of what is samples from. A setting has three truths: the effect in one pair, in
all of them in one direction, and in none, where its blocks are samples with either sign. The decisions are those of the engine.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.rulesets import find
from engine.simulation.fixed_plans import PLANNED
from engine.simulation.releases.plan import COMEBACKS, SEEN
from engine.simulation.releases.report import STATE, compare_report
from tests.engine.simulation import truth
from tests.engine.third_ruleset import EXAMPLE, on_the_path

Json = dict[str, Any]
DECKS, PAIRS = ("a", "b", "c"), (("a", "b"), ("a", "c"), ("b", "c"))
BLOCKS = 320
RUNS_SHORT, RUNS = 60, 1_000
MEASURES = ("length", COMEBACKS, SEEN)
FAMILY = 2 * (len(PAIRS) + len(DECKS) + len(MEASURES))
EVEN = 2
"""What a deck wins of two matches against its equal, in halves of a win."""


@dataclass(frozen=True)
class Figures:
    """What a setting came to: the upper Clopper-Pearson bound of its joint coverage, and the share of runs that show a change where none is."""

    coverage: float
    false_changes: float


def comparison(changes: list[list[int]] | None = None) -> tuple[Json, Json]:
    """Return what a result reads of a plan, and counts of blocks with these changes of three pairs."""
    samples = changes or [[0, 1, -1] * 40] * len(PAIRS)
    cells = {
        str(place): {
            "before": {str(EVEN): len(values)},
            "after": tally([EVEN + value for value in values]),
            "change": tally(values),
        }
        for place, values in enumerate(samples)
    }
    rows = {deck: row_of(deck, samples) for deck in DECKS}
    spec = {
        "ruleset": EXAMPLE, "engine": "", "bots": ["random"], "seed": 7, "unit": "seat", "preset": "quick", "target": 600, "margin": 200,
        "blocks_max": len(samples[0]), "family": FAMILY, "cost": {"matches": 0, "cpuSeconds": 0}, "lent": [], "differing": {}, "unmet": [],
        "decks": [{"id": deck, "title": {"en": deck, "zh": deck}, "state": "legal", "problems": []} for deck in DECKS],
        "playing": list(DECKS), "pairs": [list(pair) for pair in PAIRS], "touched": [True] * len(PAIRS),
    }  # fmt: skip
    return spec, {"blocks": len(samples[0]), "cells": cells, "rows": rows}


def tally(values: list[int]) -> dict[str, int]:
    return {str(value): times for value, times in Counter(values).items()}


def row_of(deck: str, samples: list[list[int]]) -> Json:
    """Return the moments of what a deck wins against both others."""
    signs = [1 if pair[0] == deck else -1 if pair[1] == deck else 0 for pair in PAIRS]
    sums = [sum(sign * value for sign, value in zip(signs, block, strict=True)) for block in zip(*samples, strict=True)]
    return {
        "before": moments_of([2 * EVEN] * len(sums)),
        "after": moments_of([2 * EVEN + value for value in sums]),
        "change": moments_of(sums),
    }


def moments_of(values: list[int]) -> list[int]:
    return [len(values), sum(values), sum(value * value for value in values)]


def read(spec: Json, counts: Json) -> Json:
    """Return the result of a plan at its end."""
    state = {"format": STATE, "spec": "0" * 64, "next": 1, "counts": counts, "traces": {}, "reason": PLANNED}
    return compare_report(find(EXAMPLE), spec, state)


def holds(result: Json, means: list[float]) -> bool:
    """Return whether every interval of a result holds the truth of its pair or deck. Units: means in halves of a win."""
    signs = {deck: [1 if pair[0] == deck else -1 if pair[1] == deck else 0 for pair in PAIRS] for deck in DECKS}
    rows = {deck: sum(sign * mean for sign, mean in zip(signs[deck], means, strict=True)) / 2 for deck in DECKS}
    pairs = [(cell, mean) for cell, mean in zip(result["cells"], means, strict=True)]
    pairs += [(row, rows[row["deck"]]) for row in result["rows"]]
    return all(
        row["change"]["low"] <= 25 * mean <= row["change"]["high"]
        and row["after"]["low"] <= 50 + 25 * mean <= row["after"]["high"]
        for row, mean in pairs
    )


def resampled(name: str, runs: int) -> Figures:
    """Return how often a setting is hits, over its three truths, and how often a change is shown where there is none."""
    values, random = truth.settings()[name], Random(40)
    mean = sum(values) / len(values)
    hits = changed = 0
    for run in range(runs):
        samples = [random.choices(values, k=BLOCKS) for _ in PAIRS]
        zero = [0] * BLOCKS
        one = run % 2
        spec, counts = comparison([samples[0], zero, zero] if one else samples)
        hits += holds(read(spec, counts), [mean, 0, 0] if one else [mean] * 3)
        either = [[value * random.choice((-1, 1)) for value in row] for row in samples]
        spec, counts = comparison(either)
        changed += read(spec, counts)["verdict"] == "changed"
    return Figures(truth.clopper_pearson_upper(hits, runs), changed / runs)


def main(runs: int) -> int:
    """Print the figures of every setting; 1 where one misses its bound."""
    failures = 0
    with on_the_path(EXAMPLE):
        for name in truth.settings():
            figures = resampled(name, runs)
            ok = figures.coverage >= truth.COVERAGE and figures.false_changes <= 1 - truth.COVERAGE
            failures += not ok
            print(
                f"{'ok ' if ok else 'NO '} {figures.coverage:.4f} coverage (upper bound), {figures.false_changes:.4f} false  {name}"
            )
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
