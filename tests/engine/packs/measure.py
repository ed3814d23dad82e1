"""How long a pack of 10,000 cards takes to be read and validated, and how much memory: `python -m tests.engine.packs.measure [CARDS]`.

The cards are the shipped ones of `wizards` under other ids. Each shape of the pack is validated in a process of its own, which tells its
seconds of processor and its own peak (Linux's VmHWM: `ru_maxrss` counts the parent's); a tenth of the pack shows how memory grows. Target: 30 s, flat memory (docs/adr/0057).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import api
from engine.packs.archive import write_zip

Json = dict[str, Any]
SHAPES = ("files", "groups", "list", "set", "zip")
GROUP = 250
SCRIPT = """
import re, sys, time
from pathlib import Path
from engine import api
def most():
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
api.validate_path("wizards", b"[]")
before = most()
begun = time.process_time()
report = api.validate_path("wizards", Path(sys.argv[1]))
errors = sum(problem.severity == "error" for problem in report.problems)
print(report.cards, errors, time.process_time() - begun, before, most())
"""


def cards(count: int) -> Iterator[Json]:
    """Yield a number of cards, the shipped ones over and over; without those that name another card."""
    every = {document["id"]: document for document, _ in api.card_set("wizards")}
    texts = {name: json.dumps({**document, "id": ""}) for name, document in every.items()}
    shipped = [every[name] for name, text in texts.items() if not any(f'"{other}"' in text for other in every)]
    for number in range(count):
        held = shipped[number % len(shipped)]
        yield {**held, "id": f"{held['id']}_{number}"}


def write_pack(root: Path, shape: str, count: int) -> Path:
    """Write a pack of a shape below a folder and return its path."""
    new_cards = list(cards(count))
    match shape:
        case "files":
            files: dict[str, Any] = {f"cards/{one['id']}.json": one for one in new_cards}
        case "groups" | "zip":
            files = {f"cards/{at}.json": new_cards[at : at + GROUP] for at in range(0, count, GROUP)}
        case "list":
            files = {"cards.json": new_cards}
        case _:
            files = {"cards.json": {"cards": new_cards}}
    if shape == "zip":
        (root / "pack.zip").write_bytes(write_zip({name: json.dumps(state).encode() for name, state in files.items()}))
        return root / "pack.zip"
    for name, state in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(json.dumps(state, ensure_ascii=False, indent=1), encoding="utf-8")
    return root


def measured(shape: str, count: int) -> tuple[int, int, float, float, float]:
    """Return cards, errors, seconds, and the MiB of the process before and at its peak."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_pack(Path(folder), shape, count)
        reported = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(path)], capture_output=True, text=True, check=True
        ).stdout
    loaded, errors, seconds, before, peak = reported.split()
    return int(loaded), int(errors), float(seconds), float(before), float(peak)


def main() -> None:
    """Print a row for each shape."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print("shape   cards  errors  seconds  MiB before  MiB at peak")
    for shape in SHAPES:
        for many in (count // 10, count):
            loaded, errors, seconds, before, peak = measured(shape, many)
            print(f"{shape:7} {loaded:5} {errors:7} {seconds:8.1f} {before:11.0f} {peak:12.0f}")


if __name__ == "__main__":
    main()
