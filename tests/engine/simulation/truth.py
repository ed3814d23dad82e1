"""How often the interval of a preview ever excludes the truth, by drawing blocks again: `make truth`.

The blocks are real ones, stored in `blocks/`, and made-up ones that are hard for an interval: sparse, one-sided, almost all zero. The
truth is the mean of what is drawn from. The decisions are those of the engine: its chunks, its horizon, its looks, its intervals.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from math import log
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any

from engine.simulation import confidence_sequence, fold
from engine.simulation.presets import ALPHA, CRITICAL, PRESETS, chunk_ends
from engine.simulation.rate_intervals import jeffreys
from engine.simulation.statistics import GUARD, Moments, regularized_variance

Json = dict[str, Any]
FOLDER = Path(__file__).parent / "blocks"
SCALE, SHIFT = 4, 2
BLOCK_MS = 210
LIMIT = 0.055
"""The largest share of runs that may ever exclude the truth."""
COVERAGE = 0.95
"""What the upper Clopper-Pearson bound of the coverage may not be below."""

POPULATIONS = {
    "even, blocks of 0 in four of five": {-1: 10, 0: 80, 1: 10},
    "95 % zeros": {-1: 2, 0: 95, 1: 3},
    "95 % zeros, one-sided": {0: 95, 1: 5},
    "98 % zeros, one-sided, whole wins": {0: 98, 2: 2},
    "98.2 % zeros, one-sided, whole wins": {0: 982, 2: 18},
    "97.6 % zeros, one-sided, whole wins": {0: 976, 2: 24},
    "99 % zeros, one-sided": {0: 99, -1: 1},
    "97 % zeros, rare whole losses against small wins": {-2: 1, 0: 97, 1: 2},
    "wide, both whole": {-2: 20, 0: 60, 2: 20},
    "skewed": {-1: 60, 0: 25, 2: 15},
}
"""How often each value is among a hundred or a thousand blocks, in halves of a win."""


@dataclass(frozen=True)
class Tried:
    """What a setting came to. Units: `blocks` is the mean number of blocks at the end; shares of runs."""

    name: str
    preset: str
    runs: int
    misses: int
    before: int
    blocks: float
    half: float

    @property
    def share(self) -> float:
        """The share of runs that ever excluded the truth."""
        return self.misses / self.runs

    @property
    def coverage(self) -> float:
        """The upper Clopper-Pearson bound, at 95 %, of the share of runs that held the truth at every update."""
        return clopper_pearson_upper(self.runs - self.misses, self.runs)


def stored() -> dict[str, list[int]]:
    """Return the stored blocks as values by the name of their setting."""
    files = sorted(FOLDER.glob("*.json"))
    return {file.stem: [int(digit) - SHIFT for digit in json.loads(file.read_bytes())["x"]] for file in files}


def settings() -> dict[str, list[int]]:
    """Return the values that are drawn from, real ones first."""
    matches = {
        name: [value for value, times in counts.items() for _ in range(times)] for name, counts in POPULATIONS.items()
    }
    return {**stored(), **matches}


def plan(preset: str) -> Json:
    """Return the part of a plan that decides about intervals."""
    requested_preset = PRESETS[preset]
    ends = chunk_ends(requested_preset, 2 * BLOCK_MS)
    return {
        "ends": ends, "blocks_max": ends[-1], "pilot": 160, "target": requested_preset.target, "critical": list(CRITICAL), "alpha": ALPHA,
        "mode": requested_preset.mode,
    }  # fmt: skip


def run_planned(spec: Json, values: list[int], truth: float, random: Random) -> tuple[bool, bool, int, float]:
    """Play one run; return whether an interval ever excluded the truth, whether before the first look, its blocks and half-width."""
    draws, samples, horizon, misses, n = [], Moments(), 0, False, 0
    at: list[int] = []
    first = largest_end = spec["ends"][-1]
    for end in spec["ends"]:
        chunk = random.choices(values, k=end - n)
        n = end
        samples += Moments.of(*chunk)
        if n <= first:
            draws.append(chunk)
        if not horizon and n >= spec["pilot"]:
            variance = regularized_variance(samples.variance(SCALE), n, (SHIFT / SCALE) ** 2, GUARD)
            wanted = fold.blocks_wanted(spec, variance, spec["target"] / 10_000)
            horizon = next((each for each in spec["ends"] if each >= wanted), largest_end)
            at = fold.interim_analyses(spec, horizon)
            first = min(each for each in at if each)
        if n in at:
            look = len(at) - at[::-1].index(n)
            _, low, high = fold.repeated_interval(spec, look, samples, SCALE, (SHIFT / SCALE) ** 2)
            misses |= not low <= truth <= high
            if look == len(at):
                before = excluded(draws[:-1], truth, spec["alpha"]["pilot"] / 10_000, spec["pilot"])
                return misses or before, before, n, (high - low) / 2
    raise AssertionError("a plan ends with a look")


def run_anytime(spec: Json, values: list[int], truth: float, random: Random) -> tuple[bool, bool, int, float]:
    """Play a deep run to its end; it never looks at its own width, so the longest of runs is tried."""
    sizes = [end - before for before, end in zip((0, *spec["ends"]), spec["ends"], strict=False)]
    missed = excluded([random.choices(values, k=size) for size in sizes], truth, spec["alpha"]["total"] / 10_000, 0)
    return missed, False, spec["ends"][-1], 0.0


def excluded(drawn: list[list[int]], truth: float, alpha: float, planned_blocks: int) -> bool:
    """Return whether betting ever excludes the truth at the end of one of these chunks."""
    chunks = [[chunk.count(value - SHIFT) for value in range(confidence_sequence.VALUES)] for chunk in drawn]
    up = down = 0.0
    for stake, chunk in confidence_sequence.bets_of(chunks, alpha, planned_blocks):
        more, less = confidence_sequence.growth(stake, chunk, truth + 0.5)
        up, down = up + more, down + less
        if max(up, down) >= log(2 / alpha):
            return True
    return False


def tried(name: str, values: list[int], preset: str, runs: int) -> Tried:
    """Draw runs of a setting."""
    spec, random = plan(preset), Random(f"{name}/{preset}")
    truth = sum(values) / len(values) / SCALE
    run = run_anytime if spec["mode"] == "anytime" else run_planned
    found = [run(spec, values, truth, random) for _ in range(runs)]
    misses, before, blocks, halves = zip(*found, strict=True)
    return Tried(name, preset, runs, sum(misses), sum(before), sum(blocks) / runs, sum(halves) / runs)


def clopper_pearson_upper(hits: int, runs: int) -> float:
    """Return the upper end of a two-sided 95 % interval of a share."""
    if hits == runs:
        return 1.0
    return jeffreys(hits + 0.5, runs, NormalDist().inv_cdf(0.975))[1]


def main(runs: int, presets: list[str]) -> int:
    """Print a line for each setting and preset; return 1 where one excluded the truth too often."""
    worst, minimum = 0.0, 1.0
    for preset in presets:
        for name, values in settings().items():
            first = tried(name, values, preset, runs)
            worst, minimum = max(worst, first.share), min(minimum, first.coverage)
            print(f"{preset:9} {name:52} {first.runs:6} runs  missed {100 * first.share:5.2f} %  before the pilot {100 * first.before / runs:5.2f} %  "
                  f"blocks {first.blocks:7.1f}  half-width {100 * first.half:5.2f} pp  coverage up to {100 * first.coverage:6.2f} %", flush=True)  # fmt: skip
    print(
        f"worst {100 * worst:.2f} %, limit {100 * LIMIT:.1f} %; least upper bound of a coverage {100 * minimum:.2f} %, limit {100 * COVERAGE:.0f} %"
    )
    return int(worst > LIMIT or minimum < COVERAGE)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000, sys.argv[2:] or ["quick", "standard"]))
