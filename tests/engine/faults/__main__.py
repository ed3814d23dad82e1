"""The campaign: plants every fault, asks the layers, and prints kinds and rates: `python -m tests.engine.faults [record] [FIRST LAST] [KIND…]`.

With `record`, scenarios that notice the faults which nothing noticed are added to the recorded ones of their games.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable

from tests.engine.faults.flagging import LAYERS, layer
from tests.engine.faults.kinds import KINDS, Kind
from tests.engine.faults.planting import SEEDS, Fault, fault
from tests.engine.faults.recording import recorded, write


def rows(seeds: Iterable[int], kinds: Iterable[Kind]) -> tuple[list[tuple[str, Counter[str]]], list[Fault]]:
    """Return how many faults of each kind each layer flags first, and the faults that none flags."""
    counts, misses = [], []
    for kind in kinds:
        matching_counts: Counter[str] = Counter()
        for seed in seeds:
            planted_fault = fault(kind, seed)
            told = layer(planted_fault)
            matching_counts[told] += 1
            if not told:
                misses.append(planted_fault)
        counts.append((kind.name, matching_counts))
        print(kind.name, dict(matching_counts), file=sys.stderr, flush=True)
    return counts, misses


def table(counts_by_game: Iterable[tuple[str, Counter[str]]]) -> str:
    """Return the rates as a table in Markdown."""
    titles = {kind.name: kind.title for kind in KINDS}
    lines = ["| kind | what is planted | checker | text | scenario | flagged |", "|---|---|--:|--:|--:|--:|"]
    together: Counter[str] = Counter()
    for name, found in counts_by_game:
        together += found
        lines.append(f"| {name} | {titles[name]} | {_cells(found)} |")
    return "\n".join([*lines, f"| all | | {_cells(together)} |"])


def _cells(found: Counter[str]) -> str:
    flagged = sum(found[one] for one in LAYERS)
    return " | ".join([*(str(found[one]) for one in LAYERS), f"{flagged} of {found.total()}"])


if __name__ == "__main__":
    limits = [int(one) for one in sys.argv[1:] if one.isdigit()]
    chosen = [kind for kind in KINDS if kind.name in sys.argv[1:]] or KINDS
    seeds = range(limits[0], limits[1] + 1) if len(limits) == 2 else SEEDS
    result, left = rows(seeds, chosen)
    print(table(result))
    for one in left:
        print(f"{one.kind} {one.seed}: {one.game} {one.card} {one.place}")
    if "record" in sys.argv[1:]:
        for name, values in recorded(left).items():
            write(name, values)
            print(f"{name}: {len(values)} scenarios recorded")
