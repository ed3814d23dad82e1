"""How precise a preview is asked to be, what that may cost, how its blocks are cut into chunks, and how its alpha is spent.

Chunks are cut from the cost that a ruleset declares and never from measured time: looks are at their ends, so a boundary that depended
on speed would change results.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Preset:
    """One way of asking.

    Units: `target` is the half-width of the interval in ten-thousandths of a win (200 = ±2 percentage points), 0 where none is asked;
           `blocks` the most that are played; `chunks` the most pieces; `samples` how many worlds a greedy bot imagines.
    Shapes: `mode` is `planned` (looks up to a horizon), `anytime` (an interval that holds at any block) or `smoke` (no interval).
    """

    target: int
    blocks: int
    chunks: int
    samples: int
    mode: str


PRESETS = {
    "smoke": Preset(target=0, blocks=32, chunks=32, samples=1, mode="smoke"),
    "quick": Preset(target=400, blocks=1_024, chunks=400, samples=1, mode="planned"),
    "standard": Preset(target=200, blocks=4_096, chunks=400, samples=1, mode="planned"),
    "deep": Preset(target=100, blocks=11_264, chunks=200, samples=3, mode="anytime"),
}

PILOT = 160
"""Blocks before the horizon is set: at least 150, and whole rounds of the strata of three or four styles are not far from it."""

INTERIM_ANALYSES = 8
"""Looks at equal parts of the horizon; those within the pilot are left out."""

ALPHA = {"pilot": 50, "early": 150, "final": 300, "total": 500}
"""Error allowed to the interval of the headline, in ten-thousandths: before the pilot ends, at all early looks together, at the last."""

CRITICAL = (3_069_684, 3_018_376, 2_962_581, 2_911_883, 2_866_463, 2_825_513, 2_788_252, 2_067_619)
"""Critical values of the looks, in millionths: crossed first at an early look with probability 1.5 % / 7 each, at the last with 3 %.

Source: Lan and DeMets (1983); computed by the recursion of Armitage, McPherson and Rowe (1969), rounded up, and again by a test.
"""

FIRST_MS, GROWN_MS, SMOKE_MS = 500, 1_500, 24_000
"""Work of a first chunk, of a grown one, and of a whole smoke preview: 12 seconds for two workers that do nothing else."""

STEP_MAX = 32
"""Blocks of a chunk where matches are cheap: the horizon ends with one, so larger ones would overshoot it."""

WORKERS_FED = 2
"""Chunks of a size before the size doubles: two workers grow together."""

SPARE_CHUNKS = 2 * WORKERS_FED
"""What is left of the pilot is at least so many chunks of the next one's size: they shrink, so that no worker waits long for the other's last one."""


def step_of(preset: Preset, block_ms: int) -> int:
    """Return the blocks of a chunk after the pilot: a power of two that costs little and cuts the plan into few enough."""
    step = 1
    while (step * 2 * block_ms <= GROWN_MS and step < STEP_MAX) or (
        preset.blocks > PILOT + (preset.chunks - len(_pilot_ends(PILOT, block_ms, step))) * step
    ):
        step *= 2
    return step


def chunk_ends(preset: Preset, block_ms: int) -> list[int]:
    """Return where chunks end, in blocks: the first ones small, then doubling, the last of the pilot small; after it at multiples of the step."""
    step = step_of(preset, block_ms)
    most = preset.blocks if preset.mode != "smoke" else max(2, min(preset.blocks, SMOKE_MS // block_ms))
    pilot = min(PILOT, most)
    return [*_pilot_ends(pilot, block_ms, step), *range((pilot // step + 1) * step, most + 1, step)]


def _pilot_ends(pilot: int, block_ms: int, step: int) -> list[int]:
    """Return where the chunks of the pilot end."""
    size = first = max(1, FIRST_MS // block_ms)
    ends = [0]
    while ends[-1] < pilot:
        ends.append(min(pilot, ends[-1] + min(size, max(2 * first, (pilot - ends[-1]) // SPARE_CHUNKS))))
        if len(ends) % WORKERS_FED == 1:
            size = min(step, size * 2)
    return ends[1:]


def secondary_critical(rate_intervals: int) -> list[int]:
    """Return the critical value of each look for one of several intervals that hold together, in millionths.

    Every family of secondary intervals has 5 % of its own, split evenly over its members and spent over the looks like the headline's.
    """
    early, total, parts = ALPHA["early"], ALPHA["total"], 20_000 * max(1, rate_intervals)
    spent = [early / (INTERIM_ANALYSES - 1)] * (INTERIM_ANALYSES - 1) + [total - early]
    return [-int(1_000_000 * NormalDist().inv_cdf(alpha / parts)) for alpha in spent]
