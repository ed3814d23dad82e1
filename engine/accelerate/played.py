"""Prints what the engine that runs here plays: a hash of preview chunks and of a match's states and log, for each game, those of the search path too."""

from __future__ import annotations

import json
import os
from hashlib import sha256

from engine import BUILD
from engine.bench import play_match, preview_spec
from engine.cardset import program_of, shipped
from engine.kernel.digest import digest
from engine.rulesets import find, names, search, search_path
from engine.simulation import preview_chunk

CHUNKS = 3


def played(name: str) -> str:
    """Return a hash of what a game's match by greedy players goes through, and of the bytes of preview chunks."""
    ruleset = find(name)
    whole = sha256()
    program = program_of(ruleset, shipped(ruleset.folder), min(ruleset.seats))
    for step, _ in play_match(ruleset, program, 5, "greedy").steps(log=True):
        whole.update(f"{digest(step.state)}{step.log!r}\n".encode())
    spec = preview_spec(ruleset)
    if spec is not None:
        for no in range(CHUNKS):
            whole.update(json.dumps(preview_chunk(ruleset, spec, no), sort_keys=True).encode())
    return whole.hexdigest()


if __name__ == "__main__":
    search(search_path(os.environ))
    print(json.dumps({"build": BUILD, **{name: played(name) for name in names()}}, indent=1))
