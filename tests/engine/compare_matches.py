"""Proves that a refactoring changed no match: records whole logs before it, and compares them after it.

usage: python -m tests.engine.compare_matches record FOLDER [MATCHES]   # on the tree before
       python -m tests.engine.compare_matches compare FOLDER            # on the tree after

A match is what `python -m engine play RULESET --log json` prints: every decision, option, event, mutation and draw of chance. Digests
and content hashes are left out, and the names in RENAMES are mapped, since a refactoring may change both. Bots play at random, so that
all of a ruleset is reached; every tenth match is played by greedy bots with two seats, which hold a state's forks to the same.
"""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path

RULESETS = ("halo", "wizards")
MATCHES = 200
RENAMES = {'"side"': '"seat"'}
"""Names of entity variables and fields in logs of before, and what they are called since."""
_HASHES = re.compile(r'"(digest|contentHash|engine|cardDataVersion|hash)": *("[^"]*"|\d+|null)')


def main(argv: list[str]) -> int:
    """Record or compare, and return 1 where a match differs."""
    verb, folder = argv[0], Path(argv[1])
    if verb == "record":
        folder.mkdir(parents=True, exist_ok=True)
        asked = [(ruleset, seed) for ruleset in RULESETS for seed in range(int(argv[2]) if argv[2:] else MATCHES)]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda match: _record(folder, *match), asked))
        return 0
    recorded_globs = sorted(folder.glob("*.gz"))
    with ThreadPoolExecutor(2) as pool:
        differing = [line for line in pool.map(_compared, recorded_globs) if line]
    print(*differing, f"{len(recorded_globs) - len(differing)} of {len(recorded_globs)} matches are equal", sep="\n")
    return bool(differing) or not recorded_globs


def _record(folder: Path, ruleset: str, seed: int) -> None:
    with gzip.open(folder / f"{ruleset}-{seed}.gz", "wt", encoding="utf-8", compresslevel=1) as file:
        file.writelines(f"{line}\n" for line in _log(ruleset, seed))


def _compared(file: Path) -> str:
    """Return where a match goes another way than the recorded one, "" where it does not."""
    ruleset, _, seed = file.stem.partition("-")
    with gzip.open(file, "rt", encoding="utf-8") as recorded:
        pairs = zip_longest((_mapped(line.rstrip("\n")) for line in recorded), _log(ruleset, int(seed)))
        for number, (before, after) in enumerate(pairs, 1):
            if before != after:
                return f"{file.stem}, line {number}:\n  before {before}\n  after  {after}"
    return ""


def _mapped(line: str) -> str:
    for before, after in RENAMES.items():
        line = line.replace(before, after)
    return line


def _log(ruleset: str, seed: int) -> Iterator[str]:
    bots = ["--bots", "greedy", "--seats", "2"] if seed % 10 == 9 else ["--bots", "random"]
    argv = [sys.executable, "-m", "engine", "play", ruleset, "--seed", str(seed), *bots, "--log", "json"]
    out = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    return (_HASHES.sub(r'"\1": 0', line) for line in out.splitlines())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
