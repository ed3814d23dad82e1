"""Plays real blocks and stores their values, to be drawn from again by tests: `python -m tests.engine.simulation.record_blocks NAME BLOCKS`.

A file holds one digit a block: its value in halves of a win, plus 2.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.cardset import shipped
from engine.rulesets import find
from engine.simulation import preview_plan
from engine.simulation.plan import spec_hash
from engine.simulation.run import Job, worlds

Json = dict[str, Any]
FOLDER = Path(__file__).parent / "blocks"


def attack(document: Json) -> Json:
    """Return a unit with one attack more."""
    return {**document, "stats": {**document["stats"], "attack": document["stats"]["attack"] + 1}}


def free(document: Json) -> Json:
    """Return a treasure that costs nothing."""
    return {**document, "manaCost": 0}


SETTINGS: dict[str, tuple[str, str, str, Callable[[Json], Json] | None]] = {
    "halo-greedy-attack": ("halo", "greedy", "AEG-001", attack),
    "halo-random-attack": ("halo", "random", "NEU-001", attack),
    "halo-random-legendary": ("halo", "random", "VLT-008", None),
    "halo-random-vessel": ("halo", "random", "VES-AEG-003", None),
    "wizards-greedy-free": ("wizards", "greedy", "loom.treasure.common.brush_fire", free),
    "wizards-random-new": ("wizards", "random", "loom.treasure.common.ember_flick", None),
}
"""Ruleset, bots, card, and how the new version differs from the shipped one; None compares the shipped one with its references."""


def record(name: str, blocks: int) -> Json:
    """Play blocks of a setting and return its file."""
    ruleset_name, bot, card, change = SETTINGS[name]
    ruleset = find(ruleset_name)
    pool = shipped(ruleset.folder)
    document = next(each for each, _ in pool if each["id"] == card)
    versions = {"candidate": change(document) if change else document, "baseline": document if change else None}
    spec = preview_plan(ruleset, **versions, pool=pool, bots=(bot,), seed=20)
    matches = []
    for block in range(blocks):
        job = Job(spec, worlds(ruleset, spec, spec_hash(spec)))
        job.play(block)
        (value,) = job.counts["x"]
        matches.append(str(int(value) + 2))
    return {
        "ruleset": ruleset_name,
        "bots": bot,
        "card": card,
        "against": "former" if change else "references",
        "x": "".join(matches),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    made = json.dumps(record(sys.argv[1], int(sys.argv[2])), indent=2)
    (FOLDER / f"{sys.argv[1]}.json").write_text(made + "\n")
