"""How precise a preview is asked to be, what that may cost, and how its blocks are cut into chunks.

Chunks are cut from the cost that a ruleset declares and never from measured time: the stop rule looks at their ends, so a boundary that
depended on speed would change results.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """One way of asking.

    Units: `target` is the half-width of the interval in ten-thousandths of a win (200 = ±2 percentage points);
           `blocks` the most that are played; `planned` the number at which the interval is made narrowest;
           `samples` how many worlds a greedy bot imagines.
    Shapes: `verdict_stops` says whether a verdict ends the preview before the target is met.
    """

    target: int
    blocks: int
    planned: int
    samples: int
    verdict_stops: bool


PRESETS = {
    "quick": Preset(target=400, blocks=800, planned=350, samples=1, verdict_stops=True),
    "standard": Preset(target=200, blocks=2_800, planned=1_400, samples=1, verdict_stops=True),
    "deep": Preset(target=100, blocks=11_200, planned=5_600, samples=3, verdict_stops=False),
}
"""`planned` is what a variance of 0.06 needs, the two copies of a card in a mirror; `blocks` is twice that."""

FIRST_MS, GROWN_MS = 350, 2_000
"""Work of a first chunk, so that a number is on the screen within a second, and of a grown one."""

WORKERS_FED = 2
"""Chunks of a size before the size doubles: two workers grow together."""


def chunk_ends(blocks: int, block_ms: int) -> list[int]:
    """Return where chunks end, in blocks: the first ones small, then doubling up to the grown size."""
    first, grown = max(1, FIRST_MS // block_ms), max(1, GROWN_MS // block_ms)
    ends, size, made = [0], first, 0
    while ends[-1] < blocks:
        ends.append(min(blocks, ends[-1] + size))
        made += 1
        if made % WORKERS_FED == 0:
            size = min(grown, size * 2)
    return ends[1:]
